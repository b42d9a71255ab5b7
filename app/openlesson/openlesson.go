// Package openlesson is the part of the page that opens a lesson's file: has it checked,
// shows what is wrong with it, and begins it.
package openlesson

import (
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/lessons"
)

// State is the file that is being opened.
type State struct {
	name     string
	checking bool
	failed   string           // i18n code of why the program that checks it could not, "" for no reason
	verdict  *lessons.Verdict // nil until it has been checked
}

// Msg is something that happened to a lesson's file.
type Msg interface{ apply(*update) }

type (
	// Chosen brings the file.
	Chosen struct {
		Name string
		Data []byte
	}
	// Checked brings what comes of it, or why it could not be checked.
	Checked struct {
		Verdict *lessons.Verdict
		Failed  string // one of the codes below where Verdict is nil
	}
	// Stopped leaves it unchecked.
	Stopped struct{}
	// Begun begins the lesson of the file.
	Begun struct{}
	// kept brings the answer to the call that keeps it.
	kept struct{ host.Answer }

	// Check has a lesson's file checked and answers with [Checked].
	Check struct{ Text []byte }
	// StopCheck gives that up.
	StopCheck struct{}
)

// Codes of why a lesson's file could not be checked.
const (
	CheckEnded    = "open-failed"   // the program that does ended
	CheckUnloaded = "open-unloaded" // it did not load
	CheckNewer    = "open-newer"    // nor can it: the site has a newer version
)

const elementVerdict = "verdict" // what came of the file

func (Check) Effect()     {}
func (StopCheck) Effect() {}

type update struct {
	*page.Update
	*State
}

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(&update{t, s}) }

// Leave forgets the file.
func Leave(t *page.Update, s *State) {
	if s.checking {
		t.Do(StopCheck{})
	}
	*s = State{}
}

func (m Chosen) apply(u *update) {
	Leave(u.Update, u.State)
	u.name, u.checking = m.Name, true
	u.TellCode("said-checking", m.Name)
	u.Do(Check{m.Data})
}

func (m Checked) apply(u *update) {
	if !u.checking {
		return
	}
	u.checking, u.verdict, u.failed = false, m.Verdict, m.Failed
	switch v := m.Verdict; {
	case v == nil:
		u.TellCode(m.Failed)
	case v.Lesson == nil:
		bad, _ := v.Problems.Parted()
		u.TellCode("open-bad", page.Digits(int64(len(bad))))
	default:
		u.TellCode("said-checked", v.Lesson.Title)
	}
	u.Do(page.Focus{ID: elementVerdict})
}

func (Stopped) apply(u *update) {
	Leave(u.Update, u.State)
	u.Do(page.Focus{ID: page.ElementMain})
}

func (Begun) apply(u *update) {
	if v := u.verdict; v != nil && v.Lesson != nil {
		u.Ask(host.KeepLesson{Lesson: lessons.Encode(v.Lesson)}, "running-open", func(a host.Answer) page.Msg { return kept{a} })
	}
}

func (m kept) apply(u *update) {
	if !u.Refuses(m.Answer) {
		u.Do(page.Navigate{Route: page.Route{Screen: page.ScreenLesson, ID: m.Made}})
	}
}
