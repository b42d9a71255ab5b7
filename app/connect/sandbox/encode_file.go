package sandbox

import (
	"fmt"
	"iter"
	"slices"

	"tabletop/app/host/archive"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
	"tabletop/engine/table"
	"tabletop/engine/wire"
)

// SandboxContent is what a sandbox in a file is to hold. Key is not written; it is for the caller's
// own use.
type SandboxContent struct {
	Key, Title string
	Tables     []*table.Table
}

// maxValue is the greatest number of bytes of a value for which an entry of a journal has room,
// beside the names of its row and column.
const maxValue = archive.MaxEntry - 64<<10

// EncodeSandboxes returns a file of sandboxes that are made at the time now. With one sandbox it is
// a file that the page opens at once, otherwise a file of everything, as the page exports it. lost
// says, in sentences, what such a file cannot hold. EncodeSandboxes refuses (bad-file) more than
// fits into a file.
func EncodeSandboxes(list []SandboxContent, now base.Micros) (file []byte, lost []string, err error) {
	w := archive.NewWriter(len(list) != 1)
	long, merged := 0, 0
	for _, s := range list {
		w.BeginWorkspace(archive.Workspace{Title: s.Title, Created: int64(now), Changed: int64(now)})
		do := func(r engine.Request) { w.WriteEntry(wire.EncodeChange(engine.Change{At: now, Request: r})) }
		for _, t := range s.Tables {
			create, err := cbt.Print(console.CreateTable{Table: t.Name(), Families: t.Families(), Splits: t.SplitKeys()})
			if err != nil {
				return nil, nil, err
			}
			do(engine.RunConsole{Text: create})
			for fill := range RestoreRowsRequests(t.Name(), rowsOf(t, &long, &merged)) {
				do(fill)
			}
		}
		do(engine.ForgetHistory{})
	}
	if long > 0 {
		lost = append(lost, fmt.Sprintf("values over %d bytes, %d in all", maxValue, long))
	}
	if merged > 0 {
		lost = append(lost, fmt.Sprintf("cells of the same millisecond as a later one of their column, %d in all", merged))
	}
	file, err = w.Finish()
	return file, lost, err
}

// rowsOf yields the rows of a table without cells that are too long, which it counts in long. The
// times in the page's tables are whole milliseconds, so finer ones are truncated. If several cells
// of a column get the same time, only the latest of them stays; the others are counted in merged.
func rowsOf(t *table.Table, long, merged *int) iter.Seq[engine.RowToRestore] {
	tooLong := func(c base.Cell) bool { return len(c.Value) > maxValue }
	return func(yield func(engine.RowToRestore) bool) {
		for r := range t.Scan(table.ScanQuery{}, nil) {
			row := engine.RowToRestore{Key: r.Key(), Cells: slices.AppendSeq(make([]base.Cell, 0, r.Len()), r.Cells())}
			row.Cells = slices.DeleteFunc(row.Cells, tooLong)
			*long += r.Len() - len(row.Cells)
			kept := len(row.Cells)
			for i := range row.Cells {
				row.Cells[i].At -= row.Cells[i].At % 1000
			}
			// The latest cell of a column comes first, and so it does among cells that now have the
			// same time.
			row.Cells = slices.CompactFunc(row.Cells, func(a, b base.Cell) bool {
				return a.Family == b.Family && a.Qualifier == b.Qualifier && a.At == b.At
			})
			*merged += kept - len(row.Cells)
			if !yield(row) {
				return
			}
		}
	}
}

// The most that one entry of a journal holds, unless a single cell is larger.
const (
	fillCells = 5_000
	fillBytes = 1 << 20
)

// RestoreRowsRequests yields requests that write rows into an existing table, each small enough for
// an entry of a journal.
func RestoreRowsRequests(name string, rows iter.Seq[engine.RowToRestore]) iter.Seq[engine.RestoreRows] {
	return func(yield func(engine.RestoreRows) bool) {
		fill := engine.RestoreRows{Target: engine.LoadRecords{Table: name}}
		cells, bytes := 0, 0
		for row := range rows {
			begun := false
			for _, c := range row.Cells {
				if cells == fillCells || cells > 0 && bytes+len(c.Value) > fillBytes {
					if !yield(fill) {
						return
					}
					fill.Rows, cells, bytes, begun = nil, 0, 0, false
				}
				if !begun {
					fill.Rows = append(fill.Rows, engine.RowToRestore{Key: row.Key})
					bytes, begun = bytes+len(row.Key), true
				}
				last := &fill.Rows[len(fill.Rows)-1]
				last.Cells = append(last.Cells, c)
				cells, bytes = cells+1, bytes+len(c.Qualifier)+len(c.Value)
			}
		}
		if cells > 0 {
			yield(fill)
		}
	}
}
