package filter

import "tabletop/engine/base"

// Filter decides which cells of a row a read returns, and may alter them. A nil
// Filter passes everything, except as a branch of a [Condition].
type Filter interface{ filter() }

type (
	// PassAll lets every cell through.
	PassAll struct{}

	// BlockAll lets no cell through.
	BlockAll struct{}

	// Sink sends every cell that reaches it straight to the result, past all
	// filters it stands in, and lets none through. Whatever else leaves the
	// filter, copies of the same cell included, is kept beside them. It may not
	// stand inside a [Condition].
	Sink struct{}

	// Chain applies each filter to the output of the one before. Like Bigtable it
	// takes at least two filters.
	Chain []Filter

	// Interleave gives every branch the same input and pools what comes out in
	// a row's order. A cell that leaves several branches comes out several times.
	// Like Bigtable it takes at least two filters.
	Interleave []Filter

	// Condition applies Then to the cells if If lets any of them through, else
	// Else. A missing branch passes nothing; If must be set.
	Condition struct{ If, Then, Else Filter }

	// RowKeyRegex passes the cells of rows whose whole key matches. It may not
	// be empty.
	RowKeyRegex string

	// RowSample passes all cells of a row with the given probability p,
	// 0 < p < 1, and else none. What it does with a row depends on nothing but the
	// row's key, the filter's place in the tree and the seed of the read.
	RowSample float64

	// FamilyRegex passes cells whose whole family name matches. It may not
	// contain a colon.
	FamilyRegex string

	// QualifierRegex passes cells whose whole qualifier matches.
	QualifierRegex string

	// ColumnRange passes the cells of one family whose qualifier lies between
	// the bounds. The start may not sort after the end.
	ColumnRange struct {
		Family     base.Family
		Start, End base.Bound
	}

	// TimestampRange passes cells with a time in [Start, End); an End of 0 is
	// unbounded. Both are multiples of 1,000, and Start is not after End.
	TimestampRange struct{ Start, End base.Micros }

	// ValueRegex passes cells whose whole value matches.
	ValueRegex string

	// ValueRange passes cells whose value lies between the bounds. The start may
	// not sort after the end.
	ValueRange struct{ Start, End base.Bound }

	// ValueBitmask passes cells whose value is as long as the mask and has all
	// bits of it set. It may not be empty.
	ValueBitmask string

	// CellsPerRowOffset passes all but the first n cells of a row, n > 0.
	CellsPerRowOffset int

	// CellsPerRow passes the first n cells of a row, n > 0.
	CellsPerRow int

	// CellsPerColumn passes the newest n cells of each column, n > 0.
	CellsPerColumn int

	// StripValue makes every value empty.
	StripValue struct{}

	// Label puts a label on every cell: 1 to [base.MaxLabel] characters of
	// [a-z0-9-]. A cell has room for one, so no two filters of a chain may hold
	// labels; branches of an interleave may.
	Label string
)

func (PassAll) filter()           {}
func (BlockAll) filter()          {}
func (Sink) filter()              {}
func (Chain) filter()             {}
func (Interleave) filter()        {}
func (Condition) filter()         {}
func (RowKeyRegex) filter()       {}
func (RowSample) filter()         {}
func (FamilyRegex) filter()       {}
func (QualifierRegex) filter()    {}
func (ColumnRange) filter()       {}
func (TimestampRange) filter()    {}
func (ValueRegex) filter()        {}
func (ValueRange) filter()        {}
func (ValueBitmask) filter()      {}
func (CellsPerRowOffset) filter() {}
func (CellsPerRow) filter()       {}
func (CellsPerColumn) filter()    {}
func (StripValue) filter()        {}
func (Label) filter()             {}

// children returns the filters that f holds, nil where one is missing.
func children(f Filter) []Filter {
	switch f := f.(type) {
	case Chain:
		return f
	case Interleave:
		return f
	case Condition:
		return []Filter{f.If, f.Then, f.Else}
	default:
		return nil
	}
}

// Name returns the name of f in the text syntax.
func Name(f Filter) string {
	switch f.(type) {
	case nil, PassAll:
		return "pass"
	case BlockAll:
		return "block"
	case Sink:
		return "sink"
	case Chain:
		return "chain"
	case Interleave:
		return "interleave"
	case Condition:
		return "if"
	case RowKeyRegex:
		return "row"
	case RowSample:
		return "sample"
	case FamilyRegex:
		return "family"
	case QualifierRegex:
		return "qualifier"
	case ColumnRange:
		return "column"
	case TimestampRange:
		return "time"
	case ValueRegex, ValueRange:
		return "value"
	case ValueBitmask:
		return "mask"
	case CellsPerRowOffset:
		return "offset"
	case CellsPerRow:
		return "limit"
	case CellsPerColumn:
		return "latest"
	case StripValue:
		return "strip"
	case Label:
		return "label"
	default:
		panic(unknown(f))
	}
}
