package compare

import (
	"container/heap"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/design"
	"tabletop/engine/plan"
	"tabletop/engine/table"
)

// maxMarked is the largest number of latest rows whose keys are kept, to be marked in the grid. If
// a query wants more, no keys are kept, and all rows returned are marked.
const maxMarked = 20_000

// WantedRowCounter counts the rows that a query wants among the rows that its reads return. The reads may
// return more, and then the client has to drop some: rows that fail a condition which no filter
// can test, and rows that are not among the latest, if several ranges or all matching rows had to
// be read to find these. If the reads return only wanted rows, there is no WantedRowCounter.
//
// Pass the key of each row that the reads return to Add. Then Found is the number of wanted rows.
type WantedRowCounter struct {
	q      plan.Query
	client plan.Query // the conditions that the client has to test
	d      *design.Design
	tab    *table.Table // the table that is read
	fields []string     // the fields of the key
	whole  []bool       // for each of fields: the key has the complete value
	asked  []bool       // for each of fields: its value is taken from the key of every row

	key  base.RowKey // key of the current row
	held []string    // for each of fields: the value in that key, if it has been decoded
	ok   bool        // the key could be decoded

	Found   int64                  // wanted rows so far
	groups  plan.NameCounts        // rows of each group so far, up to the number wanted
	Grouped bool                   // only the latest rows of each group are wanted, not all
	latest  map[string]*latestRows // the latest rows by group; nil if they are not kept
	marked  int                    // number of rows in latest
}

// latestRows is a heap of the latest rows of a group, with the least recent one first.
type latestRows []latestRow

// latestRow is a row with its value of the field by which the latest are wanted.
type latestRow struct {
	key   base.RowKey
	value string
}

func (r latestRows) Len() int           { return len(r) }
func (r latestRows) Less(i, j int) bool { return plan.CompareValues(r[i].value, r[j].value) < 0 }
func (r latestRows) Swap(i, j int)      { r[i], r[j] = r[j], r[i] }
func (r *latestRows) Push(v any)        { *r = append(*r, v.(latestRow)) }
func (r *latestRows) Pop() any {
	last := len(*r) - 1
	v := (*r)[last]
	*r = (*r)[:last]
	return v
}

// NewWantedRowCounter returns a WantedRowCounter for the reads of a plan of the query q, or nil if
// they return only wanted rows. t is the table of the design, which must not be written while rows
// are added. If marks is true and only the latest rows are wanted, their keys are kept for Keys.
func NewWantedRowCounter(d *design.Design, q plan.Query, p plan.Plan, t *table.Table, marks bool) *WantedRowCounter {
	several := p.LatestMethod != "" && p.LatestMethod != plan.ByKey
	if len(p.ClientConditions) == 0 && !several {
		return nil
	}
	k := &WantedRowCounter{q: q, client: plan.Query{Where: p.ClientConditions}, d: d, tab: t, fields: d.Template.Fields()}
	k.held = make([]string, len(k.fields))
	for _, f := range k.fields {
		asked := f == q.Each || slices.ContainsFunc(p.ClientConditions, func(c plan.Cond) bool { return c.Field == f })
		k.whole = append(k.whole, plan.HoldsWholeField(d.Template, f))
		k.asked = append(k.asked, asked)
	}
	if k.Grouped = q.Latest.N > 0 && p.LatestMethod != plan.ByKey; k.Grouped && marks {
		k.latest = map[string]*latestRows{}
	}
	return k
}

// MeetsConditions reports whether a row that a read has returned meets the conditions that the
// client has to test. It counts nothing.
func (k *WantedRowCounter) MeetsConditions(key base.RowKey) bool {
	k.key = key
	k.ok = k.d.Template.DecodeWantedFields(key, k.held, k.asked)
	return k.client.Match(k.value)
}

// Add counts a row that a read has returned, and reports whether it meets the conditions that the
// client has to test. A row that does may still be dropped, if it is not one of the latest.
func (k *WantedRowCounter) Add(key base.RowKey) bool {
	if !k.MeetsConditions(key) {
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
	first := k.groups.TryTake(name, k.q.Latest.N)
	if first {
		k.Found++
	}
	if k.latest != nil {
		k.keep(name, first)
	}
	return true
}

// keep keeps the key of the current row if it is one of the latest of its group so far. first says
// that the group has fewer rows than are wanted; otherwise the row replaces the least recent one
// that is kept, if it is later. When there are more than maxMarked rows, keep drops all of them.
func (k *WantedRowCounter) keep(name string, first bool) {
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
	case plan.CompareValues(row.value, (*rows)[0].value) > 0:
		(*rows)[0] = row
		heap.Fix(rows, 0)
	}
}

// value returns the current row's value of a field: from the key if it has the complete value, and
// otherwise from the newest cell of the field's column. It returns "" if there is none.
func (k *WantedRowCounter) value(field string) string {
	if i := slices.Index(k.fields, field); k.ok && i >= 0 && k.whole[i] {
		if !k.asked[i] {
			k.d.Template.DecodeWantedFields(k.key, k.held, nil)
		}
		return k.held[i]
	}
	i := slices.IndexFunc(k.d.Columns, func(c plan.FieldColumn) bool { return c.Field == field })
	if i < 0 {
		return ""
	}
	row, _ := k.tab.Get(k.key) // not the returned row, of which a filter may have dropped cells
	cell, _ := row.Newest(k.d.Columns[i].Family, k.d.Columns[i].Qualifier)
	return string(cell.Value)
}

// LatestKeys returns the keys of the latest rows that the query wants, or nil if they are not kept.
func (k *WantedRowCounter) LatestKeys() map[base.RowKey]bool {
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
