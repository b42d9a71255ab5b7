package table

import (
	"encoding/binary"
	"strings"

	"tabletop/engine/base"
)

// splice writes the cell d into the row old by copying the packed cells before and after
// it. The family of d is plain, d is t.fresh[0], and old has cells. Most writes are of
// this kind, and decoding the whole row for them would be a waste. The scratch is empty
// afterwards, also after a refusal.
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
		// The next cell is stored relative to the previous one, which is now d.
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
	if bytes > base.MaxWrittenRow {
		return rowTooLong(key, bytes)
	}
	s.Bytes = uint32(bytes)
	t.replace(key, old, s, 0)
	if cap(t.buf) > maxScratch {
		t.buf = nil
	}
	return nil
}

// appendValue appends the length of a value and the value.
func appendValue(buf []byte, value string) []byte {
	buf = binary.AppendUvarint(buf, uint64(len(value)))
	return append(buf, value...)
}

// spot is the place in a row's payload where a cell is, or where it would be inserted.
type spot struct {
	found  bool        // the cell exists
	before base.Micros // the previous cell's timestamp, 0 if there is none

	// These are the positions where the found cell, or the next one if it is not found, has
	// its tag, its timestamp and its value. Without a next cell, cell is the end of the
	// payload.
	cell, time, value int
	next              base.Micros // timestamp of that cell

	sameAsBefore, sameAsNext bool // the column is the previous cell's, or that of the cell at the spot
}

// seek returns the place of d in the payload of a row.
func (f *families) seek(text string, d *draft) spot {
	var s spot
	order := -1 // comparison of the current column with d's column
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

// order compares the column of a cell, whose tag ends at pos, with d's column. It returns
// the result as cmp.Compare does, and the position where the stored column ends.
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
