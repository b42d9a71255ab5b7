package host

import (
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/lessons"
)

// Call is a request of the page to the host. Every call is answered by one [Answer] with the
// call's number, except [Cancel], [StageText] and [ReadAhead].
type Call interface{ call() }

// Open opens a workspace, and closes the open one. A lesson without a workspace begins at its
// start. A sandbox must exist (no-sandbox).
type Open struct {
	Kind Kind
	ID   string // see [Meta]
}

// Execute runs a request on the engine of the open workspace.
type Execute struct{ Request engine.Request }

// DoAction carries out an action of the open lesson. It is refused (no-lesson) in a sandbox.
type DoAction struct{ Action lessons.Action }

// HintSeen notes that the reader has seen one more hint of a step, which is given by its index.
type HintSeen struct{ Step int }

// SolutionSeen notes that the reader has seen the solution of a step, given by its index.
type SolutionSeen struct{ Step int }

// SaveLoad stores the settings of the open sandbox's load, in the page's own format and of at
// most [MaxLoad] bytes. It does nothing in a lesson, or if the sandbox is not writable.
type SaveLoad struct{ Load string }

// Reset starts the open lesson again, or empties the open sandbox. It is refused (read-only) if
// another tab holds the workspace.
type Reset struct{}

// TakeOver makes the open workspace writable in this tab. The tab that holds it is asked first,
// and has two seconds to store what it has accepted; then the lock is taken away from it.
type TakeOver struct {
	Free bool // take it only if no other tab holds it
}

// ExportUnsaved asks for the open workspace as a file, with the changes that could not be
// stored before another tab took the workspace over. It is refused (no-sandbox) if there are
// none.
type ExportUnsaved struct{}

// List asks for the list of workspaces: all workspaces, in [Answer].WorkspaceList.
type List struct{}

// Create makes a sandbox, which is empty or a copy of the open workspace's stored journal.
type Create struct {
	Title    string
	FromOpen bool // copy the open workspace
}

// Rename gives a sandbox another title.
type Rename struct{ ID, Title string }

// Delete removes a workspace. For an hour [Undelete] can bring it back, if the store has room.
type Delete struct{ ID string }

// Export asks for a workspace as a file.
type Export struct {
	ID    string
	Form  Form
	Table string // the table to write, for FormCSV
}

// ExportDamage asks for the unreadable records of a workspace's journal, as a file.
type ExportDamage struct{ ID string }

// Import stores the workspaces of a file, all of them or none. Each sandbox becomes a new one.
// A lesson that has no workspace yet gets one; for any other lesson the progress is merged.
type Import struct{ Data []byte }

// Share asks for the open workspace as the text of a link (package engine/link).
type Share struct {
	Experiment bool // only the designed tables, without the timeline
	Room       int  // the most characters that the text may have
}

// CreateFromLink makes a sandbox from the text of a link.
type CreateFromLink struct{ Text string }

// StageText hands over the next piece of a compressed text. A later [Execute] or
// [CreateByRequests] whose request names the text ([engine.PackedText]) uses the pieces. There is no
// answer.
type StageText struct {
	First  bool   // forget the pieces of earlier texts
	Packed string // raw deflate
}

// ReadAhead hands over the next piece of an uncompressed text of values, in place of
// [StageText]. The host compresses it, and reads its records while the rest of the file is
// still coming. The request for the table uses them by asking for [engine.AllStaged]. There is
// no answer.
type ReadAhead struct {
	First bool     // forget earlier texts; without Text none takes their place
	Last  bool     // the last piece of the text
	Comma string   // of the first piece, as in [engine.LoadValues]
	Names []string // of the first piece, as in [engine.LoadValues]
	Text  string
}

// Cancel drops the call with that number, which is answered with the refusal "cancelled".
// Changes that the call had finished stay, all else has no effect.
type Cancel struct{ Seq uint64 }

func (Open) call()           {}
func (Execute) call()        {}
func (DoAction) call()       {}
func (HintSeen) call()       {}
func (SolutionSeen) call()   {}
func (SaveLoad) call()       {}
func (Reset) call()          {}
func (TakeOver) call()       {}
func (ExportUnsaved) call()  {}
func (List) call()           {}
func (Create) call()         {}
func (Rename) call()         {}
func (Delete) call()         {}
func (Export) call()         {}
func (ExportDamage) call()   {}
func (Import) call()         {}
func (Share) call()          {}
func (CreateFromLink) call() {}
func (StageText) call()      {}
func (ReadAhead) call()      {}
func (Cancel) call()         {}

// SentCall is a call on its way to the host, with what the page shows at that time.
type SentCall struct {
	Seq    uint64        // number of the call, which grows; 0 for calls of the host to itself
	Window engine.Window // the rows that the page shows; without a table the host chooses one
	Call   Call
}

// Event is a message of the host to the page.
type Event interface{ event() }

// Ready is the host's first event.
type Ready struct{}

// Progress tells how far a long call has come.
type Progress struct {
	Seq         uint64 // number of the call
	Done, Total int64  // in rows or the call's unit; Total 0 is unknown, -1 waits for the store
}

