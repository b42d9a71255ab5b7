package hfilter

// Filter decides which rows and cells of a read HBase returns. The set is closed:
// the types of this file.
type Filter interface{ hbaseFilter() }

type (
	// And keeps what all of its filters keep. Each sees every cell, also those
	// that another drops.
	And []Filter

	// Or keeps what any of its filters keeps.
	Or []Filter

	// Skip drops a row of which its filter drops a cell.
	Skip struct{ Filter Filter }

	// While ends the scan where its filter first drops something.
	While struct{ Filter Filter }

	// KeyOnly empties the values, or puts their lengths in their place, as 4
	// bytes, big endian.
	KeyOnly struct{ Lengths bool }

	// FirstKeyOnly keeps the first cell of a row.
	FirstKeyOnly struct{}

	// Prefix keeps the rows whose key begins with it, and ends the scan behind
	// them. It does not begin the scan at them.
	Prefix string

	// ColumnPrefix keeps the columns whose qualifier begins with it.
	ColumnPrefix string

	// MultipleColumnPrefix keeps those that begin with any of them.
	MultipleColumnPrefix []string

	// ColumnCountGet keeps the first columns of a row. Where a row has more, the
	// scan ends: it is meant for a get.
	ColumnCountGet int

	// Page ends the scan after so many rows.
	Page int64

	// ColumnPagination keeps so many columns of a row behind the first Offset.
	ColumnPagination struct{ Limit, Offset int }

	// InclusiveStop ends the scan behind the row.
	InclusiveStop string

	// Row, Family, Qualifier and Value keep the cells of which that compares.
	Row       Compare
	Family    Compare
	Qualifier Compare
	Value     Compare

	// Timestamps keeps the cells of exactly these times, in milliseconds.
	Timestamps []int64

	// ColumnRange keeps the columns with a qualifier between two others.
	ColumnRange struct {
		Min          string
		MinInclusive bool
		Max          string
		MaxInclusive bool
	}

	// DependentColumn keeps the cells that have the time of a cell of a column,
	// and of that only cells whose value compares.
	DependentColumn struct {
		Family, Qualifier string
		Drop              bool     // the column itself
		Value             *Compare // nil: any value
	}

	// SingleColumnValue keeps the rows whose value of a column compares, and
	// those without the column unless told otherwise.
	SingleColumnValue struct {
		Family, Qualifier string
		Value             Compare
		IfMissing         bool // drop a row without the column
		AllVersions       bool // any version may compare, not just the newest
		Exclude           bool // leave the column out of what is returned
	}

	// ColumnValue keeps the cells of a column whose value compares.
	ColumnValue struct {
		Family, Qualifier string
		Value             Compare
	}
)

// Compare is a comparison with a text: the compared text stands on the left of Op.
type Compare struct {
	Op   Op
	Kind Comparator
	Text string
}

// Op is an operator.
type Op uint8

// The operators.
const (
	Less Op = iota
	LessOrEqual
	Equal
	NotEqual
	GreaterOrEqual
	Greater
)

var opNames = [...]string{"<", "<=", "=", "!=", ">=", ">"}

// String returns the operator as it is written.
func (o Op) String() string { return opNames[o] }

// Comparator says how two texts are compared.
type Comparator uint8

// The comparators.
const (
	Binary       Comparator = iota // bytes
	BinaryPrefix                   // bytes, as many as the comparison gives
	RegexString                    // a pattern found in the text
	Substring                      // a text found in the other, whatever its case
)

var comparatorNames = [...]string{"binary", "binaryprefix", "regexstring", "substring"}

// String returns the comparator's name in the language.
func (c Comparator) String() string { return comparatorNames[c] }

func (And) hbaseFilter()                  {}
func (Or) hbaseFilter()                   {}
func (Skip) hbaseFilter()                 {}
func (While) hbaseFilter()                {}
func (KeyOnly) hbaseFilter()              {}
func (FirstKeyOnly) hbaseFilter()         {}
func (Prefix) hbaseFilter()               {}
func (ColumnPrefix) hbaseFilter()         {}
func (MultipleColumnPrefix) hbaseFilter() {}
func (ColumnCountGet) hbaseFilter()       {}
func (Page) hbaseFilter()                 {}
func (ColumnPagination) hbaseFilter()     {}
func (InclusiveStop) hbaseFilter()        {}
func (Row) hbaseFilter()                  {}
func (Family) hbaseFilter()               {}
func (Qualifier) hbaseFilter()            {}
func (Value) hbaseFilter()                {}
func (Timestamps) hbaseFilter()           {}
func (ColumnRange) hbaseFilter()          {}
func (DependentColumn) hbaseFilter()      {}
func (SingleColumnValue) hbaseFilter()    {}
func (ColumnValue) hbaseFilter()          {}
