package ui

import (
	"strings"

	"tabletop/app/keyhtml"
	"tabletop/engine/console/token"
)

// ColouredTextHTML returns a piece of a text as HTML in colours. tokens are those of the whole text,
// in order, and the piece begins at its byte at.
func ColouredTextHTML(piece string, tokens []token.Token, at int) string {
	var b strings.Builder
	done := 0
	for _, t := range tokens {
		from, to := max(t.Pos-at, done), min(t.End-at, len(piece))
		if from < to {
			b.WriteString(keyhtml.BytesHTML(piece[done:from]) + WrapInSpan("t-"+t.Kind.String(), keyhtml.BytesHTML(piece[from:to])))
			done = to
		}
	}
	return b.String() + keyhtml.BytesHTML(piece[done:])
}

// WrapInSpan returns HTML inside a span of a class, or nothing if inner is empty.
func WrapInSpan(class, inner string) string {
	if inner == "" {
		return ""
	}
	return `<span class="` + class + `">` + inner + `</span>`
}
