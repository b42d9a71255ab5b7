package view

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/files"
	"tabletop/app/i18n"
	"tabletop/app/model"
	"tabletop/app/shelf"
	"tabletop/app/ui"
)

// linkDialog draws the dialog of a link that was opened, or that is shared.
func (p *drawing) linkDialog() app.UI {
	return &linkModal{
		Menu: p.st.Menu, Link: p.st.Link, Share: p.st.Share, Idle: p.idle(), Designed: p.st.Work.Designed(),
		get: p.get, to: p.to,
	}
}

// linkModal is that dialog. It is drawn again when what it shows has changed.
type linkModal struct {
	app.Compo
	Menu     model.Menu
	Link     *model.Link
	Share    *model.Share
	Idle     bool
	Designed bool
	get      func() model.State
	to       *ui.Outlet
}

// OnMount opens the dialog.
func (m *linkModal) OnMount(ctx app.Context) { ctx.JSSrc().Call("showModal") }

// Render draws the dialog.
func (m *linkModal) Render() app.UI {
	st := m.get()
	p := &drawing{st: &st, get: m.get, to: m.to, live: true}
	var title string
	var body, acts []app.UI
	if m.Menu == model.MenuLink {
		title, body, acts = p.opened(m.Link)
	} else {
		title, body, acts = p.sharing(m.Share, m.Designed)
	}
	return app.Dialog().ID(model.ElementDialog).Class("ask", "linked").Attr("aria-labelledby", "dialog-title").
		On("cancel", m.cancel).Body(
		app.H2().ID("dialog-title").Text(title),
		app.Div().Class("linked-body").Body(body...),
		app.Div().Class("row").Body(acts...),
	)
}

func (m *linkModal) cancel(_ app.Context, e app.Event) {
	e.PreventDefault()
	m.to.Send(model.MenuClosed{})
}

// opened draws what a link holds, or why it is not opened.
func (p *drawing) opened(l *model.Link) (title string, body, acts []app.UI) {
	if l.Err != nil {
		body = []app.UI{app.P().Role("alert").Text(i18n.Error(p.st.Lang, l.Err))}
		return p.t("link-bad-title"), body, []app.UI{p.button(p.t("close"), model.MenuClosed{})}
	}
	key := "link-title"
	if l.Holds.Experiment {
		key = "link-experiment"
	}
	body = []app.UI{
		app.P().Text(p.t("link-text")), p.holding(l.Holds),
		app.P().Class("field-error").Role("alert").Text(i18n.Error(p.st.Lang, l.Refused)),
	}
	keep := p.work(p.t("link-keep"), model.LinkKept{})
	if l.Waits() {
		keep = p.resting(p.t("link-keep"))
	}
	acts = []app.UI{p.button(p.t("link-leave"), model.MenuClosed{}).AutoFocus(true), keep.Class("primary")}
	return p.t(key, l.Holds.Title), body, acts
}

// sharing draws a link to the open sandbox.
func (p *drawing) sharing(s *model.Share, designed bool) (title string, body, acts []app.UI) {
	body = []app.UI{
		app.P().Text(p.t("share-text")), app.Div().Body(p.shareKinds(s, designed)), app.Div().Body(p.shareLink(s)),
		app.P().ID("share-status").Class("share-status").Role("status").Text(p.shareStatus(s)), app.Div().Body(p.shareHolds(s)),
	}
	acts = []app.UI{p.button(p.t("close"), model.MenuClosed{})}
	switch {
	case s.Link != "":
		acts = append(acts, p.button(p.t("share-copy"), model.CopyPressed{}).Class("primary"))
	case !s.Waits():
		acts = append(acts, p.work(p.t("share-file"), files.ExportPressed{ID: p.st.Work.ID}).Class("primary"))
	}
	return p.t("share-title", shelf.Called(p.kit(), p.st.Work.Title)), body, acts
}

