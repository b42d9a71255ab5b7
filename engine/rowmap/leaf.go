package rowmap

import (
	"math/bits"
	"slices"
)

// These are the bounds of a leaf.
const (
	maxBuf    = 16 << 10 // bytes of the largest buffer
	maxInline = 4 << 10  // bytes of the longest record in a buffer; a longer one is a string of its own
	maxRows   = 512      // rows; bounds how many entries an insertion moves when rows are tiny
	perRow    = 24       // bytes of an entry
)

// A slot says where a record is and what its sizes are. Its fields are, from the lowest
// bit:
//
//	13  length in the buffer; 0 if the record is in leaf.long
//	14  offset in the buffer, or index in leaf.long
//	14  cells, and
//	23  bytes, of a record in the buffer
type slot uint64

const (
	lenBits, offBits, cellBits = 13, 14, 14

	maxCells = 1<<cellBits - 1
	maxBytes = 1<<(64-lenBits-offBits-cellBits) - 1
)

// inlineSlot returns the slot of a record of n bytes at offset off in the buffer.
func inlineSlot(off, n int, s Sizes) slot {
	return slot(n) | slot(off)<<lenBits | slot(s.Cells)<<(lenBits+offBits) | slot(s.Bytes)<<(lenBits+offBits+cellBits)
}

// longSlot returns the slot of the record with index i in leaf.long.
func longSlot(i int) slot { return slot(i) << lenBits }

// size returns the length of the record in the buffer, or 0 if the record is in leaf.long.
// off returns its offset in the buffer, or its index in leaf.long.
func (s slot) size() int { return int(s & (1<<lenBits - 1)) }
func (s slot) off() int  { return int(s >> lenBits & (1<<offBits - 1)) }

// moved returns the slot of the record after it has been moved to offset off.
func (s slot) moved(off int) slot {
	return s&^((1<<offBits-1)<<lenBits) | slot(off)<<lenBits
}

// sizes returns the sizes of a record in the buffer. It must not be called for a record in
// leaf.long.
func (s slot) sizes() Sizes {
	return Sizes{uint32(s >> (lenBits + offBits) & maxCells), uint32(s >> (lenBits + offBits + cellBits))}
}

// inline returns how many bytes a record of size bytes takes in the buffer: size, or 0 if
// the record has to go into leaf.long.
func inline(size int, s Sizes) int {
	if size > maxInline || s.Cells > maxCells || s.Bytes > maxBytes {
		return 0
	}
	return size
}

// leaf holds the rows whose keys are in [low, high); an empty high means no end. Only the
// map whose token is the owner may change it.
//
// Invariants: entries are in key order. The fields cells and bytes are the sums over the
// rows. The first skip bytes of low and high are equal, and so all keys of the leaf begin
// with them.
type leaf struct {
	low, high string
	owner     *token
	skip      int
	entries   []entry
	buf       []byte   // the records; only appended to
	long      []Record // the records that are too large for the buffer
	dead      int      // bytes of buf that belong to no entry
	lent      bool     // a caller may hold a view of buf
	last      int      // the entry that was inserted last, or -1
	cells     int64
	bytes     int64
}

// entry is a row in its leaf. The words head and next are the first and the second 8 bytes
// of the key after the leaf's common prefix.
type entry struct {
	head, next uint64
	slot       slot
}

// newLeaf returns an empty leaf without a buffer.
func newLeaf(low, high string, owner *token) *leaf {
	return &leaf{low: low, high: high, owner: owner, skip: shared(low, high), last: -1}
}

// shared returns the length of the common prefix of low and high, with which all keys in
// [low, high) begin.
func shared(low, high string) int {
	n := min(len(low), len(high))
	for i := range n {
		if low[i] != high[i] {
			return i
		}
	}
	return n
}

// heads2 returns the first and the second 8 bytes of s as numbers that compare as the
// bytes do. If s is shorter, it is padded with zeros.
func heads2(s string) (uint64, uint64) {
	if len(s) <= 8 {
		return word(s), 0
	}
	return word(s), word(s[8:])
}

// word returns the first 8 bytes of s, padded with zeros, as a big-endian number.
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

