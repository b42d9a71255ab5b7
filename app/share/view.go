package share

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/guard"
	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/app/wording"
	"tabletop/engine"
)

// View is what the dialog about a link is drawn from.
type View struct {
	ui.Kit
	State
	Dialog   page.Dialog
	ID       string // of the open sandbox
	Title    string // of the open sandbox, as it is shown
	Designed bool   // there are designed tables, which can be shared as an experiment
	Site     string // address of the site's root
}

// NewView returns the view of a state. title is the title of the open sandbox as it is shown.
func NewView(k *ui.Kit, st *page.State, w *page.Workspace, s State, title string) *View {
	designed := slices.ContainsFunc(w.Tables, func(t engine.TableInfo) bool { return t.Template != "" })
	return &View{Kit: *k, State: s, Dialog: st.Dialog, ID: w.ID, Title: title, Designed: designed, Site: st.Site}
}

// Draw draws the dialog for an opened link, or for a link to share.
func (v *View) Draw() app.UI { return &modal{View: *v} }

// modal is the component of the dialog. It is drawn again if the view has changed.
type modal struct {
	app.Compo
	View View
}

// OnMount opens the dialog.
func (m *modal) OnMount(ctx app.Context) { _ = guard.Try(func() { ctx.JSSrc().Call("showModal") }) }

// Render draws the dialog.
func (m *modal) Render() app.UI {
	v := &m.View
	var title string
	var body, acts []app.UI
	if v.Dialog == page.DialogOpenedLink {
		title, body, acts = v.opened(v.OpenedLink)
	} else {
		title, body, acts = v.sharing(v.SharedLink)
	}
	return app.Dialog().ID(page.ElementDialog).Class("ask", "linked").Attr("aria-labelledby", "dialog-title").
		On("cancel", m.cancel).Body(
		app.H2().ID("dialog-title").Text(title),
		app.Div().Class("linked-body").Body(body...),
		app.Div().Class("row").Body(acts...),
	)
}

func (m *modal) cancel(_ app.Context, e app.Event) {
	e.PreventDefault()
	m.View.Send(page.CloseDialog{})
}

// opened draws what an opened link holds, or why it cannot be opened.
func (v *View) opened(l *OpenedLink) (title string, body, acts []app.UI) {
	if l.Err != nil {
		body = []app.UI{app.P().Role("alert").Text(i18n.ErrorSentence(v.Lang, l.Err))}
		return v.T("link-bad-title"), body, []app.UI{v.Button(v.T("close"), page.CloseDialog{})}
	}
	key := "link-title"
	if l.Content.Experiment {
		key = "link-experiment"
	}
	body = []app.UI{
		app.P().Text(v.T("link-text")), v.holding(l.Content),
		app.P().Class("field-error").Role("alert").Text(i18n.ErrorSentence(v.Lang, l.Refused)),
	}
	keep := v.EngineButton(v.T("link-keep"), CreateSandboxPressed{})
	if l.IsCreating() {
		keep = v.DisabledButton(v.T("link-keep"))
	}
	acts = []app.UI{v.Button(v.T("link-leave"), page.CloseDialog{}).AutoFocus(true), keep.Class("primary")}
	return v.T(key, l.Content.Title), body, acts
}

// sharing draws a link to share, with the buttons that copy it.
func (v *View) sharing(o *LinkToShare) (title string, body, acts []app.UI) {
	text := "share-text"
	if o.Lesson {
		text = "share-lesson-text"
	}
	if o.Design {
		text = "share-design-text"
	}
	body = []app.UI{
		app.P().Text(v.T(text)), app.Div().Body(v.shareKinds(o)), app.Div().Body(v.syntheticChoices(o)), app.Div().Body(v.shareLink(o)),
		app.P().ID("share-status").Class("share-status").Role("status").Text(v.shareStatus(o)), app.Div().Body(v.syntheticCosts(o)), app.Div().Body(v.shareHolds(o)),
	}
	acts = []app.UI{v.Button(v.T("close"), page.CloseDialog{})}
	switch {
	case o.Link != "":
		if o.Kind == LinkSynthetic {
			acts = append(acts, v.Button(v.T("share-synthetic-open"), openLinkPressed{}))
		}
		acts = append(acts, v.Button(v.T("share-copy-code"), copyPressed{Code: true}), v.Button(v.T("share-copy"), copyPressed{}).Class("primary"))
	case !o.IsPending():
		acts = append(acts, v.EngineButton(v.T("share-file"), page.ExportWorkspace{ID: v.ID}).Class("primary"))
	}
	return v.T("share-title", v.Title), body, acts
}

