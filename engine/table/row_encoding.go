package table

import (
	"encoding/binary"
	"iter"

	"tabletop/engine/base"
	"tabletop/engine/rowmap"
)

// record is a row as the map stores it; its payload is the packed cells. A stored record
// has at least one cell. The zero record means that there is no row.
type record = rowmap.Record

// Row is one row of a table, or the cells of it that a filter has passed. It is immutable
// and cheap to copy, and stays valid when the table is written later. The zero Row has no
// key and no cells.
type Row struct {
	rec record
	src *source // shared by rows of a scan; Rows are passed by value, and so are kept small
}

// source says where the cells of a row are. If filtered is set they are in cells;
// otherwise the row's record holds them.
type source struct {
	fams     *families
	filtered bool
	cells    []base.Cell // empty if the scan only counted
}

// Key returns the row's key.
func (r Row) Key() base.RowKey { return base.RowKey(r.rec.Key()) }

// Len returns the number of cells.
func (r Row) Len() int { return int(r.rec.Cells) }

// EachCell calls visit with each of [Row.Cells]. The compiler copies Cells into a loop over it, which
// adds kilobytes to the program; this does not, and is a little slower.
func (r Row) EachCell(visit func(base.Cell)) {
	for c := range r.Cells() {
		visit(c)
	}
}

// Bytes returns the size of the row in bytes, as the package defines it under Sizes.
func (r Row) Bytes() int64 { return int64(r.rec.Bytes) }

// Cells yields the cells in order: by family, then qualifier, then timestamp, newest
// first. In a scan with CountOnly, a row that a filter has altered yields no cells.
func (r Row) Cells() iter.Seq[base.Cell] {
	return func(yield func(base.Cell) bool) {
		if r.src == nil {
			return
		}
		if r.src.filtered {
			for _, c := range r.src.cells {
				if !yield(c) {
					return
				}
			}
			return
		}
		// This is cursor.next with its state in local variables, which is faster.
		text, pos, fams := r.rec.Payload(), 0, r.src.fams
		var c base.Cell
		for pos < len(text) {
			var tag, n int
			if tag, pos = uvarint(text, pos); tag >= tagNumber {
				col := &fams.columns.list[tag-tagNumber]
				c.Family, c.Qualifier = fams.names[col.fam], col.qual
			} else if tag == tagInline {
				n, pos = uvarint(text, pos)
				c.Family = fams.names[n]
				n, pos = uvarint(text, pos)
				c.Qualifier = base.Qualifier(text[pos : pos+n])
				pos += n
			}
			n, pos = uvarint(text, pos)
			c.At += base.Micros(unzigzag(n))
			n, pos = uvarint(text, pos)
			c.Value = text[pos : pos+n]
			pos += n
			if !yield(c) {
				return
			}
		}
	}
}

// Newest returns the newest cell of a column, and whether the column has one.
func (r Row) Newest(f base.Family, q base.Qualifier) (base.Cell, bool) {
	for c := range r.Cells() {
		if c.Family == f && c.Qualifier == q {
			return c, true
		}
	}
	return base.Cell{}, false
}

// cursor iterates over the cells of a row's payload. It is used as
//
//	for c := walk(rec, fams); c.next(); { … c.cell … }
type cursor struct {
	text      string
	pos       int
	fams      *families
	cell      base.Cell // the current cell
	fam       uint32    // the id of its family
	col       int       // the number of its column, or noColumn
	newColumn bool      // its column differs from the previous cell's
}

// walk returns a cursor before the first cell of a record. fams is the state of the
// families under which the record was read.
func walk(r record, fams *families) cursor {
	return cursor{text: r.Payload(), fams: fams}
}

// next moves to the next cell, and reports whether there is one.
func (c *cursor) next() bool {
	text, pos := c.text, c.pos
	if pos >= len(text) {
		return false
	}
	tag, pos := uvarint(text, pos)
	if c.newColumn = tag != tagSame; c.newColumn {
		pos = c.column(tag, pos)
	}
	step, pos := uvarint(text, pos)
	c.cell.At += base.Micros(unzigzag(step))
	n, start := uvarint(text, pos)
	c.pos = start + n
	c.cell.Value = text[start:c.pos]
	return true
}

