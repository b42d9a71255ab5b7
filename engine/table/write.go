package table

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"tabletop/engine/base"
	"tabletop/engine/filter"
	"tabletop/engine/rowmap"
)

// Mutate applies mutations to a row in order, all or none. now is the time of
// the write. It refuses a key, qualifier, value or row beyond its limit, a
// timestamp that is negative or finer than a millisecond, an undeclared family,
// a mutation that does not fit the family's type, a sum that leaves the bounds of
// int64, and no or too many mutations.
func (t *Table) Mutate(key base.RowKey, now base.Micros, muts []Mutation) error {
	if err := t.check(key, now, muts); err != nil {
		return err
	}
	return t.mutate(key, now, muts)
}

// mutate applies mutations that have been checked, all or none.
func (t *Table) mutate(key base.RowKey, now base.Micros, muts []Mutation) error {
	old, _ := t.rows.Peek(string(key))
	t.load(old)
	if err := t.apply(key, now, muts); err != nil {
		t.clearScratch()
		return err
	}
	return t.commit(key, old)
}

// CheckAndMutate applies the mutations then to a row if the predicate lets out
// any of its cells, and els otherwise, and reports which. A nil predicate lets
// all cells out. Either list may be empty, but not both; both are checked as
// [Table.Mutate] checks, also the one that is not applied.
func (t *Table) CheckAndMutate(key base.RowKey, now base.Micros, predicate *filter.Program, then, els []Mutation) (matched bool, err error) {
	if err := base.CheckRowKey(key); err != nil {
		return false, err
	}
	if len(then)+len(els) == 0 {
		return false, base.Refuse(base.CodeNoMutation, string(key))
	}
	for _, muts := range [][]Mutation{then, els} {
		if err := t.checkAll(key, now, muts); err != nil {
			return false, err
		}
	}
	q := Query{Ranges: []base.Range{base.Point(key)}, Filter: predicate, CountOnly: true}
	for range t.Scan(q, nil) {
		matched = true
	}
	muts := els
	if matched {
		muts = then
	}
	if len(muts) == 0 {
		return matched, nil
	}
	if err := t.mutate(key, now, muts); err != nil {
		return false, err
	}
	return matched, nil
}

// load makes the drafts those of r, which may have no cells.
func (t *Table) load(r record) {
	t.cells = t.cells[:0]
	t.fresh = t.fresh[:0]
	for c := walk(r, t.fams); c.next(); {
		t.cells = append(t.cells, c.draft())
	}
}

// apply changes the drafts. The mutations have been checked. Cells written in a
// row are collected and merged together, so that a long batch costs no more than
// sorting it. It refuses a sum that leaves its bounds.
func (t *Table) apply(key base.RowKey, now base.Micros, muts []Mutation) error {
	for _, m := range muts {
		switch m := m.(type) {
		case SetCell:
			at := m.At
			if at == ServerTime {
				at = truncate(now)
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
			id := t.fams.ids[m.Family]
			rank := t.fams.ranks[id]
			// Versions descend: [End, Start) in the order of cells.
			lo := 0
			if m.End == 0 {
				lo, _ = slices.BinarySearchFunc(t.cells, draft{rank: rank, qual: string(m.Qualifier), at: math.MaxInt64}, compareDrafts)
			} else {
				lo, _ = slices.BinarySearchFunc(t.cells, draft{rank: rank, qual: string(m.Qualifier), at: m.End - 1}, compareDrafts)
			}
			hi := lo
			for hi < len(t.cells) && t.cells[hi].fam == id && t.cells[hi].qual == string(m.Qualifier) && t.cells[hi].at >= m.Start {
				hi++
			}
			t.cells = slices.Delete(t.cells, lo, hi)
		case DeleteFamilyCells:
			if err := t.merge(key); err != nil {
				return err
			}
			id := t.fams.ids[m.Family]
			t.cells = slices.DeleteFunc(t.cells, func(d draft) bool { return d.fam == id })
		case DeleteRow:
			t.cells = t.cells[:0]
			t.fresh = t.fresh[:0]
		default:
			panic(fmt.Sprintf("table: unknown mutation %T", m))
		}
	}
	return t.merge(key)
}

// write collects a cell, or what is to be added to one.
func (t *Table) write(f base.Family, q base.Qualifier, at base.Micros, value string) {
	id := t.fams.ids[f]
	t.fresh = append(t.fresh, draft{id, t.fams.ranks[id], string(q), at, value})
}

// merge brings what was written into the drafts. At one column and timestamp the
// last wins, or all are put together if the family is an aggregate.
func (t *Table) merge(key base.RowKey) error {
	if len(t.fresh) == 0 {
		return nil
	}
	slices.SortStableFunc(t.fresh, compareDrafts)
	old, out := t.cells, t.spare[:0]
	for fresh := t.fresh; len(fresh) > 0; {
		n := 1
		for n < len(fresh) && compareDrafts(fresh[0], fresh[n]) == 0 {
			n++
		}
		for len(old) > 0 && compareDrafts(old[0], fresh[0]) < 0 {
			out, old = append(out, old[0]), old[1:]
		}
		d, parts := fresh[n-1], fresh[:n]
		fresh = fresh[n:]
		var stored []draft
		if len(old) > 0 && compareDrafts(old[0], d) == 0 {
			stored, old = old[:1], old[1:]
		}
		if typ := t.fams.types[d.fam]; typ != Plain {
			var err error
			at := place{t, key, t.fams.names[d.fam], base.Qualifier(d.qual)}
			if d.value, err = typ.combine(at, stored, parts); err != nil {
				return err
			}
		}
		out = append(out, d)
	}
	out = append(out, old...)
	t.cells, t.spare = out, t.cells[:0]
	t.fresh = t.fresh[:0]
	return nil
}

func compareDrafts(a, b draft) int {
	if a.rank != b.rank {
		return cmp.Compare(a.rank, b.rank)
	}
	if o := cmp.Compare(a.qual, b.qual); o != 0 {
		return o
	}
	return cmp.Compare(b.at, a.at)
}

// commit replaces the row old, which may have no cells, by the drafts. It refuses
// a row that is too long. The scratch is empty afterwards.
func (t *Table) commit(key base.RowKey, old record) error {
	defer t.clearScratch()
	n := draftBytes(key, t.cells, t.fams)
	if n > base.MaxRow {
		return base.Refuse(base.CodeRowTooLong, string(key), strconv.FormatInt(n, 10), strconv.Itoa(base.MaxRow))
	}
	t.buf = pack(t.buf[:0], t.cells)
	t.replace(key, old, rowmap.Sizes{Cells: uint32(len(t.cells)), Bytes: uint32(n)}, t.buf)
	return nil
}

// clearScratch lets go of values and of buffers too large to keep.
func (t *Table) clearScratch() {
	const keep = 1 << 12
	for _, s := range []*[]draft{&t.cells, &t.fresh, &t.spare} {
		if cap(*s) > keep {
			*s = nil
		}
		clear((*s)[:cap(*s)])
		*s = (*s)[:0]
	}
	if cap(t.buf) > 1<<20 {
		t.buf = nil
	}
}
