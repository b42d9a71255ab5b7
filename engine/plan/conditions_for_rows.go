package plan

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/rowkey"
)

// ConditionsForRows returns conditions that select the rows from first to last, which are adjacent in
// the table. Fields that have the same value in both are fixed, and the next field lies
// between their values. before and after are the keys of the rows around them, "" for
// none, from which the next greater value is taken. ConditionsForRows returns no conditions if the keys
// cannot be decoded.
func ConditionsForRows(t *rowkey.Template, before, first, last, after base.RowKey) []Cond {
	from, ok := t.DecodeWholeValues(first)
	to, too := t.DecodeWholeValues(last)
	if !ok || !too {
		return nil
	}
	fields := t.Fields()
	var conds []Cond
	for _, s := range t.Steps() {
		i := slices.Index(fields, s.Field)
		switch {
		case !HoldsWholeField(t, s.Field):
		case from[i] == to[i]:
			if !slices.ContainsFunc(conds, func(c Cond) bool { return c.Field == s.Field }) {
				conds = append(conds, Cond{Field: s.Field, Value: from[i]})
			}
		case !s.KeepsWholeValue(): // a later step has all of it
		case s.SortDirection() == 0:
			return conds
		default:
			next := ""
			for _, key := range []base.RowKey{before, after} {
				v, ok := t.DecodeWholeValues(key)
				alike := ok && !slices.ContainsFunc(conds, func(c Cond) bool { return v[slices.Index(fields, c.Field)] != c.Value })
				if alike && CompareValues(v[i], from[i]) > 0 && CompareValues(v[i], to[i]) > 0 {
					next = v[i]
				}
			}
			return append(conds, amid(s, from[i], to[i], next))
		}
	}
	return conds
}

// amid returns the condition that selects the values from a to b, which may be in either
// order. next is a value that is greater than both, or "" if none is known.
func amid(s rowkey.Step, a, b, next string) Cond {
	n, _ := rowkey.ParseNumber(a)
	m, _ := rowkey.ParseNumber(b)
	if s.IsNumeric() {
		return Cond{Field: s.Field, Op: Numbers, Value: strconv.FormatInt(min(n, m), 10), To: strconv.FormatInt(max(n, m)+1, 10)}
	}
	c := Cond{Field: s.Field, Op: Between, Value: min(a, b), To: next}
	if c.To <= max(a, b) {
		c.To = beyond(max(a, b))
	}
	return c
}

// beyond returns a readable text that is greater than the given one, but not much: with
// the next number of as many digits, or the next letter, at its end.
func beyond(text string) string {
	digits := len(text) - len(strings.TrimRight(text, "0123456789"))
	tail := []byte(text)
	for i := len(tail) - 1; i >= len(tail)-digits; i-- {
		if tail[i]++; tail[i] <= '9' {
			return string(tail)
		}
		tail[i] = '0'
	}
	if last := len(text) - 1; digits == 0 && last >= 0 && strings.IndexByte("zZ", text[last]) < 0 && text[last] < 'z' {
		return text[:last] + string(rune(text[last]+1))
	}
	return text + "!"
}