// shareKinds draws the choice between the whole sandbox and its designed tables.
func (v *View) shareKinds(o *LinkToShare) app.UI {
	if !v.Designed || o.Lesson {
		return nil
	}
	kind := func(id string, kind LinkKind) app.UI {
		h, scope := v.OnPress(ShareSandboxPressed{kind})
		return app.Label().Body(
			app.Input().Type("radio").Name("share-what").Value(id).ID("share-"+id).Checked(o.Kind == kind).OnChange(h, scope),
			app.Span().Text(v.T("share-"+id)),
		)
	}
	return app.Div().Class("share-kinds").Role("radiogroup").Attr("aria-label", v.T("share-what")).Body(
		kind("sandbox", LinkSandbox), kind("experiment", LinkExperiment), kind("synthetic", LinkSynthetic),
	)
}

// shareLink draws the fields with the link and the HTML that embeds it, nil without a link.
func (v *View) shareLink(o *LinkToShare) app.UI {
	if o.Link == "" {
		return nil
	}
	field := func(id, name, text string) app.UI {
		return app.Label().Body(ui.Label(v.T(name)), app.Input().Type("text").ID(id).ReadOnly(true).
			Attr("aria-describedby", "share-status").Attr("spellcheck", "false").Value(text))
	}
	return app.Div().Class("share-fields").Body(
		field(elementLink, "share-link", o.Link), field(elementCode, "share-code", o.code(v.Title)))
}

// growthEvents are the events of the fields of synthetic data.
var growthEvents = &ui.FieldEvents{Typed: func(id, value string) page.Msg { return growthChosen{id, value} }}

// syntheticChoices draws what synthetic data are, and of what there are to be more. It draws nothing for another link.
func (v *View) syntheticChoices(o *LinkToShare) app.UI {
	if o.Kind != LinkSynthetic {
		return nil
	}
	return app.Div().Class("share-synthetic").Body(
		append([]app.UI{app.P().Class("hint").Text(v.T("share-synthetic-text"))}, v.FormFields(o.Synthetic.fields(), growthEvents)...)...)
}

// syntheticCosts draws what the questions cost in the sandbox and on the synthetic data of a link, nil for another
// link.
func (v *View) syntheticCosts(o *LinkToShare) app.UI {
	made := o.Synthetic.Made
	if made == nil || o.IsPending() || o.Link == "" {
		return nil
	}
	number := func(n int64) app.UI { return app.Td().Class("number").Text(i18n.FormatNumber(v.Lang, n)) }
	rows := []app.UI{}
	for _, c := range made.Costs {
		rows = append(rows, app.Tr().Body(app.Th().Attr("scope", "row").Text(wording.QuestionTitle(v.Lang, c.Query)), number(c.Scanned), number(c.SyntheticScanned)))
	}
	parts := []app.UI{}
	if len(rows) > 0 {
		head := app.Tr().Body(app.Th().Attr("scope", "col").Text(v.T("share-rows-scanned")), app.Th().Attr("scope", "col").Text(v.T("share-here")), app.Th().Attr("scope", "col").Text(v.T("share-in-link")))
		parts = append(parts, app.Table().Class("plain").Body(app.THead().Body(head), app.TBody().Body(rows...)))
	} else if made.IsUnmeasured() {
		parts = append(parts, ui.SmallPrint(v.T("share-unmeasured")))
	}
	if len(made.Left) > 0 {
		parts = append(parts, ui.SmallPrint(v.T("share-left-out", strings.Join(made.Left, ", "))))
	}
	return app.Div().Class("share-costs").Body(parts...)
}

