package engine

import (
	"container/heap"
	"reflect"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/plan"
	"tabletop/engine/table"
)

// maxMarked is the largest number of latest rows that are kept by their keys for the
// grid's marks. Of a question that wants more, all rows returned are marked.
const maxMarked = 20_000

// picker counts which of the rows that the reads of a question return are those that the
// question wants: who asks drops rows that no filter could tell, and keeps only the
// latest where several ranges, or all that match, were read for them. A nil picker stands
// for reads that return nothing else.
type picker struct {
	q      plan.Query
	client []plan.Cond // decided by who asks
	d      *design
	tab    *table.Table // as it is read
	fields []string     // of the key
	whole  []bool       // by field of the key: the key holds all of its value

	found  int64
	groups map[string]*pickedGroup // of the rows wanted, by the value of q.Each; nil where all are
	marks  bool                    // the latest rows are kept by their keys
	marked int                     // how many of them
}

// pickedGroup is the latest rows of one value, at most as many as are wanted of each.
type pickedGroup struct {
	n    int64
	rows latestRows
}

// latestRows is a heap whose first row is the one that gives way to a later one.
type latestRows []latestRow

type latestRow struct {
	key   base.RowKey
	value string // of the field that the latest are asked of
}

func (r latestRows) Len() int           { return len(r) }
func (r latestRows) Less(i, j int) bool { return plan.Compare(r[i].value, r[j].value) < 0 }
func (r latestRows) Swap(i, j int)      { r[i], r[j] = r[j], r[i] }
func (r *latestRows) Push(v any)        { *r = append(*r, v.(latestRow)) }
func (r *latestRows) Pop() any {
	last := len(*r) - 1
	v := (*r)[last]
	*r = (*r)[:last]
	return v
}

// newPicker returns a picker for the reads of a plan over a design's table, nil where
// they return nothing but what the question wants. With marks it keeps the keys of the
// latest rows.
func newPicker(d *design, q plan.Query, p plan.Plan, marks bool) *picker {
	several := p.Newest != "" && p.Newest != plan.ByKey
	if len(p.Client) == 0 && !several {
		return nil
	}
	k := &picker{q: q, client: p.Client, d: d, fields: d.template.Fields(), marks: marks}
	for _, f := range k.fields {
		k.whole = append(k.whole, plan.Whole(d.template, f))
	}
	if q.Latest.N > 0 && p.Newest != plan.ByKey {
		k.groups = map[string]*pickedGroup{}
	}
	return k
}

// takes reports whether a row that a read has returned meets what who asks decides.
func (k *picker) takes(key base.RowKey) bool {
	return plan.Query{Where: k.client}.Match(k.valuesOf(key))
}

// add takes a row that a read has returned, and reports whether it meets what who asks
// decides.
func (k *picker) add(key base.RowKey) bool {
	value := k.valuesOf(key)
	if !(plan.Query{Where: k.client}).Match(value) {
		return false
	}
	if k.groups == nil {
		k.found++
	} else {
		k.addLatest(key, value)
	}
	return true
}

// addLatest takes a row of which only the latest of its group are wanted.
func (k *picker) addLatest(key base.RowKey, value func(field string) string) {
	name := ""
	if k.q.Each != "" {
		name = value(k.q.Each)
	}
	g := k.groups[name]
	if g == nil {
		g = &pickedGroup{}
		k.groups[name] = g
	}
	if g.n < k.q.Latest.N {
		g.n++
		k.found++
		if k.mark() {
			heap.Push(&g.rows, latestRow{key, value(k.q.Latest.Field)})
		}
		return
	}
	if !k.marks {
		return
	}
	if at := value(k.q.Latest.Field); plan.Compare(at, g.rows[0].value) > 0 {
		g.rows[0] = latestRow{key, at}
		heap.Fix(&g.rows, 0)
	}
}

// mark reports whether one more row is kept by its key.
func (k *picker) mark() bool {
	k.marked++
	k.marks = k.marks && k.marked <= maxMarked
	return k.marks
}

// valuesOf returns a row's values by field: from its key where that holds them, else
// from the newest cell of their column.
func (k *picker) valuesOf(key base.RowKey) func(field string) string {
	held, ok := k.d.template.Held(key)
	return func(field string) string {
		if i := slices.Index(k.fields, field); ok && i >= 0 && k.whole[i] {
			return held[i]
		}
		i := slices.IndexFunc(k.d.columns, func(c plan.Column) bool { return c.Field == field })
		if i < 0 {
			return ""
		}
		row, _ := k.tab.Get(key) // the row that was returned may lack cells, which a filter left out
		cell, _ := row.Newest(k.d.columns[i].Family, k.d.columns[i].Qualifier)
		return string(cell.Value)
	}
}

// latest returns the keys of the latest rows that the question wants, nil where they are
// not kept.
func (k *picker) latest() map[base.RowKey]bool {
	if !k.marks || k.groups == nil {
		return nil
	}
	out := make(map[base.RowKey]bool, k.marked)
	for _, g := range k.groups {
		for _, r := range g.rows {
			out[r.key] = true
		}
	}
	return out
}

// Start is what a question of the workload cost under the first designs of the timeline that
// answered it over the present data.
type Start struct {
	Query   string
	Designs []AttemptDesign
	Verdict Verdict
}

// Starts returns the starts of the questions that have one. A question has none where the
// designs have not been changed since it was asked first, or the data has been, and where
// the timeline begins later. With more data a question costs more under any design, so that
// only what the same data cost can be compared.
func (s *Session) Starts() (out []Start) {
	now := &s.state
	for _, v := range now.verdicts {
		i := slices.IndexFunc(now.workload, func(q plan.Query) bool { return q.ID == v.Query })
		if i < 0 || v.Table == "" {
			continue
		}
		for _, past := range s.history.past {
			first, ok := past.verdictOf(now.workload[i])
			if !ok || !sameData(past.designs[first.Table].data, now.designs[v.Table].data) {
				continue
			}
			if !sameTemplates(past, *now) {
				out = append(out, Start{Query: v.Query, Designs: described(past.designs), Verdict: first})
			}
			break
		}
	}
	return out
}

// verdictOf returns what a question was measured to cost in a state, ok false where it
// was not asked then or not answered.
func (s *state) verdictOf(q plan.Query) (v Verdict, ok bool) {
	i := slices.IndexFunc(s.workload, func(asked plan.Query) bool { return asked.ID == q.ID })
	if i < 0 || i >= len(s.verdicts) || s.verdicts[i].Table == "" || !reflect.DeepEqual(s.workload[i], q) {
		return Verdict{}, false
	}
	return s.verdicts[i], s.designs[s.verdicts[i].Table] != nil
}
