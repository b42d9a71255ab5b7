package ui

import (
	"fmt"

	"tabletop/app/keyhtml"
	"tabletop/app/page"
)

// WithFigureAttributes marks an element as one that shows a figure, in the attributes data-figure (what
// is measured), data-table, data-state (of the tables) and data-value. It does nothing for a
// figure without a table.
func WithFigureAttributes[E interface{ DataSet(string, any) E }](e E, f page.TableFigure) E {
	if f.Table == "" {
		return e
	}
	return e.DataSet("figure", f.Name).DataSet("table", f.Table).DataSet("state", f.State).DataSet("value", f.ValueText())
}

// FigureDataAttributes returns the attributes of [WithFigureAttributes] for an element that is written as
// HTML, with a space before each.
func FigureDataAttributes(f page.TableFigure) string {
	return fmt.Sprintf(` data-figure="%s" data-table="%s" data-state="%s" data-value="%s"`, keyhtml.EscapeHTML(f.Name), keyhtml.EscapeHTML(f.Table), keyhtml.EscapeHTML(f.State), f.ValueText())
}
