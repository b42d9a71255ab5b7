package key

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/form"
	"tabletop/app/i18n"
	"tabletop/app/keyhtml"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/rewrite"
	"tabletop/engine/rowkey"
)

// chips is the component that draws a template's fields as chips, with the menu of the one
// that is open. Chips can be dragged, moved by keys, opened and added.
type chips struct {
	app.Compo
	Looks chipsLook

	drag   ui.Drag
	opened bool   // the menu of the pressed chip was open; the browser closes it at the press
	shown  string // the field whose menu was shown last
}

// chipsLook holds everything that chips draws.
type chipsLook struct {
	ui.Kit
	Table   engine.TableInfo
	Text    string // a template; the table's own if the draft does not parse
	Shaping ChipMenu
	Label   string // accessible name of the list
}

// chips returns the component for the chips of a table.
func (v *View) chips(t engine.TableInfo, text, label string) app.UI {
	l := chipsLook{Kit: v.Kit, Table: t, Text: text, Label: label}
	if v.ChipMenu.Table == t.Name {
		l.Shaping = v.ChipMenu
	}
	return &chips{Looks: l}
}

// Render draws the chips, the fields that can be added, and the menu of the open chip.
func (c *chips) Render() app.UI {
	c.drag.ClearDragStyles()
	v := &c.Looks
	template, _ := rowkey.Parse(v.Text)
	colours := keyhtml.KeyColoursOf(v.Table)
	items := []app.UI{}
	var inKey []string
	if template != nil {
		inKey = template.Fields()
		for _, part := range template.Parts() {
			if part.Field == "" {
				items = append(items, app.Li().Class("ks").Text(i18n.MakePrintable(part.Literal)))
			} else {
				items = append(items, v.chip(part, colours.FieldClass(part.Field)))
			}
		}
	}
	for _, f := range missing(template, v.Table.Fields) {
		key := "segment-add"
		if slices.Contains(inKey, f) {
			key = "segment-add-whole"
		}
		items = append(items, app.Li().Body(
			v.Button("+ "+f, added{Table: v.Table.Name, Field: f}).Class("add", colours.FieldClass(f)).
				Attr("aria-label", v.T(key, f))))
	}
	return app.Div().Class("chips-at").Body(
		app.P().ID(hintElement(v.Table.Name)).Class("unseen").Text(v.T("chip-hint")),
		app.Ul().Class("chips").Attr("aria-label", v.Label).Body(items...).OnKeyDown(c.key).
			On("pointerdown", c.down).On("pointermove", c.move).On("pointerup", c.up).On("pointercancel", c.cancel).OnClick(c.click),
		app.Div().Class("chip-menu").Attr("popover", "auto").Role("dialog").Attr("aria-label", v.T("shape-of", name(v.Shaping.Field))).
			On("toggle", c.toggled).Body(v.menu(template)),
	)
}

// chip draws the chip of a field, with words for its transforms.
func (v *chipsLook) chip(part rowkey.TemplatePart, class string) app.UI {
	field, words := part.Inside(), ""
	if part.Transforms != "" {
		for _, text := range strings.Split(part.Transforms, "|") {
			words += " " + v.FormText(transform("via", text))
		}
	}
	return app.Li().Body(app.Button().Type("button").Class("chip", class).ID(ChipElementID(v.Table.Name, field)).
		DataSet("segment", part.Field).DataSet("field", field).
		Attr("aria-haspopup", "dialog").Attr("aria-expanded", strconv.FormatBool(v.Shaping.Field == field)).
		Attr("aria-describedby", hintElement(v.Table.Name)).
		Body(app.Span().Text(part.Field), app.Span().Class("via").Text(words)))
}

// menu draws the menu of the open chip, nil if no chip is open.
func (v *chipsLook) menu(template *rowkey.Template) app.UI {
	field := v.Shaping.Field
	if !holds(template, field) {
		return nil
	}
	order, table := shapeOf(template).fields(), v.Table.Name
	at := slices.Index(order, field)
	act := func(text string, possible bool, msg Msg) app.UI {
		b := v.DisabledButton(v.T(text))
		if possible {
			b = v.Button(v.T(text), msg)
		}
		return b.Class("quiet")
	}
	return app.Div().Class("chip-acts").Body(
		app.Div().Class("row").Body(
			act("chip-left", at > 0, FieldMoved{Table: table, Field: field, By: -1}),
			act("chip-right", at < len(order)-1, FieldMoved{Table: table, Field: field, By: 1}),
			act("chip-out", len(order) > 1, dropped{Table: table, Field: field}),
		),
		v.shaping(template),
	)
}

// fields returns the fields of the template as they stand in their braces, nil if it does
// not parse.
func (v *chipsLook) fields() []string {
	t, err := rowkey.Parse(v.Text)
	if err != nil {
		return nil
	}
	return shapeOf(t).fields()
}

// name returns the name of a field that is given as it stands in its braces.
func name(field string) string {
	name, _, _ := strings.Cut(field, "|")
	return name
}

