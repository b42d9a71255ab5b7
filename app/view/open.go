package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/model"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/lessons"
)

// open draws the page that opens a lesson's file.
func (p *drawing) open() app.UI {
	return app.Main().ID(model.ElementMain).Class("sheet").TabIndex(-1).On("dragover", p.dragged).On("drop", p.lessonDropped).Body(
		app.P().Class("crumb").Body(app.A().Href(p.link("/")).Text(p.t("nav-lessons"))),
		app.H1().Text(p.t("open-title")),
		app.P().Class("lead").Text(p.t("open-text")),
		app.Div().Body(p.chooser()),
		app.Div().Body(p.opening()),
	)
}

// chooser takes a file.
func (p *drawing) chooser() app.UI {
	o := p.st.Opening
	if o.Checking {
		return app.Div().Class("row").Body(
			app.Span().Class("label").Text(p.t("open-busy", o.Name)),
			p.button(p.t("cancel"), model.CheckStopped{}),
		)
	}
	label, class := p.t("open-choose"), "button upload primary"
	if o.Verdict != nil {
		label, class = p.t("open-again"), "button upload"
	}
	field := app.Input().Type("file").ID("lesson-file").Attr("aria-label", label).Accept(".txtar,.txt,text/plain").Disabled(!p.live).OnChange(p.lessonChosen)
	return app.Div().Class("row").Body(
		app.Label().Class(class).Body(app.Span().Text(label), field),
		app.Span().Class("label").Text(p.t("open-drop")+". "+p.t("open-hint")),
	)
}

func (p *drawing) lessonChosen(ctx app.Context, _ app.Event) {
	p.kit().Chosen(ctx, func(name string, data []byte) page.Msg { return model.LessonChosen{Name: name, Data: data} })
}

func (p *drawing) lessonDropped(ctx app.Context, e app.Event) {
	e.PreventDefault()
	if files := e.Get("dataTransfer").Get("files"); files.Get("length").Int() > 0 {
		ui.ReadFile(ctx, files.Index(0), func(name string, data []byte) { p.send(model.LessonChosen{Name: name, Data: data}) })
	}
}

// opening shows what came of the file.
func (p *drawing) opening() app.UI {
	o := p.st.Opening
	switch {
	case o.Failed != "":
		var act app.UI
		if o.Failed == model.CheckNewer {
			act = p.button(p.t("reload"), model.UpdateNow{})
		}
		return ui.Keyed("failed", app.Div().ID(model.ElementVerdict).TabIndex(-1).Class("notice wrong").Body(app.P().Text(p.t(o.Failed)), act))
	case o.Verdict == nil:
		return nil
	case o.Verdict.Lesson == nil:
		return ui.Keyed("bad", p.badLesson(o.Verdict))
	}
	return ui.Keyed("good", p.goodLesson(o.Verdict))
}

// badLesson lists what is wrong with a file.
func (p *drawing) badLesson(v *lessons.Verdict) app.UI {
	bad, remarks := v.Problems.Parted()
	return app.Section().Class("verdict").Attr("aria-labelledby", model.ElementVerdict).Body(
		app.H2().ID(model.ElementVerdict).TabIndex(-1).Text(p.t("open-list")),
		app.P().Text(p.count("open-bad", int64(len(bad)))+" "+p.t("open-bad-how")),
		p.problems(bad),
		p.remarks(remarks),
	)
}

func (p *drawing) remarks(list []lessons.Problem) app.UI {
	if len(list) == 0 {
		return nil
	}
	return app.Div().Body(app.H3().Text(p.t("open-remarks")), app.P().Class("label").Text(p.t("open-remark")), p.problems(list))
}

// problems lists each with its line.
func (p *drawing) problems(list []lessons.Problem) app.UI {
	items := []app.UI{}
	for _, v := range list {
		what := v.Said
		if v.At != "" {
			what = v.At + ": " + what
		}
		place := ""
		if v.File != "" {
			place = " " + p.t("open-in", v.File)
		}
		var line app.UI
		if v.Text != "" {
			line = app.Code().Text(v.Text)
		}
		items = append(items, app.Li().Body(
			app.P().Class("label").Body(app.B().Text(p.t("open-line", p.n(int64(v.Line)))), app.Text(place)),
			app.P().Text(what),
			app.Div().Body(line),
		))
	}
	return app.Ol().Class("problems").Body(items...)
}

// goodLesson shows a lesson that can be begun, with what was verified of it.
func (p *drawing) goodLesson(v *lessons.Verdict) app.UI {
	card := model.CardOf(v.Lesson)
	return app.Section().Class("verdict").Attr("aria-labelledby", model.ElementVerdict).Body(
		app.H2().ID(model.ElementVerdict).TabIndex(-1).Text(i18n.Plain(v.Lesson.Title)),
		app.P().Text(v.Lesson.Summary),
		app.P().Class("label").Text(p.t("open-steps", p.n(int64(len(card.Steps))), p.n(int64(card.Minutes)))),
		app.Div().Class("row").Body(
			p.work(p.t("open-begin"), model.OwnBegun{}).Class("primary"),
			app.Span().Class("label").Text(p.t("open-kept")),
		),
		app.H3().Text(p.t("open-good")),
		app.Ul().Class("verified").Body(
			app.Li().Text(p.t("open-start")),
			app.Li().Text(p.count("open-solved", int64(card.Goals))),
			app.Li().Text(p.count("open-wrong", int64(v.Attempts))),
			app.Li().Text(p.count("open-facts", int64(v.Facts))),
		),
		p.remarks(v.Problems),
	)
}

// ownTrack returns what a track is called, and whether its lessons came from files.
func (p *drawing) ownTrack(track string) (title string, own bool) {
	if track == "" || track[:1] != model.OwnTrack {
		return track, false
	}
	if title = track[1:]; title == "" {
		title = p.t("own-track")
	}
	return title, true
}

// removal is a button that removes a lesson that came from a file.
func (p *drawing) removal(c model.Card) app.HTMLButton {
	return p.work(p.t("own-remove"), model.DeletePressed{ID: c.Slug}).Class("quiet").Attr("aria-label", p.t("own-remove-of", c.Title))
}
