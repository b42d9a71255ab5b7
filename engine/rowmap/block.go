package rowmap

import (
	"encoding/binary"
	"iter"
	"math/bits"
	"slices"
	"strings"
)

// maxKey is the length in bytes of the longest key that ReadBlock accepts.
const maxKey = 4 << 10

// Block is a leaf of a map at one time: all rows with keys in [Low, High). It is immutable.
// Two Blocks are equal (==) if they are the same leaf, so that a store of several maps need
// not store again what they share.
type Block struct{ leaf *leaf }

// Blocks returns an iterator over the parts of the map in key order. The first begins at
// "", each ends where the next begins, and the last has no end. The parts stay valid when
// the map is written later.
func (m *Map) Blocks() iter.Seq[Block] {
	tree := m.tree
	m.tree, m.token = tree.Clone(), new(token) // the map will copy its leaves before it changes them
	return func(yield func(Block) bool) {
		tree.Ascend(func(it item) bool { return yield(Block{it.leaf}) })
	}
}

// StartKey returns the least key that the part may contain.
func (p Block) StartKey() string { return p.leaf.low }

// EndKey returns the first key after the part's range, or "" if the range has no end.
func (p Block) EndKey() string { return p.leaf.high }

// Len returns the number of rows.
func (p Block) Len() int { return len(p.leaf.entries) }

// Record returns row i, 0 <= i < Len.
func (p Block) Record(i int) Record { return p.leaf.record(i) }

// Totals returns the totals of all rows.
func (p Block) Totals() Totals { return p.leaf.sum(0, len(p.leaf.entries)) }

// AppendEncoded appends the encoded part to dst, in the form
//
//	part   = string(low) string(high) uvarint(rows) row* uvarint(len) records long*
//	row    = uvarint(len of the record; 0 if it is long) uvarint(cells) uvarint(bytes)
//	record = uvarint(len) key payload
//	long   = string(record)
//	string = uvarint(len) bytes
func (p Block) AppendEncoded(dst []byte) []byte {
	l := p.leaf
	dst = appendString(dst, l.low)
	dst = appendString(dst, l.high)
	dst = binary.AppendUvarint(dst, uint64(len(l.entries)))
	for i := range l.entries {
		s := l.record(i).Sizes
		dst = binary.AppendUvarint(dst, uint64(l.entries[i].slot.size()))
		dst = binary.AppendUvarint(dst, uint64(s.Cells))
		dst = binary.AppendUvarint(dst, uint64(s.Bytes))
	}
	dst = binary.AppendUvarint(dst, uint64(l.inBuf(0, len(l.entries))))
	for i := range l.entries {
		if s := l.entries[i].slot; s.size() > 0 {
			dst = append(dst, l.buf[s.off():s.off()+s.size()]...)
		}
	}
	for i := range l.entries {
		if s := l.entries[i].slot; s.size() == 0 {
			dst = appendString(dst, l.long[s.off()].text)
		}
	}
	return dst
}

// appendString appends the length of s and s.
func appendString(dst []byte, s string) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}

