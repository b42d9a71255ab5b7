package console

import "tabletop/engine/console/token"

// ID is the number of a dialect. It stands in journals and links: a dialect's number stays
// its own, and a new dialect gets the next one.
type ID uint8

// The dialects' numbers.
const (
	CBT   ID = iota // Bigtable's command-line tool
	HBase           // the HBase shell
	ids
)

// Valid reports whether there is such a dialect.
func (id ID) Valid() bool { return id < ids }

// Dialect is a language that commands are written in. Each dialect has a package with one
// value of this type, and engine/console/dialects lists them. How the engine runs a command
// and what it prints belongs to engine.Language.
type Dialect struct {
	ID   ID
	Name string // in attributes, and in the keys of the page's sentences

	// Split returns the commands of a text. A command may take several lines.
	Split func(script string) []token.Line
	// Parse returns one command, nil for a line without one. It refuses with a position
	// in the line.
	Parse func(line string) (Command, error)
	// Print returns a command as one line, which Parse gives back. It refuses with
	// unsayable what the dialect lacks.
	Print func(Command) (string, error)
	// Tokens returns what a command is made of, to be coloured.
	Tokens func(line string) []token.Token
	// Complete returns the completions of a text at the byte offset at.
	Complete func(text string, at int, s Schema) Completion
	// Word returns what the dialect calls a command, "" for one that it lacks.
	Word func(Command) string
	// Known reports whether a line begins with a word of the dialect.
	Known func(line string) bool
	// Idle returns the keys of a command that have no effect here. It may be nil.
	Idle func(line string) []string

	Reads Reads
	// DropsDisabled is whether a table has to be disabled before it is dropped.
	DropsDisabled bool
	// PicksFiles is whether commands name files that the reader has picked.
	PicksFiles bool
	// QuotesKeys is whether the completion of a key includes its closing quote.
	QuotesKeys bool
	// Echoes is whether output ends with a line that the shell prints after every command.
	Echoes bool
}

// Reads describes which options the reads of a dialect have, and their defaults.
type Reads struct {
	Versions     int  // shown of each column by default, 0 for all
	NoneByZero   bool // a limit of 0 returns no rows, and not all rows
	NamesColumns bool // columns are given as names, and not as patterns
	FromLast     bool // the bounds of a reversed read are given from the last key to the first
	PointRange   bool // equal bounds select one row, and not none
	CountsRange  bool // a count can have bounds, columns and a limit
	Raw          bool // a read can show cells that garbage collection would remove
	Times        bool // a read can be bounded in time
	Filters      bool // a read can have a filter in HBase's language
	Exprs        bool // a read can have a filter as an expression, and print what it cost
}
