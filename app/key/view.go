package key

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/rowkey"
)

// View is what templates are drawn of.
type View struct {
	ui.Kit
	State
	InLesson bool
	Shown    string      // the table whose rows are shown
	Example  base.RowKey // one of its keys, "" for none
	// Now returns the text of a table's template, when the field is filled.
	Now func(table string) string
}

// Look returns what templates are drawn of; Example and Now are for the caller to set.
func Look(k *ui.Kit, st *page.State, w *page.Work, s State) *View {
	return &View{Kit: *k, State: s, InLesson: st.Lesson != nil, Shown: w.Page.Table}
}

// Text returns the text of a table's template as it is being edited.
func (s *State) Text(t engine.TableInfo) string {
	if d, ok := s.Drafts[t.Name]; ok {
		return d.Text
	}
	return t.Template
}

// Draw draws one table's template: as chips, as text, and as a key it makes. Below
// the key stands again, at the end advice.
func (v *View) Draw(t engine.TableInfo, first, several bool, again, advice app.UI) app.UI {
	colours := ui.PaletteOf(t)
	draft := v.Drafts[t.Name]
	draft.Text = v.State.Text(t)
	text := draft.Text
	template, err := rowkey.Parse(text)
	if err != nil {
		text = t.Template
		template, _ = rowkey.Parse(text)
	}
	label := v.T("template")
	if !first {
		label = v.T("template-of", t.Name)
	}
	title := v.T("row-key")
	if several {
		title = v.T("row-key-of", t.Name)
	}
	return app.Div().Class("design").Body(
		app.H2().Text(title),
		v.chips(t, template, colours),
		app.Div().Class("shaping").Body(v.shaping(t, template)),
		&templateField{Table: t.Name, Label: label, Invalid: draft.Err != nil, now: v.Now, to: v.To},
		app.Div().Class("below").Role("status").Body(v.templateError(draft)),
		v.example(t, colours),
		app.Div().Body(again),
		&claims{Template: text, Lang: v.Lang, Lesson: v.InLesson},
		app.Div().Body(advice),
	)
}

func (v *View) templateError(d Draft) app.UI {
	if d.Err == nil {
		return nil
	}
	return app.Raw(`<p class="field-error"><code>` + marked(d.Text, d.Err) + `</code>` + ui.Escape(i18n.Error(v.Lang, d.Err)) + `</p>`)
}

// example shows a key that the template makes, where one is in sight.
func (v *View) example(t engine.TableInfo, colours ui.Palette) app.UI {
	key := v.Example
	if v.Shown != t.Name || key == "" {
		return app.Raw(`<p class="example">` + ui.Escape(v.T("design-size", v.Count("records", t.Records), v.Count("rows", t.Rows))) + `</p>`)
	}
	return app.Raw(`<p class="example">` + ui.Escape(v.T("example")) + ` ` + colours.EndsHTML(key) + ` · ` +
		ui.Escape(v.T("design-size", v.Count("records", t.Records), v.Count("rows", t.Rows))) + `</p>`)
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
	now     func(table string) string
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
	f.shown = f.Table
	ctx.JSSrc().Set("value", f.now(f.Table))
}

// Render draws the field.
func (f *templateField) Render() app.UI {
	return app.Input().Type("text").ID(page.TemplateElement(f.Table)).Attr("aria-label", f.Label).
		Attr("aria-invalid", f.Invalid).Attr("spellcheck", "false").Attr("autocomplete", "off").Attr("autocapitalize", "off").
		MaxLength(rowkey.MaxTemplate).OnInput(f.typed)
}

func (f *templateField) typed(ctx app.Context, _ app.Event) {
	f.to.Send(Typed{Table: f.Table, Text: ctx.JSSrc().Get("value").String()})
}

// marked returns text as HTML with the bytes marked that an error points at.
func marked(text string, err *base.Error) string {
	if err.Pos < 0 || err.Pos >= err.End || err.End > len(text) {
		return ui.BytesHTML(text)
	}
	return ui.BytesHTML(text[:err.Pos]) + `<span class="fault">` + ui.BytesHTML(text[err.Pos:err.End]) + `</span>` +
		ui.BytesHTML(text[err.End:])
}
