package scan

import (
	"strings"
	"time"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/console"
	"tabletop/engine/console/dialects"
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
	if u.Lesson != nil && u.Lesson.Guessing() {
		return none // it would tell
	}
	if u.Work.ID == "" || text == "" || len(text) > page.MaxRemembered || strings.Contains(text, "\n") {
		return none
	}
	cmd, err := dialects.Of(u.Work.Dialect).Parse(text)
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

// Follow brings the preview in step with the console's text.
func Follow(t *page.Update, s *State) { (&update{t, s}).follow() }

func (u *update) follow() {
	l, of := &u.live, u.reads()
	if of.Text == "" {
		u.Preview = nil
	}
	if l.asked == 0 && of.Text != l.of.Text || l.asked == 0 && of.Dialect != l.of.Dialect {
		l.of = of
		l.asked = u.Ask(host.Execute{Request: of}, "", func(a host.Answer) page.Msg { return previewed{a} })
	}
}

// Again asks once more after a call that may have changed the tables, or
// ended the worker's preview. A question under way is answered after that call,
// and so knows of it.
func Again(t *page.Update, s *State) {
	if l := &s.live; l.asked == 0 && l.of.Text != "" {
		l.of.Text = ""
		Follow(t, s)
	}
}

// Ran forgets the preview: the worker does when a command is run.
func (s *State) Ran() { s.live, s.Preview = live{}, nil }

// Previews reports whether a call is about the console's text.
func Previews(c host.Call) bool {
	run, ok := c.(host.Execute)
	if !ok {
		return false
	}
	_, preview := run.Request.(engine.Preview)
	return preview
}

// Stale reports whether an answer is of a preview whose rows are not to be shown: those of a
// text that stands in the console no more.
func Stale(t *page.Update, s *State, c host.Call, a host.Answer) bool {
	return Previews(c) && (a.Seq != s.live.asked || (&update{t, s}).reads() != s.live.of)
}

func (m previewed) apply(u *update) {
	u.Refuses(m.Answer)
	l := &u.live
	if m.Seq != l.asked {
		return
	}
	l.asked = 0
	if m.Reply == nil || u.reads() != l.of {
		u.follow()
		return
	}
	u.Preview = nil
	if p := host.AnswerOf[*engine.Previewed](m.Answer); p != nil {
		u.Preview = &Preview{Previewed: *p, Text: l.of.Text, Took: max(m.Micros, 1)}
		u.Do(page.SendLater{Wait: pause, Msg: Settled{l.of.Text}})
	}
}

func (m Settled) apply(u *update) {
	if p := u.Preview; p != nil && p.Text == m.Text {
		told := *p
		told.Settled = true
		u.Preview = &told
	}
}
