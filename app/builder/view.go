package builder

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/form"
	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine/console/dialects"
	"tabletop/engine/filter"
)

// NewView collects what the scan builder is drawn from. The closed one is the same whether the
// engine is busy or not, so that it is not drawn again.
func NewView(k *ui.Kit, w *page.Workspace, st State) *View {
	v := &View{Kit: *k, scan: scanOf(w, &st)}
	v.EngineIdle = v.EngineIdle && v.scan.Open
	return v
}

// View holds all values that the scan builder is drawn from.
type View struct {
	ui.Kit
	scan scan
}

// Draw draws the scan builder, if something of it has changed.
func (v *View) Draw() app.UI { return ui.Memo(&v.Kit, v, (*View).builder) }

// builder draws the button that opens the form, and the form if it is open.
func (v *View) builder() app.UI {
	t, s := v.T, &v.scan
	toggle := v.Button(t("builder"), FormToggled{}).ID(elementToggle).Class("builder-toggle").
		Attr("aria-expanded", strconv.FormatBool(s.Open)).Attr("aria-controls", "builder-body")
	head := app.Div().Class("builder-head").Body(toggle, ui.Label(t("builder-text")))
	class := "builder-body"
	if s.Blank {
		class += " blank"
	}
	body := app.Div().ID("builder-body").Class(class).Hidden(!s.Open)
	if s.Open {
		part := v.begin
		name := "builder-begin"
		if s.Read {
			part, name = v.fields, "builder-read"
		}
		body = body.Body(ui.KeyedElement(name, part()...), v.foot())
	}
	return app.Div().Class("builder").Role("group").Attr("aria-label", t("builder")).Body(head, body)
}

// begin draws why there is no form, and a button that begins a read.
func (v *View) begin() []app.UI {
	t, s := v.T, &v.scan
	why := "builder-no-read"
	switch {
	case s.Here == "":
		return []app.UI{app.P().Text(t("builder-no-table"))}
	case s.Blank:
		why = "builder-blank"
	}
	act := v.Button(t(why+"-do", s.Here), NewReadPressed{}).Class("primary")
	again := app.UI(app.Span())
	if s.Again && s.Blank {
		again = v.Button(t("builder-again"), LastReadRecalled{})
	}
	return []app.UI{app.P().Text(t(why)), app.Div().Class("row").Body(act, again)}
}

// foot draws the button that runs the text, and the text, since the console may be out of
// sight.
func (v *View) foot() app.UI {
	run := v.DisabledButton(v.T("builder-run"))
	if v.EngineIdle && !v.scan.Blank {
		run = v.Button(v.T("builder-run"), RunPressed{}).Class("primary")
	}
	return app.Div().Class("builder-foot").Body(run.ID(elementRun), app.Code().Text(i18n.MakePrintable(v.scan.Said)))
}

// fields draws the form.
func (v *View) fields() []app.UI {
	t, s := v.T, &v.scan
	other := app.UI(app.Div())
	if len(s.Other) > 0 {
		other = app.P().Class("label").Text(t("builder-other", i18n.JoinAsArgument(s.Other)))
	}
	return []app.UI{
		v.section("rows", v.rows()...),
		v.section("cells", v.cells()...),
		v.filters(),
		other,
	}
}

// section draws fields under a heading.
func (v *View) section(name string, fields ...app.UI) app.UI {
	return app.Elem("section").Class("builder-part").Attr("aria-labelledby", "builder-title-"+name).Body(
		v.heading(name, app.UI(app.Span())),
		app.Div().Class("builder-fields").Body(fields...))
}

// heading draws the heading of a section. That of the rows has a link to the command in the
// reference.
func (v *View) heading(name string, more app.UI) app.UI {
	title := app.H2().ID("builder-title-" + name).Text(v.T("builder-" + name))
	if name == "rows" {
		more = v.reference()
	}
	return app.Div().Class("builder-title").Body(title, more)
}

// reference draws a link to the command in the reference.
func (v *View) reference() app.UI {
	return v.lookUp(dialects.ByID(v.scan.Dialect).Name+"-"+v.scan.Word, v.scan.Word)
}

// lookUp draws a link to an entry of the reference.
func (v *View) lookUp(id, name string) app.UI {
	return app.A().Class("builder-link").Href(v.Base+"/reference/#"+id).Attr("aria-label", v.T("builder-look-up", name)).
		Title(v.T("builder-look-up", name)).Body(app.Code().Text(name))
}

// formEvents has the messages that the fields send. Enter runs the text, as in the console.
var formEvents = &ui.FieldEvents{
	Typed: func(id, value string) page.Msg { return set{Field: fieldOf(id), Text: value} },
	Left:  func(id string) page.Msg { return left{Field: fieldOf(id)} },
	Enter: RunPressed{},
}

