// Package page is what all parts of the page share: their common [State], the effects that they
// ask for, and the [Update] in which they handle a message. It is pure, like the parts: it
// draws nothing and does not know the browser.
//
// A part is a package with a state, a sealed set of messages and an update function. One turn
// handles one message, and the messages that it leads to. In a turn a part
//
//   - changes its own state, and what it may change of [State] and [Workspace];
//   - asks the shell for an [Effect], by [Update.DoEffect];
//   - sends a call to the worker, by [Update.SendCall], or by [Update.SendCallThen] or [Update.SendCallInSlot] if it
//     handles the answer;
//   - passes a message to another part, by [Update.PassMessage];
//   - tells a screen reader something, by [Update.Announce].
//
// For instance, a part's handling of a click that deletes a workspace and shows the result:
//
//	case DeletePressed:
//		t.Ask(host.DeleteWorkspace{ID: m.ID}, "", func(a host.Answer) page.Msg { return deleted{a} })
//	case deleted:
//		if !t.Refuses(m.Answer) {
//			t.TellCode("said-deleted")
//		}
//
// Package model has the state of all parts and calls them.
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
	"tabletop/lessons/quiz"
)

// Msg is something that happened: a key, a click, an event of the worker. Each part of the page
// has its own types of messages; some types of this package are messages too.
type Msg any

// State is what several parts of the page show or change, apart from the open workspace.
type State struct {
	Lang          string              // language of the page's text, as a BCP 47 tag
	Base          string              // path of the site's root, without a slash at its end
	Folder        string              // the language's folder below Base, with a leading slash; "" for English
	Languages     []Language          // all languages of the site, if it has several
	Site          string              // address of the site's root, without a slash at its end
	Route         Route               // what is open
	Embed         bool                // the page is embedded in another site's page, and stores nothing
	Ready         bool                // the worker answers
	Catalog       []LessonCard        // all lessons
	WorkspaceList *host.WorkspaceList // all workspaces; nil until the worker has told

	StoreError *base.Error // why the store is not open, so that nothing is stored for good; nil if it is
	OpenError  *base.Error // why the route's workspace is not open: opening was cancelled or has failed

	Lesson            *LessonState // the lesson on the page; nil on other pages, and until it has come
	SolutionsUnlocked bool         // solutions are open from the start, during this visit
	// RivalDesign is a design that came by a link. A challenge shows it among its reference
	// designs. It has one template for each table.
	RivalDesign []string

	Drafts []SavedTextEntry // what the reader has begun to type, the latest last, see [ParseDrafts]

	Dialects []ChosenDialect // of workspaces whose console is not in cbt, the latest choice last

	Code CodeState // the code that is shown for commands

	Dialog       Dialog       // the dialog over the page
	DialogID     string       // what the dialog is about, see [Dialog]
	Notice       *Notice      // the line at the top; nil for none
	Announcement Announcement // the last announcement to screen readers

	PendingScrolls int // how many [ScrollGridToRow] were asked for and not carried out yet, see [GridScrolled]

	Seq   uint64                 // number of the last call
	Calls map[uint64]PendingCall // the calls without an answer, by number
}

// PendingCall is a call that has no answer yet.
type PendingCall struct {
	Call    host.Call
	Running string                // i18n code for the progress bar
	Window  engine.RowWindow      // the rows that it was sent with
	Then    func(host.Answer) Msg // returns the message for the part that asked; nil if none did
	Slot    AnswerSlot            // see [Update.SendCallInSlot]
	Dropped bool                  // the answer leads to nothing, see [Update.DropSlot]
}

// AnswerSlot names a kind of call whose answer a part awaits, see [Update.SendCallInSlot].
type AnswerSlot struct {
	Name  string
	Lasts bool // the answer is awaited even after another workspace was opened
}

