package rowmap

import (
	"math"
	"strings"

	"github.com/google/btree"
)

// degree of the tree over the leaves.
const degree = 32

// Map is a sorted map from row keys to records. It is not safe for concurrent
// use, nor are a map and its clones together: reading takes notes too. It may be
// written while it is being read: the reading goes on with what was there when
// it began.
//
// To read it in another goroutine see [Map.Freeze].
//
// Keys are ordered as bytes. A key has at most 4 KiB, and a record less than
// 2 GiB; the map does not check.
type Map struct {
	View
	rows int
	peek peek
}

// View is a map as it was at some time, to be read.
type View struct {
	tree   *btree.BTreeG[item]
	token  *token
	near   *leaf  // the leaf of the tree that was used last, or nil
	common string // what keys begin with, or most of them do; it only makes searches fast
	sought *leaf  // room for a key to look for
}

// peek is where [Map.Peek] found its key, or would put it. It holds until the
// next write.
type peek struct {
	key   string
	leaf  *leaf // nil: nothing is known
	entry int
	found bool
}

// token is the right to change leaves in place: a map owns the leaves made under
// its token, and takes a new one when somebody else may see them.
type token struct {
	readers int // passes under way that read what is owned under it
	pool
}

// item is a leaf in the tree, or a key to look for. The leaves tile the keys: the
// first begins at "", each ends where the next begins, and the last has no end.
// Two items are equal if they overlap: so a key is found as the leaf that covers
// it.
type item struct {
	head uint64 // of where it begins, as View.head has it
	end  uint64 // of where it ends
	leaf *leaf  // without an owner, and with the key for low, if it is looked for
}

func less(a, b item) bool {
	if a.end != b.head {
		return a.end < b.head
	}
	if a.leaf.owner == nil {
		return a.leaf.low < b.leaf.low
	}
	return a.leaf.high != "" && a.leaf.high <= b.leaf.low
}

// head returns a number for a key that orders as keys do, where it tells them
// apart: the bytes after those that keys have in common. It spares searches most
// looks at keys, each of them a miss of the cache.
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

func (v *View) item(l *leaf) item {
	it := item{v.head(l.low), math.MaxUint64, l}
	if l.high != "" {
		it.end = v.head(l.high)
	}
	return it
}

// settleCommon makes what the first key and the last have in common what all keys
// are taken to begin with.
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

// Totals adds up rows.
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

// Clone returns a snapshot in constant time. Either may be written on; the other
// never sees it.
func (m *Map) Clone() *Map {
	c := *m
	c.tree = m.tree.Clone()
	c.token = new(token)
	m.token = new(token)
	c.peek, c.sought = peek{}, new(leaf)
	return &c
}

// Frozen is a map as it was at some time, for any number of goroutines at once, whatever
// becomes of the map.
type Frozen struct{ m Map }

// Freeze returns the map as it is, in constant time.
func (m *Map) Freeze() *Frozen { return &Frozen{*m.Clone()} }

// Map returns the map for one goroutine, in constant time. It may be written on.
func (f *Frozen) Map() *Map {
	m, tree := f.m, *f.m.tree // cloning changes what it is called on
	m.tree, m.token, m.sought = tree.Clone(), new(token), new(leaf)
	return &m
}

// Hold returns the map as it is now, to be released when done. The map may be
// written meanwhile.
func (m *Map) Hold() View {
	m.token.readers++
	return m.View
}

// Release ends what [Map.Hold] began.
func (v *View) Release() { v.token.readers-- }

// Len returns the number of rows.
func (m *Map) Len() int { return m.rows }

// Get returns the record of a key, which is good for ever.
func (m *Map) Get(key string) (Record, bool) {
	l := m.seek(key)
	i, ok := l.find(key)
	if !ok {
		return Record{}, false
	}
	m.lend(l)
	return l.record(i), true
}

// lend notes that somebody may hold a view of the leaf's buffer. Of a leaf that the map
// does not own nothing is written, also not this: others may be reading it.
func (v *View) lend(l *leaf) {
	if l.owner == v.token {
		l.lent = true
	}
}

// Peek is Get for a record that is good until the next write to the map only. A
// row that is read to be written should be read so: then the map can use memory
// again. Until then it keeps the key, whose bytes nobody may change.
func (m *Map) Peek(key string) (Record, bool) {
	l := m.seek(key)
	i, found := l.find(key)
	m.peek = peek{key, l, i, found}
	if !found {
		return Record{}, false
	}
	return l.record(i), true
}

// Put writes a record over the one of that key, if there is one, and returns the
// sizes of that. It keeps neither key nor payload, and neither may be a view of
// what [Map.Peek] returned.
func (m *Map) Put(key string, s Sizes, payload []byte) (old Sizes, replaced bool) {
	return m.put(key, s, payload, nil)
}

// PutText is [Map.Put] of the payload behind the head of text, which [AppendHead] has
// begun with the key. It takes text, which nobody may change any more: a long record
// is not copied.
func (m *Map) PutText(s Sizes, text []byte) (old Sizes, replaced bool) {
	key := strings.Clone(keyOf(view(text)))
	return m.put(key, s, text[recordLen(key, nil):], text)
}

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

// Delete deletes the record of a key, if there is one, and returns the sizes of
// that.
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

// DropRange deletes the rows with keys in [start, end) and says what they were;
// an empty end is past the last.
func (m *Map) DropRange(start, end string) Totals {
	var hit []*leaf
	var t Totals
	var from, to int // rows in the first leaf and the last that are hit
	m.spans(start, end, false, func(r Span) bool {
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
	// One leaf takes the place of all of them, or two if the rows of the first
	// and of the last do not go together.
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

// place puts a leaf into the tree, over one that begins where it does.
func (m *Map) place(l *leaf) { m.tree.ReplaceOrInsert(m.item(l)) }

// detach makes the map one that may be changed: who is reading it keeps what was
// there.
func (m *Map) detach() {
	m.peek = peek{}
	if m.token.readers > 0 {
		m.tree = m.tree.Clone()
		m.token = new(token)
	}
}
