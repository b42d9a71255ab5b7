package rowmap

import (
	"math"
	"strings"

	"github.com/google/btree"
)

// degree is the degree of the B-tree that holds the leaves.
const degree = 32

// Map is a sorted map from row keys to records. Keys are ordered as bytes. The caller must
// ensure that a key has at most 4 KiB and a record less than 2 GiB.
//
// A Map must not be used by several goroutines at once, and neither may a map and its
// clones, since reading also changes internal state; see [Map.Freeze]. A map may be
// written while it is being iterated over: the iteration continues with the rows as they
// were when it began.
type Map struct {
	View
	rows int
	peek peek
}

// View is the state of a map at one time, for reading. [Map] embeds its current View;
// [Map.HoldView] returns one that stays as it is.
type View struct {
	tree   *btree.BTreeG[item]
	token  *token
	near   *leaf  // the leaf that was used last, or nil
	common string // a prefix of most keys, or of all; it only makes searches faster
	sought *leaf  // a leaf to hold the key of a search in the tree
}

// peek is where [Map.Peek] has found its key, or where the key would be inserted. It is
// valid until the next write.
type peek struct {
	key   string
	leaf  *leaf // nil if there is no peek
	entry int
	found bool
}

// token is the right to change leaves in place. A map owns the leaves that were made under
// its token, and takes a new token when others may have access to them.
type token struct {
	readers int // iterations in progress over leaves of this token
	pool
}

// item is an element of the tree: a leaf, or a key that is looked for. The leaves cover
// all keys without gaps. Two items count as equal if their ranges overlap, so that a
// search for a key finds the leaf that covers it.
type item struct {
	head uint64 // View.head of the leaf's low, or of the key
	end  uint64 // View.head of the leaf's high, or of the key
	leaf *leaf  // for a key: a leaf without an owner, whose low is the key
}

// less is the order of items in the tree. It reports whether a ends at or before the
// beginning of b.
func less(a, b item) bool {
	if a.end != b.head {
		return a.end < b.head
	}
	if a.leaf.owner == nil {
		return a.leaf.low < b.leaf.low
	}
	return a.leaf.high != "" && a.leaf.high <= b.leaf.low
}

// head returns a number for a key, such that numbers order as the keys do where they
// differ: the 8 bytes after the common prefix. With these numbers a search compares few
// whole keys, each of which would be a cache miss.
func (v *View) head(key string) uint64 {
	n := len(v.common)
	switch {
	case len(key) >= n && key[:n] == v.common:
		return word(key[n:])
	case key < v.common:
		return 0
	default:
		return math.MaxUint64
	}
}

// item returns the item of a leaf.
func (v *View) item(l *leaf) item {
	it := item{v.head(l.low), math.MaxUint64, l}
	if l.high != "" {
		it.end = v.head(l.high)
	}
	return it
}

// settleCommon makes the common prefix of the first and the last key the one that the map
// assumes for all keys. If that changes it, the tree is built anew.
func (m *Map) settleCommon() {
	first, _ := m.tree.Min()
	last, _ := m.tree.Max()
	if len(first.leaf.entries) == 0 || len(last.leaf.entries) == 0 {
		return
	}
	low := first.leaf.key(0)
	n := shared(low, last.leaf.key(len(last.leaf.entries)-1))
	if low[:n] == m.common {
		return
	}
	m.common = strings.Clone(low[:n])
	tree := btree.NewG(degree, less)
	m.tree.Ascend(func(it item) bool {
		tree.ReplaceOrInsert(m.item(it.leaf))
		return true
	})
	m.tree = tree
}

// Totals are sums over a range of rows.
type Totals struct {
	Rows         int
	Cells, Bytes int64
}

// New returns an empty map.
func New() *Map {
	m := &Map{View: View{tree: btree.NewG(degree, less), token: new(token), sought: new(leaf)}}
	m.place(newLeaf("", "", m.token))
	return m
}

// Clone returns a snapshot of the map in constant time. Both maps may be written
// afterwards; neither sees the writes to the other. The two must still be used by one
// goroutine only.
func (m *Map) Clone() *Map {
	c := *m
	c.tree = m.tree.Clone()
	c.token = new(token)
	m.token = new(token)
	c.peek, c.sought = peek{}, new(leaf)
	return &c
}

// Frozen is a snapshot of a map that any number of goroutines may use at once, also while
// the map itself is used.
type Frozen struct{ m Map }

// Freeze returns a snapshot for other goroutines, in constant time.
func (m *Map) Freeze() *Frozen { return &Frozen{*m.Clone()} }

// Map returns a map with the contents of the snapshot, in constant time. Each goroutine
// needs one of its own, and may write it.
func (f *Frozen) Map() *Map {
	m, tree := f.m, *f.m.tree // a copy of the tree, because Clone changes its receiver
	m.tree, m.token, m.sought = tree.Clone(), new(token), new(leaf)
	return &m
}

// HoldView returns the present state of the map for reading, while the map may be written. The
// caller must call [View.Release] when it has finished.
func (m *Map) HoldView() View {
	m.token.readers++
	return m.View
}

// Release ends the use of a View that [Map.HoldView] returned.
func (v *View) Release() { v.token.readers-- }

// Len returns the number of rows.
func (m *Map) Len() int { return m.rows }