// IsAwaiting reports whether an answer in a slot is awaited. None is after a restart of the worker.
func (st *State) IsAwaiting(s AnswerSlot) bool { return st.AwaitedCallNumber(s) != 0 }

// AwaitedCallNumber returns the number of the last call in a slot whose answer is awaited, 0 for none.
func (st *State) AwaitedCallNumber(s AnswerSlot) (seq uint64) {
	for n, p := range st.Calls {
		if p.Slot == s && !p.Dropped {
			seq = max(seq, n)
		}
	}
	return seq
}

// IsIdleWork reports whether the call is idle work, which the page does not show as under way.
func (p PendingCall) IsIdleWork() bool {
	run, ok := p.Call.(host.ExecuteRequest)
	return ok && engine.TraitsOf(run.Request).Urgency == engine.UrgencyIdle
}

// Route names the page that is shown.
type Route struct {
	Screen Screen
	ID     string // the lesson's slug, or the sandbox's ID
}

// Screen is a kind of page.
type Screen uint8

const (
	ScreenHome Screen = iota
	ScreenLesson
	ScreenSandboxes
	ScreenSandbox
	ScreenReference
	ScreenNotFound   // there is no such page
	ScreenOpenLesson // opens a lesson from a file
)

// LessonCard describes a lesson in the catalog.
type LessonCard struct {
	Slug    string
	Title   string
	Track   string
	Story   string // text about the track; "" for none
	Summary string
	Minutes int         // about how long it takes
	Goals   int         // number of goals in all steps
	Steps   []string    // titles of the steps
	Uses    []string    // IDs of the reference's entries that it works with
	Lang    string      // language of its text, which is not the page's if it has no translation
	Quiz    []quiz.Kind // the exercises that come back after it
	Path    bool        // its steps are the stops of a path, see [lessons.Lesson.Path]
}

// ChosenDialect is the dialect that the reader has chosen for the console of a workspace.
type ChosenDialect struct {
	Workspace string // its ID
	Dialect   engine.Dialect
}

// Workspace is the open workspace.
type Workspace struct {
	ID       string // "" if none is open
	Kind     host.WorkspaceKind
	Title    string
	ReadOnly bool
	Saved    host.SaveState
	SaveErr  *base.Error // why, for host.SaveFailed

	Tables       []engine.TableInfo // in the state that is shown
	Window       engine.RowWindow   // the rows in view
	Page         engine.RowPage     // the rows that the page has
	LastRead     *engine.ReadReport // the last read; nil before the first
	PreviousRead *engine.ReadReport // the read before LastRead
	ReadMicros   int64              // time of the last read in microseconds; 0 if it was not measured
	Verdicts     []engine.Verdict
	Timeline     engine.UndoTimeline
	Version      uint64 // version of the session that is shown
	Seed         uint64 // differs between workspaces; 0 if none is open
	ShownVersions

	Dialect engine.Dialect // dialect of the console
	Log     []ConsoleLogEntry
	Input   string                     // text in the console
	History []host.ConsoleHistoryEntry // texts that were run, the oldest first
	Recall  int                        // index in History of the recalled text; len(History) if there is none

	Settings string // what the parts keep of the sandbox beside its tables, see [Update.SaveSettings]

	Running *RunningCall // the long call under way; nil for none
	Tab     PageTab      // the part that a narrow screen shows
}

// ShownVersions says what the shown rows and figures belong to, so that late answers do not
// replace newer ones.
type ShownVersions struct {
	Starts       []engine.FirstDesignCost // what the questions cost at the start, if that can be compared
	ReadOf       uint64                   // version of the session at the last read
	ReadTemplate string                   // template of the table that the last read was of, then
	Load         *engine.SimulateLoad     // the load on all tables, see [engine.SimulateLoad.PartOnTable]; nil in a lesson
	PageCall     uint64                   // number of the call that brought Page
	PageVersion  uint64                   // version of the session that Page was read from
	MinRowsCall  uint64                   // calls with a lower number bring rows under another row key
	ScrollCall   uint64                   // number of the last call that was sent before the reader scrolled the grid; it and earlier ones do not scroll it
}