// ReadBlock decodes a part from the beginning of data, as [Block.AppendEncoded] encodes it, and
// returns the rest of data. The part refers to data, which must not be changed any more.
// ok is false if the bytes are not a valid part: if they are cut off, or the rows are out
// of order or outside their range. The payloads are not checked.
func ReadBlock(data []byte) (p Block, rest []byte, ok bool) {
	in := input{text: view(data)}
	l := &leaf{low: strings.Clone(in.string()), high: strings.Clone(in.string()), owner: new(token), last: -1, lent: true}
	n := in.uvarint()
	if in.bad || n > maxRows || len(l.low) > maxKey || len(l.high) > maxKey || l.high != "" && l.high <= l.low {
		return Block{}, nil, false
	}
	l.skip = shared(l.low, l.high)
	l.entries = make([]entry, n)
	off := 0
	for i := range l.entries {
		var size, cells, bytes uint64
		if at := in.pos; at+3 <= len(data) && data[at]|data[at+1]|data[at+2] < 0x80 { // the usual case
			size, cells, bytes = uint64(data[at]), uint64(data[at+1]), uint64(data[at+2])
			in.pos += 3
		} else {
			size, cells, bytes = in.uvarint(), in.uvarint(), in.uvarint()
		}
		if size > maxInline || cells == 0 || cells > 1<<31 || bytes > 1<<31 || size > 0 && (cells > maxCells || bytes > maxBytes) {
			return Block{}, nil, false
		}
		s := Sizes{uint32(cells), uint32(bytes)}
		if size == 0 {
			l.entries[i].slot = longSlot(len(l.long))
			l.long = append(l.long, Record{Sizes: s})
			continue
		}
		if off+int(size) > maxBuf {
			return Block{}, nil, false
		}
		l.entries[i].slot = inlineSlot(off, int(size), s)
		l.cells += int64(cells)
		l.bytes += int64(bytes)
		off += int(size)
	}
	text := in.string()
	if in.bad || len(text) != off {
		return Block{}, nil, false
	}
	end := in.pos
	l.buf = data[end-off : end : end]
	for i := range l.long {
		l.long[i].text = in.string()
	}
	if in.bad || !l.settled() {
		return Block{}, nil, false
	}
	return Block{l}, data[in.pos:], true
}

// settled checks the records of a decoded leaf: each must be a valid record, with keys in
// order and within the bounds of the leaf. It also fills in the words of the entries, and
// adds the long records to the leaf's sums.
func (l *leaf) settled() bool {
	prefix, buf := l.low[:l.skip], view(l.buf)
	var head, next uint64 // of the previous entry
	for i := range l.entries {
		e := &l.entries[i]
		text, from, n := buf, e.slot.off(), e.slot.size()
		if n == 0 {
			long := &l.long[from]
			if inline(len(long.text), long.Sizes) != 0 {
				return false
			}
			l.cells += int64(long.Cells)
			l.bytes += int64(long.Bytes)
			text, from, n = long.text, 0, len(long.text)
		}
		// text[from:end] is first the record, later its key.
		end, size := from+n, 0
		if n > 0 && text[from] < 0x80 {
			size = int(text[from])
			from++
		} else {
			v, at, ok := Uvarint(text[:end], from)
			if !ok || v > maxKey {
				return false
			}
			size, from = int(v), at
		}
		if size > end-from || size < l.skip || l.skip > 0 && text[from:from+l.skip] != prefix {
			return false
		}
		end = from + size
		from += l.skip
		if n := uint(end - from); from+16 > len(text) {
			e.head, e.next = heads2(text[from:end])
		} else if e.head = bits.ReverseBytes64(little(text[from:])); n <= 8 {
			e.head &^= 1<<(64-8*n) - 1
		} else if e.next = bits.ReverseBytes64(little(text[from+8:])); n < 16 {
			e.next &^= 1<<(128-8*n) - 1
		}
		if i > 0 && (e.head < head || e.head == head && (e.next < next || e.next == next && l.key(i) <= l.key(i-1))) {
			return false
		}
		head, next = e.head, e.next
	}
	n := len(l.entries)
	return n == 0 || l.covers(l.key(0)) && l.covers(l.key(n-1))
}

