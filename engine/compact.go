package engine

import (
	"slices"
	"strconv"
	"time"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

// MaxNamed is the most cells, and the most rows, that a [Collection] names.
const MaxNamed = 20

// MaxAhead is how far a session's clock can be ahead of the server's.
const MaxAhead = base.Micros(100 * 365 * 24 * time.Hour / time.Microsecond)

// compaction is a [Compact] or [Garbage] under way.
type compaction struct {
	table   *table.Table // what is collected, or looked at
	report  table.CompactReport
	rows    map[base.RowKey]int64 // of the report's first cells: the cells that each had
	version uint64                // of the session that it was cloned from
}

// compact does what [Compact] asks for, and without remove what [Garbage] does. It works beside the
// table; what changed meanwhile makes it begin again.
func (t *Task) compact(name string, remove bool) error {
	for {
		tab, err := t.s.find(name)
		if err != nil {
			return err
		}
		c := &compaction{table: tab.Clone(), rows: map[base.RowKey]int64{}, version: t.s.version}
		t.reply.Focus, t.rowsDone, t.rowsTotal = name, 0, int64(tab.Len())
		for more := true; more; {
			before := c.report.Rows
			c.some(t.at, int(t.left), remove)
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
		if t.s.version != c.version {
			continue
		}
		t.collected(found)
		if lost := found.Cells(); lost > 0 {
			t.s.state.tables[name] = c.table
			t.accept(Compact{name})
			t.remeasure()
		}
		return nil
	}
}

// some looks at up to so many rows more.
func (c *compaction) some(now base.Micros, rows int, remove bool) {
	whole := c.table
	if remove {
		whole = whole.Clone()
		c.table.CompactSome(now, rows, &c.report)
	} else {
		c.table.GarbageSome(now, rows, &c.report)
	}
	for _, g := range c.report.First[:min(len(c.report.First), table.MaxCollected)] {
		if _, known := c.rows[g.Row]; known {
			continue
		}
		n := int64(0)
		if r, ok := whole.Get(g.Row); ok {
			for range r.Cells() {
				n++
			}
		}
		c.rows[g.Row] = n
	}
}

// collection returns what came of it.
func (c *compaction) collection(now base.Micros, removed bool) *Collection {
	r := &c.report
	out := &Collection{
		Table: c.table.Name(), At: now, Removed: removed,
		Rows: r.Rows, Vanished: r.Vanished, KeyBytes: r.KeyBytes, Families: r.Families,
	}
	gone := map[base.RowKey]int64{}
	for _, g := range r.First {
		if gone[g.Row]++; gone[g.Row] == c.rows[g.Row] && len(out.Gone) < MaxNamed {
			out.Gone = append(out.Gone, g.Row)
		}
	}
	out.First = slices.Clone(r.First[:min(len(r.First), MaxNamed)])
	for i := range out.First {
		v := &out.First[i].Cell.Value
		*v = (*v)[:min(len(*v), MaxShown)]
	}
	return out
}

// collected says in the console what went.
func (t *Task) collected(c *Collection) {
	if c.Cells() == 0 {
		t.note(base.NoteNoGarbage, c.Table)
		return
	}
	t.note(base.NoteCollected, c.Table, count(c.Cells()), count(c.Bytes()), count(c.Vanished))
	for _, f := range c.Families {
		t.note(base.NoteCollectedOf, string(f.Family), count(f.Age.Cells), count(f.Versions.Cells), count(f.Both.Cells))
	}
}

// sizes measures a table.
func (t *Task) sizes(r Sizes) error {
	tab, err := t.s.find(r.Table)
	if err != nil {
		return err
	}
	var sizes table.Sizes
	st := new(table.Stats)
	t.reading, t.rowsTotal = st, int64(tab.Len())
	t.scan(tab.Clone(), table.Query{}, st, func(row table.Row) bool {
		sizes.Add(row)
		return true
	})
	t.reply.Answer = &TableSizes{
		Table: r.Table, Version: t.s.version, Rows: sizes.Rows, Total: sizes.Total, Keys: sizes.Keys, Families: sizes.Families,
	}
	return nil
}

// advance sets the session's clock forward.
func (t *Task) advance(r Advance) {
	ahead := t.s.state.ahead
	if r.By <= 0 || r.By > MaxAhead || ahead+r.By > MaxAhead {
		t.fail(base.Refuse(base.CodeClockLimit, strconv.FormatInt(int64(MaxAhead)/24/3600/1e6, 10)))
		return
	}
	t.run(func() error {
		t.s.state.ahead += r.By
		t.accept(r)
		return nil
	})
}
