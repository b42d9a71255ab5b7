package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/guard"
)

// Menu returns a button that opens a menu of further actions, which closes after an action. id
// is the menu's element ID, and label the button's accessible name.
func Menu(id, label string, actions ...app.UI) app.UI {
	return MenuWithButton(id, app.Button().Type("button").Class("quiet more").Attr("aria-label", label).Title(label).Text("⋯"), actions...)
}

// MenuWithButton is like [Menu] with a given button.
func MenuWithButton(id string, button app.HTMLButton, actions ...app.UI) app.UI {
	return app.Span().Class("menu-of").Body(
		button.Attr("popovertarget", id),
		app.Div().ID(id).Class("menu").Attr("popover", "auto").OnClick(taken).Body(actions...),
	)
}

// taken closes the menu after a click on one of its actions.
func taken(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	if e.Get("target").Call("closest", "button, input, a").Truthy() {
		_ = guard.Try(func() { ctx.JSSrc().Call("hidePopover") })
	}
}
