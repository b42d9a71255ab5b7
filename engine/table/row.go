package table

import (
	"encoding/binary"
	"iter"

	"tabletop/engine/base"
)

// record is a row as the tree holds it. Invariants: text begins with klen bytes
// of key; cells and bytes describe the cells that follow; cells > 0 except in
// probes.
type record struct {
	text  string
	bytes uint32 // at most base.MaxRow
	cells uint32
	klen  uint32
}

// probe returns a record that compares as key does.
func probe(key base.RowKey) record {
	return record{text: string(key), klen: uint32(len(key))}
}

func (r *record) key() string { return r.text[:r.klen] }

func less(a, b record) bool { return a.text[:a.klen] < b.text[:b.klen] }

// Row is one row of a table, or what a filter left of it. It never changes, is
// cheap to copy, and stays good however the table goes on. The zero Row has no
// key and no cells.
type Row struct {
	rec  record
	fams *families
	out  []base.Cell // the cells a filter let out, if it altered the row
	kind rowKind
}

type rowKind uint8

const (
	stored   rowKind = iota // the cells are in rec
	filtered                // the cells are in out
	counted                 // the cells were only counted
)

// Key returns the row's key.
func (r Row) Key() base.RowKey { return base.RowKey(r.rec.key()) }

// Len returns the number of cells.
func (r Row) Len() int { return int(r.rec.cells) }

// Bytes returns the bytes of the row as the package defines them.
func (r Row) Bytes() int64 { return int64(r.rec.bytes) }

// Cells yields the cells in order: family, qualifier, newest first. A row of a
// scan that only counts yields none.
func (r Row) Cells() iter.Seq[base.Cell] {
	return func(yield func(base.Cell) bool) {
		switch r.kind {
		case filtered:
			for _, c := range r.out {
				if !yield(c) {
					return
				}
			}
		case stored:
			for c := r.cursor(); c.next(); {
				if !yield(c.cell(r.fams)) {
					return
				}
			}
		}
	}
}

// Newest returns the newest cell of a column.
func (r Row) Newest(f base.Family, q base.Qualifier) (base.Cell, bool) {
	if r.kind != stored {
		for _, c := range r.out {
			if c.Family == f && c.Qualifier == q {
				return c, true
			}
		}
		return base.Cell{}, false
	}
	if r.fams == nil {
		return base.Cell{}, false
	}
	id, ok := r.fams.ids[f]
	if !ok {
		return base.Cell{}, false
	}
	for c := r.cursor(); c.next(); {
		if c.fam == id && c.qual == string(q) {
			return c.cell(r.fams), true
		}
	}
	return base.Cell{}, false
}

func (r Row) cursor() cursor { return cursor{text: r.rec.text, pos: int(r.rec.klen)} }

// cursor walks the cells of a row's text.
type cursor struct {
	text string
	pos  int
	// The current cell.
	fam       uint32
	newColumn bool
	qual      string
	at        base.Micros
	value     string
}

// next moves to the next cell, if there is one.
func (c *cursor) next() bool {
	if c.pos >= len(c.text) {
		return false
	}
	tag, pos := uvarint(c.text, c.pos)
	c.newColumn = tag != 0
	if tag != 0 {
		c.fam = uint32(tag - 1)
		var n int
		n, pos = uvarint(c.text, pos)
		c.qual = c.text[pos : pos+n]
		pos += n
	}
	c.at = base.Micros(getUint64(c.text[pos : pos+8]))
	n, pos := uvarint(c.text, pos+8)
	c.value = c.text[pos : pos+n]
	c.pos = pos + n
	return true
}

func (c *cursor) cell(f *families) base.Cell {
	return base.Cell{Family: f.names[c.fam], Qualifier: base.Qualifier(c.qual), At: c.at, Value: c.value}
}

// uvarint reads a number at s[pos:] and returns where it ends.
func uvarint(s string, pos int) (int, int) {
	if b := s[pos]; b < 0x80 {
		return int(b), pos + 1
	}
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

// pack writes a row of the drafts, which are in order and no two of which share
// a column and a timestamp. buf is scratch.
func pack(buf []byte, key base.RowKey, cells []draft, f *families) (record, []byte) {
	buf = append(buf[:0], key...)
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
	return record{
		text:  string(buf),
		bytes: uint32(draftBytes(key, cells, f)),
		cells: uint32(len(cells)),
		klen:  uint32(len(key)),
	}, buf
}

func draftBytes(key base.RowKey, cells []draft, f *families) int64 {
	n := int64(len(key))
	for i := range cells {
		n += int64(len(f.names[cells[i].fam]) + len(cells[i].qual) + 8 + len(cells[i].value))
	}
	return n
}
