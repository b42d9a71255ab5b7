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

// Saved is what a sandbox is to hold.
type Saved struct {
	Key, Title string // Key is the caller's own
	Tables     []*table.Table
}

// maxValue is the most bytes of a value that an entry of a journal has room for, beside the
// names of its row and column.
const maxValue = archive.MaxEntry - 64<<10

// Encode returns a file of sandboxes, as made at a time: one that the page opens at once,
// or several in a file of everything. What such a file cannot hold it names in lost. It
// refuses (bad-file) what is too large for one.
func Encode(list []Saved, now base.Micros) (file []byte, lost []string, err error) {
	w := archive.NewWriter(len(list) != 1)
	long, merged := 0, 0
	for _, s := range list {
		w.Space(archive.Space{Title: s.Title, Created: int64(now), Changed: int64(now)})
		do := func(r engine.Request) { w.Entry(wire.EncodeChange(engine.Change{At: now, Request: r})) }
		for _, t := range s.Tables {
			create, err := cbt.Print(console.CreateTable{Table: t.Name(), Families: t.Families(), Splits: t.Splits()})
			if err != nil {
				return nil, nil, err
			}
			do(engine.Console{Text: create})
			for fill := range Fills(t.Name(), rowsOf(t, &long, &merged)) {
				do(fill)
			}
		}
		do(engine.Settle{})
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

// rowsOf yields the rows of a table, but for cells that are too long, which it counts. The
// page's tables have times in whole milliseconds: finer ones are cut to those, and of the
// cells of a column that then have one time the latest stays; the others are counted in
// merged.
func rowsOf(t *table.Table, long, merged *int) iter.Seq[engine.FilledRow] {
	tooLong := func(c base.Cell) bool { return len(c.Value) > maxValue }
	return func(yield func(engine.FilledRow) bool) {
		for r := range t.Scan(table.Query{}, nil) {
			row := engine.FilledRow{Key: r.Key(), Cells: slices.AppendSeq(make([]base.Cell, 0, r.Len()), r.Cells())}
			row.Cells = slices.DeleteFunc(row.Cells, tooLong)
			*long += r.Len() - len(row.Cells)
			kept := len(row.Cells)
			for i := range row.Cells {
				row.Cells[i].At -= row.Cells[i].At % 1000
			}
			// The latest of a column comes first, and so does it of those that are alike now.
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

// What one entry of a journal holds at most, unless a single cell is larger.
const (
	fillCells = 5_000
	fillBytes = 1 << 20
)

// Fills yields what writes rows into a table that is there, in entries of a journal.
func Fills(name string, rows iter.Seq[engine.FilledRow]) iter.Seq[engine.Fill] {
	return func(yield func(engine.Fill) bool) {
		fill := engine.Fill{Of: engine.Load{Table: name}}
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
					fill.Rows = append(fill.Rows, engine.FilledRow{Key: row.Key})
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