// transform returns the words for a transform. how is "via" for those in a chip, and
// "choose" for those of an option.
func transform(how, text string) form.Text {
	name, args, _ := strings.Cut(text, ":")
	n, more, _ := strings.Cut(args, ":")
	return form.SentenceText(how+"-"+name, n, more)
}

// shaping draws the transforms of the open chip, each with its options, and one more that
// can be added.
func (v *chipsLook) shaping(template *rowkey.Template) app.UI {
	s := &v.Shaping
	rows := []app.UI{}
	for at, text := range append(strings.Split(s.Field, "|")[1:], "") {
		choices := choices(template, s.Field, at)
		if text == "" && len(choices) == 0 {
			break
		}
		rows = append(rows, v.shape(at, text, choices))
	}
	wrong := ""
	if s.Err != nil {
		wrong = i18n.ErrorSentence(v.Lang, s.Err)
	}
	return app.Div().Body(
		ui.SmallPrint(v.T("shape-text", name(s.Field))),
		app.Div().Body(rows...),
		app.P().Class("field-error").Role("alert").Text(wrong),
	)
}

// shape draws the choice of transform number at, and the fields for its arguments. Each
// field sets the text of the whole transform, which transformSet then carries.
func (v *chipsLook) shape(at int, text string, choices []string) app.UI {
	s := &v.Shaping
	refused := s.Err != nil && s.At == at
	if refused && s.Text != "" {
		text = s.Text
	}
	name, args, _ := strings.Cut(text, ":")
	n, more, _ := strings.Cut(args, ":")
	none := "choose-none"
	if at > 0 {
		none = "choose-no-more"
	}
	options := []form.Option{{Text: form.SentenceText(none)}}
	for _, c := range choices {
		of, _, _ := strings.Cut(c, ":")
		if of == name {
			c = text
		}
		options = append(options, form.Option{Value: c, Text: transform("choose", c)})
	}
	number := strconv.Itoa(at + 1)
	// set is the transform that the field of an event makes; it is sent below.
	set := text
	fields := []form.Field{{ID: shapingElement(at), Label: form.SentenceText("shape-n", number), Kind: form.KindChoice, Value: text, Options: options,
		Set: func(v string) { set = v }}}
	tail := ""
	if more != "" {
		tail = ":" + more
	}
	wrong := form.Text{}
	if refused {
		wrong = form.RefusalText(s.Err)
	}
	switch name {
	case "zero", "pad", "padleft", "first", "hash", "salt":
		fields = append(fields, form.Field{ID: "shape-count-" + number, Label: form.SentenceText("count-" + name), Kind: form.KindNumber, Value: n, WhenFinished: true, Refused: wrong, RefusedElsewhere: true,
			Set: func(v string) { set = name + ":" + v + tail }})
	case "date", "hour", "day", "month":
		fields = append(fields, form.Field{ID: "shape-unit-" + number, Label: form.SentenceText("shape-unit"), Kind: form.KindChoice, Value: args,
			Options: []form.Option{{Text: form.SentenceText("unit-millis")}, {Value: "s", Text: form.SentenceText("unit-seconds")}},
			Set: func(v string) {
				if set = name; v != "" {
					set += ":" + v
				}
			}})
	case "millis", "seconds":
		fields = append(fields, form.Field{ID: "shape-form-" + number, Label: form.SentenceText("shape-form"), Kind: form.KindChoice, Value: text, Options: formOptions(name, text),
			Set: func(v string) { set = v }})
	}
	if name == "pad" || name == "padleft" {
		fields = append(fields, form.Field{ID: "shape-fill-" + number, Label: form.SentenceText("shape-fill"), Value: more, WhenFinished: true, Refused: wrong, RefusedElsewhere: true,
			Set: func(v string) {
				if set = name + ":" + n; v != "" && v != " " {
					set += ":" + v
				}
			}})
	}
	events := &ui.FieldEvents{Typed: func(id, value string) page.Msg {
		form.SetFieldValue(fields, id, value)
		return transformSet{At: at, Text: set}
	}}
	return app.Div().Class("fields-in").Body(v.FormFields(fields, events)...)
}

// forms are common forms of times, see [rowkey.Transform]. The first is that of numbers.
var forms = []string{"", "isoZ", "iso", "iso3Z", "sql", "sql3", "day", "8", "10", "14", "17"}

// formOptions returns the forms of times that a transform can read, each shown by an
// example. It includes the form that the transform text has now.
func formOptions(name, text string) (out []form.Option) {
	const example = 1772352000250 // 8 in the morning of 1 March 2026, in milliseconds
	_, given, _ := strings.Cut(text, ":")
	all := forms
	if !slices.Contains(all, given) {
		all = append(slices.Clone(all), given)
	}
	for _, how := range all {
		f, n := rowkey.Transform{Name: name, Form: how}, int64(example)
		if name == "seconds" {
			n /= 1000
		}
		out = append(out, form.Option{Value: f.String(), Text: form.PlainText(f.Date(n))})
	}
	return out
}

