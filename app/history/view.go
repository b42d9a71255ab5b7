package history

import (
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/guard"
	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
)

// NewView returns the view of a state. Its buttons take further presses while moves are under way.
func NewView(k *ui.Kit, st *page.State, w *page.Workspace, s State) *View {
	kit := *k
	kit.EngineIdle = k.EngineIdle || k.InBrowser && st.Ready && len(s.underWay) > 0
	now, steps := s.stepsAfterMoves(w)
	return &View{
		Kit: kit, UndoLimit: ground(st, w), CanRedo: now < steps, StepsDone: now, LastMove: s.MoveToAnnounce(w), Timeline: w.Timeline, Step: w.ShownTimelineStep(), Frozen: w.ReadOnly,
		Past: w.ShowsPastState(), Elsewhere: w.ShowsPastState() && w.Page.State != w.Timeline.First,
	}
}

// View is what the timeline is drawn from.
type View struct {
	ui.Kit
	LastMove  TimelineMove
	Timeline  engine.UndoTimeline
	UndoLimit int  // how many steps cannot be undone
	StepsDone int  // how many steps are done after the moves under way
	CanRedo   bool // whether there is a step to redo after them
	Step      int  // how many steps lead to the state that is shown
	Frozen    bool // the workspace is read-only
	Past      bool // another state than the present one is shown
	Elsewhere bool // that state is not the timeline's first one; it matters if Step is 0
}

// Draw draws undo, redo, and a button that opens the panel with the slider, the checkpoints and
// the clock. reset is a button that begins the workspace again.
func (v *View) Draw(reset app.UI) app.UI {
	t := &v.Timeline
	steps := len(t.Steps)
	slider := app.Input().Type("range").ID(elementSlider).Attr("aria-label", v.T("time-slider")).
		Attr("aria-valuetext", v.stepText()).Min(0).Max(max(steps, 1)).Step(1).Disabled(steps == 0 || !v.InBrowser).
		OnInput(v.scrubbed)
	return app.Section().Class("time").Attr("aria-label", v.T("timeline")).OnKeyDown(v.escaped).Body(
		v.arrow("undo", "↶", v.StepsDone > v.UndoLimit, UndoPressed{}),
		v.arrow("redo", "↷", v.CanRedo, RedoPressed{}),
		app.Button().Type("button").Class("quiet", "opens").ID(elementMore).Attr("popovertarget", elementPanel).DataSet("step", v.Number(int64(v.Step))).Text(v.T("time-more")),
		app.Div().ID(elementPanel).Class("time-panel").Attr("popover", "manual").Body(
			app.Div().Class("time-bar").Body(
				slider,
				app.Span().Class("label num").Text(v.T("time-at", v.Number(int64(v.Step)), v.Number(int64(steps)))),
				app.Span().Class("time-what").Text(v.stepText()),
			),
			v.PastStateBar(),
			app.Div().Class("halves").Body(
				ui.YieldingPart(&v.Kit, v.checkpoints),
				ui.YieldingPart(&v.Kit, func() app.UI { return v.clock(reset) }),
			),
		),
		app.Div().Class("unseen").Role("status").Text(v.movedText()),
	)
}

// escaped closes the panel on Escape, in the panel or on the button that opens it, which gets
// the focus. The panel does not close by itself, so that the tables beside it can be used.
func (v *View) escaped(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	panel := app.Window().GetElementByID(elementPanel)
	if e.Get("key").String() == "Escape" && panel.Call("matches", ":popover-open").Bool() {
		_ = guard.Try(func() { panel.Call("hidePopover") })
		app.Window().GetElementByID(elementMore).Call("focus")
	}
}

// arrow returns a button that shows a sign instead of its name.
func (v *View) arrow(key, sign string, some bool, msg Msg) app.UI {
	b := v.moveButton(key, some, msg).(app.HTMLButton)
	return b.Text("").Class("quiet", "arrow").Attr("aria-label", v.T(key)).Attr("title", v.T(key)).Body(app.Span().Aria("hidden", "true").Text(sign))
}

// moveButton returns a button that changes the timeline. It does nothing unless some is true
// and the workspace is writable.
func (v *View) moveButton(key string, some bool, msg Msg) app.UI {
	if !some || v.Frozen {
		return v.DisabledButton(v.T(key))
	}
	return v.EngineButton(v.T(key), msg)
}

// scrubbed handles a movement of the slider.
func (v *View) scrubbed(ctx app.Context, _ app.Event) {
	if step, err := strconv.Atoi(ctx.JSSrc().Get("value").String()); err == nil {
		v.Send(SliderMoved{Step: step})
	}
}

// stepText returns what led to the state that is shown.
func (v *View) stepText() string {
	t := &v.Timeline
	switch {
	case v.Step > 0 && v.Step <= len(t.Steps):
		return v.LineText(t.Steps[v.Step-1].Description)
	case v.Elsewhere:
		return v.T("time-elsewhere")
	case t.Truncated:
		return v.T("time-cut", v.Number(engine.MaxHistory), i18n.FormatBytes(v.Lang, engine.MaxHistoryBytes))
	}
	return v.T("time-start")
}

