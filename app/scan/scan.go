// Package scan is the part of the page that shows what reads do with the rows of a table:
// what the console's text would read, the table from afar, the last read row by row, and
// what a read costs.
package scan

import (
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
)

// State is what is known of reads.
type State struct {
	Preview *Preview     // what the console's text would read, nil for no read
	Replay  *Replay      // of the last read, nil while closed
	Afar    engine.Strip // the table from afar

	pointed *spot // on the strip, nil for nothing
	live    live  // how Preview follows the console's text
}

// Shown returns what is drawn of the state.
func (s State) Shown() State {
	return State{Preview: s.Preview, Replay: s.Replay, Afar: s.Afar, pointed: s.pointed}
}

// Msg is something that happened to a read, or on the strip.
type Msg interface{ apply(*update) }

type (
	// Settled comes a moment after the preview of a text.
	Settled struct{ Text string }

	// Pointed tells that the pointer is over the strip, at a row.
	Pointed struct{ Row int }
	// Left tells that it is there no more.
	Left struct{}
	// Sought scrolls the grid to the row with that offset.
	Sought struct{ Row int }

	// ReplayOpened goes through the last read step by step.
	ReplayOpened struct{}
	// ReplayClosed ends that.
	ReplayClosed struct{}
	// ReplayMoved shows another step.
	ReplayMoved struct{ Move ReplayMove }
	// ReplayPlayed plays the steps one after the other, or pauses.
	ReplayPlayed struct{}
	// ReplayTicked comes when a step has stood for its time.
	ReplayTicked struct{ Round uint64 }

	// previewed brings what the console's text would read.
	previewed struct{ host.Answer }
	// traced brings more steps of the replay.
	traced struct{ host.Answer }
	// named brings the key of the row under the pointer.
	named struct{ host.Answer }
)

type update struct {
	*page.Update
	*State
}

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(&update{t, s}) }

// OnReply takes the table from afar, and asks once more for the preview after a call that may
// have changed the tables.
func OnReply(t *page.Update, s *State, c host.Call, a host.Answer) {
	if a.Strip != nil {
		s.Afar = *a.Strip
	}
	if !host.NatureOf(c).Looks {
		Again(t, s)
	}
}

// Restarted forgets what another worker knew.
func (s *State) Restarted() { s.live, s.Replay = live{}, nil }
