package view

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/model"
	"tabletop/app/page"
	"tabletop/app/reference"
	"tabletop/app/ui"
)

// reference draws the page with the reference.
func (p *drawing) reference() app.UI {
	m := &manual{Lang: p.st.Lang, Base: p.st.Base + p.st.Folder, Catalog: p.st.Catalog, Search: p.st.Search, to: p.to, live: p.live}
	if !p.live {
		return m.Render()
	}
	return m
}

// manual is the component of the reference. It makes its entries once; a search only hides
// some.
type manual struct {
	app.Compo
	Lang, Base string
	Catalog    []page.LessonCard
	Search     string
	to         *ui.MsgSender
	live       bool
	entries    []reference.Entry
	told       string // language of entries
}

func (m *manual) t(key string, args ...string) string { return i18n.PageText(m.Lang, key, args...) }

// Render draws the page: the search, the table of contents, and the entries by section.
func (m *manual) Render() app.UI {
	if m.told != m.Lang {
		m.entries, m.told = reference.Entries(m.Lang), m.Lang
	}
	// Entries that do not match are hidden and not left out, so that the document stays the
	// same.
	links, parts, found := []app.UI{}, []app.UI{}, 0
	for _, s := range reference.Sections() {
		title := m.t("section-" + s.String())
		items, shown := []app.UI{}, false
		for _, e := range m.entries {
			if e.Section != s {
				continue
			}
			has := e.MatchesSearch(m.Search)
			if has {
				shown, found = true, found+1
			}
			items = append(items, m.entry(e).Hidden(!has))
		}
		links = append(links, app.A().Href("#"+s.String()).Text(title).Hidden(!shown))
		parts = append(parts, app.Section().Hidden(!shown).Body(app.H2().ID(s.String()).Text(title), app.Dl().Body(items...)))
	}
	count := m.t("search-found", strconv.Itoa(found))
	if found == 0 {
		count = m.t("search-none")
	}
	field := app.Input().Type("search").ID("reference-search").Attr("aria-label", m.t("search")).Placeholder(m.t("search")).
		Attr("autocomplete", "off").Attr("spellcheck", "false")
	if m.live {
		field = field.OnInput(m.typed)
	}
	return app.Main().ID(page.ElementMain).Class("sheet").TabIndex(-1).Body(
		app.H1().Text(m.t("reference")),
		app.P().Class("lead").Text(m.t("reference-text")),
		app.Div().Class("search").Role("search").Body(field, app.Span().Class("label").Role("status").Text(count)),
		app.Nav().Class("contents").Attr("aria-label", m.t("contents")).Body(links...),
		app.Div().Class("reference").Body(parts...),
	)
}

func (m *manual) typed(ctx app.Context, _ app.Event) {
	m.to.Send(model.ReferenceSearchTyped{Text: ctx.JSSrc().Get("value").String()})
}

// entry draws an entry of the reference as a term and its description.
func (m *manual) entry(e reference.Entry) app.HTMLDiv {
	name := app.UI(app.Code().Text(e.Name))
	if e.Section == reference.SectionTerms || e.Section == reference.SectionLimits {
		name = app.Text(e.Name)
	}
	// The syntax of SQL stands beside the term, and below it what takes its place here.
	term, body := []app.UI{name}, []app.UI{app.P().Text(e.Text)}
	if usage := app.P().Class("usage").Body(app.Code().Text(e.Usage)); e.Equivalent != "" {
		term = append(term, usage)
		body = append(body, app.P().Class("usage").Body(app.Code().Text(e.Equivalent)))
	} else if e.Usage != "" {
		body = append(body, usage)
	}
	if e.Comparison != "" {
		match := []app.UI{app.Text(e.Comparison)}
		if e.BigtableFilter != "" {
			match = append(match, app.Text(" "), app.Code().Text(e.BigtableFilter))
		}
		body = append(body, app.P().Class("match").Body(match...))
	}
	if len(e.Parts) > 0 {
		parts := []app.UI{}
		for _, p := range e.Parts {
			parts = append(parts, app.Li().Body(app.Code().Text(p.Name), app.Text(" "+p.Text)))
		}
		body = append(body, app.Details().Body(
			app.Summary().Attr("aria-label", m.t("arguments")+": "+e.Name).Text(m.t("arguments")), app.Ul().Body(parts...)))
	}
	if uses := m.lessons(e.ID); len(uses) > 0 {
		body = append(body, app.P().Class("uses").Body(uses...))
	}
	return app.Div().ID(e.ID).Body(app.Dt().Body(term...), app.Dd().Body(body...))
}

// lessons returns links to the lessons that work with an entry.
func (m *manual) lessons(id string) []app.UI {
	var links []app.UI
	for _, c := range m.Catalog {
		if slices.Contains(c.Uses, id) {
			links = append(links, app.Text(" "), app.A().Href(m.Base+"/lessons/"+c.Slug+"/").Text(c.Title))
		}
	}
	if len(links) == 0 {
		return nil
	}
	return append([]app.UI{ui.Label(m.t("in-lessons"))}, links...)
}

// lookUp draws links from a lesson to the reference's entries that it works with.
func (p *drawing) lookUp() app.UI {
	i := slices.IndexFunc(p.st.Catalog, func(c page.LessonCard) bool { return c.Slug == p.st.Lesson.Lesson.Slug })
	if i < 0 || len(p.st.Catalog[i].Uses) == 0 {
		return app.Div()
	}
	links := []app.UI{app.B().Text(p.t("look-up"))}
	for _, id := range p.st.Catalog[i].Uses {
		link := app.A().Href(p.link("/reference/") + "#" + id)
		if key, ok := strings.CutPrefix(id, "term-"); ok {
			links = append(links, link.Text(p.t("term-"+key)))
			continue
		}
		_, name, _ := strings.Cut(id, "-")
		links = append(links, link.Body(app.Code().Text(strings.ReplaceAll(name, "-", " "))))
	}
	return app.Nav().Class("look-up").Attr("aria-label", p.t("look-up")).Body(links...)
}
