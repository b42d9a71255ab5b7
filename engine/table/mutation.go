package table

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"tabletop/engine/base"
)

// ServerTime as a cell's timestamp means the time of the write, truncated to a
// millisecond.
const ServerTime base.Micros = -1

// Mutation changes one row.
type Mutation interface{ mutation() }

type (
	// SetCell writes a cell, over one with the same column and timestamp.
	SetCell struct {
		Family    base.Family
		Qualifier base.Qualifier
		At        base.Micros // a multiple of 1,000, or ServerTime
		Value     string
	}

	// DeleteColumn deletes the cells of a column in [Start, End); an End of 0 is
	// unbounded. Both are multiples of 1,000.
	DeleteColumn struct {
		Family     base.Family
		Qualifier  base.Qualifier
		Start, End base.Micros
	}

	// DeleteFamilyCells deletes the row's cells of a family.
	DeleteFamilyCells struct{ Family base.Family }

	// DeleteRow deletes all cells of the row.
	DeleteRow struct{}
)

func (SetCell) mutation()           {}
func (DeleteColumn) mutation()      {}
func (DeleteFamilyCells) mutation() {}
func (DeleteRow) mutation()         {}

// Mutate applies mutations to a row in order, all or none. now is the time of
// the write. It refuses a key, qualifier, value or row beyond its limit, a
// timestamp that is negative or finer than a millisecond, an undeclared family,
// and no or too many mutations.
func (t *Table) Mutate(key base.RowKey, now base.Micros, muts []Mutation) error {
	if err := t.check(key, now, muts); err != nil {
		return err
	}
	old, _ := t.tree.rows.Get(probe(key))
	t.load(old)
	t.apply(muts, now-now%1000)
	if n := draftBytes(key, t.cells, t.fams); n > base.MaxRow {
		t.clearScratch()
		return base.Refuse(base.CodeRowTooLong, string(key), strconv.FormatInt(n, 10), strconv.Itoa(base.MaxRow))
	}
	t.store(key, old)
	return nil
}

// check refuses what is wrong whatever the row holds.
func (t *Table) check(key base.RowKey, now base.Micros, muts []Mutation) error {
	switch {
	case key == "":
		return base.Refuse(base.CodeEmptyKey)
	case len(key) > base.MaxRowKey:
		return tooLong(base.CodeKeyTooLong, len(key), base.MaxRowKey)
	case len(muts) == 0:
		return base.Refuse(base.CodeNoMutation)
	case len(muts) > base.MaxMutations:
		return tooLong(base.CodeManyMutations, len(muts), base.MaxMutations)
	}
	for _, m := range muts {
		var fam base.Family
		switch m := m.(type) {
		case SetCell:
			fam = m.Family
			at := m.At
			if at == ServerTime {
				at = now - now%1000
			}
			switch {
			case len(m.Qualifier) > base.MaxQualifier:
				return tooLong(base.CodeQualTooLong, len(m.Qualifier), base.MaxQualifier)
			case len(m.Value) > base.MaxCell:
				return tooLong(base.CodeValueTooLong, len(m.Value), base.MaxCell)
			case at < 0 || at%1000 != 0:
				return base.Refuse(base.CodeBadTimestamp, strconv.FormatInt(int64(at), 10))
			}
		case DeleteColumn:
			fam = m.Family
			if len(m.Qualifier) > base.MaxQualifier {
				return tooLong(base.CodeQualTooLong, len(m.Qualifier), base.MaxQualifier)
			}
			for _, at := range []base.Micros{m.Start, m.End} {
				if at < 0 || at%1000 != 0 {
					return base.Refuse(base.CodeBadTimestamp, strconv.FormatInt(int64(at), 10))
				}
			}
			if m.End != 0 && m.Start >= m.End {
				return base.Refuse(base.CodeBadTimeRange, strconv.FormatInt(int64(m.Start), 10), strconv.FormatInt(int64(m.End), 10))
			}
		case DeleteFamilyCells:
			fam = m.Family
		case DeleteRow:
			continue
		default:
			panic(fmt.Sprintf("table: unknown mutation %T", m))
		}
		if _, ok := t.fams.ids[fam]; !ok {
			return t.noFamily(fam)
		}
	}
	return nil
}

