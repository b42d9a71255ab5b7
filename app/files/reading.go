package files

import (
	"strings"

	"tabletop/app/form"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
	hbaseshell "tabletop/engine/console/hbase"
	"tabletop/engine/console/printed"
)

// Reading is the reading back of what a console printed, before a table is made of it.
type Reading struct {
	Title string
	Into  bool // the open sandbox, not a new one
	Table string
	Form  printed.Form
	Row   string // whose cells get printed
	First []ReadRow
	*printed.Reader
	*feed
}

// ReadRow is one of the first rows.
type ReadRow struct {
	Key      string
	Columns  []string // the first of them
	More     int      // columns after those
	Versions int      // the most of a column
	last     string
	run      int
}

// columnsNamed is how many columns of a row are named.
const columnsNamed = 3

type (
	// named gives a field of the reading another value.
	named struct{ id, value string }
	// readBack makes the sandbox, or the table in the open one.
	readBack struct{}
)

// readBack opens the dialog that says what will be made of what a console printed.
func (u *update) readBack(s source, form printed.Form) {
	r := &Reading{Title: titleOf(s.name), Into: u.into(), Form: form}
	r.Table, r.Row = asked(s.text)
	if r.Table == "" {
		r.Table = tableName(r.Title)
	}
	if r.Into {
		r.Table = u.Work.Free(r.Table)
	}
	r.Reader = printed.New(form, base.RowKey(r.Row), r.add)
	r.feed = newFeed(s, true, func(text string) { r.Write([]byte(text)) })
	u.feed, u.Reading, u.Menu = r.feed, r, page.MenuValues
	u.begin()
}

// asked returns the table and the row that a text's first lines asked for.
func asked(text string) (tableName, row string) {
	row = "row"
	lines := 0
	for line := range strings.Lines(text[:min(len(text), 4096)]) {
		if lines++; lines > 5 || strings.HasPrefix(line, " ") {
			return tableName, row
		}
		line = strings.TrimSpace(line)
		cmd, err := hbaseshell.Parse(line)
		if err != nil || cmd == nil {
			cmd, err = cbt.Parse(strings.TrimLeft(line, "$> "))
		}
		if err != nil || cmd == nil {
			continue
		}
		if d := console.Describe(cmd); d.Table != "" {
			tableName = d.Table
			if d.Row != "" {
				row = string(d.Row)
			}
		}
	}
	return tableName, row
}

// add shows a cell of the first rows.
func (r *Reading) add(key base.RowKey, c base.Cell) {
	n := len(r.First)
	if n == 0 || r.First[n-1].Key != string(key) {
		if r.Rows > sampleSize {
			return
		}
		r.First = append(r.First, ReadRow{Key: string(key)})
		n++
	}
	if r.Rows > n {
		return
	}
	row := &r.First[n-1]
	if name := string(c.Family) + ":" + string(c.Qualifier); name != row.last || row.run == 0 {
		row.last, row.run = name, 0
		if len(row.Columns) < columnsNamed {
			row.Columns = append(row.Columns, name)
		} else {
			row.More++
		}
	}
	row.run++
	row.Versions = max(row.Versions, row.run)
}

// fields returns the fields of the form: the table, and the row whose cells get printed.
func (r *Reading) fields() []form.Field {
	const most = 4 * base.MaxRowKey
	out := []form.Field{{ID: elementTable, Label: form.Say("map-table"), Value: r.Table, Most: most, Set: func(v string) { r.Table = v }}}
	if r.Form == printed.Get {
		out = append(out, form.Field{ID: "read-row", Label: form.Say("read-row"), Value: r.Row, Most: most, Set: func(v string) { r.Row = v }})
	}
	return out
}

func (m named) apply(u *update) {
	if u.Reading != nil {
		form.Take(u.Reading.fields(), m.id, m.value)
	}
}

func (readBack) apply(u *update) {
	r := u.Reading
	if r == nil || r.reading() || r.Cells == 0 {
		return
	}
	request := engine.Printed{Table: r.Table, Form: r.Form, Text: r.packed()}
	if r.Form == printed.Get {
		request.Row = base.RowKey(r.Row)
	}
	if r.Into {
		u.loadTable(r.Table, func() engine.Request { return request })
		return
	}
	u.make(r.Title, request)
}
