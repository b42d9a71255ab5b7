package view

import (
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/model"
	"tabletop/engine"
	"tabletop/engine/base"
)

// timeline draws what can be gone back to: a row of controls, and below it on
// request the checkpoints.
func (p *drawing) timeline() app.UI {
	w := &p.st.Work
	t, open := &w.Timeline, w.Time.Open
	steps, step := len(t.Steps), w.Step()
	slider := app.Input().Type("range").ID(model.ElementTime).Attr("aria-label", p.t("time-slider")).
		Attr("aria-valuetext", p.stepText(step)).Min(0).Max(max(steps, 1)).Step(1).Disabled(steps == 0 || !p.live).
		OnInput(p.scrubbed)
	class := "time panel"
	if open {
		class += " open"
	}
	return app.Section().Class(class).Attr("aria-label", p.t("timeline")).Body(
		app.Div().Class("time-bar").Body(
			app.Div().Class("row").Body(
				p.moveButton("undo", t.Now > 0, model.UndoPressed{}),
				p.moveButton("redo", t.Now < steps, model.RedoPressed{}),
			),
			slider,
			app.Span().Class("label num").Text(p.t("time-at", p.n(int64(step)), p.n(int64(steps)))),
			app.Span().Class("time-what").Text(p.stepText(step)),
			app.Div().Class("row time-more").Body(
				p.button(p.t("time-more"), model.TimelineToggled{}).Class("quiet").Attr("aria-expanded", strconv.FormatBool(open)),
				p.schema().Toggle(),
			),
		),
		p.looking(),
		app.Div().Class("time-open").Body(p.checkpoints()),
		app.Div().Class("unseen").Role("status").Text(p.movedText(step)),
	)
}

// moveButton is a button of the timeline that rests while there is nothing to do.
func (p *drawing) moveButton(key string, some bool, msg model.Msg) app.UI {
	if !some || p.st.Work.ReadOnly {
		return p.resting(p.t(key))
	}
	return p.work(p.t(key), msg)
}

// scrubbed hears that the slider was moved.
func (p *drawing) scrubbed(ctx app.Context, _ app.Event) {
	if step, err := strconv.Atoi(ctx.JSSrc().Get("value").String()); err == nil {
		p.send(model.Scrubbed{Step: step})
	}
}

// stepText says what led to the state after so many steps.
func (p *drawing) stepText(step int) string {
	t := &p.st.Work.Timeline
	switch {
	case step > 0 && step <= len(t.Steps):
		return p.whatText(t.Steps[step-1].What)
	case p.st.Work.Looking() && p.st.Work.Page.State != t.First:
		return p.t("time-elsewhere")
	case t.Cut:
		return p.t("time-cut", p.n(engine.MaxHistory), i18n.Bytes(p.st.Lang, engine.MaxHistoryBytes))
	}
	return p.t("time-start")
}

func (p *drawing) whatText(l engine.Line) string {
	if l.Kind == engine.LineNote {
		return i18n.Sentence(p.st.Lang, l.Code, l.Args...)
	}
	return i18n.Short(l.Text)
}

// movedText says what the reader did last, if it was a move in time.
func (p *drawing) movedText(step int) string {
	n := p.n(int64(step))
	switch p.st.Work.Told() {
	case model.MovedNot:
		return ""
	case model.MovedBack:
		return p.t("moved-back", n, p.stepText(step))
	case model.MovedOn:
		return p.t("moved-on", n, p.stepText(step))
	case model.Looked:
		return p.t("moved-look", n, p.stepText(step))
	case model.Returned:
		return p.t("moved-now")
	default:
		panic("view: a move that nothing says")
	}
}

// looking says that another state than that of now is shown, and offers to stay.
func (p *drawing) looking() app.UI {
	if !p.st.Work.Looking() {
		return app.Div().Class("looking").Hidden(true)
	}
	stay := p.moveButton("go-here", true, model.HerePressed{})
	return app.Div().Class("looking").Body(
		app.P().Text(p.t("looking", p.n(int64(p.st.Work.Step())))),
		app.Div().Class("row").Body(stay, p.button(p.t("back-to-now"), model.NowPressed{})),
	)
}