func tooLong(code base.Code, n, limit int) error {
	return base.Refuse(code, strconv.Itoa(n), strconv.Itoa(limit))
}

// load makes the drafts those of r, which may have no cells.
func (t *Table) load(r record) {
	t.cells = t.cells[:0]
	t.fresh = t.fresh[:0]
	for c := walk(r, t.fams); c.next(); {
		t.cells = append(t.cells, draft{c.fam, t.fams.ranks[c.fam], string(c.cell.Qualifier), c.cell.At, c.cell.Value})
	}
}

// apply changes the drafts. The mutations have been checked; now is truncated.
// Cells set in a row are collected and merged together, so that a long batch
// costs no more than sorting it.
func (t *Table) apply(muts []Mutation, now base.Micros) {
	for _, m := range muts {
		switch m := m.(type) {
		case SetCell:
			at := m.At
			if at == ServerTime {
				at = now
			}
			id := t.fams.ids[m.Family]
			t.fresh = append(t.fresh, draft{id, t.fams.ranks[id], string(m.Qualifier), at, m.Value})
		case DeleteColumn:
			t.merge()
			id := t.fams.ids[m.Family]
			rank := t.fams.ranks[id]
			// Versions descend: [End, Start) in the order of cells.
			lo := 0
			if m.End == 0 {
				lo, _ = slices.BinarySearchFunc(t.cells, draft{rank: rank, qual: string(m.Qualifier), at: 1<<63 - 1}, compareDrafts)
			} else {
				lo, _ = slices.BinarySearchFunc(t.cells, draft{rank: rank, qual: string(m.Qualifier), at: m.End - 1}, compareDrafts)
			}
			hi := lo
			for hi < len(t.cells) && t.cells[hi].fam == id && t.cells[hi].qual == string(m.Qualifier) && t.cells[hi].at >= m.Start {
				hi++
			}
			t.cells = slices.Delete(t.cells, lo, hi)
		case DeleteFamilyCells:
			t.merge()
			id := t.fams.ids[m.Family]
			t.cells = slices.DeleteFunc(t.cells, func(d draft) bool { return d.fam == id })
		case DeleteRow:
			t.cells = t.cells[:0]
			t.fresh = t.fresh[:0]
		default:
			panic(fmt.Sprintf("table: unknown mutation %T", m))
		}
	}
	t.merge()
}

// merge brings the freshly set cells into the drafts; the last one set at a
// column and timestamp wins.
func (t *Table) merge() {
	if len(t.fresh) == 0 {
		return
	}
	slices.SortStableFunc(t.fresh, compareDrafts)
	// What is stored comes before what is fresh; of equals the last stays.
	old, out := t.cells, t.spare[:0]
	push := func(d draft) {
		if n := len(out); n > 0 && compareDrafts(out[n-1], d) == 0 {
			out[n-1] = d
			return
		}
		out = append(out, d)
	}
	i := 0
	for _, d := range t.fresh {
		for i < len(old) && compareDrafts(old[i], d) <= 0 {
			push(old[i])
			i++
		}
		push(d)
	}
	out = append(out, old[i:]...)
	t.cells, t.spare = out, old[:0]
	t.fresh = t.fresh[:0]
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

// store replaces the row old, which may have no cells, by the drafts.
func (t *Table) store(key base.RowKey, old record) {
	t.own()
	t.bytes -= int64(old.bytes)
	t.count -= int64(old.cells)
	if len(t.cells) == 0 {
		if old.cells > 0 {
			t.tree.rows.Delete(old)
			t.ranks.note(key, -1)
		}
	} else {
		var r record
		r, t.buf = pack(t.buf, key, t.cells, t.fams)
		t.bytes += int64(r.bytes)
		t.count += int64(r.cells)
		t.tree.rows.ReplaceOrInsert(r)
		if old.cells == 0 {
			t.ranks.note(key, +1)
		}
	}
	t.clearScratch()
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
