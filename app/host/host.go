package host

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/lessons"
)

// Options are what a host needs from its surroundings. All fields but Tabs and Memory are
// required.
type Options struct {
	Store Store
	// Lesson returns a compiled lesson. It may block, for instance to fetch it.
	Lesson    func(ctx context.Context, slug string) (*lessons.Lesson, error)
	Now       func() base.Micros // wall clock
	Monotonic func() base.Micros // monotonic clock
	NewID     func() string      // a new sandbox's ID
	Send      func(Event)        // to the page
	Locks     WorkspaceLocker
	Tabs      TabChannel // channel to the other tabs; nil if there are none
	// Memory returns how many bytes are in use, and the most that may be in use before the tab
	// is at risk. It is nil if that is unknown.
	Memory func() (used, most int64)
	// Yield lets messages be delivered. It is called between two slices of work.
	Yield func()
}

// WorkspaceLocker keeps two tabs from writing to one workspace. A lock has the ID of its workspace as
// name.
type WorkspaceLocker interface {
	// TryLock tries to take a lock without waiting. With steal it takes the lock away from its
	// holder. lost is called if another tab takes the lock away later.
	TryLock(name string, steal bool, lost func()) (held bool)
	// WhenFree calls free once when the lock, which another tab holds, can be taken.
	WhenFree(name string, free func())
	// Release gives a lock back and cancels what WhenFree was to call.
	Release(name string)
}

// sliceTime is how long the host works before it looks for messages again.
const sliceTime = 12_000 // microseconds

// stepRows is how many rows one step of a task handles.
const stepRows = 1_000

// calmTime is how long after a job the host starts no idle work: the page needs the processor
// to draw the result.
const calmTime = 300_000 // microseconds

// drawTime is the same after any other answer, which takes less time to draw.
const drawTime = 60_000 // microseconds

// Host runs the calls of one page. Only the inbox may be used by several goroutines; mu
// protects it. All other fields belong to the goroutine that runs [Host.Serve].
type Host struct {
	Options
	all Store // includes deleted workspaces; Options.Store does not

	mu    sync.Mutex
	inbox []SentCall
	wake  chan struct{}

	open         *workspace
	opening      *job       // makes the session of the open workspace; nil once it is made
	deferred     []SentCall // calls that wait until opening is nil and storeLent is false
	quick        []*job     // first of all: asked while the reader types or points
	serial       []*job     // console work, one after the other
	bulk         []*job     // loads and measurements, one after the other
	idle         []*job     // run when the other queues are empty
	bulkNext     bool       // bulk comes next if serial and bulk both have work
	storeLent    bool       // the first job of bulk uses the store on another goroutine, see lendStore
	lentAdvanced bool       // that goroutine has made progress since the job's last step
	saver        *saver
	calmTime     base.Micros
	calmFrom     base.Micros // when idle work may go on, on the monotonic clock
	calmTimer    *time.Timer // wakes the host at calmFrom

	asking       *asking             // the TakeOverWorkspace that waits for another tab; nil if there is none
	patience     time.Duration       // see the constant of that name
	staged       engine.StagedPieces // pieces of the text that the next table is made from
	packing      *packing            // compresses that text; nil if none is coming
	made         *madeSpace          // the latest sandbox of CreateFromRequests, until a workspace is opened
	blockedCalls []SentCall          // calls that wait until the store has opened
}

// job is a call under way. It loads a snapshot, or runs the work of long, or replays changes
// and then runs requests.
type job struct {
	sent       SentCall
	loading    *snapshotLoad       // the snapshot that the session is made from; nil once it is made
	long       *long               // work that is not a task of the engine; nil for a job with tasks
	replay     []engine.Change     // changes of the journal still to be run
	baseline   int                 // how many of them come before the earliest state that undo may reach
	requests   []engine.Request    // requests still to be started, after replay
	staged     engine.StagedPieces // Host.staged when the call came, see [StageTextPiece]
	replaying  bool                // task runs replayed, not asked
	replayed   engine.Change       // the change that task runs
	task       *engine.Task
	asked      engine.Request // the request that task runs
	begun      base.Micros    // on the monotonic clock
	progressAt base.Micros    // when the page last heard of its progress; 0 for never
	taskTime   base.Micros    // how long task has run
	used       int64          // bytes of memory in use at the last look
	recorded   int            // how many changes of task are in the journal already
	reply      engine.Reply
	outcome    *lessons.Outcome
	finish     func(*job) // called at the end instead of answering with reply
	catchesUp  bool       // replay is what another tab has stored
	missed     int        // how many changes of replay came late from another tab
	own        int        // how many changes at the end of replay were made here, after those
	refused    int        // how many of own the session refused
	unjudged   bool       // the open lesson ignores its replies
	anew       bool       // make requests from the action again at the start: earlier jobs may have changed the key
}

