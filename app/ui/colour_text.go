package ui

import (
	"strings"

	"tabletop/engine/console/token"
)

// ColourHTML returns a piece of a text as HTML in colours. tokens are those of the whole text,
// in order, and the piece begins at its byte at.
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

// WrapHTML returns HTML inside a span of a class, or nothing if inner is empty.
func WrapHTML(class, inner string) string {
	if inner == "" {
		return ""
	}
	return `<span class="` + class + `">` + inner + `</span>`
}
