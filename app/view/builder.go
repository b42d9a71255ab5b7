package view

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/dialect"
	"tabletop/app/i18n"
	"tabletop/app/model"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/filter"
	"tabletop/engine/hbase/hfilter"
)

// builder is the scan builder: the console's text as fields. Closed it is a button
// and is never drawn again.
type builder struct {
	app.Compo
	Lang, Base string
	Idle       bool // the engine can take work
	Scan       model.Scan
	page       drawing
}

// builder draws the scan builder.
func (p *drawing) builder() app.UI {
	b := &builder{Lang: p.st.Lang, Base: p.st.Base, Idle: p.idle(), Scan: p.st.Scan(), page: *p}
	if !b.Scan.Open {
		b.Idle = false
	}
	if !p.live {
		return b.Render()
	}
	return b
}

// Render draws it.
func (b *builder) Render() app.UI {
	st := b.page.get()
	b.page.st = &st
	t, s := b.page.t, &b.Scan
	toggle := b.page.button(t("builder"), model.BuilderToggled{}).ID(model.ElementBuilder).Class("builder-toggle").
		Attr("aria-expanded", strconv.FormatBool(s.Open)).Attr("aria-controls", "builder-body")
	head := app.Div().Class("builder-head").Body(toggle, app.Span().Class("label").Text(t("builder-text")))
	class := "builder-body"
	if s.Blank {
		class += " blank"
	}
	body := app.Div().ID("builder-body").Class(class).Hidden(!s.Open)
	if s.Open {
		part := b.begin
		name := "builder-begin"
		if s.Read {
			part, name = b.fields, "builder-read"
		}
		body = body.Body(ui.Keyed(name, part()...), b.foot())
	}
	return app.Div().Class("builder").Role("group").Attr("aria-label", t("builder")).Body(head, body)
}

// begin says why there are no fields, and offers to begin a read.
func (b *builder) begin() []app.UI {
	t, s := b.page.t, &b.Scan
	why := "builder-no-read"
	switch {
	case s.Here == "":
		return []app.UI{app.P().Text(t("builder-no-table"))}
	case s.Blank:
		why = "builder-blank"
	}
	act := b.page.button(t(why+"-do", s.Here), model.BuilderBegun{}).Class("primary")
	again := app.UI(app.Span())
	if s.Again && s.Blank {
		again = b.page.button(t("builder-again"), model.BuilderAgain{})
	}
	return []app.UI{app.P().Text(t(why)), app.Div().Class("row").Body(act, again)}
}

// foot runs the text, and shows it where the console is out of sight.
func (b *builder) foot() app.UI {
	run := b.page.resting(b.page.t("builder-run"))
	if b.Idle && !b.Scan.Blank {
		run = b.page.button(b.page.t("builder-run"), model.BuilderRun{}).Class("primary")
	}
	return app.Div().Class("builder-foot").Body(run.ID(model.ElementBuilderRun), app.Code().Text(i18n.Plain(b.Scan.Said)))
}

// fields draws all that the read says.
func (b *builder) fields() []app.UI {
	t, s := b.page.t, &b.Scan
	other := app.UI(app.Div())
	if len(s.Other) > 0 {
		other = app.P().Class("label").Text(t("builder-other", strings.Join(s.Other, ", ")))
	}
	return []app.UI{
		b.section("rows", b.rows()...),
		b.section("cells", b.cells()...),
		b.filters(),
		other,
	}
}

// section draws fields under a heading, with the way to the reference.
func (b *builder) section(name string, fields ...app.UI) app.UI {
	return app.Elem("section").Class("builder-part").Attr("aria-labelledby", "builder-title-"+name).Body(
		b.heading(name, app.UI(app.Span())),
		app.Div().Class("builder-fields").Body(fields...))
}

func (b *builder) heading(name string, more app.UI) app.UI {
	title := app.H2().ID("builder-title-" + name).Text(b.page.t("builder-" + name))
	if name == "rows" {
		more = b.reference()
	}
	return app.Div().Class("builder-title").Body(title, more)
}

