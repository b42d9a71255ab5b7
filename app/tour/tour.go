// Package tour shows the reader around the first sandbox. It has four steps, each a note that
// points at something on the page: the key, the rows, a question, and the load. A step ends
// when the reader does what its note says, or presses the button.
package tour

import (
	"strconv"

	"tabletop/app/page"
)

// StorageKey is the name under which the browser keeps that the tour was taken or ended.
const StorageKey = "tour"

// tabs are the parts of the page that a narrow screen shows at each step.
var tabs = []page.PageTab{page.TabTable, page.TabTable, page.TabDesign, page.TabDesign}

// State is the present step of the tour.
type State struct {
	Step int  // from 1; 0 if the tour is not shown
	Done bool // the tour does not begin by itself any more

	was PageInfo // the page when the step began; without Open it is not known yet
}

// PageInfo is what the tour needs to know of the page.
type PageInfo struct {
	Open bool   // a writable sandbox is shown whose table has a template and rows
	Over bool   // a dialog or a long call is under way
	Key  string // template of the shown table
	// Fields is how many fields the key has, and Addable how many can be added to it.
	Fields, Addable int

	Cell string // position of the cursor in the rows
	Heat bool   // the heat map is shown
	Made int    // number of tables and questions
}

// Msg is a message of this part.
type Msg interface{ apply(*page.Update, *State) }

type (
	// TourStarted starts the tour, even if it was taken before.
	TourStarted struct{}
	// TourEnded ends the tour for good. Here says that the focus is in the note, so that it has to
	// move.
	TourEnded struct{ Here bool }
	// went goes from a step to the next one.
	went struct{ Step int }
)

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(t, s) }

func (TourStarted) apply(t *page.Update, s *State) {
	t.Dialog, s.Step = page.DialogNone, 0
	s.next(t)
}

// apply ends the tour and remembers that.
func (m TourEnded) apply(t *page.Update, s *State) {
	if s.Step == 0 {
		return
	}
	if m.Here {
		t.DoEffect(page.FocusElement{ID: page.ElementMain})
	}
	*s = State{Done: true}
	t.DoEffect(page.StoreTextLocally{Name: StorageKey, Text: "done"})
}

// apply shows the next step, or ends the tour after the last one. A press on an earlier note is
// ignored.
func (m went) apply(t *page.Update, s *State) {
	switch {
	case m.Step != s.Step:
	case s.Step == len(tabs):
		TourEnded{Here: true}.apply(t, s)
	default:
		s.next(t)
	}
}

// next begins the next step, or ends the tour after the last one. AfterMessage notes the page for
// it, and announces it.
func (s *State) next(t *page.Update) {
	if s.Step == len(tabs) {
		TourEnded{}.apply(t, s)
		return
	}
	s.Step, s.was = s.Step+1, PageInfo{}
	t.Work.Tab = tabs[s.Step-1]
}

// text returns the code and the arguments of the sentence of the present step. That about the key
// tells what can be done with its fields.
func (s *State) text() (code string, args []string) {
	if s.Step == 1 {
		args = []string{strconv.Itoa(s.was.Fields), strconv.Itoa(s.was.Addable)}
	}
	return "tour-" + strconv.Itoa(s.Step), args
}

// AfterMessage starts the tour in the first sandbox that has something to show, and goes on when the
// reader has done what the step says. It ends the tour if the reader opens the heat map, or
// makes a table or a question, without being told. The root calls it after every message.
func AfterMessage(t *page.Update, s *State, now PageInfo) {
	switch {
	case !now.Open:
		s.Step = 0 // the tour begins again in another sandbox
	case s.Step == 0:
		if !s.Done && !now.Over && !t.Embed {
			s.next(t)
		}
	case !s.was.Open:
	case now.Heat && !s.was.Heat, now.Made > s.was.Made:
		TourEnded{}.apply(t, s)
	case s.Step == 1 && now.Key != s.was.Key, s.Step == 2 && now.Cell != s.was.Cell:
		s.next(t)
	}
	if s.Step > 0 && !s.was.Open {
		s.was = now
		code, args := s.text()
		t.AnnounceSentence(code, args...)
	}
}