// Get returns the record with the key, and whether there is one. The record stays valid
// for ever.
func (m *Map) Get(key string) (Record, bool) {
	l := m.seek(key)
	i, ok := l.find(key)
	if !ok {
		return Record{}, false
	}
	m.lend(l)
	return l.record(i), true
}

// lend marks a leaf whose buffer a caller may hold a view of. A leaf that the map does not
// own is not marked: other goroutines may be reading it, and the map copies it before it
// changes it anyway.
func (v *View) lend(l *leaf) {
	if l.owner == v.token {
		l.lent = true
	}
}

// Peek is Get for a record that is used only until the next write to the map. It should be
// preferred for a row that is read in order to write it, since then the map can use the
// record's memory again, and the following Put of the same key needs no search. The bytes
// of key must not change until then.
func (m *Map) Peek(key string) (Record, bool) {
	l := m.seek(key)
	i, found := l.find(key)
	m.peek = peek{key, l, i, found}
	if !found {
		return Record{}, false
	}
	return l.record(i), true
}

// Put writes a record, replacing one with the same key. It returns the sizes of the
// replaced record, if there was one. Put copies key and payload; neither may be part of a
// record from [Map.Peek].
func (m *Map) Put(key string, s Sizes, payload []byte) (old Sizes, replaced bool) {
	return m.put(key, s, payload, nil)
}

// PutText is [Map.Put] for a text that consists of a head, as [AppendHead] writes it for
// the key, and the payload. The map takes ownership of text, which must not be changed any
// more; so a long record is not copied.
func (m *Map) PutText(s Sizes, text []byte) (old Sizes, replaced bool) {
	key := strings.Clone(keyOf(view(text)))
	return m.put(key, s, text[recordLen(key, nil):], text)
}

// put implements Put and PutText. text is nil or the whole text of the record.
func (m *Map) put(key string, s Sizes, payload, text []byte) (old Sizes, replaced bool) {
	var l *leaf
	var i int
	if p := m.peek; p.leaf != nil && p.key == key {
		m.detach()
		l, i, replaced = m.own(p.leaf), p.entry, p.found
	} else {
		m.detach()
		l = m.own(m.seek(key))
		i, replaced = l.find(key)
	}
	size := inline(recordLen(key, payload), s)
	if replaced {
		old = l.record(i).Sizes
		if l.replace(i, key, s, payload, size) {
			return old, true
		}
		l.remove(i)
	} else {
		m.rows++
	}
	if !l.room(size) {
		l, i = m.split(l, i, key, size)
		l.room(size)
	}
	l.insert(i, key, s, payload, text)
	return old, replaced
}

// Delete deletes the record with the key. It returns its sizes, and whether there was one.
func (m *Map) Delete(key string) (old Sizes, deleted bool) {
	l := m.seek(key)
	i, found := l.find(key)
	if !found {
		return Sizes{}, false
	}
	m.detach()
	l = m.own(l)
	old = l.record(i).Sizes
	l.remove(i)
	m.rows--
	if l.dead > cap(l.buf)/2 {
		l.rebuild(len(l.buf) - l.dead)
	}
	m.settle(l)
	return old, true
}

// DropRange deletes the rows with keys in [start, end), and returns their totals. An empty
// end means the end of the map. It takes time for each leaf in the range, not for each
// row.
func (m *Map) DropRange(start, end string) Totals {
	var hit []*leaf
	var t Totals
	var from, to int // where the range begins in the first leaf and ends in the last
	m.spans(start, end, false, func(r RecordRun) bool {
		if hit == nil {
			from = r.from
		}
		hit, to = append(hit, r.leaf), r.to
		sum := r.leaf.sum(r.from, r.to)
		t.Rows += sum.Rows
		t.Cells += sum.Cells
		t.Bytes += sum.Bytes
		return true
	})
	if t.Rows == 0 {
		return t
	}
	m.detach()
	m.rows -= t.Rows
	first, last := hit[0], hit[len(hit)-1]
	for _, l := range hit {
		m.tree.Delete(m.item(l))
	}
	// One leaf replaces all of them, or two if the remaining rows of the first and the
	// last leaf do not fit into one.
	low, high, n := first.low, last.high, len(last.entries)
	before, after := first.copied(low, "", 0, from, m.token), last.copied("", high, to, n, m.token)
	for _, l := range hit {
		l.release(m.token)
	}
	if before.fits(after) {
		m.place(joined(before, after, m.token))
	} else {
		border := parting(before.key(from-1), after.key(0))
		before.bound(low, border)
		after.bound(border, high)
		m.place(before)
		m.place(after)
	}
	m.near = nil
	m.settle(m.seek(low))
	return t
}

// seek returns the leaf that covers key.
func (v *View) seek(key string) *leaf {
	if v.near != nil && v.near.covers(key) {
		return v.near
	}
	v.sought.low = key
	h := v.head(key)
	it, _ := v.tree.Get(item{h, h, v.sought})
	v.sought.low = ""
	v.near = it.leaf
	return it.leaf
}

// place puts a leaf into the tree. It replaces the leaf whose range it overlaps, if there
// is one.
func (m *Map) place(l *leaf) { m.tree.ReplaceOrInsert(m.item(l)) }

// detach has to be called before any change. If an iteration is in progress, the map gets
// a tree and a token of its own, so that the iteration keeps the present state.
func (m *Map) detach() {
	m.peek = peek{}
	if m.token.readers > 0 {
		m.tree = m.tree.Clone()
		m.token = new(token)
	}
}
