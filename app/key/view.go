package key

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/keyhtml"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/rowkey"
)

// View holds all values that the key designer is drawn from.
type View struct {
	ui.Kit
	State
	InLesson bool
	guessing bool // the lesson waits for a guess
	CanInfer bool // the page can look for the template of a table without one
	// Now returns the present text of a table's template, to fill a field that has just been
	// drawn.
	Now func(table string) string

	w    *page.Workspace
	code page.CodeState
}

// NewView collects what the key designer is drawn from. The caller sets Now and CanInfer.
func NewView(k *ui.Kit, st *page.State, w *page.Workspace, s State) *View {
	return &View{Kit: *k, State: s, InLesson: st.Lesson != nil, guessing: st.Lesson != nil && st.Lesson.HasOpenGuess(), w: w, code: st.Code}
}

// TemplateText returns the draft of a table's template, or its template if there is no draft.
func (s *State) TemplateText(t engine.TableInfo) string {
	if d, ok := s.Drafts[t.Name]; ok {
		return d.Text
	}
	return t.Template
}

// KeyBar draws the row key of a table in one line: the picker of tables, or the name of the
// table if picker is nil; the chips; and the number of records and rows. What is wrong with
// the template is drawn below.
func (v *View) KeyBar(t engine.TableInfo, picker app.UI) app.UI {
	if picker == nil {
		picker = app.H2().Text(t.Name)
	}
	line := []app.UI{app.Div().Class("key-table").Body(picker)}
	if t.Template == "" {
		none := []app.UI{}
		if !v.InLesson { // a lesson about keys says that there is none yet
			none = append(none, app.Span().Text(v.T("key-none")))
		}
		if v.CanInfer && t.Rows > 0 {
			none = append(none, v.EngineButton(v.T("key-find"), page.InferTemplate{Table: t.Name}).Class("quiet"))
		}
		return app.Div().Class("key-bar").Body(app.Div().Class("key-line").Body(
			append(line, app.Div().Class("key-none").Body(none...), ui.WithFigureAttributes(app.P().Class("key-size"), page.RowsTableFigure(t, v.w.FigureStateName())).Text(v.CountText("rows", t.Rows)))...))
	}
	draft := v.draft(t)
	text := v.inEffect(draft, t)
	values := v.values(t)
	folded := &claims{Template: text, Lang: v.Lang, Folded: true, Values: values, Quiet: v.InLesson || v.IsTemplateOnTrial(t.Name)}
	return ui.KeyedElement("key-bar", app.Div().Class("key-bar").OnKeyDown(v.escape(t.Name)).Body(
		app.Div().Class("key-line").Body(append(line, v.chips(t, text, v.T("row-key")), folded, app.Div().Class("key-end").Body(v.trial(t.Name), v.size(t), v.codeButton(t)))...),
		app.Div().Class("below").Role("status").Body(v.sampled(t), v.gone(t), v.nowhere(t, text), v.templateError(draft)),
		&claims{Template: text, Lang: v.Lang, Values: values},
		v.CodeBlock(v.code, codeOf(t)),
	))
}

// codeButton draws the button that shows the key as code. The lessons' tables have none.
func (v *View) codeButton(t engine.TableInfo) app.UI {
	if v.InLesson {
		return app.Div().Class("key-code").Hidden(true)
	}
	return app.Div().Class("key-code").Hidden(false).Body(v.Button(v.T("key-code"), codeToggled{Table: t.Name}).Class("quiet").
		Attr("aria-expanded", strconv.FormatBool(v.code.Of == codeOf(t))))
}

// values returns some values of each field, from the rows that the page has.
func (v *View) values(t engine.TableInfo) map[string][]string {
	all := map[string][]string{}
	for _, f := range t.Fields {
		all[f] = v.w.FieldValues(f)
	}
	return all
}

// escape returns the handler of the keys that put the template back, and its scope, see
// [ui.Kit.OnPress].
func (v *View) escape(table string) (app.EventHandler, string) {
	to := v.To
	return func(ctx app.Context, e app.Event) {
		ctx.PreventUpdate()
		leave(to, table, e)
	}, table
}

