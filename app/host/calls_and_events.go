package host

import (
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/lessons"
	"tabletop/lessons/quiz"
)

// Call is a request of the page to the host. Every call is answered by one [Answer] with the
// call's number, except [CancelCall], [StageTextPiece] and [StageValuesPiece].
type Call interface{ call() }

// OpenWorkspace opens a workspace, and closes the open one. A lesson without a workspace begins at its
// start. A sandbox must exist (no-sandbox).
type OpenWorkspace struct {
	Kind WorkspaceKind
	ID   string // see [Meta]
}

// ExecuteRequest runs a request on the engine of the open workspace.
type ExecuteRequest struct{ Request engine.Request }

// DoLessonAction carries out an action of the open lesson. It is refused (no-lesson) in a sandbox.
type DoLessonAction struct{ Action lessons.Action }

// NoteHintSeen notes that the reader has seen one more hint of a step, which is given by its index.
type NoteHintSeen struct{ Step int }

// NoteSolutionSeen notes that the reader has seen the solution of a step, given by its index.
type NoteSolutionSeen struct{ Step int }

// SaveSandboxSettings stores what the page keeps of the open sandbox beside its tables: the settings of its
// load and of its design record, in the page's own format and of at most [MaxSandboxSettings] bytes. It does nothing in a lesson, or if the sandbox is not writable.
type SaveSandboxSettings struct{ SandboxSettings string }

// ResetWorkspace starts the open lesson again, or empties the open sandbox. It is refused (read-only) if
// another tab holds the workspace.
type ResetWorkspace struct{}

// TakeOverWorkspace makes the open workspace writable in this tab. The tab that holds it is asked first,
// and has two seconds to store what it has accepted; then the lock is taken away from it.
type TakeOverWorkspace struct {
	Free bool // take it only if no other tab holds it
}

// ExportUnsaved asks for the open workspace as a file, with the changes that could not be
// stored before another tab took the workspace over. It is refused (no-sandbox) if there are
// none.
type ExportUnsaved struct{}

// ListWorkspaces asks for the list of workspaces: all workspaces, in [Answer].WorkspaceList.
type ListWorkspaces struct{}

// CreateSandbox makes a sandbox, which is empty or a copy of the open workspace's stored journal.
type CreateSandbox struct {
	Title    string
	FromOpen bool // copy the open workspace
}

// SaveQuizResult stores what came of a quiz on a lesson that the reader has done. The host sets the
// result's time.
type SaveQuizResult struct {
	Slug   string
	Result quiz.Result
}

// RenameSandbox gives a sandbox another title.
type RenameSandbox struct{ ID, Title string }

// DeleteWorkspace removes a workspace. For an hour [UndeleteWorkspace] can bring it back, if the
// store has room.
type DeleteWorkspace struct{ ID string }

// ExportWorkspace asks for a workspace as a file.
type ExportWorkspace struct {
	ID     string
	Format ExportFormat
	Table  string // the table to write, for FormatCSV
}

// ExportDamagedRecords asks for the unreadable records of a workspace's journal, as a file.
type ExportDamagedRecords struct{ ID string }

// ImportFile stores the workspaces of a file, all of them or none. Each sandbox becomes a new one.
// A lesson that has no workspace yet gets one; for any other lesson the progress is merged.
type ImportFile struct{ Data []byte }

// ShareAsLink asks for the open workspace as the text of a link (package engine/link).
type ShareAsLink struct {
	Experiment bool // only the designed tables, without the timeline
	Room       int  // the most characters that the text may have
}

// CreateFromLink makes a sandbox from the text of a link.
type CreateFromLink struct{ Text string }

// StageTextPiece hands over the next piece of a compressed text. A later [ExecuteRequest] or
// [CreateFromRequests] whose request names the text ([engine.PackedText]) uses the pieces. There is no
// answer.
type StageTextPiece struct {
	First  bool   // forget the pieces of earlier texts
	Packed string // raw deflate
}

// StageValuesPiece hands over the next piece of an uncompressed text of values, in place of
// [StageTextPiece]. The host compresses it, and reads its records while the rest of the file is
// still coming. The request for the table uses them by asking for [engine.AllStagedPieces]. There is
// no answer.
type StageValuesPiece struct {
	First bool     // forget earlier texts; without Text none takes their place
	Last  bool     // the last piece of the text
	Comma string   // of the first piece, as in [engine.LoadValuesText]
	Names []string // of the first piece, as in [engine.LoadValuesText]
	Text  string
}

