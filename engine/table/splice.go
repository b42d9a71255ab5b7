package table

import (
	"encoding/binary"
	"strings"

	"tabletop/engine/base"
)

// splice writes one cell of a family that is no aggregate, t.fresh[0], into the
// row old, which has cells: most writes, and those whose row is unpacked for
// nothing. The scratch is empty afterwards.
func (t *Table) splice(key base.RowKey, old record, d *draft) error {
	text := old.Payload()
	at := t.fams.seek(text, d)
	bytes := int64(old.Bytes) + int64(len(d.value))
	s := old.Sizes
	if at.found {
		n, start := uvarint(text, at.value)
		bytes -= int64(n)
		t.buf = append(t.buf[:0], text[:at.value]...)
		t.buf = appendValue(t.buf, d.value)
		t.buf = append(t.buf, text[start+n:]...)
	} else {
		bytes += int64(len(t.fams.names[d.fam]) + len(d.qual) + 8)
		s.Cells++
		t.buf = append(t.buf[:0], text[:at.cell]...)
		if at.sameAsBefore {
			t.buf = append(t.buf, tagSame)
		} else {
			t.buf = t.fams.packColumn(t.buf, d)
		}
		t.buf = binary.AppendUvarint(t.buf, zigzag(int64(d.at-at.before)))
		t.buf = appendValue(t.buf, d.value)
		// The next cell now follows this one.
		if at.cell < len(text) {
			if at.sameAsNext {
				t.buf = append(t.buf, tagSame)
			} else {
				t.buf = append(t.buf, text[at.cell:at.time]...)
			}
			t.buf = binary.AppendUvarint(t.buf, zigzag(int64(at.next-d.at)))
			t.buf = append(t.buf, text[at.value:]...)
		}
	}
	t.fresh = emptied(t.fresh)
	if bytes > base.MaxRowHere {
		return rowTooLong(key, bytes)
	}
	s.Bytes = uint32(bytes)
	t.replace(key, old, s, 0)
	if cap(t.buf) > maxScratch {
		t.buf = nil
	}
	return nil
}

func appendValue(buf []byte, value string) []byte {
	buf = binary.AppendUvarint(buf, uint64(len(value)))
	return append(buf, value...)
}

// spot is where in a row's payload a cell is or would be.
type spot struct {
	found  bool        // it is there
	before base.Micros // the time of the cell before, 0 if there is none

	// The cell that is there, or the next one; at the end of the text if there is
	// none: where it begins, and where its time and its value stand.
	cell, time, value int
	next              base.Micros // its time

	sameAsBefore, sameAsNext bool // column
}

// seek returns where d is or would be in the payload of a row.
func (f *families) seek(text string, d *draft) spot {
	var s spot
	order := -1 // of the current column to that of d
	for s.cell < len(text) {
		tag, pos := uvarint(text, s.cell)
		if tag != tagSame {
			order, pos = f.order(text, tag, pos, d)
		}
		s.time = pos
		var step, n int
		step, s.value = uvarint(text, pos)
		s.next = s.before + base.Micros(unzigzag(step))
		if order > 0 {
			return s
		}
		if order == 0 {
			if s.next <= d.at {
				s.found, s.sameAsNext = s.next == d.at, true
				return s
			}
			s.sameAsBefore = true
		}
		n, pos = uvarint(text, s.value)
		s.cell, s.before = pos+n, s.next
	}
	return s
}

// order compares the column of the tag, which stands before pos, with that of d,
// and returns where it ends.
func (f *families) order(text string, tag, pos int, d *draft) (int, int) {
	var c column
	if tag >= tagNumber {
		if tag-tagNumber == d.col {
			return 0, pos
		}
		c = f.columns.list[tag-tagNumber]
	} else {
		fam, at := uvarint(text, pos)
		n, start := uvarint(text, at)
		pos = start + n
		c = column{uint32(fam), base.Qualifier(text[start:pos])}
	}
	if rank := f.ranks[c.fam]; rank != d.rank {
		if rank < d.rank {
			return -1, pos
		}
		return 1, pos
	}
	return strings.Compare(string(c.qual), string(d.qual)), pos
}
