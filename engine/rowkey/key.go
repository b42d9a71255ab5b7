package rowkey

import (
	"strconv"
	"strings"

	"tabletop/engine/base"
)

// Encode returns the row key of a record whose fields value returns; it is
// called once for each field, in key order. Refused are a value that its
// separator would cut elsewhere than at its end (field-ambiguous), a key
// without a byte (empty-key) and one above [base.MaxRowKey] (key-too-long).
func (t *Template) Encode(value func(field string) string) (base.RowKey, error) {
	var room [8]string
	values := room[:0]
	for i := range t.steps {
		values = append(values, value(t.steps[i].field))
	}
	var key [128]byte
	dst, err := t.AppendKey(key[:0], values)
	if err != nil {
		return "", err
	}
	return base.RowKey(dst), nil
}

// AppendKey appends to dst the row key of a record whose fields have these
// values, given in the order of [Template.Fields]. It refuses what
// [Template.Encode] refuses and then returns dst as it was. It panics when there
// are fewer values than fields.
func (t *Template) AppendKey(dst []byte, values []string) ([]byte, error) {
	start := len(dst)
	dst = append(dst, t.head...)
	for i := range t.steps {
		s, v := &t.steps[i], values[i]
		if !Separable(v, s.sep) {
			return dst[:start], base.Refuse(base.CodeFieldAmbiguous, s.field, v, s.sep)
		}
		dst = append(dst, v...)
		dst = append(dst, s.sep...)
	}
	switch n := len(dst) - start; {
	case n == 0:
		return dst, base.Refuse(base.CodeEmptyKey)
	case n > base.MaxRowKey:
		return dst[:start], base.Refuse(base.CodeKeyTooLong, strconv.Itoa(n), strconv.Itoa(base.MaxRowKey))
	}
	return dst, nil
}

// Separable reports whether a value followed by its separator can be told from
// it again: the first place where sep occurs in value+sep is the end of value.
// An empty sep, that of the last field, separates everything.
func Separable(value, sep string) bool {
	switch len(sep) {
	case 0:
		return true
	case 1:
		return strings.IndexByte(value, sep[0]) < 0
	}
	if strings.Contains(value, sep) {
		return false
	}
	// An occurrence that begins in value and ends in sep: the last n bytes of
	// value begin sep, and sep goes on with itself from there.
	for n := 1; n < len(sep) && n <= len(value); n++ {
		if strings.HasSuffix(value, sep[:n]) && strings.HasPrefix(sep, sep[n:]) {
			return false
		}
	}
	return true
}

// Decode returns the values a key holds, in the order of [Template.Fields], and
// whether the key is one the template makes.
func (t *Template) Decode(key base.RowKey) ([]string, bool) {
	rest, ok := strings.CutPrefix(string(key), t.head)
	if !ok || key == "" || len(key) > base.MaxRowKey {
		return nil, false
	}
	values := make([]string, 0, len(t.steps))
	for i := range t.steps {
		v, after, ok := t.steps[i].cut(rest)
		if !ok {
			return nil, false
		}
		values = append(values, v)
		rest = after
	}
	if rest != "" {
		return nil, false
	}
	return values, true
}

// cut takes the field's value and its separator from the front of a key's rest.
func (s *step) cut(rest string) (value, after string, ok bool) {
	if s.sep == "" {
		return rest, "", true
	}
	return strings.Cut(rest, s.sep)
}
