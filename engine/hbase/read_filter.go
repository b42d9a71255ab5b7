package hbase

import (
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/filter"
	"tabletop/engine/table"
)

// Column is a column or, with All, a whole family.
type Column struct {
	Family    base.Family
	Qualifier base.Qualifier
	All       bool
}

// ReadOptions says what a get or a scan shows of each row.
type ReadOptions struct {
	Columns    []Column    // empty for all columns
	Versions   int         // versions of each column; 0 for DefaultVersions
	Start, End base.Micros // timestamps in [Start, End); an End of 0 means no bound
	Raw        bool        // whether to show also what the families no longer keep
}

// Filter returns a filter that passes the cells of r in a table at the time now. It
// refuses (no-family) a column of an unknown family.
func (r ReadOptions) Filter(t *table.Table, now base.Micros) (filter.Filter, error) {
	for _, c := range r.Columns {
		if err := t.CheckFamily(c.Family); err != nil {
			return nil, err
		}
	}
	var branches filter.Interleave
	for _, info := range t.Families() {
		columns, wanted := r.columns(info.Name)
		if !wanted {
			continue
		}
		branches = append(branches, r.family(info, columns, now))
	}
	switch len(branches) {
	case 0:
		return filter.BlockAll{}, nil
	case 1: // an interleave needs at least two branches
		return branches[0], nil
	}
	return branches, nil
}

// columns returns the qualifiers that r reads of a family, or none for all of them, and
// whether it reads any.
func (r ReadOptions) columns(f base.Family) (qualifiers []base.Qualifier, wanted bool) {
	if len(r.Columns) == 0 {
		return nil, true
	}
	for _, c := range r.Columns {
		if c.Family != f {
			continue
		}
		if c.All {
			return nil, true
		}
		if !slices.Contains(qualifiers, c.Qualifier) {
			qualifiers = append(qualifiers, c.Qualifier)
		}
	}
	return qualifiers, len(qualifiers) > 0
}

// family returns the filter for the cells of one family. columns is empty for all.
func (r ReadOptions) family(info table.FamilyInfo, columns []base.Qualifier, now base.Micros) filter.Filter {
	chain := filter.Chain{filter.FamilyRegex(filter.QuotePattern(string(info.Name)))}
	if len(columns) > 0 {
		var one string
		for i, q := range columns {
			if i > 0 {
				one += "|"
			}
			one += filter.QuotePattern(string(q))
		}
		chain = append(chain, filter.QualifierRegex(one))
	}
	f, _ := DescribeFamily(info)
	start := r.Start
	if f.TTL > 0 && f.MinVersions == 0 && !r.Raw {
		start = max(start, expiry(f, now))
		if r.End > 0 && r.Start <= r.End && r.End < start {
			start = r.End // everything has expired: an empty range, since a reversed one would be refused
		}
	}
	if start > 0 || r.End > 0 {
		chain = append(chain, filter.TimestampRange{Start: start, End: r.End})
	}
	versions := max(r.Versions, DefaultVersions)
	if f.Versions > 0 && !r.Raw {
		versions = min(versions, f.Versions)
	}
	return append(chain, filter.CellsPerColumn(versions))
}

// Unexpired returns a function that drops what families with MIN_VERSIONS do not keep of the cells of
// a row, which [ReadOptions.Filter] has passed. It is nil if the filter needs no such help.
func (r ReadOptions) Unexpired(t *table.Table, now base.Micros) func(cells []base.Cell) []base.Cell {
	least := map[base.Family]Family{}
	for _, info := range t.Families() {
		if f, _ := DescribeFamily(info); f.TTL > 0 && f.MinVersions > 0 && !r.Raw {
			least[info.Name] = f
		}
	}
	if len(least) == 0 {
		return nil
	}
	return func(cells []base.Cell) []base.Cell {
		versions, last := 0, base.Cell{}
		return slices.DeleteFunc(cells, func(c base.Cell) bool {
			if c.Family != last.Family || c.Qualifier != last.Qualifier {
				versions = 0
			}
			versions, last = versions+1, c
			f, is := least[c.Family]
			return is && versions > f.MinVersions && c.At < expiry(f, now)
		})
	}
}

// expiry returns the oldest timestamp that a family shows at the time now, or 0 if it
// shows all. It is a whole millisecond.
func expiry(f Family, now base.Micros) base.Micros {
	if f.TTL == 0 {
		return 0
	}
	at := max(now-base.Micros(f.TTL.Microseconds()), 0)
	return (at + 999) / 1000 * 1000
}
