// Package consoletest has checks that the tests of all console dialects share: of the tokens
// that a dialect splits a line into, and of the lines that it splits a script into.
package consoletest

import (
	"slices"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/console/token"
)

// Tokens checks the tokens of a line, which the dialect accepted or refused with err. The
// tokens must cover the whole line without gaps, and neighbours must have different kinds. An
// accepted line must not have a bad token. An error must be a [base.Error] with a position in
// the line.
func Tokens(t *testing.T, line string, tokens []token.Token, err error) {
	t.Helper()
	at, bad := 0, false
	for i, tok := range tokens {
		if tok.Pos != at || tok.End <= tok.Pos {
			t.Fatalf("%q: token %v begins at %d, want %d", line, tok, tok.Pos, at)
		}
		if i > 0 && tokens[i-1].Kind == tok.Kind {
			t.Fatalf("%q: tokens %v and %v are not joined", line, tokens[i-1], tok)
		}
		at = tok.End
		bad = bad || tok.Kind == token.Bad
	}
	if at != len(line) {
		t.Fatalf("%q: tokens end at %d of %d", line, at, len(line))
	}
	if err == nil {
		if bad {
			t.Fatalf("%q: accepted, yet a token is bad", line)
		}
		return
	}
	e, ok := err.(*base.Error)
	if !ok || e.Pos < 0 || e.End < e.Pos || e.End > len(line) {
		t.Fatalf("%q: error %#v", line, err)
	}
}

// Lines checks that each line of a script is at its position and has the right number, and that
// none is blank.
func Lines(t *testing.T, script string, lines []token.ScriptCommand) {
	t.Helper()
	number, counted := 1, 0
	for _, l := range lines {
		if l.Pos < counted || l.Pos+len(l.Text) > len(script) || script[l.Pos:l.Pos+len(l.Text)] != l.Text {
			t.Fatalf("%q: %q is not at %d", script, l.Text, l.Pos)
		}
		number += strings.Count(script[counted:l.Pos], "\n")
		if counted = l.Pos; l.Number != number {
			t.Fatalf("%q: %q is on line %d, not %d", script, l.Text, number, l.Number)
		}
		if strings.Trim(l.Text, " \t\r\n") == "" {
			t.Fatalf("%q: a line without a command", script)
		}
	}
}

// Script checks that a script was split into the lines want, and checks those with [Lines].
func Script(t *testing.T, script string, got, want []token.ScriptCommand) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got %+v", got)
	}
	Lines(t, script, got)
}
