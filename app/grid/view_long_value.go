package grid

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/keyhtml"
)

// tallField draws the field of several lines, in the panel, for a value that is long or has
// several lines.
func (g *sheet) tallField() app.UI {
	e, at := g.Data.Grid.Edit, g.Data.Grid.Cursor
	hint := "edit-tall"
	if e.Escaped {
		hint = "edit-tall-bytes"
	}
	return app.Div().Class("tall").Body(
		app.Raw(`<h3 class="bytes">`+keyhtml.EscapeHTML(columnName(at.Column))+`</h3>`),
		app.Raw(`<p class="bytes">`+keyhtml.KeyColoursOf(g.Data.Info).KeyHTML(at.Key)+`</p>`),
		app.Textarea().ID(elementCell).Attr("aria-label", g.fieldName(e, at)).Attr("aria-describedby", "tall-hint").
			Attr("aria-invalid", strconv.FormatBool(g.Data.Grid.Err != nil)).
			Attr("autocapitalize", "off").Attr("autocomplete", "off").Attr("autocorrect", "off").Attr("spellcheck", "false").
			OnKeyDown(g.tallKey).OnBlur(g.tallLeft),
		app.P().ID("tall-hint").Class("label").Text(g.t(hint)),
		app.Div().Class("row", "tools").Body(
			g.button(g.t("cancel"), editLeft{}),
			app.Button().Type("button").Class("primary").Text(g.t("write")).OnClick(g.tallWritten),
		),
	)
}

// tallKey writes the text on Ctrl+Enter. Enter alone begins a new line.
func (g *sheet) tallKey(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	control := e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool()
	if e.Get("key").String() == "Enter" && control && !e.Get("isComposing").Bool() {
		e.PreventDefault()
		g.tallWritten(ctx, e)
	}
}

// tallWritten writes the text of the field.
func (g *sheet) tallWritten(ctx app.Context, _ app.Event) {
	ctx.PreventUpdate()
	if text, ok := tallText(); ok {
		g.to.Send(EditSubmitted{Text: text})
	}
}

// tallLeft writes the text when the focus leaves the panel.
func (g *sheet) tallLeft(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	to := e.Get("relatedTarget")
	if g.Data.Grid.Edit == nil || to.Truthy() && to.Call("closest", ".cell-panel").Truthy() {
		return
	}
	if text, ok := tallText(); ok {
		g.to.Send(EditSubmitted{Text: text, Away: true})
	}
}

// tallText returns the text of the field; ok is false if the field is gone.
func tallText() (text string, ok bool) {
	field := app.Window().GetElementByID(elementCell)
	if !field.Truthy() {
		return "", false
	}
	return field.Get("value").String(), true
}
