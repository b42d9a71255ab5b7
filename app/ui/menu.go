package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/guard"
)

// Menu returns a button that opens a few more actions, which close behind the one that is
// taken. It is found by id, which no other element has, and called by label.
func Menu(id, label string, actions ...app.UI) app.UI {
	return MenuOf(id, app.Button().Type("button").Class("quiet more").Attr("aria-label", label).Title(label).Text("⋯"), actions...)
}

// MenuOf returns a menu behind a button of its own.
func MenuOf(id string, button app.HTMLButton, actions ...app.UI) app.UI {
	return app.Span().Class("menu-of").Body(
		button.Attr("popovertarget", id),
		app.Div().ID(id).Class("menu").Attr("popover", "auto").OnClick(taken).Body(actions...),
	)
}

// taken closes the menu that an action was taken from.
func taken(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	if e.Get("target").Call("closest", "button, input, a").Truthy() {
		_ = guard.Try(func() { ctx.JSSrc().Call("hidePopover") })
	}
}