// leave handles Escape, which closes the menu or puts the template back, and Ctrl+Z, which
// puts it back.
func leave(to *ui.MsgSender, table string, e app.Event) {
	switch held := e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool(); {
	case e.Get("key").String() == "Escape":
		to.Send(escaped{Table: table})
	case held && !e.Get("shiftKey").Bool() && e.Get("key").String() == "z":
		e.PreventDefault()
		to.Send(putBack{Table: table})
	}
}

// trial draws the buttons that keep the template on trial or put it back. Without a trial it
// draws invisible ones of the same size, so that nothing moves under the pointer when a
// trial begins.
func (v *View) trial(table string) app.UI {
	keep, back := v.T("key-keep"), v.T("key-put-back")
	if !v.IsTemplateOnTrial(table) {
		return app.Div().Class("key-room").Aria("hidden", "true").Body(
			app.Span().Class("button").Text(keep), app.Span().Class("button").Text(back))
	}
	said := ""
	if !v.Learned {
		said = v.T("key-keep-text")
	}
	return app.Div().Class("key-trial").Body(
		v.Button(keep, kept{Table: table}).Class("primary"),
		v.Button(back, putBack{Table: table}),
		app.P().Class("key-about").Role("note").Hidden(said == "").Text(said),
	)
}

// sampled draws that the rows are estimated, and from how many records.
func (v *View) sampled(t engine.TableInfo) app.UI {
	text := ""
	if t.Sampled > 0 {
		text = v.T("key-sampled", v.Number(t.Sampled), v.Number(t.Records))
	}
	return app.P().Class("key-sampled").Hidden(text == "").Text(text)
}

// gone draws what was lost with the template that was kept, and how to get it back.
func (v *View) gone(t engine.TableInfo) app.UI {
	out := app.P().Class("key-gone bad")
	if g := v.LostCells; g.Table == t.Name && g.Template == t.Template {
		return out.Text(v.T("key-gone", g.Template, strconv.FormatInt(g.Cells, 10)))
	}
	return out.Hidden(true)
}

// nowhere draws the fields whose values are lost under a template: no column stores them and
// the key does not hold them.
func (v *View) nowhere(t engine.TableInfo, template string) app.UI {
	var fields []string
	if tpl, err := rowkey.Parse(template); err == nil && !v.InLesson {
		fields = missing(tpl, t.FieldsWithoutColumn)
	}
	out := app.P().Class("key-nowhere bad").Hidden(len(fields) == 0)
	if len(fields) > 0 {
		out = out.Text(v.T("key-nowhere", strconv.Itoa(len(fields)), strings.Join(fields, ", ")))
	}
	return out
}

// size draws the number of records and of rows, and how many are lost. During a trial it
// draws only the losses, to leave room for the buttons.
func (v *View) size(t engine.TableInfo) app.UI {
	var text []string
	if !v.IsTemplateOnTrial(t.Name) {
		text = append(text, `<span`+ui.FigureDataAttributes(page.RowsTableFigure(t, v.w.FigureStateName()))+`>`+keyhtml.EscapeHTML(v.T("key-size", v.CountText("records", t.Records), v.CountText("rows", t.Rows)))+`</span>`)
		if written := t.Rows - t.Records; written > 0 && t.Sampled == 0 {
			text = append(text, keyhtml.EscapeHTML(v.CountText("key-written", written)))
		}
	}
	about := ""
	if t.Sampled > 0 {
		about = "≈ "
	}
	if lost := t.Records - t.KeptRecords; lost > 0 {
		of := page.TableFigure{Name: "records-lost", Table: t.Name, State: v.w.FigureStateName(), Value: float64(lost)}
		text = append(text, `<b class="bad"`+ui.FigureDataAttributes(of)+`>`+keyhtml.EscapeHTML(about+v.CountText("key-lost", lost))+`</b>`)
	}
	if t.ReplacedRecords > 0 {
		text = append(text, `<b class="bad">`+keyhtml.EscapeHTML(v.CountText("key-merged", t.ReplacedRecords))+`</b>`)
	}
	if n := v.Trial.lost(t); v.IsTemplateOnTrial(t.Name) && n > 0 {
		text = append(text, `<b class="bad">`+keyhtml.EscapeHTML(about+v.CountText("key-newest", n))+`</b>`)
	}
	return app.Div().Class("key-size").Body(app.Raw(`<p>` + strings.Join(text, " · ") + `</p>`))
}

