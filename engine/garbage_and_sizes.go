package engine

import (
	"slices"
	"strconv"
	"time"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

// maxNamed is the most cells, and the most rows, that a [GarbageReport] names.
const maxNamed = 20

// maxAhead is the most by which a session's clock can be ahead of the server's: a hundred years.
const maxAhead = base.Micros(100 * 365 * 24 * time.Hour / time.Microsecond)

// compaction is one pass of a [CollectGarbage] or [FindGarbage] over a table.
type compaction struct {
	table   *table.Table // the snapshot that is compacted, or looked at
	report  table.GarbageReport
	rows    map[base.RowKey]int64 // by row of the report's first cells: the cells that the row had
	version uint64                // of the session when the pass began
}

// compact answers [CollectGarbage], or [FindGarbage] without remove. It works on a copy of the table, and
// begins again if the session has changed before the copy can take the table's place.
func (t *Task) compact(name string, remove bool) error {
	for {
		tab, err := t.s.find(name)
		if err != nil {
			return err
		}
		c := &compaction{table: tab.Clone(), rows: map[base.RowKey]int64{}, version: t.s.version}
		t.reply.FocusTable, t.rowsDone, t.rowsTotal = name, 0, int64(tab.Len())
		for more := true; more; {
			before := c.report.Rows
			c.some(t.at, int(t.left()), remove)
			used := c.report.Rows - before
			t.rowsDone += used
			more = c.report.Resume != ""
			t.spend(used)
		}
		found := c.collection(t.at, remove)
		t.reply.Answer = found
		if !remove {
			return nil
		}
		// The table may have changed since the pass began, so it begins again.
		if t.s.version != c.version {
			continue
		}
		lost := found.RemovedCellCount()
		var files *storedFiles
		if lost > 0 {
			if files, err = t.compactFiles(tab, c.table); err != nil {
				return err
			}
			if t.s.version != c.version {
				continue
			}
		}
		t.collected(found)
		if lost > 0 {
			if t.s.state.tables[name] = c.table; files != nil {
				t.s.state.setFiles(c.table, files)
			}
			t.accept(CollectGarbage{name})
			t.remeasure()
		}
		return nil
	}
}

// some looks at up to the given number of further rows. It also notes how many cells the rows of
// the first garbage have, before any is removed.
func (c *compaction) some(now base.Micros, rows int, remove bool) {
	whole := c.table
	if remove {
		whole = whole.Clone()
		c.table.CompactSlice(now, rows, &c.report)
	} else {
		c.table.FindGarbageSlice(now, rows, &c.report)
	}
	for _, g := range c.report.FirstCells[:min(len(c.report.FirstCells), table.MaxGarbageListed)] {
		if _, known := c.rows[g.Row]; known {
			continue
		}
		n := int64(0)
		if r, ok := whole.Get(g.Row); ok {
			n = int64(r.Len())
		}
		c.rows[g.Row] = n
	}
}

// collection returns the result of the pass. A row is listed as vanished if all of its cells are
// among the first that were removed.
func (c *compaction) collection(now base.Micros, removed bool) *GarbageReport {
	r := &c.report
	out := &GarbageReport{
		Table: c.table.Name(), At: now, Removed: removed,
		Rows: r.Rows, VanishedRows: r.VanishedRows, KeyBytes: r.KeyBytes, Families: r.Families,
	}
	gone := map[base.RowKey]int64{}
	for _, g := range r.FirstCells {
		if gone[g.Row]++; gone[g.Row] == c.rows[g.Row] && len(out.FirstVanishedRows) < maxNamed {
			out.FirstVanishedRows = append(out.FirstVanishedRows, g.Row)
		}
	}
	out.FirstCells = slices.Clone(r.FirstCells[:min(len(r.FirstCells), maxNamed)])
	for i := range out.FirstCells {
		v := &out.FirstCells[i].Cell.Value
		*v = (*v)[:min(len(*v), maxShown)]
	}
	return out
}

// collected prints what was removed, in total and by family.
func (t *Task) collected(c *GarbageReport) {
	if c.RemovedCellCount() == 0 {
		t.note(base.NoteNoGarbage, c.Table)
		return
	}
	t.note(base.NoteCollected, c.Table, count(c.RemovedCellCount()), count(c.FreedBytes()), count(c.VanishedRows))
	for _, f := range c.Families {
		t.note(base.NoteCollectedOf, string(f.Family), count(f.Age.Cells), count(f.Versions.Cells), count(f.Both.Cells))
	}
}

// sizes answers [MeasureSizes] in one pass over a snapshot.
func (t *Task) sizes(r MeasureSizes) error {
	tab, err := t.s.find(r.Table)
	if err != nil {
		return err
	}
	var sizes table.Sizes
	st := new(table.ScanStats)
	t.reading, t.rowsTotal = st, int64(tab.Len())
	t.scan(tab.Clone(), table.ScanQuery{}, st, func(row table.Row) bool {
		sizes.Add(row)
		return true
	})
	t.reply.Answer = &SizesMeasured{
		Table: r.Table, Version: t.s.version, Rows: sizes.Rows, Total: sizes.Total, Keys: sizes.Keys, Families: sizes.Families,
	}
	return nil
}

// advance begins the task of [AdvanceClock]. The clock only goes forward, and at most maxAhead.
func (t *Task) advance(r AdvanceClock) {
	ahead := t.s.state.ahead
	if r.By <= 0 || r.By > maxAhead || ahead+r.By > maxAhead {
		t.fail(base.Refuse(base.CodeClockLimit, strconv.FormatInt(int64(maxAhead)/24/3600/1e6, 10)))
		return
	}
	t.run(func() error {
		t.s.state.ahead += r.By
		t.accept(r)
		return nil
	})
}
