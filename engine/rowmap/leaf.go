package rowmap

import (
	"math/bits"
	"slices"
)

// Bounds of a leaf.
const (
	maxBuf    = 16 << 10 // bytes of a buffer
	maxInline = 4 << 10  // bytes of a record in the buffer; a longer one is a string of its own
	maxRows   = 512      // rows: bounds what an insert moves when they are tiny
	perRow    = 24       // bytes of an entry
)

// A slot says where a record is and what its sizes are, in bits from the lowest:
//
//	13  length in the buffer; 0: the record is in long
//	14  offset in the buffer, or index in long
//	14  cells, and
//	23  bytes, of a record in the buffer
type slot uint64

const (
	lenBits, offBits, cellBits = 13, 14, 14

	maxCells = 1<<cellBits - 1
	maxBytes = 1<<(64-lenBits-offBits-cellBits) - 1
)

func inlineSlot(off, n int, s Sizes) slot {
	return slot(n) | slot(off)<<lenBits | slot(s.Cells)<<(lenBits+offBits) | slot(s.Bytes)<<(lenBits+offBits+cellBits)
}

func longSlot(i int) slot { return slot(i) << lenBits }

func (s slot) size() int { return int(s & (1<<lenBits - 1)) }
func (s slot) off() int  { return int(s >> lenBits & (1<<offBits - 1)) }

// moved is the slot of a record that is now at off.
func (s slot) moved(off int) slot {
	return s&^((1<<offBits-1)<<lenBits) | slot(off)<<lenBits
}

func (s slot) sizes() Sizes {
	return Sizes{uint32(s >> (lenBits + offBits) & maxCells), uint32(s >> (lenBits + offBits + cellBits))}
}

// inline returns the size in the buffer of a record of size bytes, 0 if it goes
// into long.
func inline(size int, s Sizes) int {
	if size > maxInline || s.Cells > maxCells || s.Bytes > maxBytes {
		return 0
	}
	return size
}

// leaf is the rows whose keys are in [low, high); an empty high is no end. Only
// the map whose token is its owner changes it.
//
// Invariants: entries are in key order; cells and bytes are the sums of the
// rows'; low and high, and therefore all keys of the leaf, have the first skip
// bytes in common.
type leaf struct {
	low, high string
	owner     *token
	skip      int
	entries   []entry
	buf       []byte   // only appended to
	long      []Record // those that do not go into the buffer
	dead      int      // bytes of buf that no entry speaks of
	lent      bool     // somebody may hold a view of buf
	last      int      // the entry inserted last, or -1
	cells     int64
	bytes     int64
}

// entry is a row in its leaf: head and next are the first 8 bytes and the second
// 8 of what the key has beyond those that all keys of the leaf begin with.
type entry struct {
	head, next uint64
	slot       slot
}

func newLeaf(low, high string, owner *token) *leaf {
	return &leaf{low: low, high: high, owner: owner, skip: shared(low, high), last: -1}
}

// shared returns how many bytes all keys in [low, high) have in common.
func shared(low, high string) int {
	n := min(len(low), len(high))
	for i := range n {
		if low[i] != high[i] {
			return i
		}
	}
	return n
}

// heads2 returns the first 8 bytes of s and the second 8 as numbers that order
// as they do; s is padded with zeros.
func heads2(s string) (uint64, uint64) {
	if len(s) <= 8 {
		return word(s), 0
	}
	return word(s), word(s[8:])
}

func word(s string) uint64 {
	if len(s) >= 8 {
		return bits.ReverseBytes64(little(s))
	}
	h := uint64(0)
	for i := range len(s) {
		h |= uint64(s[i]) << (56 - 8*i)
	}
	return h
}

