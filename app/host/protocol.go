package host

import (
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/lessons"
)

// Call is what the page asks of the host. Every call but [Cancel],
// [StageText] and [ReadAhead] is answered by one [Answer] with its number.
type Call interface{ call() }

// Open opens a workspace and closes the one that was open. A lesson that has no
// workspace yet begins with its start; a sandbox must exist.
type Open struct {
	Kind Kind
	ID   string
}

// Execute asks the open workspace's engine.
type Execute struct{ Request engine.Request }

// DoAction carries out an action of the open lesson.
type DoAction struct{ Action lessons.Action }

// HintSeen notes that the reader has seen one more hint of a step.
type HintSeen struct{ Step int }

// SolutionSeen notes that the reader has seen a step's solution.
type SolutionSeen struct{ Step int }

// SaveLoad keeps the settings of the open sandbox's load with it, as the page writes them: at
// most [MaxLoad] bytes. Where the sandbox is not written, or is a lesson, it does nothing.
type SaveLoad struct{ Load string }

// Reset begins the open lesson again, or empties the open sandbox.
type Reset struct{}

// TakeOver makes the open workspace writable here, which another tab holds. That
// tab stores what it has accepted first, if it answers within a moment.
type TakeOver struct {
	Free bool // only if no tab holds it any more
}

// ExportUnsaved asks for the open workspace as a file: with the changes that could not
// be stored before another tab took it over.
type ExportUnsaved struct{}

// List asks for the workspaces there are.
type List struct{}

// Create makes a sandbox: empty, or with what the open workspace holds.
type Create struct {
	Title    string
	FromOpen bool
}

// Rename gives a sandbox another title.
type Rename struct{ ID, Title string }

// Delete removes a workspace. For a while [Undelete] brings it back.
type Delete struct{ ID string }

// Export asks for a workspace as a file of some form; of a table in a form that
// holds one alone.
type Export struct {
	ID    string
	Form  Form
	Table string // of FormCSV
}

// ExportDamage asks for what cannot be read of a workspace's journal, as a file.
type ExportDamage struct{ ID string }

// Import brings in what a file holds, all of it or nothing. It makes sandboxes;
// of lessons it makes those that have no workspace yet, and adds to the progress
// of the others.
type Import struct{ Data []byte }

// Share asks for the open workspace as the text of a link (engine/link).
type Share struct {
	Experiment bool // only its designed tables, without the timeline
	Room       int  // characters that the text may have
}

// CreateFromLink makes a sandbox of the text of a link.
type CreateFromLink struct{ Text string }

// StageText hands over the next piece of the packed text that a request of [Execute] or [CreateByRequests]
// is made of ([engine.Text]). The first forgets those before. It is not answered.
type StageText struct {
	First  bool
	Packed string
}

// ReadAhead hands over the next piece of a text of values as it is, in place of [StageText]: it is
// packed and its records are read while the rest of the file comes. A request for its table
// asks for [engine.AllStaged]. The first piece has Comma and Names as in [engine.Values], and
// forgets earlier texts; without a text, nothing takes their place. There is no answer.
type ReadAhead struct {
	First bool
	Last  bool // after it comes no more of the text
	Comma string
	Names []string
	Text  string
}

// Cancel drops the call with that number. What it had not finished it leaves as
// it was; it is answered with the refusal "cancelled".
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

// SentCall is a call on its way to the host.
type SentCall struct {
	Seq    uint64        // grows with every call of the page
	Window engine.Window // the rows the page shows; an empty table means: choose one
	Call   Call
}

// Event is what the host sends to the page.
type Event interface{ event() }

// Ready is the host's first event.
type Ready struct{}

// Progress tells how far a long call has come, in rows; a Total of 0 is unknown, one
// of -1 that it waits for the store.
type Progress struct {
	Seq         uint64
	Done, Total int64
}

// Saved tells how the open workspace stands with its store.
type Saved struct {
	State SaveState
	Err   *base.Error // of SaveFailed
}

// SaveState is what the page's saved mark shows.
type SaveState uint8

const (
	SaveDone     SaveState = iota // all changes are in the store
	SavePending                   // changes are on their way
	SaveFailed                    // the store refused; the changes are only in memory
	SaveReadOnly                  // another tab holds the workspace
)

// LockFreed tells that the tab which held the open workspace has let go of it.
type LockFreed struct{}

// Synced tells that the open workspace has been brought in step with the tab
// that writes to it.
type Synced struct {
	ID       string
	Title    string
	Changes  int
	Timeline *engine.Timeline  // nil: as it was
	Progress *lessons.Progress // in a lesson
	Load     string            // see [SaveLoad]; of no meaning without a Timeline
}

// WorkspaceReplaced tells that the store has another workspace in the place of the open one,
// or none: it is to be opened anew.
type WorkspaceReplaced struct{ ID string }

