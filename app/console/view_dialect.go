package console

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/dialect"
	"tabletop/app/ui"
	"tabletop/engine"
)

// dialectName returns the name of a dialect, as its radio has it.
func dialectName(k *ui.Kit, d engine.Dialect) string {
	return k.T("dialect-" + dialect.Of(d).Name)
}

// dialects chooses the console's language.
func (p *bar) dialects() app.UI {
	radios := []app.UI{}
	for _, d := range []engine.Dialect{engine.CBT, engine.HBase} {
		name := dialect.Of(d).Name
		radios = append(radios, app.Label().Body(
			p.Radio("dialect", name, p.Dialect == d, DialectPicked{Dialect: d}).ID("dialect-"+name),
			app.Text(dialectName(&p.Kit, d)),
		))
	}
	return app.Div().Class("dialect").Role("radiogroup").Attr("aria-label", p.T("dialect")).Body(radios...)
}