// reference leads to the command in the reference.
func (b *builder) reference() app.UI {
	return b.lookUp(dialect.Of(b.Scan.Dialect).Name+"-"+b.Scan.Word, b.Scan.Word)
}

// lookUp links to an entry of the reference.
func (b *builder) lookUp(id, name string) app.UI {
	return app.A().Class("builder-link").Href(b.Base+"/reference/#"+id).Attr("aria-label", b.page.t("builder-look-up", name)).
		Title(b.page.t("builder-look-up", name)).Body(app.Code().Text(name))
}

// control returns the control of a field. Its texts are those of key.
func (b *builder) control(f model.BuildField, kind controlKind, key string, options ...ui.Option) *control {
	return &control{Lang: b.Lang, Field: f, How: kind, Label: b.page.t("build-" + key), Hint: b.hint(key), Value: b.Scan.Value(f),
		Refused: i18n.Error(b.Lang, b.Scan.Refused(f)), Options: options, get: b.page.get, to: b.page.to}
}

// hint is what a field is for, "" where its label says it all.
func (b *builder) hint(key string) string {
	dialect := "build-" + key + "-text-" + dialect.Of(b.Scan.Dialect).Name
	switch {
	case i18n.HasText(dialect):
		return b.page.t(dialect)
	case i18n.HasText("build-" + key + "-text"):
		return b.page.t("build-" + key + "-text")
	}
	return ""
}

func (b *builder) rows() (all []app.UI) {
	add := func(part model.BuildPart, kind controlKind, options ...ui.Option) {
		if b.Scan.Has(part) {
			all = append(all, b.control(model.BuildField{Part: part}, kind, string(part), options...))
		}
	}
	add(model.BuildTable, controlSelect, b.choices(b.Scan.Table, b.Scan.Tables)...)
	var whats []ui.Option
	for _, w := range model.Whats {
		whats = append(whats, ui.Option{Value: w, Text: b.page.t("build-what-" + w)})
	}
	add(model.BuildWhat, controlSelect, whats...)
	for _, part := range []model.BuildPart{model.BuildRow, model.BuildPrefix, model.BuildStart, model.BuildEnd, model.BuildRegex} {
		add(part, controlText)
	}
	add(model.BuildLimit, controlNumber)
	add(model.BuildReversed, controlCheck)
	add(model.BuildCount, controlCheck)
	return all
}

func (b *builder) cells() (all []app.UI) {
	add := func(part model.BuildPart, kind controlKind) {
		if b.Scan.Has(part) {
			all = append(all, b.control(model.BuildField{Part: part}, kind, string(part)))
		}
	}
	if b.Scan.Has(model.BuildColumn) {
		all = append(all, b.columns())
	}
	add(model.BuildVersions, controlNumber)
	add(model.BuildFrom, controlNumber)
	add(model.BuildTo, controlNumber)
	add(model.BuildKeysOnly, controlCheck)
	add(model.BuildStats, controlCheck)
	add(model.BuildRaw, controlCheck)
	if len(all) == 0 {
		all = append(all, app.P().Class("label").Text(b.page.t("builder-counts")))
	}
	return all
}

// choices returns names to choose from, with the one that is chosen though it may
// be none of them.
func (b *builder) choices(chosen string, names []string) (all []ui.Option) {
	if !slices.Contains(names, chosen) {
		all = append(all, ui.Option{Value: chosen, Text: i18n.Plain(chosen)})
	}
	for _, n := range names {
		all = append(all, ui.Option{Value: n, Text: i18n.Plain(n)})
	}
	return all
}