// ConsoleLogEntry is one entry of the console's log: what was run, and what came of it.
type ConsoleLogEntry struct {
	Seq     uint64         // number of its call
	Input   string         // what was run; "" for none
	Dialect engine.Dialect // of Input
	Tokens  []token.Token  // of Input
	// Commands is how many commands were run, even if Input is cut.
	Commands     int
	DialectErr   *base.Error                 // why Input is not in the console's dialect; nil if it is
	CanTranslate bool                        // whether Input can be shown in other dialects
	HasCode      bool                        // whether Input can be shown as code
	Translated   []dialect.TranslatedCommand // Input in the dialect In, while it is shown
	TranslatedTo engine.Dialect
	Done         bool                // whether the answer has come
	Lines        []engine.OutputLine // the output
	LinesCut     int                 // how many lines are left out in the middle of the output
	RestReturned bool                // the commands of Input that did not run are in the console again
	Err          *base.Error         // why it was refused
	Line         int                 // line of Err in a script of several lines, else 0
}

// RunningCall is a long call under way.
type RunningCall struct {
	Seq         uint64 // number of the call
	Action      string // i18n code, as "running-load" or "running-read"
	Done, Total int64  // as in [host.CallProgress]
}

// PageTab is a part of the page. A narrow screen shows one of them at a time.
type PageTab uint8

const (
	TabTask PageTab = iota // the step of a lesson, or the outline of a sandbox
	TabTable
	TabConsole
	TabDesign // the cards: questions, load and designs
)

// LessonState is the lesson on the page, and how far the reader is in it.
type LessonState struct {
	Lesson         *lessons.Lesson
	Progress       lessons.Progress
	Readings       map[string][]lessons.Reading // what was measured for each goal, by the goal's ID
	Step           int                          // index of the step that is shown
	Explain        string                       // why the last act did not meet the goal; "" for nothing
	OfRead         bool                         // whether Explain is about the result of a read
	ExplainID      string                       // where in the lesson the text of Explain is from
	Hints          int                          // number of hints that are shown in this step
	Solution       bool                         // whether this step's solution is shown
	Answers        map[string]string            // by question: what is typed or chosen
	InvalidAnswers []string                     // questions whose answer is empty or no whole number
	WrongAnswers   map[string]string            // by question: the explanation of the last wrong answer
	WrongID        map[string]string            // by question: where in the lesson that text is from
	LongStays      []int                        // indexes of steps where the reader has stayed for long
	HeldCalls      []HeldCall                   // acts that wait for an answer, in order
	Prerendered    bool                         // the page was drawn by the site's build, with every step
}

// HeldCall is a call that is sent once the reader has answered a question. There are at most
// [MaxHeldCalls].
type HeldCall struct {
	Call    host.Call
	Running string // as in [PendingCall]
	Seq     uint64 // number of its entry in the log
	Input   string // as in [ConsoleLogEntry]
}

// MaxHeldCalls is the most calls that wait for an answer. Further ones are refused.
const MaxHeldCalls = 20

// CanShowSolution reports whether the reader may see the solution of a step: after several different
// tries, after some time, or if the step is done.
func (l *LessonState) CanShowSolution(step int) bool {
	p := l.Progress
	return slices.Contains(l.LongStays, step) || step < p.Step || l.IsStepDone(step) ||
		slices.Contains(p.Revealed, step) || step < len(p.Tries) && p.Tries[step] >= lessons.TriesForSolution
}

// HasOpenGuess reports whether the reader has to guess an answer before reading anything.
func (l *LessonState) HasOpenGuess() bool {
	q, ok := l.Lesson.BlockingQuestion(l.Progress)
	return ok && q.Guess
}