// little returns the first 8 bytes as a little-endian number. In WebAssembly this is a
// single load; for the big-endian order it has no instruction. It panics if s is shorter.
func little(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// covers reports whether key is in [low, high).
func (l *leaf) covers(key string) bool {
	return key >= l.low && (l.high == "" || key < l.high)
}

// record returns the record of entry i. Unless the leaf is marked as lent, the record is
// valid only until the leaf is changed.
func (l *leaf) record(i int) Record {
	s := l.entries[i].slot
	n, off := s.size(), s.off()
	if n == 0 {
		return l.long[off]
	}
	return Record{view(l.buf[off : off+n]), s.sizes()}
}

// key returns the key of entry i; it is valid as long as the record would be.
func (l *leaf) key(i int) string {
	s := l.entries[i].slot
	n, off := s.size(), s.off()
	if n == 0 {
		return l.long[off].Key()
	}
	return keyOf(view(l.buf[off : off+n]))
}

// find returns the index of the entry with the key, or the index where it would be
// inserted. The leaf must cover the key.
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

// weight returns the bytes of records and entries, by which leaves are balanced.
func (l *leaf) weight() int { return len(l.buf) - l.dead + perRow*len(l.entries) }

// room makes room for one more record that takes size bytes in the buffer. It reports
// false if the leaf has to be split first.
func (l *leaf) room(size int) bool {
	n := len(l.entries)
	if n == maxRows {
		return false
	}
	if len(l.buf)+size > cap(l.buf) {
		need := len(l.buf) - l.dead + size
		// If the same rows are written again and again, the leaf must not be copied for
		// each write. So one with dead bytes is split a little earlier.
		if need > maxBuf || l.dead > 0 && need > maxBuf/8*7 {
			return false
		}
		if l.dead == 0 && l.last == n-1 {
			need = max(need, min(2*cap(l.buf), maxBuf)) // rows are being written in order
		}
		l.rebuild(need)
	}
	if n == cap(l.entries) {
		l.reserve(n/4 + 4)
	}
	return true
}

// rebuild moves the records to another buffer with room for need bytes or more. Dead bytes
// are left out.
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

// release returns the buffer of a leaf that is no longer in the tree to owner's pool, if
// owner owns the leaf.
func (l *leaf) release(owner *token) {
	if l.owner == owner {
		owner.put(l.buf, l.lent)
	}
}

// reserve makes room in entries for the given number of additional rows.
func (l *leaf) reserve(rows int) {
	l.entries = append(make([]entry, 0, len(l.entries)+rows), l.entries...)
}

// insert inserts a record before entry i; room has made room for it. If text is not nil it
// is the whole text of the record, and a long record keeps it without copying.
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

// replace replaces the record of entry i in the buffer, where the new record takes size
// bytes. It reports false, and changes nothing, if one of the two records is long or the
// buffer has no room.
func (l *leaf) replace(i int, key string, s Sizes, payload []byte, size int) bool {
	e := &l.entries[i]
	n, off := e.slot.size(), e.slot.off()
	if size == 0 || n == 0 {
		return false
	}
	old := e.slot.sizes()
	switch {
	case size <= n && !l.lent: // no caller has seen the old bytes
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

// remove removes entry i.
func (l *leaf) remove(i int) {
	s := l.record(i).Sizes
	l.cells -= int64(s.Cells)
	l.bytes -= int64(s.Bytes)
	at := l.entries[i].slot
	if n := at.size(); n != 0 {
		l.dead += n
	} else {
		// The last long record moves to the place of the removed one.
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

// take appends rows [from, to) of src. Their keys must come after the leaf's own, and the
// buffer must have room for them.
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

// copied returns a new leaf for [low, high) with rows [from, to) of l, whose keys must be
// in that range, and with some room for more.
func (l *leaf) copied(low, high string, from, to int, owner *token) *leaf {
	c := newLeaf(low, high, owner)
	n, bytes := to-from, l.inBuf(from, to)
	c.reserve(n + n/8 + 4)
	c.buf = owner.get(min(bytes+bytes/16, maxBuf))
	c.take(l, from, to)
	return c
}

// bound changes the range of keys that the leaf covers. Its rows must be in the new range.
func (l *leaf) bound(low, high string) {
	l.low, l.high = low, high
	if skip := shared(low, high); skip != l.skip {
		l.skip = skip
		for i := range l.entries {
			l.entries[i].head, l.entries[i].next = heads2(l.key(i)[skip:])
		}
	}
}

// inBuf returns how many bytes rows [from, to) take in the buffer.
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

// sum returns the totals of rows [from, to).
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