// New returns a host. It does nothing until [Host.Serve] runs.
func New(o Options) *Host {
	h := &Host{Options: o, all: o.Store, wake: make(chan struct{}, 1), patience: patience, calmTime: calmTime}
	store := &liveStore{o.Store}
	h.Store = store
	h.saver = newSaver(store, o.Send, h.stored, h.rouse)
	store.NotifyTroubleChanged(func() { h.ReceiveCall(SentCall{Call: troubleChanged{}}) })
	return h
}

// ReceiveCall takes a call from the page. It may be called from any goroutine and never blocks.
func (h *Host) ReceiveCall(s SentCall) {
	h.mu.Lock()
	h.inbox = append(h.inbox, s)
	h.mu.Unlock()
	h.rouse()
}

// Serve tells the page that the host is ready, and works until ctx ends. It is called once.
func (h *Host) Serve(ctx context.Context) {
	go h.saver.run(ctx)
	h.hearTabs()
	h.Send(HostReady{})
	h.tellTrouble(false)
	for {
		h.take(ctx)
		if len(h.quick) == 0 && len(h.serial) == 0 && (len(h.bulk) == 0 || h.storeLent && !h.lentAdvanced) {
			if len(h.deferred) > 0 && h.opening == nil && !h.storeLent {
				continue
			}
			if len(h.idle) > 0 && h.calmed() {
				h.work(ctx)
				h.Yield()
				continue
			}
			if h.whenIdle(ctx) {
				h.Yield()
				continue
			}
			select {
			case <-ctx.Done():
				return
			case <-h.wake:
				continue
			}
		}
		h.work(ctx)
		h.Yield()
		if ctx.Err() != nil {
			return
		}
	}
}

// take begins the calls that have come in. Calls that cannot begin now are deferred.
func (h *Host) take(ctx context.Context) {
	h.mu.Lock()
	inbox := h.inbox
	h.inbox = nil
	h.mu.Unlock()
	for _, s := range inbox {
		_, wakes := s.Call.(lentProgress)
		h.lentAdvanced = h.lentAdvanced || wakes
	}
	if h.opening == nil && !h.storeLent {
		inbox = append(h.deferred, inbox...)
		h.deferred = nil
	}
	for _, s := range inbox {
		if _, cancels := s.Call.(CancelCall); h.storeLent && !cancels && (len(h.deferred) > 0 || needsStore(s.Call)) {
			h.deferred = append(h.deferred, s)
			continue
		}
		if h.opening != nil {
			switch s.Call.(type) {
			case CancelCall, OpenWorkspace, ResetWorkspace, lockGone, troubleChanged:
			default:
				h.deferred = append(h.deferred, s)
				continue
			}
		}
		h.begin(ctx, s)
	}
}

