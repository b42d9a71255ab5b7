package console

import (
	"math"
	"time"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

// Command is one command of a console, independent of the dialect. Its implementations are
// the types of this file.
type Command interface{ describe() Descriptor }

// Descriptor describes a command by properties that all commands have, so that no other
// code lists the types of commands. How a dialect writes a command is in the dialect's own
// table.
type Descriptor struct {
	// Name is how refusals call the command: cbt's word for it, or that of the first dialect
	// that has it.
	Name   string
	Effect Effect
	Table  string      // the table that it is about, "" for none
	Row    base.RowKey // the only row that it reads or writes, "" for none
	Files  bool        // whether it names a file that the reader has picked
}

// Effect says what a command does to tables.
type Effect uint8

const (
	EffectNone   Effect = iota // answers without reading rows
	EffectReads                // reads rows and shows them; it can be previewed
	EffectWrites               // writes cells
	EffectSchema               // changes tables and families, or all rows of a table at once
)

// DescriptorOf returns the descriptor of a command.
func DescriptorOf(c Command) Descriptor { return c.describe() }

// IsWrite reports whether a command changes tables if it succeeds.
func IsWrite(c Command) bool {
	e := c.describe().Effect
	return e == EffectWrites || e == EffectSchema
}

// CreateTable creates a table that is split at the given keys.
type CreateTable struct {
	Table    string
	Families []FamilySpec // in the order in which they are written
	Splits   []base.RowKey
	// Settings are settings of some of the families in HBase that no garbage-collection rule has:
	// KeepDeleted, and MinVersions without a TTL.
	Settings []FamilyChange
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
	GC     table.GCRule // nil if nothing is ever collected
}

func (c SetGC) describe() Descriptor {
	return Descriptor{Name: "setgcpolicy", Effect: EffectSchema, Table: c.Table}
}

// SetValueType sets the type of a family's cells. The type of a family cannot change, so
// that the command is refused unless it is the present type.
type SetValueType struct {
	Table  string
	Family base.Family
	Type   table.ValueType
}

func (c SetValueType) describe() Descriptor { return Descriptor{Name: "setvaluetype", Table: c.Table} }

// DeleteTable deletes a table with its contents.
type DeleteTable struct {
	Table string
}

func (c DeleteTable) describe() Descriptor {
	return Descriptor{Name: "deletetable", Effect: EffectSchema, Table: c.Table}
}

// DeleteFamily deletes a column family with all its cells.
type DeleteFamily struct {
	Table  string
	Family base.Family
}

func (c DeleteFamily) describe() Descriptor {
	return Descriptor{Name: "deletefamily", Effect: EffectSchema, Table: c.Table}
}

// ListTables lists the tables, or the families of one table.
type ListTables struct {
	Table   string // "" for the tables
	Pattern string // a pattern of whole table names, "" for all
}

func (c ListTables) describe() Descriptor {
	return Descriptor{Name: "ls", Table: c.Table}
}

// Exists says whether a table exists.
type Exists struct {
	Table string
}

func (c Exists) describe() Descriptor { return Descriptor{Name: "exists", Table: c.Table} }

// Disable makes a table refuse reads and writes of the HBase shell. The shell can only
// drop disabled tables.
type Disable struct {
	Table string
}

func (c Disable) describe() Descriptor {
	return Descriptor{Name: "disable", Effect: EffectSchema, Table: c.Table}
}

// Enable reverses Disable.
type Enable struct {
	Table string
}

func (c Enable) describe() Descriptor {
	return Descriptor{Name: "enable", Effect: EffectSchema, Table: c.Table}
}

// IsEnabled says whether a table is enabled or, with Not, whether it is disabled.
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

// SetCells writes cells to one row, in order, all or none.
type SetCells struct {
	Table string
	Row   base.RowKey
	Cells []CellWrite
}

func (c SetCells) describe() Descriptor {
	return Descriptor{Name: "set", Effect: EffectWrites, Table: c.Table, Row: c.Row}
}

// AddToCell adds integers to cells of aggregate families of one row, in
// order, all or none.
type AddToCell struct {
	Table string
	Row   base.RowKey
	Cells []CellIncrement
}

func (c AddToCell) describe() Descriptor {
	return Descriptor{Name: "addtocell", Effect: EffectWrites, Table: c.Table, Row: c.Row}
}

// CheckAndMutate writes the cells of True to a row if it has a cell in one of
// the columns, and those of False if not.
type CheckAndMutate struct {
	Table       string
	Row         base.RowKey
	Columns     []ColumnPattern // empty if any cell will do
	True, False []CellWrite     // not both empty
}

func (c CheckAndMutate) describe() Descriptor {
	return Descriptor{Name: "checkandmutate", Effect: EffectWrites, Table: c.Table, Row: c.Row}
}

// ReadModifyWrite changes the newest value of one column by a rule.
type ReadModifyWrite struct {
	Table string
	Row   base.RowKey
	Rule  table.ReadModifyWriteRule
}

func (c ReadModifyWrite) describe() Descriptor {
	return Descriptor{Name: "readmodifywrite", Effect: EffectWrites, Table: c.Table, Row: c.Row}
}

// ImportCSV writes rows from a CSV file.
type ImportCSV struct {
	Table     string
	File      string      // name of a file that the reader has picked
	Family    base.Family // family of all columns; "" if the first line has families
	BatchSize int         // rows in one request of the real tool; 0 for its default
	Times     bool        // whether an @ and microseconds at the end of a value are its timestamp
}

func (c ImportCSV) describe() Descriptor {
	return Descriptor{Name: "import", Effect: EffectWrites, Table: c.Table, Files: true}
}

// SampleRowKeys lists keys that divide a table into parts of about equal sizes.
type SampleRowKeys struct {
	Table string
}

func (c SampleRowKeys) describe() Descriptor {
	return Descriptor{Name: "samplerowkeys", Table: c.Table}
}

// ListSplits lists the keys at which a table was split when it was created.
type ListSplits struct {
	Table string
}

func (c ListSplits) describe() Descriptor { return Descriptor{Name: "get_splits", Table: c.Table} }

// Read scans rows. Start, End and Prefix narrow the range that is scanned; Regex and
// Columns only drop what has been read.
type Read struct {
	Table      string
	Start, End base.RowKey // keys in [Start, End), "" for no bound
	Prefix     string      // "" for none; never together with Start or End
	Regex      string      // pattern of the whole key, "" for none
	Reversed   bool        // rows in descending order
	Count      int         // most rows to return, 0 for all; or NoRows
	Raw        bool        // whether to show also cells that garbage collection would remove
	ShowOptions
}

func (c Read) describe() Descriptor {
	return Descriptor{Name: "read", Effect: EffectReads, Table: c.Table, Files: c.Format != ""}
}

// ShowOptions says what [Read] and [Lookup] show of a row.
type ShowOptions struct {
	Columns        []ColumnPattern
	CellsPerColumn int    // most versions of a column, the newest; 0 for all
	KeysOnly       bool   // whether to show only keys
	Stats          bool   // whether to print the cost of the read after the rows
	Format         string // name of the picked file that says how to print values, "" for none
	Times          TimeRange
	Filter         string // in HBase's filter language, "" for none
	Formatter      string // converter of keys, names and values in the HBase shell, "" for its default
	Expr           string // a filter in the text syntax of package filter, "" for none
}

// Lookup reads one row.
type Lookup struct {
	Table string
	Row   base.RowKey
	ShowOptions
}

func (c Lookup) describe() Descriptor {
	return Descriptor{Name: "lookup", Effect: EffectReads, Table: c.Table, Row: c.Row, Files: c.Format != ""}
}

// GetCounter prints the present value of a counter.
type GetCounter struct {
	Table     string
	Row       base.RowKey
	Family    base.Family
	Qualifier base.Qualifier
}

func (c GetCounter) describe() Descriptor {
	return Descriptor{Name: "get_counter", Effect: EffectReads, Table: c.Table, Row: c.Row}
}

// CountRows counts the rows that a read returns. The number of versions that the read shows
// makes no difference.
type CountRows struct {
	Read
	// Interval is the number of rows after which the present count is printed; 0 for the
	// dialect's default.
	Interval int
}

func (c CountRows) describe() Descriptor {
	return Descriptor{Name: "count", Effect: EffectReads, Table: c.Table}
}

// DeleteCell deletes one version of a column in a row or, with All, the versions with one
// timestamp in all columns of a family.
type DeleteCell struct {
	Table     string
	Row       base.RowKey
	Family    base.Family
	Qualifier base.Qualifier
	All       bool        // all columns of the family; then At is not NewestVersion
	At        base.Micros // the timestamp, or NewestVersion
}

func (c DeleteCell) describe() Descriptor {
	return Descriptor{Name: "delete", Effect: EffectWrites, Table: c.Table, Row: c.Row}
}

// DeleteVersions deletes all versions up to a timestamp.
type DeleteVersions struct {
	Table     string
	Row       base.RowKey
	Family    base.Family    // "" for the whole row
	Qualifier base.Qualifier // a column, unless All is set
	All       bool           // all columns of the family
	UpTo      base.Micros    // the timestamp, or NewestVersion for all versions
}

func (c DeleteVersions) describe() Descriptor {
	return Descriptor{Name: "deleteall", Effect: EffectWrites, Table: c.Table, Row: c.Row}
}

// DeleteRowsByPrefix deletes all versions up to a timestamp in each row whose key has a prefix.
type DeleteRowsByPrefix struct {
	Prefix         string // not empty
	DeleteVersions        // its Row is not used
}

func (c DeleteRowsByPrefix) describe() Descriptor {
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

// RewriteFiles has the files of a table in HBase written: from memory, or again from other files.
type RewriteFiles struct {
	Table string
	How   Rewriting
}

// Rewriting says which files [RewriteFiles] writes.
type Rewriting uint8

const (
	Flush        Rewriting = iota // a new one of what is in memory
	Compact                       // one of some small ones
	MajorCompact                  // one of all, without what was deleted
)

// Valid reports whether r is one of the constants.
func (r Rewriting) Valid() bool { return r <= MajorCompact }

// String returns the name of the command in the HBase shell.
func (r Rewriting) String() string { return [...]string{"flush", "compact", "major_compact"}[r] }

func (c RewriteFiles) describe() Descriptor {
	return Descriptor{Name: c.How.String(), Effect: EffectSchema, Table: c.Table}
}

// DeleteAllRows deletes all rows of a table. The families remain.
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

// FamilySpec describes a column family to be created.
type FamilySpec = table.FamilyInfo

// FamilyChange changes a column family, or adds it if the table does not have it.
type FamilyChange struct {
	Family   base.Family
	Versions int           // versions to keep; 0 for no change, AllVersions to keep all
	TTL      time.Duration // how long to keep a cell; 0 for no change, Forever for ever
	// MinVersions is how many versions to keep although they have expired: 0 for no change,
	// NoVersions for none.
	MinVersions int
	KeepDeleted string // the value of KEEP_DELETED_CELLS: FALSE, TRUE or TTL; "" for no change
	Delete      bool   // whether to delete the family; then nothing else is set
}

// These are the values with which the HBase shell expresses that there is no bound.
const (
	AllVersions = math.MaxInt32
	Forever     = math.MaxInt32 * time.Second
)

// NoVersions as the number of versions to keep although they have expired means none.
const NoVersions = -1

// NoRows as the count of a read means no rows at all. With a limit of 0, cbt's client
// sends no request, while to the HBase shell, as to Bigtable itself, it means no limit.
const NoRows = -1

// NewestVersion as the timestamp of a delete means the newest version.
const NewestVersion base.Micros = -1

// TimeRange is the timestamps in [Start, End). An End of 0 means no bound.
type TimeRange struct {
	Start, End base.Micros
}

// CellIncrement is an integer to be added to a cell.
type CellIncrement struct {
	Family    base.Family
	Qualifier base.Qualifier
	Input     int64
	At        base.Micros // or [table.ServerTime]
}

// CellWrite is a cell to be written.
type CellWrite struct {
	Family    base.Family
	Qualifier base.Qualifier
	Value     string      // arbitrary bytes
	At        base.Micros // or [table.ServerTime]
}

// ColumnPattern selects columns by two regular expressions, which must match the whole family
// and the whole qualifier; "" matches all. Each of several specs selects independently: a
// cell that two of them select is returned twice.
type ColumnPattern struct {
	Family, Qualifier string
	Converter         string // converter of the column's values in the HBase shell; "" for its default
}

// EmptyQualifier is a pattern for a [ColumnPattern] that matches only the empty qualifier,
// since "" matches all.
const EmptyQualifier = "()"