// column reads the column of a cell whose tag ends at pos, and returns where the column
// ends.
func (c *cursor) column(tag, pos int) int {
	if tag >= tagNumber {
		c.col = tag - tagNumber
		col := &c.fams.columns.list[c.col]
		c.fam, c.cell.Qualifier = col.fam, col.qual
	} else {
		fam, at := uvarint(c.text, pos)
		n, start := uvarint(c.text, at)
		pos = start + n
		c.col, c.fam, c.cell.Qualifier = noColumn, uint32(fam), base.Qualifier(c.text[start:pos])
	}
	c.cell.Family = c.fams.names[c.fam]
	return pos
}

// draft returns the current cell as a draft.
func (c *cursor) draft() draft {
	return draft{
		col: c.col, fam: c.fam, rank: c.fams.ranks[c.fam], qual: c.cell.Qualifier, at: c.cell.At, value: c.cell.Value,
	}
}

// CellBytes returns how many bytes a cell adds to its row, as the package defines it under
// Sizes.
func CellBytes(c base.Cell) int64 {
	return int64(len(c.Family) + len(c.Qualifier) + 8 + len(c.Value))
}

// uvarint reads a number at s[pos:], and returns it with the position after it. s must be
// valid.
func uvarint(s string, pos int) (int, int) {
	if b := s[pos]; b < 0x80 {
		return int(b), pos + 1
	}
	return longUvarint(s, pos)
}

// longUvarint is uvarint for numbers of more than one byte.
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

// getUint64 reads 8 bytes, big endian. It panics if s is shorter.
func getUint64(s string) uint64 {
	_ = s[7]
	return uint64(s[7]) | uint64(s[6])<<8 | uint64(s[5])<<16 | uint64(s[4])<<24 |
		uint64(s[3])<<32 | uint64(s[2])<<40 | uint64(s[1])<<48 | uint64(s[0])<<56
}

// zigzag and unzigzag map signed numbers to unsigned ones and back. Numbers near zero, of
// either sign, become small, and so take few bytes as varints.
func zigzag(v int64) uint64 { return uint64(v<<1) ^ uint64(v>>63) }
func unzigzag(v int) int64  { return int64(uint(v)>>1) ^ -int64(v&1) }

// draft is a cell of the row that is being changed.
type draft struct {
	col   int // the number of its column, or noColumn
	fam   uint32
	rank  uint32 // of the family, in order of names
	qual  base.Qualifier
	at    base.Micros
	value string
}

// sameColumn reports whether two drafts are in the same column.
func (d *draft) sameColumn(e *draft) bool {
	if d.col != noColumn && e.col != noColumn {
		return d.col == e.col
	}
	return d.fam == e.fam && d.qual == e.qual
}

// A cell begins with a tag, which says where its column is found.
const (
	tagSame   = 0 // the column is the previous cell's
	tagInline = 1 // the column follows the tag
	tagNumber = 2 // and greater: the tag is the column's number + 2
)

// pack appends the payload of a row with the given cells to buf. The cells must be in
// order, and no two may share a column and a timestamp. A column may get its number here.
func (f *families) pack(buf []byte, cells []draft) []byte {
	var before base.Micros
	for i := range cells {
		c := &cells[i]
		if i > 0 && cells[i-1].sameColumn(c) {
			buf = append(buf, tagSame)
		} else {
			buf = f.packColumn(buf, c)
		}
		buf = binary.AppendUvarint(buf, zigzag(int64(c.at-before)))
		before = c.at
		buf = appendValue(buf, c.value)
	}
	return buf
}

// packColumn appends the tag of a cell, and its column if that has no number and gets
// none.
func (f *families) packColumn(buf []byte, c *draft) []byte {
	if c.col == noColumn {
		c.col = f.columns.number(c.fam, c.qual)
	}
	if c.col != noColumn {
		return binary.AppendUvarint(buf, uint64(c.col)+tagNumber)
	}
	buf = append(buf, tagInline)
	buf = binary.AppendUvarint(buf, uint64(c.fam))
	buf = binary.AppendUvarint(buf, uint64(len(c.qual)))
	return append(buf, c.qual...)
}

// draftBytes returns the size of a row with the given cells as the package defines it, or
// 0 if there are none.
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
