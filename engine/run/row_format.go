package run

import (
	"iter"
	"strconv"

	"tabletop/engine/base"
	"tabletop/engine/console/cbt"
	"tabletop/engine/console/printed"
	"tabletop/engine/table"
)

// RowFormat appends a row as a dialect prints it.
type RowFormat func(dst []byte, key base.RowKey, cells iter.Seq[base.Cell]) ([]byte, error)

// CBTRow appends a row as cbt prints it. It returns no error.
func CBTRow(dst []byte, key base.RowKey, cells iter.Seq[base.Cell]) ([]byte, error) {
	return cbt.AppendRow(dst, key, cells), nil
}

// Shortened returns a format that prints only the first [printed.MaxPrinted] bytes of a longer
// value, and says how long it is.
func Shortened(row RowFormat) RowFormat {
	return func(dst []byte, key base.RowKey, cells iter.Seq[base.Cell]) ([]byte, error) {
		return row(dst, key, func(yield func(base.Cell) bool) {
			for c := range cells {
				if n := len(c.Value); n > printed.MaxPrinted {
					c.Value = c.Value[:printed.MaxPrinted] + "… (" + strconv.Itoa(n) + " bytes)"
				}
				if !yield(c) {
					return
				}
			}
		})
	}
}

// After returns the query for the rest of the rows of a query with one range, of which that many
// have been printed, the last with that key.
func After(q table.Query, last base.RowKey, printed int64) table.Query {
	r := q.Ranges[0]
	if q.Reversed {
		r.End = last
	} else {
		r.Start = last + "\x00"
	}
	q.Ranges = []base.Range{r}
	if q.Limit > 0 {
		q.Limit -= printed
	}
	return q
}
