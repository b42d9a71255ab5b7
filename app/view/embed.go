package view

import (
	"net/url"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/page"
	"tabletop/lessons"
)

// embedHead is the header of a page that is a part of another's: it says that nothing is
// kept, and leads to all of it.
func (p *drawing) embedHead() app.UI {
	return app.Header().Class("embed-head").Body(
		app.Span().Class("brand").Body(app.Raw(mark), app.Text(p.t("name"))),
		app.Span().Class("label").Text(p.t("embed-kept")),
		app.A().Class("open-full").Href(p.inFull()).Text(p.t("embed-open")),
	)
}

// kept returns a sentence that says where something is kept, or of an embedded page the
// one that says it is not.
func (p *drawing) kept(key string) string {
	if p.st.Embed {
		key += "-embed"
	}
	return p.t(key)
}

// missingEmbedded is shown where an embedded page has not what its address names: it sees
// nothing of what the browser keeps, which the whole page does.
func (p *drawing) missingEmbedded() app.UI {
	kind := "sandboxes"
	if lessons.Own(p.st.Route.ID) {
		kind = "lessons"
	}
	full := p.st.Site + p.st.Folder + "/" + kind + "/open/?id=" + url.QueryEscape(p.st.Route.ID)
	return p.nothing(p.t("missing-embed-title"), p.t("missing-embed-text"), app.A().Class("button primary").Href(full).Text(p.t("embed-open")))
}

// inFull returns the address under which what is shown opens in full.
func (p *drawing) inFull() string {
	switch p.st.Route.Screen {
	case page.ScreenSandbox, page.ScreenSandboxes:
		return p.share().InFull()
	}
	q := url.Values{}
	for name, value := range p.st.Shown().Parameters() {
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

// arriving stands for what a link in the address holds until that is there.
func (p *drawing) arriving() app.UI {
	return app.Main().ID(page.ElementMain).Class("sheet").TabIndex(-1).Body(app.P().Class("label").Role("status").Text(p.t("running-open")))
}
