// Package tour leads through the first sandbox: four pointers at what is on the page, each of
// which waits until the reader does what it says, or goes on.
package tour

import (
	"strconv"

	"tabletop/app/page"
)

// Remembered is the name under which the browser keeps that the reader has had the tour.
const Remembered = "tour"

// tabs are the parts of a narrow screen that the pointers point at: at the key, the rows, a
// question and the load.
var tabs = []page.Tab{page.TabTable, page.TabTable, page.TabDesign, page.TabDesign}

// State is how far the reader has come.
type State struct {
	Step int  // from 1 on, 0 for none
	Done bool // it does not begin by itself any more

	was Sight // when the step began
}

// Sight is what of the page the tour looks at.
type Sight struct {
	Open bool // a sandbox is shown that has all that is pointed at
	Over bool // something is over it
	Key  string
	Cell string // that is chosen
	Heat bool   // the large map is shown
	Made int    // how many tables and questions there are
}

// Msg is something that happened to the tour.
type Msg interface{ apply(*page.Update, *State) }

type (
	// Begun begins it, also for who has had it.
	Begun struct{}
	// Ended ends it for good; Here says that the focus is on it, and has to go elsewhere.
	Ended struct{ Here bool }
	// Went goes on from a step.
	Went struct{ Step int }
)

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(t, s) }

func (Begun) apply(t *page.Update, s *State) {
	t.Menu, s.Step = page.MenuNone, 0
	s.next(t)
}

func (m Ended) apply(t *page.Update, s *State) {
	if s.Step == 0 {
		return
	}
	if m.Here {
		t.Do(page.Focus{ID: page.ElementMain})
	}
	*s = State{Done: true}
	t.Do(page.Remember{Name: Remembered, Text: "done"})
}

func (m Went) apply(t *page.Update, s *State) {
	switch {
	case m.Step != s.Step:
	case s.Step == len(tabs):
		Ended{Here: true}.apply(t, s)
	default:
		s.next(t)
	}
}

// next goes on to the next step, which takes what it sees first as it is.
func (s *State) next(t *page.Update) {
	if s.Step == len(tabs) {
		Ended{}.apply(t, s)
		return
	}
	s.Step, s.was = s.Step+1, Sight{}
	t.Work.Tab = tabs[s.Step-1]
	t.TellCode("tour-" + strconv.Itoa(s.Step))
}

// Follow begins the tour at the first sandbox that has something to show, and goes on when
// the reader has done what the step says. It ends when the reader opens the load, or makes a
// table or a question, without it.
func Follow(t *page.Update, s *State, now Sight) {
	switch {
	case !now.Open:
		s.Step = 0 // to come back in another sandbox
	case s.Step == 0:
		if !s.Done && !now.Over && !t.Embed {
			s.next(t)
			s.was = now
		}
	case !s.was.Open:
		s.was = now
	case now.Heat && !s.was.Heat, now.Made > s.was.Made:
		Ended{}.apply(t, s)
	case s.Step == 1 && now.Key != s.was.Key, s.Step == 2 && now.Cell != s.was.Cell:
		s.next(t)
		s.was = now
	}
}
