package hfilter

import (
	"fmt"
	"slices"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/filter"
)

// BigtablePlan is a filter in terms of Bigtable.
type BigtablePlan struct {
	Range base.Range    // the rows that have to be read
	Tree  filter.Filter // nil if none is needed or possible
	Whole bool          // Tree does everything; otherwise an Evaluation has to be applied to the rows
}

// maxTree is the largest number of bytes of a filter's text for which a tree is made.
// Trees of longer filters might be too large for Bigtable.
const maxTree = 2000

// CompileToBigtable expresses f by Bigtable's filters and ranges, if they can do so exactly. If not,
// the plan is not Whole and has no tree, and an [Evaluation] has to see every cell of its
// range.
func CompileToBigtable(f Filter, reversed bool) BigtablePlan {
	p := BigtablePlan{Whole: true}
	var rows, cells, last filter.Chain // in the order in which they have to be applied
	parts := And{f}
	if and, ok := f.(And); ok {
		parts = and
	}
	first := 0 // number of FirstKeyOnly filters, which count the cells that they see
	ends := slices.ContainsFunc(parts, whiles)
	for _, part := range parts {
		p.clip(part, reversed, !ends)
		switch part := part.(type) {
		case FirstKeyOnly:
			first++
			last = append(last, filter.CellsPerRow(1))
		case KeyOnly:
			if part.Lengths {
				p.Whole = false
			}
			last = append(last, filter.StripValue{})
		case SingleColumnValue:
			c, ok := singleTree(part)
			rows, p.Whole = append(rows, c), p.Whole && ok
		default:
			c, ok := cellTree(part)
			if c != nil {
				cells = append(cells, c)
			}
			p.Whole = p.Whole && ok
		}
	}
	// In HBase a filter that counts cells also counts those that another filter drops.
	if first > 1 || first == 1 && slices.ContainsFunc(parts, narrows) || len(Print(f)) > maxTree ||
		len(rows) > 0 && slices.ContainsFunc(parts, seeks) {
		p.Whole = false
	}
	if !p.Whole {
		return p
	}
	switch chain := slices.Concat(rows, cells, last); len(chain) {
	case 0:
	case 1:
		p.Tree = chain[0]
	default:
		p.Tree = chain
	}
	return p
}

// clip removes from the range the rows after the one at which the filter ends the scan
// and, with seek, the rows before the first one that it returns.
func (p *BigtablePlan) clip(f Filter, reversed, seek bool) {
	r := base.AllKeys
	switch f := f.(type) {
	case Prefix:
		switch r = base.PrefixRange(string(f)); {
		case seek:
		case reversed:
			r.End = ""
		default:
			r.Start = ""
		}
	case InclusiveStop:
		r.End = base.RowKey(f) + "\x00"
		if reversed {
			r = base.Range{Start: base.RowKey(f)}
		}
	}
	p.Range.Start = max(p.Range.Start, r.Start)
	if p.Range.End == "" || r.End != "" && r.End < p.Range.End {
		p.Range.End = r.End
	}
}

// whiles reports whether a dropped row can end the scan, so that every row before it has
// to be read.
func whiles(f Filter) bool {
	switch f := f.(type) {
	case While:
		return true
	case Skip:
		return whiles(f.Filter)
	case And:
		return slices.ContainsFunc(f, whiles)
	case Or:
		return slices.ContainsFunc(f, whiles)
	}
	return false
}

// narrows reports whether a filter can drop single cells of a row.
func narrows(f Filter) bool {
	switch f := f.(type) {
	case Prefix, InclusiveStop, Row, FirstKeyOnly, KeyOnly:
		return false
	case SingleColumnValue:
		return f.Exclude
	}
	return true
}

// seeks reports whether a filter skips cells that other filters beside it would have to
// see.
func seeks(f Filter) bool {
	switch f.(type) {
	case Family, ColumnPrefix, MultipleColumnPrefix, Timestamps, ColumnValue, FirstKeyOnly:
		return true
	}
	return false
}

