package engine

import (
	"container/heap"
	"reflect"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/design"
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
	client plan.Query // what who asks decides
	d      *design.Design
	tab    *table.Table // as it is read
	fields []string     // of the key
	whole  []bool       // by field of the key: the key holds all of its value
	asked  []bool       // of these, those that are asked for of each row

	key  base.RowKey // of the row at hand
	held []string    // by field of the key, its values that are asked for
	ok   bool        // they could be parted

	found  int64
	groups plan.Counts            // of the rows wanted, by the value of q.Each
	parted bool                   // by groups; otherwise all are wanted
	latest map[string]*latestRows // of each group, nil where they are not kept
	marked int                    // how many they are
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
func newPicker(d *design.Design, q plan.Query, p plan.Plan, marks bool) *picker {
	several := p.Newest != "" && p.Newest != plan.ByKey
	if len(p.Client) == 0 && !several {
		return nil
	}
	k := &picker{q: q, client: plan.Query{Where: p.Client}, d: d, fields: d.Template.Fields()}
	k.held = make([]string, len(k.fields))
	for _, f := range k.fields {
		asked := f == q.Each || slices.ContainsFunc(p.Client, func(c plan.Cond) bool { return c.Field == f })
		k.whole = append(k.whole, plan.Whole(d.Template, f))
		k.asked = append(k.asked, asked)
	}
	if k.parted = q.Latest.N > 0 && p.Newest != plan.ByKey; k.parted && marks {
		k.latest = map[string]*latestRows{}
	}
	return k
}

// takes reports whether a row that a read has returned meets what who asks decides.
func (k *picker) takes(key base.RowKey) bool {
	k.key = key
	k.ok = k.d.Template.HeldOf(key, k.held, k.asked)
	return k.client.Match(k.value)
}

// add takes a row that a read has returned, and reports whether it meets what who asks
// decides.
func (k *picker) add(key base.RowKey) bool {
	if !k.takes(key) {
		return false
	}
	if !k.parted {
		k.found++
		return true
	}
	name := ""
	if k.q.Each != "" {
		name = k.value(k.q.Each)
	}
	first := k.groups.Take(name, k.q.Latest.N)
	if first {
		k.found++
	}
	if k.latest != nil {
		k.keep(name, first)
	}
	return true
}

// keep keeps the row at hand by its key, where it is among the first of its group or later
// than one that is kept.
func (k *picker) keep(name string, first bool) {
	rows, row := k.latest[name], latestRow{k.key, k.value(k.q.Latest.Field)}
	switch {
	case first && k.marked == maxMarked:
		k.latest = nil
	case first:
		if k.marked++; rows == nil {
			rows = &latestRows{}
			k.latest[name] = rows
		}
		heap.Push(rows, row)
	case plan.Compare(row.value, (*rows)[0].value) > 0:
		(*rows)[0] = row
		heap.Fix(rows, 0)
	}
}

// value returns a value of the row at hand: from its key where that holds it, else from the
// newest cell of its column.
func (k *picker) value(field string) string {
	if i := slices.Index(k.fields, field); k.ok && i >= 0 && k.whole[i] {
		if !k.asked[i] {
			k.d.Template.HeldOf(k.key, k.held, nil)
		}
		return k.held[i]
	}
	i := slices.IndexFunc(k.d.Columns, func(c plan.Column) bool { return c.Field == field })
	if i < 0 {
		return ""
	}
	row, _ := k.tab.Get(k.key) // the row that was returned may lack cells, which a filter left out
	cell, _ := row.Newest(k.d.Columns[i].Family, k.d.Columns[i].Qualifier)
	return string(cell.Value)
}

// keys returns the keys of the latest rows that the question wants, nil where they are not
// kept.
func (k *picker) keys() map[base.RowKey]bool {
	if k.latest == nil {
		return nil
	}
	out := make(map[base.RowKey]bool, k.marked)
	for _, rows := range k.latest {
		for _, r := range *rows {
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
		d := now.designs[v.Table]
		if i < 0 || d == nil {
			continue
		}
		for _, past := range s.history.past {
			first, ok := past.verdictOf(now.workload[i])
			if !ok || !design.SameData(past.designs[first.Table].Data, d.Data) {
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
