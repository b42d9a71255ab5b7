package grid

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/page"
)

// askRows returns the message that asks a question about the selected rows, or about the row
// of the cursor. It returns nil if no question can be asked now.
func (g *sheet) askRows() page.Msg {
	d := g.Data
	switch {
	case !d.Asks:
		return nil
	case d.Grid.Selection != nil:
		return page.AskAboutRows{First: d.Grid.Selection.first(), Last: d.Grid.Selection.last()}
	}
	return page.AskAboutRows{First: d.Grid.Cursor.Row, Last: d.Grid.Cursor.Row}
}

// offer draws a bar with a button that asks about the selected rows.
func (g *sheet) offer() app.UI {
	c := g.Data.Grid.Selection
	if c == nil || !g.Data.Asks {
		return app.Div().Class("offer").Hidden(true)
	}
	n := c.last() - c.first() + 1
	text := g.t("rows-chosen", strconv.Itoa(n))
	if g.Data.Grid.Selecting && n == 1 {
		text = g.t("rows-choose")
	}
	return app.Div().Class("offer").Hidden(false).Body(
		app.Span().Text(text),
		g.button(g.t("ask-these"), g.askRows()).Class("primary"),
		g.button("×", panelClosed{}).Class("quiet").Attr("aria-label", g.t("close")),
	)
}

// asks returns the buttons of the panel that ask about its row.
func (g *sheet) asks() []app.UI {
	if !g.Data.Asks {
		return nil
	}
	return []app.UI{
		g.button(g.t("ask-row"), g.askRows()),
		g.button(g.t("choose-rows"), choosingBegun{}).Class("quiet"),
	}
}
