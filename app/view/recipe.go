package view

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/model"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/dataset"
)

// makers draws what makes tables of data in a sandbox.
func (p *drawing) makers() app.UI {
	if p.st.Route.Screen != model.ScreenSandbox {
		return app.Div()
	}
	return app.Div().Class("row makers").Body(
		p.changing("new-recipe", model.RecipeOpened{}).ID(page.ElementRecipe),
		p.files().Values(),
	)
}

// again is a button that opens the recipe which a table was made of, for the tables
// that have one.
func (p *drawing) again(place string, t engine.TableInfo) app.UI {
	if p.st.Route.Screen != model.ScreenSandbox || !t.Recipe {
		return nil
	}
	id := model.AgainElement(place, t.Name)
	return p.changing("recipe-again", model.RecipeAgain{Table: t.Name, From: id}).ID(id).Class("recipe-again").Attr("aria-label", p.t("recipe-again-of", t.Name))
}

// making draws the form for a recipe, and the first rows of what it makes.
func (p *drawing) making() app.UI {
	m := &p.st.Work.Making
	return app.Div().Class("recipe").Body(
		&recipeForm{Turn: m.Turn, get: p.get, to: p.to},
		&recipeRows{Shown: m.Shown, get: p.get, to: p.to},
		&recipeFaults{Turn: m.Turn, get: p.get, to: p.to},
	)
}

// recipeForm is the form for a recipe. Typing into it draws nothing anew until what
// is wrong with it has changed.
type recipeForm struct {
	app.Compo
	Turn uint64
	get  func() model.State
	to   *ui.Outlet
}

// Render draws the form.
func (c *recipeForm) Render() app.UI {
	st := c.get()
	f := st.Work.Making.Form
	if f == nil {
		return app.Div()
	}
	p := &drawing{st: &st, get: c.get, to: c.to, live: true}
	top := func(part model.RecipePart, label, value string) *ui.Entry {
		return p.recipeEntry(f, model.RecipePlace{Part: part}, p.t(label), value)
	}
	count, seed := top(model.RecipeCount, "recipe-rows", f.Count), top(model.RecipeSeed, "recipe-random", f.Seed)
	count.Number, seed.Number = true, true
	intro := []app.UI{app.P().Class("label").Text(p.t("recipe-text"))}
	if f.Again != "" {
		intro = []app.UI{app.P().Class("label").Text(p.t("recipe-again-text", f.Again))}
		if n := f.Given(); n > 0 {
			intro = append(intro, app.P().Class("label").Text(p.count("recipe-given", int64(n))))
		}
	}
	ready := []app.UI{app.Span().ID("recipe-begin").Text(p.t("recipe-begin"))}
	for _, name := range model.RecipesReady {
		ready = append(ready, p.button(p.t("recipe-"+name), model.RecipePicked{Name: name}).Class("quiet"))
	}
	fields := []app.UI{}
	for i := range f.Fields {
		fields = append(fields, p.recipeField(f, i))
	}
	add := p.resting(p.t("recipe-add"))
	if len(f.Fields) < model.MaxRecipeFields {
		add = p.button(p.t("recipe-add"), model.RecipeAdded{})
	}
	return app.Div().Class("recipe-form").Body(
		app.Div().Body(intro...),
		app.Div().Class("row recipe-ready").Role("group").Attr("aria-labelledby", "recipe-begin").Hidden(f.Again != "").Body(ready...),
		app.Div().Class("recipe-top").Body(
			top(model.RecipeTable, "recipe-table", f.Table), top(model.RecipeTemplate, "recipe-template", f.Template), count, seed,
		),
		app.H3().ID("recipe-fields").Text(p.t("recipe-fields")),
		app.Ol().Class("recipe-fields").Attr("aria-labelledby", "recipe-fields").Body(fields...),
		app.Div().Class("row").Body(add.ID(model.ElementRecipeAdd)),
	)
}

// recipeEntry returns what a place is typed into.
func (p *drawing) recipeEntry(f *model.Recipe, at model.RecipePlace, label, value string) *ui.Entry {
	e := &ui.Entry{ID: at.Element(), Label: label, Value: value, To: p.to,
		Set: func(text string) model.Msg { return model.RecipeTyped{Place: at, Text: text} }}
	if fault, wrong := f.Faults[at]; wrong {
		e.Refused = p.recipeFault(fault)
	}
	return e
}

func (p *drawing) recipeFault(f model.RecipeFault) string {
	if f.Err != nil {
		return i18n.Error(p.st.Lang, f.Err)
	}
	return p.t(f.Code)
}

// settingKeys are the names of the settings in the page's text.
var settingKeys = map[model.RecipePart]string{
	model.RecipeValues: "values", model.RecipeText: "text", model.RecipeWeights: "weights", model.RecipePerValue: "per-value",
	model.RecipeMin: "min", model.RecipeFrom: "from", model.RecipeTo: "to", model.RecipeStep: "step",
}

