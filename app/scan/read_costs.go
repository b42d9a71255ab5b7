// Package scan is the part of the page that shows what reads do with the rows of a table. It
// has four views:
//
//   - the preview: what the read in the console would cost, measured while it is being typed;
//   - the costs: the figures of the last read, or of the preview, and the change since the read
//     before;
//   - the strip: the whole table as a narrow column, with its tablets and the scanned rows;
//   - the replay: the last read row by row, with the reason why each row was kept or dropped.
//
// [AfterMessage], which the root calls after a change of the console's text, sends the preview.
package scan

import (
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
)

// State is what the part remembers.
type State struct {
	Preview    *ReadPreview      // what the console's text would read; nil if it is no read
	Replay     *ReadReplay       // nil while the replay is closed; not changed in place
	TableStrip engine.TableStrip // the whole table in short

	pointed *spot              // the row under the pointer on the strip; nil for none
	request engine.PreviewRead // the last request for Preview; without a Text the worker previews nothing
}

// DrawnState returns the state without requests, for views to be compared by.
func (s State) DrawnState() State {
	return State{Preview: s.Preview, Replay: s.Replay, TableStrip: s.TableStrip, pointed: s.pointed}
}

// Msg is a message of this part.
type Msg interface{ apply(*update) }

type (
	// PreviewSettled comes a moment after the preview of a text has come.
	PreviewSettled struct{ Text string }

	// pointed says that the pointer is over the strip, at a row.
	pointed struct{ Row int }
	// left says that the pointer has left the strip.
	left struct{}
	// sought scrolls the grid to the row with an offset.
	sought struct{ Row int }

	// ReplayOpened opens the replay of the last read.
	ReplayOpened struct{}
	// replayClosed closes the replay.
	replayClosed struct{}
	// replayMoved shows another step.
	replayMoved struct{ Move replayMove }
	// replayPlayed plays the steps one after the other, or pauses.
	replayPlayed struct{}
	// replayTicked comes when a step was shown for its time.
	replayTicked struct{ Round uint64 }

	// previewed brings what the console's text would read.
	previewed struct{ host.Answer }
	// traced brings more steps of the replay.
	traced struct{ host.Answer }
	// named brings the key of the row under the pointer.
	named struct{ host.Answer }
)

// update is the handling of one message of this part.
type update struct {
	*page.Update
	*State
}

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(&update{t, s}) }

// OnReply takes the new strip, and asks for the preview again after a call that may have
// changed the tables. The root calls it for every answer that is not out of date.
func OnReply(t *page.Update, s *State, c host.Call, a host.Answer) {
	if a.Strip != nil {
		s.TableStrip = *a.Strip
	}
	if !host.TraitsOfCall(c).OnlyLooks {
		RefreshPreview(t, s)
	}
}

// OnWorkerRestarted forgets the preview that was asked for and the replay, which a new worker does
// not know.
func (s *State) OnWorkerRestarted() { s.request, s.Replay = engine.PreviewRead{}, nil }
