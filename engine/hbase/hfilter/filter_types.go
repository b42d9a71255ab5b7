package hfilter

// Filter decides which rows and cells of a read HBase returns. Its implementations are the
// types of this file.
type Filter interface{ hbaseFilter() }

type (
	// And keeps a cell if all of its filters do. Each filter sees every cell, including those
	// that another drops.
	And []Filter

	// Or keeps a cell if at least one of its filters does.
	Or []Filter

	// Skip drops a row if its filter drops one of the row's cells.
	Skip struct{ Filter Filter }

	// While ends the scan when its filter first drops something.
	While struct{ Filter Filter }

	// KeyOnly replaces values by empty ones or, with Lengths, by their lengths as 4 bytes, big
	// endian.
	KeyOnly struct{ Lengths bool }

	// FirstKeyOnly keeps the first cell of a row.
	FirstKeyOnly struct{}

	// Prefix keeps the rows whose keys have the prefix, and ends the scan after them. It does
	// not make the scan begin at them.
	Prefix string

	// ColumnPrefix keeps the columns whose qualifiers have the prefix.
	ColumnPrefix string

	// MultipleColumnPrefix keeps the columns whose qualifiers have one of the prefixes.
	MultipleColumnPrefix []string

	// ColumnCountGet keeps the first columns of a row. If a row has more the scan ends, since
	// the filter is meant for a get.
	ColumnCountGet int

	// Page ends the scan after the given number of rows.
	Page int64

	// ColumnPagination keeps Limit columns of a row after the first Offset.
	ColumnPagination struct{ Limit, Offset int }

	// InclusiveStop ends the scan after the row with the key.
	InclusiveStop string

	// Row, Family, Qualifier and Value keep the cells for which the comparison of that part is
	// true.
	Row       Comparison
	Family    Comparison
	Qualifier Comparison
	Value     Comparison

	// Timestamps keeps the cells with exactly these timestamps, in milliseconds. There is at
	// least one.
	Timestamps []int64

	// ColumnRange keeps the columns whose qualifiers are between two others.
	ColumnRange struct {
		Min          string
		MinInclusive bool
		Max          string
		MaxInclusive bool
	}

	// DependentColumn keeps the cells that have the same timestamp as a cell of the given
	// column; with Value, only cells of that column for which the comparison is true count.
	DependentColumn struct {
		Family, Qualifier string
		Drop              bool        // whether to drop the column itself
		Value             *Comparison // nil for any value
	}

	// SingleColumnValue keeps the rows in which the comparison of a column's value is true,
	// and by default also those without the column.
	SingleColumnValue struct {
		Family, Qualifier string
		Value             Comparison
		IfMissing         bool // whether to drop rows without the column
		AllVersions       bool // whether any version may satisfy the comparison, not only the newest
		Exclude           bool // whether to leave the column out of the result
	}

	// ColumnValue keeps the cells of a column for which the comparison of the value is true.
	ColumnValue struct {
		Family, Qualifier string
		Value             Comparison
	}
)

// Comparison is a comparison with a text. The compared value is on the left of Op, and Text
// on the right.
type Comparison struct {
	Op   CompareOp
	Kind Comparator
	Text string
}

// CompareOp is a comparison operator.
type CompareOp uint8

// These are the operators.
const (
	Less CompareOp = iota
	LessOrEqual
	Equal
	NotEqual
	GreaterOrEqual
	Greater
)

var opNames = [...]string{"<", "<=", "=", "!=", ">=", ">"}

// String returns the operator as it is written.
func (o CompareOp) String() string { return opNames[o] }

// Comparator says how two texts are compared.
type Comparator uint8

// These are the comparators.
const (
	Binary       Comparator = iota // by bytes
	BinaryPrefix                   // by bytes, only as many as Text has
	RegexString                    // whether the value contains a match of the pattern
	Substring                      // whether the value contains the text, without regard to case
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
