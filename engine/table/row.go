package table

import (
	"encoding/binary"
	"iter"

	"tabletop/engine/base"
	"tabletop/engine/rowmap"
)

// record is a row as it is stored: its payload is the cells. It has at least one,
// or is the zero record, which stands for no row.
type record = rowmap.Record

// Row is one row of a table, or what a filter left of it. It never changes, is
// cheap to copy, and stays good however the table goes on. The zero Row has no
// key and no cells.
type Row struct {
	rec  record
	fams *families
	// What a filter let out, nil if that is what rec holds. It is empty if the
	// cells were only counted. A Row just fits into registers: it grows no further.
	out []base.Cell
}

// counted is the cells of a row of which only the number is known.
var counted = []base.Cell{}

// Key returns the row's key.
func (r Row) Key() base.RowKey { return base.RowKey(r.rec.Key()) }

// Len returns the number of cells.
func (r Row) Len() int { return int(r.rec.Cells) }

// Bytes returns the bytes of the row as the package defines them.
func (r Row) Bytes() int64 { return int64(r.rec.Bytes) }

// Cells yields the cells in order: family, qualifier, newest first. A row of a
// scan that only counts yields none.
func (r Row) Cells() iter.Seq[base.Cell] {
	return func(yield func(base.Cell) bool) {
		if r.out != nil {
			for _, c := range r.out {
				if !yield(c) {
					return
				}
			}
			return
		}
		// What cursor.next does, with the state in registers.
		text, pos := r.rec.Payload(), 0
		var fam base.Family
		var qual base.Qualifier
		for pos < len(text) {
			var n int
			if n, pos = uvarint(text, pos); n != 0 {
				fam = r.fams.names[n-1]
				n, pos = uvarint(text, pos)
				qual = base.Qualifier(text[pos : pos+n])
				pos += n
			}
			at := base.Micros(getUint64(text[pos : pos+8]))
			n, pos = uvarint(text, pos+8)
			value := text[pos : pos+n]
			pos += n
			if !yield(base.Cell{Family: fam, Qualifier: qual, At: at, Value: value}) {
				return
			}
		}
	}
}

// Newest returns the newest cell of a column.
func (r Row) Newest(f base.Family, q base.Qualifier) (base.Cell, bool) {
	for c := range r.Cells() {
		if c.Family == f && c.Qualifier == q {
			return c, true
		}
	}
	return base.Cell{}, false
}

// cursor walks the cells of a row's text.
type cursor struct {
	text      string
	pos       int
	fams      *families
	cell      base.Cell // the current one
	fam       uint32    // the id of its family
	newColumn bool      // its column is not that of the cell before
}

func walk(r record, fams *families) cursor {
	return cursor{text: r.Payload(), fams: fams}
}

// next moves to the next cell, if there is one.
func (c *cursor) next() bool {
	text, pos := c.text, c.pos
	if pos >= len(text) {
		return false
	}
	tag, pos := uvarint(text, pos)
	c.newColumn = tag != 0
	if tag != 0 {
		c.fam = uint32(tag - 1)
		c.cell.Family = c.fams.names[tag-1]
		n, start := uvarint(text, pos)
		pos = start + n
		c.cell.Qualifier = base.Qualifier(text[start:pos])
	}
	c.cell.At = base.Micros(getUint64(text[pos : pos+8]))
	n, start := uvarint(text, pos+8)
	c.pos = start + n
	c.cell.Value = text[start:c.pos]
	return true
}

// draft returns the current cell.
func (c *cursor) draft() draft {
	return draft{c.fam, c.fams.ranks[c.fam], string(c.cell.Qualifier), c.cell.At, c.cell.Value}
}

// cellBytes returns what a cell adds to the bytes of its row.
func cellBytes(c base.Cell) int64 {
	return int64(len(c.Family) + len(c.Qualifier) + 8 + len(c.Value))
}

// uvarint reads a number at s[pos:] and returns where it ends.
func uvarint(s string, pos int) (int, int) {
	if b := s[pos]; b < 0x80 {
		return int(b), pos + 1
	}
	return longUvarint(s, pos)
}

func longUvarint(s string, pos int) (int, int) {
	var v uint
	for shift := uint(0); ; shift += 7 {
		b := s[pos]
		pos++
		v |= uint(b&0x7F) << shift
		if b < 0x80 {
			return int(v), pos
		}
	}
}

func getUint64(s string) uint64 {
	_ = s[7]
	return uint64(s[7]) | uint64(s[6])<<8 | uint64(s[5])<<16 | uint64(s[4])<<24 |
		uint64(s[3])<<32 | uint64(s[2])<<40 | uint64(s[1])<<48 | uint64(s[0])<<56
}

// draft is a cell of a row that is being changed.
type draft struct {
	fam   uint32
	rank  uint32 // of the family's name
	qual  string
	at    base.Micros
	value string
}

// pack appends the payload of a row of the drafts, which are in order and no two
// of which share a column and a timestamp.
func pack(buf []byte, cells []draft) []byte {
	for i := range cells {
		c := &cells[i]
		if i > 0 && cells[i-1].fam == c.fam && cells[i-1].qual == c.qual {
			buf = append(buf, 0)
		} else {
			buf = binary.AppendUvarint(buf, uint64(c.fam)+1)
			buf = binary.AppendUvarint(buf, uint64(len(c.qual)))
			buf = append(buf, c.qual...)
		}
		buf = binary.BigEndian.AppendUint64(buf, uint64(c.at))
		buf = binary.AppendUvarint(buf, uint64(len(c.value)))
		buf = append(buf, c.value...)
	}
	return buf
}

// draftBytes returns the bytes of a row of the drafts, 0 if there are none.
func draftBytes(key base.RowKey, cells []draft, f *families) int64 {
	if len(cells) == 0 {
		return 0
	}
	n := int64(len(key))
	for i := range cells {
		n += int64(len(f.names[cells[i].fam]) + len(cells[i].qual) + 8 + len(cells[i].value))
	}
	return n
}
