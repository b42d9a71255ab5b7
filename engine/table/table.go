package table

import (
	"iter"
	"slices"

	"tabletop/engine/base"
)

// Table is a sorted map from row keys to cells. It is not safe for concurrent
// use. It may be written while a scan of it is under way: the scan goes on
// reading what was there when it began.
type Table struct {
	name   string
	tree   *tree
	fams   *families
	splits []base.RowKey // ascending, never changed in place
	ranks  ranks
	bytes  int64
	count  int64         // cells
	large  []base.RowKey // rows above base.WarnCell bytes, ascending, never changed in place

	scratch
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
		tree: newTree(),
		fams: &families{},
	}, nil
}

// Name returns the table's name.
func (t *Table) Name() string { return t.name }

// Clone returns a snapshot in constant time. Either may be written on; the other
// never sees it.
func (t *Table) Clone() *Table {
	c := *t
	c.scratch = scratch{}
	c.tree = t.tree.clone()
	t.ranks.share()
	c.ranks = t.ranks
	return &c
}

// own makes the tree one that may be changed: if a scan is reading it, the scan
// keeps it and the table goes on with a copy.
func (t *Table) own() {
	if t.tree.readers > 0 {
		t.tree = t.tree.clone()
	}
}

// Len returns the number of rows.
func (t *Table) Len() int { return t.tree.len() }

// Bytes returns the sum of the rows' bytes.
func (t *Table) Bytes() int64 { return t.bytes }

// Cells returns the number of cells.
func (t *Table) Cells() int64 { return t.count }

// Get returns a row.
func (t *Table) Get(key base.RowKey) (Row, bool) {
	r, ok := t.tree.get(key)
	return Row{rec: r, fams: t.fams}, ok
}

// replace puts the row now in the place of the row was; either may be the zero
// record for none. Every change of a row comes through here.
func (t *Table) replace(was, now record) {
	t.own()
	t.bytes += int64(now.bytes) - int64(was.bytes)
	t.count += int64(now.cells) - int64(was.cells)
	if max(was.bytes, now.bytes) > base.WarnCell {
		t.noteLarge(was, now)
	}
	switch {
	case now.cells > 0:
		t.tree.store(now)
		if was.cells == 0 {
			t.ranks.note(base.RowKey(now.key()), +1)
		}
	case was.cells > 0:
		t.tree.drop(base.RowKey(was.key()))
		t.ranks.note(base.RowKey(was.key()), -1)
	}
}

// DropRows deletes the rows of a range and returns how many there were.
func (t *Table) DropRows(r base.Range) (rows int) {
	if r.Empty() {
		return 0
	}
	var drop []record
	t.tree.ascend(r, func(rec record) bool {
		drop = append(drop, rec)
		return true
	})
	if len(drop) == 0 {
		return 0
	}
	if len(drop) == t.Len() {
		t.tree = newTree()
		t.bytes, t.count, t.large = 0, 0, nil
		t.ranks = ranks{}
		return len(drop)
	}
	for _, rec := range drop {
		t.replace(rec, record{})
	}
	return len(drop)
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
		if offset < 0 || offset >= t.Len() || count <= 0 {
			return
		}
		tr, fams := t.tree, t.fams
		tr.readers++
		defer func() { tr.readers-- }()
		start, skip := t.ranks.seek(t, offset)
		left := count
		tr.ascend(base.Range{Start: start}, func(rec record) bool {
			if skip > 0 {
				skip--
				return true
			}
			left--
			return yield(Row{rec: rec, fams: fams}) && left > 0
		})
	}
}

// Rank returns how many rows have a smaller key.
func (t *Table) Rank(key base.RowKey) int {
	start, n := t.ranks.before(t, key)
	t.tree.ascend(base.Range{Start: start}, func(rec record) bool {
		if rec.key() >= string(key) {
			return false
		}
		n++
		return true
	})
	return n
}
