package console

import (
	"fmt"
	"math"
	"time"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

// Command is one thing to do. The set is closed: the types of this file.
type Command interface{ command() }

type (
	// CreateTable makes a table, split before the given keys.
	CreateTable struct {
		Table    string
		Families []FamilySpec // in the order they were written
		Splits   []base.RowKey
	}

	// CreateFamily adds a column family to a table.
	CreateFamily struct {
		Table  string
		Family FamilySpec
	}

	// SetGC replaces the garbage-collection rule of a family.
	SetGC struct {
		Table  string
		Family base.Family
		GC     table.GCRule // nil: nothing is ever collected
	}

	// SetValueType says what a family's cells hold. A family keeps the type that
	// it was made with, so that this is refused unless it says the same.
	SetValueType struct {
		Table  string
		Family base.Family
		Type   table.ValueType
	}

	// DeleteTable drops a table with all it holds.
	DeleteTable struct {
		Table string
	}

	// DeleteFamily drops a column family with all its cells.
	DeleteFamily struct {
		Table  string
		Family base.Family
	}

	// List names the tables, or the families of one table.
	List struct {
		Table   string // "" for the tables
		Pattern string // of the tables' whole names, "" for all
	}

	// Exists says whether there is a table.
	Exists struct {
		Table string
	}

	// Disable makes a table refuse reads and writes of the HBase shell, which
	// drops only such tables.
	Disable struct {
		Table string
	}

	// Enable undoes Disable.
	Enable struct {
		Table string
	}

	// Alter changes, adds and deletes column families, in order, all or none.
	Alter struct {
		Table   string
		Changes []FamilyChange
	}

	// Set writes cells to one row, in order, all or none.
	Set struct {
		Table string
		Row   base.RowKey
		Cells []SetCell
	}

	// AddToCell adds integers to cells of aggregate families of one row, in
	// order, all or none.
	AddToCell struct {
		Table string
		Row   base.RowKey
		Cells []AddCell
	}

	// CheckAndMutate writes the cells of True to a row if it has a cell in one of
	// the columns, and those of False if not.
	CheckAndMutate struct {
		Table       string
		Row         base.RowKey
		Columns     []ColumnSpec // none: any cell will do
		True, False []SetCell    // not both empty
	}

	// ReadModifyWrite changes the newest value of one column by a rule.
	ReadModifyWrite struct {
		Table string
		Row   base.RowKey
		Rule  table.Rule
	}

	// Import writes rows from a file of comma-separated values.
	Import struct {
		Table     string
		File      string      // its name among those that were picked
		Family    base.Family // of all columns; "" if the first line names families
		BatchSize int         // rows in one request of the tool; 0 for its default
		Times     bool        // an @ and microseconds at a value's end are its time
	}

	// SampleRowKeys lists keys that part a table into about equal sizes.
	SampleRowKeys struct {
		Table string
	}

	// Read scans rows. Start, End and Prefix narrow the range that is walked;
	// Regex and Columns only drop what was read.
	Read struct {
		Table          string
		Start, End     base.RowKey // [Start, End), "" for no bound
		Prefix         string      // "" for none; never together with Start or End
		Regex          string      // that the whole key must match, "" for none
		Reversed       bool        // rows from the last to the first
		Columns        []ColumnSpec
		Count          int // rows at most, 0 for all
		CellsPerColumn int // newest versions at most, 0 for all
		KeysOnly       bool
		Stats          bool   // print what the read cost after the rows
		Format         string // the picked file that says how to print values, "" for none
		Times          TimeRange
		Raw            bool   // also what the families' rules would collect
		Filter         string // in HBase's filter language, "" for none
	}

	// Lookup reads one row.
	Lookup struct {
		Table          string
		Row            base.RowKey
		Columns        []ColumnSpec
		CellsPerColumn int // newest versions at most, 0 for all
		KeysOnly       bool
		Stats          bool   // print what the read cost after the row
		Format         string // the picked file that says how to print values, "" for none
		Times          TimeRange
		Filter         string // in HBase's filter language, "" for none
	}

	// Count counts rows.
	Count struct {
		Table  string
		Prefix string // "" for all rows
		// Interval is how often the count under way is printed, in rows; 0 for
		// the dialect's default.
		Interval int
	}

	// DeleteCell deletes one version of a column of a row.
	DeleteCell struct {
		Table     string
		Row       base.RowKey
		Family    base.Family
		Qualifier base.Qualifier
		At        base.Micros // or Newest
	}

	// DeleteVersions deletes the versions up to a time.
	DeleteVersions struct {
		Table     string
		Row       base.RowKey
		Family    base.Family    // "" for all of the row
		Qualifier base.Qualifier // of a column
		All       bool           // all columns of the family
		UpTo      base.Micros    // or Newest, for all of them
	}

	// DeletePrefix deletes the rows whose key begins with a prefix.
	DeletePrefix struct {
		Table  string
		Prefix string // not empty
	}

	// DeleteRow deletes a row.
	DeleteRow struct {
		Table string
		Row   base.RowKey
	}

	// DeleteColumn deletes all versions of one column of a row.
	DeleteColumn struct {
		Table     string
		Row       base.RowKey
		Family    base.Family
		Qualifier base.Qualifier
	}

	// DeleteAllRows empties a table and keeps its families.
	DeleteAllRows struct {
		Table string
	}

	// Help explains the commands.
	Help struct {
		Topic string // a command, "" for all of them
	}
)

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
}

func (CreateTable) command()     {}
func (CreateFamily) command()    {}
func (SetGC) command()           {}
func (SetValueType) command()    {}
func (DeleteTable) command()     {}
func (DeleteFamily) command()    {}
func (List) command()            {}
func (Set) command()             {}
func (AddToCell) command()       {}
func (CheckAndMutate) command()  {}
func (ReadModifyWrite) command() {}
func (Import) command()          {}
func (SampleRowKeys) command()   {}
func (Read) command()            {}
func (Lookup) command()          {}
func (Count) command()           {}
func (DeleteRow) command()       {}
func (DeleteColumn) command()    {}
func (DeleteAllRows) command()   {}
func (Help) command()            {}
func (Exists) command()          {}
func (Disable) command()         {}
func (Enable) command()          {}
func (Alter) command()           {}
func (DeleteCell) command()      {}
func (DeleteVersions) command()  {}
func (DeletePrefix) command()    {}

// Writes reports whether a command changes tables when it succeeds.
func Writes(c Command) bool {
	switch c.(type) {
	case CreateTable, CreateFamily, SetGC, DeleteTable, DeleteFamily, Set, AddToCell, CheckAndMutate, ReadModifyWrite, Import, DeleteRow, DeleteColumn, DeleteAllRows, Disable, Enable, Alter, DeleteCell, DeleteVersions, DeletePrefix:
		return true
	case SetValueType, List, SampleRowKeys, Read, Lookup, Count, Exists, Help:
		return false
	default:
		panic(fmt.Sprintf("console: unknown command %T", c))
	}
}
