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
	// SetFieldText sets the text of the field with an element ID, with the caret at its end.
	SetFieldText struct{ ID, Text string }
	// MarkErrorInField marks the bytes [From, To) of the text in a field with an error, and scrolls
	// them into view. Text is what the field is expected to hold.
	MarkErrorInField struct {
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
	// ScrollGridToRow scrolls the grid to the row with an offset.
	ScrollGridToRow struct{ Offset int }
	// SendMsgLater sends a message after a time.
	SendMsgLater struct {
		Wait time.Duration
		Msg  Msg
	}
	// SendMsgAfterDraw sends a message after the present state was drawn. A part uses it to draw
	// expensive things in steps, so that keys pressed meanwhile are handled in between.
	SendMsgAfterDraw struct{ Msg Msg }
	// SendMsgNextTurn sends a message in the next turn of the browser, and the present state is
	// not drawn before that: it is only a step towards the next one.
	SendMsgNextTurn struct{ Msg Msg }
	// GatherDownloadPiece keeps a piece of a file until its DownloadFile. A piece of another call replaces
	// those of earlier calls.
	GatherDownloadPiece struct{ host.FilePiece }
	// DownloadFile gives the reader a file, with the pieces gathered before.
	DownloadFile struct{ File host.ExportedFile }
	// SetWindowTitle sets the window's title to the sentence of Code with Args.
	SetWindowTitle struct {
		Code string
		Args []string
	}
	// SetRecoveryWorkspace tells the recovery screen which workspace is open; "" means none.
	SetRecoveryWorkspace struct{ ID string }
	// StoreTextLocally stores a text under a name in this browser, for the next visit. An empty text
	// counts as none.
	StoreTextLocally struct{ Name, Text string }
	// MarkReady marks the document as ready: page and worker both answer.
	MarkReady struct{}
	// ApplySiteUpdate activates the newer version of the site and loads the page again. With Ask
	// the reader is asked first, since unsaved changes would be lost.
	ApplySiteUpdate struct{ Ask bool }
)

func (SendCall) Effect()             {}
func (FetchLesson) Effect()          {}
func (Navigate) Effect()             {}
func (SetFieldText) Effect()         {}
func (MarkErrorInField) Effect()     {}
func (ShowCompletions) Effect()      {}
func (FocusElement) Effect()         {}
func (ScrollToElement) Effect()      {}
func (ScrollGridToRow) Effect()      {}
func (SendMsgLater) Effect()         {}
func (SendMsgAfterDraw) Effect()     {}
func (SendMsgNextTurn) Effect()      {}
func (GatherDownloadPiece) Effect()  {}
func (DownloadFile) Effect()         {}
func (SetWindowTitle) Effect()       {}
func (SetRecoveryWorkspace) Effect() {}
func (StoreTextLocally) Effect()     {}
func (MarkReady) Effect()            {}
func (ApplySiteUpdate) Effect()      {}

// AskBrowserStorage asks the browser how much room it lends, and with Persist also to keep what is
// stored. With MayPrompt it does so even if the browser then asks the reader. The shell answers with
// [tabletop/app/model.StorageQuotaReceived].
type AskBrowserStorage struct{ Persist, MayPrompt bool }

func (AskBrowserStorage) Effect() {}
