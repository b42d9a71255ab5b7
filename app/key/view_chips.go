package key

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/rowkey"
)

// chips draws a template's fields as what can be moved, dropped, opened and added.
func (v *View) chips(t engine.TableInfo, template *rowkey.Template, colours ui.Palette) app.UI {
	items := []app.UI{}
	var inKey []string
	if template != nil {
		inKey = template.Fields()
		var order []string
		for _, part := range template.Parts() {
			if part.Field != "" {
				order = append(order, part.Inside())
			}
		}
		for _, part := range template.Parts() {
			if part.Field == "" {
				items = append(items, app.Li().Class("ks").Text(i18n.Plain(part.Literal)))
				continue
			}
			items = append(items, v.chip(t.Name, part, order, colours.Class(part.Field)))
		}
	}
	for _, f := range missing(template, t.Fields) {
		key := "segment-add"
		if slices.Contains(inKey, f) {
			key = "segment-add-whole"
		}
		items = append(items, app.Li().Body(
			v.Button("+ "+f, Added{Table: t.Name, Field: f}).Class("add", colours.Class(f)).
				Attr("aria-label", v.T(key, f))))
	}
	return app.Ul().Class("chips").Attr("aria-label", v.T("segments")).Body(items...)
}

// chip draws a field with what becomes of its values.
func (v *View) chip(table string, part rowkey.Part, order []string, class string) app.UI {
	field := part.Inside()
	at := slices.Index(order, field)
	act := func(sign, key string, possible bool, msg Msg) app.HTMLButton {
		b := v.Resting(sign)
		if possible {
			b = v.Button(sign, msg)
		}
		return b.Attr("aria-label", v.T(key, field))
	}
	words := ""
	if part.Via != "" {
		for _, text := range strings.Split(part.Via, "|") {
			words += " · " + v.transform("via", text)
		}
	}
	s := &v.Shaping
	opener := v.Button("", Opened{Table: table, Field: field}).Class("opens").ID(ChipElement(table, field)).
		Attr("aria-expanded", strconv.FormatBool(s.Table == table && s.Field == field)).
		Body(app.Span().Text(part.Field), app.Span().Class("via").Text(words)).
		Attr("aria-label", v.T("shape", part.Field+words))
	return app.Li().Class("chip", class).Body(
		act("‹", "segment-left", at > 0, Moved{Table: table, Field: field, By: -1}).ID(SegmentElement(table, field, -1)),
		opener,
		act("›", "segment-right", at < len(order)-1, Moved{Table: table, Field: field, By: 1}).ID(SegmentElement(table, field, 1)),
		act("×", "segment-drop", len(order) > 1, Dropped{Table: table, Field: field}),
	)
}

// transform says what a transform does: "via" in a chip, "choose" where it is
// chosen.
func (v *View) transform(how, text string) string {
	name, args, _ := strings.Cut(text, ":")
	n, more, _ := strings.Cut(args, ":")
	return v.T(how+"-"+name, n, more)
}

// shaping draws the transforms of the open chip, each to be changed, and a place for
// one more.
func (v *View) shaping(t engine.TableInfo, template *rowkey.Template) app.UI {
	s := &v.Shaping
	if s.Table != t.Name || !holds(template, s.Field) {
		return nil
	}
	parts := strings.Split(s.Field, "|")
	name, texts := parts[0], append(parts[1:], "")
	rows := []app.UI{}
	for at, text := range texts {
		choices := choices(template, s.Field, at)
		if text == "" && len(choices) == 0 {
			break
		}
		rows = append(rows, v.shape(at, text, choices))
	}
	wrong := ""
	if s.Err != nil {
		wrong = i18n.Error(v.Lang, s.Err)
	}
	return ui.Keyed("shaping", app.Div().Class("fields").Role("group").Attr("aria-label", v.T("shape-of", name)).Body(
		app.P().Class("label").Text(v.T("shape-text", name)),
		app.Div().Body(rows...),
		app.P().Class("field-error").Role("alert").Text(wrong),
		app.Div().Class("row").Body(v.Button(v.T("close"), Opened{Table: t.Name, Field: s.Field}).Class("quiet").
			Attr("aria-label", v.T("shape-close", name))),
	))
}

// shape draws the choice of a transform and its arguments.
func (v *View) shape(at int, text string, choices []string) app.UI {
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
	options := []ui.Option{{Value: "", Text: v.T(none)}}
	for _, c := range choices {
		of, _, _ := strings.Cut(c, ":")
		if of == name {
			c = text
		}
		options = append(options, ui.Option{Value: c, Text: v.transform("choose", c)})
	}
	number := strconv.Itoa(at + 1)
	set := func(join func(v string) string) func(string) page.Msg {
		return func(text string) page.Msg { return TransformSet{At: at, Text: join(text)} }
	}
	fields := []app.UI{&ui.Entry{ID: ShapingElement(at), Label: v.T("shape-n", number), Value: text, Options: options, Late: true,
		Set: set(func(v string) string { return v }), To: v.To}}
	tail := ""
	if more != "" {
		tail = ":" + more
	}
	switch name {
	case "zero", "pad", "padleft", "first", "hash", "salt":
		fields = append(fields, &ui.Entry{ID: "shape-count-" + number, Label: v.T("count-" + name), Value: n, Number: true, Late: true, Wrong: refused,
			Set: set(func(v string) string { return name + ":" + v + tail }), To: v.To})
	case "date", "hour", "day", "month":
		fields = append(fields, &ui.Entry{ID: "shape-unit-" + number, Label: v.T("shape-unit"), Value: args, Late: true,
			Options: []ui.Option{{Value: "", Text: v.T("unit-millis")}, {Value: "s", Text: v.T("unit-seconds")}},
			Set: set(func(v string) string {
				if v != "" {
					v = ":" + v
				}
				return name + v
			}), To: v.To})
	}
	if name == "pad" || name == "padleft" {
		fields = append(fields, &ui.Entry{ID: "shape-fill-" + number, Label: v.T("shape-fill"), Value: more, Late: true, Wrong: refused,
			Set: set(func(v string) string {
				if v != "" && v != " " {
					v = ":" + v
				} else {
					v = ""
				}
				return name + ":" + n + v
			}), To: v.To})
	}
	return app.Div().Class("fields-in").Body(fields...)
}

// claims says where a template does not keep records apart, or not in the order of
// its fields, with two that show it.
type claims struct {
	app.Compo
	Template, Lang string
	Lesson         bool // says nothing of what holds for nearly every template
}

// Render draws the sentences.
func (c *claims) Render() app.UI {
	lines := []app.UI{}
	if t, err := rowkey.Parse(c.Template); err == nil {
		decodable, ordered := t.Decodable(), t.Ordered()
		if !decodable.Holds {
			lines = append(lines, c.line("decodable", t, decodable))
		}
		if !ordered.Holds && ordered.Why != rowkey.Impossible && !(c.Lesson && (ordered.Why == rowkey.Separator || ordered.Why == rowkey.Unpadded)) {
			lines = append(lines, c.line("ordered", t, ordered))
		}
	}
	return app.Div().Class("claims").Body(lines...)
}

func (c *claims) line(what string, t *rowkey.Template, claim rowkey.Claim) app.UI {
	args := []string{claim.Field}
	if e := claim.Example; e != nil {
		at := slices.Index(t.Fields(), claim.Field)
		args = append(args, e.Values[0][at], e.Values[1][at], string(e.Keys[0]), string(e.Keys[1]))
	}
	return app.P().Class("example").DataSet("claim", string(claim.Why)).Text(i18n.Text(c.Lang, what+"-"+string(claim.Why), args...))
}
