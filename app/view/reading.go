package view

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/model"
	"tabletop/app/ui"
	"tabletop/engine/base"
)

// reading says below the grid what a read did with the rows: the one that is
// being typed, or the last, which can be gone through step by step. hint is of the grid.
func (p *drawing) reading(hint app.UI) app.UI {
	w := &p.st.Work
	said := ""
	var body []app.UI
	switch {
	case w.Preview != nil && w.Preview.Read.Table == w.Page.Table:
		text := p.previewText(w.Preview)
		if w.Preview.Settled {
			said = text
		}
		body = append(body, app.Span().Class("preview-text").DataSet("preview", w.Preview.Text).Text(text))
	case w.Replay != nil:
		return app.Div().Class("grid-legend replaying").Body(p.replay(), app.Span().Class("unseen").Role("status"))
	case w.Read == nil || w.Read.Table != w.Page.Table:
		body = append(body, app.Span().Text(p.t("not-read")))
	default:
		s := w.Read.Stats
		body = append(body, app.Raw(`<span><i class="swatch-returned"></i>`+ui.Escape(p.t("legend-returned", p.n(s.RowsReturned)))+`</span>`))
		if waste := s.RowsScanned - s.RowsReturned; waste > 0 {
			body = append(body, app.Raw(`<span><i class="swatch-scanned"></i>`+ui.Escape(p.t("legend-scanned", p.n(waste)))+`</span>`))
		}
		if s.RowsScanned > 0 {
			body = append(body, p.button(p.t("replay-open"), model.ReplayOpened{}).ID(model.ElementReplayOpen).Class("quiet"))
		}
	}
	return app.Div().Class("grid-legend").Body(
		app.Div().Class("legend").Body(body...), hint, app.Span().Class("unseen").Role("status").Text(said))
}

// previewText says in a sentence what a read would cost.
func (p *drawing) previewText(v *model.Preview) string {
	s := v.Read.Stats
	key := "preview-text"
	switch {
	case v.Cut:
		key = "preview-cut"
	case s.RowsScanned == 0:
		key = "preview-none"
	}
	return p.t(key, strconv.FormatInt(s.RowsScanned, 10), strconv.FormatInt(s.RowsReturned, 10))
}

// The shapes on the replay's buttons, in a box of 12 by 12.
const (
	toFirst = "M1 1h2v10H1zM11 1v10L4 6z"
	toBack  = "M9 1v10L2 6zM9.5 1h1.5v10H9.5z"
	toPlay  = "M2 1l9 5-9 5z"
	toPause = "M2 1h3v10H2zM7 1h3v10H7z"
	toNext  = "M3 1l7 5-7 5zM1 1h1.5v10H1z"
	toLast  = "M9 1h2v10H9zM1 1l7 5-7 5z"
)

// replay draws the controls of the replay and what became of the row it shows.
func (p *drawing) replay() app.UI {
	r := p.st.Work.Replay
	control := func(key, path string, msg model.Msg, rests bool) app.HTMLButton {
		b := app.Button().Type("button")
		if rests {
			b = b.Attr("aria-disabled", "true")
		} else {
			h, scope := p.press(msg)
			b = b.OnClick(h, scope)
		}
		return b.Class("glyph").Attr("aria-label", p.t(key)).Attr("title", p.t(key)).Body(app.Raw(`<svg viewBox="0 0 12 12" aria-hidden="true" focusable="false"><path d="` + path + `"/></svg>`))
	}
	first, last := r.At == 0, r.End && r.At >= len(r.Steps)-1
	live := "polite"
	play := control("replay-play", toPlay, model.ReplayPlayed{}, r.End && len(r.Steps) < 2)
	if r.Playing {
		play = control("replay-pause", toPause, model.ReplayPlayed{}, false)
		live = "off" // rows go by faster than they can be told
	}
	return app.Div().Class("replay").Role("group").Attr("aria-label", p.t("replay")).OnKeyDown(p.replayKey).Body(
		app.Div().Class("controls").Body(
			control("replay-first", toFirst, model.ReplayMoved{Move: model.ReplayFirst}, first),
			control("replay-back", toBack, model.ReplayMoved{Move: model.ReplayBack}, first),
			play,
			control("replay-next", toNext, model.ReplayMoved{Move: model.ReplayNext}, last).ID(model.ElementReplay),
			control("replay-last", toLast, model.ReplayMoved{Move: model.ReplayLast}, last),
		),
		app.Div().Class("step").Role("status").Attr("aria-live", live).Body(app.Raw(`<p>`+p.stepHTML()+`</p>`)),
		p.button(p.t("replay-close"), model.ReplayClosed{}).Class("quiet"),
	)
}

// stepHTML says which row the replay shows and why it was kept or dropped.
func (p *drawing) stepHTML() string {
	w := &p.st.Work
	r := w.Replay
	s := r.Step()
	switch {
	case s == nil && r.End:
		return ui.Escape(p.t("replay-empty"))
	case s == nil:
		return ui.Escape(p.t("replay-waits"))
	}
	of := int64(0)
	if w.Read != nil {
		of = w.Read.Stats.RowsScanned
	}
	verdict, mark := p.t("step-kept", strconv.Itoa(s.CellsIn), strconv.Itoa(s.CellsOut)), "returned"
	if !s.Kept {
		mark = "scanned"
		verdict = p.t("step-dropped", s.ByName)
		if key := "by-" + s.ByName; i18n.HasText(key) {
			verdict = p.t(key)
		}
	}
	out := ui.Escape(p.t("step", p.n(int64(r.At+1)), p.n(of))) + ` ` + p.keyHTML(w.Read.Table, s.Key) +
		` <span class="verdict"><i class="swatch-` + mark + `"></i>` + ui.Escape(verdict) + `</span>`
	if r.End && r.At == len(r.Steps)-1 && int64(len(r.Steps)) < of {
		out += ` ` + ui.Escape(p.t("replay-far", p.n(int64(len(r.Steps)))))
	}
	return out
}

// keyHTML returns a row key of a table in the colours of its fields.
func (p *drawing) keyHTML(table string, key base.RowKey) string {
	return ui.PaletteOf(p.info(table)).KeyHTML(key)
}

// replayKey goes through the replay by keys, wherever in it the focus is.
func (p *drawing) replayKey(ctx app.Context, e app.Event) {
	var m model.Msg
	switch e.Get("key").String() {
	case "ArrowRight":
		m = model.ReplayMoved{Move: model.ReplayNext}
	case "ArrowLeft":
		m = model.ReplayMoved{Move: model.ReplayBack}
	case "Home":
		m = model.ReplayMoved{Move: model.ReplayFirst}
	case "End":
		m = model.ReplayMoved{Move: model.ReplayLast}
	case "Escape":
		m = model.ReplayClosed{}
	default:
		return
	}
	e.PreventDefault()
	p.send(m)
}
