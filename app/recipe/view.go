package recipe

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/keyhtml"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
)

// View is what the dialog and its buttons are drawn from.
type View struct {
	ui.Kit
	State
	InSandbox bool // a sandbox is open
	Frozen    bool // the workspace is read-only, or another state is shown
}

// NewView returns the view of a state.
func NewView(k *ui.Kit, st *page.State, w *page.Workspace, s State) *View {
	return &View{Kit: *k, State: s, InSandbox: st.Route.Screen == page.ScreenSandbox, Frozen: w.ReadOnly || w.ShowsPastState()}
}

// changing returns a quiet button that does nothing while the workspace cannot be changed.
func (v *View) changing(key string, m Msg) app.HTMLButton {
	b := v.DisabledButton(v.T(key))
	if !v.Frozen {
		b = v.EngineButton(v.T(key), m)
	}
	return b.Class("quiet")
}

// NewTableButton returns the button that opens the form for a new table.
func (v *View) NewTableButton() app.UI {
	return v.changing("new-recipe", FormOpened{}).ID(page.ElementRecipe)
}

// OpenRecipeButton returns the button that opens the recipe of a table, nil if the table has none. where
// distinguishes the places on the page that have one.
func (v *View) OpenRecipeButton(where string, t engine.TableInfo) app.UI {
	if !v.InSandbox || !t.Recipe {
		return nil
	}
	id := againElement(where, t.Name)
	return v.changing("recipe-again", again{t.Name, id}).ID(id).Class("recipe-again").Attr("aria-label", v.T("recipe-again-of", t.Name))
}

// Dialog returns the dialog with the form and the first rows of the table.
func (v *View) Dialog() ui.Dialog {
	title := v.T("recipe-title")
	if f := v.form; f != nil && f.RemadeTable != "" {
		title = v.T("recipe-of", f.RemadeTable)
	}
	return ui.Dialog{
		Title: title, Class: "ask widest making", Action: v.Button(v.T("make-table"), FormSubmitted{}).Class("primary"),
		Body: app.Div().Class("recipe").Body(
			v.part(State{form: v.form}, (*View).draw),
			v.part(State{sampled: v.sampled, of: v.of, lost: v.lost, looked: v.looked}, (*View).rows),
			v.faults(),
		),
	}
}

// part draws a part of the dialog, which is drawn again only if of has changed.
func (v *View) part(of State, draw func(*View) app.UI) app.UI {
	return ui.Memo(&v.Kit, &View{Kit: v.Kit, State: of}, draw)
}

// formEvents are the messages of the form's fields.
var formEvents = &ui.FieldEvents{Typed: func(id, value string) page.Msg { return typed{id, value} }}

// draw draws the form.
func (v *View) draw() app.UI {
	f := v.form
	if f == nil {
		return app.Div()
	}
	intro := []app.UI{ui.SmallPrint(v.T("recipe-text"))}
	if f.RemadeTable != "" {
		intro = []app.UI{ui.SmallPrint(v.T("recipe-again-text", f.RemadeTable))}
		if n := f.GivenRecordCount(); n > 0 {
			intro = append(intro, ui.SmallPrint(v.CountText("recipe-given", int64(n))))
		}
	}
	ready := []app.UI{app.Span().ID("recipe-begin").Text(v.T("recipe-begin"))}
	for _, name := range readyNames {
		ready = append(ready, v.Button(v.T("recipe-"+name), picked{name}).Class("quiet"))
	}
	fields := []app.UI{}
	for i := range f.Fields {
		fields = append(fields, v.field(f, i))
	}
	add := v.DisabledButton(v.T("recipe-add"))
	if len(f.Fields) < maxFields {
		add = v.Button(v.T("recipe-add"), added{})
	}
	return app.Div().Class("recipe-form").Body(
		app.Div().Body(intro...),
		app.Div().Class("row recipe-ready").Role("group").Attr("aria-labelledby", "recipe-begin").Hidden(f.RemadeTable != "").Body(ready...),
		app.Div().Class("recipe-top").Body(v.FormFields(f.top(), formEvents)...),
		app.H3().ID("recipe-fields").Text(v.T("recipe-fields")),
		app.Ol().Class("recipe-fields").Attr("aria-labelledby", "recipe-fields").Body(fields...),
		app.Div().Class("row").Body(add.ID(elementAdd)),
	)
}

