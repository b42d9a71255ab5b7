// Package dialect translates the text of a console from one dialect to another, and splits
// it into tokens for colouring.
//
// A dialect is a command language that the console accepts, such as that of cbt or of the
// HBase shell; see [dialects.ByID]. A text holds any number of commands. All functions here
// are pure: nothing is run.
//
//	for _, t := range dialect.TranslateCommands(text, from, to) {
//		if t.Err != nil {
//			// This command has no counterpart in the other dialect; t.Text is unchanged.
//		}
//	}
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

// TranslatedCommand is one command, written in another dialect.
type TranslatedCommand struct {
	Text   string
	Tokens []token.Token // of Text, with positions in it; none if Err is not nil
	Err    *base.Error   // why the command cannot be translated, nil if it was; Text is then the original
}

// TranslateCommands translates each command of a text. It returns nil if a command of the text does
// not parse.
//
// The HBase shell drops only a table that is disabled, and cbt has no such step. A
// translation to a dialect with that step therefore puts a disable before each drop, and a
// translation from it leaves out the disable that comes just before the drop of the same
// table.
func TranslateCommands(text string, from, to engine.Dialect) []TranslatedCommand {
	says, said := dialects.ByID(to), dialects.ByID(from)
	var out []TranslatedCommand
	var before console.Command
	for _, line := range said.Split(text) {
		cmd, err := said.Parse(line.Text)
		if err != nil {
			return nil
		}
		if cmd == nil {
			continue
		}
		// If the text disables the table just before, and the other dialect has no such step, take
		// the translated disable back.
		drop, drops := cmd.(console.DeleteTable)
		disable := console.Disable(drop)
		if drops && said.DropNeedsDisable && !says.DropNeedsDisable && before == console.Command(disable) {
			out = out[:len(out)-1]
		}
		before = cmd
		printed, err := says.Print(cmd)
		if err != nil {
			out = append(out, TranslatedCommand{Text: line.Text, Err: err.(*base.Error)})
			continue
		}
		// If the other dialect has that step, add it.
		if drops && says.DropNeedsDisable && !said.DropNeedsDisable {
			first, err := says.Print(disable)
			if err != nil {
				panic("dialect: a table that can be dropped and not disabled: " + err.Error())
			}
			printed = first + "\n" + printed
		}
		out = append(out, TranslatedCommand{Text: printed, Tokens: TokenizeCommands(printed, to)})
	}
	return out
}

// TokenizeCommands returns the tokens of the commands in a text, in order, with positions in the whole
// text. Blanks, comments between commands, and characters that the dialect does not accept
// have no token.
func TokenizeCommands(text string, d engine.Dialect) []token.Token {
	l := dialects.ByID(d)
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

// TranslateText translates a whole text. If a command cannot be translated, it returns "" and the
// reason. The result is "" without a reason if the text does not parse.
func TranslateText(text string, from, to engine.Dialect) (translated string, why *base.Error) {
	var lines []string
	for _, t := range TranslateCommands(text, from, to) {
		if t.Err != nil {
			return "", t.Err
		}
		lines = append(lines, t.Text)
	}
	return strings.Join(lines, "\n"), nil
}

// HasMatchingCommand reports whether has is true of a command of the text. Commands that do not parse are
// skipped.
func HasMatchingCommand(r engine.RunConsole, has func(console.Command) bool) bool {
	l := dialects.ByID(r.Dialect)
	return slices.ContainsFunc(l.Split(r.Text), func(line token.ScriptCommand) bool {
		cmd, err := l.Parse(line.Text)
		return err == nil && cmd != nil && has(cmd)
	})
}
