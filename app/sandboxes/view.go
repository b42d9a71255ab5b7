package sandboxes

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/host"
	"tabletop/app/i18n"
	"tabletop/app/keyhtml"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine/base"
	"tabletop/engine/rowkey"
	"tabletop/lessons/examples"
)

// View is what the list is drawn from.
type View struct {
	ui.Kit
	State
	of      *host.WorkspaceList // nil until it has been read
	catalog []page.LessonCard
	shut    *base.Error // why the store is not open; nil if it is
}

// NewView returns the view of a state. shut is why the store is not open, nil if it is.
func NewView(k *ui.Kit, st *page.State, s State, shut *base.Error) *View {
	return &View{*k, s, st.WorkspaceList, st.Catalog, shut}
}

// Draw draws the list of sandboxes.
func (v *View) Draw() app.UI {
	s := v.of
	switch {
	case s == nil && v.shut != nil:
		return ui.SmallPrint(i18n.ErrorSentence(v.Lang, v.shut))
	case s == nil:
		return ui.SmallPrint(v.T("shelf-reading"))
	case len(s.Sandboxes) == 0:
		return app.Div().Class("empty").Body(app.B().Text(v.T("shelf-empty")), app.P().Text(v.T("shelf-empty-text")))
	}
	items := []app.UI{}
	for _, s := range v.ListedSandboxes(v.Lang, v.of) {
		items = append(items, v.listed(s))
	}
	none := ""
	if len(items) == 0 {
		none = v.T("shelf-none", v.Query)
	}
	return app.Section().Class("shelf-part").Attr("aria-labelledby", "shelf-title").Body(
		app.Div().Class("shelf-head").Body(
			app.H2().ID("shelf-title").Text(v.T("your-sandboxes")),
			app.Div().Class("shelf-tools").Body(v.tools()...),
		),
		app.Ul().Class("shelf").Attr("aria-labelledby", "shelf-title").Body(items...),
		ui.SmallPrint(none),
	)
}

// tools draws the search field and the choice of the order, if there are several sandboxes.
func (v *View) tools() []app.UI {
	all, query := len(v.of.Sandboxes), v.Query
	if all < 2 && query == "" {
		return nil
	}
	found := ""
	if query != "" {
		found = v.T("shelf-found", v.Number(int64(len(v.ListedSandboxes(v.Lang, v.of)))), v.Number(int64(all)))
	}
	options := []app.UI{}
	for i, name := range OrderNames {
		options = append(options, app.Option().Value(name).Selected(ListOrder(i) == v.Order).Text(v.T("order-"+name)))
	}
	return []app.UI{
		app.Input().Type("search").ID("shelf-search").Attr("aria-label", v.T("shelf-search")).Placeholder(v.T("shelf-hint")).
			AutoComplete(false).Attr("spellcheck", "false").OnInput(v.typed),
		app.Label().For("shelf-order").Text(v.T("order")),
		app.Select().ID("shelf-order").Body(options...).OnChange(v.orderPicked),
		ui.Label(found),
	}
}

func (v *View) typed(ctx app.Context, _ app.Event) {
	v.Send(SearchTyped{Text: ctx.JSSrc().Get("value").String()})
}

func (v *View) orderPicked(ctx app.Context, _ app.Event) {
	v.Send(OrderPicked{Order: ParseOrder(ctx.JSSrc().Get("value").String())})
}

// listed draws one sandbox of the list.
func (v *View) listed(s host.SandboxSummary) app.UI {
	title := v.called(s.Title)
	act := func(key, label string, msg page.Msg) app.HTMLButton {
		return v.EngineButton(v.T(key), msg).Class("quiet").Attr("aria-label", v.T(label, title))
	}
	name := app.UI(app.A().ID(WorkspaceLinkID(s.ID)).Href(v.SiteURL("/sandboxes/" + s.ID + "/")).Text(title))
	if v.InBrowser && v.Renaming == s.ID {
		name = &renaming{ID: s.ID, Title: s.Title, kit: v.Kit}
	}
	return app.Li().Body(
		app.Div().Class("shelf-name").Body(name),
		app.Span().Class("label").Body(
			v.edited(s.Changed, s.Created),
			app.Text(" · "+v.contents(s)+" · "+v.stored(s.Bytes)),
		),
		app.Div().Class("row").Body(
			act("rename", "rename-label-of", RenameBegun{ID: s.ID}).ID(RenameButtonID(s.ID)),
			act("duplicate", "duplicate-label-of", DuplicatePressed{ID: s.ID, Title: v.TitleForCopy(s.Title)}),
			act("export", "export-label-of", page.OpenDialog{Dialog: page.DialogExport, ID: s.ID}),
			act("delete", "delete-label-of", page.OpenDialog{Dialog: page.DialogDelete, ID: s.ID}),
		),
	)
}

