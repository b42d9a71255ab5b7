package host

import (
	"slices"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
	hbaseshell "tabletop/engine/console/hbase"
	"tabletop/engine/table"
	"tabletop/engine/wire"
)

// Bounds of one entry of the journal that writeTables writes. A single cell may be larger.
const (
	filledCells = 5_000
	filledBytes = 1 << 20
)

// writeTables writes a journal that makes the session's current tables, designs, questions and
// clock, but not their timeline. It is for a workspace whose journal is lost. write gets one
// encoded entry at a time and returns false to stop, after which writeTables is cancelled.
func (w *workspace) writeTables(write func([]byte) bool) error {
	im := w.session.Image()
	now := &im.States[im.Now]
	at, went := base.Micros(w.meta.Changed), true
	at -= at % 1000
	say := func(r engine.Request) bool {
		went = went && write(wire.EncodeChange(engine.Change{At: at, Request: r}))
		return went
	}
	// A table becomes a command that creates it, and one or more fills with its rows. The first
	// fill also has the table's design.
	for _, t := range now.Tables {
		tab := t.Table.Clone() // the session may change it between two calls of write
		create, err := cbt.Print(console.CreateTable{Table: tab.Name(), Families: tab.Families(), Splits: tab.SplitKeys()})
		if err != nil {
			return err
		}
		of := engine.LoadRecords{Table: tab.Name()}
		if d := t.Design; d != nil {
			of.Template, of.Columns, of.Data = d.Template, d.Columns, d.Data
		}
		say(engine.RunConsole{Text: create})
		fill := engine.RestoreRows{Target: of}
		cells, bytes := 0, 0
		flush := func() {
			if len(fill.Rows) > 0 || fill.Target.Template != "" {
				say(fill)
			}
			fill, cells, bytes = engine.RestoreRows{Target: engine.LoadRecords{Table: of.Table}}, 0, 0
		}
		// A large row is split over several fills.
		for row := range tab.Scan(table.ScanQuery{}, nil) {
			begun := false
			row.EachCell(func(c base.Cell) {
				if cells == filledCells || cells > 0 && bytes+len(c.Value) > filledBytes {
					flush()
					begun = false
				}
				if !begun {
					fill.Rows = append(fill.Rows, engine.RowToRestore{Key: row.Key()})
					bytes += len(row.Key())
					begun = true
				}
				last := &fill.Rows[len(fill.Rows)-1]
				last.Cells = append(last.Cells, c)
				cells, bytes = cells+1, bytes+len(c.Qualifier)+len(c.Value)
			})
			if !went {
				return stopped()
			}
		}
		flush()
		if t.Disabled {
			disable, err := hbaseshell.Print(console.Disable{Table: tab.Name()})
			if err != nil {
				return err
			}
			say(engine.RunConsole{Dialect: engine.HBase, Text: disable})
		}
	}
	if len(now.Workload) > 0 {
		say(engine.SetWorkload{Queries: now.Workload})
	}
	if now.Ahead > 0 {
		say(engine.AdvanceClock{By: now.Ahead})
	}
	if !say(engine.ForgetHistory{}) {
		return stopped()
	}
	return nil
}

// withLost appends the Meta of the open workspace to the stored ones if the store has lost it.
func (h *Host) withLost(metas []Meta) []Meta {
	w := h.open
	if w == nil || h.opening != nil || w.stale() || w.meta.Next == 1 && w.lesson == nil || slices.ContainsFunc(metas, func(m Meta) bool { return m.ID == w.meta.ID }) {
		return metas
	}
	return append(metas, w.meta)
}