// little returns the first 8 bytes, the lowest first: one load in WebAssembly,
// which has none for the other order.
func little(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

func (l *leaf) covers(key string) bool {
	return key >= l.low && (l.high == "" || key < l.high)
}

func (l *leaf) record(i int) Record {
	s := l.entries[i].slot
	n, off := s.size(), s.off()
	if n == 0 {
		return l.long[off]
	}
	return Record{view(l.buf[off : off+n]), s.sizes()}
}

func (l *leaf) key(i int) string {
	s := l.entries[i].slot
	n, off := s.size(), s.off()
	if n == 0 {
		return l.long[off].Key()
	}
	return keyOf(view(l.buf[off : off+n]))
}

// find returns the entry of a key that the leaf covers, or the one it would get.
func (l *leaf) find(key string) (int, bool) {
	tail := key[l.skip:]
	h, next := heads2(tail)
	entries := l.entries
	lo, hi := 0, len(entries)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		e := &entries[mid]
		if e.head < h || e.head == h && (e.next < next || e.next == next && l.key(mid)[l.skip:] < tail) {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < len(entries) && entries[lo].head == h && entries[lo].next == next && l.key(lo) == key
}

// weight is what a leaf is balanced by, in bytes.
func (l *leaf) weight() int { return len(l.buf) - l.dead + perRow*len(l.entries) }

// room makes room for one more record of size bytes in the buffer. It reports false if the
// leaf has to be split first.
func (l *leaf) room(size int) bool {
	n := len(l.entries)
	if n == maxRows {
		return false
	}
	if len(l.buf)+size > cap(l.buf) {
		need := len(l.buf) - l.dead + size
		// Rows that are written again and again must not make the leaf be copied
		// each time.
		if need > maxBuf || l.dead > 0 && need > maxBuf/8*7 {
			return false
		}
		if l.dead == 0 && l.last == n-1 {
			need = max(need, min(2*cap(l.buf), maxBuf)) // it is being filled in order
		}
		l.rebuild(need)
	}
	if n == cap(l.entries) {
		l.reserve(n/4 + 4)
	}
	return true
}

// rebuild moves the records to another buffer, of need bytes or more.
func (l *leaf) rebuild(need int) {
	old := l.buf
	if l.dead == 0 {
		l.buf = append(l.owner.get(need), old...)
	} else {
		l.buf = l.owner.get(min(need+need/8, maxBuf))
		for i := range l.entries {
			s := l.entries[i].slot
			if n, off := s.size(), s.off(); n != 0 {
				l.entries[i].slot = s.moved(len(l.buf))
				l.buf = append(l.buf, old[off:off+n]...)
			}
		}
		l.dead = 0
	}
	l.owner.put(old, l.lent)
	l.lent = false
}

// release gives the buffer of a leaf that is no longer in the tree back to owner,
// if it is the leaf's.
func (l *leaf) release(owner *token) {
	if l.owner == owner {
		owner.put(l.buf, l.lent)
	}
}

// reserve makes room for so many more rows.
func (l *leaf) reserve(rows int) {
	l.entries = append(make([]entry, 0, len(l.entries)+rows), l.entries...)
}

// insert puts a record that there is room for before entry i. A long one keeps text,
// which is all of it, or nil for the leaf to make it.
func (l *leaf) insert(i int, key string, s Sizes, payload, text []byte) {
	var at slot
	size := recordLen(key, payload)
	if inline(size, s) == 0 {
		at = longSlot(len(l.long))
		if text == nil {
			text = appendRecord(make([]byte, 0, size), key, payload)
		}
		l.long = append(l.long, Record{view(text), s})
	} else {
		at = inlineSlot(len(l.buf), size, s)
		l.buf = appendRecord(l.buf, key, payload)
	}
	h, next := heads2(key[l.skip:])
	l.entries = slices.Insert(l.entries, i, entry{h, next, at})
	l.cells += int64(s.Cells)
	l.bytes += int64(s.Bytes)
	l.last = i
}

// replace puts a record of size bytes in the buffer, where there is room for it,
// in the place of entry i, which is no long one. It reports false if it cannot.
func (l *leaf) replace(i int, key string, s Sizes, payload []byte, size int) bool {
	e := &l.entries[i]
	n, off := e.slot.size(), e.slot.off()
	if size == 0 || n == 0 {
		return false
	}
	old := e.slot.sizes()
	switch {
	case size <= n && !l.lent: // nobody reads what is there
		appendRecord(l.buf[off:off:off+n], key, payload)
		l.dead += n - size
	case len(l.buf)+size <= cap(l.buf):
		off = len(l.buf)
		l.buf = appendRecord(l.buf, key, payload)
		l.dead += n
	default:
		return false
	}
	e.slot = inlineSlot(off, size, s)
	l.cells += int64(s.Cells) - int64(old.Cells)
	l.bytes += int64(s.Bytes) - int64(old.Bytes)
	l.last = -1
	return true
}

// remove takes entry i out.
func (l *leaf) remove(i int) {
	s := l.record(i).Sizes
	l.cells -= int64(s.Cells)
	l.bytes -= int64(s.Bytes)
	at := l.entries[i].slot
	if n := at.size(); n != 0 {
		l.dead += n
	} else {
		// The last one takes the place of the one that goes.
		end := len(l.long) - 1
		if at != longSlot(end) {
			l.long[at.off()] = l.long[end]
			j := slices.IndexFunc(l.entries, func(e entry) bool { return e.slot == longSlot(end) })
			l.entries[j].slot = at
		}
		l.long[end] = Record{}
		l.long = l.long[:end]
	}
	l.entries = slices.Delete(l.entries, i, i+1)
	l.last = -1
}

// take appends rows [from, to) of src, whose keys come after the leaf's own. The
// buffer has room for them.
func (l *leaf) take(src *leaf, from, to int) {
	for i := from; i < to; i++ {
		e := src.entries[i]
		if l.skip != src.skip {
			e.head, e.next = heads2(src.key(i)[l.skip:])
		}
		if n, off := e.slot.size(), e.slot.off(); n != 0 {
			e.slot = e.slot.moved(len(l.buf))
			l.buf = append(l.buf, src.buf[off:off+n]...)
		} else {
			e.slot = longSlot(len(l.long))
			l.long = append(l.long, src.long[off])
		}
		l.entries = append(l.entries, e)
	}
	sum := src.sum(from, to)
	l.cells += sum.Cells
	l.bytes += sum.Bytes
}

// copied returns a leaf of [low, high) with rows [from, to) of the leaf, which
// are in there, and some room beyond.
func (l *leaf) copied(low, high string, from, to int, owner *token) *leaf {
	c := newLeaf(low, high, owner)
	n, bytes := to-from, l.inBuf(from, to)
	c.reserve(n + n/8 + 4)
	c.buf = owner.get(min(bytes+bytes/16, maxBuf))
	c.take(l, from, to)
	return c
}

// bound changes what the leaf covers; its rows are in there.
func (l *leaf) bound(low, high string) {
	l.low, l.high = low, high
	if skip := shared(low, high); skip != l.skip {
		l.skip = skip
		for i := range l.entries {
			l.entries[i].head, l.entries[i].next = heads2(l.key(i)[skip:])
		}
	}
}

// inBuf returns the bytes of rows [from, to) in the buffer.
func (l *leaf) inBuf(from, to int) int {
	if from == 0 && to == len(l.entries) {
		return len(l.buf) - l.dead
	}
	n := 0
	for i := from; i < to; i++ {
		n += l.entries[i].slot.size()
	}
	return n
}

// sum adds up rows [from, to).
func (l *leaf) sum(from, to int) Totals {
	if from == 0 && to == len(l.entries) {
		return Totals{to, l.cells, l.bytes}
	}
	t := Totals{Rows: to - from}
	for i := from; i < to; i++ {
		s := l.record(i).Sizes
		t.Cells += int64(s.Cells)
		t.Bytes += int64(s.Bytes)
	}
	return t
}