// claims is the component that draws what is wrong with the order of a template's keys:
// where two records have the same key, and where keys do not sort as their fields do. It
// shows two values as an example if there are such.
type claims struct {
	app.Compo
	Template, Lang string
	// Folded selects the claims that hold for nearly every template: values of different
	// lengths are not in order. They are drawn only if present values are an example, and the
	// reader opens them with a button. If Folded is false, the other claims are drawn.
	Folded bool
	Values map[string][]string // some present values, by field
	Quiet  bool                // nothing is drawn
}

// Render draws the claims.
func (c *claims) Render() app.UI {
	lines := []app.UI{}
	if t, err := rowkey.Parse(c.Template); err == nil && !c.Quiet {
		decodable, ordered := t.DecodableClaim(), t.OrderedClaim()
		if !decodable.Holds && !c.Folded {
			decodable.Example = c.found(t, decodable, func(a, b base.RowKey) bool { return a == b })
			lines = append(lines, c.line("decodable", t, decodable))
		}
		if folds := ordered.Reason == rowkey.Separator || ordered.Reason == rowkey.Unpadded; !ordered.Holds && ordered.Reason != rowkey.Impossible && folds == c.Folded {
			ordered.Example = c.found(t, ordered, func(a, b base.RowKey) bool { return a > b })
			if folds && ordered.Example == nil {
				return app.Div().Hidden(true)
			}
			lines = append(lines, c.line("ordered", t, ordered))
		}
		if !c.Folded {
			lines = append(lines, c.dates(t)...)
		}
	}
	if !c.Folded {
		return app.Div().Class("claims").Body(lines...)
	}
	if len(lines) == 0 {
		return app.Div().Hidden(true)
	}
	return app.Div().Class("key-order").Hidden(false).Body(app.Details().Body(
		app.Summary().Text(i18n.PageText(c.Lang, "order-note")), app.Div().Body(lines...)))
}

// dates draws the fields without transforms that hold dates in a form that does not sort by
// time, with two of them.
func (c *claims) dates(t *rowkey.Template) (out []app.UI) {
	for _, s := range t.Steps() {
		if len(s.Transforms()) > 0 {
			continue
		}
		if pair, ok := rewrite.FindUnsortedDates(c.Values[s.Field]); ok {
			out = append(out, app.P().Class("example").DataSet("claim", "dates").Text(i18n.PageText(c.Lang, "ordered-dates", s.Field, i18n.MakeShortPrintable(pair[0]), i18n.MakeShortPrintable(pair[1]))))
		}
	}
	return out
}

// found returns an example of a claim from present values, nil if there is none: two values
// of the claim's field, the smaller first, for whose keys shows is true. Values are compared
// as numbers if all are numbers, except for a claim about separators.
func (c *claims) found(t *rowkey.Template, claim rowkey.TemplateClaim, shows func(a, b base.RowKey) bool) *rowkey.ClaimExample {
	number := claim.Reason != rowkey.Separator
	for _, v := range c.Values[claim.Field] {
		if _, is := rowkey.ParseNumber(v); !is {
			number = false
		}
	}
	if claim.Reason == rowkey.Unpadded && !number {
		return nil
	}
	less := func(a, b string) bool {
		n, _ := rowkey.ParseNumber(a)
		m, _ := rowkey.ParseNumber(b)
		return number && n < m || !number && a < b
	}
	records, keys := c.records(t, claim.Field)
	at := slices.Index(t.Fields(), claim.Field)
	for i := range records {
		for j := range records {
			if less(records[i][at], records[j][at]) && shows(keys[i], keys[j]) {
				return &rowkey.ClaimExample{Values: [2][]string{records[i], records[j]}, Keys: [2]base.RowKey{keys[i], keys[j]}}
			}
		}
	}
	return nil
}

// records returns records that differ in one field only, each with its key, made from
// present values. Values that the key refuses are left out. There is no record if another
// field has no value.
func (c *claims) records(t *rowkey.Template, field string) (records [][]string, keys []base.RowKey) {
	fields := t.Fields()
	for _, v := range c.Values[field] {
		record := make([]string, len(fields))
		for i, f := range fields {
			if record[i] = v; f != field {
				if len(c.Values[f]) == 0 {
					return nil, nil
				}
				record[i] = c.Values[f][0]
			}
		}
		if key, err := t.AppendKey(nil, record); err == nil {
			records, keys = append(records, record), append(keys, base.RowKey(key))
		}
	}
	return records, keys
}

// line draws a claim and its example.
func (c *claims) line(what string, t *rowkey.Template, claim rowkey.TemplateClaim) app.UI {
	args := []string{claim.Field}
	if e := claim.Example; e != nil {
		at := slices.Index(t.Fields(), claim.Field)
		args = append(args, e.Values[0][at], e.Values[1][at], string(e.Keys[0]), string(e.Keys[1]))
	}
	return app.P().Class("example").DataSet("claim", string(claim.Reason)).Text(i18n.PageText(c.Lang, what+"-"+string(claim.Reason), args...))
}
