package table

import (
	"strings"

	"tabletop/engine/base"
)

// These bounds decide which columns get a number. A table whose qualifiers are data has a
// great many columns, and must not keep all of them in memory twice.
const (
	maxColumns    = 4096
	maxNumberedBy = 64 // bytes of a qualifier that can get a number
)

// noColumn is returned in place of a number for a column that has none.
const noColumn = -1

// columns gives numbers to columns, so that the payload of a row can name a column in one
// or two bytes. A table and all its snapshots share one columns. Columns are only added;
// the number of a column never changes.
type columns struct {
	list    []column // by number
	numbers map[column]int
	last    int // the number that was found last, a hint for the next find
}

// column is a family, by its id in one state of the families, and a qualifier.
type column struct {
	fam  uint32
	qual base.Qualifier
}

// find returns the number of a column, or noColumn.
func (c *columns) find(fam uint32, qual base.Qualifier) int {
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

// likely returns the number to try first. Most rows have the same columns as the previous
// row, in the same order, so this is the number after the one that was found last.
func (c *columns) likely() int {
	if n := c.last + 1; n < len(c.list) {
		return n
	}
	return 0
}

// findNamed is find for a column of a plain family that is given by its name. f is the
// state of the families in which the id is looked up. It returns noColumn if the family is
// an aggregate.
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

// ascends reports whether column b comes after column a in the order of cells. Both are
// numbers of columns. A positive answer is remembered in f.after.
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

// number returns the number of a column for which find returned noColumn. It gives the
// column a new number if the bounds allow it, and otherwise returns noColumn.
func (c *columns) number(fam uint32, qual base.Qualifier) int {
	if len(c.list) == maxColumns || len(qual) > maxNumberedBy {
		return noColumn
	}
	if n := c.find(fam, qual); n != noColumn {
		return n // the column has got a number since
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
