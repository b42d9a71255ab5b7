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

// Dialect is a language that commands are written in. Each has a package of its own with
// one value of this type, which engine/console/dialects lists. What the engine prints of a
// command is no part of it: see engine.Language.
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
	// Complete returns what may stand in front of the caret.
	Complete func(text string, at int, s Schema) Completion
	// Word returns what the dialect calls a command, "" for one that it lacks.
	Word func(Command) string
	// Known reports whether a line begins with a word of the dialect.
	Known func(line string) bool
	// Idle returns what of a command has no effect here, in its order; nil where all has.
	Idle func(line string) []string

	Reads Reads
	// DropsDisabled is whether a table has to be disabled before it is dropped.
	DropsDisabled bool
	// PicksFiles is whether commands name files that the reader has picked.
	PicksFiles bool
	// QuotesKeys is whether a key that is completed brings its closing quote.
	QuotesKeys bool
	// Echoes is whether an answer ends with what the shell says of every command.
	Echoes bool
}

// Reads is what reads can say in a dialect, and what they mean by what they leave unsaid.
type Reads struct {
	Versions     int  // of each column, unless the read says how many; 0 for all
	NoneByZero   bool // a limit of 0 means no rows, and not all
	NamesColumns bool // a column is a name, and not a pattern
	FromLast     bool // the bounds of a reversed read begin with its first row, the last one in order
	PointRange   bool // equal bounds are that one row, and not none
	CountsRange  bool // a count can have bounds, columns and a limit
	Raw          bool // a read can show what the rules would collect
	Times        bool // a read can be bounded in time
	Filters      bool // a read can have a filter in HBase's language
	Exprs        bool // a read can have a filter as an expression, and print what it cost
}
