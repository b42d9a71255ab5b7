package lesson

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/ui"
	"tabletop/lessons"
)

// goals draws the goals of a step, each with its readings.
func (v *View) goals(i int) app.UI {
	step := v.st.Lesson.Lesson.Steps[i]
	if len(step.Goals) == 0 {
		return app.Div()
	}
	items := []app.UI{}
	for _, g := range step.Goals {
		state, class, said := "open", "mark no", v.T("goal-open")
		if v.passed(g.ID) {
			state, class, said = "passed", "mark yes", v.T("goal-passed")
		}
		items = append(items, app.Li().DataSet("goal", g.ID).DataSet("state", state).Body(
			app.Span().Class(class).Body(ui.ScreenReaderText(said)),
			app.Span().Text(g.Text),
			app.Div().Class("readings").Body(v.readings(g, state == "passed")...),
		))
	}
	list := app.Ul()
	if id := v.onlyShown(i, elementGoals); id != "" {
		list = list.ID(id).TabIndex(-1)
	}
	return list.Class("goals").Attr("aria-label", v.T("goals")).Body(items...)
}

// readingsWhileOpen returns the readings that are shown while their goal is open: those that are not as
// required if there are such, and always the two parts of a bill.
func readingsWhileOpen(of []lessons.Reading) []lessons.Reading {
	if !slices.ContainsFunc(of, func(r lessons.Reading) bool { return !r.OK }) {
		return of
	}
	return slices.DeleteFunc(slices.Clone(of), func(r lessons.Reading) bool {
		return r.OK && r.Measure != "bill-kept" && r.Measure != "bill-sent"
	})
}

// readings draws what was measured for a goal, and what is required. If the goal has been
// reached and does not hold now, it says that the goal stays reached. A reading is left out if
// the reader is to guess it.
func (v *View) readings(g lessons.Goal, passed bool) []app.UI {
	if _, card := g.Check.(lessons.DesignGraded); card || !v.InBrowser || !v.st.Ready {
		return nil
	}
	var out []app.UI
	of := v.st.Lesson.Readings[g.ID]
	if !passed {
		of = readingsWhileOpen(of)
	}
	for _, r := range of {
		if passed && !r.OK {
			said := "reached-since"
			if ofDesign(g.Check) {
				said = "reached-before"
			}
			return []app.UI{app.Span().Class("reading").Text(v.T(said))}
		}
		if asks, is := g.Check.(lessons.QuestionAnswered); is && !passed && v.later(asks.Question) {
			return []app.UI{app.Span().Class("reading").DataSet("reading", r.Measure).Text(v.T("asked-later"))}
		}
		if r.Measure == "answered" || plain(r) || v.secret(r) || r.Measure == "cell" && !passed && v.holds() {
			continue // the goal's own words say it, or the reader is to guess it
		}
		if text := v.sentence(g.Check, r); text != "" {
			return []app.UI{app.Span().Class("reading").DataSet("reading", r.Measure).Text(text)}
		}
		if r.Measure == "medal" {
			out = append(out, app.Span().Class("reading").DataSet("reading", r.Measure).Body(app.B().Text(v.medalText(r))))
			continue
		}
		have, want := v.figure(r)
		if v.asked(r) || r.Measure == "nodes" { // the reader is to find out the required value
			want = ""
		}
		class := "reading"
		if r.OK {
			class += " ok"
		}
		if passed {
			want = ""
		}
		out = append(out, app.Span().Class(class).DataSet("reading", r.Measure).Body(
			app.Span().Text(v.T("reading-"+r.Measure)), app.B().Text(have), app.Span().Text(want)))
	}
	return out
}

// ofDesign reports whether a goal is about what a row key can do. Such a goal stays reached
// under other keys.
func ofDesign(c lessons.Check) bool {
	switch c.(type) {
	case lessons.KeepsFields, lessons.ExactReads:
		return true
	}
	return false
}

// later reports whether a question of the step is asked only after another goal is reached.
func (v *View) later(question string) bool {
	for _, q := range v.st.Lesson.Lesson.Steps[v.st.Lesson.Step].Asks {
		if q.ID == question {
			return !q.IsAsked(v.st.Lesson.Progress)
		}
	}
	return false
}

// holds reports whether a question is open to which the content of a required cell could be
// the answer.
func (v *View) holds() bool {
	l := v.st.Lesson
	return slices.ContainsFunc(l.Lesson.Steps[l.Step].Asks, func(q lessons.Question) bool {
		_, given := l.Progress.AnswerTo(q.ID)
		return (q.Holds || q.Guess) && !given && q.IsAsked(l.Progress)
	})
}

// secret reports whether a reading is what the reader is to guess first.
func (v *View) secret(r lessons.Reading) bool {
	_, secret := v.st.Lesson.HidesFigure(r.Have)
	return secret && r.Known
}

// plain reports whether a reading says no more than that the goal is reached.
func plain(r lessons.Reading) bool {
	return r.OK && (r.Measure == "family-there" || r.Measure == "table-there" || r.Measure == "refused")
}

