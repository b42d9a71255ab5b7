package table

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/filter"
	"tabletop/engine/rowmap"
)

// Mutate applies mutations to a row in order, all or none; it creates the row if
// necessary. now is the time of the write. It refuses a key, qualifier, value or row
// beyond its limit; a timestamp that is negative or finer than the granularity; an
// undeclared family; a mutation that does not fit the type of its family; a sum that is
// not an int64; and an empty list or one of more than [base.MaxMutations].
func (t *Table) Mutate(key base.RowKey, now base.Micros, muts []Mutation) error {
	if err := t.check(key, now, muts); err != nil {
		return err
	}
	return t.mutate(key, now, muts)
}

// SetCells writes cells to a row, all or none. It does the same as [Table.Mutate] with one
// SetCell for each cell, but is faster. The labels of the cells are ignored.
func (t *Table) SetCells(key base.RowKey, now base.Micros, cells []base.Cell) error {
	if err := base.CheckRowKey(key); err != nil {
		return err
	}
	switch {
	case len(cells) == 0:
		return base.Refuse(base.CodeNoMutation, string(key))
	case len(cells) > base.MaxMutations:
		return tooMany(key, len(cells))
	}
	now = t.truncate(now)
	old, found := t.rows.Peek(string(key))
	if !found {
		if s, head, ok := t.packCells(key, now, cells); ok {
			t.replace(key, old, s, head)
			t.clearScratch()
			return nil
		}
	}
	for i := range cells {
		c := &cells[i]
		if at := timeOf(c, now); !t.canSet(c.Family, c.Qualifier, at, len(c.Value)) {
			t.clearScratch()
			return place{t, key, c.Family, c.Qualifier}.checkSet(at, len(c.Value))
		}
		t.write(c.Family, c.Qualifier, timeOf(c, now), c.Value)
	}
	if found && len(cells) == 1 {
		return t.splice(key, old, &t.fresh[0])
	}
	t.load(old)
	if err := t.merge(key); err != nil {
		panic(err) // no family is an aggregate
	}
	return t.commit(key, old)
}

// timeOf returns the timestamp with which a cell is written, at the server's truncated
// time.
func timeOf(c *base.Cell, server base.Micros) base.Micros {
	if c.At == ServerTime {
		return server
	}
	return c.At
}

// packCells packs a new row of the given cells into t.buf[head:], if they have the form in
// which rows are usually loaded: in order, in columns that have numbers, no two at one
// column and timestamp, and all of them valid. Otherwise it reports false, and the caller
// has to take the slower way, which also finds what to refuse.
func (t *Table) packCells(key base.RowKey, now base.Micros, cells []base.Cell) (s rowmap.Sizes, head int, ok bool) {
	f := t.fams
	bytes := len(key)
	for i := range cells {
		c := &cells[i]
		if bytes += len(c.Family) + len(c.Qualifier) + 8 + len(c.Value); len(c.Value) > base.MaxCell || bytes > base.MaxWrittenRow {
			return s, 0, false
		}
	}
	head = t.roomFor(key, bytes, len(cells))
	buf := t.buf
	last, at := noColumn, base.Micros(0)
	for i := range cells {
		c := &cells[i]
		number := f.columns.findNamed(f, c.Family, c.Qualifier)
		before := at
		at = timeOf(c, now)
		if number == noColumn || isOff(at, t.unit) {
			return s, 0, false
		}
		switch {
		case number == last:
			if at >= before {
				return s, 0, false
			}
			buf = append(buf, tagSame)
		case last != noColumn && !f.ascends(last, number):
			return s, 0, false
		default:
			buf = binary.AppendUvarint(buf, uint64(number)+tagNumber)
		}
		last = number
		buf = binary.AppendUvarint(buf, zigzag(int64(at-before)))
		buf = appendValue(buf, c.Value)
	}
	t.buf = buf
	return rowmap.Sizes{Cells: uint32(len(cells)), Bytes: uint32(bytes)}, head, true
}

// mutate applies mutations, all or none. They have been checked.
func (t *Table) mutate(key base.RowKey, now base.Micros, muts []Mutation) error {
	old, found := t.rows.Peek(string(key))
	if found && len(muts) == 1 {
		if set, ok := muts[0].(SetCell); ok {
			if set.At == ServerTime {
				set.At = t.truncate(now)
			}
			t.write(set.Family, set.Qualifier, set.At, set.Value)
			return t.splice(key, old, &t.fresh[0])
		}
	}
	t.load(old)
	if err := t.apply(key, now, muts); err != nil {
		t.clearScratch()
		return err
	}
	return t.commit(key, old)
}