// work steps one job for about one slice of time. Serial and bulk take turns, so that a load
// does not keep the reader from reading.
func (h *Host) work(ctx context.Context) {
	// Quick comes first, idle last; serial and bulk take turns.
	queue := &h.serial
	bulk := len(h.bulk) > 0 && (!h.storeLent || h.lentAdvanced)
	switch {
	case len(h.quick) > 0:
		queue = &h.quick
	case len(h.serial) == 0 && !bulk:
		queue = &h.idle
	case len(h.serial) == 0 || bulk && (h.bulkNext || h.opening != nil):
		queue = &h.bulk
	}
	if queue != &h.quick {
		h.bulkNext = queue == &h.serial
	}
	j := (*queue)[0]
	if j.begun == 0 {
		j.begun = h.Monotonic()
	}
	if j.anew {
		var err error
		if j.requests, err = h.open.run.ActionRequests(j.action()); err != nil {
			*queue = (*queue)[1:]
			h.answer(j, Answer{Err: refusal(err)})
			return
		}
		j.anew = false
	}
	if j.loading != nil {
		h.loadSnapshot(ctx, j)
		return
	}
	if j.long != nil {
		h.stepLong(queue, j)
		return
	}
	for start := h.Monotonic(); h.Monotonic()-start < sliceTime; {
		if j.task == nil {
			switch {
			case len(j.replay) > 0:
				j.replayed, j.replaying = j.replay[0], true
				j.task, j.replay = h.open.session.Replay(j.replayed), j.replay[1:]
			case len(j.requests) > 0:
				j.asked, j.replaying = j.requests[0], false
				if err := h.full(j, true); err != nil {
					h.drop(queue, j, err)
					return
				}
				j.asked = h.open.session.StagePieces(j.asked, j.staged)
				j.task, j.requests = h.open.session.Start(j.asked), j.requests[1:]
			default:
				*queue = (*queue)[1:]
				h.complete(j)
				if queue != &h.idle {
					h.calm(h.calmTime)
				}
				return
			}
			continue // the start alone may have used up the slice
		}
		since := h.Monotonic()
		done := j.task.Step(stepRows)
		j.taskTime += h.Monotonic() - since
		if done {
			changes, err := j.task.AcceptedChanges()
			if len(changes) > 0 {
				h.open.snapshots.count(len(changes), j.taskTime)
			}
			// The other tab's change does not fit this session.
			if j.catchesUp && err != nil {
				h.open.access, j.replay = replaced(h.open.access), nil
			}
			switch {
			case !j.replaying || err == nil || j.catchesUp:
			case len(j.replay) < j.own:
				// It was made here, and now comes after changes of another tab.
				j.refused++
			default:
				h.open.refusedChanges.Add(j.replayed, err)
			}
			if !j.replaying {
				h.replied(j, j.task.Reply())
			} else if j.baseline--; j.baseline == 0 {
				h.open.session.DropHistory()
			}
			j.task, j.taskTime = nil, 0
		} else if err := h.full(j, false); err != nil {
			h.drop(queue, j, err)
			return
		}
	}
	if j.task != nil && (h.progress(j, j.task.Progress) || len(h.serial)+len(h.bulk) > 1) && !j.replaying {
		h.recordSoFar(j)
	}
}

// recordSoFar adds to the journal what a script has changed so far. Those changes stay even if
// the script fails later, and the reader has seen them. They come before the changes that other
// jobs make in between.
func (h *Host) recordSoFar(j *job) {
	if changes, _ := j.task.AcceptedChanges(); len(changes) > j.recorded {
		if j.recorded == 0 {
			h.saver.underWay(1)
		}
		h.open.record(h, changes[j.recorded:])
		j.recorded = len(changes)
	}
}

// spend forgets the staged pieces once a change has been made from them.
func (h *Host) spend(pieces []string, changes []engine.Change) {
	if n := len(pieces); n == 0 || n != len(h.staged.Pieces) || &pieces[0] != &h.staged.Pieces[0] || len(changes) == 0 {
		return
	}
	if _, ok := changes[0].Request.(engine.AddTextPiece); ok {
		h.staged = engine.StagedPieces{}
	}
}

// action returns the action of a lesson that a job carries out, or nil.
func (j *job) action() lessons.Action {
	switch c := j.sent.Call.(type) {
	case DoLessonAction:
		return c.Action
	case OpenWorkspace, TakeOverWorkspace, ResetWorkspace:
		return lessons.Next{}
	}
	return nil
}

// replied handles the reply to one request of a job: it records the changes, lets the lesson
// judge the reply, and joins the reply with the earlier ones of the job.
func (h *Host) replied(j *job, r engine.Reply) {
	w := h.open
	w.record(h, r.Changes[j.recorded:])
	if j.recorded > 0 {
		h.saver.underWay(-1)
		j.recorded = 0
	}
	h.spend(j.staged.Pieces, r.Changes)
	if w.run != nil && !j.unjudged {
		o := w.run.JudgeReply(lessons.RequestOrigin{Of: j.action(), More: len(j.requests) > 0 && r.Err == nil}, j.asked, r)
		if j.outcome != nil {
			o.Fresh = append(j.outcome.Fresh, o.Fresh...)
		}
		j.outcome = &o
		if len(j.requests) == 0 {
			// Only after the last request: either a step is entered wholly, or not at all.
			w.storeNote(h)
		}
	}
	if c := engine.AnswerAs[*engine.DesignsCompared](r.Answer); c != nil {
		w.numberAttempts(c.Attempts)
		w.storeNote(h)
	}
	r.Changes = nil
	r.Output = append(j.reply.Output, r.Output...)
	if before := engine.AnswerAs[engine.DesignMeasurements](j.reply.Answer); before != nil {
		if now := engine.AnswerAs[engine.DesignMeasurements](r.Answer); now != nil || r.Answer == nil {
			r.Answer = append(before, now...)
		}
	}
	if r.Read == nil {
		r.Read = j.reply.Read
	}
	if r.Verdicts == nil {
		r.Verdicts = j.reply.Verdicts
	}
	if r.FocusTable == "" {
		r.FocusTable = j.reply.FocusTable
	}
	if r.Timeline == nil {
		r.Timeline = j.reply.Timeline
	}
	j.reply = r
	if r.Err != nil {
		j.requests = nil
	}
}