// checkpoints lists the named states, and takes a new name.
func (p *drawing) checkpoints() app.UI {
	t := &p.st.Work.Timeline
	items := []app.UI{}
	for _, c := range t.Checkpoints {
		at := time.UnixMicro(int64(c.At))
		items = append(items, app.Li().Body(
			app.B().Text(i18n.Plain(c.Name)),
			app.Time().Class("label").DateTime(at.UTC().Format(time.RFC3339)).Text(at.Format("2 January 2006, 15:04")),
			app.Div().Class("row").Body(
				p.moveButton("go-to", true, model.CheckpointPressed{Name: c.Name}).(app.HTMLButton).Class("quiet").Attr("aria-label", p.t("go-to-label", c.Name)),
				p.moveButton("delete", true, model.CheckpointDropped{Name: c.Name}).(app.HTMLButton).Class("quiet").Attr("aria-label", p.t("drop-checkpoint-label", c.Name)),
			),
		))
	}
	list := app.Div().Body(app.P().Class("label").Text(p.t("no-checkpoints")))
	if len(items) > 0 {
		list = app.Div().Body(app.Ul().Class("checkpoints").Attr("aria-label", p.t("checkpoints")).Body(items...))
	}
	name := app.Input().Type("text").ID(model.ElementCheckpoint).Attr("aria-label", p.t("checkpoint-name")).Placeholder(p.t("checkpoint-hint")).
		MaxLength(engine.MaxCheckpointName).AutoComplete(false).OnKeyDown(p.checkpointKey)
	keep := p.resting(p.t("checkpoint-make"))
	if p.idle() && !p.st.Work.ReadOnly {
		keep = app.Button().Type("button").Text(p.t("checkpoint-make")).OnClick(p.checkpointMade)
	}
	return app.Div().Class("halves").Body(
		app.Div().Body(
			app.H2().Text(p.t("checkpoints")),
			list,
			app.Div().Class("row").Body(name, keep),
			app.P().Class("label").Text(p.t("time-limits", p.n(engine.MaxHistory), i18n.Bytes(p.st.Lang, engine.MaxHistoryBytes), p.n(engine.MaxCheckpoints))),
		),
		app.Div().Body(
			app.H2().Text(p.t("clock")),
			p.clock(),
			app.Div().Class("row time-reset").Body(
				p.work(p.t("reset-menu"), model.MenuOpened{Menu: model.MenuReset}).Class("danger"),
			),
		),
	)
}

// clock shows how far the workspace's clock is ahead, and sets it forward.
func (p *drawing) clock() app.UI {
	const hour = base.Micros(time.Hour / time.Microsecond)
	text := p.t("clock-even")
	if ahead := p.st.Work.Timeline.Ahead; ahead > 0 {
		text = p.t("clock-ahead", p.n(int64(ahead/(24*hour))), p.n(int64(ahead/hour%24)))
	}
	buttons := []app.UI{}
	for _, b := range []struct {
		key string
		by  base.Micros
	}{{"pass-hour", hour}, {"pass-day", 24 * hour}, {"pass-month", 30 * 24 * hour}} {
		buttons = append(buttons, p.moveButton(b.key, true, model.ClockPressed{By: b.by}))
	}
	return app.Div().Class("clock").Body(
		app.P().Class("label").DataSet("ahead", strconv.FormatInt(int64(p.st.Work.Timeline.Ahead), 10)).Text(text),
		app.Div().Class("row").Role("group").Attr("aria-label", p.t("clock")).Body(buttons...),
	)
}

func (p *drawing) checkpointMade(app.Context, app.Event) {
	p.send(model.CheckpointMade{Name: app.Window().GetElementByID(model.ElementCheckpoint).Get("value").String()})
}

func (p *drawing) checkpointKey(ctx app.Context, e app.Event) {
	if e.Get("key").String() == "Enter" && !e.Get("isComposing").Bool() && p.idle() && !p.st.Work.ReadOnly {
		e.PreventDefault()
		p.checkpointMade(ctx, e)
	}
}
