package home

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/guard"
	"tabletop/app/keyhtml"
	"tabletop/app/ui"
)

// Draw draws the table under its key. The rows keep their order in the document and are moved
// to their places by CSS, so that they slide when the key changes.
func Draw(k *ui.Kit, s State) app.UI { return &table{Kit: *k, State: s} }

// table is the component of the example.
type table struct {
	app.Compo
	Kit   ui.Kit
	State State

	held string // the field that is being dragged; "" for none
}

// Render draws the table.
func (t *table) Render() app.UI {
	k, of, order := &t.Kit, t.State.measured(), t.State.order()
	colours := keyhtml.KeyColours{Template: of.template, Fields: []string{"game", "date", "player"}}
	chips := []app.UI{}
	for i, f := range order {
		if i > 0 {
			chips = append(chips, app.Li().Class("ks").Text("#"))
		}
		chip := app.Button().Type("button").Class("chip", colours.FieldClass(f)).DataSet("segment", f).Text(f).Attr("aria-describedby", "home-hint")
		if k.InBrowser {
			chip = chip.OnKeyDown(t.key, f)
		}
		chips = append(chips, app.Li().Body(chip))
	}
	list := app.Ul().Class("chips").Attr("aria-label", k.T("home-key")).Body(chips...)
	if k.InBrowser {
		list = list.On("pointerdown", t.down).On("pointermove", t.move).On("pointerup", t.up).On("pointercancel", t.up)
	}
	rows := []app.UI{}
	for _, r := range of.rows {
		rows = append(rows, app.Li().Class(ui.ReadClass(r.scanned, r.wanted)).Style("--at", strconv.Itoa(r.at)).Body(app.Raw(colours.KeyHTML(r.key))))
	}
	// The aim is that the question scans no row in vain.
	tone, text := "bad", k.T("home-do", "player", "date")
	if of.scanned == of.wanted {
		tone, text = "good", k.T("home-done")
	}
	return app.Figure().Class("narrow").Body(
		app.Div().Class("panel").Body(
			app.Div().Class("bar").Body(list),
			app.Ul().Class("live").Attr("aria-label", k.T("home-table")).Style("--rows", strconv.Itoa(len(of.rows))).Body(rows...),
			app.Div().Class("bar").Body(
				app.B().Text(k.T("home-ask")),
				app.Span().Class("num", tone).DataSet("scanned", of.scanned).Text(k.T("home-cost", strconv.FormatInt(of.scanned, 10), strconv.FormatInt(of.wanted, 10))),
			),
		),
		app.FigCaption().Class("asked").Text(text),
		app.Span().ID("home-hint").Class("unseen").Text(k.T("home-hint")),
	)
}

// key moves the field that has the focus by the arrow keys.
func (t *table) key(ctx app.Context, e app.Event) {
	field := e.Get("currentTarget").Get("dataset").Get("segment").String()
	by := map[string]int{"ArrowLeft": -1, "ArrowRight": 1}[e.Get("key").String()]
	if by == 0 {
		return
	}
	e.PreventDefault()
	t.Kit.Send(moved{Field: field, To: max(0, slices.Index(t.State.order(), field)+by)})
	ctx.Defer(func(app.Context) { focus(field) })
}

// focus moves the focus to a field, after it was drawn at another place.
func focus(field string) {
	if chip := app.Window().Get("document").Call("querySelector", `.narrow [data-segment="`+field+`"]`); chip.Truthy() {
		chip.Call("focus")
	}
}

// segment returns the field under the pointer, "" for none.
func segment(e app.Event) string {
	of := app.Window().Get("document").Call("elementFromPoint", e.Get("clientX"), e.Get("clientY"))
	if !of.Truthy() {
		return ""
	}
	if of = of.Call("closest", ".narrow [data-segment]"); !of.Truthy() {
		return ""
	}
	return of.Get("dataset").Get("segment").String()
}

func (t *table) down(ctx app.Context, e app.Event) {
	if t.held = segment(e); t.held != "" {
		_ = guard.Try(func() { ctx.JSSrc().Call("setPointerCapture", e.Get("pointerId")) })
	}
}

// move moves the dragged field to the place of the field under the pointer.
func (t *table) move(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	if t.held == "" {
		return
	}
	if over := segment(e); over != "" && over != t.held {
		t.Kit.Send(moved{Field: t.held, To: slices.Index(t.State.order(), over)})
	}
}

func (t *table) up(ctx app.Context, _ app.Event) {
	ctx.PreventUpdate()
	t.held = ""
}