func (b *builder) columns() app.UI {
	t := b.page.t
	items := []app.UI{}
	for i := range b.Scan.Columns {
		f := model.BuildField{Part: model.BuildFamily, At: i}
		options := []ui.Option{{Value: "", Text: t("build-family-any")}}
		family, known := b.Scan.Value(f), false
		for _, n := range b.Scan.Known {
			options = append(options, ui.Option{Value: filter.Quote(n), Text: n})
			known = known || filter.Quote(n) == family
		}
		if !known && family != "" {
			options = append(options, ui.Option{Value: family, Text: i18n.Plain(family)})
		}
		n := strconv.Itoa(i + 1)
		item := b.control(f, controlSelect, "family", options...)
		item.Label = t("build-family-of", n)
		qualifier := b.control(model.BuildField{Part: model.BuildQualifier, At: i}, controlText, "qualifier")
		qualifier.Label = t("build-qualifier-of", n)
		items = append(items, app.Li().Body(item, qualifier,
			b.page.button("×", model.ColumnDropped{At: i}).Class("quiet").Attr("aria-label", t("build-column-drop", n)).Title(t("build-column-drop", n))))
	}
	return app.Div().Class("builder-columns").Role("group").Attr("aria-label", t("build-columns")).Body(
		app.Ul().Body(items...),
		app.Div().Class("row").Body(
			b.page.button(t("build-column-add"), model.ColumnAdded{}).ID(model.ElementAddColumn).Attr("aria-describedby", "build-columns-hint"),
			app.Span().ID("build-columns-hint").Class("hint").Text(b.hint("columns")),
		),
		b.refused(model.BuildField{Part: model.BuildColumn}),
	)
}

// refused says why something about more than one field could not be said.
func (b *builder) refused(f model.BuildField) app.UI {
	return app.P().Class("field-error").Role("alert").Text(i18n.Error(b.Lang, b.Scan.Refused(f)))
}

// filters draws the tree of filters. cbt has none, and says so.
func (b *builder) filters() app.UI {
	t, s := b.page.t, &b.Scan
	switch {
	case s.Dialect != engine.HBase && s.Has(model.BuildColumn):
		return ui.Keyed("no-filters", app.P().Class("builder-part hint").Body(app.Text(t("build-filters-cbt")+" "),
			b.page.button(t("build-filters-turn"), model.BuilderTurned{}).Class("quiet")))
	case !s.Has(model.BuildFilter):
		return ui.Keyed("no-filters", app.Div())
	}
	tree := app.UI(app.P().Class("hint").Text(t("build-filters-none")))
	if s.Filter != nil {
		tree = app.Ul().Class("builder-tree").Attr("aria-label", t("builder-filters")).Body(b.block(s.Filter, "", 0, 1))
	}
	return ui.Keyed("filters", app.Elem("section").Class("builder-part").Attr("aria-labelledby", "builder-title-filters").Body(
		b.heading("filters", app.Span()),
		app.Div().Body(tree),
		b.adder("", model.ElementAddFilter, t("build-filter-add"), ""),
		b.refused(model.BuildField{Part: model.BuildFilter}),
	))
}

// adder adds a filter that is chosen from all there are.
func (b *builder) adder(path, id, label string, joins ...string) app.UI {
	choice := id + "-name"
	options := []app.UI{}
	for _, usage := range hfilter.Names() {
		name, _, _ := strings.Cut(usage, "(")
		options = append(options, app.Option().Value(name).Text(name).Title(b.page.t("hfilter-"+strings.ToLower(name))))
	}
	row := []app.UI{app.Select().ID(choice).Attr("aria-label", b.page.t("build-filter-name")+b.at(path)).Body(options...)}
	for i, join := range joins {
		text, button := label, id
		if join != "" {
			text = b.page.t("build-join-" + join)
		}
		if i > 0 {
			button += "-" + join
		}
		row = append(row, app.Button().Type("button").ID(button).Text(text).Attr("aria-label", text+b.at(path)).OnClick(func(app.Context, app.Event) {
			b.page.send(model.FilterAdded{Path: path, Name: fieldText(choice), Join: join})
		}, path, join))
	}
	return app.Div().Class("row builder-add").Body(row...)
}

// at tells the controls of one filter from those of another.
func (b *builder) at(path string) string {
	if path == "" {
		return ""
	}
	return " " + b.page.t("build-filter-at", path)
}

