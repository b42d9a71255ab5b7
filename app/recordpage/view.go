package recordpage

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/guard"
	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/app/ui"
)

// View is what the dialog is drawn from.
type View struct {
	ui.Kit
	State
	w *page.Workspace
}

// NewView returns the view of a state.
func NewView(k *ui.Kit, w *page.Workspace, s State) *View { return &View{Kit: *k, State: s, w: w} }

// Draw draws the dialog.
func (v *View) Draw() app.UI { return &modal{View: *v} }

// modal is the component of the dialog. It is drawn again if the view has changed.
type modal struct {
	app.Compo
	View View
}

// OnMount opens the dialog.
func (m *modal) OnMount(ctx app.Context) { _ = guard.Try(func() { ctx.JSSrc().Call("showModal") }) }

func (m *modal) cancel(_ app.Context, e app.Event) {
	e.PreventDefault()
	m.View.Send(page.CloseDialog{})
}

// formEvents are the events of the dialog's fields.
var formEvents = &ui.FieldEvents{Typed: func(id, value string) page.Msg { return typed{id, value} }}

// Render draws the dialog.
func (m *modal) Render() app.UI {
	v := &m.View
	return app.Dialog().ID(page.ElementDialog).Class("ask", "record").Attr("aria-labelledby", "dialog-title").
		On("cancel", m.cancel).Body(
		app.H2().ID("dialog-title").Text(v.T("designrecord-dialog")),
		app.Div().Class("record-body").Body(
			app.Div().Class("record-fields").TabIndex(0).Attr("role", "region").Attr("aria-label", v.T("designrecord-choices")).Body(
				append([]app.UI{app.P().Class("hint").Text(v.T("designrecord-text"))}, v.FormFields(fields(v.Lang, &v.Choices, v.w, v.letters), formEvents)...)...),
			app.Div().Class("record-shown").Body(v.shown()),
		),
		app.Div().Class("row").Body(v.acts()...),
	)
}

// shown draws the record, or why it is not there.
func (v *View) shown() app.UI {
	switch {
	case v.Refused != nil:
		return ui.KeyedElement("record-refused", app.P().Class("field-error").Role("alert").Text(i18n.ErrorSentence(v.Lang, v.Refused)))
	case v.Failed != "":
		return ui.KeyedElement("record-failed", app.P().Class("field-error").Role("alert").Text(v.T(v.Failed)))
	case v.Written == nil:
		return ui.KeyedElement("record-waits", app.P().Class("hint").Role("status").Text(v.T("designrecord-measuring")))
	}
	return ui.KeyedElement("record-page", app.Elem("iframe").ID(elementFrame).Attr("title", v.T("designrecord-dialog")).Attr("srcdoc", v.Written.Page))
}

// acts draws the buttons.
func (v *View) acts() []app.UI {
	acts := []app.UI{v.Button(v.T("close"), page.CloseDialog{})}
	if v.Written == nil {
		return append(acts, v.DisabledButton(v.T("designrecord-markdown")), v.DisabledButton(v.T("designrecord-html")), v.DisabledButton(v.T("designrecord-print")).Class("primary"))
	}
	return append(acts,
		v.Button(v.T("designrecord-markdown"), saved{markdown: true}), v.Button(v.T("designrecord-html"), saved{}),
		v.Button(v.T("designrecord-print"), printed{}).Class("primary"))
}
