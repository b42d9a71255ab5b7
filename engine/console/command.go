package console

import (
	"fmt"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

// Command is one thing to do. The set is closed: [CreateTable],
// [CreateFamily], [DeleteTable], [DeleteFamily], [List], [Set], [Read],
// [Lookup], [Count], [DeleteRow], [DeleteColumn], [DeleteAllRows], [Help].
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
		Family base.Family
		GC     table.GCRule // nil: nothing is ever collected
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
		Table string // "" for the tables
	}

	// Set writes cells to one row, in order, all or none.
	Set struct {
		Table string
		Row   base.RowKey
		Cells []SetCell
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
		Stats          bool // print what the read cost after the rows
	}

	// Lookup reads one row.
	Lookup struct {
		Table          string
		Row            base.RowKey
		Columns        []ColumnSpec
		CellsPerColumn int // newest versions at most, 0 for all
		KeysOnly       bool
		Stats          bool // print what the read cost after the row
	}

	// Count counts rows.
	Count struct {
		Table  string
		Prefix string // "" for all rows
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
type FamilySpec struct {
	Name base.Family
	GC   table.GCRule // nil: nothing is ever collected
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

func (CreateTable) command()   {}
func (CreateFamily) command()  {}
func (DeleteTable) command()   {}
func (DeleteFamily) command()  {}
func (List) command()          {}
func (Set) command()           {}
func (Read) command()          {}
func (Lookup) command()        {}
func (Count) command()         {}
func (DeleteRow) command()     {}
func (DeleteColumn) command()  {}
func (DeleteAllRows) command() {}
func (Help) command()          {}

// Writes reports whether a command changes tables when it succeeds.
func Writes(c Command) bool {
	switch c.(type) {
	case CreateTable, CreateFamily, DeleteTable, DeleteFamily, Set, DeleteRow, DeleteColumn, DeleteAllRows:
		return true
	case List, Read, Lookup, Count, Help:
		return false
	default:
		panic(fmt.Sprintf("console: unknown command %T", c))
	}
}
