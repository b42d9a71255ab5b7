package grid

import (
	"slices"
	"strings"

	"tabletop/engine"
	"tabletop/engine/rowkey"
)

// drawn is the rows of the last drawing.
type drawn struct {
	page     engine.RowPage
	template string  // the row-key template of the table
	first    float64 // number of the row at the top of the box
}

// same reports whether the rows are those of a page, in the same order.
func (d drawn) same(p engine.RowPage) bool {
	return d.page.Table == p.Table && d.page.Offset == p.Offset &&
		slices.EqualFunc(d.page.Rows, p.Rows, func(a, b engine.PageRow) bool { return a.Key == b.Key })
}

// glides returns, for rows that have another place under a new row-key template, how many
// rows lower they were before. The result is by the index of the row in the present page.
//
// Rows of the two drawings are the same record if they have the same cells, and the same
// values of the fields that both keys hold. A record that occurs twice in a drawing is left
// out. There is no result unless the table is the same and its template another one.
func glides(before, now drawn) map[int]float64 {
	if before.page.Table != now.page.Table || before.template == "" || now.template == "" || before.template == now.template {
		return nil
	}
	from, err := rowkey.Parse(before.template)
	to, err2 := rowkey.Parse(now.template)
	if err != nil || err2 != nil {
		return nil
	}
	// The fields that both keys hold help to recognise a record, if both keys can be decoded.
	both := slices.DeleteFunc(from.Fields(), func(f string) bool { return !slices.Contains(to.Fields(), f) })
	if !from.DecodableClaim().Holds || !to.DecodableClaim().Holds {
		both = nil
	}
	const twice = -1
	at := map[string]int{}
	for i, r := range before.page.Rows {
		record := recordOf(from, both, r)
		if _, known := at[record]; known {
			i = twice
		}
		at[record] = i
	}
	out := map[int]float64{}
	for i, r := range now.page.Rows {
		record := recordOf(to, both, r)
		was, known := at[record]
		at[record] = twice
		if !known || was == twice {
			continue
		}
		lower := float64(before.page.Offset+was) - before.first - (float64(now.page.Offset+i) - now.first)
		if lower != 0 {
			out[i] = lower
		}
	}
	return out
}

// recordOf returns a string that identifies the record of a row: the given fields of its
// key, and its cells.
func recordOf(t *rowkey.Template, fields []string, r engine.PageRow) string {
	var b strings.Builder
	own := t.Fields()
	values, ok := t.Decode(r.Key)
	for _, f := range fields {
		if ok {
			b.WriteString(values[slices.Index(own, f)])
		}
		b.WriteByte(0)
	}
	for _, c := range r.Cells {
		b.WriteString(string(c.Family) + "\x00" + string(c.Qualifier) + "\x00" + c.Value + "\x00")
	}
	return b.String()
}
