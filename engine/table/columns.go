package table

import (
	"strings"

	"tabletop/engine/base"
)

// Bounds of the columns that get a number: a table whose qualifiers are data
// must not keep them all twice.
const (
	maxColumns    = 4096
	maxNumberedBy = 64 // bytes of a qualifier
)

// noColumn is the number of a column that has none.
const noColumn = -1

// columns gives columns numbers, by which rows say where a cell is. A table and
// all its snapshots share it: what has a number keeps it.
type columns struct {
	list    []column // by number
	numbers map[column]int
	last    int // the number found last
}

// column is a family by its id in a state of the families, and a qualifier.
type column struct {
	fam  uint32
	qual base.Qualifier
}

// find returns the number of a column, or noColumn.
func (c *columns) find(fam uint32, qual base.Qualifier) int {
	// Rows repeat the columns of the one before, in order.
	if n := c.likely(); n < len(c.list) && c.list[n].fam == fam && c.list[n].qual == qual {
		c.last = n
		return n
	}
	if n, ok := c.numbers[column{fam, qual}]; ok {
		c.last = n
		return n
	}
	return noColumn
}

// likely returns a number to try: rows repeat the columns of the one before, in
// order.
func (c *columns) likely() int {
	if n := c.last + 1; n < len(c.list) {
		return n
	}
	return 0
}

// findNamed is find for a plain family by its name, in the state f.
func (c *columns) findNamed(f *families, fam base.Family, qual base.Qualifier) int {
	if n := c.likely(); n < len(c.list) && c.list[n].qual == qual {
		if id := c.list[n].fam; int(id) < len(f.names) && f.names[id] == fam && f.types[id] == Plain && fam != "" {
			c.last = n
			return n
		}
	}
	id, ok := f.id(fam)
	if !ok || f.types[id] != Plain {
		return noColumn
	}
	return c.find(id, qual)
}

// ascends reports whether the second of two columns with numbers comes after the
// first.
func (f *families) ascends(a, b int) bool {
	if a < len(f.after) && f.after[a] == b {
		return true
	}
	x, y := f.columns.list[a], f.columns.list[b]
	if f.ranks[x.fam] > f.ranks[y.fam] || x.fam == y.fam && x.qual >= y.qual {
		return false
	}
	for len(f.after) <= a {
		f.after = append(f.after, noColumn)
	}
	f.after[a] = b
	return true
}

// number returns the number of a column that find does not know, a new one if
// there is room.
func (c *columns) number(fam uint32, qual base.Qualifier) int {
	if len(c.list) == maxColumns || len(qual) > maxNumberedBy {
		return noColumn
	}
	if n := c.find(fam, qual); n != noColumn {
		return n // since
	}
	if c.numbers == nil {
		c.numbers = map[column]int{}
	}
	col := column{fam, base.Qualifier(strings.Clone(string(qual)))}
	n := len(c.list)
	c.list = append(c.list, col)
	c.numbers[col] = n
	return n
}
