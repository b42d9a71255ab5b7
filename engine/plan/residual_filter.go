package plan

import (
	"slices"
	"strings"

	"tabletop/engine/filter"
	"tabletop/engine/rowkey"
)

// residual builds the filter for the conditions that the ranges do not decide.
type residual struct {
	walk   *walk
	prefix string // the common prefix of all keys in the ranges
	from   int    // index of the first step after the prefix
	conds  []Cond // the conditions that the filter tests

	never bool // no row can pass
}

// maxChoice is the largest number of values that a pattern lists.
const maxChoice = 16

// stepOf returns the index of the step that a condition on a field is tested in: the step
// that holds the field without transforms, or else the first whose transforms keep its
// whole value. It returns -1 when there is neither.
func (b *residual) stepOf(field string) int {
	at := -1
	for i := b.from; i < len(b.walk.steps); i++ {
		s := &b.walk.steps[i]
		switch {
		case s.Field != field:
		case len(s.Transforms()) == 0:
			return i
		case at < 0 && s.KeepsWholeValue():
			at = i
		}
	}
	return at
}

// leftToClient reports whether no filter can test a condition, so that the client has to.
// That is so for numbers which the key does not order, for the end of a field whose
// separator is longer than a byte, and for transformed fields whose allowed values are
// neither few, nor one range, nor all with one prefix.
func (b *residual) leftToClient(c Cond, cols []FieldColumn) bool {
	i := b.stepOf(c.Field)
	if i < 0 {
		held := slices.ContainsFunc(b.walk.steps, func(s rowkey.Step) bool { return s.Field == c.Field && s.KeepsWholeValue() })
		return held || c.Op == Numbers && slices.ContainsFunc(cols, func(col FieldColumn) bool { return col.Field == c.Field })
	}
	s := &b.walk.steps[i]
	if len(s.Transforms()) == 0 {
		return c.Op == Numbers || c.Op == Under && len(s.Sep) > 1
	}
	a := b.walk.allow(i)
	return !a.none && !a.listed() && !a.ordered() && !a.prefixed(s.Sep)
}

// listed reports whether the allowed values are at most [maxChoice], so that a pattern
// lists them.
func (a *allowed) listed() bool {
	return a.finite && len(a.parts) > 0 && len(a.parts) <= maxChoice
}

// ordered reports whether the allowed values are exactly those of one range.
func (a *allowed) ordered() bool { return a.exact && len(a.spans) == 1 }

// prefixed reports whether the allowed values are exactly those with one prefix.
func (a *allowed) prefixed(sep string) bool {
	return a.exact && a.begins != "" && !overlaps(a.begins, sep)
}

// build returns a filter of all conditions, or nil if there are none, and the fields that
// it cannot test, in the query's order.
func (b *residual) build(cols []FieldColumn) (filter.Filter, []string) {
	var (
		chain   filter.Chain
		missing []string
		shaped  bool
		seen    []string
	)
	for _, c := range b.conds {
		if slices.Contains(seen, c.Field) {
			continue
		}
		seen = append(seen, c.Field)
		i := slices.IndexFunc(cols, func(col FieldColumn) bool { return col.Field == c.Field })
		switch {
		case b.stepOf(c.Field) >= 0:
			if !shaped {
				shaped = true
				chain = append(chain, b.shape()...)
			}
			chain = append(chain, b.bounds(c.Field)...)
		case i >= 0:
			chain = append(chain, b.column(cols[i]))
		default:
			missing = append(missing, c.Field)
		}
	}
	if b.never || len(chain) == 0 {
		return nil, missing
	}
	var f filter.Filter = chain
	if len(chain) == 1 {
		f = chain[0]
	}
	if filter.Check(f) != nil {
		return nil, seen
	}
	return f, missing
}

// value returns the value that the conditions fix for a field without transforms. If there
// is none, it returns the longest prefix that they require, or "", as far as a pattern can
// contain it.
func (b *residual) value(field, sep string) (v string, fixed bool) {
	for _, c := range b.conds {
		switch {
		case c.Field != field:
		case c.Op == Equal:
			return c.Value, true
		case c.Op == HasPrefix && len(c.Value) > len(v) && !overlaps(c.Value, sep):
			v = c.Value
		}
	}
	return v, false
}

// shape returns a filter with a pattern of the key, in which each field with a condition
// is as [residual.value] returns it, or as its transforms write it. It returns no filter
// if no field has such a condition. It sets never if no key can match.
func (b *residual) shape() filter.Chain {
	pattern := filter.QuotePattern(b.prefix)
	said := "" // the pattern up to the last field that it tests
	for i := b.from; i < len(b.walk.steps); i++ {
		s := &b.walk.steps[i]
		told := stepPattern(s)
		asked := b.hasCondition(s.Field) && i == b.stepOf(s.Field)
		switch {
		case asked && len(s.Transforms()) == 0:
			told, asked = b.plainPattern(s)
		case asked:
			told, asked = b.transformedPattern(i)
		}
		if pattern += told; asked {
			said = pattern
			if s.Sep != "" || i+1 < len(b.walk.steps) {
				said += anything
			}
		}
	}
	if said == "" {
		return nil
	}
	return filter.Chain{filter.RowKeyRegex(said)}
}

// hasCondition reports whether there is a condition on a field.
func (b *residual) hasCondition(field string) bool {
	return slices.ContainsFunc(b.conds, func(c Cond) bool { return c.Field == field })
}

