package compare

import (
	"container/heap"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/design"
	"tabletop/engine/plan"
	"tabletop/engine/table"
)

// maxMarked is the largest number of latest rows that are kept by their keys for the
// grid's marks. Of a question that wants more, all rows returned are marked.
const maxMarked = 20_000

// WantedRows counts the rows that a query wants among those that its reads return. The client
// drops rows that no filter can tell, and keeps only the latest where several ranges, or all
// that match, were read for them. It is nil for reads that return wanted rows only.
type WantedRows struct {
	q      plan.Query
	client plan.Query // the conditions that the client decides
	d      *design.Design
	tab    *table.Table // as it is read
	fields []string     // of the key
	whole  []bool       // by field of the key: the key holds all of its value
	asked  []bool       // of these, those that are asked for of each row

	key  base.RowKey // of the row at hand
	held []string    // by field of the key, its values that are asked for
	ok   bool        // they could be parted

	Found   int64                  // rows that are wanted, so far
	groups  plan.Counts            // of the rows wanted, by the value of q.Each
	Grouped bool                   // of each group only the latest are wanted; otherwise all are
	latest  map[string]*latestRows // of each group, nil where they are not kept
	marked  int                    // how many they are
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

// NewWantedRows returns a count for the reads of a plan over a design's table, nil where they
// return wanted rows only. The table must not be written while rows are added. With marks the
// keys of the latest rows are kept.
func NewWantedRows(d *design.Design, q plan.Query, p plan.Plan, t *table.Table, marks bool) *WantedRows {
	several := p.Newest != "" && p.Newest != plan.ByKey
	if len(p.Client) == 0 && !several {
		return nil
	}
	k := &WantedRows{q: q, client: plan.Query{Where: p.Client}, d: d, tab: t, fields: d.Template.Fields()}
	k.held = make([]string, len(k.fields))
	for _, f := range k.fields {
		asked := f == q.Each || slices.ContainsFunc(p.Client, func(c plan.Cond) bool { return c.Field == f })
		k.whole = append(k.whole, plan.Whole(d.Template, f))
		k.asked = append(k.asked, asked)
	}
	if k.Grouped = q.Latest.N > 0 && p.Newest != plan.ByKey; k.Grouped && marks {
		k.latest = map[string]*latestRows{}
	}
	return k
}

// Takes reports whether a row that a read has returned meets what the client decides.
func (k *WantedRows) Takes(key base.RowKey) bool {
	k.key = key
	k.ok = k.d.Template.HeldOf(key, k.held, k.asked)
	return k.client.Match(k.value)
}

// Add takes a row that a read has returned, and reports whether it meets what the client
// decides.
func (k *WantedRows) Add(key base.RowKey) bool {
	if !k.Takes(key) {
		return false
	}
	if !k.Grouped {
		k.Found++
		return true
	}
	name := ""
	if k.q.Each != "" {
		name = k.value(k.q.Each)
	}
	first := k.groups.Take(name, k.q.Latest.N)
	if first {
		k.Found++
	}
	if k.latest != nil {
		k.keep(name, first)
	}
	return true
}

// keep keeps the row at hand by its key, where it is among the first of its group or later
// than one that is kept.
func (k *WantedRows) keep(name string, first bool) {
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
func (k *WantedRows) value(field string) string {
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

// Keys returns the keys of the latest rows that the question wants, nil where they are not
// kept.
func (k *WantedRows) Keys() map[base.RowKey]bool {
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
