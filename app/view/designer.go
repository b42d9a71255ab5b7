package view

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/model"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/advise"
	"tabletop/engine/rowkey"
	"tabletop/lessons"
)

// designer draws the row keys of the designed tables and what each query of the
// workload costs under them.
func (p *drawing) designer() app.UI {
	designs := []app.UI{}
	tables := p.designed()
	main := ""
	if l := p.st.Lesson; l != nil {
		main = l.Lesson.Table
	}
	for i, t := range tables {
		designs = append(designs, p.design(t, t.Name == main || main == "" && i == 0, len(tables) > 1))
	}
	designs = append(designs, app.Div().Class("another").Body(p.anotherTable(tables)))
	return app.Section().Class("designer panel").Attr("aria-label", p.t("designer")).Body(
		app.Div().Class("halves").Body(
			app.Div().Body(designs...),
			p.questions().Draw(),
		),
		app.Div().Body(p.questions().Attempted()),
	)
}

// design draws one table's template: as chips, as text, and as a key it makes.
func (p *drawing) design(t engine.TableInfo, first, several bool) app.UI {
	colours := ui.PaletteOf(t)
	draft, known := p.st.Work.Drafts[t.Name]
	if !known {
		draft.Text = t.Template
	}
	text := draft.Text
	template, err := rowkey.Parse(text)
	if err != nil {
		text = t.Template
		template, _ = rowkey.Parse(text)
	}
	label := p.t("template")
	if !first {
		label = p.t("template-of", t.Name)
	}
	title := p.t("row-key")
	if several {
		title = p.t("row-key-of", t.Name)
	}
	return app.Div().Class("design").Body(
		app.H2().Text(title),
		p.chips(t, template, colours),
		app.Div().Class("shaping").Body(p.shaping(t, template)),
		&templateField{Table: t.Name, Label: label, Invalid: draft.Err != nil, get: p.get, to: p.to},
		app.Div().Class("below").Role("status").Body(p.templateError(draft)),
		p.example(t, colours),
		app.Div().Body(p.again("key", t)),
		&claims{Template: text, Lang: p.st.Lang, Lesson: p.st.Lesson != nil},
		app.Div().Body(p.advisor().Here(advise.AboutKeys, t.Name)),
	)
}

func (p *drawing) templateError(d model.Draft) app.UI {
	if d.Err == nil {
		return nil
	}
	return app.Raw(`<p class="field-error"><code>` + marked(d.Text, d.Err) + `</code>` + ui.Escape(i18n.Error(p.st.Lang, d.Err)) + `</p>`)
}

// example shows a key that the template makes, where one is in sight.
func (p *drawing) example(t engine.TableInfo, colours ui.Palette) app.UI {
	key := p.st.Work.Example
	if p.st.Work.Page.Table != t.Name || key == "" {
		return app.Raw(`<p class="example">` + ui.Escape(p.t("design-size", p.count("records", t.Records), p.count("rows", t.Rows))) + `</p>`)
	}
	return app.Raw(`<p class="example">` + ui.Escape(p.t("example")) + ` ` + colours.EndsHTML(key) + ` · ` +
		ui.Escape(p.t("design-size", p.count("records", t.Records), p.count("rows", t.Rows))) + `</p>`)
}

// mostDesigned is how many tables a design that is graded may come to.
const mostDesigned = 4

// anotherTable offers a second table where a step is about one, and more where designs
// are graded.
func (p *drawing) anotherTable(tables []engine.TableInfo) app.UI {
	l := p.st.Lesson
	if l == nil || len(tables) == 0 || l.Step >= len(l.Lesson.Solution) || p.offered(isAddTable) {
		return nil
	}
	_, _, step, graded := l.Lesson.Graded()
	graded = graded && l.Step >= step && len(tables) < mostDesigned
	if !graded && (len(tables) != 1 || !slices.ContainsFunc(l.Lesson.Solution[l.Step], isAddTable)) {
		return nil
	}
	return p.work(p.t("add-table"), model.ActionPressed{Action: lessons.AddTable{Text: tables[0].Template}})
}

func isAddTable(a lessons.Action) bool {
	_, ok := a.(lessons.AddTable)
	return ok
}

// offered reports whether the step that is shown has a button for such an
// action.
func (p *drawing) offered(is func(lessons.Action) bool) bool {
	l := p.st.Lesson
	return l != nil && slices.ContainsFunc(l.Lesson.Steps[l.Step].Actions, func(o lessons.Offer) bool { return is(o.Action) })
}

// templateField is the text field of a template. It sets its text only when it
// comes onto the page or to another table; from then on the reader and the shell
// do.
type templateField struct {
	app.Compo
	Table   string
	Label   string
	Invalid bool
	shown   string // the table that the text is of
	get     func() model.State
	to      *ui.Outlet
}

// OnMount gives the field its first text.
func (f *templateField) OnMount(ctx app.Context) { f.fill(ctx) }

// OnUpdate gives it another table's text.
func (f *templateField) OnUpdate(ctx app.Context) {
	if f.Table != f.shown {
		f.fill(ctx)
	}
}

func (f *templateField) fill(ctx app.Context) {
	st := f.get()
	f.shown = f.Table
	text := ""
	if d, ok := st.Work.Drafts[f.Table]; ok {
		text = d.Text
	} else {
		text = (&drawing{st: &st}).info(f.Table).Template
	}
	ctx.JSSrc().Set("value", text)
}

// Render draws the field.
func (f *templateField) Render() app.UI {
	return app.Input().Type("text").ID(model.TemplateElement(f.Table)).Attr("aria-label", f.Label).
		Attr("aria-invalid", f.Invalid).Attr("spellcheck", "false").Attr("autocomplete", "off").Attr("autocapitalize", "off").
		MaxLength(rowkey.MaxTemplate).OnInput(f.typed)
}

func (f *templateField) typed(ctx app.Context, _ app.Event) {
	f.to.Send(model.TemplateTyped{Table: f.Table, Text: ctx.JSSrc().Get("value").String()})
}
