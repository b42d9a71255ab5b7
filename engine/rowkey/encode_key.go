package rowkey

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
)

// Encode returns the row key of a record. It calls value once for each field, in the order
// of [Template.Fields]. It refuses a value that a transform does not accept
// (field-transform), a value that contains its separator or would be cut at the wrong
// place (field-ambiguous), an empty key (empty-key) and a key of more than
// [base.MaxRowKey] bytes (key-too-long).
func (t *Template) Encode(value func(field string) string) (base.RowKey, error) {
	var room [8]string
	values := room[:0]
	for _, f := range t.fields {
		values = append(values, value(f))
	}
	var key [128]byte
	dst, err := t.AppendKey(key[:0], values)
	if err != nil {
		return "", err
	}
	return base.RowKey(dst), nil
}

// AppendKey appends to dst the row key of a record whose values are given in the order of
// [Template.Fields]. It refuses the same as [Template.Encode], and then returns dst
// unchanged. It panics if there are fewer values than fields.
func (t *Template) AppendKey(dst []byte, values []string) ([]byte, error) {
	start := len(dst)
	dst = append(dst, t.head...)
	for i := range t.steps {
		s := &t.steps[i]
		v := values[s.field]
		if s.chain.via != nil {
			var err *base.Error
			if dst, err = s.append(dst, v); err != nil {
				return dst[:start], err
			}
		} else {
			if !s.apart && !IsSeparable(v, s.Sep) {
				return dst[:start], base.Refuse(base.CodeFieldAmbiguous, s.Field, v, s.Sep)
			}
			dst = append(dst, v...)
		}
		dst = append(dst, s.Sep...)
	}
	switch n := len(dst) - start; {
	case n == 0:
		return dst, base.Refuse(base.CodeEmptyKey)
	case n > base.MaxRowKey:
		return dst[:start], base.Refuse(base.CodeKeyTooLong, strconv.Itoa(n), strconv.Itoa(base.MaxRowKey))
	}
	return dst, nil
}

// WithPrecheckedValues returns the same template for records whose values have been checked before. known
// says whether all values of a field can be told from the separator after them; for such
// fields without transforms AppendKey omits the check, which takes half of its time.
func (t *Template) WithPrecheckedValues(known func(field, sep string) bool) *Template {
	of := *t
	of.steps = slices.Clone(t.steps)
	for i := range of.steps {
		s := &of.steps[i]
		s.apart = s.chain.via == nil && known(s.Field, s.Sep)
	}
	return &of
}

// IsSeparable reports whether value can be recovered from value+sep, by looking for the
// first occurrence of sep. An empty sep is that of the last field, which ends with the
// key; it separates every value.
func IsSeparable(value, sep string) bool {
	switch len(sep) {
	case 0:
		return true
	case 1:
		return strings.IndexByte(value, sep[0]) < 0
	}
	if strings.Contains(value, sep) {
		return false
	}
	// sep may also occur across the end of value: the last n bytes of value are the first n
	// bytes of sep, and the rest of sep is a prefix of sep.
	for n := 1; n < len(sep) && n <= len(value); n++ {
		if strings.HasSuffix(value, sep[:n]) && strings.HasPrefix(sep, sep[n:]) {
			return false
		}
	}
	return true
}

// Decode returns the values in a key, in the order of [Template.Fields]. ok is false if
// the template does not make this key of these values, and always if the template does not
// have all its fields whole.
func (t *Template) Decode(key base.RowKey) ([]string, bool) {
	if slices.Contains(t.whole, -1) {
		return nil, false
	}
	values, ok := t.DecodeWholeValues(key)
	if ok && !t.plain {
		again, err := t.AppendKey(nil, values)
		ok = err == nil && string(again) == string(key)
	}
	if !ok {
		return nil, false
	}
	return values, true
}

// DecodeWholeValues returns the values of those fields that the template has whole, in the order of
// [Template.Fields], and "" for the other fields. ok is false if the key cannot be divided
// into the template's parts.
func (t *Template) DecodeWholeValues(key base.RowKey) ([]string, bool) {
	values := make([]string, len(t.fields))
	if !t.DecodeWantedFields(key, values, nil) {
		return nil, false
	}
	return values, true
}

// DecodeWantedFields is [Template.DecodeWholeValues] for the wanted fields only, or for all if
// wanted is nil. It sets their values, and leaves the other elements of values unchanged.
func (t *Template) DecodeWantedFields(key base.RowKey, values []string, wanted []bool) bool {
	rest, ok := strings.CutPrefix(string(key), t.head)
	if !ok || key == "" || len(key) > base.MaxRowKey {
		return false
	}
	for i := range t.steps {
		s := &t.steps[i]
		v, after, ok := s.cut(rest)
		if !ok {
			return false
		}
		if t.whole[s.field] == i && (wanted == nil || wanted[s.field]) {
			values[s.field] = s.chain.undo(v)
		}
		rest = after
	}
	return rest == ""
}

// PrefixOfSteps returns the beginning of a key up to the end of the given number of steps, with
// their separators. ok is false if the key cannot be divided so far.
func (t *Template) PrefixOfSteps(key base.RowKey, steps int) (base.RowKey, bool) {
	rest, ok := strings.CutPrefix(string(key), t.head)
	for i := 0; ok && i < steps; i++ {
		_, rest, ok = t.steps[i].cut(rest)
	}
	return key[:len(key)-len(rest)], ok
}

// cut divides the rest of a key into the bytes of the step, without its separator, and
// what follows the separator.
func (s *Step) cut(rest string) (value, after string, ok bool) {
	switch w := s.chain.width; {
	case w > 0:
		if len(rest) < w || !strings.HasPrefix(rest[w:], s.Sep) {
			return "", "", false
		}
		return rest[:w], rest[w+len(s.Sep):], true
	case s.Sep == "":
		return rest, "", true
	}
	return strings.Cut(rest, s.Sep)
}
