package rowmap

import "slices"

// Bounds of a leaf.
const (
	maxBuf    = 16 << 10 // bytes of a buffer: one of Go's size classes
	maxInline = 4 << 10  // bytes of a record in the buffer; a longer one is a string of its own
	maxRows   = 512      // rows: bounds what an insert moves when they are tiny
	minBuf    = 256      // bytes of a first buffer
	perRow    = 24       // bytes of a row's heads and slot
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
// Invariants: heads, nexts and slots are parallel and in key order; heads[i] and
// nexts[i] are the first 8 bytes and the second 8 of what key i has beyond the
// skip bytes that low and high, and therefore all keys of the leaf, begin with;
// cells and bytes are the sums of the rows'.
type leaf struct {
	low, high string
	owner     *token
	skip      int
	heads     []uint64
	nexts     []uint64
	slots     []slot
	buf       []byte   // only appended to
	long      []Record // those that do not go into the buffer
	dead      int      // bytes of buf that no slot speaks of
	last      int      // the slot inserted last, or -1
	cells     int64
	bytes     int64
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
		return uint64(s[7]) | uint64(s[6])<<8 | uint64(s[5])<<16 | uint64(s[4])<<24 |
			uint64(s[3])<<32 | uint64(s[2])<<40 | uint64(s[1])<<48 | uint64(s[0])<<56
	}
	h := uint64(0)
	for i := range len(s) {
		h |= uint64(s[i]) << (56 - 8*i)
	}
	return h
}

func (l *leaf) covers(key string) bool {
	return key >= l.low && (l.high == "" || key < l.high)
}

func (l *leaf) record(i int) Record {
	s := l.slots[i]
	n, off := s.size(), s.off()
	if n == 0 {
		return l.long[off]
	}
	return Record{view(l.buf[off : off+n]), s.sizes()}
}

func (l *leaf) key(i int) string {
	s := l.slots[i]
	n, off := s.size(), s.off()
	if n == 0 {
		return l.long[off].Key()
	}
	return keyOf(view(l.buf[off : off+n]))
}

// find returns the slot of a key that the leaf covers, or the one it would get.
func (l *leaf) find(key string) (int, bool) {
	tail := key[l.skip:]
	h, next := heads2(tail)
	heads := l.heads
	nexts := l.nexts[:len(heads)]
	lo, hi := 0, len(heads)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		x := heads[mid]
		if x < h || x == h && (nexts[mid] < next || nexts[mid] == next && l.key(mid)[l.skip:] < tail) {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < len(heads) && heads[lo] == h && nexts[lo] == next && l.key(lo) == key
}

// weight is what a leaf is balanced by, in bytes.
func (l *leaf) weight() int { return len(l.buf) - l.dead + perRow*len(l.slots) }

// room makes room for one more record of size bytes in the buffer. It reports false if the
// leaf has to be split first.
func (l *leaf) room(size int) bool {
	n := len(l.slots)
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
			need = max(need, 2*cap(l.buf)) // it is being filled in order
		}
		l.rebuild(need)
	}
	if n == cap(l.slots) {
		l.reserve(n/4+4, 0)
	}
	return true
}

// rebuild moves the records to a new buffer for some more than need bytes.
func (l *leaf) rebuild(need int) {
	old := l.buf
	l.buf = newBuf(need + need/8)
	if l.dead == 0 {
		l.buf = append(l.buf, old...)
		return
	}
	for i, s := range l.slots {
		if n, off := s.size(), s.off(); n != 0 {
			l.slots[i] = s.moved(len(l.buf))
			l.buf = append(l.buf, old[off:off+n]...)
		}
	}
	l.dead = 0
}

func newBuf(n int) []byte {
	return slices.Grow([]byte(nil), min(max(n, minBuf), maxBuf))
}

