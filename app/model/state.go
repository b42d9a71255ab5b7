package model

import (
	"slices"

	"tabletop/app/dialect"
	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console/token"
	"tabletop/lessons"
)

// State is all that the page shows.
type State struct {
	Lang    string // of the page's text
	Base    string // path of the site's root, without a slash at the end
	Site    string // address of the site's root, without a slash at the end
	Route   Route
	Ready   bool // page and worker both answer
	Catalog []Card
	Shelf   *host.Shelf // nil until the worker has told
	InHBase []string    // workspaces whose console speaks HBase's dialect, the last chosen last
	Views   []TableView // how workspaces show their tables, the last chosen last

	Stopped *base.Error // why what the route says is not opened: it was cancelled, or failed

	Work   Workbench
	Lesson *LessonState // on a lesson's page

	Opening Opening // a lesson's file
	Search  string  // typed on the reference page
	Link    *Link   // of MenuLink
	Share   *Share  // of MenuShare
	Carry   Carry   // of what is open over the page
	Menu    Menu    // what is open over the page
	MenuID  string  // the sandbox that it is about
	Notice  *Notice // one line at the top, nil for none
	Update  bool    // a newer version of the site is waiting
	Manager Manager
	Storage Storage
	Said    Said               // what a screen reader is told
	seq     uint64             // the last call's number
	waiting map[uint64]waiting // calls without an answer yet, by number
	marked  bool               // the document says ready
	early   *early             // came before the lesson it is about
	tabs    tabs               // what other tabs have done
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
	Summary string
	Minutes int // that it takes, about
	Goals   int
	Steps   []string // titles
	Uses    []string // IDs of the reference's entries that it works with
}

// Workbench is the tables, console and measures of the open workspace.
type Workbench struct {
	ID       string // "" while none is open
	Kind     host.Kind
	Title    string
	ReadOnly bool
	Saved    host.SaveState
	SaveErr  *base.Error

	Tables   []engine.TableInfo
	Window   engine.Window
	Page     engine.Page
	Grid     Grid
	Example  base.RowKey  // one of the shown table, "" for none
	Read     *engine.Read // the last read, nil before the first
	Before   *engine.Read // the read before it
	Took     int64        // microseconds the last call took
	Preview  *Preview     // what the console's text would read, nil for no read
	Strip    engine.Strip // the table from afar
	Pointed  *Pointed     // on the strip, nil for nothing
	Replay   *Replay      // of the last read, nil while closed
	Verdicts []engine.Verdict

	Dialect engine.Dialect // of the console
	Files   []engine.File  // picked for commands that name one
	Log     []LogEntry
	More    bool       // the last read has rows left to print
	Search  *Search    // over the history, nil for none
	History []host.Ran // what was run, the oldest first
	Recall  int        // index into History while recalling, len(History) when not
	Draft   string     // what was being typed before recalling
	Input   string     // the console's text

	Keys *engine.KeysFound // how row keys go on, as last asked for completion

	Drafts  map[string]Draft // by table: the key designer's text
	Running *Running         // the long call under way, nil for none
	Tab     Tab              // what a narrow screen shows
	Schema  Schema
	Advisor Advisor
	Time    Timeline
	Builder Builder
	Heat    Heat

	Attempts Attempts
	Shaping  Shaping
	Asking   Asking
	Making   Making

	live    live   // how Preview follows Input
	version uint64 // of the session, as last shown
	turned  uint64 // number of the call that brought Page

	exampleOf uint64 // version of the session that Example is of

	keysSeq uint64 // number of the call that asked for Keys last
	keysOf  uint64 // version of the session that Keys is of
}

// Draft is the text of a row-key template that is being edited.
type Draft struct {
	Text string
	Err  *base.Error // why it is not a template (yet)
	Sent string      // the text that the worker was last asked for
}

