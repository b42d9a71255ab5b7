package page

import (
	"time"

	"tabletop/app/host"
	"tabletop/engine/base"
)

// Effect is something for the shell to do.
type Effect interface{ Effect() }

type (
	// Send sends a call to the worker.
	Send struct{ Sent host.SentCall }
	// FetchLesson gets a lesson's compiled file and answers with [tabletop/app/model.Fetched].
	FetchLesson struct{ Slug string }
	// Navigate changes the address; a message follows.
	Navigate struct{ Route Route }
	// SetText puts text into the field with that element id and the caret at its end.
	SetText struct{ ID, Text string }
	// MarkError marks the bytes [From, To) of the text that a field holds with the
	// error that is there, and brings them into view.
	MarkError struct {
		ID, Text string
		From, To int
		Err      *base.Error
	}
	// CompletionsCame tells the console that what it asked for has come.
	CompletionsCame struct{}
	// Focus moves the focus to the element with that id.
	Focus struct{ ID string }
	// ScrollTo brings the element with that id into view.
	ScrollTo struct{ ID string }
	// ScrollRows moves the grid to the row with that offset.
	ScrollRows struct{ Offset int }
	// SendLater sends a message a while later.
	SendLater struct {
		Wait time.Duration
		Msg  Msg
	}
	// SendAfterDraw sends a message a little after what there is now is shown: what takes long
	// to draw is drawn in parts, so that keys pressed meanwhile do not wait for all.
	SendAfterDraw struct{ Msg Msg }
	// SendNextTurn sends a message in the next turn of the browser. What there is now is not drawn
	// before that: it is a step of what is shown later.
	SendNextTurn struct{ Msg Msg }
	// GatherPiece keeps a piece of the file that a call writes for its Download. Those of other
	// calls are forgotten.
	GatherPiece struct{ host.FilePiece }
	// Download hands a file to the reader, of which the first pieces have been gathered.
	Download struct{ File host.File }
	// Title sets the window's title to the sentence of Code with Args.
	Title struct {
		Code string
		Args []string
	}
	// NameWorkspace tells the recovery screen which workspace is open; "" for none.
	NameWorkspace struct{ ID string }
	// Remember keeps a text under a name in this browser, for the next visit.
	Remember struct{ Name, Text string }
	// MarkReady says on the document that page and worker both answer.
	MarkReady struct{}
	// ApplyUpdate takes the newer version of the site and loads the page again, once
	// the reader has agreed to losing what is not saved, if there is something.
	ApplyUpdate struct{ Ask bool }
)

func (Send) Effect()            {}
func (FetchLesson) Effect()     {}
func (Navigate) Effect()        {}
func (SetText) Effect()         {}
func (MarkError) Effect()       {}
func (CompletionsCame) Effect() {}
func (Focus) Effect()           {}
func (ScrollTo) Effect()        {}
func (ScrollRows) Effect()      {}
func (SendLater) Effect()       {}
func (SendAfterDraw) Effect()   {}
func (SendNextTurn) Effect()    {}
func (GatherPiece) Effect()     {}
func (Download) Effect()        {}
func (Title) Effect()           {}
func (NameWorkspace) Effect()   {}
func (Remember) Effect()        {}
func (MarkReady) Effect()       {}
func (ApplyUpdate) Effect()     {}

// AskStorage asks the browser about the room that it lends, and to promise to
// keep what is stored; unless the reader is Sure only where it asks nobody before.
// What it says follows as a message.
type AskStorage struct{ Promise, Sure bool }

func (AskStorage) Effect() {}
