// Package openlesson is the part of the page that opens a lesson from a file of the
// reader's. It has the file checked, shows the problems that were found, and begins the
// lesson.
//
// The file passes through these steps: [FileChosen] brings its bytes, and the part asks the
// shell for the effect [CheckLesson]. A program of its own checks the file, since it contains the
// whole authoring code. [lessonChecked] brings the verdict. When the lesson is good, begun asks
// the host to keep it, and the page goes to it. Nothing is kept before that.
package openlesson

import (
	"tabletop/app/host"
	"tabletop/app/jobs"
	"tabletop/app/page"
	"tabletop/lessons"
)

// State is the file that is being opened; the zero State is none.
type State struct {
	name     string              // of the file
	checking bool                // the check is under way
	failed   string              // i18n code for why it could not be checked, "" if it could
	verdict  *lessons.FileReport // nil until the file has been checked
}

// Msg is a message to this part.
type Msg interface{ apply(*update) }

type (
	// FileChosen brings the file's name and content, and has it checked.
	FileChosen struct {
		Name string
		Data []byte
	}
	// lessonChecked brings the verdict on the file, or why it could not be checked.
	lessonChecked struct{ page.SecondProgramAnswer }
	// stopped stops the check and forgets the file.
	stopped struct{}
	// begun keeps the lesson and goes to it.
	begun struct{}
	// kept brings the answer to the call that keeps the lesson.
	kept struct{ host.Answer }
)

// elementVerdict is the id of the element that shows the result, which then gets the focus.
const elementVerdict = "verdict"

// update is the handling of one message: the shared part of the turn, and this part's state.
type update struct {
	*page.Update
	*State
}

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(&update{t, s}) }

// Leave forgets the file, and stops the check if it is under way.
func Leave(t *page.Update, s *State) {
	if s.checking {
		t.DoEffect(page.StopSecondProgram{})
	}
	*s = State{}
}

func (m FileChosen) apply(u *update) {
	Leave(u.Update, u.State)
	u.name, u.checking = m.Name, true
	u.AnnounceSentence("said-checking", m.Name)
	u.DoEffect(page.AskSecondProgram{Job: jobs.CheckLesson, Frame: m.Data, Then: func(a page.SecondProgramAnswer) page.Msg { return lessonChecked{a} }})
}

// apply takes the verdict, tells a screen reader whether the lesson is good, and moves the
// focus to the result.
func (m lessonChecked) apply(u *update) {
	if !u.checking {
		return
	}
	u.checking, u.verdict, u.failed = false, nil, m.Failed
	if m.Failed == "" {
		report, err := lessons.DecodeFileReport(m.Frame)
		if err != nil {
			panic(err) // both programs are of the same site
		}
		u.verdict = &report
	}
	switch v := u.verdict; {
	case v == nil:
		u.AnnounceSentence(m.Failed)
	case v.Lesson == nil:
		bad, _ := v.Problems.SplitRemarks()
		u.AnnounceSentence("open-bad", page.FormatInt(int64(len(bad))))
	default:
		u.AnnounceSentence("said-checked", v.Lesson.Title)
	}
	u.DoEffect(page.FocusElement{ID: elementVerdict})
}

func (stopped) apply(u *update) {
	Leave(u.Update, u.State)
	u.DoEffect(page.FocusElement{ID: page.ElementMain})
}

func (begun) apply(u *update) {
	if v := u.verdict; v != nil && v.Lesson != nil {
		u.SendCallThen(host.StoreLesson{Lesson: lessons.Encode(v.Lesson)}, "running-open", func(a host.Answer) page.Msg { return kept{a} })
	}
}

func (m kept) apply(u *update) {
	if !u.ShowIfRefused(m.Answer) {
		u.DoEffect(page.Navigate{Route: page.Route{Screen: page.ScreenLesson, ID: m.SandboxID}})
	}
}
