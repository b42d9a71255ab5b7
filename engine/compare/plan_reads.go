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

// PlanRead is one of the reads of a plan. If the plan wants only some rows of each group, the query
// skips from group to group (see [table.ScanQuery.Skip]), and the PlanRead keeps its position in the
// range. Such a PlanRead must be run only once. It must not be copied, since Skip refers to it.
type PlanRead struct {
	table.ScanQuery
	groups plan.RowGroups // the groups between which the read skips, if any
	most   int64          // rows to read of each group

	front  base.RowKey  // the prefix of the current group's keys, "" for none
	met    int64        // rows of the current group so far
	rest   base.Range   // the part of the range that has not been passed
	walked []base.Range // the parts that were read before rest, in the order of the read
}

// skip is the Skip function of the query. It counts the row r. When the current group has enough
// rows, it returns the key at which the read continues, which is at the end of the group.
func (p *PlanRead) skip(r table.Row) (to base.RowKey, skip bool) {
	key := r.Key()
	if p.front == "" || !strings.HasPrefix(string(key), string(p.front)) {
		var ok bool
		if p.front, ok = p.groups.PrefixOf(key); !ok {
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

// ScannedRanges returns the ranges that the read has scanned, in key order. of is the ranges that it was
// given, and st is what it counted. The result ends where a limit ended the read, and leaves out
// the parts that were skipped. Call it once, after the read.
func (p *PlanRead) ScannedRanges(of []base.Range, st *table.ScanStats) []base.Range {
	switch {
	case !p.groups.IsEmpty():
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

// ReadsOfPlan returns the reads of a plan. If the plan has a limit, there is one for each range, and
// otherwise one for all ranges. The reads count rows and do not yield cells (see
// [table.ScanQuery.CountOnly]).
func ReadsOfPlan(p plan.Plan) []PlanRead {
	program, err := filter.Compile(p.Filter)
	if err != nil {
		panic("engine: the planner made a filter that does not compile: " + err.Error())
	}
	q := table.ScanQuery{Ranges: EffectiveRanges(p.Ranges), Filter: program, CountOnly: true, Limit: p.Limit, Reversed: p.Reversed}
	if p.Limit == 0 {
		return []PlanRead{{ScanQuery: q}}
	}
	out := make([]PlanRead, len(p.Ranges))
	for i, r := range p.Ranges {
		one := &out[i]
		*one = PlanRead{ScanQuery: q, groups: p.Groups}
		if one.Ranges = []base.Range{r}; !one.groups.IsEmpty() {
			one.Limit, one.most, one.rest, one.Skip = 0, p.Limit, r, one.skip
		}
	}
	return out
}

// EffectiveRanges returns the ranges that a read scans, in key order and without overlap. No ranges
// mean the whole table.
func EffectiveRanges(ranges []base.Range) []base.Range {
	if len(ranges) == 0 {
		return []base.Range{base.AllKeys}
	}
	return base.MergeRanges(ranges)
}

// BestTable returns the name of the table that answers a query best, and the plan for it. Only designs
// that hold all fields of the query count. Of these it chooses the one in whose key the most
// fields narrow the read; of equal ones one that does not leave the sorting to the reader, and
// then the first by name.
//
// If no design holds all fields, the name is empty, and the plan's Missing says which fields the
// first design lacks. If there are no designs, the plan is a scan.
func BestTable(designs map[string]*design.Design, tables map[string]*table.Table, q plan.Query) (string, plan.Plan) {
	found, with := "", plan.Plan{Access: plan.Scan}
	for _, name := range slices.Sorted(maps.Keys(designs)) {
		p := designs[name].Plan(q, tables[name])
		if len(p.Missing) > 0 {
			if found == "" && len(with.Missing) == 0 {
				with = p
			}
			continue
		}
		sorted := !p.LatestMethod.NeedsSort() && with.LatestMethod.NeedsSort()
		if found == "" || len(p.InKey) > len(with.InKey) || len(p.InKey) == len(with.InKey) && sorted {
			found, with = name, p
		}
	}
	return found, with
}
