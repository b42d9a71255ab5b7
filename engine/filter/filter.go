package filter

// Filter decides which cells of a row a read returns, and may alter them. A nil
// Filter passes everything, except as a branch of a [Condition].
type Filter interface{ filter() }

type (
	// PassAll lets every cell through.
	PassAll struct{}

	// BlockAll lets no cell through.
	BlockAll struct{}

	// Chain applies each filter to the output of the one before. An empty one
	// passes everything.
	Chain []Filter

	// Interleave gives every branch the same input and pools what comes out in
	// a row's order. A cell that leaves several branches comes out several times.
	// An empty one passes nothing.
	Interleave []Filter

	// Condition applies Then to the cells if If lets any of them through, else
	// Else. A missing branch passes nothing; If must be set.
	Condition struct{ If, Then, Else Filter }

	// RowKeyRegex passes the cells of rows whose whole key matches. It may not
	// be empty.
	RowKeyRegex string

	// FamilyRegex passes cells whose whole family name matches. It may not
	// contain a colon.
	FamilyRegex string

	// QualifierRegex passes cells whose whole qualifier matches.
	QualifierRegex string

	// ValueRegex passes cells whose whole value matches.
	ValueRegex string

	// CellsPerRow passes the first n cells of a row, n > 0.
	CellsPerRow int

	// CellsPerColumn passes the newest n cells of each column, n > 0.
	CellsPerColumn int

	// StripValue makes every value empty.
	StripValue struct{}
)

func (PassAll) filter()        {}
func (BlockAll) filter()       {}
func (Chain) filter()          {}
func (Interleave) filter()     {}
func (Condition) filter()      {}
func (RowKeyRegex) filter()    {}
func (FamilyRegex) filter()    {}
func (QualifierRegex) filter() {}
func (ValueRegex) filter()     {}
func (CellsPerRow) filter()    {}
func (CellsPerColumn) filter() {}
func (StripValue) filter()     {}