// plainPattern returns a pattern for a step without transforms. Tests is whether the
// pattern tests the field.
func (b *residual) plainPattern(s *rowkey.Step) (pattern string, tests bool) {
	v, fixed := b.value(s.Field, s.Sep)
	if fixed {
		b.never = b.never || !rowkey.IsSeparable(v, s.Sep) || b.contradicts(s.Field, v)
		return filter.QuotePattern(v) + filter.QuotePattern(s.Sep), true
	}
	b.never = b.never || v != "" && s.Sep != "" && strings.Contains(v, s.Sep)
	return filter.QuotePattern(v) + upTo(s.Sep), v != ""
}

// transformedPattern is [residual.plainPattern] for the step with index i, which has
// transforms.
func (b *residual) transformedPattern(i int) (pattern string, tests bool) {
	s := &b.walk.steps[i]
	a := b.walk.allow(i)
	switch {
	case a.none:
		b.never = true
	case a.listed():
		var parts []string
		for _, p := range a.parts {
			parts = append(parts, filter.QuotePattern(p))
		}
		if pattern = strings.Join(parts, `|`); len(parts) > 1 {
			pattern = `(?:` + pattern + `)`
		}
		return pattern + filter.QuotePattern(s.Sep), true
	case !a.ordered() && a.prefixed(s.Sep):
		b.never = b.never || s.Sep != "" && strings.Contains(a.begins, s.Sep)
		return filter.QuotePattern(a.begins) + upTo(s.Sep), true
	}
	return stepPattern(s), false
}

// contradicts reports whether v fails another condition on its field.
func (b *residual) contradicts(field, v string) bool {
	return slices.ContainsFunc(b.conds, func(c Cond) bool { return c.Field == field && !c.match(v) })
}

// bounds returns filters for those conditions on a field of the key that shape does not
// test.
func (b *residual) bounds(field string) filter.Chain {
	before := filter.QuotePattern(b.prefix)
	at := b.stepOf(field)
	for i := b.from; i < at; i++ {
		before += stepPattern(&b.walk.steps[i])
	}
	s := &b.walk.steps[at]
	if len(s.Transforms()) > 0 {
		a := b.walk.allow(at)
		if a.none || a.listed() || !a.ordered() {
			return nil
		}
		// Transforms that keep the order of values write them as digits.
		from, _ := s.Apply(a.spans[0][0])
		to, _ := s.Apply(a.spans[0][1])
		if strings.Trim(from, "0") == "" {
			from = ""
		}
		return rangeFilters(before, from, nextNumber(to), "")
	}
	sep := s.Sep
	shaped, fixed := b.value(field, sep)
	if fixed {
		return nil
	}
	var out filter.Chain
	for _, c := range b.conds {
		if c.Field != field || c.Op == HasPrefix && strings.HasPrefix(shaped, c.Value) {
			continue
		}
		if c.Op == Under {
			any := anything
			if sep != "" {
				any = `[^` + class(sep[0]) + `]*`
				b.never = b.never || strings.Contains(c.Value, sep)
			}
			end := filter.QuotePattern(sep)
			if sep != "" {
				end += anything
			}
			out = append(out, filter.RowKeyRegex(before+any+filter.QuotePattern(c.suffix())+end))
			continue
		}
		lo, hi := c.bounds()
		out = append(out, rangeFilters(before, lo, hi, sep)...)
	}
	return out
}

// rangeFilters returns filters that pass keys in which the pattern before is followed by a
// value in [lo, hi). An empty lo or hi is no bound.
func rangeFilters(before, lo, hi, sep string) (out filter.Chain) {
	if lo != "" {
		out = append(out, filter.Condition{
			If:   filter.RowKeyRegex(before + below(lo, sep)),
			Then: filter.BlockAll{},
			Else: filter.PassAll{},
		})
	}
	if hi != "" {
		out = append(out, filter.RowKeyRegex(before+below(hi, sep)))
	}
	return out
}

// nextNumber returns the number that follows, with the same number of digits. It returns
// "" when all digits are nines.
func nextNumber(digits string) string {
	out := []byte(digits)
	for i := len(out) - 1; i >= 0; i-- {
		if out[i] < '9' {
			out[i]++
			return string(out)
		}
		out[i] = '0'
	}
	return ""
}

// column returns a filter for the conditions on a field stored in a column: the
// row passes if its newest cell there meets them all.
func (b *residual) column(col FieldColumn) filter.Filter {
	test := filter.Chain{
		filter.FamilyRegex(filter.QuotePattern(string(col.Family))),
		filter.QualifierRegex(filter.QuotePattern(string(col.Qualifier))),
		filter.CellsPerColumn(1),
	}
	for _, c := range b.conds {
		if c.Field != col.Field {
			continue
		}
		switch c.Op {
		case Equal:
			test = append(test, filter.ValueRegex(filter.QuotePattern(c.Value)))
		case HasPrefix:
			test = append(test, filter.ValueRegex(filter.QuotePattern(c.Value)+anything))
		case Under:
			test = append(test, filter.ValueRegex(anything+filter.QuotePattern(c.suffix())))
		case Between:
			if c.Value != "" {
				test = append(test, filter.ValueRegex(atLeast(c.Value)))
			}
			if c.To != "" {
				test = append(test, filter.ValueRegex(below(c.To, "")))
			}
		}
	}
	return filter.Condition{If: test, Then: filter.PassAll{}, Else: filter.BlockAll{}}
}
