package heat

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine/rowkey"
	"tabletop/engine/traffic"
)

// hole stands in a sentence for a control.
const hole = "¤"

// sentence parts what stands around controls, and puts them in between.
func sentence(text string, controls ...app.UI) []app.UI {
	var parts []app.UI
	for i, piece := range strings.Split(text, hole) {
		if i > 0 {
			parts = append(parts, controls[i-1])
		}
		parts = append(parts, app.Span().Text(piece))
	}
	return parts
}

// traffic draws what is asked for: loads that have a name, and as a sentence whose
// underlined words are controls. What is as usual of those is shown on demand.
func (v *View) traffic() app.UI {
	f, refused := v.form(), false
	group := app.Div().Class("traffic").Role("group").Attr("aria-label", v.T("heat-traffic"))
	word := func(of Field) app.UI {
		refused = refused || f.Refused(of)
		return ui.Keyed(of.Element(), v.trafficField(of))
	}
	table := app.UI(app.Span().Hidden(true))
	if len(v.Tables) > 1 {
		table = word(FieldTable)
	}
	if f.Live() {
		return group.Body(v.presets(), app.P().Class("sentence").Text(v.T("load-live-text")), app.Div().Class("words").Body(table))
	}
	clause := func(of Field, key, usual string) []app.UI {
		if !v.More && f.Value(of) == usual {
			return nil
		}
		return sentence(v.T(key, hole), word(of))
	}
	say := sentence(v.T("say-writes", hole), word(FieldWrites))
	if f.ordered() && (v.More || f.Value(FieldWrites) != "0") {
		say = append(say, sentence(v.T("say-order", hole), word(FieldOrder))...)
	}
	say = append(say, clause(FieldShape, "say-shape", "0")...)
	for _, q := range f.Asked() {
		if of := ReadField(q); v.More || f.Value(of) != "0" {
			say = append(say, app.Span().Text(", "), word(of), app.Span().Text(" × "), app.I().Text(v.Text(&v.Kit, q)))
		}
	}
	say = append(say, clause(FieldRows, "say-reads", "0")...)
	say = append(say, clause(FieldNewest, "say-newest", "")...)
	if f.ordered() {
		say = append(say, clause(FieldStar, "say-star", "")...)
	}
	say = append(say, sentence(v.T("say-cluster", hole, hole, f.Value(FieldNodes), f.Value(FieldMinutes)), word(FieldNodes), word(FieldMinutes))...)
	say = append(say, clause(FieldPolicy, "say-policy", "0")...)
	more := "traffic-more"
	if v.More {
		more = "traffic-less"
	}
	say = append(say, app.Span().Text(" "), v.Button(v.T(more), MoreToggled{}).Class("quiet").Attr("aria-expanded", strconv.FormatBool(v.More)), ui.Keyed("compare", v.compared()))
	words := []app.UI{table}
	why := ""
	switch {
	case refused || f.Refused(FieldTemplate):
		refused, why = true, v.T("load-refused")
	case v.Why != "":
		why = v.T(v.Why)
	case v.Err != nil:
		why = i18n.Error(v.Lang, v.Err)
	}
	if !f.ordered() || v.More { // it goes by itself
		key := "load-run"
		if v.Maps[0] != nil {
			key = "load-again"
		}
		run := v.Kit.Work(v.T(key), Run{}).Class("primary")
		if refused || v.Waits() {
			run = v.Resting(v.T(key)).Class("primary")
		}
		words = append(words, run)
	}
	return group.Body(v.presets(), app.P().Class("sentence").Body(say...),
		app.Div().Class("words").Body(append(words, app.Span().Class("field-error").Role("status").Text(why))...))
}

// presets draws the loads that have a name, with what they have come to.
func (v *View) presets() app.UI {
	f := v.form()
	live := LiveSource
	if f.Live() {
		live = ""
	}
	chips := []app.UI{}
	for p := range Presets {
		if !f.ordered() {
			break
		}
		_, why := f.Preset(p)
		chip := v.Button(v.T("preset-"+strconv.Itoa(int(p))), PresetPicked{p}).Attr("aria-pressed", strconv.FormatBool(f.Chosen(p)))
		if why != "" {
			chip = chip.Class("cannot").Title(v.T(why)) // which pressing it tells
		}
		if t := v.Tried[p]; t.Hottest > 0 && t.Version == v.Version {
			class, word := "good", "card-even"
			if t.Hot {
				class, word = "bad", "card-hot"
			}
			chip = chip.Body(app.Text(v.T("preset-"+strconv.Itoa(int(p)))), app.Text(" "), app.B().Class(class).Text(v.T(word, i18n.Digits(v.Lang, t.Hottest))))
		}
		chips = append(chips, chip)
	}
	chips = append(chips, v.Button(v.T("heat-source-1"), Set{Field: FieldSource, Text: live}).Attr("aria-pressed", strconv.FormatBool(f.Live())))
	return app.Div().Class("presets").Role("group").Attr("aria-label", v.T("presets")).Body(chips...)
}

