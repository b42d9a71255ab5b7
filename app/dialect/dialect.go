// Package dialect reads, writes, colours and translates what is typed into a console,
// in either of its dialects.
package dialect

import (
	"slices"
	"strings"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
	hbaseshell "tabletop/engine/console/hbase"
	"tabletop/engine/console/token"
)

// Language is what the page needs of a console's dialect.
type Language struct {
	Name   string                                // in codes and attributes
	Split  func(script string) []token.Line      // commands of a text
	Parse  func(string) (console.Command, error) // one command; nil where there is none
	Print  func(console.Command) (string, error) // unsayable where the dialect lacks it
	Tokens func(line string) []token.Token       // what a command is made of
	// Complete says what may stand in front of the caret.
	Complete func(text string, at int, s console.Schema) console.Completion
}

var (
	cbtLanguage   = Language{Name: "cbt", Split: cbt.SplitScript, Parse: cbt.Parse, Print: cbt.Print, Tokens: cbt.Tokens, Complete: cbt.Complete}
	hbaseLanguage = Language{
		Name: "hbase", Split: hbaseshell.SplitScript, Parse: hbaseshell.Parse, Print: hbaseshell.Print,
		Tokens: hbaseshell.Tokens, Complete: hbaseshell.Complete,
	}
)

// Of returns the language of a dialect.
func Of(d engine.Dialect) Language {
	switch d {
	case engine.CBT:
		return cbtLanguage
	case engine.HBase:
		return hbaseLanguage
	}
	panic("dialect: a dialect without a language")
}

// Word returns what a dialect calls a command, "" for what it lacks.
func Word(c console.Command, d engine.Dialect) string {
	if d == engine.CBT {
		return console.Describe(c).CBT
	}
	return console.Describe(c).HBase
}

// Other returns the dialect that a text can be turned into.
func Other(d engine.Dialect) engine.Dialect {
	if d == engine.CBT {
		return engine.HBase
	}
	return engine.CBT
}

// Turned is a command said in the other dialect.
type Turned struct {
	Text   string
	Tokens []token.Token
	Err    *base.Error // why that cannot be said; Text is the command as it was
}

// Translate says each command of a text in the other dialect. It gives none where one
// of them is refused.
func Translate(text string, from engine.Dialect) []Turned {
	says, said := Of(Other(from)), Of(from)
	var out []Turned
	var before console.Command
	for _, line := range said.Split(text) {
		cmd, err := said.Parse(line.Text)
		if err != nil {
			return nil
		}
		if cmd == nil {
			continue
		}
		// The HBase shell drops only what is disabled.
		drop, drops := cmd.(console.DeleteTable)
		disable := console.Disable(drop)
		if drops && from == engine.HBase && before == console.Command(disable) {
			out = out[:len(out)-1]
		}
		before = cmd
		printed, err := says.Print(cmd)
		if err != nil {
			out = append(out, Turned{Text: line.Text, Err: err.(*base.Error)})
			continue
		}
		if drops && from == engine.CBT {
			first, err := says.Print(disable)
			if err != nil {
				panic("dialect: a table that can be dropped and not disabled: " + err.Error())
			}
			printed = first + "\n" + printed
		}
		out = append(out, Turned{Text: printed, Tokens: Colour(printed, Other(from))})
	}
	return out
}

// Colour returns what a console's text is made of: the tokens of its commands, in
// order. Blanks, comments between commands, and what is refused have none.
func Colour(text string, d engine.Dialect) []token.Token {
	l := Of(d)
	var out []token.Token
	for _, line := range l.Split(text) {
		for _, t := range l.Tokens(line.Text) {
			if t.Kind != token.Space && t.Kind != token.Bad {
				out = append(out, token.Token{Kind: t.Kind, Pos: line.Pos + t.Pos, End: line.Pos + t.End})
			}
		}
	}
	return out
}

// Whole says a text in the other dialect, or why that cannot be done.
func Whole(text string, from engine.Dialect) (turned string, why *base.Error) {
	var lines []string
	for _, t := range Translate(text, from) {
		if t.Err != nil {
			return "", t.Err
		}
		lines = append(lines, t.Text)
	}
	return strings.Join(lines, "\n"), nil
}

// Any reports whether a command of the text has a property.
func Any(r engine.Console, has func(console.Command) bool) bool {
	l := Of(r.Dialect)
	return slices.ContainsFunc(l.Split(r.Text), func(line token.Line) bool {
		cmd, err := l.Parse(line.Text)
		return err == nil && cmd != nil && has(cmd)
	})
}
