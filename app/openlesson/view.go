package openlesson

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/lessons"
)

// View holds all values that this page is drawn from.
type View struct {
	ui.Kit
	State
	Embed bool // the page is embedded in another site's, which stores nothing
}

// NewView collects what this page is drawn from.
func NewView(k *ui.Kit, s State, embed bool) *View { return &View{*k, s, embed} }

// Draw draws the page: what it is for, the file field, and the result. A file can also be
// dropped on it.
func (v *View) Draw() app.UI {
	return app.Main().ID(page.ElementMain).Class("sheet").TabIndex(-1).On("dragover", ui.AllowFileDrop).On("drop", v.dropped).Body(
		app.P().Class("crumb").Body(app.A().Href(v.SiteURL("/")).Text(v.T("nav-lessons"))),
		app.H1().Text(v.T("open-title")),
		app.P().Class("lead").Text(v.T("open-text")),
		app.Div().Body(v.chooser()),
		app.Div().Body(v.opening()),
	)
}

// chooser draws the field that takes a file, or during the check its name and a button to
// stop.
func (v *View) chooser() app.UI {
	if v.checking {
		return app.Div().Class("row").Body(
			ui.Label(v.T("open-busy", v.name)),
			v.Button(v.T("cancel"), stopped{}),
		)
	}
	label, class := v.T("open-choose"), "button upload primary"
	if v.verdict != nil {
		label, class = v.T("open-again"), "button upload"
	}
	field := app.Input().Type("file").ID("lesson-file").Attr("aria-label", label).Accept(".txtar,.txt,text/plain").Disabled(!v.InBrowser).OnChange(v.chosen)
	return app.Div().Class("row").Body(
		app.Label().Class(class).Body(app.Span().Text(label), field),
		ui.Label(v.T("open-drop")+". "+v.T("open-hint")),
	)
}

// chosen sends the file that the field was given.
func (v *View) chosen(ctx app.Context, _ app.Event) {
	v.ReadChosenFile(ctx, func(name string, data []byte) page.Msg { return FileChosen{Name: name, Data: data} })
}

// dropped sends the first of the files that were dropped on the page.
func (v *View) dropped(ctx app.Context, e app.Event) {
	e.PreventDefault()
	if files := e.Get("dataTransfer").Get("files"); files.Get("length").Int() > 0 {
		ui.ReadFile(ctx, files.Index(0), func(name string, data []byte) { v.Send(FileChosen{Name: name, Data: data}) })
	}
}

// opening draws the result of the check, nil before there is one.
func (v *View) opening() app.UI {
	switch {
	case v.failed != "":
		var act app.UI
		if v.failed == page.SecondProgramOutdated {
			act = v.Button(v.T("reload"), page.UpdateSite{})
		}
		return ui.KeyedElement("failed", app.Div().ID(elementVerdict).TabIndex(-1).Class("notice wrong").Body(app.P().Text(v.T(v.failed)), act))
	case v.verdict == nil:
		return nil
	case v.verdict.Lesson == nil:
		return ui.KeyedElement("bad", v.badLesson(v.verdict))
	}
	return ui.KeyedElement("good", v.goodLesson(v.verdict))
}

// badLesson draws the problems of a file that holds no usable lesson, and then the remarks.
func (v *View) badLesson(of *lessons.FileReport) app.UI {
	bad, remarks := of.Problems.SplitRemarks()
	return app.Section().Class("verdict").Attr("aria-labelledby", elementVerdict).Body(
		app.H2().ID(elementVerdict).TabIndex(-1).Text(v.T("open-list")),
		app.P().Text(v.CountText("open-bad", int64(len(bad)))+" "+v.T("open-bad-how")),
		v.problems(bad),
		v.remarks(remarks),
	)
}

// remarks draws the problems that do not prevent the lesson from being used.
func (v *View) remarks(list []lessons.Problem) app.UI {
	if len(list) == 0 {
		return nil
	}
	return app.Div().Body(app.H3().Text(v.T("open-remarks")), ui.SmallPrint(v.T("open-remark")), v.problems(list))
}

// problems draws a list of problems, each with its line, its file, and the text of the line.
func (v *View) problems(list []lessons.Problem) app.UI {
	items := []app.UI{}
	for _, one := range list {
		what := one.Said
		if one.At != "" {
			what = one.At + ": " + what
		}
		place := ""
		if one.File != "" {
			place = " " + v.T("open-in", one.File)
		}
		var line app.UI
		if one.Text != "" {
			line = app.Code().Text(one.Text)
		}
		items = append(items, app.Li().Body(
			app.P().Class("label").Body(app.B().Text(v.T("open-line", v.Number(int64(one.Line)))), app.Text(place)),
			app.P().Text(what),
			app.Div().Body(line),
		))
	}
	return app.Ol().Class("problems").Body(items...)
}

// goodLesson draws a lesson that can be begun, with what was verified about it.
func (v *View) goodLesson(of *lessons.FileReport) app.UI {
	card, kept := page.LessonCardOf(of.Lesson), "open-kept"
	if v.Embed {
		kept = "open-kept-embed"
	}
	return app.Section().Class("verdict").Attr("aria-labelledby", elementVerdict).Body(
		app.H2().ID(elementVerdict).TabIndex(-1).Text(i18n.MakePrintable(of.Lesson.Title)),
		app.P().Text(of.Lesson.Summary),
		ui.SmallPrint(v.T("open-steps", v.Number(int64(len(card.Steps))), v.Number(int64(card.Minutes)))),
		app.Div().Class("row").Body(
			v.EngineButton(v.T("open-begin"), begun{}).Class("primary"),
			ui.Label(v.T(kept)),
		),
		app.H3().Text(v.T("open-good")),
		app.Ul().Class("verified").Body(
			app.Li().Text(v.T("open-start")),
			app.Li().Text(v.CountText("open-solved", int64(card.Goals))),
			app.Li().Text(v.CountText("open-wrong", int64(of.Attempts))),
			app.Li().Text(v.CountText("open-facts", int64(of.Facts))),
		),
		v.remarks(of.Problems),
	)
}
