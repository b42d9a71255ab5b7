package view

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/model"
	"tabletop/engine/base"
	"tabletop/engine/console/cbt"
)

// terms are the glossary's entries, in the order they are read.
var terms = []string{
	"table", "row-key", "family", "qualifier", "cell", "version", "scan", "prefix", "filter", "tablet", "node", "hotspot",
	"denormalise", "gc",
}

// limits are what the data model refuses or advises against.
var limits = []struct {
	key   string
	value int64
	bytes bool
}{
	{"row-key", base.MaxRowKey, true},
	{"qualifier", base.MaxQualifier, true},
	{"cell-advice", base.WarnCell, true},
	{"cell", base.MaxCell, true},
	{"row-advice", base.WarnRow, true},
	{"row", base.MaxRow, true},
	{"family-name", base.MaxFamilyName, false},
	{"families", base.WarnFamilies, false},
	{"tables", base.MaxTables, false},
	{"mutations", base.MaxMutations, false},
	{"filter", base.MaxFilter, true},
}

// reference draws commands, limits and terms.
func (p *page) reference() app.UI {
	return app.Main().ID(model.ElementMain).Class("sheet").TabIndex(-1).Body(
		app.H1().Text(p.t("reference")),
		app.P().Class("lead").Text(p.t("reference-text")),
		app.Nav().Class("contents").Attr("aria-label", p.t("contents")).Body(
			app.A().Href("#commands").Text(p.t("commands")),
			app.A().Href("#limits").Text(p.t("limits")),
			app.A().Href("#terms").Text(p.t("terms")),
		),
		app.Div().Class("reference").Body(p.commands(), p.limits(), p.terms()),
	)
}

func (p *page) commands() app.UI {
	items := []app.UI{}
	for _, c := range cbt.Commands() {
		items = append(items, app.Div().Body(
			app.Dt().ID("command-"+c.Name).Body(app.Code().Text(c.Name)),
			app.Dd().Body(
				app.P().Text(i18n.Sentence(p.st.Lang, base.Code(c.Help))),
				app.P().Class("usage").Body(app.Code().Text(c.Usage())),
			),
		))
	}
	return app.Section().Body(app.H2().ID("commands").Text(p.t("commands")), app.Dl().Body(items...))
}

func (p *page) limits() app.UI {
	items := []app.UI{}
	for _, l := range limits {
		value := p.n(l.value)
		if l.bytes {
			value = p.bytes(l.value)
		}
		items = append(items, app.Div().Body(
			app.Dt().Text(value),
			app.Dd().Body(app.P().Text(p.t("limit-"+l.key))),
		))
	}
	return app.Section().Body(app.H2().ID("limits").Text(p.t("limits")), app.Dl().Body(items...))
}

func (p *page) terms() app.UI {
	items := []app.UI{}
	for i, t := range terms {
		items = append(items, app.Div().Body(
			app.Dt().ID("term-"+strconv.Itoa(i+1)).Text(p.t("term-"+t)),
			app.Dd().Body(app.P().Text(p.t("term-"+t+"-text"))),
		))
	}
	return app.Section().Body(app.H2().ID("terms").Text(p.t("terms")), app.Dl().Body(items...))
}
