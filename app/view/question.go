package view

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/model"
	"tabletop/app/ui"
	"tabletop/lessons"
)

// question asks the reader. What is typed or chosen is told to the model, never
// set from it, but for the answers of before.
func (p *drawing) question(q lessons.Question) app.UI {
	l := p.st.Lesson
	parts := []app.UI{app.Legend().Text(q.Text)}
	check := p.resting(p.t("check"))
	if p.idle() {
		check = p.button(p.t("check"), model.AnswerPressed{Question: q.ID})
	}
	switch q.Kind {
	case lessons.Choose:
		for _, c := range q.Choices {
			radio := ui.RadioOf("answer-"+q.ID, c.Value, p.live && c.Value == l.Answers[q.ID], p.taking(q.ID), q.ID)
			parts = append(parts, app.Label().Class("choice").Body(radio, app.Span().Text(c.Text)))
		}
		parts = append(parts, app.Div().Class("row").Body(check))
	case lessons.PutInLine:
		parts = append(parts, p.line(q), app.Div().Class("row").Body(check))
	case lessons.Number, lessons.Fill:
		parts = append(parts, app.Div().Class("row").Body(p.blank(q), check))
	default:
		panic("view: a question of an unknown kind")
	}
	if q.Run != "" {
		parts = append(parts, app.P().Class("label").Text(p.t("answer-runs")))
	}
	right := slices.ContainsFunc(l.Progress.Answers, func(a lessons.Answer) bool { return a.Question == q.ID })
	var said app.UI
	switch wrong := l.Wrong[q.ID]; {
	case wrong != "":
		said = app.Div().Class("wrong-answer prose").Body(app.B().Text(p.t("not-yet")), app.Raw(wrong))
	case right:
		said = app.P().Class("right-answer mark yes").Text(p.t("right"))
	}
	parts = append(parts, app.Div().Class("answer-said").Body(said))
	return app.FieldSet().Class("question").DataSet("question", q.ID).Body(parts...)
}

// taking returns a handler that takes what a field holds as an answer.
func (p *drawing) taking(question string) app.EventHandler {
	return func(ctx app.Context, _ app.Event) {
		p.send(model.AnswerTyped{Question: question, Value: ctx.JSSrc().Get("value").String()})
	}
}

// blank is the field for a number or a text.
func (p *drawing) blank(q lessons.Question) app.UI {
	field := app.Input().Type("number").Attr("inputmode", "numeric")
	if q.Kind == lessons.Fill {
		field = app.Input().Type("text").Class("mono").Attr("autocomplete", "off").Attr("autocapitalize", "off").Attr("spellcheck", "false")
	}
	field = field.ID("answer-"+q.ID).Attr("aria-label", q.Text).OnInput(p.taking(q.ID), q.ID).OnKeyDown(p.answerKey(q.ID), q.ID)
	if p.st.Lesson.Answers[q.ID] == "" {
		field = field.Value("")
	}
	return field
}

// answerKey gives the answer on Enter.
func (p *drawing) answerKey(question string) app.EventHandler {
	return func(_ app.Context, e app.Event) {
		if e.Get("key").String() != "Enter" {
			return
		}
		e.PreventDefault()
		p.send(model.AnswerPressed{Question: question})
	}
}

// line draws the choices to put in order, each with buttons that move it. On a
// button, the arrow keys move it too.
func (p *drawing) line(q lessons.Question) app.UI {
	order := model.LineOf(p.st.Lesson, q)
	items := []app.UI{}
	for i, v := range order {
		move := func(key string, to int, mark string) app.UI {
			b := p.resting(mark)
			if p.live && to >= 0 && to < len(order) {
				b = p.button(mark, model.ChoiceMoved{Question: q.ID, From: i, To: to})
			} else {
				b = b.Disabled(false).Attr("aria-disabled", "true")
			}
			name := key + "-" + strconv.Itoa(i)
			return b.Class("quiet").ID(model.LineElement(q.ID, name)).Attr("aria-label", p.t("order-"+key, v)).
				OnKeyDown(p.lineKey(q.ID, i), q.ID, name)
		}
		items = append(items, app.Li().DataSet("value", v).Body(
			app.Code().Text(v), app.Span().Class("row").Body(move("up", i-1, "↑"), move("down", i+1, "↓"))))
	}
	return app.Ol().Class("line").Attr("aria-label", q.Text).Body(items...)
}

func (p *drawing) lineKey(question string, at int) app.EventHandler {
	return func(_ app.Context, e app.Event) {
		to := at
		switch e.Get("key").String() {
		case "ArrowUp":
			to--
		case "ArrowDown":
			to++
		default:
			return
		}
		e.PreventDefault()
		p.send(model.ChoiceMoved{Question: question, From: at, To: to})
	}
}
