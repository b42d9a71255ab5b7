package ui

import (
	"fmt"

	"tabletop/app/page"
)

// WithFigure marks an element as one that shows a figure: what is measured, of which table, in
// which state of the tables, and the value. A figure without a table marks nothing.
func WithFigure[E interface{ DataSet(string, any) E }](e E, f page.Figure) E {
	if f.Table == "" {
		return e
	}
	return e.DataSet("figure", f.Name).DataSet("table", f.Table).DataSet("state", f.State).DataSet("value", f.Text())
}

// FigureAttributes returns the same marks for an element that is written as HTML, with a space
// before them.
func FigureAttributes(f page.Figure) string {
	return fmt.Sprintf(` data-figure="%s" data-table="%s" data-state="%s" data-value="%s"`, Escape(f.Name), Escape(f.Table), Escape(f.State), f.Text())
}
