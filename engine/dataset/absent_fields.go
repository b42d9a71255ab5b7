package dataset

// A record has a value for each field of its [Spec], which is "" for a field that the record
// lacks. After the values there may be one more string, which says which fields are lacking:
// it has one bit for each field, beginning with the lowest bit of the first byte, and ends
// with the last byte that is not zero. A record with all fields does not have this string.

// LacksField reports whether a record lacks a field. fields is the number of fields of its
// Spec.
func LacksField(record []string, fields, field int) bool {
	if len(record) <= fields {
		return false
	}
	absent := record[fields]
	return field/8 < len(absent) && absent[field/8]>>(field%8)&1 == 1
}

// OmitFields returns a record of values that lacks the fields for which absent returns true.
// The values of those fields must be "". It may append to values.
func OmitFields(values []string, absent func(field int) bool) []string {
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

// OmitEmptyFields returns a record of values that lacks the fields whose values are empty. It may
// append to values.
func OmitEmptyFields(values []string) []string {
	return OmitFields(values, func(field int) bool { return values[field] == "" })
}

// IsSparse reports whether a given record lacks a field, or a generated one may.
func (s Spec) IsSparse() bool {
	if s.Recipe != nil {
		for _, g := range s.Recipe.Gens {
			if g.Kind == Fitted && g.Shape != nil && g.Shape.Absent > 0 && !g.Shape.Blank {
				return true
			}
		}
	}
	for _, r := range s.Records {
		if len(r) > len(s.Fields) {
			return true
		}
	}
	return false
}

// wellFormed reports whether a record is a valid record of a Spec with the given number of
// fields.
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
			if LacksField(record, fields, i) && (i >= fields || record[i] != "") {
				return false
			}
		}
		return true
	}
	return false
}
