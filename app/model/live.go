package model

import (
	"strings"
	"time"

	"tabletop/app/dialect"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/console"
)

// What a preview may take: rows, and microseconds.
const (
	previewRows   = 1_000_000
	previewMicros = 12_000
)

// pause is how long a preview stands before a screen reader is told of it.
const pause = 800 * time.Millisecond

// Preview is what the console's text would read.
type Preview struct {
	engine.Previewed
	Text    string // what was previewed
	Took    int64  // microseconds
	Settled bool   // no key was pressed for a moment
}

// live is how the worker's preview follows the console's text. One question is
// under way at a time, so that none waits behind questions that are of no more
// interest.
type live struct {
	asked uint64         // number of the call that has no answer yet, 0 for none
	of    engine.Preview // what the worker previews, or was asked to; without a text nothing
}

// reads returns the question for the console's text, one without a text unless
// that is one read of a table that there is.
func (u *update) reads() engine.Preview {
	none := engine.Preview{Rows: previewRows, Micros: previewMicros}
	text := strings.TrimSpace(u.Work.Input)
	if u.Work.ID == "" || text == "" || len(text) > page.MaxRemembered || strings.Contains(text, "\n") {
		return none
	}
	cmd, err := dialect.Of(u.Work.Dialect).Parse(text)
	if cmd == nil || err != nil {
		return none
	}
	d := console.Describe(cmd)
	for _, t := range u.Work.Tables {
		if d.Effect == console.EffectReads && t.Name == d.Table {
			return engine.Preview{Dialect: u.Work.Dialect, Text: text, Rows: previewRows, Micros: previewMicros}
		}
	}
	return none
}

// preview brings the preview in step with the console's text.
func (u *update) preview() {
	l, of := &u.Work.live, u.reads()
	if of.Text == "" {
		u.Work.Preview = nil
	}
	if l.asked == 0 && of.Text != l.of.Text || l.asked == 0 && of.Dialect != l.of.Dialect {
		l.of = of
		l.asked = u.send(host.Execute{Request: of}, "")
	}
}

// previewAgain asks once more after a call that may have changed the tables, or
// ended the worker's preview. A question under way is answered after that call,
// and so knows of it.
func (u *update) previewAgain() {
	if l := &u.Work.live; l.asked == 0 && l.of.Text != "" {
		l.of.Text = ""
		u.preview()
	}
}

// ran forgets the preview: the worker does when a command is run.
func (u *update) ran() { u.Work.live, u.Work.Preview = live{}, nil }

// isPreview reports whether a call is about the console's text.
func isPreview(c host.Call) bool {
	run, ok := c.(host.Execute)
	if !ok {
		return false
	}
	_, preview := run.Request.(engine.Preview)
	return preview
}

// previewed takes the answer to a preview and reports whether its rows are to be
// shown: not those of a text that stands in the console no more.
func (u *update) previewed(a host.Answer) bool {
	l := &u.Work.live
	if a.Seq != l.asked {
		return false
	}
	l.asked = 0
	if a.Reply == nil || u.reads() != l.of {
		u.preview()
		return false
	}
	u.Work.Preview = nil
	if p := engine.As[*engine.Previewed](a.Reply.Answer); p != nil {
		u.Work.Preview = &Preview{Previewed: *p, Text: l.of.Text, Took: max(a.Micros, 1)}
		u.do(After{Wait: pause, Msg: PreviewSettled{l.of.Text}})
	}
	return true
}

// settlePreview has a screen reader told of a preview that stands for a moment now.
func (u *update) settlePreview(text string) {
	if p := u.Work.Preview; p != nil && p.Text == text {
		told := *p
		told.Settled = true
		u.Work.Preview = &told
	}
}
