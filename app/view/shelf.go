package view

import (
	"slices"
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/host"
	"tabletop/app/i18n"
	"tabletop/app/model"
	"tabletop/app/ui"
)

// shelf lists the reader's sandboxes.
func (p *drawing) shelf() app.UI {
	s := p.st.Shelf
	switch {
	case s == nil && p.st.Storage.Shut() != nil:
		return app.P().Class("label").Text(i18n.Error(p.st.Lang, p.st.Storage.Shut()))
	case s == nil:
		return app.P().Class("label").Text(p.t("shelf-reading"))
	case len(s.Sandboxes) == 0:
		return app.Div().Class("empty").Body(app.B().Text(p.t("shelf-empty")), app.P().Text(p.t("shelf-empty-text")))
	}
	items := []app.UI{}
	for _, s := range p.st.Sandboxes() {
		items = append(items, p.shelved(s))
	}
	none := ""
	if len(items) == 0 {
		none = p.t("shelf-none", p.st.Manager.Query)
	}
	return app.Section().Class("shelf-part").Attr("aria-labelledby", "shelf-title").Body(
		app.Div().Class("shelf-head").Body(
			app.H2().ID("shelf-title").Text(p.t("your-sandboxes")),
			app.Div().Class("shelf-tools").Body(p.shelfTools()...),
		),
		app.Ul().Class("shelf").Attr("aria-labelledby", "shelf-title").Body(items...),
		app.P().Class("label").Text(none),
	)
}

// shelfTools search and sort the list, where there is anything to.
func (p *drawing) shelfTools() []app.UI {
	all, query := len(p.st.Shelf.Sandboxes), p.st.Manager.Query
	if all < 2 && query == "" {
		return nil
	}
	found := ""
	if query != "" {
		found = p.t("shelf-found", p.n(int64(len(p.st.Sandboxes()))), p.n(int64(all)))
	}
	options := []app.UI{}
	for i, name := range model.Orders {
		options = append(options, app.Option().Value(name).Selected(model.Order(i) == p.st.Manager.Order).Text(p.t("order-"+name)))
	}
	return []app.UI{
		app.Input().Type("search").ID("shelf-search").Attr("aria-label", p.t("shelf-search")).Placeholder(p.t("shelf-hint")).
			AutoComplete(false).Attr("spellcheck", "false").OnInput(p.shelfTyped),
		app.Label().For("shelf-order").Text(p.t("order")),
		app.Select().ID("shelf-order").Body(options...).OnChange(p.orderPicked),
		app.Span().Class("label").Text(found),
	}
}

func (p *drawing) shelfTyped(ctx app.Context, _ app.Event) {
	p.send(model.ShelfTyped{Text: ctx.JSSrc().Get("value").String()})
}

func (p *drawing) orderPicked(ctx app.Context, _ app.Event) {
	p.send(model.OrderPicked{Order: model.ParseOrder(ctx.JSSrc().Get("value").String())})
}

// shelved is one sandbox of the list.
func (p *drawing) shelved(s host.Shelved) app.UI {
	title := p.called(s.Title)
	act := func(key, label string, msg model.Msg) app.HTMLButton {
		return p.work(p.t(key), msg).Class("quiet").Attr("aria-label", p.t(label, title))
	}
	name := app.UI(app.A().ID(model.ShelfElement(s.ID)).Href(p.link("/sandboxes/" + s.ID + "/")).Text(title))
	if p.live && p.st.Manager.Renaming == s.ID {
		name = &renaming{ID: s.ID, Title: s.Title, get: p.get, to: p.to}
	}
	return app.Li().Body(
		app.Div().Class("shelf-name").Body(name),
		app.Span().Class("label").Body(
			p.edited(s.Changed, s.Created),
			app.Text(" · "+p.contents(s)+" · "+p.bytes(s.Bytes)),
		),
		app.Div().Class("row").Body(
			act("rename", "rename-label-of", model.RenameBegun{ID: s.ID}).ID(model.RenameElement(s.ID)),
			act("duplicate", "duplicate-label-of", model.DuplicatePressed{ID: s.ID, Title: p.copyTitle(s.Title)}),
			act("export", "export-label-of", model.MenuOpened{Menu: model.MenuExport, ID: s.ID}),
			act("delete", "delete-label-of", model.MenuOpened{Menu: model.MenuDelete, ID: s.ID}),
		),
	)
}

// contents says what a sandbox holds.
func (p *drawing) contents(s host.Shelved) string {
	switch {
	case s.Tables < 0:
		return p.count("changes", s.Entries)
	case s.Tables == 0:
		return p.t("holds-nothing")
	}
	return p.t("holds-tables", strconv.FormatInt(s.Tables, 10), strconv.FormatInt(s.Rows, 10))
}

// exactTime is how a moment is written in full.
const exactTime = "2 January 2006, 15:04"

// edited says how long ago something was changed, in full when pointed at.
func (p *drawing) edited(changed, made int64) app.UI {
	at := time.UnixMicro(changed)
	exact := at.Format(exactTime)
	if made > 0 {
		exact = p.t("exact-edited", exact, time.UnixMicro(made).Format(exactTime))
	}
	return app.Time().DateTime(at.UTC().Format(time.RFC3339)).Title(exact).Text(p.t("edited", p.ago(changed)))
}

