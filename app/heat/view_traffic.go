package heat

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/form"
	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/app/ui"
)

// hole marks the place of a control in a translated sentence.
const hole = "¤"

// sentence returns the pieces of a text with the controls in place of its holes.
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

// traffic draws the traffic: a menu of presets, and a sentence in which the fields are
// controls. Parts with usual values are shown on demand. In a lesson it has a button that
// simulates.
func (v *View) traffic() app.UI {
	f, refused := v.settings(), false
	group := app.Div().Class("traffic").Role("group").Attr("aria-label", v.T("heat-traffic"))
	row := app.Div().Class("sentence")
	// word draws a field, and notes whether any field in the sentence is refused.
	word := func(of TrafficField) app.UI {
		refused = refused || f.refused(of)
		return ui.KeyedElement(of.element(), v.trafficField(of))
	}
	table := app.UI(app.Span().Hidden(true))
	if len(v.Tables) > 1 {
		table = word(FieldTable)
	}
	if f.live() {
		return group.Body(row.Body(append(v.presets(), app.Span().Text(v.T("load-live-text")))...), app.Div().Class("heat-more").Body(table))
	}
	// clause draws a part of the sentence, unless its field has the usual value.
	clause := func(of TrafficField, key, usual string) []app.UI {
		if !v.More && f.Value(of) == usual {
			return nil
		}
		return sentence(v.T(key, hole), word(of))
	}
	say := append(v.presets(), sentence(v.T("say-writes", hole), word(FieldWrites))...)
	if f.ordered() && (v.More || f.Value(FieldWrites) != "0") {
		say = append(say, sentence(v.T("say-order", hole), word(FieldOrder))...)
	}
	say = append(say, clause(FieldShape, "say-shape", "0")...)
	// Name the questions that are asked, at most maxTold of them.
	left, told := int64(0), 0
	for _, q := range f.asked() {
		of := readField(q)
		switch {
		case !v.More && f.Value(of) == "0":
		case !v.More && told == maxTold:
			left++
		default:
			told++
			say = append(say, ui.KeyedElement("reads", sentence(v.T("say-question", hole, hole), word(of), app.I().Text(v.QuestionText(&v.Kit, q)))...))
		}
	}
	say = append(say, app.Span().Hidden(left == 0).Text(v.CountText("say-left", left)))
	say = append(say, clause(FieldRows, "say-reads", "0")...)
	say = append(say, clause(FieldNewest, "say-newest", "")...)
	if f.ordered() {
		say = append(say, clause(FieldCelebrity, "say-star", "")...)
	}
	say = append(say, sentence(v.T("say-cluster", hole, hole, f.Value(FieldNodes)), word(FieldNodes), word(FieldMinutes))...)
	if v.More || f.Price != "" || f.Traffic != nil && f.Traffic.Priced {
		cost, known := f.month()
		month := app.Span().Hidden(!known).Text(v.T("say-month", i18n.FormatThreeDigits(v.Lang, cost)))
		say = append(say, ui.KeyedElement("price", append(sentence(v.T("say-price", hole), word(FieldPrice)), month)...))
	}
	say = append(say, clause(FieldPolicy, "say-policy", "0")...)
	more := "traffic-more"
	if v.More {
		more = "traffic-less"
	}
	say = append(say, app.Span().Text(" "), v.Button(v.T(more), moreToggled{}).Class("quiet").Attr("aria-expanded", strconv.FormatBool(v.More)))
	if v.More || v.Typing || f.beside() != "" {
		say = append(say, ui.KeyedElement("compare", v.compared()))
	}
	words := []app.UI{table}
	why := ""
	switch {
	case refused || f.refused(FieldTemplate):
		refused, why = true, v.T("load-refused")
	case v.PresetRefusal != "":
		why = v.T(v.PresetRefusal)
	case v.Err != nil:
		why = i18n.ErrorSentence(v.Lang, v.Err)
	}
	// Say which questions have a default rate.
	if of := f.unrated(); len(of) > 0 && f.ordered() && f.chosen(asAsked) {
		for i, q := range of {
			of[i] = v.T("quoted", v.QuestionText(&v.Kit, q))
		}
		key := "preset-unrated"
		if len(of) > 1 && len(of) == len(f.asked()) {
			key = "preset-unrated-all"
		}
		words = append(words, ui.Label(v.T(key, i18n.JoinAsArgument(of), rateAsked, strconv.Itoa(len(of)))))
	}
	if field, n := f.untold(); n > 0 && f.ordered() && f.Value(FieldOrder) == "0" {
		words = append(words, ui.Label(v.T("heat-untold", strconv.Itoa(n), field)))
	}
	if !f.ordered() || v.More { // otherwise it is simulated by itself
		key := "load-run"
		if v.Maps[0] != nil {
			key = "load-again"
		}
		run := v.Kit.EngineButton(v.T(key), SimulatePressed{}).Class("primary")
		if refused || v.waits() {
			run = v.DisabledButton(v.T(key)).Class("primary")
		}
		words = append(words, run)
	}
	return group.Body(row.Body(say...),
		app.Div().Class("heat-more").Body(append(words, app.Span().Class("field-error").Role("status").Text(why))...))
}

