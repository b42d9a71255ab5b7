package table

import (
	"iter"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/rowmap"
)

// Table is a sorted map from row keys to cells. The package documentation describes the
// data model.
//
// A Table must not be used by several goroutines at once; see [Table.View]. It may be
// written while its own scan is in progress, for instance in the loop over the scan: the
// scan continues to read the table in its state at the beginning of the scan.
type Table struct {
	name      string
	rows      *rowmap.Map
	fams      *families
	splits    []base.RowKey // first keys of tablets, ascending; never changed in place
	bytes     int64         // sum over all rows
	count     int64         // cells in all rows
	large     []base.RowKey // rows of more than base.WarnCell bytes, ascending; never changed in place
	unchanged bool          // the last accepted write changed nothing in its row
	mark      *mark         // shared with clones that are still equal; nil after a change
	unit      base.Micros   // granularity of timestamps

	scratch
	idle *scan // a finished scan whose memory the next one reuses, or nil
}

// scratch is the memory in which a write prepares a row. It is empty between calls. Slots
// beyond the ends of the slices are zero, so that they keep no values alive.
type scratch struct {
	cells, fresh, spare []draft // the row's cells, written cells that are not merged yet, a free slice
	buf                 []byte  // the packed row
}

// New returns an empty table without families. It refuses a name that does not have the
// form [_a-zA-Z0-9][-_.a-zA-Z0-9]* or is longer than [base.MaxTableName].
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

// SetGranularity sets the granularity of timestamps: [base.Millisecond], which a new table
// has, or 1, a microsecond. It panics for other values, and for a table that has rows.
func (t *Table) SetGranularity(unit base.Micros) {
	if unit != base.Millisecond && unit != 1 || t.Len() > 0 {
		panic("table: a granularity that no table can get")
	}
	t.unit, t.mark = unit, nil
}

// Granularity returns the unit of which all timestamps are multiples.
func (t *Table) Granularity() base.Micros { return t.unit }

// Name returns the table's name.
func (t *Table) Name() string { return t.name }

// Clone returns a snapshot of the table in constant time. Both tables may be written
// afterwards; neither sees the writes to the other.
func (t *Table) Clone() *Table {
	c := *t
	c.scratch, c.idle = scratch{}, nil
	c.rows = t.rows.Clone()
	return &c
}

// CloneAs returns a Clone with another name, which it refuses as [New] does.
func (t *Table) CloneAs(name string) (*Table, error) {
	if !validTable(name) {
		return nil, base.Refuse(base.CodeTableName, name)
	}
	c := t.Clone()
	c.name, c.mark = name, nil
	return c, nil
}

// mark is an identity that tables with equal contents share. It is not empty, because
// pointers to distinct empty variables may be equal.
type mark struct{ _ byte }

// ComparableClone returns a Clone that [Table.KnownEqual] can later compare with the table.
func (t *Table) ComparableClone() *Table {
	t.Identity()
	return t.Clone()
}

// KnownEqual reports whether t and u are known to be equal: one is a ComparableClone of the other, or both
// are of the same table, and neither has been changed since. It takes constant time. A
// result of false does not mean that their contents differ.
func (t *Table) KnownEqual(u *Table) bool { return t.mark != nil && t.mark == u.mark }

// Identity returns a comparable value that the table and its clones share until one of them is
// changed. Two tables with equal values are equal; different values say nothing.
func (t *Table) Identity() any {
	if t.mark == nil {
		t.mark = new(mark)
	}
	return t.mark
}

// Len returns the number of rows.
func (t *Table) Len() int { return t.rows.Len() }

// Bytes returns the sum of [Row.Bytes] over all rows.
func (t *Table) Bytes() int64 { return t.bytes }

// CellCount returns the number of cells in all rows.
func (t *Table) CellCount() int64 { return t.count }

// Get returns the row with the key, and whether it exists.
func (t *Table) Get(key base.RowKey) (Row, bool) {
	r, ok := t.rows.Get(string(key))
	return Row{r, &t.fams.whole}, ok
}

// replace replaces the row old by the packed cells in t.buf[head:]. old is the zero record
// if the row does not exist yet; s is the size of the new row, and a row without cells is
// deleted. Every change of a single row goes through replace. If head is not 0, the map
// keeps t.buf as the memory of the row; see [Table.roomFor].
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

// WasLastWriteNoop reports whether the last accepted write left its row exactly as it had been.
func (t *Table) WasLastWriteNoop() bool { return t.unchanged }

// DropRows deletes the rows of a range and returns how many there were.
func (t *Table) DropRows(r base.Range) (rows int) {
	if r.IsEmpty() {
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

// SetSplitKeys sets the split keys of the table. Each becomes the first key of a tablet. The
// keys may be in any order and repeated; an empty key is ignored.
func (t *Table) SetSplitKeys(splits []base.RowKey) {
	s := slices.Clone(splits)
	slices.Sort(s)
	s = slices.Compact(s)
	if len(s) > 0 && s[0] == "" {
		s = s[1:]
	}
	t.splits = s
	t.mark = nil
}

// SplitKeys returns a copy of the split keys in key order.
func (t *Table) SplitKeys() []base.RowKey { return slices.Clone(t.splits) }

// tabletOf returns the number of the tablet that holds key, counted from 0 in key order.
func tabletOf(splits []base.RowKey, key base.RowKey) int {
	i, found := slices.BinarySearch(splits, key)
	if found {
		i++
	}
	return i
}

// RowsAt yields up to count rows in key order, beginning with the row that has offset rows
// before it.
func (t *Table) RowsAt(offset, count int) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		first, ok := t.rows.RecordAtOffset(offset)
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

// CountBetween returns how many rows have keys in [start, end), where an empty end means the
// end of the table. It does not visit single rows, only the leaves that hold them.
func (t *Table) CountBetween(start, end base.RowKey) int {
	return t.rows.TotalsInRange(string(start), string(end)).Rows
}

// KeysAt returns, for each rank, the key of the row that has that number of rows before
// it. The ranks must be ascending and less than Len.
func (t *Table) KeysAt(ranks []int) []base.RowKey {
	keys := make([]base.RowKey, 0, len(ranks))
	for _, k := range t.rows.KeysAt(ranks) {
		keys = append(keys, base.RowKey(k))
	}
	return keys
}
