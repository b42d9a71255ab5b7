// Package page is what all parts of the page share: the [State] that they show and
// change, the effects that a change asks for, and the [Update] in which one message is
// handled. Like the parts it is pure: it draws nothing and knows no browser.
package page

import (
	"slices"
	"strconv"

	"tabletop/app/dialect"
	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console/token"
	"tabletop/lessons"
)

// Msg is something that happened: a key, a click, an event of the worker. Each part
// of the page has messages of its own.
type Msg any

// State is what more than one part of the page shows or changes.
type State struct {
	Lang    string     // of the page's text
	Base    string     // path of the site's root, without a slash at the end
	Folder  string     // below that of the language's pages, with a slash before it; "" for English
	Tongues []Language // that the site has, where it has several
	Site    string     // address of the site's root, without a slash at the end
	Route   Route
	Embed   bool // the page is a part of another's: nothing is stored
	Ready   bool // page and worker both answer
	Catalog []Card
	Shelf   *host.Shelf // nil until the worker has told

	Shut    *base.Error // why the store is not open, so that what is made now is kept by the page only
	Stopped *base.Error // why what the route says is not opened: it was cancelled, or failed

	Lesson  *LessonState // on a lesson's page
	Teacher bool         // solutions are open from the beginning, for this visit
	// Colleague is a design that a link has brought, which a challenge shows among its
	// references: a template a table.
	Colleague []string

	Drafts []SavedText // what the reader has begun to type, the last changed last, see [ParseDrafts]

	Dialects []ChosenDialect // of workspaces whose console speaks another one than cbt, the last chosen last

	Code Code // of the commands for which it is shown

	Menu   Menu         // what is open over the page
	MenuID string       // the sandbox that it is about
	Notice *Notice      // one line at the top, nil for none
	Said   Announcement // what a screen reader is told

	Seq   uint64             // the last call's number
	Calls map[uint64]Pending // without an answer yet, by number
}

// Pending is a call that has no answer yet.
type Pending struct {
	Call    host.Call
	Running string // what a progress bar calls it
	Window  engine.Window
	Then    func(host.Answer) Msg // makes the message that its answer is to a part, nil if no part handles it
}

// Idle reports whether nobody waits for the call.
func (p Pending) Idle() bool {
	run, ok := p.Call.(host.Execute)
	return ok && engine.NatureOf(run.Request).Turn == engine.TurnIdle
}

// Route is the page that is shown.
type Route struct {
	Screen Screen
	ID     string // lesson's slug or sandbox's ID
}

// Screen is a kind of page.
type Screen uint8

const (
	ScreenHome Screen = iota
	ScreenLesson
	ScreenSandboxes
	ScreenSandbox
	ScreenReference
	ScreenMissing // no such page
	ScreenOpen    // opens a lesson's file
)

// Card is a lesson in the catalog.
type Card struct {
	Slug    string
	Title   string
	Track   string
	Story   string // of the track, "" for none
	Summary string
	Minutes int // that it takes, about
	Goals   int
	Steps   []string // titles
	Uses    []string // IDs of the reference's entries that it works with
	Lang    string   // of its text: another than the page's where it is not told in that
}

// ChosenDialect is the dialect that was chosen for the console of a workspace.
type ChosenDialect struct {
	Workspace string // its ID
	Dialect   engine.Dialect
}

// Workspace is the open workspace.
type Workspace struct {
	ID       string // "" while none is open
	Kind     host.Kind
	Title    string
	ReadOnly bool
	Saved    host.SaveState
	SaveErr  *base.Error

	Tables   []engine.TableInfo
	Window   engine.Window
	Page     engine.Page
	Read     *engine.Read // the last read, nil before the first
	Before   *engine.Read // the read before it
	Took     int64        // microseconds the last call took
	Verdicts []engine.Verdict
	Timeline engine.Timeline
	Version  uint64 // of the session, as last shown
	Seed     uint64 // another one in each workspace, 0 where none is open
	MeasuredOf

	Dialect engine.Dialect // of the console
	Log     []LogEntry
	Input   string              // the console's text
	History []host.HistoryEntry // what was run, the oldest first
	Recall  int                 // index into History while recalling, len(History) when not

	Running *Running // the long call under way, nil for none
	Tab     Tab      // what a narrow screen shows
}

// MeasuredOf is what the shown rows and figures were measured of.
type MeasuredOf struct {
	Starts []engine.Start   // what the questions cost at the start, where that can be compared
	ReadOf uint64           // the session's version that the last read was of
	Load   *engine.Simulate // what falls on all tables, see [engine.Simulate.On]; nil in a lesson
	Turned uint64           // number of the call that brought Page
	Least  uint64           // calls before this one bring rows of another key
}

// LogEntry is one thing in the console's log.
type LogEntry struct {
	Seq     uint64         // of the call it belongs to
	Input   string         // what was run, "" for none
	Dialect engine.Dialect // of Input
	Tokens  []token.Token  // of Input
	// Commands is how many were run, also where Input is cut short.
	Commands   int
	Unsaid     *base.Error          // why Input is not, or cannot be, in the console's dialect
	Translates bool                 // Input can be shown in other dialects
	Codes      bool                 // Input can be shown as code
	Translated []dialect.Translated // Input in the dialect In, while that is shown
	In         engine.Dialect
	Done       bool          // the answer has come
	Lines      []engine.Line // what came of it
	Cut        int           // how many lines are left out in their middle
	Back       bool          // what Input did not come to is in the console again
	Err        *base.Error
	Line       int // line of Err in a script of several lines, else 0
}

// Running is a long call under way.
type Running struct {
	Seq         uint64
	Action      string // an i18n code: "running-load", "running-read" …
	Done, Total int64  // rows; a Total of 0 is unknown
}

