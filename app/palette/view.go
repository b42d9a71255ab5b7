package palette

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/guard"
	"tabletop/app/page"
	"tabletop/app/ui"
)

// IDs of elements.
const (
	elementField = "palette-field"
	elementList  = "palette-list"
)

// Draw draws the dialog. all returns the entries at the time of each drawing.
func Draw(k *ui.Kit, all func() []Entry) app.UI { return &modal{Kit: *k, all: all} }

// modal is the component of the dialog.
type modal struct {
	app.Compo
	Kit ui.Kit

	all  func() []Entry
	text string
	at   int // index of the entry that Enter activates
}

// OnMount opens the dialog and moves the focus to its field.
func (m *modal) OnMount(ctx app.Context) {
	_ = guard.Try(func() { ctx.JSSrc().Call("showModal") })
	app.Window().GetElementByID(elementField).Call("focus")
}

// Render draws the field and the entries that match its text.
func (m *modal) Render() app.UI {
	found := find(m.all(), m.text)
	m.at = max(0, min(m.at, len(found)-1))
	items := []app.UI{}
	for i, e := range found {
		items = append(items, m.item(i, e))
	}
	active := ""
	if len(found) > 0 {
		active = itemElement(m.at)
	}
	return app.Dialog().ID(page.ElementDialog).Class("ask", "palette").Attr("aria-label", m.Kit.T("palette")).On("cancel", m.cancel).OnClick(m.beside).Body(
		app.Input().Type("text").ID(elementField).Role("combobox").Attr("aria-label", m.Kit.T("palette-field")).
			Placeholder(m.Kit.T("palette-field")).Attr("aria-controls", elementList).Attr("aria-expanded", "true").
			Attr("aria-activedescendant", active).Attr("autocomplete", "off").Attr("spellcheck", "false").
			OnInput(m.typed).OnKeyDown(m.key),
		app.Div().ID(elementList).Role("listbox").Attr("aria-label", m.Kit.T("palette")).Body(items...),
		app.P().Class("label").Role("status").Text(m.Kit.CountText("palette-found", int64(len(found)))),
	)
}

func itemElement(i int) string { return "palette-" + strconv.Itoa(i) }

// item draws an entry: a link for a place, else an element that sends the message.
func (m *modal) item(i int, e Entry) app.UI {
	body := []app.UI{app.Span().Class("name").Text(e.Name), ui.Label(m.Kit.T(e.Kind))}
	if e.Path != "" {
		return ui.KeyedElement("link", app.A().ID(itemElement(i)).Role("option").TabIndex(-1).Attr("aria-selected", strconv.FormatBool(i == m.at)).
			Href(m.Kit.SiteURL(e.Path)).OnClick(m.close).Body(body...))
	}
	do := func(app.Context, app.Event) {
		m.Kit.Send(page.CloseDialog{})
		m.Kit.Send(e.Msg)
	}
	return ui.KeyedElement("act", app.Div().ID(itemElement(i)).Role("option").Attr("aria-selected", strconv.FormatBool(i == m.at)).
		OnClick(do, e.Name).Body(body...))
}

func (m *modal) close(app.Context, app.Event) { m.Kit.Send(page.CloseDialog{}) }

func (m *modal) cancel(_ app.Context, e app.Event) {
	e.PreventDefault()
	m.Kit.Send(page.CloseDialog{})
}

// beside closes the dialog after a click outside of it.
func (m *modal) beside(ctx app.Context, e app.Event) {
	if e.Get("target").Equal(ctx.JSSrc()) {
		m.Kit.Send(page.CloseDialog{})
	}
}

func (m *modal) typed(ctx app.Context, _ app.Event) {
	m.text, m.at = ctx.JSSrc().Get("value").String(), 0
}

// key moves the selection by the arrow keys, and activates the selected entry on Enter.
func (m *modal) key(_ app.Context, e app.Event) {
	switch e.Get("key").String() {
	case "ArrowDown":
		m.at++
	case "ArrowUp":
		m.at--
	case "Enter":
		if item := app.Window().GetElementByID(itemElement(m.at)); item.Truthy() && !e.Get("isComposing").Bool() {
			item.Call("click")
		}
	default:
		return
	}
	e.PreventDefault()
}

// keys are the keys of each place of the page. What they do is in app/i18n, under the place and
// the index of the key.
var keys = []struct {
	place string
	keys  []string
}{
	{"keys-anywhere", []string{"Ctrl K", "?", "Esc"}},
	{"keys-key", []string{"← →", "Enter", "Delete"}},
	{"keys-console", []string{"Enter", "Shift Enter", "↑ ↓"}},
	{"keys-rows", []string{"← ↑ ↓ →", "Enter", "Space", "Delete", "Shift ↓", "A"}},
	{"keys-map", []string{"← ↑ ↓ →", "Enter"}},
}

// DrawKeyHelp draws the list of keys.
func DrawKeyHelp(k *ui.Kit) app.UI {
	parts := []app.UI{}
	for _, p := range keys {
		lines := []app.UI{}
		for i, key := range p.keys {
			lines = append(lines, app.Div().Body(app.Dt().Body(app.Kbd().Text(key)), app.Dd().Text(k.T(p.place+"-"+strconv.Itoa(i)))))
		}
		parts = append(parts, app.Div().Body(app.H3().Text(k.T(p.place)), app.Dl().Body(lines...)))
	}
	return app.Div().Class("keys-help").Body(parts...)
}
