package scan

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/keyhtml"
	"tabletop/app/page"
	"tabletop/app/ui"
)

// NewView returns the view of a state.
func NewView(k *ui.Kit, st *page.State, w *page.Workspace, s State) *View {
	return &View{*k, ui.QuestionsOf(st, w), s, w}
}

// View is what reads are drawn from.
type View struct {
	ui.Kit
	ui.Questions
	State
	work *page.Workspace
}

// ReadBar draws what a read did with the rows: the preview, the replay, or the last read with
// the button that opens its replay. hint is drawn beside it.
func (v *View) ReadBar(hint app.UI) app.UI {
	w := v.work
	said := ""
	var body []app.UI
	switch {
	case v.Preview != nil && v.Preview.Read.Table == w.Page.Table:
		text := v.previewText(v.Preview)
		if v.Preview.Settled {
			said = text
		}
		body = append(body, v.from(v.Preview.Read.Table)...)
		body = append(body, app.Span().Class("preview-text").DataSet("preview", v.Preview.Text).Text(text))
	case v.Replay != nil:
		return app.Div().Class("grid-legend replaying").Body(v.replay(), app.Span().Class("unseen").Role("status"))
	case w.LastRead == nil && v.TableStrip.Table == w.Page.Table && len(v.TableStrip.Spans) > 0:
		body = append(body, app.Span().Text(v.T("read-lit")))
	case w.LastRead == nil:
		body = append(body, app.Span().Text(v.T("not-read")))
	case w.IsReadOutdated():
		body = append(body, app.Span().Text(v.T("read-earlier-key", w.ReadTemplate)))
	case w.LastRead.Table != w.Page.Table:
		body = append(body, app.Span().Text(v.T("read-of", w.LastRead.Table)))
	default:
		body = append(body, v.from(w.LastRead.Table)...)
		if w.LastRead.Stats.RowsScanned > 0 {
			body = append(body, v.Button("▶ "+v.T("replay"), ReplayOpened{}).ID(elementReplayOpen).Class("quiet").Attr("aria-label", v.T("replay-open")))
		}
		if text, ok := v.FindText(&v.Kit, w.LastRead.Query); ok && w.LastRead.ForQuestion {
			body = append(body, app.Span().Class("read-asked").DataSet("asked", w.LastRead.Query).Text(v.T("read-asked", text)))
		}
	}
	return app.Div().Class("grid-legend").Body(
		app.Div().Class("legend").Body(body...), hint, app.Span().Class("unseen").Role("status").Text(said))
}

// from names the table of a read, if there are several tables.
func (v *View) from(table string) []app.UI {
	if len(v.work.Tables) < 2 {
		return nil
	}
	return []app.UI{app.Span().Class("read-from").Text(v.T("read-of", table))}
}

// previewText returns a sentence about the cost of a preview.
func (v *View) previewText(of *ReadPreview) string {
	s := of.Read.Stats
	key := "preview-text"
	switch {
	case of.Truncated:
		key = "preview-cut"
	case s.RowsScanned == 0:
		key = "preview-none"
	}
	return v.T(key, strconv.FormatInt(s.RowsScanned, 10), strconv.FormatInt(s.RowsReturned, 10))
}

// SVG paths of the symbols on the replay's buttons, in a box of 12 by 12.
const (
	toFirst = "M1 1h2v10H1zM11 1v10L4 6z"
	toBack  = "M9 1v10L2 6zM9.5 1h1.5v10H9.5z"
	toPlay  = "M2 1l9 5-9 5z"
	toPause = "M2 1h3v10H2zM7 1h3v10H7z"
	toNext  = "M3 1l7 5-7 5zM1 1h1.5v10H1z"
	toLast  = "M9 1h2v10H9zM1 1l7 5-7 5z"
)

// replay draws the controls of the replay, and the step that it shows.
func (v *View) replay() app.UI {
	r := v.Replay
	control := func(key, path string, msg page.Msg, rests bool) app.HTMLButton {
		b := app.Button().Type("button")
		if rests {
			b = b.Attr("aria-disabled", "true")
		} else {
			h, scope := v.OnPress(msg)
			b = b.OnClick(h, scope)
		}
		return b.Class("glyph").Attr("aria-label", v.T(key)).Attr("title", v.T(key)).Body(app.Raw(`<svg viewBox="0 0 12 12" aria-hidden="true" focusable="false"><path d="` + path + `"/></svg>`))
	}
	first, last := r.At == 0, r.Complete && r.At >= len(r.Steps)-1
	live := "polite"
	play := control("replay-play", toPlay, replayPlayed{}, r.Complete && len(r.Steps) < 2)
	if r.Playing {
		play = control("replay-pause", toPause, replayPlayed{}, false)
		live = "off" // steps come faster than a screen reader can read them
	}
	return app.Div().Class("replay").Role("group").Attr("aria-label", v.T("replay")).OnKeyDown(v.replayKey).Body(
		app.Div().Class("controls").Body(
			control("replay-first", toFirst, replayMoved{Move: replayFirst}, first),
			control("replay-back", toBack, replayMoved{Move: replayBack}, first),
			play,
			control("replay-next", toNext, replayMoved{Move: replayNext}, last).ID(elementReplay),
			control("replay-last", toLast, replayMoved{Move: replayLast}, last),
		),
		app.Div().Class("step").Role("status").Attr("aria-live", live).Body(app.Raw(`<p>`+v.stepHTML()+`</p>`)),
		v.Button(v.T("replay-close"), replayClosed{}).Class("quiet"),
	)
}

// stepHTML returns as HTML the row of the shown step, and why it was kept or dropped.
func (v *View) stepHTML() string {
	w := v.work
	r := v.Replay
	s := r.ShownRow()
	switch {
	case s == nil && r.Complete:
		return keyhtml.EscapeHTML(v.T("replay-empty"))
	case s == nil:
		return keyhtml.EscapeHTML(v.T("replay-waits"))
	}
	of, table := int64(0), ""
	if w.LastRead != nil {
		of, table = w.LastRead.Stats.RowsScanned, w.LastRead.Table
	}
	verdict, mark := v.T("step-kept", strconv.Itoa(s.CellsIn), strconv.Itoa(s.CellsOut)), "returned"
	if !s.Kept {
		mark = "scanned"
		verdict = v.T("step-dropped", s.DroppedByName)
		if key := "by-" + s.DroppedByName; i18n.HasPageText(key) {
			verdict = v.T(key)
		}
	}
	out := keyhtml.EscapeHTML(v.T("step", v.Number(int64(r.At+1)), v.Number(of))) + ` ` + keyhtml.KeyColoursOf(w.TableByName(table)).KeyHTML(s.Key) +
		` <span class="verdict"><i class="swatch-` + mark + `"></i>` + keyhtml.EscapeHTML(verdict) + `</span>`
	if r.Complete && r.At == len(r.Steps)-1 && int64(len(r.Steps)) < of {
		out += ` ` + keyhtml.EscapeHTML(v.T("replay-far", v.Number(int64(len(r.Steps)))))
	}
	return out
}

// replayKey moves within the replay by keys. It works wherever in the replay the focus is.
func (v *View) replayKey(ctx app.Context, e app.Event) {
	var m page.Msg
	switch e.Get("key").String() {
	case "ArrowRight":
		m = replayMoved{Move: replayNext}
	case "ArrowLeft":
		m = replayMoved{Move: replayBack}
	case "Home":
		m = replayMoved{Move: replayFirst}
	case "End":
		m = replayMoved{Move: replayLast}
	case "Escape":
		m = replayClosed{}
	default:
		return
	}
	e.PreventDefault()
	v.Send(m)
}