// Saved tells whether the changes of the open workspace are stored.
type Saved struct {
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

// LockFreed tells that no other tab holds the open workspace any more.
type LockFreed struct{}

// Synced tells that this tab has run what the writing tab stored in the open workspace.
type Synced struct {
	ID       string
	Title    string
	Changes  int               // how many have been run
	Timeline *engine.Timeline  // nil if it has not changed
	Progress *lessons.Progress // in a lesson
	Load     string            // see [SaveLoad]; valid only with a Timeline
}

// WorkspaceReplaced tells that the store has another workspace under the open one's ID, or
// none. The page has to open it again.
type WorkspaceReplaced struct{ ID string }

// UnsavedChanges tells how many changes to the open workspace could not be stored before
// another tab took it over. The page can have them as a file, see [ExportUnsaved].
type UnsavedChanges struct{ Changes int }

// WorkspacesChanged tells that another tab has changed the list of workspaces. The page asks for it by [List].
type WorkspacesChanged struct{}

// Answer is everything that one call led to. Fields that do not concern the call are zero.
type Answer struct {
	Seq           uint64           // number of the call
	Err           *base.Error      // why it was refused or cancelled; nil if it was not
	Opened        *Opened          // of Open, Reset and TakeOver
	Reply         *engine.Reply    // of Execute and DoAction; with Opened it tells what is open
	Page          *engine.RowPage  // rows of the window after the call
	Strip         *engine.Strip    // the whole table that the page shows, as a narrow column
	Outcome       *lessons.Outcome // what the call meant for the open lesson
	WorkspaceList *WorkspaceList   // of every call that creates, removes or lists workspaces
	Made          string           // ID of the new sandbox, or the one that [Undelete] takes
	Shared        *Shared          // of Share
	File          *File            // of Export, ExportAll, ExportDamage and ExportUnsaved
	FileSizes     []FileSize       // of MeasureFiles
	Imported      *ImportResult    // of an Import whose file holds everything
	Notes         []engine.Line    // of CreateByRequests: what its tables lack, and what was read back
	Line          int              // of CreateByRequests: the line of its script that was refused
	Micros        int64            // time from the call's start to its answer, in microseconds
}

// Opened describes the workspace that is open.
type Opened struct {
	Kind           Kind
	ID             string
	Title          string
	ReadOnly       bool                  // another tab holds it
	Seed           uint64                // differs between workspaces, never 0
	History        []HistoryEntry        // of the console, the oldest first
	Load           string                // the settings of its load, see [SaveLoad]
	Own            *lessons.Lesson       // the lesson, if it came from a file
	Damaged        int                   // changes that could not be read, and are left out
	RefusedChanges engine.RefusedChanges // changes that could be read, but were refused when they were run again
}

// WorkspaceList is the list of all workspaces.
type WorkspaceList struct {
	Sandboxes []WorkspaceSummary // the latest changed first
	Lessons   []LessonMark
	Deleted   []WorkspaceSummary // can be brought back, the latest first; Changed is the time of deletion
	Now       int64              // time of the list, in microseconds since the Unix epoch
}

// WorkspaceSummary is one sandbox in the list.
type WorkspaceSummary struct {
	ID      string
	Title   string
	Created int64 // microseconds since the Unix epoch
	Changed int64 // microseconds since the Unix epoch
	Entries int64 // journal entries
	Bytes   int64 // of the journal and the snapshot
	Tables  int64 // -1 if unknown
	Rows    int64 // in all tables
}

// LessonMark tells how far the reader is in a lesson.
type LessonMark struct {
	Slug    string
	Step    int             // index of the furthest step
	Done    bool            // all steps are passed
	Changed int64           // microseconds since the Unix epoch
	Bytes   int64           // of the journal
	Passed  int             // goals that are met
	Hints   int             // hints that were shown
	Seen    int             // solutions that were shown
	Own     *lessons.Lesson // the lesson, if it came from a file
}

// Shared is a workspace as a link.
type Shared struct {
	Text      string // "" if it is too long
	Size      int    // characters of the text, even if it is too long; 0 if no link can hold it
	Shortened bool   // undone and replaced changes are left out, so that it fits
}

// File is a workspace as a file.
type File struct {
	Name   string
	Data   []byte // the whole file, or the rest of it after the pieces
	Now    bool   // it holds the current tables only, since the journal is lost
	Pieces int    // how many [FilePiece] events came before
}

// FilePiece brings a part of the file that the call Seq writes; the parts come in order. If the
// call is answered without a [File], its pieces are void.
type FilePiece struct {
	Seq  uint64
	Data []byte
}

// FileMeasured tells the size of one of the files that the call Seq measures.
type FileMeasured struct {
	Seq  uint64
	Size FileSize
}

func (Ready) event()             {}
func (Progress) event()          {}
func (Saved) event()             {}
func (LockFreed) event()         {}
func (Synced) event()            {}
func (WorkspaceReplaced) event() {}
func (UnsavedChanges) event()    {}
func (WorkspacesChanged) event() {}
func (Answer) event()            {}
func (FilePiece) event()         {}
func (FileMeasured) event()      {}

// AnswerOf returns the engine's answer in an answer, if it is of type A, else the zero value of
// A.
func AnswerOf[A engine.Answer](a Answer) (of A) {
	if a.Reply != nil {
		of = engine.As[A](a.Reply.Answer)
	}
	return of
}

// TraitsOf returns the traits of a call: that of the request it runs, or one that fits the
// call.
func TraitsOf(c Call) engine.RequestTraits {
	switch c := c.(type) {
	case Execute:
		return engine.TraitsOf(c.Request)
	case DoAction:
		return engine.RequestTraits{Changes: true, Rows: true}
	case Reset:
		return engine.RequestTraits{Changes: true, AnyState: true, Rows: true}
	case SaveLoad:
		return engine.RequestTraits{Looks: true, AnyState: true}
	}
	return engine.RequestTraits{AnyState: true, Rows: true}
}
