package console

import (
	"strconv"

	"tabletop/engine/console/token"
)

// DialectID is the number of a dialect. It is stored in journals and links: the number of a
// dialect never changes, and a new dialect gets the next one.
type DialectID uint8

// These are the numbers of the dialects.
const (
	CBT   DialectID = iota // Bigtable's command-line tool
	HBase                  // the HBase shell
	ids
)

// Tool returns the name of the tool whose dialect it is, for refusals; "dialect N" if the number
// is not one of the above.
func (id DialectID) Tool() string {
	switch id {
	case CBT:
		return "cbt"
	case HBase:
		return "HBase"
	}
	return "dialect " + strconv.Itoa(int(id))
}

// Valid reports whether there is a dialect with the number.
func (id DialectID) Valid() bool { return id < ids }

// Dialect is a language in which commands are written. Each dialect has a package with one
// value of this type, and engine/console/dialects lists them. How the engine runs a
// command and what it prints is described by engine.Interpreter.
type Dialect struct {
	ID   DialectID
	Name string // used in attributes, and in the keys of the page's sentences

	// Split divides a text into commands. A command may take several lines.
	Split func(script string) []token.ScriptCommand
	// Parse parses one command. It returns nil for a line without a command. Refusals have a
	// position in the line.
	Parse func(line string) (Command, error)
	// Print returns a command as one line, which Parse reads back as the same command. It
	// refuses (unsayable) what the dialect cannot express.
	Print func(Command) (string, error)
	// Tokens divides a command into tokens, for colouring.
	Tokens func(line string) []token.Token
	// Complete returns the completions at the byte offset at of a text.
	Complete func(text string, at int, s Schema) Completion
	// CommandWord returns the dialect's word for a command, or "" if it does not have the command.
	CommandWord func(Command) string
	// BeginsCommand reports whether a line begins with a word of the dialect.
	BeginsCommand func(line string) bool
	// IgnoredArgs returns the keys of a command that have no effect here. It may be nil.
	IgnoredArgs func(line string) []string

	Reads ReadFeatures
	// DropNeedsDisable says whether a table has to be disabled before it is dropped.
	DropNeedsDisable bool
	// PicksFiles says whether commands can name files that the reader has picked.
	PicksFiles bool
	// QuotesKeys says whether the completion of a key includes its closing quote.
	QuotesKeys bool
	// Echoes says whether output ends with a line that the shell prints after every command.
	Echoes bool
}

// ReadFeatures describes which options the reads of a dialect have, and their defaults.
type ReadFeatures struct {
	Versions     int  // versions of each column that are shown by default, 0 for all
	NoneByZero   bool // a limit of 0 returns no rows; otherwise all rows
	NamesColumns bool // columns are given as names; otherwise as patterns
	FromLast     bool // the bounds of a reversed read are given from the last key to the first
	PointRange   bool // equal bounds select one row; otherwise none
	CountsRange  bool // a count can have bounds, columns and a limit
	Raw          bool // a read can show cells that garbage collection would remove
	Times        bool // a read can be bounded in time
	Filters      bool // a read can have a filter in HBase's language
	Exprs        bool // a read can have a filter as an expression, and print what it cost
}