// recipeField draws a field of the records.
func (p *drawing) recipeField(f *model.Recipe, i int) app.UI {
	field := &f.Fields[i]
	entryOf := func(part model.RecipePart, label, value string) *ui.Entry {
		return p.recipeEntry(f, model.RecipePlace{Part: part, At: i}, label, value)
	}
	press := func(name, sign string, msg model.Msg, rests bool) app.UI {
		b := p.button(sign, msg)
		if rests {
			b = p.resting(sign)
		}
		return b.Class("quiet").ID(model.RecipeFieldElement(name, i)).Attr("aria-label", p.t("recipe-"+name, field.Name))
	}
	tick := func(part model.RecipePart, key string, on bool) app.UI {
		at := model.RecipePlace{Part: part, At: i}
		return app.Label().Class("tick").Body(
			app.Input().Type("checkbox").ID(at.Element()).Checked(on).Attr("aria-label", p.t(key+"-of", field.Name)).
				OnChange(func(ctx app.Context, _ app.Event) {
					p.send(model.RecipeTyped{Place: at, Text: strconv.FormatBool(ctx.JSSrc().Get("checked").Bool())})
				}, at.Element()),
			app.Span().Text(p.t(key)),
		)
	}
	kind := strconv.Itoa(int(field.Kind))
	kinds := entryOf(model.RecipeKind, p.t("recipe-kind"), kind)
	for k := range dataset.Kinds {
		n := strconv.Itoa(int(k))
		kinds.Options = append(kinds.Options, ui.Option{Value: n, Text: p.t("kind-" + n)})
	}
	settings := []app.UI{}
	for _, part := range model.RecipeSettings(field.Kind) {
		key := "set-" + settingKeys[part]
		if i18n.HasText(key + "-" + kind) {
			key += "-" + kind
		}
		e := entryOf(part, p.t(key), field.Texts[part])
		if part == model.RecipeValues || part == model.RecipeWeights {
			e.Most = model.MaxRecipeText
		}
		settings = append(settings, e)
	}
	keep := []app.UI{tick(model.RecipeKept, "recipe-keep", field.Kept)}
	unique := app.UI(app.Span())
	if model.CanBeUnique(field.Kind) {
		unique = tick(model.RecipeUnique, "recipe-unique", field.Unique)
	}
	if field.Kept {
		keep = append(keep,
			entryOf(model.RecipeFamily, p.t("recipe-family"), field.Family),
			entryOf(model.RecipeQualifier, p.t("recipe-qualifier"), field.Qualifier))
	}
	return app.Li().Body(app.Div().Role("group").Attr("aria-label", p.t("recipe-field", field.Name)).Body(
		app.Div().Class("recipe-head").Body(
			entryOf(model.RecipeName, p.t("recipe-called"), field.Name), kinds,
			app.Div().Class("row").Body(
				press("up", "↑", model.RecipeMoved{At: i, By: -1}, i == 0),
				press("down", "↓", model.RecipeMoved{At: i, By: 1}, i == len(f.Fields)-1),
				press("drop", "×", model.RecipeDropped{At: i}, len(f.Fields) == 1),
			),
		),
		app.P().Class("label").Text(p.t("kind-text-"+kind)),
		app.Div().Class("recipe-set").Body(settings...),
		app.Div().Class("recipe-keep").Body(app.Div().Body(keep...), unique),
	))
}

// recipeRows shows the first rows that a recipe makes.
type recipeRows struct {
	app.Compo
	Shown uint64
	get   func() model.State
	to    *ui.Outlet
}

// Render draws the rows.
func (c *recipeRows) Render() app.UI {
	st := c.get()
	p := &drawing{st: &st, get: c.get, to: c.to, live: true}
	m := &st.Work.Making
	text, body := p.t("recipe-no-rows"), app.UI(app.Div())
	if len(m.Sampled) > 0 {
		data := m.Of.Data
		text = p.t("recipe-first-of", strconv.Itoa(len(m.Sampled)), strconv.FormatInt(data.Len(), 10))
		colours := ui.PaletteOf(engine.TableInfo{Template: m.Of.Template, Fields: data.Fields})
		heads := []app.UI{app.Th().Scope("col").Text(p.t("row-key"))}
		for _, name := range data.Fields {
			heads = append(heads, app.Th().Scope("col").Body(app.Span().Class(colours.Class(name)).Text(name)))
		}
		rows := []app.UI{}
		for _, row := range m.Sampled {
			cells := []app.UI{app.Td().Body(app.Raw(colours.KeyHTML(row.Key)))}
			for _, v := range row.Record {
				cells = append(cells, app.Td().Text(i18n.Short(v)))
			}
			rows = append(rows, app.Tr().Body(cells...))
		}
		body = app.Div().Class("scroll-x").TabIndex(0).Role("region").Attr("aria-labelledby", "recipe-first").Body(
			app.Table().Class("plain").Body(app.THead().Body(app.Tr().Body(heads...)), app.TBody().Body(rows...)))
	}
	return app.Div().Class("recipe-rows").Body(
		app.H3().ID("recipe-first").Text(p.t("recipe-first")),
		app.P().Class("label").Role("status").Text(text),
		body,
	)
}

// recipeFaults says what is wrong with all of a recipe.
type recipeFaults struct {
	app.Compo
	Turn uint64
	get  func() model.State
	to   *ui.Outlet
}

// Render draws the sentence.
func (c *recipeFaults) Render() app.UI {
	st := c.get()
	p := &drawing{st: &st, get: c.get, to: c.to, live: true}
	text := ""
	if f := st.Work.Making.Form; f != nil {
		none, noneKept := f.Faults[model.RecipePlace{Part: model.RecipeKept}]
		switch {
		case f.Err != nil:
			text = i18n.Error(st.Lang, f.Err)
		case noneKept && len(f.Faults) == 1:
			text = p.recipeFault(none)
		case len(f.Faults) > 0:
			text = p.count("recipe-wrong", int64(len(f.Faults)))
		}
	}
	return app.P().ID(model.ElementRecipeFaults).Class("refused").TabIndex(-1).Role("alert").Text(text)
}
