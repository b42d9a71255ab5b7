package builder

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/form"
	"tabletop/app/ui"
	"tabletop/engine/hbase/hfilter"
)

// filters draws the tree of filters, or in a dialect without one the field for its
// expression.
func (v *View) filters() app.UI {
	t, s := v.T, &v.scan
	switch {
	case s.has(partExpr):
		return ui.KeyedElement("no-filters", v.section("filters", v.control(field{Part: partExpr}, form.KindLine, string(partExpr)),
			app.P().Class("hint").Body(app.Text(t("build-filters-cbt")+" "), v.Button(t("build-filters-turn"), FilterDialectPressed{}).Class("quiet"))))
	case !s.has(partFilter):
		return ui.KeyedElement("no-filters", app.Div())
	}
	tree := app.UI(app.P().Class("hint").Text(t("build-filters-none")))
	if s.Filter != nil {
		tree = app.Ul().Class("builder-tree").Attr("aria-label", t("builder-filters")).Body(v.block(s.Filter, "", 0, 1))
	}
	return ui.KeyedElement("filters", app.Elem("section").Class("builder-part").Attr("aria-labelledby", "builder-title-filters").Body(
		v.heading("filters", app.Span()),
		app.Div().Body(tree),
		v.adder("", elementAddFilter, t("build-filter-add"), ""),
		v.refused(field{Part: partFilter}),
	))
}

// adder draws a selection of filters with a button that adds one at a path. There is a
// button for each of joins, see filterAdded.
func (v *View) adder(path, id, label string, joins ...string) app.UI {
	choice := id + "-name"
	options := []app.UI{}
	for _, usage := range hfilter.FilterSignatures() {
		name, _, _ := strings.Cut(usage, "(")
		options = append(options, app.Option().Value(name).Text(name).Title(v.T("hfilter-"+strings.ToLower(name))))
	}
	row := []app.UI{app.Select().ID(choice).Attr("aria-label", v.T("build-filter-name")+v.at(path)).Body(options...)}
	for i, join := range joins {
		text, button := label, id
		if join != "" {
			text = v.T("build-join-" + join)
		}
		if i > 0 {
			button += "-" + join
		}
		row = append(row, app.Button().Type("button").ID(button).Text(text).Attr("aria-label", text+v.at(path)).OnClick(func(app.Context, app.Event) {
			v.Send(filterAdded{Path: path, Name: fieldText(choice), Join: join})
		}, path, join))
	}
	return app.Div().Class("row builder-add").Body(row...)
}

// at returns the words that name the filter at a path in an accessible name, "" for the
// root.
func (v *View) at(path string) string {
	if path == "" {
		return ""
	}
	return " " + v.T("build-filter-at", path)
}

// block draws one filter and its children. It is child i, counted from 0, of n.
func (v *View) block(f hfilter.Filter, path string, i, n int) app.UI {
	t := v.T
	do := func(do filterDo, text string) app.HTMLButton {
		return v.Button(text, filterPressed{Path: path, Do: do}).ID(filterElement(path, do)).Class("quiet").
			Attr("aria-label", t("build-filter-"+string(do))+v.at(path)).Title(t("build-filter-" + string(do)))
	}
	children := within(f)
	head, body := app.UI(nil), []app.UI{}
	tools := []app.UI{}
	if n > 1 {
		tools = append(tools, do(doUp, "↑").Attr("aria-disabled", i == 0), do(doDown, "↓").Attr("aria-disabled", i == n-1))
	}
	wraps := false
	if len(children) > 0 {
		kinds := []string{"and", "or"}
		if wraps = len(children) == 1; wraps {
			kinds = []string{"skip", "while"}
			tools = append(tools, do(doUnwrap, t("build-filter-unwrap")))
		}
		var options []form.Option
		for _, k := range kinds {
			options = append(options, form.Option{Value: k, Text: form.SentenceText("build-kind-" + k)})
		}
		joined := v.control(field{Part: partJoin, Path: path}, form.KindChoice, "join", options...)
		joined.Label += v.at(path)
		head = joined
		items := []app.UI{}
		for j, c := range children {
			items = append(items, v.block(c, pathOf(path, j), j, len(children)))
		}
		body = append(body, app.Ul().Body(items...))
	} else {
		name, args := hfilter.NameAndArgs(f)
		head = v.lookUp("hfilter-"+strings.ToLower(name), name)
		body = append(body, app.P().Class("hint").Text(t("hfilter-"+strings.ToLower(name))), v.arguments(path, args))
		if hfilter.LastArgRepeats(name) {
			body = append(body, app.Div().Class("row").Body(do(doMore, t("build-filter-more")), do(doFewer, t("build-filter-fewer"))))
		}
	}
	tools = append(tools, do(doRemove, "×"))
	inside := []app.UI{app.Summary().Attr("aria-label", t("build-filter-into")+v.at(path)).Text(t("build-filter-into"))}
	inside = append(inside, v.adder(path, filterElement(path, "add"), "", "and", "or"),
		app.Div().Class("row").Body(do(doSkip, t("build-filter-skip")), do(doWhile, t("build-filter-while"))))
	kind := "leaf"
	if len(children) > 0 {
		kind = "group"
	}
	refused := app.UI(app.Span())
	if path != "" {
		refused = v.refused(field{Part: partFilter, Path: path})
	}
	body = append(body, app.Details().Body(inside...), refused)
	return app.Li().Class("builder-block").Body(ui.KeyedElement("block-"+kind,
		app.Div().Class("builder-block-head").Body(head, app.Div().Class("row").Body(tools...)),
		app.Div().Body(body...)))
}

// arguments draws the fields for the arguments of a filter.
func (v *View) arguments(path string, args []hfilter.Arg) app.UI {
	all := []app.UI{}
	for i, a := range args {
		f := field{Part: partArgument, Path: path, At: i}
		kind, options := form.KindLine, []form.Option(nil)
		switch a.Kind {
		case hfilter.ArgInt:
			kind = form.KindNumber
		case hfilter.ArgBool:
			kind = form.KindCheckbox
		case hfilter.ArgOp:
			kind = form.KindChoice
			if len(args) == 5 {
				options = append(options, form.Option{Text: form.SentenceText("build-operator-none")})
			}
			options = append(options, form.ValueOptions(hfilter.CompareOpSymbols()...)...)
		case hfilter.ArgComparator:
			if a.Text == "" {
				continue
			}
			var kinds []form.Option
			for _, c := range hfilter.ComparatorNames() {
				kinds = append(kinds, form.Option{Value: c, Text: form.SentenceText("build-comparator-" + c)})
			}
			compare := v.control(field{Part: partComparator, Path: path, At: i}, form.KindChoice, "arg-comparator", kinds...)
			compare.Label += v.at(path)
			all = append(all, compare)
			a.Name = "value"
		}
		c := v.control(f, kind, "arg-"+a.Name, options...)
		c.Label += v.at(path)
		all = append(all, c)
	}
	return app.Div().Class("builder-fields").Body(all...)
}

// fieldText returns the value of a field, read from the browser.
func fieldText(id string) string { return app.Window().GetElementByID(id).Get("value").String() }
