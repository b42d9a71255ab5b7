package view

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/model"
	"tabletop/app/page"
)

// storage draws how much room the browser lends, whether it keeps what is stored, and the
// button that deletes everything.
func (p *drawing) storage() app.UI {
	s := p.st.Storage
	room, part := p.t("storage-unknown"), 0.0
	if s.Measured {
		room = p.t("storage-used", strconv.FormatInt(s.Used, 10), strconv.FormatInt(s.Quota, 10))
		part = min(float64(s.Used)/float64(max(s.Quota, 1)), 1)
	}
	promise := map[model.StoragePersistence]string{
		model.PersistenceGranted: p.t("promise-given"), model.PersistenceNone: p.t("promise-none"), model.PersistenceUnknown: p.t("promise-unknown"),
	}[s.Persistence]
	return app.Section().Class("shelf-part storage").Attr("aria-labelledby", "storage-title").Body(
		app.H2().ID("storage-title").Text(p.t("storage")),
		app.Div().Class("gauge").Aria("hidden", "true").Body(
			app.Span().Style("width", strconv.FormatFloat(100*part, 'f', 2, 64)+"%"),
		),
		app.P().Text(room+" "+promise),
		app.Div().Body(p.clearing()),
	)
}

// clearing draws the button that deletes everything, nil if there is nothing.
func (p *drawing) clearing() app.UI {
	if s := p.st.WorkspaceList; s == nil || len(s.Sandboxes)+len(s.Lessons)+len(s.Deleted) == 0 {
		return nil
	}
	return p.work(p.t("clear-open"), page.OpenDialog{Dialog: page.DialogDeleteAll}).Class("danger")
}