// BlocksActions reports whether an act of the reader has to wait for the answer to the question with
// this text.
func (l *LessonState) BlocksActions(question string) bool {
	for _, waits := range []func(lessons.Progress) (lessons.Question, bool){l.Lesson.BlockingQuestion, l.Lesson.QuestionBeforeGrading} {
		if q, ok := waits(l.Progress); ok && q.Text == question {
			return true
		}
	}
	return false
}

// HidesFigure reports whether a figure on the page would tell the answer that the reader has to
// guess, and returns the question. The page hides such a figure.
func (l *LessonState) HidesFigure(figure int64) (question string, ok bool) {
	if l == nil || l.Lesson == nil {
		return "", false
	}
	q, ok := l.Lesson.BlockingQuestion(l.Progress)
	return q.Text, ok && q.Guess && q.Right == strconv.FormatInt(figure, 10)
}

// Dialog is a dialog over the page. For some of them [State].DialogID says what the dialog is
// about.
type Dialog uint8

const (
	DialogNone          Dialog = iota
	DialogReset                // asks whether to begin the workspace again
	DialogDelete               // asks whether to delete the sandbox DialogID
	DialogRename               // gives the sandbox DialogID another title
	DialogOpenedLink           // shows what an opened link holds
	DialogShare                // shows a link to the open sandbox
	DialogDrop                 // asks whether to drop the table DialogID, or the family named after it
	DialogRestartLesson        // asks whether to begin the lesson DialogID again
	DialogDeleteAll            // asks whether to delete everything
	DialogExport               // lists the forms in which the workspace DialogID can be saved
	DialogPaste                // takes a script or values
	DialogValues               // says how values become rows
	DialogRecipe               // makes a table of generated data
	DialogPalette              // finds commands and places by name
	DialogKeyHelp              // lists what keys do
	DialogInferTemplate        // finds the template that keys follow
	DialogQuestion             // asks a question; DialogID is the field that has the focus first
	DialogNewTable             // makes a table
	DialogRecord               // writes the design record of the open sandbox
)

// Notice is one line at the top of the page. It shows one of Code, Err and Notes.
type Notice struct {
	Code string      // i18n code
	Args []string    // of Code
	Err  *base.Error // a refusal
	Line int         // line of Err in a script, else 0
	Kind NoticeKind  // which buttons it has

	Notes []engine.OutputLine // notes about a new table or sandbox, for instance on lost records
	Of    string              // ID of the workspace on whose page the notice stays; "" for none

	RefusedChanges engine.RefusedChanges // changes that are listed below the sentence
}

// NoticeKind says what the reader can do about a notice.
type NoticeKind uint8

const (
	NoticePlain          NoticeKind = iota
	NoticeUndo                      // restore the workspace that was deleted last
	NoticeTakeOver                  // take the workspace over from another tab
	NoticeUnsaved                   // save the changes that could not be stored as a file
	NoticeExport                    // save the open workspace as a file
	NoticePersist                   // have the browser keep what is stored for good
	NoticeDamaged                   // save the unreadable records as a file
	NoticeRefusedChanges            // see which changes could not be made again
)

// IsStepDone reports whether all goals of a step, given by its index, are met.
func (l *LessonState) IsStepDone(step int) bool {
	return l.Lesson.Steps[step].IsDone(l.Progress.Passed)
}

// ReferenceDesignName returns the name of a reference design, or id if there is no such design.
func (l *LessonState) ReferenceDesignName(id string) string {
	for _, r := range l.Lesson.References {
		if r.ID == id {
			return r.Text
		}
	}
	return id
}

// LessonSummary returns how far the reader is in a lesson. ok is false if the lesson was not begun.
func (st *State) LessonSummary(slug string) (m host.LessonSummary, ok bool) {
	if st.WorkspaceList != nil {
		for _, m := range st.WorkspaceList.Lessons {
			if m.Slug == slug {
				return m, true
			}
		}
	}
	return host.LessonSummary{}, false
}
