package compare

import (
	"maps"
	"slices"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/design"
	"tabletop/engine/filter"
	"tabletop/engine/plan"
	"tabletop/engine/table"
)

// Read is one of the reads of a plan. Where some rows of each group are enough, its query skips
// from group to group, and the read keeps where it was: then it can be run once only.
type Read struct {
	table.Query
	groups plan.Groups // of which some rows each are wanted, if any
	most   int64       // rows of each

	front  base.RowKey  // what the keys of the group of the row met last begin with, "" for none
	met    int64        // rows of it
	rest   base.Range   // what is left of the range
	walked []base.Range // and what was read before
}

// skip takes a row of a read that skips. Once it has enough rows of the row's group it returns
// the key to go on from, after that group.
func (p *Read) skip(r table.Row) (to base.RowKey, skip bool) {
	key := r.Key()
	if p.front == "" || !strings.HasPrefix(string(key), string(p.front)) {
		var ok bool
		if p.front, ok = p.groups.Front(key); !ok {
			p.front = ""
			return "", false
		}
		p.met = 0
	}
	if p.met++; p.met < p.most {
		return "", false
	}
	read := p.rest
	if p.Reversed {
		to, read.Start = p.front, key
		p.rest.End = to
	} else {
		to, read.End = base.PrefixEnd(string(p.front)), key+"\x00"
		if p.rest.Start = to; to == "" {
			p.rest = nothing
		}
	}
	p.front = ""
	p.walked = append(p.walked, read)
	return to, true
}

// nothing is a range without keys.
var nothing = base.Range{Start: "\x00", End: "\x00"}

// Walked returns the ranges that the read has walked: those that it was to walk, up to where a
// limit ended it. st is what it counted.
func (p *Read) Walked(of []base.Range, st *table.Stats) []base.Range {
	switch {
	case !p.groups.None():
		if p.walked = append(p.walked, p.rest); p.Reversed {
			slices.Reverse(p.walked)
		}
		return p.walked
	case p.Limit == 0 || st.RowsReturned < p.Limit:
		return of
	case p.Reversed:
		return []base.Range{{Start: st.Last, End: of[0].End}}
	default:
		return []base.Range{{Start: of[0].Start, End: st.Last + "\x00"}}
	}
}

// Reads returns the reads of a plan: one, or where some rows of each range are enough, one for
// each range. They only count rows.
func Reads(p plan.Plan) []Read {
	program, err := filter.Compile(p.Filter)
	if err != nil {
		panic("engine: the planner made a filter that does not compile: " + err.Error())
	}
	q := table.Query{Ranges: Ranges(p.Ranges), Filter: program, CountOnly: true, Limit: p.Limit, Reversed: p.Reversed}
	if p.Limit == 0 {
		return []Read{{Query: q}}
	}
	out := make([]Read, len(p.Ranges))
	for i, r := range p.Ranges {
		one := &out[i]
		*one = Read{Query: q, groups: p.Groups}
		if one.Ranges = []base.Range{r}; !one.groups.None() {
			one.Limit, one.most, one.rest, one.Skip = 0, p.Limit, r, one.skip
		}
	}
	return out
}

// Ranges returns the ranges that a read walks, in order and without overlap. No range means all
// rows.
func Ranges(ranges []base.Range) []base.Range {
	if len(ranges) == 0 {
		return []base.Range{base.Whole}
	}
	return base.Merge(ranges)
}

// Best returns the table that answers a query best, with its plan: one whose design holds all the
// query's fields and narrows it by most of them, before those by which the reader has to sort;
// the first by name of equal ones. Where no design holds all fields, the name is empty and the
// plan says which are missing.
func Best(designs map[string]*design.Design, tables map[string]*table.Table, q plan.Query) (string, plan.Plan) {
	found, with := "", plan.Plan{Access: plan.Scan}
	for _, name := range slices.Sorted(maps.Keys(designs)) {
		p := designs[name].Plan(q, tables[name])
		if len(p.Missing) > 0 {
			if found == "" && len(with.Missing) == 0 {
				with = p
			}
			continue
		}
		sorted := !p.Newest.Sorted() && with.Newest.Sorted()
		if found == "" || len(p.InKey) > len(with.InKey) || len(p.InKey) == len(with.InKey) && sorted {
			found, with = name, p
		}
	}
	return found, with
}
