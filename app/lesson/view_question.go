package lesson

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/ui"
	"tabletop/lessons"
)

// question draws a question: its fields and button, and what is said to the answer. A
// drawing does not set what is typed into the fields, except for answers that are already
// noted.
func (v *View) question(q lessons.Question) app.UI {
	l := v.st.Lesson
	parts := []app.UI{app.Legend().Text(q.Text)}
	value, given := l.Progress.AnswerTo(q.ID)
	box := func() app.UI {
		return app.FieldSet().Class("question").DataSet("open", slices.Contains(l.InvalidAnswers, q.ID)).ID(questionElement(q.ID)).TabIndex(-1).DataSet("question", q.ID).Body(parts...)
	}
	text := "check"
	switch {
	case q.IsOnDesignSheet():
		text = "sheet-keep"
	case q.IsAboutDesign():
		text = "guess-note"
	case q.Guess:
		text = "guess"
	}
	check := app.UI(v.DisabledButton(v.T(text)))
	_, decided := l.Progress.AnswerTo(q.Because)
	decided = decided || q.Because == ""
	switch {
	case q.IsOnDesignSheet() && !v.endsSheet(q): // one button, at the last line, gives the whole sheet
		check = app.Span()
	case v.EngineIdle && decided && q.IsOnDesignSheet():
		check = v.Button(v.T(text), sheetPressed{})
	case v.EngineIdle && decided:
		check = v.Button(v.T(text), AnswerSubmitted{Question: q.ID})
	}
	if l.Progress.IsAnswerFixed(q) {
		parts = append(parts, app.Div().ID(saidElement(q.ID)).Body(ui.KeyedElement("guessed-"+q.ID, v.compared(q, value))))
		return box()
	}
	switch q.Kind {
	case lessons.ChooseOne:
		for _, c := range q.ShuffledChoices(v.w.Seed) {
			radio := ui.RadioWithHandler("answer-"+q.ID, c.Value, v.InBrowser && c.Value == l.Answers[q.ID], v.taking(q.ID), q.ID)
			parts = append(parts, app.Label().Class("choice").Body(radio, app.Span().Text(c.Text)))
		}
		parts = append(parts, app.Div().Class("row").Body(check))
	case lessons.PutInOrder:
		parts = append(parts, v.lineup(q), app.Div().Class("row").Body(check))
	case lessons.EnterNumber, lessons.FillText:
		parts = append(parts, app.Div().Class("row").Body(v.blank(q), check))
	case lessons.MarkPlace:
		parts = append(parts, v.mark(q), app.Div().Class("row").Body(check))
	case lessons.SketchCurve:
		parts = append(parts, v.sketch(q), app.Div().Class("row").Body(check))
	default:
		panic("view: a question of an unknown kind")
	}
	switch {
	case q.IsAboutDesign():
	case q.Guess && len(l.HeldCalls) > 0:
		parts = append(parts, ui.SmallPrint(v.CountText("guess-held", int64(len(l.HeldCalls)))))
	case q.Guess:
		parts = append(parts, ui.SmallPrint(v.T("guess-first-kept")))
	case !decided:
		parts = append(parts, ui.SmallPrint(v.T("figure-first")))
	case q.Run != "":
		parts = append(parts, ui.SmallPrint(v.T("answer-runs")))
	}
	var said app.UI
	switch wrong := l.WrongAnswers[q.ID]; {
	case slices.Contains(l.InvalidAnswers, q.ID) && q.IsOnDesignSheet() && strings.TrimSpace(l.Answers[q.ID]) == "":
		said = app.P().Class("wrong-answer").Text(v.T("sheet-empty"))
	case slices.Contains(l.InvalidAnswers, q.ID):
		said = app.P().Class("wrong-answer").Text(v.T("answer-whole"))
	case q.IsOnDesignSheet() && given:
		said = ui.SmallPrint(v.T("sheet-noted"))
		if strings.TrimSpace(l.Answers[q.ID]) != value {
			said = ui.SmallPrint(v.T("sheet-changed"))
		}
	case wrong != "":
		said = app.Div().Class("wrong-answer prose").Body(app.B().Text(v.T("not-yet")), app.Raw(wrong))
	case given:
		said = app.P().Class("right-answer mark yes").Text(v.T("right"))
	}
	parts = append(parts, app.Div().Class("answer-said").ID(saidElement(q.ID)).Body(said))
	return box()
}

// saidElement returns the id of the element with what is said to the answer of a question.
func saidElement(question string) string { return "said-" + question }

// endsSheet reports whether a question is the last line of the design sheet that can still
// be filled in.
func (v *View) endsSheet(q lessons.Question) bool {
	last := ""
	for _, s := range v.st.Lesson.Lesson.Steps[v.st.Lesson.Step].Asks {
		if s.IsOnDesignSheet() && !v.st.Lesson.Progress.IsAnswerFixed(s) {
			last = s.ID
		}
	}
	return last == q.ID
}

// taking returns a handler that takes the value of a field as the draft of an answer.
func (v *View) taking(question string) app.EventHandler {
	return func(ctx app.Context, _ app.Event) {
		v.Send(AnswerTyped{Question: question, Value: ctx.JSSrc().Get("value").String()})
	}
}

// blank draws the field for a number or a text.
func (v *View) blank(q lessons.Question) app.UI {
	field := app.Input().Type("text").Attr("autocomplete", "off")
	if q.Kind == lessons.FillText {
		field = field.Class("mono").Attr("autocapitalize", "off").Attr("spellcheck", "false")
	} else {
		field = field.Class("number").Attr("inputmode", "numeric")
	}
	field = field.ID("answer-"+q.ID).Attr("aria-label", q.Text).OnInput(v.taking(q.ID), q.ID).OnKeyDown(v.answerKey(q.ID, q.IsOnDesignSheet()), q.ID)
	if slices.Contains(v.st.Lesson.InvalidAnswers, q.ID) {
		field = field.Attr("aria-invalid", "true").Attr("aria-describedby", saidElement(q.ID))
	}
	if noted, given := v.st.Lesson.Progress.AnswerTo(q.ID); given && q.IsOnDesignSheet() {
		field = field.Value(noted)
	} else if v.st.Lesson.Answers[q.ID] == "" {
		field = field.Value("")
	}
	return field
}

// answerKey returns a handler that gives the answer on Enter, or the whole design sheet if
// sheet is true.
func (v *View) answerKey(question string, sheet bool) app.EventHandler {
	return func(_ app.Context, e app.Event) {
		if e.Get("key").String() != "Enter" {
			return
		}
		e.PreventDefault()
		if sheet {
			v.Send(sheetPressed{})
			return
		}
		v.Send(AnswerSubmitted{Question: question})
	}
}