// LogEntry is one thing in the console's log.
type LogEntry struct {
	Seq     uint64         // of the call it belongs to
	Input   string         // what was run, "" for none
	Dialect engine.Dialect // of Input
	Tokens  []token.Token  // of Input
	// Commands is how many were run, also where Input is cut short.
	Commands int
	Unsaid   *base.Error      // why Input is not, or cannot be, in the console's dialect
	Turns    bool             // Input can be shown in the other dialect
	Turned   []dialect.Turned // Input in the other dialect, while that is shown
	Done     bool             // the answer has come
	Lines    []engine.Line    // what came of it
	Cut      int              // how many lines are left out in their middle
	Back     bool             // what Input did not come to is in the console again
	Err      *base.Error
	Line     int // line of Err in a script of several lines, else 0
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
	TabTask Tab = iota
	TabRun
	TabTable
	TabMap // key designer, verdicts and growth
	TabSchema
	TabTime
)

// LessonState is the lesson on the page and the reader's way through it.
type LessonState struct {
	Lesson      *lessons.Lesson
	Progress    lessons.Progress
	Readings    map[string][]lessons.Reading // by goal
	Step        int                          // index of the step that is shown
	Explain     string                       // why it is not right yet, "" for nothing to say
	Hints       int                          // hints shown in this step
	Solution    bool                         // this step's solution is shown
	Answers     map[string]string            // by question: what is typed or chosen
	Wrong       map[string]string            // by question: the explanation of the last wrong answer
	Prerendered bool                         // no wasm yet: every step is shown for reading
}

// Menu is what is open over the page.
type Menu uint8

const (
	MenuNone   Menu = iota
	MenuReset       // asks whether to begin again
	MenuDelete      // asks whether to delete the sandbox MenuID
	MenuRename
	MenuLink   // shows what the link that was opened holds
	MenuShare  // shows a link to the open sandbox
	MenuDrop   // asks whether to drop the table MenuID, or a family named behind it
	MenuBegin  // asks whether to begin the lesson MenuID again
	MenuClear  // asks whether to delete everything
	MenuExport // the forms in which MenuID can be saved
	MenuPaste  // takes a script or values
	MenuValues // says how values become rows
	MenuRecipe // makes a table of generated data
)

// Notice is one line at the top of the page.
type Notice struct {
	Code string // i18n code
	Args []string
	Err  *base.Error // in place of Code
	Line int         // of Err in a script, else 0
	Kind NoticeKind
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
)

// Unsaved reports whether the open workspace has changes that would go with the page.
func (st State) Unsaved() bool {
	return st.Work.ID != "" && (st.Work.Saved == host.SavePending || st.Work.Saved == host.SaveFailed)
}

// Waiting reports whether a call has no answer yet that somebody waits for.
func (st State) Waiting() bool {
	for _, w := range st.waiting {
		if !weighs(w.call) {
			return true
		}
	}
	return false
}

// Still returns the state without what changes at every key typed into the
// console and at every step of a long call, and without what nothing shows.
func (st State) Still() State {
	st.Said, st.seq, st.waiting, st.marked, st.early, st.tabs = Said{}, 0, nil, false, nil, tabs{}
	st.Work.Input, st.Work.Draft, st.Work.Recall = "", "", 0
	st.Work.turned, st.Work.live, st.Work.exampleOf = 0, live{}, 0
	st.Work.Search, st.Link, st.Share = nil, nil, nil
	st.Work.Builder = Builder{}
	st.Work.Heat = Heat{}
	st.Work.Keys, st.Work.keysSeq, st.Work.keysOf = nil, 0, 0
	st.Work.Attempts.asked = 0
	st.Work.Asking.Form, st.Work.Asking.put = nil, ""
	st.Work.Making = Making{}
	st.Views = nil
	st.Work.Advisor.sent, st.Work.Advisor.asked = 0, false
	st.Carry, st.Opening = Carry{}, Opening{}
	if st.Work.Running != nil {
		st.Work.Running = &Running{}
	}
	return st
}

// Aside returns what Still does, without what changes with every preview: reads
// and their marks on the rows.
func (st State) Aside() State {
	st = st.Still()
	w := &st.Work
	w.Preview, w.Replay, w.Strip, w.Pointed, w.Window, w.Grid = nil, nil, engine.Strip{}, nil, engine.Window{}, Grid{}
	w.Page.First, w.Page.Offset = 0, 0
	if w.Page.Total > maxAside {
		w.Page.Rows = nil // scrolling changes them
	}
	w.Page.Rows = slices.Clone(w.Page.Rows)
	for i := range w.Page.Rows {
		w.Page.Rows[i].Mark = engine.Unread
	}
	return st
}
