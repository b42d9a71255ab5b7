package hbase

import (
	"tabletop/engine/base"
	"tabletop/engine/table"
)

// NewestTwo returns the newest version of a column and the one before it, nil for each that the row
// does not have. A delete without a timestamp deletes the newest, and the other becomes visible.
func NewestTwo(row table.Row, f base.Family, q base.Qualifier) (newest, before *base.Cell) {
	for c := range row.Cells() {
		if c.Family != f || c.Qualifier != q {
			continue
		}
		if newest != nil {
			return newest, &c
		}
		newest = &c
	}
	return newest, nil
}
