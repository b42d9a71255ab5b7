package table

import (
	"slices"

	"tabletop/engine/base"
)

// Rows in a block of a fresh rank cache, and those a block may grow to before
// the cache is made anew.
const (
	rankBlock = 256
	rankGrown = 16 * rankBlock
)

// ranks is a cache of how many rows lie in each of a table's blocks. It is made
// when first needed and kept up with writes. Invariants: heads ascend, the first
// is empty, and block i is the rows of [heads[i], heads[i+1]).
type ranks struct {
	heads  []base.RowKey // never changed in place; nil: no cache
	counts []int32
	shared bool // counts are another table's too
}

// share makes the counts safe to be copied into another table.
func (r *ranks) share() { r.shared = true }

// block returns the block that key belongs to.
func (r *ranks) block(key base.RowKey) int {
	i, found := slices.BinarySearch(r.heads, key)
	if !found {
		i--
	}
	return i
}

// note records that key has come (+1) or gone (-1).
func (r *ranks) note(key base.RowKey, by int32) {
	if r.heads == nil {
		return
	}
	i := r.block(key)
	if r.counts[i]+by > rankGrown {
		*r = ranks{}
		return
	}
	if r.shared {
		r.counts, r.shared = slices.Clone(r.counts), false
	}
	r.counts[i] += by
}

func (r *ranks) build(t *Table) {
	if r.heads != nil {
		return
	}
	*r = ranks{heads: []base.RowKey{""}, counts: []int32{0}}
	t.tree.ascend(base.Whole, func(rec record) bool {
		n := len(r.counts) - 1
		if r.counts[n] == rankBlock {
			r.heads = append(r.heads, base.RowKey(rec.key()))
			r.counts = append(r.counts, 0)
			n++
		}
		r.counts[n]++
		return true
	})
}

// seek returns a key and how many rows from it on to skip to come to the row
// that has offset rows before it.
func (r *ranks) seek(t *Table, offset int) (base.RowKey, int) {
	r.build(t)
	for i, n := range r.counts {
		if offset < int(n) {
			return r.heads[i], offset
		}
		offset -= int(n)
	}
	panic("table: rank beyond the last row")
}

// before returns the head of key's block and how many rows lie before it.
func (r *ranks) before(t *Table, key base.RowKey) (base.RowKey, int) {
	r.build(t)
	i := r.block(key)
	n := 0
	for _, c := range r.counts[:i] {
		n += int(c)
	}
	return r.heads[i], n
}
