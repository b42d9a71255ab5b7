package recipe

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/dataset"
)

// View is what a recipe is drawn of.
type View struct {
	ui.Kit
	State
	InSandbox bool
	Fixed     bool         // the workspace cannot be changed, or an earlier state of it is shown
	Now       func() *View // what it is drawn of when that has changed
}

// Look returns what a recipe is drawn of; Now is for the caller to set.
func Look(k *ui.Kit, st *page.State, w *page.Work, s State) *View {
	return &View{Kit: *k, State: s, InSandbox: st.Route.Screen == page.ScreenSandbox, Fixed: w.ReadOnly || w.Looking()}
}

// changing is a quiet button that rests while the workspace cannot be changed.
func (v *View) changing(key string, m Msg) app.HTMLButton {
	b := v.Resting(v.T(key))
	if !v.Fixed {
		b = v.Work(v.T(key), m)
	}
	return b.Class("quiet")
}

// New is a button that opens the form for a new table.
func (v *View) New() app.UI { return v.changing("new-recipe", Opened{}).ID(page.ElementRecipe) }

// Again is a button that opens the recipe which a table was made of, for the tables
// that have one. Several places have one.
func (v *View) Again(where string, t engine.TableInfo) app.UI {
	if !v.InSandbox || !t.Recipe {
		return nil
	}
	id := againElement(where, t.Name)
	return v.changing("recipe-again", again{t.Name, id}).ID(id).Class("recipe-again").Attr("aria-label", v.T("recipe-again-of", t.Name))
}

// Dialog returns the form for a recipe, and the first rows of what it makes.
func (v *View) Dialog() ui.Dialog {
	title := v.T("recipe-title")
	if f := v.form; f != nil && f.Again != "" {
		title = v.T("recipe-of", f.Again)
	}
	return ui.Dialog{
		Title: title, Class: "ask widest making", Act: v.Button(v.T("make-table"), Done{}).Class("primary"),
		Body: app.Div().Class("recipe").Body(
			&formView{Changes: v.changes, now: v.Now},
			&rowsView{Shown: v.shown, now: v.Now},
			&faultsView{Changes: v.changes, now: v.Now},
		),
	}
}

// formView is the form for a recipe. Typing into it draws nothing anew until what
// is wrong with it has changed.
type formView struct {
	app.Compo
	Changes uint64
	now     func() *View
}