// compared draws which key the second map is of.
func (v *View) compared() app.UI {
	f := v.form()
	if f.table().Template == "" {
		return app.Span().Hidden(true)
	}
	now, known := f.Beside(), false
	options := []ui.Option{{Text: v.T("heat-beside-none")}}
	for i, t := range v.Designs {
		text := t
		if i == 0 && v.Before {
			text = v.T("heat-beside-before", t)
		}
		known = known || t == now
		options = append(options, ui.Option{Value: t, Text: text})
	}
	options = append(options, ui.Option{Value: typed, Text: v.T("heat-beside-typed")})
	chosen, field := now, app.UI(app.Span().Hidden(true))
	if v.Typing || now != "" && !known {
		chosen, field = typed, v.trafficField(FieldTemplate)
	}
	to, all := v.To, []app.UI{}
	for _, o := range options {
		all = append(all, app.Option().Value(o.Value).Text(o.Text).Selected(o.Value == chosen))
	}
	const id = "heat-compare"
	return app.Span().Class("heat-beside").Body(
		app.Span().Class("word").Body(app.Label().For(id).Text(v.T("heat-beside")), app.Select().ID(id).Body(all...).OnChange(func(ctx app.Context, _ app.Event) {
			to.Send(Compared{ctx.JSSrc().Get("value").String()})
		})),
		app.Span().Body(field))
}

// trafficField draws a field: its label is heard, and seen where the sentence does not say it.
func (v *View) trafficField(f Field) app.UI {
	value := v.form().Value(f)
	name := string(f)
	label, options := v.T("heat-"+name), []ui.Option(nil)
	numbered := func(texts ...string) {
		for i, t := range texts {
			options = append(options, ui.Option{Value: strconv.Itoa(i), Text: t})
		}
	}
	switch f {
	case FieldTable:
		for _, t := range v.Tables {
			if t.Rows > 0 {
				options = append(options, ui.Option{Value: t.Name, Text: t.Name})
			}
		}
	case FieldPolicy:
		numbered(v.T("heat-policy-0"), v.T("heat-policy-1"), v.T("heat-policy-2"))
	case FieldOrder:
		numbered(v.T("heat-order-0"), v.T("heat-order-1"), v.T("heat-order-2"))
	case FieldStar:
		options = []ui.Option{{Value: "", Text: v.T("heat-star-none")}}
		for _, of := range v.form().Stars() {
			options = append(options, ui.Option{Value: of, Text: v.T("heat-star-of", of)})
		}
	case FieldShape:
		numbered(v.T("heat-shape-0"), v.T("heat-shape-1", v.N(traffic.Waves)), v.T("heat-shape-2", v.N(traffic.Raised)))
	case FieldNewest:
		options = []ui.Option{{Value: "", Text: v.T("heat-newest-0")}, {Value: "true", Text: v.T("heat-newest-1")}}
	case FieldWrites, FieldRows, FieldMinutes, FieldNodes, FieldTemplate:
	default:
		label = v.T("heat-read", v.Text(&v.Kit, strings.TrimPrefix(name, "read:")))
	}
	id, scope := f.Element(), name
	set := func(ctx app.Context, _ app.Event) {
		v.Send(Set{Field: f, Text: ctx.JSSrc().Get("value").String()})
	}
	if options != nil {
		all := []app.UI{}
		for _, o := range options {
			all = append(all, app.Option().Value(o.Value).Text(o.Text).Selected(o.Value == value))
		}
		return app.Span().Class("word").Body(app.Label().For(id).Text(label), app.Select().ID(id).Body(all...).OnChange(set, scope))
	}
	bad := v.form().Refused(f)
	hint := ""
	least, most := int64(0), int64(MaxRate)
	kind := "number"
	switch f {
	case FieldMinutes:
		least, most = 1, MaxMinutes
	case FieldNodes:
		least, most = 1, MaxNodes
	case FieldTemplate:
		kind = "text"
	}
	if bad {
		hint = v.T("heat-bound", strconv.FormatInt(least, 10), strconv.FormatInt(most, 10))
		if f == FieldTemplate {
			hint = v.T("heat-bad-template")
		}
	}
	input := app.Input().Type(kind).ID(id).Value(value).Attr("aria-invalid", strconv.FormatBool(bad)).Attr("aria-describedby", id+"-hint").
		Attr("autocomplete", "off").Attr("spellcheck", "false").OnInput(set, scope)
	if kind == "number" {
		input = input.Attr("min", least).Attr("max", most).Attr("step", "any").Attr("inputmode", "numeric")
	} else {
		input = input.Attr("autocapitalize", "off").MaxLength(rowkey.MaxTemplate).Placeholder(page.TableOf(v.Tables, v.form().Table()).Template)
	}
	return app.Span().Class("word").Body(app.Label().For(id).Text(label), input, app.Span().ID(id+"-hint").Class("field-error").Text(hint))
}