// field draws a field of the records, with the buttons that move and remove it.
func (v *View) field(f *Form, i int) app.UI {
	field := &f.Fields[i]
	press := func(name, sign string, msg Msg, rests bool) app.UI {
		b := v.Button(sign, msg)
		if rests {
			b = v.DisabledButton(sign)
		}
		return b.Class("quiet").ID(buttonElement(name, i)).Attr("aria-label", v.T("recipe-"+name, field.Name))
	}
	return app.Li().Body(app.Div().Role("group").Attr("aria-label", v.T("recipe-field", field.Name)).Body(
		app.Div().Class("recipe-head").Body(
			append(v.FormFields(f.head(i), formEvents), app.Div().Class("row").Body(
				press("up", "↑", moved{i, -1}, i == 0),
				press("down", "↓", moved{i, 1}, i == len(f.Fields)-1),
				press("drop", "×", dropped{i}, len(f.Fields) == 1),
			))...,
		),
		ui.SmallPrint(v.T("kind-text-"+strconv.Itoa(int(field.Kind)))),
		app.Div().Class("recipe-set").Body(v.FormFields(f.settings(i), formEvents)...),
		app.Div().Class("recipe-keep").Body(append([]app.UI{app.Div().Body(v.FormFields(f.column(i), formEvents)...)}, v.FormFields(f.flags(i), formEvents)...)...),
	))
}

// rows draws the first rows of the table.
func (v *View) rows() app.UI {
	text, body := v.T("recipe-no-rows"), app.UI(app.Div())
	if len(v.sampled) > 0 {
		data := v.of.Data
		text = v.T("recipe-first-of", strconv.Itoa(len(v.sampled)), strconv.FormatInt(data.Len(), 10))
		colours := keyhtml.KeyColoursOf(engine.TableInfo{Template: v.of.Template, Fields: data.Fields})
		heads := []app.UI{app.Th().Scope("col").Text(v.T("row-key"))}
		for _, name := range data.Fields {
			heads = append(heads, app.Th().Scope("col").Body(app.Span().Class(colours.FieldClass(name)).Text(name)))
		}
		rows := []app.UI{}
		for _, row := range v.sampled {
			cells := []app.UI{app.Td().Body(app.Raw(colours.KeyHTML(row.Key)))}
			for _, value := range row.Record {
				cells = append(cells, app.Td().Text(i18n.MakeShortPrintable(value)))
			}
			rows = append(rows, app.Tr().Body(cells...))
		}
		body = app.Div().Class("scroll-x").TabIndex(0).Role("region").Attr("aria-labelledby", "recipe-first").Body(
			app.Table().Class("plain").Body(app.THead().Body(app.Tr().Body(heads...)), app.TBody().Body(rows...)))
	}
	return app.Div().Class("recipe-rows").Body(
		app.H3().ID("recipe-first").Text(v.T("recipe-first")),
		app.P().Class("label").Role("status").Text(text),
		app.P().Class("note recipe-lost").Hidden(v.lost == 0).Text(v.T("recipe-lost", strconv.FormatInt(v.lost, 10), strconv.FormatInt(v.looked, 10), v.of.Data.Time)),
		body,
	)
}

// faults draws what is wrong with the whole recipe.
func (v *View) faults() app.UI {
	text := ""
	if f := v.form; f != nil {
		none, noneKept := f.Faults[elementFaults]
		switch {
		case f.Err != nil:
			text = i18n.ErrorSentence(v.Lang, f.Err)
		case noneKept && len(f.Faults) == 1:
			text = v.FormText(none)
		case len(f.Faults) > 0:
			text = v.CountText("recipe-wrong", int64(len(f.Faults)))
		}
	}
	return app.P().ID(elementFaults).Class("refused").TabIndex(-1).Role("alert").Text(text)
}