// reserve makes room for so many more rows, and bytes of them if any.
func (l *leaf) reserve(rows, bytes int) {
	n := len(l.slots)
	// The two words of the heads lie in one piece of memory.
	words := make([]uint64, 2*(n+rows))
	l.heads = append(words[:0:n+rows], l.heads...)
	l.nexts = append(words[n+rows:n+rows], l.nexts...)
	l.slots = append(make([]slot, 0, n+rows), l.slots...)
	if bytes > 0 {
		l.buf = append(newBuf(len(l.buf)+bytes), l.buf...)
	}
}

// insert puts a record that there is room for before slot i.
func (l *leaf) insert(i int, key string, s Sizes, payload []byte) {
	var at slot
	size := recordLen(key, payload)
	if inline(size, s) == 0 {
		at = longSlot(len(l.long))
		l.long = append(l.long, Record{view(appendRecord(make([]byte, 0, size), key, payload)), s})
	} else {
		at = inlineSlot(len(l.buf), size, s)
		l.buf = appendRecord(l.buf, key, payload)
	}
	h, next := heads2(key[l.skip:])
	l.heads = slices.Insert(l.heads, i, h)
	l.nexts = slices.Insert(l.nexts, i, next)
	l.slots = slices.Insert(l.slots, i, at)
	l.cells += int64(s.Cells)
	l.bytes += int64(s.Bytes)
	l.last = i
}

// remove takes slot i out.
func (l *leaf) remove(i int) {
	s := l.record(i).Sizes
	l.cells -= int64(s.Cells)
	l.bytes -= int64(s.Bytes)
	at := l.slots[i]
	if n := at.size(); n != 0 {
		l.dead += n
	} else {
		// The last one takes the place of the one that goes.
		end := len(l.long) - 1
		if at != longSlot(end) {
			l.long[at.off()] = l.long[end]
			l.slots[slices.Index(l.slots, longSlot(end))] = at
		}
		l.long[end] = Record{}
		l.long = l.long[:end]
	}
	l.heads = slices.Delete(l.heads, i, i+1)
	l.nexts = slices.Delete(l.nexts, i, i+1)
	l.slots = slices.Delete(l.slots, i, i+1)
	l.last = -1
}

// take appends rows [from, to) of src, whose keys come after the leaf's own. The
// buffer has room for them.
func (l *leaf) take(src *leaf, from, to int) {
	for _, s := range src.slots[from:to] {
		if n, off := s.size(), s.off(); n != 0 {
			l.slots = append(l.slots, s.moved(len(l.buf)))
			l.buf = append(l.buf, src.buf[off:off+n]...)
		} else {
			l.slots = append(l.slots, longSlot(len(l.long)))
			l.long = append(l.long, src.long[off])
		}
	}
	if l.skip == src.skip {
		l.heads = append(l.heads, src.heads[from:to]...)
		l.nexts = append(l.nexts, src.nexts[from:to]...)
	} else {
		for i := from; i < to; i++ {
			h, next := heads2(src.key(i)[l.skip:])
			l.heads, l.nexts = append(l.heads, h), append(l.nexts, next)
		}
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
	c.reserve(n+n/4+4, bytes+bytes/8)
	c.take(l, from, to)
	return c
}

// bound changes what the leaf covers; its rows are in there.
func (l *leaf) bound(low, high string) {
	l.low, l.high = low, high
	if skip := shared(low, high); skip != l.skip {
		l.skip = skip
		for i := range l.heads {
			l.heads[i], l.nexts[i] = heads2(l.key(i)[skip:])
		}
	}
}

// inBuf returns the bytes of rows [from, to) in the buffer.
func (l *leaf) inBuf(from, to int) int {
	if from == 0 && to == len(l.slots) {
		return len(l.buf) - l.dead
	}
	n := 0
	for _, s := range l.slots[from:to] {
		n += s.size()
	}
	return n
}

// sum adds up rows [from, to).
func (l *leaf) sum(from, to int) Totals {
	if from == 0 && to == len(l.slots) {
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
