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

// PastedOutput is the output of a console's read or scan, from which the cells are read back into
// a table.
type PastedOutput struct {
	Title           string
	IntoOpenSandbox bool // the table is made in the open sandbox, not in a new one
	Table           string
	Form            printed.OutputForm // the form of the output
	Row             string             // the row key of the output of get, which does not contain it
	FirstRows       []readRow          // the first rows, which are shown
	*printed.Reader
	*feed
}

// readRow is a summary of one row.
type readRow struct {
	Key      string
	Columns  []string // the first columns, as family:qualifier
	More     int      // number of further columns
	Versions int      // the most versions of one column
	last     string   // the column of the last cell
	run      int      // cells of that column up to now
}

// columnsNamed is the most columns of a row that are named.
const columnsNamed = 3

type (
	// named sets the field of the form with an id to another value.
	named struct{ id, value string }
	// readBack makes the table, in a new sandbox or in the open one.
	readBack struct{}
)

// readBack opens the dialog about the output of a console and begins to read it.
func (u *update) readBack(s source, form printed.OutputForm) {
	r := &PastedOutput{Title: titleOf(s.name), IntoOpenSandbox: u.into(), Form: form}
	r.Table, r.Row = asked(s.text)
	if r.Table == "" {
		r.Table = tableName(r.Title)
	}
	if r.IntoOpenSandbox {
		r.Table = u.Work.FreeTableName(r.Table)
	}
	if of, ok := s.chosen[s.kind]; ok {
		r.Table, r.Row = of.Table, of.row
	}
	r.Reader = printed.New(form, base.RowKey(r.Row), r.add)
	r.feed = newFeed(s, true, func(text string) { r.Write([]byte(text)) })
	u.feed, u.Output, u.Dialog = r.feed, r, page.DialogValues
	u.begin()
}

// asked returns the table and the row key in the command that a text begins with, if the
// command was copied together with its output. Otherwise the table is "" and the row key is
// "row".
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
		if d := console.DescriptorOf(cmd); d.Table != "" {
			tableName = d.Table
			if d.Row != "" {
				row = string(d.Row)
			}
		}
	}
	return tableName, row
}

// add adds a cell to the summary, if it belongs to one of the first rows. The cells arrive
// row by row.
func (r *PastedOutput) add(key base.RowKey, c base.Cell) {
	n := len(r.FirstRows)
	if n == 0 || r.FirstRows[n-1].Key != string(key) {
		if r.Rows > sampleSize {
			return
		}
		r.FirstRows = append(r.FirstRows, readRow{Key: string(key)})
		n++
	}
	if r.Rows > n {
		return
	}
	row := &r.FirstRows[n-1]
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

// fields returns the fields of the form: the name of the table, and for the output of get
// the row key.
func (r *PastedOutput) fields() []form.Field {
	const most = 4 * base.MaxRowKey
	out := []form.Field{{ID: elementTable, Label: form.SentenceText("map-table"), Value: r.Table, MaxLength: most, Set: func(v string) { r.Table = v }}}
	if r.Form == printed.Get {
		out = append(out, form.Field{ID: "read-row", Label: form.SentenceText("read-row"), Value: r.Row, MaxLength: most, Set: func(v string) { r.Row = v }})
	}
	return out
}

func (m named) apply(u *update) {
	if u.Output != nil {
		form.SetFieldValue(u.Output.fields(), m.id, m.value)
	}
}

// apply makes the table, once the whole text has been read and if it has cells.
func (readBack) apply(u *update) {
	r := u.Output
	if r == nil || r.reading() || r.Cells == 0 {
		return
	}
	request := engine.MakeTableFromPrintedOutput{Table: r.Table, Form: r.Form, PackedText: r.packed()}
	if r.Form == printed.Get {
		request.Row = base.RowKey(r.Row)
	}
	if r.IntoOpenSandbox {
		u.loadTable(r.Table, func() engine.Request { return request })
		return
	}
	u.make(r.Title, request)
}