// CheckAndMutate applies the mutations in then to a row if the predicate passes at least
// one of its cells, and those in els otherwise. It reports whether the predicate matched.
// A nil predicate passes all cells. One of the lists may be empty. The list that is
// applied is checked as [Table.Mutate] does it; the other only as far as possible without
// its families.
func (t *Table) CheckAndMutate(key base.RowKey, now base.Micros, predicate *filter.Program, then, els []Mutation) (matched bool, err error) {
	if err := base.CheckRowKey(key); err != nil {
		return false, err
	}
	if len(then)+len(els) == 0 {
		return false, base.Refuse(base.CodeNoMutation, string(key))
	}
	for _, muts := range [][]Mutation{then, els} {
		if err := t.checkShape(key, muts); err != nil {
			return false, err
		}
	}
	var st ScanStats
	t.CountScan(ScanQuery{Ranges: []base.Range{base.PointRange(key)}, Filter: predicate}, &st)
	matched = st.RowsReturned > 0
	muts := els
	if matched {
		muts = then
	}
	if len(muts) == 0 {
		return matched, nil
	}
	if err := t.checkAll(key, now, muts); err != nil {
		return false, err
	}
	if err := t.mutate(key, now, muts); err != nil {
		return false, err
	}
	return matched, nil
}

// load appends the cells of r to the drafts in t.cells. r may be the zero record.
func (t *Table) load(r record) {
	for c := walk(r, t.fams); c.next(); {
		t.cells = append(t.cells, c.draft())
	}
}

// apply applies mutations, which have been checked, to the drafts in t.cells. Written
// cells are collected in t.fresh and merged together, so that a long list costs no more
// than sorting it. It refuses a sum that is not an int64; the caller then has to clear the
// scratch.
func (t *Table) apply(key base.RowKey, now base.Micros, muts []Mutation) error {
	for _, m := range muts {
		switch m := m.(type) {
		case SetCell:
			at := m.At
			if at == ServerTime {
				at = t.truncate(now)
			}
			t.write(m.Family, m.Qualifier, at, m.Value)
		case AddToCell:
			t.write(m.Family, m.Qualifier, m.At, stateOf(m.Input))
		case MergeToCell:
			t.write(m.Family, m.Qualifier, m.At, m.State)
		case DeleteColumn:
			if err := t.merge(key); err != nil {
				return err
			}
			id, _ := t.fams.id(m.Family)
			rank := t.fams.ranks[id]
			// Versions are in descending order: those before End come first, down to Start.
			lo := 0
			if m.End == 0 {
				lo, _ = slices.BinarySearchFunc(t.cells, draft{col: noColumn, rank: rank, qual: m.Qualifier, at: math.MaxInt64}, compareDrafts)
			} else {
				lo, _ = slices.BinarySearchFunc(t.cells, draft{col: noColumn, rank: rank, qual: m.Qualifier, at: m.End - 1}, compareDrafts)
			}
			hi := lo
			for hi < len(t.cells) && t.cells[hi].fam == id && t.cells[hi].qual == m.Qualifier && t.cells[hi].at >= m.Start {
				hi++
			}
			t.cells = slices.Delete(t.cells, lo, hi)
		case DeleteFamilyCells:
			if err := t.merge(key); err != nil {
				return err
			}
			id, _ := t.fams.id(m.Family)
			t.cells = slices.DeleteFunc(t.cells, func(d draft) bool { return d.fam == id })
		case DeleteRow:
			t.cells, t.fresh = emptied(t.cells), emptied(t.fresh)
		default:
			panic(fmt.Sprintf("table: unknown mutation %T", m))
		}
	}
	return t.merge(key)
}

// write adds a cell, or an input to an aggregate cell, to t.fresh.
func (t *Table) write(f base.Family, q base.Qualifier, at base.Micros, value string) {
	id, _ := t.fams.id(f)
	t.fresh = append(t.fresh, draft{col: t.fams.columns.find(id, q), fam: id, rank: t.fams.ranks[id], qual: q, at: at, value: value})
}