// ReplaceBlocks replaces the parts of the map in [low, high) by others, where an empty high means
// no end. It returns the difference of the totals. ok is false, and the map unchanged, if
// low and high are not boundaries between parts of the map, or if the new parts do not
// cover the range exactly.
func (m *Map) ReplaceBlocks(low, high string, parts []Block) (grown Totals, ok bool) {
	at := low
	for i, p := range parts {
		if p.leaf.low != at || i > 0 && at == "" {
			return Totals{}, false
		}
		at = p.leaf.high
	}
	whole := low == "" && high == ""
	if len(parts) == 0 || at != high || !(whole && len(parts) == 1) && slices.ContainsFunc(parts, empty) {
		return Totals{}, false
	}
	first := m.seek(low)
	if first.low != low {
		return Totals{}, false
	}
	var gone []*leaf
	m.tree.AscendGreaterOrEqual(m.item(first), func(it item) bool {
		if it.leaf.low >= high && high != "" {
			return false
		}
		gone = append(gone, it.leaf)
		return true
	})
	if gone[len(gone)-1].high != high {
		return Totals{}, false
	}
	m.detach()
	for _, l := range gone {
		m.tree.Delete(m.item(l))
		grown.Rows -= len(l.entries)
		grown.Cells -= l.cells
		grown.Bytes -= l.bytes
	}
	for _, p := range parts {
		m.place(p.leaf)
		grown.Rows += len(p.leaf.entries)
		grown.Cells += p.leaf.cells
		grown.Bytes += p.leaf.bytes
	}
	m.rows += grown.Rows
	m.near = nil
	if whole {
		m.settleCommon()
	}
	return grown, true
}

// empty reports whether a part has no rows.
func empty(p Block) bool { return len(p.leaf.entries) == 0 }

// Splice is a replacement of parts in [Low, High), as the arguments of [Map.ReplaceBlocks].
type Splice struct {
	Low, High string
	Blocks    []Block
}

// DiffBlocks returns the splices that turn a map with the parts from into one with the
// parts to. Both lists cover all keys. There are no splices for parts that they share.
func DiffBlocks(from, to []Block) []Splice {
	var out []Splice
	for i, j := 0, 0; i < len(from); i, j = i+1, j+1 {
		if from[i] == to[j] {
			continue
		}
		low, first := from[i].leaf.low, j
		for from[i].leaf.high != to[j].leaf.high {
			if a, b := from[i].leaf.high, to[j].leaf.high; b == "" || a != "" && a < b {
				i++
			} else {
				j++
			}
		}
		out = append(out, Splice{low, from[i].leaf.high, to[first : j+1]})
	}
	return out
}

// input decodes what AppendEncoded has encoded. After invalid input, bad is set and all further
// values are zero.
type input struct {
	text string
	pos  int
	bad  bool
}

// uvarint reads a number.
func (in *input) uvarint() uint64 {
	v, end, ok := Uvarint(in.text, in.pos)
	if !ok {
		in.pos, in.bad = len(in.text), true
		return 0
	}
	in.pos = end
	return v
}

// Uvarint reads a number at s[pos:], and returns it with the position after it. ok is
// false if s ends before the number does, or if the number takes more than ten bytes.
func Uvarint(s string, pos int) (v uint64, end int, ok bool) {
	if pos+8 <= len(s) {
		// The last byte of a number is the first one whose highest bit is 0. The seven
		// bits of adjacent bytes are moved together, then those of adjacent pairs, and so on.
		w := little(s[pos:])
		if w&0x80 == 0 {
			return w & 0x7F, pos + 1, true
		}
		if last := bits.TrailingZeros64(^w & 0x8080808080808080); last < 64 {
			w &= 0x7F7F7F7F7F7F7F7F & (2<<last - 1)
			w = w&0x007F007F007F007F | w>>1&0x3F803F803F803F80
			w = w&0x00003FFF00003FFF | w>>2&0x0FFFC0000FFFC000
			w = w&0x000000000FFFFFFF | w>>4&0x00FFFFFFF0000000
			return w, pos + last/8 + 1, true
		}
	}
	for shift := uint(0); shift < 64 && pos < len(s); shift += 7 {
		b := s[pos]
		pos++
		v |= uint64(b&0x7F) << shift
		if b < 0x80 {
			return v, pos, true
		}
	}
	return 0, 0, false
}

// string reads a length and a string of that length, and returns it without copying.
func (in *input) string() string {
	n := in.uvarint()
	if n > uint64(len(in.text)-in.pos) {
		in.pos, in.bad = len(in.text), true
		return ""
	}
	in.pos += int(n)
	return in.text[in.pos-int(n) : in.pos]
}