// TemplateField draws the text field of a table's template.
func (v *View) TemplateField(t engine.TableInfo) app.UI {
	return &templateField{Table: t.Name, Label: v.T("template"), Invalid: v.draft(t).Err != nil, now: v.Now, to: v.To}
}

// draft returns the draft of a table, made from its template if there is none.
func (v *View) draft(t engine.TableInfo) TemplateDraft {
	d := v.Drafts[t.Name]
	d.Text = v.State.TemplateText(t)
	return d
}

// inEffect returns the template that the chips show: the draft, or the table's own template
// if the draft does not parse or was refused.
func (v *View) inEffect(d TemplateDraft, t engine.TableInfo) string {
	if _, err := rowkey.Parse(d.Text); err != nil || d.Current != "" {
		return t.Template
	}
	return d.Text
}

// templateError draws why a draft is refused, with the place of the error marked. It is nil
// if it is not refused, or if the refusal was that the reader has to guess first and that is
// done.
func (v *View) templateError(d TemplateDraft) app.UI {
	if d.Err == nil || d.Err.Code == base.CodeGuessFirst && !v.guessing {
		return nil
	}
	return app.Raw(`<p class="field-error"><code>` + marked(d.Text, d.Err) + `</code>` + keyhtml.EscapeHTML(i18n.ErrorSentence(v.Lang, d.Err)) + `</p>`)
}

// templateField is the text field of a template. It sets its text only when it is drawn for
// the first time, or for another table. After that the reader types it, and the shell sets
// it by the element's id.
type templateField struct {
	app.Compo
	Table   string
	Label   string
	Invalid bool
	shown   string // the table whose template was filled in last
	now     func(table string) string
	to      *ui.MsgSender
}

// OnMount fills in the first text.
func (f *templateField) OnMount(ctx app.Context) { f.fill(ctx) }

// OnUpdate fills in the text of another table.
func (f *templateField) OnUpdate(ctx app.Context) {
	if f.Table != f.shown {
		f.fill(ctx)
	}
}

// fill sets the text of the field to the present draft.
func (f *templateField) fill(ctx app.Context) {
	f.shown = f.Table
	ctx.JSSrc().Set("value", f.now(f.Table))
}

// Render draws the field.
func (f *templateField) Render() app.UI {
	return app.Input().Type("text").ID(page.TemplateElementID(f.Table)).Attr("aria-label", f.Label).
		Attr("aria-invalid", f.Invalid).Attr("spellcheck", "false").Attr("autocomplete", "off").Attr("autocapitalize", "off").
		MaxLength(rowkey.MaxTemplate).OnInput(f.typed).OnKeyDown(f.key)
}

// key handles Enter, which keeps the template, and the keys that put it back.
func (f *templateField) key(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	if e.Get("key").String() == "Enter" {
		f.to.Send(entered{Table: f.Table})
	} else {
		leave(f.to, f.Table, e)
	}
}

// typed sends the text after a key.
func (f *templateField) typed(ctx app.Context, _ app.Event) {
	f.to.Send(TemplateTyped{Table: f.Table, Text: ctx.JSSrc().Get("value").String()})
}

// marked returns a text as HTML, with the bytes marked that an error is about.
func marked(text string, err *base.Error) string {
	if err.Pos < 0 || err.Pos >= err.End || err.End > len(text) {
		return keyhtml.BytesHTML(text)
	}
	return keyhtml.BytesHTML(text[:err.Pos]) + `<span class="fault">` + keyhtml.BytesHTML(text[err.Pos:err.End]) + `</span>` +
		keyhtml.BytesHTML(text[err.End:])
}
