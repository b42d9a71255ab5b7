package console

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/console/dialects"
)

// dialectName returns the name of a dialect in the reader's language.
func dialectName(k *ui.Kit, d engine.Dialect) string {
	return k.T("dialect-" + dialects.ByID(d).Name)
}

// dialects draws the radio buttons that choose the dialect.
func (p *bar) dialects() app.UI {
	radios := []app.UI{}
	for _, d := range dialects.All() {
		radios = append(radios, app.Label().Body(
			p.RadioButton("dialect", d.Name, p.Dialect == d.ID, DialectPicked{Dialect: d.ID}).ID("dialect-"+d.Name),
			app.Text(dialectName(&p.Kit, d.ID)),
		))
	}
	return app.Div().Class("dialect").Role("radiogroup").Attr("aria-label", p.T("dialect")).Body(radios...)
}
