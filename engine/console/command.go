package console

import (
	"math"
	"time"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

// Command is one thing to do. The set is closed: the types of this file, each with
// its descriptor.
type Command interface{ describe() Descriptor }

// Descriptor says of a command what is asked of all of them, so that nothing else
// lists their types. How a dialect writes it stands in the dialect's own table,
// under its word.
type Descriptor struct {
	// Name is what a refusal calls the command: cbt's word for it, or that of the first
	// dialect that has it.
	Name   string
	Effect Effect
	Table  string      // that it is about, "" for none
	Row    base.RowKey // the only one that it reads or writes, "" for none
	Files  bool        // it names a picked file
}

// Effect is what a command does to tables.
type Effect uint8

const (
	EffectNone   Effect = iota // it tells what is known without reading rows
	EffectReads                // rows, for the reader to see: this can be previewed
	EffectWrites               // cells
	EffectSchema               // tables and families, or all rows of a table at once
)

// Describe returns the descriptor of a command.
func Describe(c Command) Descriptor { return c.describe() }

// Writes reports whether a command changes tables when it succeeds.
func Writes(c Command) bool {
	e := c.describe().Effect
	return e == EffectWrites || e == EffectSchema
}

// CreateTable makes a table, split before the given keys.
type CreateTable struct {
	Table    string
	Families []FamilySpec // in the order they were written
	Splits   []base.RowKey
}

func (c CreateTable) describe() Descriptor {
	return Descriptor{Name: "createtable", Effect: EffectSchema, Table: c.Table}
}

// CreateFamily adds a column family to a table.
type CreateFamily struct {
	Table  string
	Family FamilySpec
}

func (c CreateFamily) describe() Descriptor {
	return Descriptor{Name: "createfamily", Effect: EffectSchema, Table: c.Table}
}

// SetGC replaces the garbage-collection rule of a family.
type SetGC struct {
	Table  string
	Family base.Family
	GC     table.GCRule // nil: nothing is ever collected
}

func (c SetGC) describe() Descriptor {
	return Descriptor{Name: "setgcpolicy", Effect: EffectSchema, Table: c.Table}
}

// SetValueType says what a family's cells hold. A family keeps the type that
// it was made with, so that this is refused unless it says the same.
type SetValueType struct {
	Table  string
	Family base.Family
	Type   table.ValueType
}

func (c SetValueType) describe() Descriptor { return Descriptor{Name: "setvaluetype", Table: c.Table} }

// DeleteTable drops a table with all it holds.
type DeleteTable struct {
	Table string
}

func (c DeleteTable) describe() Descriptor {
	return Descriptor{Name: "deletetable", Effect: EffectSchema, Table: c.Table}
}

// DeleteFamily drops a column family with all its cells.
type DeleteFamily struct {
	Table  string
	Family base.Family
}

func (c DeleteFamily) describe() Descriptor {
	return Descriptor{Name: "deletefamily", Effect: EffectSchema, Table: c.Table}
}

// List names the tables, or the families of one table.
type List struct {
	Table   string // "" for the tables
	Pattern string // of the tables' whole names, "" for all
}

func (c List) describe() Descriptor {
	return Descriptor{Name: "ls", Table: c.Table}
}

// Exists says whether there is a table.
type Exists struct {
	Table string
}

func (c Exists) describe() Descriptor { return Descriptor{Name: "exists", Table: c.Table} }

// Disable makes a table refuse reads and writes of the HBase shell, which
// drops only such tables.
type Disable struct {
	Table string
}

func (c Disable) describe() Descriptor {
	return Descriptor{Name: "disable", Effect: EffectSchema, Table: c.Table}
}

// Enable undoes Disable.
type Enable struct {
	Table string
}

func (c Enable) describe() Descriptor {
	return Descriptor{Name: "enable", Effect: EffectSchema, Table: c.Table}
}

// IsEnabled says whether the HBase shell may read and write a table, or with Not
// whether it may not.
type IsEnabled struct {
	Table string
	Not   bool
}

func (c IsEnabled) describe() Descriptor {
	if c.Not {
		return Descriptor{Name: "is_disabled", Table: c.Table}
	}
	return Descriptor{Name: "is_enabled", Table: c.Table}
}

// Alter changes, adds and deletes column families, in order, all or none.
type Alter struct {
	Table   string
	Changes []FamilyChange
}

func (c Alter) describe() Descriptor {
	return Descriptor{Name: "alter", Effect: EffectSchema, Table: c.Table}
}

// Set writes cells to one row, in order, all or none.
type Set struct {
	Table string
	Row   base.RowKey
	Cells []SetCell
}

func (c Set) describe() Descriptor {
	return Descriptor{Name: "set", Effect: EffectWrites, Table: c.Table, Row: c.Row}
}

// AddToCell adds integers to cells of aggregate families of one row, in
// order, all or none.
type AddToCell struct {
	Table string
	Row   base.RowKey
	Cells []AddCell
}

func (c AddToCell) describe() Descriptor {
	return Descriptor{Name: "addtocell", Effect: EffectWrites, Table: c.Table, Row: c.Row}
}

// CheckAndMutate writes the cells of True to a row if it has a cell in one of
// the columns, and those of False if not.
type CheckAndMutate struct {
	Table       string
	Row         base.RowKey
	Columns     []ColumnSpec // none: any cell will do
	True, False []SetCell    // not both empty
}

func (c CheckAndMutate) describe() Descriptor {
	return Descriptor{Name: "checkandmutate", Effect: EffectWrites, Table: c.Table, Row: c.Row}
}

// ReadModifyWrite changes the newest value of one column by a rule.
type ReadModifyWrite struct {
	Table string
	Row   base.RowKey
	Rule  table.Rule
}

func (c ReadModifyWrite) describe() Descriptor {
	return Descriptor{Name: "readmodifywrite", Effect: EffectWrites, Table: c.Table, Row: c.Row}
}

// Import writes rows from a file of comma-separated values.
type Import struct {
	Table     string
	File      string      // its name among those that were picked
	Family    base.Family // of all columns; "" if the first line names families
	BatchSize int         // rows in one request of the tool; 0 for its default
	Times     bool        // an @ and microseconds at a value's end are its time
}

func (c Import) describe() Descriptor {
	return Descriptor{Name: "import", Effect: EffectWrites, Table: c.Table, Files: true}
}

// SampleRowKeys lists keys that part a table into about equal sizes.
type SampleRowKeys struct {
	Table string
}

func (c SampleRowKeys) describe() Descriptor {
	return Descriptor{Name: "samplerowkeys", Table: c.Table}
}

// Splits lists the keys that a table was split before when it was made.
type Splits struct {
	Table string
}

func (c Splits) describe() Descriptor { return Descriptor{Name: "get_splits", Table: c.Table} }

// Read scans rows. Start, End and Prefix narrow the range that is walked;
// Regex and Columns only drop what was read.
type Read struct {
	Table      string
	Start, End base.RowKey // [Start, End), "" for no bound
	Prefix     string      // "" for none; never together with Start or End
	Regex      string      // that the whole key must match, "" for none
	Reversed   bool        // rows from the last to the first
	Count      int         // rows at most, 0 for all; or NoRows
	Raw        bool        // also what the families' rules would collect
	Shown
}

func (c Read) describe() Descriptor {
	return Descriptor{Name: "read", Effect: EffectReads, Table: c.Table, Files: c.Format != ""}
}

// Shown is what [Read] and [Lookup] say of what a row shows.
type Shown struct {
	Columns        []ColumnSpec
	CellsPerColumn int // newest versions at most, 0 for all
	KeysOnly       bool
	Stats          bool   // print what the read cost after the rows
	Format         string // the picked file that says how to print values, "" for none
	Times          TimeRange
	Filter         string // in HBase's filter language, "" for none
	Formatter      string // how the HBase shell prints keys, names and values; "" for its own way
	Expr           string // a filter in the text syntax of package filter, "" for none
}

// Lookup reads one row.
type Lookup struct {
	Table string
	Row   base.RowKey
	Shown
}

func (c Lookup) describe() Descriptor {
	return Descriptor{Name: "lookup", Effect: EffectReads, Table: c.Table, Row: c.Row, Files: c.Format != ""}
}

// Counter prints the present value of a counter.
type Counter struct {
	Table     string
	Row       base.RowKey
	Family    base.Family
	Qualifier base.Qualifier
}

func (c Counter) describe() Descriptor {
	return Descriptor{Name: "get_counter", Effect: EffectReads, Table: c.Table, Row: c.Row}
}

// Count counts the rows that a read has. How many versions the read shows of a column
// does not matter to it.
type Count struct {
	Read
	// Interval is how often the count under way is printed, in rows; 0 for
	// the dialect's default.
	Interval int
}

func (c Count) describe() Descriptor {
	return Descriptor{Name: "count", Effect: EffectReads, Table: c.Table}
}

// DeleteCell deletes one version of a column of a row, or with All the versions of
// one time of all columns of a family.
type DeleteCell struct {
	Table     string
	Row       base.RowKey
	Family    base.Family
	Qualifier base.Qualifier
	All       bool        // all columns of the family; then At is a time
	At        base.Micros // or Newest
}

func (c DeleteCell) describe() Descriptor {
	return Descriptor{Name: "delete", Effect: EffectWrites, Table: c.Table, Row: c.Row}
}

// DeleteVersions deletes the versions up to a time.
type DeleteVersions struct {
	Table     string
	Row       base.RowKey
	Family    base.Family    // "" for all of the row
	Qualifier base.Qualifier // of a column
	All       bool           // all columns of the family
	UpTo      base.Micros    // or Newest, for all of them
}

func (c DeleteVersions) describe() Descriptor {
	return Descriptor{Name: "deleteall", Effect: EffectWrites, Table: c.Table, Row: c.Row}
}

// DeletePrefix deletes the versions up to a time of each row whose key begins with a
// prefix.
type DeletePrefix struct {
	Prefix         string // not empty
	DeleteVersions        // with no row of its own
}

func (c DeletePrefix) describe() Descriptor {
	return Descriptor{Name: "deleteall ROWPREFIXFILTER", Effect: EffectWrites, Table: c.Table}
}

// DeleteRow deletes a row.
type DeleteRow struct {
	Table string
	Row   base.RowKey
}

func (c DeleteRow) describe() Descriptor {
	return Descriptor{Name: "deleterow", Effect: EffectWrites, Table: c.Table, Row: c.Row}
}

// DeleteColumn deletes all versions of one column of a row.
type DeleteColumn struct {
	Table     string
	Row       base.RowKey
	Family    base.Family
	Qualifier base.Qualifier
}

func (c DeleteColumn) describe() Descriptor {
	return Descriptor{Name: "deletecolumn", Effect: EffectWrites, Table: c.Table, Row: c.Row}
}

// DeleteAllRows empties a table and keeps its families.
type DeleteAllRows struct {
	Table string
}

func (c DeleteAllRows) describe() Descriptor {
	return Descriptor{Name: "deleteallrows", Effect: EffectSchema, Table: c.Table}
}

// Help explains the commands.
type Help struct {
	Topic string // a command, "" for all of them
}

func (Help) describe() Descriptor { return Descriptor{Name: "help"} }

// FamilySpec is a column family to be made.
type FamilySpec = table.FamilyInfo

// FamilyChange changes a column family, or adds it if the table has none of the
// name.
type FamilyChange struct {
	Family   base.Family
	Versions int           // to keep of a column, 0 to leave it, AllVersions to keep all
	TTL      time.Duration // to keep a cell, 0 to leave it, Forever for ever
	Delete   bool          // the family; then nothing else is set
}

// What the HBase shell writes for no bound.
const (
	AllVersions = math.MaxInt32
	Forever     = math.MaxInt32 * time.Second
)

// NoRows as the count of a read means none at all. cbt's client sends no request
// then, while to the HBase shell, as to Bigtable itself, a limit of 0 is no limit.
const NoRows = -1

// Newest as the time of a delete means the newest version.
const Newest base.Micros = -1

// TimeRange is the times in [Start, End); an End of 0 is unbounded.
type TimeRange struct {
	Start, End base.Micros
}

// AddCell is an integer to add to one cell.
type AddCell struct {
	Family    base.Family
	Qualifier base.Qualifier
	Input     int64
	At        base.Micros // or [table.ServerTime]
}

// SetCell is one cell to write.
type SetCell struct {
	Family    base.Family
	Qualifier base.Qualifier
	Value     string      // arbitrary bytes
	At        base.Micros // or [table.ServerTime]
}

// ColumnSpec selects columns by two regular expressions that must match the
// whole family and the whole qualifier; "" matches any. Of several specs each
// selects on its own: a cell that two of them select comes out twice.
type ColumnSpec struct {
	Family, Qualifier string
	Converter         string // how the HBase shell prints the values of this column; "" for its own way
}

// EmptyQualifier is the pattern of a [ColumnSpec] that only the empty qualifier
// matches, since "" matches any.
const EmptyQualifier = "()"