// maxTold is the most questions in the sentence, unless all its parts are shown.
const maxTold = 4

// presets draws the menu of presets with their results, under the name of the present one. A
// lesson has no presets.
func (v *View) presets() []app.UI {
	f := v.settings()
	name := func(p preset) string {
		if field, known := f.clock(); p == inOrder && known && field == "" {
			return v.T("preset-records")
		}
		return v.T("preset-" + strconv.Itoa(int(p)))
	}
	own, live := v.T("heat-source-1"), liveSource
	if f.live() {
		live = ""
	}
	mine := v.Button(own, FieldChanged{Field: fieldSource, Text: live}).Attr("aria-pressed", strconv.FormatBool(f.live()))
	if !f.ordered() {
		return []app.UI{mine.Class("quiet")}
	}
	// The menu's button has the name of the preset that the fields have, if it is one.
	now := v.T("preset-own")
	if f.live() {
		now = own
	}
	items := []app.UI{}
	for p := range presets {
		_, why := f.preset(p)
		chosen := f.chosen(p)
		if chosen {
			now = name(p)
		}
		item := v.Button(name(p), presetPicked{p}).Attr("aria-pressed", strconv.FormatBool(chosen))
		if why != "" {
			item = item.Class("cannot").Title(v.T(why)) // pressing the button tells it too
		}
		if t := v.PresetResults[p]; t.Hottest > 0 && t.Version == v.Version {
			class, word := "good", "card-even"
			switch {
			case t.Over:
				class, word = "bad", "card-much"
			case t.Hot:
				class, word = "bad", "card-hot"
			}
			item = item.Body(app.Text(name(p)), app.Text(" "), app.B().Class(class).Text(v.T(word, i18n.FormatThreeDigits(v.Lang, t.Hottest))))
		}
		items = append(items, item)
	}
	opener := app.Button().Type("button").Class("named").Attr("aria-label", v.T("presets", now)).Text(now)
	return []app.UI{ui.MenuWithButton("heat-presets", opener, append(items, mine)...), app.Span().Text(": ")}
}

// compared draws the choice of the second map's key.
func (v *View) compared() app.UI {
	f := v.settings()
	if f.table().Template == "" {
		return app.Span().Hidden(true)
	}
	now, known := f.beside(), false
	of := form.Field{ID: "heat-compare", Label: form.SentenceText("heat-beside"), Kind: form.KindChoice, Value: now, Options: []form.Option{{Text: form.SentenceText("heat-beside-none")}}}
	for i, t := range v.Designs {
		text := form.PlainText(t)
		if i == 0 && v.Before {
			text = form.SentenceText("heat-beside-before", t)
		}
		known = known || t == now
		of.Options = append(of.Options, form.Option{Value: t, Text: text})
	}
	of.Options = append(of.Options, form.Option{Value: typed, Text: form.SentenceText("heat-beside-typed")})
	template := app.UI(app.Span().Hidden(true))
	if v.Typing || now != "" && !known {
		of.Value, template = typed, v.trafficField(FieldTemplate)
	}
	return app.Span().Class("heat-beside").Body(v.word(of, compareEvents), app.Span().Body(template))
}

// trafficField draws a field. Its label is for screen readers, unless the sentence does not say
// it.
func (v *View) trafficField(f TrafficField) app.UI {
	question := ""
	if q, asks := f.query(); asks {
		question = v.QuestionText(&v.Kit, q)
	}
	return v.word(v.settings().field(f, question), formEvents)
}

// word draws a field within a sentence.
func (v *View) word(f form.Field, heard *ui.FieldEvents) app.UI {
	word := v.FormField(f, heard)
	word.Inline = true
	return word
}

// The messages of the traffic's fields, and of the choice of the second map's key.
var (
	formEvents    = &ui.FieldEvents{Typed: func(id, value string) page.Msg { return FieldChanged{Field: fieldOf(id), Text: value} }}
	compareEvents = &ui.FieldEvents{Typed: func(_, value string) page.Msg { return compared{value} }}
)
