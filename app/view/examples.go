package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/model"
	"tabletop/app/ui"
	"tabletop/engine/base"
	"tabletop/engine/rowkey"
	"tabletop/lessons/examples"
)

// examples is a gallery of what a new sandbox can begin with.
func (p *drawing) examples() app.UI {
	cards := []app.UI{}
	for _, e := range examples.All() {
		title := p.t("example-" + e.ID)
		made := p.free(title, func(n int64) string { return title + " " + p.n(n) })
		colours := ui.Palette{}
		if t, err := rowkey.Parse(e.Template); err == nil && e.Template != "" {
			colours = ui.Palette{Template: t, Fields: t.Fields()}
		}
		cards = append(cards, app.Li().Class("starter").Body(
			p.work(title, model.ExamplePressed{Example: e.ID, Title: made}).Class("quiet").Attr("aria-label", p.t("example-label", title)),
			app.P().Text(p.t("example-"+e.ID+"-text")),
			app.Raw(`<span class="example-key">`+colours.KeyHTML(base.RowKey(e.Key))+`</span>`),
		))
	}
	return app.Section().Class("shelf-part").Attr("aria-labelledby", "examples-title").Body(
		app.H2().ID("examples-title").Text(p.t("examples")),
		app.P().Class("label").Text(p.t("examples-text")),
		app.Ul().Class("examples").Attr("aria-labelledby", "examples-title").Body(cards...),
	)
}
