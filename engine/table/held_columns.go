package table

import (
	"slices"
	"strings"

	"tabletop/engine/base"
)

// HeldColumn is a column in which at least one row has a cell.
type HeldColumn struct {
	Family    base.Family
	Qualifier base.Qualifier
}

// HeldColumns returns the columns in which at least one row has a cell, in order of family and
// qualifier. It decodes no names or values, and therefore works only if every family is
// plain and every column has a number; otherwise ok is false. HeldColumns calls went after
// every 64 rows, and also gives up with ok == false when that returns false.
func (t *Table) HeldColumns(went func() bool) (held []HeldColumn, ok bool) {
	if !t.fams.plain {
		return nil, false
	}
	has := make([]bool, len(t.fams.columns.list))
	rows := 0
	for row := range t.Scan(ScanQuery{}, nil) {
		if rows++; rows%64 == 0 && !went() || !row.numbered(has) {
			return nil, false
		}
	}
	for n, c := range t.fams.columns.list {
		if has[n] {
			held = append(held, HeldColumn{t.fams.names[c.fam], c.qual})
		}
	}
	slices.SortFunc(held, func(a, b HeldColumn) int {
		if n := strings.Compare(string(a.Family), string(b.Family)); n != 0 {
			return n
		}
		return strings.Compare(string(a.Qualifier), string(b.Qualifier))
	})
	return held, true
}

// numbered sets has[n] for every column number n in which the row has a cell. It reports
// false if the row has a cell in a column without a number.
func (r Row) numbered(has []bool) bool {
	text, pos := r.rec.Payload(), 0
	for pos < len(text) {
		var tag, n int
		if tag, pos = uvarint(text, pos); tag >= tagNumber {
			has[tag-tagNumber] = true
		} else if tag == tagInline {
			return false
		}
		_, pos = uvarint(text, pos) // the time
		n, pos = uvarint(text, pos)
		pos += n
	}
	return true
}