// singleTree expresses a filter by the value of one column, if possible.
func singleTree(f SingleColumnValue) (filter.Filter, bool) {
	test, ok := valueTree(f.Value)
	if !ok || f.Exclude || f.AllVersions || strings.Contains(f.Family, ":") {
		return nil, false
	}
	newest := append(column(f.Family, f.Qualifier), filter.CellsPerColumn(1))
	missing := filter.Filter(filter.Condition{If: column(f.Family, f.Qualifier), Then: filter.BlockAll{}, Else: filter.PassAll{}})
	if f.IfMissing {
		missing = filter.BlockAll{}
	}
	return filter.Condition{If: append(newest, test), Then: filter.PassAll{}, Else: missing}, true
}

// column returns a filter for one column.
func column(family, qualifier string) filter.Chain {
	return filter.Chain{filter.FamilyRegex(filter.QuotePattern(family)), filter.QualifierRegex(filter.QuotePattern(qualifier))}
}

// valueTree expresses a comparison of a value, if possible.
func valueTree(c Comparison) (filter.Filter, bool) {
	if c.Text == "" {
		return nil, false
	}
	switch {
	case c.Op == Equal && c.Kind == Binary:
		return filter.ValueRegex(filter.QuotePattern(c.Text)), true
	case c.Op == Equal && c.Kind == BinaryPrefix:
		return filter.ValueRegex(begins(c.Text)), true
	case c.Kind != Binary:
		return nil, false
	case c.Op == Less:
		return filter.ValueRange{End: base.OpenBound(c.Text)}, true
	case c.Op == LessOrEqual:
		return filter.ValueRange{End: base.ClosedBound(c.Text)}, true
	case c.Op == GreaterOrEqual:
		return filter.ValueRange{Start: base.ClosedBound(c.Text)}, true
	case c.Op == Greater:
		return filter.ValueRange{Start: base.OpenBound(c.Text)}, true
	}
	return nil, false
}

// begins returns a pattern of the texts with a prefix.
func begins(text string) string { return filter.QuotePattern(text) + `\C*` }

// cellTree expresses a filter that decides on each cell independently, if possible. The
// result is nil for a filter that keeps all cells of the plan's range.
func cellTree(f Filter) (filter.Filter, bool) {
	switch f := f.(type) {
	case And, Or, Skip, While, ColumnCountGet, Page, ColumnPagination, ColumnRange, DependentColumn:
		return nil, false
	case InclusiveStop:
		return nil, true
	case Prefix:
		return filter.RowKeyRegex(begins(string(f))), true
	case ColumnPrefix:
		return filter.QualifierRegex(begins(string(f))), true
	case MultipleColumnPrefix:
		patterns := make([]string, len(f))
		for i, p := range f {
			patterns[i] = begins(p)
		}
		return filter.QualifierRegex(strings.Join(patterns, "|")), true
	case Row:
		pattern, ok := textPattern(Comparison(f))
		return filter.RowKeyRegex(pattern), ok
	case Family:
		pattern, ok := textPattern(Comparison(f))
		return filter.FamilyRegex(pattern), ok && !strings.Contains(f.Text, ":")
	case Qualifier:
		pattern, ok := textPattern(Comparison(f))
		return filter.QualifierRegex(pattern), ok
	case Value:
		return valueTree(Comparison(f))
	case Timestamps:
		return timesTree(f)
	case ColumnValue:
		test, ok := valueTree(f.Value)
		return append(column(f.Family, f.Qualifier), test), ok && !strings.Contains(f.Family, ":")
	default:
		panic(fmt.Sprintf("hfilter: unknown filter %T", f))
	}
}

// textPattern expresses a comparison of a key or name as a pattern, if possible.
func textPattern(c Comparison) (string, bool) {
	switch {
	case c.Op != Equal || c.Text == "":
		return "", false
	case c.Kind == Binary:
		return filter.QuotePattern(c.Text), true
	case c.Kind == BinaryPrefix:
		return begins(c.Text), true
	}
	return "", false
}

// timesTree expresses timestamps as ranges of a millisecond each, without overlaps, if
// possible.
func timesTree(at Timestamps) (filter.Filter, bool) {
	times := slices.Compact(slices.Sorted(slices.Values(at)))
	if times[len(times)-1] > 1<<52 {
		return nil, false
	}
	var any filter.Interleave
	for _, ms := range times {
		any = append(any, filter.TimestampRange{Start: base.Micros(ms) * 1000, End: base.Micros(ms)*1000 + 1000})
	}
	if len(any) == 1 {
		return any[0], true
	}
	return any, true
}
