package rowkey

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
)

// Encode returns the row key of a record whose fields value returns; it is
// called once for each field, in key order. Refused are a value that a transform
// does not take (field-transform) or that its separator would cut elsewhere than
// at its end (field-ambiguous), a key without a byte (empty-key) and one above
// [base.MaxRowKey] (key-too-long).
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

// AppendKey appends to dst the row key of a record whose fields have these
// values, given in the order of [Template.Fields]. It refuses what
// [Template.Encode] refuses and then returns dst as it was. It panics when there
// are fewer values than fields.
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
			if !s.apart && !Separable(v, s.Sep) {
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

// Apart returns the same template for records of which it is known that what stands in
// the key as it is can be told from the separator behind it: to make a key then takes
// half as long.
func (t *Template) Apart(known func(field, sep string) bool) *Template {
	of := *t
	of.steps = slices.Clone(t.steps)
	for i := range of.steps {
		s := &of.steps[i]
		s.apart = s.chain.via == nil && known(s.Field, s.Sep)
	}
	return &of
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
// whether the key is one the template makes of them. Of a template that does not
// hold all its fields whole no key decodes.
func (t *Template) Decode(key base.RowKey) ([]string, bool) {
	if slices.Contains(t.whole, -1) {
		return nil, false
	}
	values, ok := t.Held(key)
	if ok && !t.plain {
		again, err := t.AppendKey(nil, values)
		ok = err == nil && string(again) == string(key)
	}
	if !ok {
		return nil, false
	}
	return values, true
}

// Held returns the values of those fields that the template holds whole, "" for the
// others, in the order of [Template.Fields], and whether the key can be parted so.
func (t *Template) Held(key base.RowKey) ([]string, bool) {
	values := make([]string, len(t.fields))
	if !t.HeldOf(key, values, nil) {
		return nil, false
	}
	return values, true
}

// HeldOf is [Template.Held] of the fields that are wanted, nil for all. It sets their values
// and leaves the others.
func (t *Template) HeldOf(key base.RowKey, values []string, wanted []bool) bool {
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

// Front returns what a key begins with up to the end of so many of the template's steps,
// separators included, and whether it can be parted so.
func (t *Template) Front(key base.RowKey, steps int) (base.RowKey, bool) {
	rest, ok := strings.CutPrefix(string(key), t.head)
	for i := 0; ok && i < steps; i++ {
		_, rest, ok = t.steps[i].cut(rest)
	}
	return key[:len(key)-len(rest)], ok
}

// cut takes the field's bytes and its separator from the front of a key's rest.
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
