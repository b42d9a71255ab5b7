package page

import (
	"time"

	"tabletop/app/host"
	"tabletop/engine/base"
)

// Effect is something for the shell to do, as data. What comes of it returns as a message.
type Effect interface{ Effect() }

type (
	// SendCall sends a call to the worker.
	SendCall struct{ Sent host.SentCall }
	// FetchLesson fetches a compiled lesson. The shell answers with
	// [tabletop/app/model.LessonFetched].
	FetchLesson struct{ Slug string }
	// Navigate changes the address. The shell answers with [tabletop/app/model.Navigated].
	Navigate struct{ Route Route }
	// SetText sets the text of the field with an element ID, with the caret at its end.
	SetText struct{ ID, Text string }
	// MarkError marks the bytes [From, To) of the text in a field with an error, and scrolls
	// them into view. Text is what the field is expected to hold.
	MarkError struct {
		ID, Text string
		From, To int
		Err      *base.Error
	}
	// ShowCompletions tells the console's element that completions have come.
	ShowCompletions struct{}
	// FocusElement moves the focus to the element with an ID.
	FocusElement struct{ ID string }
	// ScrollToElement scrolls the element with an ID into view.
	ScrollToElement struct{ ID string }
	// ScrollRows scrolls the grid to the row with an offset.
	ScrollRows struct{ Offset int }
	// SendLater sends a message after a time.
	SendLater struct {
		Wait time.Duration
		Msg  Msg
	}
	// SendAfterDraw sends a message after the present state was drawn. A part uses it to draw
	// expensive things in steps, so that keys pressed meanwhile are handled in between.
	SendAfterDraw struct{ Msg Msg }
	// SendNextTurn sends a message in the next turn of the browser, and the present state is
	// not drawn before that: it is only a step towards the next one.
	SendNextTurn struct{ Msg Msg }
	// GatherPiece keeps a piece of a file until its Download. A piece of another call replaces
	// those of earlier calls.
	GatherPiece struct{ host.FilePiece }
	// Download gives the reader a file, with the pieces gathered before.
	Download struct{ File host.File }
	// SetTitle sets the window's title to the sentence of Code with Args.
	SetTitle struct {
		Code string
		Args []string
	}
	// NameWorkspace tells the recovery screen which workspace is open; "" means none.
	NameWorkspace struct{ ID string }
	// StoreLocally stores a text under a name in this browser, for the next visit. An empty text
	// counts as none.
	StoreLocally struct{ Name, Text string }
	// MarkReady marks the document as ready: page and worker both answer.
	MarkReady struct{}
	// ApplyUpdate activates the newer version of the site and loads the page again. With Ask
	// the reader is asked first, since unsaved changes would be lost.
	ApplyUpdate struct{ Ask bool }
)

func (SendCall) Effect()        {}
func (FetchLesson) Effect()     {}
func (Navigate) Effect()        {}
func (SetText) Effect()         {}
func (MarkError) Effect()       {}
func (ShowCompletions) Effect() {}
func (FocusElement) Effect()    {}
func (ScrollToElement) Effect() {}
func (ScrollRows) Effect()      {}
func (SendLater) Effect()       {}
func (SendAfterDraw) Effect()   {}
func (SendNextTurn) Effect()    {}
func (GatherPiece) Effect()     {}
func (Download) Effect()        {}
func (SetTitle) Effect()        {}
func (NameWorkspace) Effect()   {}
func (StoreLocally) Effect()    {}
func (MarkReady) Effect()       {}
func (ApplyUpdate) Effect()     {}

// AskStorage asks the browser how much room it lends, and with Promise also to keep what is
// stored. With Sure it does so even if the browser then asks the reader. The shell answers with
// [tabletop/app/model.StorageCame].
type AskStorage struct{ Persist, MayPrompt bool }

func (AskStorage) Effect() {}
