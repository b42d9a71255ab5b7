package advise

import (
	"tabletop/engine/base"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
)

// Evidence is what the rules go by.
type Evidence struct {
	Tables  []Table // by name
	Queries []Query // of the workload, as they were measured
	Writes  []Write // that were made one after the other, the oldest first
}

// Table is what is known of one table. Its sample is the rows of Keys.
type Table struct {
	Name     string
	Template *rowkey.Template // nil for none
	Rows     int64
	Cells    int64
	Families []Family // by name

	Keys     []base.RowKey // in key order, from all over the table; all of them if there are Rows of them
	Arrivals []base.RowKey // in the order in which rows were written, a key as often as it was; nil where that is not known
	Clock    string        // the field that says when the cells of a record were written, "" for when they were loaded
	Times    []base.Micros // with a Clock, that time of each arrival
	Widths   []int         // columns of each row of the sample
	Columns  []Column      // that rows of the sample have, by family and qualifier
	Sampled  Totals        // of the sample

	Load *Load // nil where it has not been simulated on the table of now

	Large []Large // beyond the documented advice, in the whole table or near a limit in the sample
}

// Load is what a simulated load comes to on a table.
type Load struct {
	Pattern string  // of it, as the simulation calls it
	Hottest float64 // how many times its share of the work the busiest node has
	Hot     bool    // some keys, or a node, have far more than their share
	Of      string  // which load
	Over    int     // nodes that it is too much for, which is told before how even it is; 0 where that is not so
	Nodes   int
	Query   string // the question that scans most rows of the table under it, "" for none
}

// Totals are sums over cells.
type Totals struct {
	Cells  int64
	Bytes  int64 // of keys and cells
	Names  int64 // bytes of families and qualifiers
	Values int64 // bytes
}

// Family is a column family.
type Family struct {
	Name      base.Family
	Keeps     int  // versions at most, 0 for any number
	Aggregate bool // its cells are sums and the like
}

// Column is what the rows of a sample have in one column.
type Column struct {
	Family    base.Family
	Qualifier base.Qualifier
	Rows      int64 // that have it
	Cells     int64 // its versions, in all of them
	Changed   int64 // versions that are not the value of the one before
	Most      int64 // versions in one row
	In        base.RowKey
	Bytes     int64       // of its cells
	Empty     int64       // of its cells, those without a byte
	EmptyIn   base.RowKey // the first row that has one
	Seen      []Seen      // the newest values of some rows, all over the sample
}

// Seen is the newest value of a column in one row.
type Seen struct {
	Key   base.RowKey
	Value string
}

func (c Column) name() string { return string(c.Family) + ":" + string(c.Qualifier) }

// Large is something large.
type Large struct {
	What  Size
	Key   base.RowKey
	Name  string // of the column, if it is in one
	Bytes int64
}

// Size says what is large.
type Size string

const (
	LargeCell     Size = "cell"
	LargeRow      Size = "row"
	LongKey       Size = "key"
	LongQualifier Size = "qualifier"
)

// Near reports whether a key or qualifier takes more than three quarters of the
// bytes that it may have.
func Near(bytes, limit int) bool { return bytes*4 > limit*3 }

// Query is what a query of the workload was measured to cost.
type Query struct {
	ID       string
	Table    string // "" where none answers it
	Access   plan.Access
	Residual []string // fields that were decided row by row
	Scanned  int64    // rows
	Wanted   int64    // of those; the reader may have to pick them from more that come back
	// Put holds the fields of Residual that would narrow the range if they preceded the
	// first open field of the key, and that do not precede it now.
	Put []string
	// Unlike is the first field of Residual that cannot narrow the range, since it is
	// compared as a number and sorts as text.
	Unlike Text
}

// Text is a field that is compared as a number and sorts as text.
type Text struct {
	Field string // "" for none
	Value string // one that it has
	As    string // that value as a whole number, padded to the length of all; "" when some value cannot be written so
	Part  string // the part of a template that pads the field, "" when no transform does
}

// Write is a write to one row.
type Write struct {
	Table string
	Key   base.RowKey
}
