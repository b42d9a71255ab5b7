package view

import (
	"net/url"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/page"
	"tabletop/lessons"
)

// embedHead draws the header of an embedded page: it says that nothing is stored, and has a
// link to the full page.
func (p *drawing) embedHead() app.UI {
	return app.Header().Class("embed-head").Body(
		app.Span().Class("brand").Body(app.Raw(mark), app.Text(p.t("name"))),
		app.Span().Class("label").Text(p.t("embed-kept")),
		app.A().Class("open-full").Href(p.inFull()).Text(p.t("embed-open")),
	)
}

// kept returns the sentence of a key about where something is stored. In an embedded page it is
// the sentence that says that nothing is.
func (p *drawing) kept(key string) string {
	if p.st.Embed {
		key += "-embed"
	}
	return p.t(key)
}

// missingEmbedded draws an embedded page whose workspace does not exist. An embedded page
// cannot see what the browser stores for the full page, so it links there.
func (p *drawing) missingEmbedded() app.UI {
	kind := "sandboxes"
	if lessons.IsSlugFromFile(p.st.Route.ID) {
		kind = "lessons"
	}
	full := p.st.Site + p.st.Folder + "/" + kind + "/open/?id=" + url.QueryEscape(p.st.Route.ID)
	return p.nothing(p.t("missing-embed-title"), p.t("missing-embed-text"), app.A().Class("button primary").Href(full).Text(p.t("embed-open")))
}

// inFull returns the address of the full page that shows the same.
func (p *drawing) inFull() string {
	switch p.st.Route.Screen {
	case page.ScreenSandbox, page.ScreenSandboxes:
		return p.share().FullPageURL()
	}
	q := url.Values{}
	for name, value := range p.st.AddressPlace().Parameters() {
		if value != "" {
			q.Set(name, value)
		}
	}
	at := p.st.Site + p.st.Folder + p.st.Route.Path()
	if len(q) > 0 {
		at += "?" + q.Encode()
	}
	return at
}

// arriving draws the page while the link in its address is being opened.
func (p *drawing) arriving() app.UI {
	return app.Main().ID(page.ElementMain).Class("sheet").TabIndex(-1).Body(app.P().Class("label").Role("status").Text(p.t("running-open")))
}