// stored returns the text about the bytes that a workspace takes up in the store.
func (v *View) stored(bytes int64) string {
	return v.T("size-in-browser", i18n.FormatBytes(v.Lang, bytes))
}

// contents returns the text about what a sandbox holds.
func (v *View) contents(s host.SandboxSummary) string {
	switch {
	case s.Tables < 0:
		return v.CountText("changes", s.Entries)
	case s.Tables == 0:
		return v.T("holds-nothing")
	}
	return v.T("holds-tables", strconv.FormatInt(s.Tables, 10), strconv.FormatInt(s.Rows, 10))
}

// edited draws how long ago something was changed; its title has the exact times. made is 0 if
// it is unknown.
func (v *View) edited(changed, made int64) app.UI {
	at := time.UnixMicro(changed)
	exact := i18n.FormatDateTime(v.Lang, changed)
	if made > 0 {
		exact = v.T("exact-edited", exact, i18n.FormatDateTime(v.Lang, made))
	}
	return app.Time().DateTime(at.UTC().Format(time.RFC3339)).Title(exact).Text(v.T("edited", v.ago(changed)))
}

// ago returns how long before the list was read a time was.
func (v *View) ago(at int64) string {
	switch d := time.Duration(v.of.Now-at) * time.Microsecond; {
	case d < time.Minute:
		return v.T("ago-now")
	case d < time.Hour:
		return i18n.FormatAgo(v.Lang, int64(d/time.Minute), "minute")
	case d < 24*time.Hour:
		return i18n.FormatAgo(v.Lang, int64(d/time.Hour), "hour")
	case d < 30*24*time.Hour:
		return i18n.FormatAgo(v.Lang, int64(d/(24*time.Hour)), "day")
	}
	return i18n.FormatDate(v.Lang, at)
}

// DeletedList draws what can be brought back, the latest first.
func (v *View) DeletedList() app.UI {
	if len(v.Deleted) == 0 {
		return nil
	}
	items := []app.UI{}
	for _, d := range slices.Backward(v.Deleted) {
		title := v.called(d.Title)
		text := title
		if d.Lesson {
			text = v.T("deleted-begun", title)
		}
		items = append(items, app.Li().Body(
			app.Span().Text(text),
			v.EngineButton(v.T("bring-back"), UndeletePressed{ID: d.ID}).Class("quiet").Attr("aria-label", v.T("bring-back-of", title)),
		))
	}
	return app.Section().Class("shelf-part").Attr("aria-labelledby", "deleted-title").Body(
		app.H2().ID("deleted-title").Text(v.T("deleted")),
		ui.SmallPrint(v.T("deleted-text")),
		app.Ul().Class("shelf gone").Attr("aria-labelledby", "deleted-title").Body(items...),
	)
}

// BegunLessons draws the lessons that the reader has begun.
func (v *View) BegunLessons() app.UI {
	if v.of == nil || len(v.of.Lessons) == 0 {
		return nil
	}
	items := []app.UI{}
	for _, m := range v.of.Lessons {
		card := page.LessonCard{Slug: m.Slug, Title: m.Slug}
		for _, c := range v.catalog {
			if c.Slug == m.Slug {
				card = c
			}
		}
		state := v.T("done")
		if !m.Done {
			state = v.T("at-step", v.Number(int64(m.Step+1)), v.Number(int64(len(card.Steps))))
		}
		path := v.SiteURL("/lessons/" + m.Slug + "/")
		again := v.EngineButton(v.T("begin-again"), page.OpenDialog{Dialog: page.DialogRestartLesson, ID: m.Slug}).Class("quiet").Attr("aria-label", v.T("begin-label-of", card.Title))
		if m.OwnLesson != nil {
			again = v.RemoveLessonButton(card)
		}
		items = append(items, app.Li().Body(
			app.Div().Class("shelf-name").Body(app.A().ID(WorkspaceLinkID(m.Slug)).Href(path).Text(card.Title)),
			app.Span().Class("label").Body(v.edited(m.Changed, 0), app.Text(" · "+state+" · "+v.stored(m.Bytes))),
			app.Div().Class("row").Body(
				app.A().Class("button quiet").Href(path).Attr("aria-label", v.T("go-on-label-of", card.Title)).Text(v.T("go-on")),
				again,
				v.EngineButton(v.T("export"), page.OpenDialog{Dialog: page.DialogExport, ID: m.Slug}).Class("quiet").Attr("aria-label", v.T("export-label-of", card.Title)),
			),
		))
	}
	return app.Section().Class("shelf-part").Attr("aria-labelledby", "begun-title").Body(
		app.H2().ID("begun-title").Text(v.T("lessons-begun")),
		app.Ul().Class("shelf").Attr("aria-labelledby", "begun-title").Body(items...),
	)
}