// complete ends a job: by its finish function, or with an answer.
func (h *Host) complete(j *job) {
	if j.finish != nil {
		j.finish(j)
		return
	}
	h.answer(j, Answer{Reply: &j.reply, Outcome: j.outcome})
}

// answer fills in what every answer carries, and sends it. If the store has not opened yet, the
// call waits for it instead, see blocked.
func (h *Host) answer(j *job, a Answer) {
	if a.Err != nil && h.blocked(a.Err, j.sent) {
		return
	}
	a.Seq = j.sent.Seq
	if j.begun != 0 {
		a.Micros = int64(h.Monotonic() - j.begun)
	}
	if h.open != nil {
		if a.Reply != nil && TraitsOfCall(j.sent.Call).BringsRows {
			a.Page = h.page(j.sent, a.Reply)
			strip := h.open.session.TableStrip(*a.Page)
			a.Strip = &strip
		}
		if a.Reply != nil && len(a.Reply.Verdicts) > 0 {
			a.Reply.StartingCosts = h.open.session.FirstDesignCosts()
		}
		if a.Outcome != nil && h.open.run != nil {
			// Take the current progress: calls that were answered meanwhile may have changed
			// it.
			now := h.open.run.Outcome()
			a.Outcome.Progress, a.Outcome.Readings = now.Progress, now.Readings
		}
		h.saver.tellState(h.open)
	}
	h.Send(a)
	h.calm(min(h.calmTime, drawTime))
}

// page returns the rows to show. They are those of the page's window, unless the call was about
// another table, or has read or written rows outside the window.
func (h *Host) page(s SentCall, r *engine.Reply) *engine.RowPage {
	w, session := s.Window, h.open.session
	if tables, ok := session.TablesInState(w.State); ok {
		r.Tables, r.Verdicts = tables, session.VerdictsInState(w.State)
	}
	// The window's table may have been deleted; then show the table of the focus, or the first
	// one.
	known := func(name string) bool {
		return slices.ContainsFunc(r.Tables, func(t engine.TableInfo) bool { return t.Name == name })
	}
	if !known(w.Table) {
		w.Table, w.Offset = "", 0
	}
	focus := r.FocusTable
	if !known(focus) {
		focus = ""
	}
	if w.Table == "" && focus == "" && len(r.Tables) > 0 {
		focus = r.Tables[0].Name
	}
	if focus != "" && focus != w.Table {
		w.Table, w.Offset = focus, 0
	}
	read := r.Read
	if p := engine.AnswerAs[*engine.ReadPreviewed](r.Answer); p != nil {
		read = &p.Read
	}
	// at is the row that the page has to show: of an estimate, a read or a write.
	at, reads, ahead := 0, false, max(w.Count/2, 1)
	if e := engine.AnswerAs[*engine.RekeyEstimated](r.Answer); e != nil && e.Table == w.Table {
		at, reads = e.First, e.First >= 0
	} else if read != nil && read.Table == w.Table {
		at, reads = session.FirstScannedOffset(w.Table)
	} else if r.WrittenCell != nil && r.WrittenCell.Table == w.Table && w.State == 0 {
		at, reads = session.OffsetOfKey(w.Table, r.WrittenCell.Row)
		ahead = w.Count
	}
	if reads && (at < w.Offset || at >= w.Offset+ahead) {
		w.Offset = max(at-2, 0)
	}
	p := session.Page(w)
	return &p
}

