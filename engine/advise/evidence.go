package advise

import (
	"tabletop/engine/base"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
)

// Evidence is everything on which the rules base their findings.
type Evidence struct {
	Tables  []Table // by name
	Queries []Query // the measured questions of the workload
	Writes  []Write // consecutive writes, the oldest first
}

// Table is what is known of one table. The sample is the rows of Keys.
type Table struct {
	Name     string
	Template *rowkey.Template // nil if there is none
	Rows     int64
	Cells    int64
	Families []Family // by name

	Keys     []base.RowKey // keys in order, distributed over the table; all of them if their number is Rows
	Arrivals []base.RowKey // keys in the order of their writes, with repetitions; nil if that is unknown
	Clock    string        // the field with the time of a record's cells; "" if they have the time of loading
	Times    []base.Micros // with a Clock: the time of each arrival
	Widths   []int         // number of columns of each row of the sample
	Columns  []Column      // the columns of the sample, by family and qualifier
	Sampled  Totals        // totals of the sample

	Load *SimulatedLoad // nil if no load has been simulated on the present table

	Large []LargeItem // what exceeds recommendations in the table, or is near a limit in the sample
}

// SimulatedLoad is the result of a simulated load on a table.
type SimulatedLoad struct {
	Pattern         string  // the pattern of the simulation's diagnosis
	Hottest         float64 // work of the busiest node as a multiple of its fair share
	Hot             bool    // whether some keys, or a node, have far more than their share
	Name            string  // name of the load
	OverloadedNodes int     // number of overloaded nodes; if not 0, that is reported instead of Hot
	Nodes           int
	Query           string // the question that scans most rows of the table, "" for none
}

// Totals are sums over cells.
type Totals struct {
	Cells  int64
	Bytes  int64 // bytes of keys and cells
	Names  int64 // bytes of families and qualifiers
	Values int64 // bytes of values
}

// Family is a column family of a table.
type Family struct {
	Name        base.Family
	MaxVersions int  // largest number of versions, 0 for no limit
	Aggregate   bool // whether its cells are aggregates
}

// Column is what the rows of the sample have in one column.
type Column struct {
	Family         base.Family
	Qualifier      base.Qualifier
	Rows           int64          // rows that have the column
	Cells          int64          // versions in all these rows
	Changed        int64          // versions whose value differs from the previous one
	MaxVersions    int64          // largest number of versions in one row
	MaxVersionsRow base.RowKey    // the row with most versions
	Bytes          int64          // bytes of its cells
	Empty          int64          // cells with an empty value
	EmptyRow       base.RowKey    // the first row with an empty cell
	SampledValues  []SampledValue // the newest values of some rows, distributed over the sample
}

// SampledValue is the newest value of a column in one row.
type SampledValue struct {
	Key   base.RowKey
	Value string
}

// name returns the column in the form family:qualifier.
func (c Column) name() string { return string(c.Family) + ":" + string(c.Qualifier) }

// LargeItem is a cell, row, key or qualifier that is large.
type LargeItem struct {
	Kind  LargeKind
	Key   base.RowKey
	Name  string // name of the column, "" for a row or a key
	Bytes int64
}

// LargeKind says what is large.
type LargeKind string

const (
	LargeCell     LargeKind = "cell"
	LargeRow      LargeKind = "row"
	LongKey       LargeKind = "key"
	LongQualifier LargeKind = "qualifier"
)

// IsNearSizeLimit reports whether a key or qualifier has more than three quarters of the bytes that
// are allowed.
func IsNearSizeLimit(bytes, limit int) bool { return bytes*4 > limit*3 }

// Query is a question of the workload with its measured cost.
type Query struct {
	ID       string
	Table    string // "" if no table answers it
	Access   plan.Access
	Residual []string // fields that were tested row by row
	Scanned  int64    // rows scanned
	Wanted   int64    // rows wanted; more may have been returned
	// NarrowingFields is the fields of Residual that would narrow the range if they preceded the first
	// open field of the key, and that do not precede it now.
	NarrowingFields []string
	// NumberAsText is the first field of Residual that cannot narrow the range because it is
	// compared as a number but sorts as text.
	NumberAsText NumericTextField
}

// NumericTextField is a field that is compared as a number but sorts as text.
type NumericTextField struct {
	Field       string // "" for none
	Value       string // an example of its values
	Padded      string // the same value padded to the length of all values; "" if some value cannot be padded
	PaddedField string // the padded field in the form of a template; "" if no transform does this
}

// Write is a write to one row.
type Write struct {
	Table string
	Key   base.RowKey
}