// movedText returns the words for the last move or look.
func (v *View) movedText() string {
	n := v.Number(int64(v.Step))
	switch v.LastMove {
	case MoveNone:
		return ""
	case MoveBack:
		return v.T("moved-back", n, v.stepText())
	case MoveForward:
		return v.T("moved-on", n, v.stepText())
	case MoveLook:
		return v.T("moved-look", n, v.stepText())
	case MoveReturn:
		return v.T("moved-now")
	default:
		panic("history: a move that nothing says")
	}
}

// PastStateBar draws the bar that says that another state than the present one is shown, and offers
// to go there.
func (v *View) PastStateBar() app.UI {
	if !v.Past {
		return app.Div().Class("looking").Hidden(true)
	}
	stay, why := v.moveButton("go-here", v.Step >= v.UndoLimit, herePressed{}), ""
	if v.Step < v.UndoLimit {
		why = " " + v.T("looking-before")
	}
	return app.Div().Class("looking").Body(
		app.P().Text(v.T("looking", v.Number(int64(v.Step)))+why),
		app.Div().Class("row").Body(stay, v.Button(v.T("back-to-now"), PresentStatePressed{})),
	)
}

// checkpoints draws the list of checkpoints and the field for a new one.
func (v *View) checkpoints() app.UI {
	t := &v.Timeline
	items := []app.UI{}
	for _, c := range t.Checkpoints {
		at := time.UnixMicro(int64(c.At))
		items = append(items, app.Li().Body(
			app.B().Text(i18n.MakePrintable(c.Name)),
			app.Time().Class("label").DateTime(at.UTC().Format(time.RFC3339)).Text(i18n.FormatDateTime(v.Lang, int64(c.At))),
			app.Div().Class("row").Body(
				v.moveButton("go-to", true, CheckpointPressed{Name: c.Name}).(app.HTMLButton).Class("quiet").Attr("aria-label", v.T("go-to-label", c.Name)),
				v.moveButton("delete", true, CheckpointRemoved{Name: c.Name}).(app.HTMLButton).Class("quiet").Attr("aria-label", v.T("drop-checkpoint-label", c.Name)),
			),
		))
	}
	list := app.Div().Body(ui.SmallPrint(v.T("no-checkpoints")))
	if len(items) > 0 {
		list = app.Div().Body(app.Ul().Class("checkpoints").Attr("aria-label", v.T("checkpoints")).Body(items...))
	}
	name := app.Input().Type("text").ID(elementCheckpoint).Attr("aria-label", v.T("checkpoint-name")).Placeholder(v.T("checkpoint-hint")).
		MaxLength(engine.MaxCheckpointName).AutoComplete(false).OnKeyDown(v.checkpointKey, v.EngineIdle, v.Frozen)
	keep := v.DisabledButton(v.T("checkpoint-make"))
	if v.EngineIdle && !v.Frozen {
		keep = app.Button().Type("button").Text(v.T("checkpoint-make")).OnClick(v.checkpointMade)
	}
	return app.Div().Body(
		app.H2().Text(v.T("checkpoints")),
		list,
		app.Div().Class("row").Body(name, keep),
		ui.SmallPrint(v.T("time-limits", v.Number(engine.MaxHistory), i18n.FormatBytes(v.Lang, engine.MaxHistoryBytes), v.Number(engine.MaxCheckpoints))),
	)
}

// clock draws how far the workspace's clock is ahead, the buttons that advance it, and reset.
func (v *View) clock(reset app.UI) app.UI {
	const hour = base.Micros(time.Hour / time.Microsecond)
	text := v.T("clock-even")
	if ahead := v.Timeline.Ahead; ahead > 0 {
		text = v.T("clock-ahead", v.Number(int64(ahead/(24*hour))), v.Number(int64(ahead/hour%24)))
	}
	buttons := []app.UI{}
	for _, b := range []struct {
		key string
		by  base.Micros
	}{{"pass-hour", hour}, {"pass-day", 24 * hour}, {"pass-month", 30 * 24 * hour}} {
		buttons = append(buttons, v.moveButton(b.key, true, AdvanceClockPressed{By: b.by}))
	}
	return app.Div().Body(
		app.H2().Text(v.T("clock")),
		app.Div().Class("clock").Body(
			app.P().Class("label").DataSet("ahead", strconv.FormatInt(int64(v.Timeline.Ahead), 10)).Text(text),
			app.Div().Class("row").Role("group").Attr("aria-label", v.T("clock")).Body(buttons...),
		),
		app.Div().Class("row time-reset").Body(reset),
	)
}

func (v *View) checkpointMade(app.Context, app.Event) {
	v.Send(CheckpointMade{Name: app.Window().GetElementByID(elementCheckpoint).Get("value").String()})
}

// checkpointKey handles Enter in the field for a checkpoint's name.
func (v *View) checkpointKey(ctx app.Context, e app.Event) {
	if e.Get("key").String() == "Enter" && !e.Get("isComposing").Bool() && v.EngineIdle && !v.Frozen {
		e.PreventDefault()
		v.checkpointMade(ctx, e)
	}
}