// sentence returns a reading as a sentence, "" if it is to be shown as a number.
func (v *View) sentence(of lessons.Check, r lessons.Reading) string {
	row, column := v.place(of)
	switch {
	case !r.Known && r.Measure == "cell" && r.WantText != "" && !v.asked(r):
		return v.T("reading-cell-empty", r.WantText, row, column)
	case !r.Known && r.Measure == lessons.QueueRead:
		return v.T("queue-unread")
	case !r.Known:
		return v.T("not-run")
	case r.Measure == lessons.QueueOptions:
		return v.T("queue-options", r.HaveText)
	case r.Measure == "cell-time":
		return v.T("reading-cell-time")
	case r.Measure == "refused" && !r.OK:
		return v.T("refused-otherwise")
	case r.Measure == "cell" && r.WantText == "" && !r.OK:
		return v.T("reading-cell-lacks", row, column)
	case r.Measure == "cell" && r.HaveText == "" && !r.OK && !v.asked(r):
		return v.T("reading-cell-empty", r.WantText, row, column)
	}
	return ""
}

// place returns the row and the column of the cell that a goal is about. Both are "" if the
// text of the step does not name them, since the reader may have to find them out.
func (v *View) place(of lessons.Check) (row, column string) {
	switch c := of.(type) {
	case lessons.CellHolds:
		row, column = c.Row, c.Column
	case lessons.CellTime:
		row, column = c.Row, c.Column
	}
	step := v.st.Lesson.Lesson.Steps[v.st.Lesson.Step]
	said := lessons.PlainText(step.Body)
	for _, q := range step.Asks {
		said += "\n" + q.Text
	}
	for _, g := range step.Goals {
		said += "\n" + g.Text
	}
	if !strings.Contains(said, row) || !strings.Contains(said, column) {
		return "", ""
	}
	return row, column
}

// asked reports whether a reading gives away the answer to an open question of the step.
func (v *View) asked(r lessons.Reading) bool {
	l := v.st.Lesson
	for _, q := range l.Lesson.Steps[l.Step].Asks {
		if _, given := l.Progress.AnswerTo(q.ID); !given && r.RevealsAnswer(q) {
			return true
		}
	}
	return false
}

// figure returns the measured value of a reading, "" if it is unknown, and the required one.
func (v *View) figure(r lessons.Reading) (have, want string) {
	number := func(n int64) string {
		switch r.Measure {
		case "hottest":
			return v.T("fair-share", i18n.FormatHundredths(v.Lang, n))
		case "p99":
			return i18n.FormatMicros(v.Lang, n)
		case "bytes-stored", "bytes-packed", "bytes-scanned", "bytes-returned":
			return v.bytes(n)
		}
		return v.Number(n)
	}
	switch {
	case r.WantText != "":
		have, want = r.HaveText, v.T("want-text", r.WantText)
	case !r.Want.Set:
	case r.Want.Least == r.Want.Most:
		want = v.T("want-exactly", number(r.Want.Most))
	case r.Want.Most == math.MaxInt64:
		want = v.T("want-least", number(r.Want.Least))
	case r.Want.Least <= 0:
		want = v.T("want-most", number(r.Want.Most))
	default:
		want = v.T("want-between", number(r.Want.Least), number(r.Want.Most))
	}
	if r.Known && r.WantText == "" && (r.Want.Set || strings.HasPrefix(r.Measure, "bill")) {
		have = number(r.Have)
	}
	return have, want
}

// medalText returns the name of the medal in a reading.
func (v *View) medalText(r lessons.Reading) string {
	return v.T("reading-medal", strconv.FormatInt(r.Have, 10))
}

// measurements draws, for each goal that was reached, the readings that were shown first and those
// with which it was reached. It is nil if there is no such goal.
func (v *View) measurements() []app.UI {
	rows := []app.UI{}
	// say joins the readings of a goal into one sentence.
	say := func(of []lessons.Reading) string {
		var out []string
		for _, r := range of {
			have, _ := v.figure(r)
			switch {
			case r.Measure == "medal":
				out = append(out, v.medalText(r))
			case r.Measure == "refused" && r.Known && r.OK:
				out = append(out, v.T("reading-refused"))
			case r.Measure == "refused" && r.Known:
				out = append(out, v.T("refused-otherwise"))
			case have != "" && !plain(r):
				out = append(out, v.T("reading-"+r.Measure)+" "+have)
			}
		}
		return strings.Join(out, ", ")
	}
	for _, s := range v.st.Lesson.Lesson.Steps {
		for _, g := range s.Goals {
			for _, m := range v.st.Lesson.Progress.Measured {
				if m.Goal == g.ID && len(m.After) > 0 {
					rows = append(rows, app.Tr().Body(
						app.Th().Scope("row").Text(g.Text), app.Td().Text(say(readingsWhileOpen(m.Before))), app.Td().Text(say(m.After))))
				}
			}
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return []app.UI{app.H3().Text(v.T("debrief-measured")), app.Table().Class("plain measurements").Body(
		app.THead().Body(app.Tr().Body(
			app.Th().Scope("col").Text(v.T("measured-goal")),
			app.Th().Scope("col").Text(v.T("measured-before")),
			app.Th().Scope("col").Text(v.T("measured-after")),
		)),
		app.TBody().Body(rows...),
	)}
}
