package engine

import (
	"slices"

	"tabletop/engine/plan"
)

// plan plans a query over the design's data.
func (d *design) plan(q plan.Query) plan.Plan {
	var even []string
	if d.even[q.Latest.Field] {
		even = append(even, q.Latest.Field)
	}
	return plan.Make(d.template, d.columns, q, even...)
}

// setEven notes what is known of a field's values.
func (d *design) setEven(field string, l *plan.Lengths) {
	if d.even == nil {
		d.even = map[string]bool{}
	}
	d.even[field] = l.Even()
}

// weighEven pushes a look at all values of the field that the latest are asked of,
// and reports whether it has: they are not known yet.
func (t *Task) weighEven(d *design, latest plan.Latest) bool {
	at := slices.Index(d.data.Fields, latest.Field)
	if _, known := d.even[latest.Field]; known || latest.N <= 0 || at < 0 {
		return false
	}
	cursor, lengths := d.data.Cursor(), &plan.Lengths{}
	t.push(func(budget int64) (int64, bool) {
		for used := range budget {
			rec, ok := cursor.Next()
			if ok {
				lengths.Add(rec[at])
			}
			if !ok || !lengths.Even() {
				d.setEven(latest.Field, lengths)
				return used, true
			}
		}
		return budget, false
	})
	return true
}