// ago returns how long before the list was read something was.
func (p *drawing) ago(at int64) string {
	switch d := time.Duration(p.st.Shelf.Now-at) * time.Microsecond; {
	case d < time.Minute:
		return p.t("ago-now")
	case d < time.Hour:
		return p.count("ago-minutes", int64(d/time.Minute))
	case d < 24*time.Hour:
		return p.count("ago-hours", int64(d/time.Hour))
	case d < 30*24*time.Hour:
		return p.count("ago-days", int64(d/(24*time.Hour)))
	}
	return time.UnixMicro(at).Format("2 January 2006")
}

// deleted lists what can be brought back, the last one first.
func (p *drawing) deleted() app.UI {
	if len(p.st.Manager.Deleted) == 0 {
		return nil
	}
	items := []app.UI{}
	for _, d := range slices.Backward(p.st.Manager.Deleted) {
		title := p.called(d.Title)
		text := title
		if d.Lesson {
			text = p.t("deleted-begun", title)
		}
		items = append(items, app.Li().Body(
			app.Span().Text(text),
			p.work(p.t("bring-back"), model.UndeletePressed{ID: d.ID}).Class("quiet").Attr("aria-label", p.t("bring-back-of", title)),
		))
	}
	return app.Section().Class("shelf-part").Attr("aria-labelledby", "deleted-title").Body(
		app.H2().ID("deleted-title").Text(p.t("deleted")),
		app.P().Class("label").Text(p.t("deleted-text")),
		app.Ul().Class("shelf gone").Attr("aria-labelledby", "deleted-title").Body(items...),
	)
}

// begun lists the lessons that the reader has begun.
func (p *drawing) begun() app.UI {
	if p.st.Shelf == nil || len(p.st.Shelf.Lessons) == 0 {
		return nil
	}
	items := []app.UI{}
	for _, m := range p.st.Shelf.Lessons {
		card := model.Card{Slug: m.Slug, Title: m.Slug}
		for _, c := range p.st.Catalog {
			if c.Slug == m.Slug {
				card = c
			}
		}
		state := p.t("done")
		if !m.Done {
			state = p.t("at-step", p.n(int64(m.Step+1)), p.n(int64(len(card.Steps))))
		}
		path := p.link("/lessons/" + m.Slug + "/")
		again := p.work(p.t("begin-again"), model.MenuOpened{Menu: model.MenuBegin, ID: m.Slug}).Class("quiet").Attr("aria-label", p.t("begin-label-of", card.Title))
		if m.Own != nil {
			again = p.removal(card)
		}
		items = append(items, app.Li().Body(
			app.Div().Class("shelf-name").Body(app.A().ID(model.ShelfElement(m.Slug)).Href(path).Text(card.Title)),
			app.Span().Class("label").Body(p.edited(m.Changed, 0), app.Text(" · "+state+" · "+p.bytes(m.Bytes))),
			app.Div().Class("row").Body(
				app.A().Class("button quiet").Href(path).Attr("aria-label", p.t("go-on-label-of", card.Title)).Text(p.t("go-on")),
				again,
				p.work(p.t("export"), model.MenuOpened{Menu: model.MenuExport, ID: m.Slug}).Class("quiet").Attr("aria-label", p.t("export-label-of", card.Title)),
			),
		))
	}
	return app.Section().Class("shelf-part").Attr("aria-labelledby", "begun-title").Body(
		app.H2().ID("begun-title").Text(p.t("lessons-begun")),
		app.Ul().Class("shelf").Attr("aria-labelledby", "begun-title").Body(items...),
	)
}

// copyTitle returns a title for a copy that no sandbox has.
func (p *drawing) copyTitle(title string) string {
	return p.free(p.t("copy-of", title), func(n int64) string { return p.t("copy-n", title, p.n(n)) })
}

// free returns first, or else the first numbered title, from 2 on, that no sandbox
// has.
func (p *drawing) free(first string, numbered func(int64) string) string {
	title := first
	for n := int64(2); p.taken(title); n++ {
		title = numbered(n)
	}
	return title
}

func (p *drawing) taken(title string) bool {
	return p.st.Shelf != nil && slices.ContainsFunc(p.st.Shelf.Sandboxes, func(s host.Shelved) bool { return s.Title == title })
}

// renaming is a sandbox's title while it is a field.
type renaming struct {
	app.Compo
	ID, Title string
	get       func() model.State
	to        *ui.Outlet
}

// OnMount puts the title into the field.
func (r *renaming) OnMount(app.Context) {
	field := app.Window().GetElementByID(model.ElementRename)
	field.Set("value", r.Title)
	field.Call("focus")
	field.Call("select")
}

// Render draws the field.
func (r *renaming) Render() app.UI {
	st := r.get()
	p := &drawing{st: &st, get: r.get, to: r.to, live: true}
	return app.Div().Class("renaming").Body(
		app.Input().Type("text").ID(model.ElementRename).Attr("aria-label", p.t("rename-label")).
			MaxLength(80).AutoComplete(false).OnKeyDown(r.key),
		app.Button().Type("button").Class("primary").Text(p.t("rename-do")).OnClick(r.rename),
		p.button(p.t("cancel"), model.RenameLeft{}),
	)
}

func (r *renaming) rename(app.Context, app.Event) {
	r.to.Send(model.RenamePressed{ID: r.ID, Title: app.Window().GetElementByID(model.ElementRename).Get("value").String()})
}

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
		r.to.Send(model.RenameLeft{})
	}
}