// FullPageURL returns the address of the full page that shows the embedded sandbox.
func (v *View) FullPageURL() string {
	switch {
	case v.SharedLink != nil && v.SharedLink.Link != "":
		return v.SharedLink.Link
	case v.Came != "":
		return v.Site + place + v.Came // there is no newer link: it is too long, or has not come
	}
	return v.Site + "/sandboxes/"
}

// shareHolds draws what the link to share holds, nil for a lesson.
func (v *View) shareHolds(o *LinkToShare) app.UI {
	if o.Link == "" || o.Lesson {
		return nil
	}
	return v.holding(o.Content)
}

// shareStatus returns the text about the length of the link, or why there is none, and the
// result of copying.
func (v *View) shareStatus(o *LinkToShare) string {
	size, limit := strconv.Itoa(o.Size), strconv.Itoa(limit)
	switch {
	case o.IsPending() && o.Kind == LinkSynthetic:
		return v.T("share-synthetic-waits")
	case o.IsPending():
		return v.T("share-waits")
	case o.Err != nil:
		return i18n.ErrorSentence(v.Lang, o.Err)
	case o.Synthetic.Failed != "":
		return v.T(o.Synthetic.Failed)
	case o.Link == "":
		return v.T("share-too-large", size, limit)
	}
	text := ""
	if !o.Lesson {
		text = v.T("share-size", size, limit)
	}
	if o.Shortened {
		text += " " + v.T("share-shortened")
	}
	switch o.CopyResult {
	case CopyDone:
		text += " " + v.T("share-copied")
	case CopyRefused:
		text += " " + v.T("share-refused")
	}
	return text
}

// holding draws the tables and the changes of a link.
func (v *View) holding(h LinkContent) app.UI {
	tables := []app.UI{}
	for _, t := range h.Tables {
		tables = append(tables, app.Li().Body(app.Code().Text(i18n.MakeShortPrintable(t.Name)), app.Text(" "), ui.Label(v.heldTable(t))))
	}
	if h.MoreTables > 0 {
		tables = append(tables, app.Li().Class("label").Text(v.CountText("held-more-tables", int64(h.MoreTables))))
	}
	list := app.UI(ui.SmallPrint(v.T("held-no-table")))
	if len(tables) > 0 {
		list = app.Ul().Class("held-tables").Attr("aria-label", v.T("held-tables")).Body(tables...)
	}
	items := []app.UI{}
	for _, i := range h.Changes {
		items = append(items, app.Li().Body(v.heldItem(i)))
	}
	title := v.CountText("held-changes", int64(len(h.Changes)+h.MoreChanges))
	more := app.P().Class("label").Hidden(true)
	if h.MoreChanges > 0 {
		more = app.P().Class("label").Text(v.CountText("held-more", int64(h.MoreChanges)))
	}
	return app.Div().Class("held").Body(
		app.H3().Text(v.T("held-tables")),
		list,
		app.H3().Text(title),
		app.Div().ID(elementChanges).Class("held-items").TabIndex(0).Role("region").Attr("aria-label", title).Body(app.Ol().Body(items...), more),
	)
}

// heldTable returns the text about how a table is made.
func (v *View) heldTable(t LinkTable) string {
	records, given := strconv.FormatInt(t.Records, 10), strconv.FormatInt(t.GivenRecords, 10)
	switch {
	case t.Template == "":
		return v.T("held-commands")
	case t.GivenRecords == t.Records:
		return v.T("held-given", records, t.Template)
	case t.GivenRecords == 0:
		return v.T("held-recipe", records, t.Template)
	}
	return v.T("held-both", records, t.Template, given)
}

// heldItem draws one change of a link.
func (v *View) heldItem(i LinkChange) app.UI {
	switch {
	case i.Note != nil:
		return app.Span().Text(v.LineText(*i.Note))
	case i.Code != "":
		return app.Span().Text(v.T(i.Code, i.Args...))
	}
	return app.Code().Text(i18n.MakeShortPrintable(i.Command))
}