// CancelCall drops the call with that number, which is answered with the refusal "cancelled".
// Changes that the call had finished stay, all else has no effect.
type CancelCall struct{ Seq uint64 }

func (OpenWorkspace) call()        {}
func (ExecuteRequest) call()       {}
func (DoLessonAction) call()       {}
func (NoteHintSeen) call()         {}
func (NoteSolutionSeen) call()     {}
func (SaveSandboxSettings) call()  {}
func (ResetWorkspace) call()       {}
func (TakeOverWorkspace) call()    {}
func (ExportUnsaved) call()        {}
func (ListWorkspaces) call()       {}
func (CreateSandbox) call()        {}
func (SaveQuizResult) call()       {}
func (RenameSandbox) call()        {}
func (DeleteWorkspace) call()      {}
func (ExportWorkspace) call()      {}
func (ExportDamagedRecords) call() {}
func (ImportFile) call()           {}
func (ShareAsLink) call()          {}
func (CreateFromLink) call()       {}
func (StageTextPiece) call()       {}
func (StageValuesPiece) call()     {}
func (CancelCall) call()           {}

// SentCall is a call on its way to the host, with what the page shows at that time.
type SentCall struct {
	Seq    uint64           // number of the call, which grows; 0 for calls of the host to itself
	Window engine.RowWindow // the rows that the page shows; without a table the host chooses one
	Call   Call
}

// Event is a message of the host to the page.
type Event interface{ event() }

// HostReady is the host's first event.
type HostReady struct{}

// CallProgress tells how far a long call has come.
type CallProgress struct {
	Seq         uint64 // number of the call
	Done, Total int64  // in rows or the call's unit; Total 0 is unknown, -1 waits for the store
}

// SaveStateChanged tells whether the changes of the open workspace are stored.
type SaveStateChanged struct {
	State SaveState
	Err   *base.Error // why, for SaveFailed
}

// SaveState is what the page's save mark shows.
type SaveState uint8

const (
	SaveDone     SaveState = iota // all changes are in the store
	SavePending                   // some changes are not stored yet
	SaveFailed                    // the store refuses them; they are only in memory
	SaveReadOnly                  // another tab holds the workspace
)

// WriteLockFreed tells that no other tab holds the open workspace any more.
type WriteLockFreed struct{}

// OtherTabChangesApplied tells that this tab has run what the writing tab stored in the open workspace.
type OtherTabChangesApplied struct {
	ID              string
	Title           string
	Changes         int                  // how many have been run
	Timeline        *engine.UndoTimeline // nil if it has not changed
	Progress        *lessons.Progress    // in a lesson
	SandboxSettings string               // see [SaveSandboxSettings]; valid only with a Timeline
}

// WorkspaceReplaced tells that the store has another workspace under the open one's ID, or
// none. The page has to open it again.
type WorkspaceReplaced struct{ ID string }

// UnsavedAtTakeover tells how many changes to the open workspace could not be stored before
// another tab took it over. The page can have them as a file, see [ExportUnsaved].
type UnsavedAtTakeover struct{ Changes int }

// WorkspaceListChanged tells that another tab has changed the list of workspaces. The page asks for
// it by [ListWorkspaces].
type WorkspaceListChanged struct{}

// Answer is everything that one call led to. Fields that do not concern the call are zero.
type Answer struct {
	Seq           uint64              // number of the call
	Err           *base.Error         // why it was refused or cancelled; nil if it was not
	Opened        *OpenedWorkspace    // of OpenWorkspace, Reset and TakeOverWorkspace
	Reply         *engine.Reply       // of ExecuteRequest and DoLessonAction; with Opened it tells what is open
	Page          *engine.RowPage     // rows of the window after the call
	Strip         *engine.TableStrip  // the whole table that the page shows, as a narrow column
	Outcome       *lessons.Outcome    // what the call meant for the open lesson
	WorkspaceList *WorkspaceList      // of every call that creates, removes or lists workspaces
	SandboxID     string              // ID of the new sandbox, or the one that [UndeleteWorkspace] takes
	SharedLink    *SharedLink         // of ShareAsLink
	File          *ExportedFile       // of ExportWorkspace, ExportAllWorkspaces, ExportDamagedRecords and ExportUnsaved
	FileSizes     []ExportFileSize    // of MeasureExportSizes
	Imported      *ImportResult       // of an ImportFile whose file holds everything
	Notes         []engine.OutputLine // of CreateFromRequests: what its tables lack, and what was read back
	Line          int                 // of CreateFromRequests: the line of its script that was refused
	Micros        int64               // time from the call's start to its answer, in microseconds
}

