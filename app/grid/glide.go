package grid

import (
	"slices"
	"strings"

	"tabletop/engine"
	"tabletop/engine/rowkey"
)

// drawn is rows as they stand in the box.
type drawn struct {
	page     engine.Page
	template string  // of their keys
	first    float64 // the row at the top of the box
}

// same reports whether the rows are those of a page.
func (d drawn) same(p engine.Page) bool {
	return d.page.Table == p.Table && d.page.Offset == p.Offset &&
		slices.EqualFunc(d.page.Rows, p.Rows, func(a, b engine.PageRow) bool { return a.Key == b.Key })
}

// glides returns by how many rows those of now that are there under another key stood
// lower before, by their places in the page. Records are known by their values: the
// cells, and what both keys hold. Those that look alike stay where they are.
func glides(before, now drawn) map[int]float64 {
	if before.page.Table != now.page.Table || before.template == "" || now.template == "" || before.template == now.template {
		return nil
	}
	from, err := rowkey.Parse(before.template)
	to, err2 := rowkey.Parse(now.template)
	if err != nil || err2 != nil {
		return nil
	}
	both := slices.DeleteFunc(from.Fields(), func(f string) bool { return !slices.Contains(to.Fields(), f) })
	if !from.Decodable().Holds || !to.Decodable().Holds {
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

// recordOf returns what a row's record is known by.
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