// Render draws the form.
func (c *formView) Render() app.UI {
	v := c.now()
	f := v.form
	if f == nil {
		return app.Div()
	}
	top := func(in input, label, value string) *ui.Entry {
		return v.entry(f, place{in: in}, v.T(label), value)
	}
	count, seed := top(inputCount, "recipe-rows", f.Count), top(inputSeed, "recipe-random", f.Seed)
	count.Number, seed.Number = true, true
	intro := []app.UI{ui.Remark(v.T("recipe-text"))}
	if f.Again != "" {
		intro = []app.UI{ui.Remark(v.T("recipe-again-text", f.Again))}
		if n := f.Given(); n > 0 {
			intro = append(intro, ui.Remark(v.Count("recipe-given", int64(n))))
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
	add := v.Resting(v.T("recipe-add"))
	if len(f.Fields) < maxFields {
		add = v.Button(v.T("recipe-add"), added{})
	}
	return app.Div().Class("recipe-form").Body(
		app.Div().Body(intro...),
		app.Div().Class("row recipe-ready").Role("group").Attr("aria-labelledby", "recipe-begin").Hidden(f.Again != "").Body(ready...),
		app.Div().Class("recipe-top").Body(
			top(inputTable, "recipe-table", f.Table), top(inputTemplate, "recipe-template", f.Template), count, seed,
		),
		app.H3().ID("recipe-fields").Text(v.T("recipe-fields")),
		app.Ol().Class("recipe-fields").Attr("aria-labelledby", "recipe-fields").Body(fields...),
		app.Div().Class("row").Body(add.ID(elementAdd)),
	)
}

// entry returns what a place is typed into.
func (v *View) entry(f *Form, at place, label, value string) *ui.Entry {
	e := &ui.Entry{ID: at.element(), Label: label, Value: value, To: v.To,
		Set: func(text string) page.Msg { return typed{at, text} }}
	if fault, wrong := f.Faults[at]; wrong {
		e.Refused = v.refusal(fault)
	}
	return e
}

func (v *View) refusal(f refusal) string {
	if f.Err != nil {
		return i18n.Error(v.Lang, f.Err)
	}
	return v.T(f.Code)
}

// settingKeys are the names of the settings in the page's text.
var settingKeys = map[input]string{
	inputValues: "values", inputText: "text", inputWeights: "weights", inputPerValue: "per-value",
	inputMin: "min", inputFrom: "from", inputTo: "to", inputStep: "step",
}

// field draws a field of the records.
func (v *View) field(f *Form, i int) app.UI {
	field := &f.Fields[i]
	entryOf := func(in input, label, value string) *ui.Entry {
		return v.entry(f, place{in, i}, label, value)
	}
	press := func(name, sign string, msg Msg, rests bool) app.UI {
		b := v.Button(sign, msg)
		if rests {
			b = v.Resting(sign)
		}
		return b.Class("quiet").ID(buttonElement(name, i)).Attr("aria-label", v.T("recipe-"+name, field.Name))
	}
	tick := func(in input, key string, on bool) app.UI {
		at := place{in, i}
		return app.Label().Class("tick").Body(
			app.Input().Type("checkbox").ID(at.element()).Checked(on).Attr("aria-label", v.T(key+"-of", field.Name)).
				OnChange(func(ctx app.Context, _ app.Event) {
					v.Send(typed{at, strconv.FormatBool(ctx.JSSrc().Get("checked").Bool())})
				}, at.element()),
			app.Span().Text(v.T(key)),
		)
	}
	kind := strconv.Itoa(int(field.Kind))
	kinds := entryOf(inputKind, v.T("recipe-kind"), kind)
	for k := range dataset.Kinds {
		n := strconv.Itoa(int(k))
		kinds.Options = append(kinds.Options, ui.Option{Value: n, Text: v.T("kind-" + n)})
	}
	settings := []app.UI{}
	for _, in := range settingsOf(field.Kind) {
		key := "set-" + settingKeys[in]
		if i18n.HasText(key + "-" + kind) {
			key += "-" + kind
		}
		e := entryOf(in, v.T(key), field.Texts[in])
		if in == inputValues || in == inputWeights {
			e.Most = maxText
		}
		settings = append(settings, e)
	}
	keep := []app.UI{tick(inputKept, "recipe-keep", field.Kept)}
	unique := app.UI(app.Span())
	if canBeUnique(field.Kind) {
		unique = tick(inputUnique, "recipe-unique", field.Unique)
	}
	time := app.UI(app.Span())
	if canBeTime(field.Kind) {
		time = tick(inputTime, "recipe-time", field.Time)
	}
	if field.Kept {
		keep = append(keep,
			entryOf(inputFamily, v.T("recipe-family"), field.Family),
			entryOf(inputQualifier, v.T("recipe-qualifier"), field.Qualifier))
	}
	return app.Li().Body(app.Div().Role("group").Attr("aria-label", v.T("recipe-field", field.Name)).Body(
		app.Div().Class("recipe-head").Body(
			entryOf(inputName, v.T("recipe-called"), field.Name), kinds,
			app.Div().Class("row").Body(
				press("up", "↑", moved{i, -1}, i == 0),
				press("down", "↓", moved{i, 1}, i == len(f.Fields)-1),
				press("drop", "×", dropped{i}, len(f.Fields) == 1),
			),
		),
		ui.Remark(v.T("kind-text-"+kind)),
		app.Div().Class("recipe-set").Body(settings...),
		app.Div().Class("recipe-keep").Body(app.Div().Body(keep...), unique, time),
	))
}

// rowsView shows the first rows that a recipe makes.
type rowsView struct {
	app.Compo
	Shown uint64
	now   func() *View
}

// Render draws the rows.
func (c *rowsView) Render() app.UI {
	v := c.now()
	text, body := v.T("recipe-no-rows"), app.UI(app.Div())
	if len(v.sampled) > 0 {
		data := v.of.Data
		text = v.T("recipe-first-of", strconv.Itoa(len(v.sampled)), strconv.FormatInt(data.Len(), 10))
		colours := ui.PaletteOf(engine.TableInfo{Template: v.of.Template, Fields: data.Fields})
		heads := []app.UI{app.Th().Scope("col").Text(v.T("row-key"))}
		for _, name := range data.Fields {
			heads = append(heads, app.Th().Scope("col").Body(app.Span().Class(colours.Class(name)).Text(name)))
		}
		rows := []app.UI{}
		for _, row := range v.sampled {
			cells := []app.UI{app.Td().Body(app.Raw(colours.KeyHTML(row.Key)))}
			for _, value := range row.Record {
				cells = append(cells, app.Td().Text(i18n.Short(value)))
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

// faultsView says what is wrong with all of a recipe.
type faultsView struct {
	app.Compo
	Changes uint64
	now     func() *View
}

// Render draws the sentence.
func (c *faultsView) Render() app.UI {
	v := c.now()
	text := ""
	if f := v.form; f != nil {
		none, noneKept := f.Faults[place{in: inputKept}]
		switch {
		case f.Err != nil:
			text = i18n.Error(v.Lang, f.Err)
		case noneKept && len(f.Faults) == 1:
			text = v.refusal(none)
		case len(f.Faults) > 0:
			text = v.Count("recipe-wrong", int64(len(f.Faults)))
		}
	}
	return app.P().ID(elementFaults).Class("refused").TabIndex(-1).Role("alert").Text(text)
}