// begin starts a call. It answers a short call at once and makes a job of any other.
func (h *Host) begin(ctx context.Context, s SentCall) {
	j := &job{sent: s, begun: h.Monotonic(), staged: h.staged}
	if h.waitsForStore(s) {
		return
	}
	switch c := s.Call.(type) {
	case CancelCall:
		h.cancel(c.Seq)
	case lentProgress:
	case StageTextPiece:
		h.stage(c)
	case StageValuesPiece:
		h.readAhead(c)
	case troubleChanged:
		h.tellTrouble(true)
		again := h.blockedCalls
		h.blockedCalls = nil
		for _, s := range again {
			h.begin(ctx, s)
		}
	case lockGone:
		if w := h.open; w != nil && w.meta.ID == c.id && w.locked() {
			h.lockLost(w)
		}
	case lockFree:
		if w := h.open; w != nil && w.meta.ID == c.id && !w.locked() {
			h.Send(WriteLockFreed{})
		}
	case newsHeard, overdue, untaken, unsavedKept:
		h.internal(ctx, c)
	case OpenWorkspace:
		h.openWorkspace(ctx, j, c)
	case TakeOverWorkspace:
		h.takeOver(ctx, j, c)
	case ExportUnsaved:
		f, err := h.unsavedFile(ctx)
		if err != nil {
			h.answer(j, Answer{Err: refusal(err)})
			return
		}
		h.answer(j, Answer{File: f})
	case ResetWorkspace:
		h.reset(ctx, j)
	case ListWorkspaces, CreateSandbox, RenameSandbox, SaveQuizResult, DeleteWorkspace, ExportDamagedRecords, ShareAsLink, StoreLesson:
		h.list(ctx, j)
	case ExportWorkspace, ExportAllWorkspaces, MeasureExportSizes, ImportFile, CreateFromRequests, CreateFromExample, DuplicateWorkspace, UndeleteWorkspace, DeleteAllWorkspaces, CreateFromLink:
		h.carry(ctx, j)
	default:
		if h.open == nil {
			h.answer(j, Answer{Err: base.Refuse(base.CodeNoSandbox, "")})
			return
		}
		h.ask(j)
	}
}

// ask begins a call to the open workspace, which there must be.
func (h *Host) ask(j *job) {
	w := h.open
	switch c := j.sent.Call.(type) {
	case ExecuteRequest:
		if err := w.waits(c.Request); err != nil {
			h.answer(j, Answer{Err: refusal(err)})
			return
		}
		j.requests = []engine.Request{c.Request}
		w.remember(h, c)
		n := engine.TraitsOf(c.Request)
		j.unjudged = n.Unjudged || n.AnyState && w.session.HasEstimate()
		switch n.Urgency {
		case engine.UrgencyAtOnce:
			h.quick = append(h.quick, j)
		case engine.UrgencyTyped:
			h.serial = append(h.serial, j)
		case engine.UrgencyIdle:
			h.idle = append(h.idle, j)
		default:
			h.bulk = append(h.bulk, j)
		}
	case DoLessonAction:
		if w.run == nil {
			h.answer(j, Answer{Err: base.Refuse(base.CodeNoLesson, "")})
			return
		}
		if w.session.ReadOnly {
			h.answer(j, Answer{Err: base.Refuse(base.CodeReadOnly)})
			return
		}
		w.remember(h, c)
		h.act(j, c.Action)
	case NoteHintSeen:
		if w.run != nil {
			w.run.NoteHintShown(c.Step)
			w.storeNote(h)
		}
		h.answer(j, Answer{})
	case NoteSolutionSeen:
		if w.run != nil {
			w.run.NoteSolutionShown(c.Step)
			w.storeNote(h)
		}
		h.answer(j, Answer{})
	case SaveSandboxSettings:
		if w.run == nil && w.writable() && len(c.SandboxSettings) <= MaxSandboxSettings {
			w.settings = c.SandboxSettings
			w.storeNote(h)
		}
		h.answer(j, Answer{})
	default:
		panic("host: a call that nothing answers")
	}
}

// refusal returns an error as a *[base.Error]; any other error counts as one of the store.
func refusal(err error) *base.Error {
	if e, ok := err.(*base.Error); ok {
		return e
	}
	return base.Refuse(base.CodeStoreFails, strings.TrimSpace(err.Error()))
}