// UnsavedChanges tells how many changes to the open workspace could not be stored before
// another tab took it over. See [ExportUnsaved].
type UnsavedChanges struct{ Changes int }

// ShelfChanged tells that another tab has changed what is on the shelf.
type ShelfChanged struct{}

// Answer is all that came of one call. What a call does not concern is nil.
type Answer struct {
	Seq     uint64
	Err     *base.Error
	Opened  *Opened          // of Open, Reset and TakeOver
	Reply   *engine.Reply    // of Run and Do; also of Opened
	Page    *engine.Page     // rows of the window, after the call
	Strip   *engine.Strip    // the page's table from afar
	Outcome *lessons.Outcome // in a lesson
	Shelf   *Shelf           // of every call about workspaces as a whole
	Made    string           // of Create, Begin, Duplicate, Make, Import and Adopt: the new sandbox's ID; of Delete, and of Undelete where that replaced something: the ID that it comes back with
	Shared  *Shared          // of Share
	File    *File            // of Export, ExportAll, Damage and ExportUnsaved
	Weights []FileSize       // of Weigh
	Brought *ImportResult    // of Import, where the file held everything
	Notes   []engine.Line    // of Make: what the new sandbox's tables do without, and what was read back
	Line    int              // of a script of Make that was refused
	Micros  int64            // time the call took in the host, microseconds
}

// Opened describes the workspace that is open now.
type Opened struct {
	Kind     Kind
	ID       string
	Title    string
	ReadOnly bool
	Seed     uint64          // another one in each workspace, never 0
	History  []HistoryEntry  // of the console, the oldest first
	Load     string          // the settings of its load, see [SaveLoad]
	Own      *lessons.Lesson // that came from a file
	Damaged  int             // changes that could not be read and that it does without; 0 for none
	Unmade   engine.Unmade   // changes that were read, and refused when they were made again
}

// Shelf is the workspaces there are.
type Shelf struct {
	Sandboxes []ShelfEntry // the last changed first
	Lessons   []LessonMark
	Deleted   []ShelfEntry // what can be brought back, the last first: its ID, of which [ParseDeletedID] tells more, title and when
	Now       int64        // microseconds since the Unix epoch
}

// ShelfEntry is one sandbox on the shelf.
type ShelfEntry struct {
	ID      string
	Title   string
	Created int64 // microseconds since the Unix epoch
	Changed int64 // microseconds since the Unix epoch
	Entries int64 // journal entries
	Bytes   int64 // of the journal and the snapshot
	Tables  int64 // -1 for not known
	Rows    int64 // in all tables
}

// LessonMark is how far the reader is in a lesson.
type LessonMark struct {
	Slug    string
	Step    int // index of the furthest step
	Done    bool
	Changed int64           // microseconds since the Unix epoch
	Bytes   int64           // of the journal
	Passed  int             // goals
	Hints   int             // that were shown
	Seen    int             // solutions that were shown
	Own     *lessons.Lesson // that came from a file
}

// Shared is a workspace as a link.
type Shared struct {
	Text      string // "" where it is too long
	Size      int    // characters that it has, or would; 0 where no link can hold it
	Shortened bool   // what was undone or replaced long ago is left out to fit
}

// File is a workspace as a file.
type File struct {
	Name   string
	Data   []byte // all of it, or what comes after the pieces
	Now    bool   // the tables as they are, without how they came about: that is lost
	Pieces int    // how many [FilePiece]s came before
}

// FilePiece brings some of the file that the call Seq writes, in their order. What a call has
// brought that is answered without a [File] is nothing.
type FilePiece struct {
	Seq  uint64
	Data []byte
}

// FileMeasured brings what one of the files would be that the call Seq measures.
type FileMeasured struct {
	Seq    uint64
	Weight FileSize
}

func (Ready) event()             {}
func (Progress) event()          {}
func (Saved) event()             {}
func (LockFreed) event()         {}
func (Synced) event()            {}
func (WorkspaceReplaced) event() {}
func (UnsavedChanges) event()    {}
func (ShelfChanged) event()      {}
func (Answer) event()            {}
func (FilePiece) event()         {}
func (FileMeasured) event()      {}

// AnswerOf returns what an answer's reply answers, if it is of a kind, else that kind's
// zero value.
func AnswerOf[A engine.Answer](a Answer) (of A) {
	if a.Reply != nil {
		of = engine.As[A](a.Reply.Answer)
	}
	return of
}

// NatureOf returns the nature of a call as far as it is one to the open workspace: that
// of the request that it runs.
func NatureOf(c Call) engine.Nature {
	switch c := c.(type) {
	case Execute:
		return engine.NatureOf(c.Request)
	case DoAction:
		return engine.Nature{Changes: true, Rows: true}
	case Reset:
		return engine.Nature{Changes: true, AnyState: true, Rows: true}
	case SaveLoad:
		return engine.Nature{Looks: true, AnyState: true}
	}
	return engine.Nature{AnyState: true, Rows: true}
}
