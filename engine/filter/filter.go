package filter

import "tabletop/engine/base"

// Filter decides which cells of a row a read returns, and may alter them. A nil Filter
// passes everything, except as a branch of a [Condition].
type Filter interface{ filter() }

type (
	// PassAll lets every cell through.
	PassAll struct{}

	// BlockAll lets no cell through.
	BlockAll struct{}

	// Sink sends every cell that reaches it directly to the result, past all filters that
	// contain it or follow it, and passes none on. If copies of the same cell also leave the
	// filter in the usual way, the result has them all. A Sink may not be inside a
	// [Condition].
	Sink struct{}

	// Chain applies each filter to the output of the previous one. As in Bigtable, it needs at
	// least two filters.
	Chain []Filter

	// Interleave applies every filter to the same input, and merges the outputs in the order
	// of a row. A cell that several branches pass appears several times. As in Bigtable, it
	// needs at least two filters.
	Interleave []Filter

	// Condition applies Then to the cells of the row if If passes any of them, and Else
	// otherwise. A missing branch passes nothing. If must not be nil.
	Condition struct{ If, Then, Else Filter }

	// RowKeyRegex passes the cells of rows whose whole key matches. The pattern must not be
	// empty.
	RowKeyRegex string

	// RowSample passes all cells of a row with the given probability p, 0 < p < 1, and none
	// otherwise. The choice depends only on the row's key, the filter's place in the tree, and
	// the seed of the read.
	RowSample float64

	// FamilyRegex passes cells whose whole family name matches. The pattern must not be empty
	// or contain a colon.
	FamilyRegex string

	// QualifierRegex passes cells whose whole qualifier matches.
	QualifierRegex string

	// ColumnRange passes the cells of one family whose qualifiers are between the bounds. The
	// start must not be greater than the end.
	ColumnRange struct {
		Family     base.Family
		Start, End base.Bound
	}

	// TimestampRange passes cells with timestamps in [Start, End). An End of 0 means no upper
	// bound. Both are whole milliseconds (see [CompileMicros]), and Start must not be after End.
	TimestampRange struct{ Start, End base.Micros }

	// ValueRegex passes cells whose whole value matches.
	ValueRegex string

	// ValueRange passes cells whose values are between the bounds. The start must not be
	// greater than the end.
	ValueRange struct{ Start, End base.Bound }

	// ValueBitmask passes cells whose values are as long as the mask and have all bits set
	// that the mask has set. The mask must not be empty.
	ValueBitmask string

	// CellsPerRowOffset passes all but the first n cells of a row, n > 0.
	CellsPerRowOffset int

	// CellsPerRow passes the first n cells of a row, n > 0.
	CellsPerRow int

	// CellsPerColumn passes the newest n cells of each column, n > 0.
	CellsPerColumn int

	// StripValue makes every value empty.
	StripValue struct{}

	// Label puts a label on every cell: 1 to [base.MaxLabel] characters of [a-z0-9-]. A cell
	// can have only one label, so that at most one filter of a chain may contain labels. Each
	// branch of an interleave may.
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

// children returns the branches of f, with nil for missing ones.
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
