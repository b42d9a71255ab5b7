// Package token names the parts of a line, and the commands of a script, for all dialects
// of the console.
package token

import "strings"

// Kind says what a part of a line is.
type Kind uint8

const (
	Space     Kind = iota // between words
	Comment               // from # to the end of the line
	Lead                  // the word cbt, flags, and arguments without an effect here
	Name                  // the command
	Table                 // a table
	Row                   // a row key, or a bound or prefix of row keys
	Family                // a column family, or the pattern of one
	Qualifier             // a qualifier, or the pattern of one
	Value                 // the value of a cell
	Timestamp             // @ and microseconds
	Key                   // the key of an argument
	Number                // a number or a boolean
	Pattern               // a regular expression over row keys
	Rule                  // a garbage-collection rule
	Text                  // anything else that is valid
	Punct                 // punctuation: = : ,
	Quote                 // a quote, or the backslash that joins two lines
	Bad                   // refused
)

var kindNames = [...]string{
	"space", "comment", "lead", "name", "table", "row", "family", "qualifier", "value",
	"timestamp", "key", "number", "pattern", "rule", "text", "punct", "quote", "bad",
}

// String returns the kind in lower case.
func (k Kind) String() string { return kindNames[k] }

// Token is the bytes [Pos, End) of a line.
type Token struct {
	Kind     Kind
	Pos, End int
}

// FillGaps returns tokens that cover a line of size bytes without gaps, given the tokens of
// its words in order. The gaps become Space, and adjacent tokens of one kind are joined.
func FillGaps(size int, words []Token) []Token {
	out := make([]Token, 0, 2*len(words)+1)
	at := 0
	for _, t := range append(words, Token{Space, size, size}) {
		if at < t.Pos {
			out = join(out, Token{Space, at, t.Pos})
		}
		if t.Pos < t.End {
			out = join(out, t)
		}
		at = t.End
	}
	return out
}

// join appends a token, or extends the last one if it is adjacent and of the same kind.
func join(tokens []Token, t Token) []Token {
	if n := len(tokens); n > 0 && tokens[n-1].End == t.Pos && tokens[n-1].Kind == t.Kind {
		tokens[n-1].End = t.End
		return tokens
	}
	return append(tokens, t)
}

// ScriptCommand is one command of a script, with the comment after it if there is one.
type ScriptCommand struct {
	Text   string // script[Pos : Pos+len(Text)], to be parsed
	Number int    // number of the line in which it begins, counted from 1
	Pos    int    // position of its first byte in the script
}

// ScriptCommands collects the commands of a script. They have to be added in order.
type ScriptCommands struct {
	Script string
	List   []ScriptCommand

	newlines, counted int // number of newlines in the first counted bytes
}

// Add adds the command script[pos:end].
func (l *ScriptCommands) Add(pos, end int) {
	l.newlines += strings.Count(l.Script[l.counted:pos], "\n")
	l.counted = pos
	l.List = append(l.List, ScriptCommand{l.Script[pos:end], l.newlines + 1, pos})
}
