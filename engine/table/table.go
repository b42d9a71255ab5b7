package table

import (
	"iter"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/rowmap"
)

// Table is a sorted map from row keys to cells. It is not safe for concurrent
// use. It may be written while a scan of it is under way: the scan goes on
// reading what was there when it began.
type Table struct {
	name      string
	rows      *rowmap.Map
	fams      *families
	splits    []base.RowKey // ascending, never changed in place
	bytes     int64
	count     int64         // cells
	large     []base.RowKey // rows above base.WarnCell bytes, ascending, never changed in place
	unchanged bool          // the last write has left its row as it was
	mark      *mark         // in common with the clones that are the same; nil after a change
	unit      base.Micros   // that times of cells are multiples of

	scratch
	idle *scan // that the next pass may use, or nil
}

// scratch is what Mutate works in; it is empty between calls.
type scratch struct {
	cells, fresh, spare []draft
	buf                 []byte
}

// New returns an empty table. It refuses a name that is not 1 to
// [base.MaxTableName] characters of [_a-zA-Z0-9][-_.a-zA-Z0-9]*.
func New(name string) (*Table, error) {
	if !validTable(name) {
		return nil, base.Refuse(base.CodeTableName, name)
	}
	return &Table{
		name: name,
		rows: rowmap.New(),
		fams: newFamilies(new(columns)),
		unit: base.Millisecond,
	}, nil
}

// SetGranularity sets what the times of cells are multiples of: [base.Millisecond], as in a
// new table, or a microsecond. The table has no rows yet.
func (t *Table) SetGranularity(unit base.Micros) {
	if unit != base.Millisecond && unit != 1 || t.Len() > 0 {
		panic("table: a granularity that no table can get")
	}
	t.unit, t.mark = unit, nil
}

// Granularity returns what the times of cells are multiples of.
func (t *Table) Granularity() base.Micros { return t.unit }

// Name returns the table's name.
func (t *Table) Name() string { return t.name }

// Clone returns a snapshot in constant time. Either may be written on; the other
// never sees it.
func (t *Table) Clone() *Table {
	c := *t
	c.scratch, c.idle = scratch{}, nil
	c.rows = t.rows.Clone()
	return &c
}

// CloneAs is Clone under another name, which it refuses as [New] does.
func (t *Table) CloneAs(name string) (*Table, error) {
	if !validTable(name) {
		return nil, base.Refuse(base.CodeTableName, name)
	}
	c := t.Clone()
	c.name, c.mark = name, nil
	return c, nil
}

// mark is what tables that are the same may have in common.
type mark struct{ _ byte }

// Keep is Clone, of a table that [Table.Same] is asked about later.
func (t *Table) Keep() *Table {
	if t.mark == nil {
		t.mark = new(mark)
	}
	return t.Clone()
}

// Same reports whether nothing has been written to either since one was kept of the
// other, or both of a third.
func (t *Table) Same(u *Table) bool { return t.mark != nil && t.mark == u.mark }

// Len returns the number of rows.
func (t *Table) Len() int { return t.rows.Len() }

// Bytes returns the sum of the rows' bytes.
func (t *Table) Bytes() int64 { return t.bytes }

// Cells returns the number of cells.
func (t *Table) Cells() int64 { return t.count }

// Get returns a row.
func (t *Table) Get(key base.RowKey) (Row, bool) {
	r, ok := t.rows.Get(string(key))
	return Row{r, &t.fams.whole}, ok
}

// replace writes the cells of t.buf, from head on, over the row old, which may be the
// zero record for none; no cells leave no row. Every change of a row comes through
// here. With a head, see [Table.roomFor], the buffer is the row's own afterwards.
func (t *Table) replace(key base.RowKey, old record, s rowmap.Sizes, head int) {
	t.mark = nil
	t.unchanged = old.Cells > 0 && old.Sizes == s && string(old.Payload()) == string(t.buf[head:])
	t.bytes += int64(s.Bytes) - int64(old.Bytes)
	t.count += int64(s.Cells) - int64(old.Cells)
	if max(old.Bytes, s.Bytes) > base.WarnCell {
		t.noteLarge(key, s.Bytes > base.WarnCell)
	}
	switch {
	case s.Cells > 0 && head > 0:
		t.rows.PutText(s, t.buf)
		t.buf = nil
	case s.Cells > 0:
		t.rows.Put(string(key), s, t.buf)
	case old.Cells > 0:
		t.rows.Delete(string(key))
	}
}

// Unchanged reports whether the write that was accepted last has left its row as it was.
func (t *Table) Unchanged() bool { return t.unchanged }

// DropRows deletes the rows of a range and returns how many there were.
func (t *Table) DropRows(r base.Range) (rows int) {
	if r.Empty() {
		return 0
	}
	t.mark = nil
	gone := t.rows.DropRange(string(r.Start), string(r.End))
	t.bytes -= gone.Bytes
	t.count -= gone.Cells
	if slices.ContainsFunc(t.large, r.Contains) {
		t.large = slices.DeleteFunc(slices.Clone(t.large), r.Contains)
	}
	return gone.Rows
}

// SetSplits sets the borders between tablets: each is the first key of a tablet.
// Order and repetitions do not matter; an empty key is no border.
func (t *Table) SetSplits(splits []base.RowKey) {
	s := slices.Clone(splits)
	slices.Sort(s)
	s = slices.Compact(s)
	if len(s) > 0 && s[0] == "" {
		s = s[1:]
	}
	t.splits = s
	t.mark = nil
}

// Splits returns the borders between tablets in key order.
func (t *Table) Splits() []base.RowKey { return slices.Clone(t.splits) }

// tabletOf returns the number of the tablet that holds key.
func tabletOf(splits []base.RowKey, key base.RowKey) int {
	i, found := slices.BinarySearch(splits, key)
	if found {
		i++
	}
	return i
}

// At yields up to count rows in key order, beginning with the one that has
// offset rows before it.
func (t *Table) At(offset, count int) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		first, ok := t.rows.At(offset)
		if !ok || count <= 0 {
			return
		}
		remaining, src := count, &t.fams.whole
		t.rows.Ascend(first.Key(), "", func(rec record) bool {
			remaining--
			return yield(Row{rec, src}) && remaining > 0
		})
	}
}

// Rank returns how many rows have a smaller key.
func (t *Table) Rank(key base.RowKey) int { return t.rows.Rank(string(key)) }

// Between returns how many rows lie in [start, end), in a step for each leaf of
// them; an empty end is past the last.
func (t *Table) Between(start, end base.RowKey) int {
	return t.rows.Sum(string(start), string(end)).Rows
}

// KeysAt returns the keys that have so many rows before them, given in ascending
// order and less than Len.
func (t *Table) KeysAt(ranks []int) []base.RowKey {
	keys := make([]base.RowKey, 0, len(ranks))
	for _, k := range t.rows.KeysAt(ranks) {
		keys = append(keys, base.RowKey(k))
	}
	return keys
}
