package lesson

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/keyhtml"
	"tabletop/app/ui"
	"tabletop/lessons"
)

// elementScore is the id of the score card.
const elementScore = "score"

// score draws the score card of a step: each criterion with the measured value, its par and
// the best so far.
func (v *View) score(i int) app.UI {
	l := v.st.Lesson
	if !v.InBrowser || i != l.Step {
		return nil
	}
	s, ok := scoreOf(l)
	if !ok {
		return nil
	}
	state, press := "open", "grade"
	if s.Beaten {
		state = "passed"
	}
	if s.Known || s.Best != nil {
		press = "grade-again"
	}
	head := []app.UI{app.Th().Scope("col").Text(v.T("score-of"))}
	keys := []string{"score-have", "score-par", "score-best"}
	if s.Rival != nil {
		keys = append(keys, "score-rival")
	}
	for _, key := range keys {
		head = append(head, app.Th().Scope("col").Class("num").Text(v.T(key)))
	}
	rows := []app.UI{}
	for _, line := range s.Lines {
		rows = append(rows, v.scoreLine(line, s.Best != nil, s.Rival != nil))
	}
	// The sentence above the table says how many pars were met, or that no design was graded
	// yet.
	said := ""
	switch {
	case s.Known:
		said = v.T("score-met", strconv.Itoa(s.parsMet()), strconv.Itoa(s.pars()))
	case s.Best == nil:
		said = v.T("score-none")
	}
	best := app.Div()
	if s.Best != nil {
		colours, text := v.templateColours(), ""
		for _, d := range s.Best.Designs {
			text += " " + colours.TemplateHTML(d)
		}
		best = best.Body(app.Raw(`<p class="example">` + keyhtml.EscapeHTML(v.T("score-best-is")) + text + `</p>`))
	}
	return app.Section().Class("score").ID(elementScore).Attr("aria-label", v.T("score")).DataSet("score", state).Body(
		app.H3().Text(v.T("score")),
		app.P().Text(said),
		app.Div().Body(v.medal(s)),
		app.Div().Body(v.rival(s)),
		app.Table().Class("plain").Attr("aria-label", v.T("score")).Body(
			app.THead().Body(app.Tr().Body(head...)), app.TBody().Body(rows...)),
		best,
		app.Div().Body(v.scoreEach(s)),
		app.Div().Body(v.scoreNodes(s)),
		app.Div().Class("row").Body(v.EngineButton(v.T(press), ActionPressed{Action: lessons.Grade{Rival: rivalTemplates(l.Lesson)}}).Class("primary")),
		ui.Explanation(v.T("score-how", v.Number(s.Of.Data.Len()))),
	)
}

// scoreLine draws one criterion. graded says that there is a best design, and rivalled that there is
// a rival's.
func (v *View) scoreLine(l criterion, graded, rivalled bool) app.UI {
	text := func(n int64) string {
		switch l.What {
		case lessons.CriterionSkew:
			return v.T("score-percent", v.Number(n)) // in per cent, as it is guessed
		case lessons.CriterionBytes:
			return v.bytes(n)
		}
		return v.Number(n)
	}
	have, best, state, class := "–", "–", "none", "num"
	if l.Known {
		have, state = "✓ "+text(l.Have), "met"
		if !l.OK {
			have, state, class = "✗ "+text(l.Have), "missed", "num bad"
		}
	}
	if graded {
		best = text(l.Best)
	}
	cells := []app.UI{
		app.Th().Scope("row").Text(v.T("score-" + l.What)),
		app.Td().Class(class).Text(have),
		ui.NumberCell(text(l.Par)),
		app.Td().Class("num").DataSet("best", l.Best).Text(best),
	}
	if rivalled {
		cells = append(cells, ui.NumberCell(text(l.Rival)))
	}
	return app.Tr().DataSet("criterion", l.What).DataSet("state", state).Body(cells...)
}

// scoreEach draws the cost of each question in a minute.
func (v *View) scoreEach(s card) app.UI {
	if len(s.Each) == 0 {
		return nil
	}
	items := []app.UI{}
	for _, r := range s.Each {
		rate := int64(0)
		for _, of := range s.Of.Rates {
			if of.Query == r.HaveText {
				rate = of.PerMinute
			}
		}
		cost, class := v.T("score-cost", strconv.FormatInt(rate, 10), strconv.FormatInt(r.Have, 10)), "label"
		if !r.OK {
			key := "score-unanswered"
			if r.Measure == lessons.ReadingLost {
				key = "score-replaced"
			}
			cost, class = v.T(key, strconv.FormatInt(r.Want.Most-r.Want.Least, 10), strconv.FormatInt(r.Want.Most, 10)), "label bad"
		}
		items = append(items, app.Li().Body(app.Span().Text(v.query(r.HaveText)), app.Br(), app.Span().Class(class).Text(cost)))
	}
	return app.Ul().Class("each").Attr("aria-label", v.T("score-each")).Body(items...)
}

// medal draws the medal of the design.
func (v *View) medal(s card) app.UI {
	if !s.Known && s.Best == nil {
		return nil
	}
	return app.P().Class("medal").DataSet("medal", int(s.Medal)).Text(v.T(medals[s.Medal]))
}

// rival draws how the reader's best design stands beside the one that came by a link.
func (v *View) rival(s card) app.UI {
	switch {
	case s.Rival != nil:
		return app.P().Class("rival").DataSet("rival", s.standing()).Text(v.T(s.standing()))
	case rivalTemplates(v.st.Lesson.Lesson) != "":
		return app.P().Class("rival").Text(v.T("rival-waits"))
	}
	return nil
}

// scoreNodes draws how many nodes the design keeps busy, and what a smaller cost would save.
func (v *View) scoreNodes(s card) app.UI {
	if len(s.Nodes) != 2 {
		return nil
	}
	scan, write := s.Nodes[0], s.Nodes[1]
	return ui.Explanation(v.T("score-nodes", i18n.FormatHundredths(v.Lang, scan), i18n.FormatHundredths(v.Lang, write), i18n.FormatHundredths(v.Lang, scan/10), i18n.FormatHundredths(v.Lang, write/10)))
}