// block draws one filter of a tree; it is number i of n.
func (b *builder) block(f hfilter.Filter, path string, i, n int) app.UI {
	t := b.page.t
	do := func(do model.FilterDo, text string) app.HTMLButton {
		return b.page.button(text, model.FilterPressed{Path: path, Do: do}).ID(model.FilterElement(path, do)).Class("quiet").
			Attr("aria-label", t("build-filter-"+string(do))+b.at(path)).Title(t("build-filter-" + string(do)))
	}
	children := model.FilterChildren(f)
	head, body := app.UI(nil), []app.UI{}
	tools := []app.UI{}
	if n > 1 {
		tools = append(tools, do(model.FilterUp, "↑").Attr("aria-disabled", i == 0), do(model.FilterDown, "↓").Attr("aria-disabled", i == n-1))
	}
	wraps := false
	if len(children) > 0 {
		kinds := []string{"and", "or"}
		if wraps = len(children) == 1; wraps {
			kinds = []string{"skip", "while"}
			tools = append(tools, do(model.FilterUnwrap, t("build-filter-unwrap")))
		}
		var options []ui.Option
		for _, k := range kinds {
			options = append(options, ui.Option{Value: k, Text: t("build-kind-" + k)})
		}
		joined := b.control(model.BuildField{Part: model.BuildJoin, Path: path}, controlSelect, "join", options...)
		joined.Label += b.at(path)
		head = joined
		items := []app.UI{}
		for j, c := range children {
			items = append(items, b.block(c, model.FilterPath(path, j), j, len(children)))
		}
		body = append(body, app.Ul().Body(items...))
	} else {
		name, args := hfilter.Call(f)
		head = b.lookUp("hfilter-"+strings.ToLower(name), name)
		body = append(body, app.P().Class("hint").Text(t("hfilter-"+strings.ToLower(name))), b.arguments(path, args))
		if hfilter.Repeats(name) {
			body = append(body, app.Div().Class("row").Body(do(model.FilterMore, t("build-filter-more")), do(model.FilterFewer, t("build-filter-fewer"))))
		}
	}
	tools = append(tools, do(model.FilterRemove, "×"))
	inside := []app.UI{app.Summary().Attr("aria-label", t("build-filter-into")+b.at(path)).Text(t("build-filter-into"))}
	inside = append(inside, b.adder(path, model.FilterElement(path, "add"), "", "and", "or"),
		app.Div().Class("row").Body(do(model.FilterSkip, t("build-filter-skip")), do(model.FilterWhile, t("build-filter-while"))))
	kind := "leaf"
	if len(children) > 0 {
		kind = "group"
	}
	refused := app.UI(app.Span())
	if path != "" {
		refused = b.refused(model.BuildField{Part: model.BuildFilter, Path: path})
	}
	body = append(body, app.Details().Body(inside...), refused)
	return app.Li().Class("builder-block").Body(ui.Keyed("block-"+kind,
		app.Div().Class("builder-block-head").Body(head, app.Div().Class("row").Body(tools...)),
		app.Div().Body(body...)))
}

// arguments draws the fields of a filter's arguments.
func (b *builder) arguments(path string, args []hfilter.Arg) app.UI {
	all := []app.UI{}
	for i, a := range args {
		f := model.BuildField{Part: model.BuildArgument, Path: path, At: i}
		kind, options := controlText, []ui.Option(nil)
		switch a.Kind {
		case hfilter.ArgInt:
			kind = controlNumber
		case hfilter.ArgBool:
			kind = controlCheck
		case hfilter.ArgOp:
			kind = controlSelect
			if len(args) == 5 {
				options = append(options, ui.Option{Value: "", Text: b.page.t("build-operator-none")})
			}
			for _, op := range hfilter.Ops() {
				options = append(options, ui.Option{Value: op, Text: op})
			}
		case hfilter.ArgComparator:
			if a.Text == "" {
				continue
			}
			var kinds []ui.Option
			for _, c := range hfilter.Comparators() {
				kinds = append(kinds, ui.Option{Value: c, Text: b.page.t("build-comparator-" + c)})
			}
			compare := b.control(model.BuildField{Part: model.BuildComparator, Path: path, At: i}, controlSelect, "arg-comparator", kinds...)
			compare.Label += b.at(path)
			all = append(all, compare)
			a.Name = "value"
		}
		c := b.control(f, kind, "arg-"+a.Name, options...)
		c.Label += b.at(path)
		all = append(all, c)
	}
	return app.Div().Class("builder-fields").Body(all...)
}
