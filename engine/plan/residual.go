package plan

import (
	"slices"
	"strings"

	"tabletop/engine/filter"
	"tabletop/engine/rowkey"
)

// residual makes the filter for the conditions that the range does not decide.
type residual struct {
	prefix string        // what every key in the range begins with
	parts  []rowkey.Part // the template's parts behind it
	conds  []Cond

	never bool // no row can pass
}

// build returns a filter of all conditions, nil without any, and the fields
// that cannot be filtered by, in the query's order.
func (b *residual) build(cols []Column) (filter.Filter, []string) {
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
		i := slices.IndexFunc(cols, func(col Column) bool { return col.Field == c.Field })
		switch {
		case b.inKey(c.Field):
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

func (b *residual) inKey(field string) bool {
	return slices.ContainsFunc(b.parts, func(p rowkey.Part) bool { return p.Field == field })
}

// value returns what the query fixes a field to; failing that, the longest
// beginning it asks for that a pattern can follow from, "" for none.
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

// shape returns a pattern of the key in which each field stands as [value] has
// it, none if no field has a value. It sets never if no key can hold them.
func (b *residual) shape() filter.Chain {
	pattern := filter.Quote(b.prefix)
	said := "" // the pattern up to the last field that has a value
	for i, p := range b.parts {
		if p.Field == "" {
			continue
		}
		sep := separator(b.parts, i)
		v, fixed := b.value(p.Field, sep)
		pattern += filter.Quote(v)
		switch {
		case fixed:
			if !rowkey.Separable(v, sep) || b.contradicts(p.Field, v) {
				b.never = true
			}
			pattern += filter.Quote(sep)
		case v != "" && sep != "" && strings.Contains(v, sep):
			b.never = true
		default:
			pattern += upTo(sep)
		}
		if fixed || v != "" {
			said = pattern
			if sep != "" {
				said += anything
			}
		}
	}
	if said == "" {
		return nil
	}
	return filter.Chain{filter.RowKeyRegex(said)}
}

// contradicts reports whether v fails another condition on its field.
func (b *residual) contradicts(field, v string) bool {
	return slices.ContainsFunc(b.conds, func(c Cond) bool { return c.Field == field && !c.match(v) })
}

// bounds returns filters for the conditions on a field of the key that its
// shape does not decide.
func (b *residual) bounds(field string) filter.Chain {
	before := filter.Quote(b.prefix)
	i := 0
	for ; b.parts[i].Field != field; i++ {
		if b.parts[i].Field != "" {
			before += upTo(separator(b.parts, i))
		}
	}
	sep := separator(b.parts, i)
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
			end := filter.Quote(sep)
			if sep != "" {
				end += anything
			}
			out = append(out, filter.RowKeyRegex(before+any+filter.Quote(c.suffix())+end))
			continue
		}
		lo, hi := c.bounds()
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
	}
	return out
}

// column returns a filter for the conditions on a field stored in a column: the
// row passes if its newest cell there meets them all.
func (b *residual) column(col Column) filter.Filter {
	test := filter.Chain{
		filter.FamilyRegex(filter.Quote(string(col.Family))),
		filter.QualifierRegex(filter.Quote(string(col.Qualifier))),
		filter.CellsPerColumn(1),
	}
	for _, c := range b.conds {
		if c.Field != col.Field {
			continue
		}
		switch c.Op {
		case Equal:
			test = append(test, filter.ValueRegex(filter.Quote(c.Value)))
		case HasPrefix:
			test = append(test, filter.ValueRegex(filter.Quote(c.Value)+anything))
		case Under:
			test = append(test, filter.ValueRegex(anything+filter.Quote(c.suffix())))
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