// Tab is a part of the page that a narrow screen shows alone.
type Tab uint8

const (
	TabTask Tab = iota // the step of a lesson, or the outline of a sandbox
	TabTable
	TabConsole
	TabDesign // questions, load and designs
)

// LessonState is the lesson on the page and the reader's way through it.
type LessonState struct {
	Lesson      *lessons.Lesson
	Progress    lessons.Progress
	Readings    map[string][]lessons.Reading // by goal
	Step        int                          // index of the step that is shown
	Explain     string                       // why it is not right yet, "" for nothing to say
	OfRead      bool                         // Explain is about what a read has shown
	ExplainID   string                       // what of the lesson that is
	Hints       int                          // hints shown in this step
	Solution    bool                         // this step's solution is shown
	Answers     map[string]string            // by question: what is typed or chosen
	Unfit       []string                     // the questions that were answered by nothing, or by what is no whole number
	Wrong       map[string]string            // by question: the explanation of the last wrong answer
	WrongID     map[string]string            // by question: what of the lesson that is
	Stayed      []int                        // steps that the reader has been at for long
	Held        []HeldAction                 // what was run and waits for an answer, in its order; at most [MaxHeldActions]
	Prerendered bool                         // no wasm yet: every step is shown for reading
}

// HeldAction is an act that is run once a question is answered.
type HeldAction struct {
	Call    host.Call
	Running string // as [Pending] has it
	Seq     uint64 // of its place in the log
	Input   string // that was run, as [LogEntry] has it
}

// MaxHeldActions is the most commands that wait for an answer. Any further one is refused.
const MaxHeldActions = 20

// Solvable reports whether the solution of a step may be seen: after a few different
// tries or some time, and of a step that is done.
func (l *LessonState) Solvable(step int) bool {
	p := l.Progress
	return slices.Contains(l.Stayed, step) || step < p.Step || l.StepDone(step) ||
		slices.Contains(p.Revealed, step) || step < len(p.Tries) && p.Tries[step] >= lessons.TriesForSolution
}

// Guessing reports whether the reader is to guess before reading anything.
func (l *LessonState) Guessing() bool {
	q, ok := l.Lesson.Holding(l.Progress)
	return ok && q.Guess
}

// Awaits reports whether an act of the reader's has to wait for the answer to a question of
// this text.
func (l *LessonState) Awaits(question string) bool {
	for _, waits := range []func(lessons.Progress) (lessons.Question, bool){l.Lesson.Holding, l.Lesson.Grading} {
		if q, ok := waits(l.Progress); ok && q.Text == question {
			return true
		}
	}
	return false
}

// Secret returns what the reader is to guess before doing more, ok false unless a figure
// on the page would be the answer.
func (l *LessonState) Secret(figure int64) (question string, ok bool) {
	if l == nil || l.Lesson == nil {
		return "", false
	}
	q, ok := l.Lesson.Holding(l.Progress)
	return q.Text, ok && q.Guess && q.Right == strconv.FormatInt(figure, 10)
}

// Menu is what is open over the page.
type Menu uint8

const (
	MenuNone   Menu = iota
	MenuReset       // asks whether to begin again
	MenuDelete      // asks whether to delete the sandbox MenuID
	MenuRename
	MenuLink    // shows what the link that was opened holds
	MenuShare   // shows a link to the open sandbox
	MenuDrop    // asks whether to drop the table MenuID, or a family named behind it
	MenuBegin   // asks whether to begin the lesson MenuID again
	MenuClear   // asks whether to delete everything
	MenuExport  // the forms in which MenuID can be saved
	MenuPaste   // takes a script or values
	MenuValues  // says how values become rows
	MenuRecipe  // makes a table of generated data
	MenuPalette // reaches everything by name
	MenuKeys    // says what keys do
	MenuFind    // finds the template that keys follow
	MenuAsk     // asks a question; MenuID is the field that has the focus first
	MenuTable   // makes a table
)

// Notice is one line at the top of the page.
type Notice struct {
	Code string // i18n code
	Args []string
	Err  *base.Error // in place of Code
	Line int         // of Err in a script, else 0
	Kind NoticeKind

	Notes []engine.Line // in place of Code: what was done, where records were lost
	Of    string        // the ID of the workspace that it is about, where it stays; "" for none

	Unmade engine.Unmade // changes that are told one by one below the sentence
}

// NoticeKind says what can be done about a notice.
type NoticeKind uint8

const (
	NoticePlain    NoticeKind = iota
	NoticeUndo                // offers to bring back what was deleted last
	NoticeTakeOver            // offers to go on here
	NoticeLeft                // offers what could not be stored as a file
	NoticeSave                // offers the open workspace as a file
	NoticeKeep                // offers to have it kept for good
	NoticeDamaged             // offers what cannot be read of it as a file
	NoticeUnmade              // tells which changes could not be made again
)

// StepDone reports whether all goals of a step have passed.
func (l *LessonState) StepDone(step int) bool {
	return l.Lesson.Steps[step].Done(l.Progress.Passed)
}

// Reference returns the name of a reference design.
func (l *LessonState) Reference(id string) string {
	for _, r := range l.Lesson.References {
		if r.ID == id {
			return r.Text
		}
	}
	return id
}

// Mark returns how far the reader is with a lesson, ok false where it is not begun.
func (st *State) Mark(slug string) (m host.LessonMark, ok bool) {
	if st.Shelf != nil {
		for _, m := range st.Shelf.Lessons {
			if m.Slug == slug {
				return m, true
			}
		}
	}
	return host.LessonMark{}, false
}