// OpenedWorkspace describes the workspace that is open.
type OpenedWorkspace struct {
	Kind            WorkspaceKind
	ID              string
	Title           string
	ReadOnly        bool                  // another tab holds it
	Seed            uint64                // differs between workspaces, never 0
	History         []ConsoleHistoryEntry // of the console, the oldest first
	SandboxSettings string                // see [SaveSandboxSettings]
	OwnLesson       *lessons.Lesson       // the lesson, if it came from a file
	Damaged         int                   // changes that could not be read, and are left out
	RefusedChanges  engine.RefusedChanges // changes that could be read, but were refused when they were run again
}

// WorkspaceList is the list of all workspaces.
type WorkspaceList struct {
	Sandboxes []SandboxSummary // the latest changed first
	Lessons   []LessonSummary
	Deleted   []SandboxSummary // can be brought back, the latest first; Changed is the time of deletion
	Now       int64            // time of the list, in microseconds since the Unix epoch
}

// SandboxSummary is one sandbox in the list.
type SandboxSummary struct {
	ID      string
	Title   string
	Created int64 // microseconds since the Unix epoch
	Changed int64 // microseconds since the Unix epoch
	Entries int64 // journal entries
	Bytes   int64 // of the journal and the snapshot
	Tables  int64 // -1 if unknown
	Rows    int64 // in all tables
}

// LessonSummary tells how far the reader is in a lesson.
type LessonSummary struct {
	Slug      string
	Step      int             // index of the furthest step
	Done      bool            // all steps are passed
	Changed   int64           // microseconds since the Unix epoch
	Bytes     int64           // of the journal
	Passed    int             // goals that are met
	Hints     int             // hints that were shown
	Solutions int             // solutions that were shown
	OwnLesson *lessons.Lesson // the lesson, if it came from a file

	DoneAt     int64         // when the lesson was done, in microseconds since the Unix epoch; 0 if it is not done
	Quizzes    []quiz.Result // what came of the quizzes after it
	GuessError float64       // see [lessons.Progress.GuessErrorFactor]
}

// SharedLink is a workspace as a link.
type SharedLink struct {
	Text      string // "" if it is too long
	Size      int    // characters of the text, even if it is too long; 0 if no link can hold it
	Shortened bool   // undone and replaced changes are left out, so that it fits
}

// ExportedFile is a workspace as a file.
type ExportedFile struct {
	Name        string
	Data        []byte // the whole file, or the rest of it after the pieces
	JournalLost bool   // it holds the current tables only, since the journal is lost
	Pieces      int    // how many [FilePiece] events came before
}

// FilePiece brings a part of the file that the call Seq writes; the parts come in order. If the
// call is answered without a [ExportedFile], its pieces are void.
type FilePiece struct {
	Seq  uint64
	Data []byte
}

// ExportSizeMeasured tells the size of one of the files that the call Seq measures.
type ExportSizeMeasured struct {
	Seq  uint64
	Size ExportFileSize
}

func (HostReady) event()              {}
func (CallProgress) event()           {}
func (SaveStateChanged) event()       {}
func (WriteLockFreed) event()         {}
func (OtherTabChangesApplied) event() {}
func (WorkspaceReplaced) event()      {}
func (UnsavedAtTakeover) event()      {}
func (WorkspaceListChanged) event()   {}
func (Answer) event()                 {}
func (FilePiece) event()              {}
func (ExportSizeMeasured) event()     {}

// EngineAnswerAs returns the engine's answer in an answer, if it is of type A, else the zero value of
// A.
func EngineAnswerAs[A engine.Answer](a Answer) (of A) {
	if a.Reply != nil {
		of = engine.AnswerAs[A](a.Reply.Answer)
	}
	return of
}

// TraitsOfCall returns the traits of a call: that of the request it runs, or one that fits the
// call.
func TraitsOfCall(c Call) engine.RequestTraits {
	switch c := c.(type) {
	case ExecuteRequest:
		return engine.TraitsOf(c.Request)
	case DoLessonAction:
		return engine.RequestTraits{Changes: true, BringsRows: true}
	case ResetWorkspace:
		return engine.RequestTraits{Changes: true, AnyState: true, BringsRows: true}
	case SaveSandboxSettings:
		return engine.RequestTraits{OnlyLooks: true, AnyState: true}
	}
	return engine.RequestTraits{AnyState: true, BringsRows: true}
}
