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

// Bounds of a preview: the rows it may scan, and the microseconds it may take.
const (
	previewRows   = 1_000_000
	previewMicros = 12_000
)

// pause is how long a preview must stay unchanged before screen readers are told.
const pause = 800 * time.Millisecond

// ReadPreview is what the console's text would read.
type ReadPreview struct {
	engine.ReadPreviewed
	Text    string // the text that was previewed
	Took    int64  // time of the preview in microseconds
	Settled bool   // nothing was typed since for a moment
}

// slotPreview is for the call for a preview. There is one call at a time, so that calls for
// outdated texts do not queue up.
var slotPreview = page.AnswerSlot{Name: "preview"}

// reads returns the request for the console's text. It has no Text unless the console has
// exactly one read of an existing table, and unless the reader may see the result.
func (u *update) reads() engine.PreviewRead {
	none := engine.PreviewRead{Rows: previewRows, Micros: previewMicros}
	text := strings.TrimSpace(u.Work.Input)
	if u.Lesson != nil && u.Lesson.HasOpenGuess() {
		return none // the result could tell the answer
	}
	if u.Work.ID == "" || text == "" || len(text) > page.MaxLoggedText || strings.Contains(text, "\n") {
		return none
	}
	cmd, err := dialects.ByID(u.Work.Dialect).Parse(text)
	if cmd == nil || err != nil {
		return none
	}
	d := console.DescriptorOf(cmd)
	for _, t := range u.Work.Tables {
		if d.Effect == console.EffectReads && t.Name == d.Table {
			return engine.PreviewRead{Dialect: u.Work.Dialect, Text: text, Rows: previewRows, Micros: previewMicros}
		}
	}
	return none
}

// AfterMessage asks for a preview if the console's text has changed.
func AfterMessage(t *page.Update, s *State) { (&update{t, s}).follow() }

// follow sends a preview if the console's text or dialect differs from the last one, and none
// is under way. If the text is no read, it sends an empty preview, which ends the worker's.
func (u *update) follow() {
	of := u.reads()
	if of.Text == "" {
		u.Preview = nil
	}
	if (of.Text != u.request.Text || of.Dialect != u.request.Dialect) && !u.IsAwaiting(slotPreview) {
		u.request = of
		u.SendCallInSlot(slotPreview, host.ExecuteRequest{Request: of}, "", func(a host.Answer) page.Msg { return previewed{a} })
	}
}

// RefreshPreview asks for the preview again after a call that may have changed the tables or ended the
// worker's preview. A preview under way is not asked again: it is answered after that call.
func RefreshPreview(t *page.Update, s *State) {
	if s.request.Text != "" && !t.IsAwaiting(slotPreview) {
		s.request.Text = ""
		AfterMessage(t, s)
	}
}

// OnConsoleRan forgets the preview, because the worker drops its own when a command runs.
func OnConsoleRan(t *page.Update, s *State) {
	t.DropSlot(slotPreview)
	s.request, s.Preview = engine.PreviewRead{}, nil
}

// IsPreviewCall reports whether a call is a preview.
func IsPreviewCall(c host.Call) bool {
	run, ok := c.(host.ExecuteRequest)
	if !ok {
		return false
	}
	_, preview := run.Request.(engine.PreviewRead)
	return preview
}

// IsStalePreview reports whether an answer is a preview of a text that is not in the console any more.
// Its rows must not be shown.
func IsStalePreview(t *page.Update, s *State, w page.PendingCall) bool {
	return IsPreviewCall(w.Call) && (w.Dropped || (&update{t, s}).reads() != s.request)
}

// apply shows a preview, or asks again if the console's text has changed meanwhile.
func (m previewed) apply(u *update) {
	u.ShowIfRefused(m.Answer)
	if m.Reply == nil || u.reads() != u.request {
		u.follow()
		return
	}
	u.Preview = nil
	if p := host.EngineAnswerAs[*engine.ReadPreviewed](m.Answer); p != nil {
		u.Preview = &ReadPreview{ReadPreviewed: *p, Text: u.request.Text, Took: max(m.Micros, 1)}
		u.DoEffect(page.SendMsgLater{Wait: pause, Msg: PreviewSettled{u.request.Text}})
	}
}

// apply marks the preview as settled, if it is still the same, so that screen readers are told.
func (m PreviewSettled) apply(u *update) {
	if p := u.Preview; p != nil && p.Text == m.Text {
		told := *p
		told.Settled = true
		u.Preview = &told
	}
}