// merge merges the written cells in t.fresh into the drafts in t.cells. Of several cells
// at one column and timestamp the one written last remains; in an aggregate family they
// are combined instead. Afterwards t.fresh is empty, unless a sum was refused.
func (t *Table) merge(key base.RowKey) error {
	if len(t.fresh) == 0 {
		return nil
	}
	if !ascending(t.fresh) {
		slices.SortStableFunc(t.fresh, compareDrafts)
	} else if len(t.cells) == 0 && t.fams.plain {
		t.cells, t.fresh = t.fresh, t.cells
		return nil
	}
	old, out := t.cells, t.spare[:0]
	for fresh := t.fresh; len(fresh) > 0; {
		n := 1
		for n < len(fresh) && fresh[0].compare(&fresh[n]) == 0 {
			n++
		}
		for len(old) > 0 && old[0].compare(&fresh[0]) < 0 {
			out, old = append(out, old[0]), old[1:]
		}
		d, parts := fresh[n-1], fresh[:n]
		fresh = fresh[n:]
		var stored []draft
		if len(old) > 0 && old[0].compare(&d) == 0 {
			stored, old = old[:1], old[1:]
		}
		if typ := t.fams.types[d.fam]; typ != Plain {
			var err error
			at := place{t, key, t.fams.names[d.fam], d.qual}
			if d.value, err = typ.combine(at, stored, parts); err != nil {
				return err
			}
		}
		out = append(out, d)
	}
	out = append(out, old...)
	t.cells, t.spare, t.fresh = out, emptied(t.cells), emptied(t.fresh)
	return nil
}

// ascending reports whether drafts are in order and no two of them share a column and a
// timestamp.
func ascending(ds []draft) bool {
	for i := 1; i < len(ds); i++ {
		if ds[i-1].compare(&ds[i]) >= 0 {
			return false
		}
	}
	return true
}

// compareDrafts compares drafts in the order of cells, for the functions of package
// slices.
func compareDrafts(a, b draft) int { return a.compare(&b) }

// compare compares drafts in the order of cells: by family, qualifier, and timestamp,
// newest first.
func (d *draft) compare(e *draft) int {
	if d.col == noColumn || d.col != e.col {
		if d.rank != e.rank {
			return cmp.Compare(d.rank, e.rank)
		}
		if o := strings.Compare(string(d.qual), string(e.qual)); o != 0 {
			return o
		}
	}
	return cmp.Compare(e.at, d.at)
}

// commit replaces the row old, which may be the zero record, by the drafts in t.cells. It
// refuses a row of more than [base.MaxWrittenRow] bytes. The scratch is empty afterwards,
// also after a refusal.
func (t *Table) commit(key base.RowKey, old record) error {
	s := rowmap.Sizes{Cells: uint32(len(t.cells))}
	n := draftBytes(key, t.cells, t.fams)
	if n > base.MaxWrittenRow {
		t.clearScratch()
		return rowTooLong(key, n)
	}
	s.Bytes = uint32(n)
	head := t.roomFor(key, int(n), len(t.cells))
	t.buf = t.fams.pack(t.buf, t.cells)
	t.replace(key, old, s, head)
	t.clearScratch()
	return nil
}

// rowTooLong is the refusal of a row of the given size.
func rowTooLong(key base.RowKey, bytes int64) error {
	return base.Refuse(base.CodeRowTooLong, string(key), strconv.FormatInt(bytes, 10), strconv.Itoa(base.MaxWrittenRow))
}

// Larger buffers than these are not kept in the scratch for the next write.
const (
	maxDrafts  = 1 << 12 // drafts
	maxScratch = 1 << 20 // bytes
)

// perCell is an upper bound of the bytes that a packed cell takes beyond those it counts
// as.
const perCell = 24

// roomFor prepares t.buf for the payload of a row. For a row of ordinary size it is the
// empty buffer of the scratch, and the map will copy it. For a very large row, of which a
// second copy in memory would matter, it is a new buffer with room for the whole row that
// the map can keep. Then it begins with the head of the row's record, and head is the
// length of that head; otherwise head is 0.
func (t *Table) roomFor(key base.RowKey, bytes, cells int) (head int) {
	if bytes <= maxScratch {
		t.buf = t.buf[:0]
		return 0
	}
	t.buf = rowmap.AppendHead(make([]byte, 0, bytes+len(key)+perCell*cells), string(key))
	return len(t.buf)
}

// clearScratch empties the scratch. It drops references to values, and buffers too large
// to keep.
func (t *Table) clearScratch() {
	t.cells, t.fresh = emptied(t.cells), emptied(t.fresh)
	if max(cap(t.cells), cap(t.fresh), cap(t.spare)) > maxDrafts {
		t.cells, t.fresh, t.spare = nil, nil, nil
	}
	if cap(t.buf) > maxScratch {
		t.buf = nil
	}
}

// emptied returns the slice with length 0 and all its elements zeroed, so that it keeps no
// values alive.
func emptied(ds []draft) []draft {
	clear(ds)
	return ds[:0]
}
