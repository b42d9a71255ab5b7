// Package dialect translates and colours what is typed into a console, in any of its
// dialects.
package dialect

import (
	"slices"
	"strings"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/dialects"
	"tabletop/engine/console/token"
)

// Translated is a command said in another dialect.
type Translated struct {
	Text   string
	Tokens []token.Token
	Err    *base.Error // why that cannot be said; Text is the command as it was
}

// Translate says each command of a text in another dialect. It gives none where one of
// them is refused.
func Translate(text string, from, to engine.Dialect) []Translated {
	says, said := dialects.Of(to), dialects.Of(from)
	var out []Translated
	var before console.Command
	for _, line := range said.Split(text) {
		cmd, err := said.Parse(line.Text)
		if err != nil {
			return nil
		}
		if cmd == nil {
			continue
		}
		drop, drops := cmd.(console.DeleteTable)
		disable := console.Disable(drop)
		if drops && said.DropsDisabled && !says.DropsDisabled && before == console.Command(disable) {
			out = out[:len(out)-1]
		}
		before = cmd
		printed, err := says.Print(cmd)
		if err != nil {
			out = append(out, Translated{Text: line.Text, Err: err.(*base.Error)})
			continue
		}
		if drops && says.DropsDisabled && !said.DropsDisabled {
			first, err := says.Print(disable)
			if err != nil {
				panic("dialect: a table that can be dropped and not disabled: " + err.Error())
			}
			printed = first + "\n" + printed
		}
		out = append(out, Translated{Text: printed, Tokens: Colour(printed, to)})
	}
	return out
}

// Colour returns what a console's text is made of: the tokens of its commands, in
// order. Blanks, comments between commands, and what is refused have none.
func Colour(text string, d engine.Dialect) []token.Token {
	l := dialects.Of(d)
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

// Whole says a text in another dialect, or why that cannot be done.
func Whole(text string, from, to engine.Dialect) (translated string, why *base.Error) {
	var lines []string
	for _, t := range Translate(text, from, to) {
		if t.Err != nil {
			return "", t.Err
		}
		lines = append(lines, t.Text)
	}
	return strings.Join(lines, "\n"), nil
}

// Any reports whether a command of the text has a property.
func Any(r engine.Console, has func(console.Command) bool) bool {
	l := dialects.Of(r.Dialect)
	return slices.ContainsFunc(l.Split(r.Text), func(line token.Line) bool {
		cmd, err := l.Parse(line.Text)
		return err == nil && cmd != nil && has(cmd)
	})
}