// control returns the element of a field. key selects its label and hint.
func (v *View) control(f field, kind form.FieldKind, key string, options ...form.Option) *ui.Field {
	return v.FormField(form.Field{ID: f.element(), Label: form.SentenceText("build-" + key), Kind: kind, Value: v.scan.value(f), MaxLength: page.MaxLoggedText,
		Help: form.PlainText(v.hint(key)), Refused: form.RefusalText(v.scan.refused(f)), Options: options}, formEvents)
}

// hint returns the hint for a field, which may be special to the dialect; "" for none.
func (v *View) hint(key string) string {
	dialect := "build-" + key + "-text-" + dialects.ByID(v.scan.Dialect).Name
	switch {
	case i18n.HasPageText(dialect):
		return v.T(dialect)
	case i18n.HasPageText("build-" + key + "-text"):
		return v.T("build-" + key + "-text")
	}
	return ""
}

// rows returns the fields that choose rows.
func (v *View) rows() (all []app.UI) {
	add := func(part part, kind form.FieldKind, options ...form.Option) {
		if v.scan.has(part) {
			all = append(all, v.control(field{Part: part}, kind, string(part), options...))
		}
	}
	add(partTable, form.KindChoice, choices(v.scan.Table, v.scan.Tables)...)
	var ways []form.Option
	for _, w := range whats {
		ways = append(ways, form.Option{Value: w, Text: form.SentenceText("build-what-" + w)})
	}
	add(partWhat, form.KindChoice, ways...)
	for _, part := range []part{partRow, partPrefix, partStart, partEnd, partRegex} {
		add(part, form.KindLine)
	}
	add(partLimit, form.KindNumber)
	add(partReversed, form.KindCheckbox)
	add(partCount, form.KindCheckbox)
	return all
}

// cells returns the fields that choose cells, or a note if there are none.
func (v *View) cells() (all []app.UI) {
	add := func(part part, kind form.FieldKind) {
		if v.scan.has(part) {
			all = append(all, v.control(field{Part: part}, kind, string(part)))
		}
	}
	if v.scan.has(partColumn) {
		all = append(all, v.columns())
	}
	add(partVersions, form.KindNumber)
	add(partFrom, form.KindNumber)
	add(partTo, form.KindNumber)
	add(partKeysOnly, form.KindCheckbox)
	add(partStats, form.KindCheckbox)
	add(partRaw, form.KindCheckbox)
	if len(all) == 0 {
		all = append(all, ui.SmallPrint(v.T("builder-counts")))
	}
	return all
}

// choices returns names as options. The chosen one is added if it is not among them.
func choices(chosen string, names []string) (all []form.Option) {
	if !slices.Contains(names, chosen) {
		names = append([]string{chosen}, names...)
	}
	for _, n := range names {
		all = append(all, form.Option{Value: n, Text: form.PlainText(i18n.MakePrintable(n))})
	}
	return all
}

// columns draws the columns that are read, each with a family and a qualifier.
func (v *View) columns() app.UI {
	t := v.T
	items := []app.UI{}
	for i := range v.scan.Columns {
		f := field{Part: partFamily, At: i}
		options := []form.Option{{Text: form.SentenceText("build-family-any")}}
		family, known := v.scan.value(f), false
		for _, n := range v.scan.Known {
			options = append(options, form.Option{Value: filter.QuotePattern(n), Text: form.PlainText(n)})
			known = known || filter.QuotePattern(n) == family
		}
		if !known && family != "" {
			options = append(options, form.Option{Value: family, Text: form.PlainText(i18n.MakePrintable(family))})
		}
		n := strconv.Itoa(i + 1)
		item := v.control(f, form.KindChoice, "family", options...)
		item.Label = t("build-family-of", n)
		qualifier := v.control(field{Part: partQualifier, At: i}, form.KindLine, "qualifier")
		qualifier.Label = t("build-qualifier-of", n)
		items = append(items, app.Li().Body(item, qualifier,
			v.Button("×", columnDropped{At: i}).Class("quiet").Attr("aria-label", t("build-column-drop", n)).Title(t("build-column-drop", n))))
	}
	return app.Div().Class("builder-columns").Role("group").Attr("aria-label", t("build-columns")).Body(
		app.Ul().Body(items...),
		app.Div().Class("row").Body(
			v.Button(t("build-column-add"), columnAdded{}).ID(elementAddColumn).Attr("aria-describedby", "build-columns-hint"),
			app.Span().ID("build-columns-hint").Class("hint").Text(v.hint("columns")),
		),
		v.refused(field{Part: partColumn}),
	)
}

// refused draws why a change of columns or filters was refused.
func (v *View) refused(f field) app.UI {
	return app.P().Class("field-error").Role("alert").Text(i18n.ErrorSentence(v.Lang, v.scan.refused(f)))
}