// shareKinds chooses what is shared, where there is a choice.
func (p *drawing) shareKinds(s *model.Share, designed bool) app.UI {
	if !designed {
		return nil
	}
	kind := func(id, key string, experiment bool) app.UI {
		h, scope := p.press(model.SharePressed{Experiment: experiment})
		return app.Label().Body(
			app.Input().Type("radio").Name("share-what").Value(id).ID("share-"+id).Checked(s.Experiment == experiment).OnChange(h, scope),
			app.Span().Text(p.t(key)),
		)
	}
	return app.Div().Class("share-kinds").Role("radiogroup").Attr("aria-label", p.t("share-what")).Body(
		kind("sandbox", "share-sandbox", false), kind("experiment", "share-experiment", true),
	)
}

// shareLink draws the link and what it holds, if there is one.
func (p *drawing) shareLink(s *model.Share) app.UI {
	if s.Link == "" {
		return nil
	}
	return app.Input().Type("text").ID(model.ElementLink).ReadOnly(true).Attr("aria-label", p.t("share-link")).
		Attr("aria-describedby", "share-status").Attr("spellcheck", "false").Value(s.Link)
}

func (p *drawing) shareHolds(s *model.Share) app.UI {
	if s.Link == "" {
		return nil
	}
	return p.holding(s.Holds)
}

// shareStatus says how long the link is, or why there is none, and what came of
// copying it.
func (p *drawing) shareStatus(s *model.Share) string {
	size, limit := strconv.Itoa(s.Size), strconv.Itoa(model.LinkLimit)
	switch {
	case s.Waits():
		return p.t("share-waits")
	case s.Err != nil:
		return i18n.Error(p.st.Lang, s.Err)
	case s.Link == "":
		return p.t("share-too-large", size, limit)
	}
	text := p.t("share-size", size, limit)
	if s.Shortened {
		text += " " + p.t("share-shortened")
	}
	switch s.Copied {
	case model.CopiedDone:
		text += " " + p.t("share-copied")
	case model.CopiedRefused:
		text += " " + p.t("share-refused")
	}
	return text
}

// holding lists what a link holds.
func (p *drawing) holding(h model.Holding) app.UI {
	tables := []app.UI{}
	for _, t := range h.Tables {
		tables = append(tables, app.Li().Body(app.Code().Text(i18n.Short(t.Name)), app.Text(" "), app.Span().Class("label").Text(p.heldTable(t))))
	}
	if h.MoreTables > 0 {
		tables = append(tables, app.Li().Class("label").Text(p.count("held-more-tables", int64(h.MoreTables))))
	}
	list := app.UI(app.P().Class("label").Text(p.t("held-no-table")))
	if len(tables) > 0 {
		list = app.Ul().Class("held-tables").Attr("aria-label", p.t("held-tables")).Body(tables...)
	}
	items := []app.UI{}
	for _, i := range h.Items {
		items = append(items, app.Li().Body(p.heldItem(i)))
	}
	title := p.count("held-changes", int64(len(h.Items)+h.MoreItems))
	more := app.P().Class("label").Hidden(true)
	if h.MoreItems > 0 {
		more = app.P().Class("label").Text(p.count("held-more", int64(h.MoreItems)))
	}
	return app.Div().Class("held").Body(
		app.H3().Text(p.t("held-tables")),
		list,
		app.H3().Text(title),
		app.Div().ID(model.ElementChanges).Class("held-items").TabIndex(0).Role("region").Attr("aria-label", title).Body(app.Ol().Body(items...), more),
	)
}

// heldTable says how a table comes about.
func (p *drawing) heldTable(t model.HeldTable) string {
	records, given := strconv.FormatInt(t.Records, 10), strconv.FormatInt(t.Given, 10)
	switch {
	case t.Template == "":
		return p.t("held-commands")
	case t.Given == t.Records:
		return p.t("held-given", records, t.Template)
	case t.Given == 0:
		return p.t("held-recipe", records, t.Template)
	}
	return p.t("held-both", records, t.Template, given)
}

func (p *drawing) heldItem(i model.HeldItem) app.UI {
	switch {
	case i.Note != nil:
		return app.Span().Text(p.kit().What(*i.Note))
	case i.Code != "":
		return app.Span().Text(p.t(i.Code, i.Args...))
	}
	return app.Code().Text(i18n.Short(i.Command))
}
