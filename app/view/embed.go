package view

import (
	"net/url"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/page"
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
