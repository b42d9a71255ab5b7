package ui

import (
	"strings"

	"tabletop/engine/console/token"
)

// ColourHTML returns a piece of a longer text as HTML, coloured by the tokens of the
// whole; it begins at the byte at of that.
func ColourHTML(piece string, tokens []token.Token, at int) string {
	var b strings.Builder
	done := 0
	for _, t := range tokens {
		from, to := max(t.Pos-at, done), min(t.End-at, len(piece))
		if from < to {
			b.WriteString(BytesHTML(piece[done:from]) + WrapHTML("t-"+t.Kind.String(), BytesHTML(piece[from:to])))
			done = to
		}
	}
	return b.String() + BytesHTML(piece[done:])
}

// WrapHTML returns HTML in an element of a class, nothing for nothing.
func WrapHTML(class, inner string) string {
	if inner == "" {
		return ""
	}
	return `<span class="` + class + `">` + inner + `</span>`
}