// TitleForCopy returns a title for a copy that no sandbox has.
func (v *View) TitleForCopy(title string) string {
	return v.FreeTitle(v.T("copy-of", title), func(n int64) string { return v.T("copy-n", title, v.Number(n)) })
}

// FreeTitle returns first, or else the first numbered title, from 2 on, that no sandbox has.
func (v *View) FreeTitle(first string, numbered func(int64) string) string {
	title := first
	for n := int64(2); v.taken(title); n++ {
		title = numbered(n)
	}
	return title
}

func (v *View) taken(title string) bool {
	return v.of != nil && slices.ContainsFunc(v.of.Sandboxes, func(s host.SandboxSummary) bool { return s.Title == title })
}

// Examples draws the examples that a new sandbox can begin with.
func (v *View) Examples() app.UI {
	cards := []app.UI{}
	for _, e := range examples.All() {
		title := v.T("example-" + e.ID)
		made := v.FreeTitle(title, func(n int64) string { return title + " " + v.Number(n) })
		colours := keyhtml.KeyColours{}
		if t, err := rowkey.Parse(e.Template); err == nil && e.Template != "" {
			colours = keyhtml.KeyColours{Template: t, Fields: t.Fields()}
		}
		cards = append(cards, app.Li().Class("starter").Body(
			v.EngineButton(title, ExamplePressed{Example: e.ID, Title: made}).Class("quiet").Attr("aria-label", v.T("example-label", title)),
			app.P().Text(v.T("example-"+e.ID+"-text")),
			app.Raw(`<span class="example-key">`+colours.KeyHTML(base.RowKey(e.Key))+`</span>`),
		))
	}
	return app.Section().Class("shelf-part").Attr("aria-labelledby", "examples-title").Body(
		app.H2().ID("examples-title").Text(v.T("examples")),
		ui.SmallPrint(v.T("examples-text")),
		app.Ul().Class("examples").Attr("aria-labelledby", "examples-title").Body(cards...),
	)
}

// renaming is the component of a sandbox's title while it is edited.
type renaming struct {
	app.Compo
	ID, Title string
	kit       ui.Kit
}

// OnMount sets the field's text and focus.
func (r *renaming) OnMount(app.Context) {
	field := app.Window().GetElementByID(page.ElementRename)
	field.Set("value", r.Title)
	field.Call("focus")
	field.Call("select")
}

// Render draws the field.
func (r *renaming) Render() app.UI {
	return app.Div().Class("renaming").Body(
		app.Input().Type("text").ID(page.ElementRename).Attr("aria-label", r.kit.T("rename-label")).
			MaxLength(80).AutoComplete(false).OnKeyDown(r.key),
		app.Button().Type("button").Class("primary").Text(r.kit.T("rename-do")).OnClick(r.rename),
		r.kit.Button(r.kit.T("cancel"), RenameCancelled{}),
	)
}

func (r *renaming) rename(app.Context, app.Event) {
	r.kit.Send(RenameSubmitted{ID: r.ID, Title: app.Window().GetElementByID(page.ElementRename).Get("value").String()})
}

// key renames on Enter and leaves the field on Escape.
func (r *renaming) key(ctx app.Context, e app.Event) {
	if e.Get("isComposing").Bool() {
		return
	}
	switch e.Get("key").String() {
	case "Enter":
		e.PreventDefault()
		r.rename(ctx, e)
	case "Escape":
		e.PreventDefault()
		r.kit.Send(RenameCancelled{})
	}
}

// RemoveLessonButton returns the button that removes a lesson from a file.
func (v *View) RemoveLessonButton(c page.LessonCard) app.HTMLButton {
	return v.EngineButton(v.T("own-remove"), DeletePressed{ID: c.Slug}).Class("quiet").Attr("aria-label", v.T("own-remove-of", c.Title))
}

// called returns a sandbox's title, see [DisplayTitle].
func (v *View) called(title string) string { return DisplayTitle(&v.Kit, title) }

// DisplayTitle returns a sandbox's title as it is shown. A sandbox without a title has a default one.
func DisplayTitle(k *ui.Kit, title string) string {
	if strings.TrimSpace(title) == "" {
		return k.T("sandbox")
	}
	return i18n.MakeShortPrintable(title)
}
