package lesson

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/dialect"
	"tabletop/engine"
	"tabletop/engine/console/dialects"
	"tabletop/lessons"
)

// inShell draws the cbt commands of a text in the console's dialect. It is nil if the
// dialect is that of cbt, or if the text has no commands that differ in it.
func (v *View) inShell(html string) app.UI {
	if v.w.Dialect == engine.CBT {
		return nil
	}
	parts := []app.UI{}
	for _, c := range commandsIn(v.w.Dialect, html) {
		parts = append(parts, app.Text(" "), app.Code().Text(c))
	}
	if len(parts) == 0 {
		return nil
	}
	return app.P().Class("label").Body(append([]app.UI{app.Text(v.T("in-shell"))}, parts...)...)
}

// commandsIn returns the commands among the pieces of code in an HTML text, translated from
// cbt to a dialect, each once. It leaves out pieces that the dialect accepts unchanged, that
// are cut short with "…", or that are no complete command.
func commandsIn(d engine.Dialect, html string) (out []string) {
	for {
		_, rest, found := strings.Cut(html, "<code>")
		if !found {
			return out
		}
		var piece string
		piece, html, _ = strings.Cut(rest, "</code>")
		text := lessons.PlainText(piece)
		if own, err := dialects.ByID(d).Parse(text); err == nil && own != nil || strings.Contains(text, "…") {
			continue
		}
		turned, _ := dialect.TranslateText(text, engine.CBT, d)
		for c := range strings.Lines(turned) {
			if c = strings.TrimSpace(c); !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
}
