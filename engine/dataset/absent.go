package dataset

// A record has a value for each field of its [Spec]: "" also for a field that it does not
// have. Behind those values it may have one text more, which says which fields it does not
// have: a bit for each, the first field's the lowest one of the first byte, up to the last
// byte that is not zero. A record that has all of them has no such text.

// Lacks reports whether a record of a Spec with so many fields does not have one of them.
func Lacks(record []string, fields, field int) bool {
	if len(record) <= fields {
		return false
	}
	absent := record[fields]
	return field/8 < len(absent) && absent[field/8]>>(field%8)&1 == 1
}

// Lacking returns a record of values that does not have those for which absent holds. It
// may use the memory of values.
func Lacking(values []string, absent func(field int) bool) []string {
	var bits []byte
	for i := range values {
		if !absent(i) {
			continue
		}
		for len(bits) <= i/8 {
			bits = append(bits, 0)
		}
		bits[i/8] |= 1 << (i % 8)
	}
	if bits == nil {
		return values
	}
	return append(values, string(bits))
}

// Blank returns a record of values in which an empty one is none. It may use their memory.
func Blank(values []string) []string {
	return Lacking(values, func(field int) bool { return values[field] == "" })
}

// Bare reports whether a record of a Spec with so many fields has none of some fields.
func Bare(record []string, fields int, of []int) bool {
	for _, f := range of {
		if !Lacks(record, fields, f) {
			return false
		}
	}
	return true
}

// Sparse reports whether there are records that do not have all fields.
func (s Spec) Sparse() bool {
	for _, r := range s.Records {
		if len(r) > len(s.Fields) {
			return true
		}
	}
	return false
}

// wellFormed reports whether a record can be one of so many fields.
func wellFormed(record []string, fields int) bool {
	switch len(record) {
	case fields:
		return true
	case fields + 1:
		absent := record[fields]
		if absent == "" || absent[len(absent)-1] == 0 || len(absent) > (fields+7)/8 {
			return false
		}
		for i := range len(absent) * 8 {
			if Lacks(record, fields, i) && (i >= fields || record[i] != "") {
				return false
			}
		}
		return true
	}
	return false
}
