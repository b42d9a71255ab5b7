package host

import (
	"context"
	"slices"
	"time"

	"tabletop/app/host/archive"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/snapshot"
	"tabletop/engine/wire"
	"tabletop/lessons"
)

// TabChannel carries frames between the tabs of one site.
type TabChannel interface {
	// Broadcast sends a frame to every other tab that is open now, without waiting for any of them.
	Broadcast(frame []byte)
	// Listen calls f with every frame that another tab tells from now on, in the order of
	// telling. f owns the frame, and must not block.
	Listen(f func(frame []byte))
}

// patience is how long a tab that wants to write waits for the tab that writes now.
const patience = 2 * time.Second

// news is what one tab tells the others.
type news struct {
	What  newsKind `wire:"1"`
	ID    string   `wire:"2"` // of the workspace; "" means every workspace
	Title string   `wire:"3"` // the new title, in newsRenamed
}

// newsKind is a kind of news. The numbers are part of the format: tabs may run different
// versions.
type newsKind uint8

const (
	newsGrown    newsKind = iota // the store has more of it: changes or progress
	newsReplaced                 // the store has another workspace under its ID, or none
	newsRenamed                  // it has another title
	newsListed                   // it is new in the store
	newsAsked                    // a tab wants to write to it
	newsGiven                    // its writer has stored what it could, and has stopped writing
	newsEnd
)

// Valid reports whether the kind is known. Decoding refuses news whose kind is not.
func (k newsKind) Valid() bool { return k < newsEnd }

// tellTabs sends news to the other tabs. It may be called from any goroutine.
func (h *Host) tellTabs(n news) {
	if h.Tabs != nil {
		h.Tabs.Broadcast(wire.Encode(&n, nil))
	}
}

// hearTabs puts the news of other tabs into the inbox.
func (h *Host) hearTabs() {
	if h.Tabs == nil {
		return
	}
	h.Tabs.Listen(func(frame []byte) {
		var n news
		if wire.Decode(frame, &n, nil) == nil {
			h.ReceiveCall(SentCall{Call: newsHeard{n}})
		}
	})
}

// Calls of the host to itself, about other tabs. See also lockGone and lockFree.
type (
	// newsHeard brings news of another tab.
	newsHeard struct{ news }
	// overdue tells that a writer has not given up a workspace within patience.
	overdue struct{ *asking }
	// untaken tells that a while has passed since a workspace was given up to another tab.
	untaken struct{ *workspace }
	// unsavedKept brings the entries that could not be stored before another tab took over.
	unsavedKept struct {
		of      *workspace
		entries []JournalEntry
	}
)

func (newsHeard) call()   {}
func (overdue) call()     {}
func (untaken) call()     {}
func (unsavedKept) call() {}

// asking is a [TakeOverWorkspace] that waits for the writer in another tab.
type asking struct{ job *job }

// stored tells the other tabs what has come into the store. The saver calls it from its
// goroutine.
func (h *Host) stored(v save) {
	if v.whole {
		h.tellTabs(news{What: newsReplaced, ID: v.meta.ID})
		return
	}
	h.tellTabs(news{What: newsGrown, ID: v.meta.ID})
}

// listedElsewhere tells the other tabs how a call has changed the list of workspaces.
func (h *Host) listedElsewhere(c Call, a Answer) {
	switch c := c.(type) {
	case CreateSandbox, CreateFromExample, DuplicateWorkspace, CreateFromRequests, ImportFile, CreateFromLink:
		h.tellTabs(news{What: newsListed, ID: a.SandboxID})
	case SaveQuizResult:
		h.tellTabs(news{What: newsReplaced, ID: c.Slug})
	case RenameSandbox:
		h.tellTabs(news{What: newsRenamed, ID: c.ID, Title: c.Title})
	case DeleteWorkspace:
		h.tellTabs(news{What: newsReplaced, ID: c.ID})
	case UndeleteWorkspace:
		of, _ := ParseDeletedID(c.ID)
		h.tellTabs(news{What: newsReplaced, ID: of})
	case StoreLesson:
		h.tellTabs(news{What: newsReplaced, ID: a.SandboxID})
	case DeleteAllWorkspaces:
		h.tellTabs(news{What: newsReplaced})
	}
}

// internal handles the calls of the host to itself that are about other tabs.
func (h *Host) internal(ctx context.Context, c Call) {
	switch c := c.(type) {
	case newsHeard:
		h.newsCame(ctx, c.news)
	case overdue:
		if h.asking == c.asking {
			h.seize(ctx)
		}
	case untaken:
		if w := c.workspace; h.open == w && w.giving() {
			w.access = notTaken(w.access)
			h.applyAccess(w)
		}
	case unsavedKept:
		h.unsavedCame(c.of, c.entries)
	default:
		panic("host: a call to itself that nothing answers")
	}
}

// newsCame handles the news of another tab.
func (h *Host) newsCame(ctx context.Context, n news) {
	w := h.open
	switch n.What {
	case newsGrown, newsReplaced, newsRenamed, newsListed:
		h.Send(WorkspaceListChanged{})
	}
	// The rest is about the open workspace.
	if w == nil || n.ID != w.meta.ID && n.ID != "" {
		return
	}
	switch n.What {
	case newsGrown:
		if w.locked() {
			h.mergeGrown(ctx, w)
		} else {
			h.follow(ctx)
		}
	case newsReplaced:
		h.saver.drop(w.meta.ID)
		h.outdated(w)
	case newsRenamed:
		w.meta.Title = n.Title
		if w.writable() {
			h.saver.add(save{meta: w.meta}) // the other tab may have stored an older Meta with the title
		}
		h.Send(OtherTabChangesApplied{ID: n.ID, Title: n.Title})
	case newsAsked:
		h.giveAway(ctx, w)
	case newsGiven:
		h.seize(ctx)
	}
}

// applyAccess makes the session accept or refuse changes, as the access says, and tells the
// page.
func (h *Host) applyAccess(w *workspace) {
	w.session.ReadOnly = !w.writable()
	h.saver.setReading(w.session.ReadOnly)
	h.saver.tellState(w)
}

// outdated handles that the store has another workspace under the open one's ID. It stops the
// calls and has the page open the workspace again.
func (h *Host) outdated(w *workspace) {
	w.access = replaced(w.access)
	h.stopCalls()
	h.applyAccess(w)
	h.Send(WorkspaceReplaced{ID: w.meta.ID})
}

// stopCalls ends the calls under way that use the session, and keeps the changes that were
// accepted by then. A call that had finished all its work gets its normal answer, any other is
// answered with read-only.
func (h *Host) stopCalls() {
	for _, queue := range []*[]*job{&h.serial, &h.bulk} {
		jobs := *queue
		*queue = nil
		for _, j := range jobs {
			if j == h.opening || j.catchesUp || j.long != nil {
				*queue = append(*queue, j)
				continue
			}
			if j.task == nil && len(j.requests) == 0 {
				h.complete(j) // it has run everything
				continue
			}
			whole := false
			if j.task != nil {
				r := j.task.Reply()
				done, total := j.task.Progress()
				whole = len(r.Changes) > 0 && done >= total && len(j.requests) == 0
				h.replied(j, r)
				j.task.Stop()
			}
			a := Answer{Reply: replyOf(h, j), Outcome: j.outcome}
			if !whole {
				a.Err = base.Refuse(base.CodeReadOnly)
			}
			h.answer(j, a)
		}
	}
}

// giveAway stops writing, because another tab has asked for the workspace, and tells that tab
// once all accepted changes are stored or have failed. If that tab does not take the lock, this
// tab continues to write after a while.
func (h *Host) giveAway(ctx context.Context, w *workspace) {
	if !w.locked() || h.opening != nil {
		return
	}
	n := news{What: newsGiven, ID: w.meta.ID}
	if w.giving() {
		h.tellTabs(n)
		return
	}
	h.stopCalls()
	w.access = asked(w.access)
	h.applyAccess(w)
	// A piece under way must be stored before the other tab reads the store.
	wait := w.snapshots.abandon()
	go func() {
		wait()
		_ = h.saver.flush(ctx) // entries that remain are handled when the lock is taken
		h.tellTabs(n)
		time.AfterFunc(2*h.patience, func() { h.ReceiveCall(SentCall{Call: untaken{w}}) })
	}()
}

// lockLost handles that another tab has taken the lock of the open workspace away. The
// workspace stays open for reading. Entries that were not stored come back through unsavedKept.
func (h *Host) lockLost(w *workspace) {
	if !w.giving() { // otherwise all calls since then only read
		h.stopCalls()
	}
	w.access = lockLost(w.access, h.opening != nil)
	w.snapshots.disown()
	w.session.ReadOnly = true
	h.saver.setReading(true)
	h.whenFree(w.meta.ID)
	h.Send(SaveStateChanged{State: SaveReadOnly})
	if h.asking != nil { // a takeover was waiting for this lock
		h.tellTabs(news{What: newsAsked, ID: w.meta.ID})
	}
	h.saver.withdraw(w.meta.ID, func(entries []JournalEntry) {
		h.ReceiveCall(SentCall{Call: unsavedKept{w, entries}})
	})
}

// unsavedCame handles the entries that could not be stored before another tab took over. If
// there are any, the open workspace differs from the stored one until it is opened again.
func (h *Host) unsavedCame(w *workspace, entries []JournalEntry) {
	if h.open != w || w.locked() {
		return
	}
	next, tell := unsavedKnown(w.access, entries)
	w.access = next
	if len(entries) > 0 {
		h.Send(UnsavedAtTakeover{Changes: len(entries)})
		return
	}
	if tell {
		h.outdated(w)
		return
	}
	h.ReceiveCall(SentCall{Call: newsHeard{news{What: newsGrown, ID: w.meta.ID}}})
}

// unsavedFile returns the open workspace with this tab's changes that could not be stored. It
// leaves out entries that another tab has stored under their numbers.
func (h *Host) unsavedFile(ctx context.Context) (*ExportedFile, error) {
	w := h.open
	if w == nil || len(w.unsaved()) == 0 {
		return nil, base.Refuse(base.CodeNoSandbox, "")
	}
	l, err := h.Store.Load(ctx, w.meta.ID, 0)
	if err != nil {
		return nil, err
	}
	unsaved := w.unsaved()
	l.Entries = slices.DeleteFunc(l.Entries, func(e JournalEntry) bool { return e.Seq >= unsaved[0].Seq })
	l.Entries = append(l.Entries, unsaved...)
	out := archive.NewWriter(false)
	writeSpace(out, l, func() bool { return true })
	data, err := out.Finish()
	if err != nil {
		return nil, err
	}
	return &ExportedFile{Name: ExportFileName(w.meta.Title), Data: data}, nil
}

// takeOver carries out a [TakeOverWorkspace]. The tab that writes is asked first, so that it can store
// what it has accepted.
func (h *Host) takeOver(ctx context.Context, j *job, c TakeOverWorkspace) {
	w := h.open
	if w == nil {
		h.answer(j, Answer{Err: base.Refuse(base.CodeNoSandbox, "")})
		return
	}
	name := w.meta.ID
	switch {
	case w.locked() && !w.giving():
		h.opened(j, engine.Reply{})
	case !w.locked() && h.Locks.TryLock(name, false, func() { h.lockStolen(w.meta.ID) }):
		h.taken(ctx, j)
	case c.Free:
		h.whenFree(name)
		h.opened(j, engine.Reply{})
	default:
		h.unask()
		a := &asking{j}
		h.asking = a
		if h.Tabs == nil {
			h.seize(ctx)
			return
		}
		h.tellTabs(news{What: newsAsked, ID: w.meta.ID})
		time.AfterFunc(h.patience, func() { h.ReceiveCall(SentCall{Call: overdue{a}}) })
	}
}

// unask answers the TakeOverWorkspace that waits for a writer as cancelled, if there is one.
func (h *Host) unask() {
	if a := h.asking; a != nil {
		h.asking = nil
		h.answer(a.job, Answer{Err: base.Refuse(base.CodeCancelled)})
	}
}

// seize takes the lock for the waiting TakeOverWorkspace. The writer has given up the workspace, or has
// not answered in time.
func (h *Host) seize(ctx context.Context) {
	a, w := h.asking, h.open
	if a == nil || h.opening != nil {
		return
	}
	h.asking = nil
	id := w.meta.ID
	if !h.Locks.TryLock(id, true, func() { h.lockStolen(id) }) {
		h.opened(a.job, engine.Reply{})
		return
	}
	h.taken(ctx, a.job)
}

// taken makes the workspace writable after this tab has got its lock, and answers j. It runs
// the stored changes that the session lacks. It opens the workspace again if the store's past
// or snapshot is not the session's, or if this tab has changes that are not stored.
func (h *Host) taken(ctx context.Context, j *job) {
	w := h.open
	// Changes that are not stored, and a stale workspace, need a new session.
	again := len(w.unsaved()) > 0
	w.access = granted(w.access)
	h.stopFollowing()
	again = again || w.stale()
	if !again {
		err := h.saver.exclusive(func() error {
			v, err := h.snapshotOf(ctx, w.meta.ID)
			if err != nil {
				return err
			}
			var stored *snapshot.Reader
			if v != nil {
				stored = v.reader
			}
			again = !w.snapshots.knows(stored)
			return nil
		})
		again = again || err != nil
	}
	if !again && h.catchUp(ctx, j) {
		j.catchesUp = true
		j.finish = func(j *job) {
			if w.stale() { // the session refused the other tab's changes
				h.reopenAs(ctx, j, OpenWorkspace{Kind: w.meta.Kind, ID: w.meta.ID}, true)
				return
			}
			w.joinStored()
			w.session.ReadOnly = false
			h.saver.setReading(false)
			w.storeNote(h)
			h.opened(j, j.reply)
		}
		h.opening = j
		h.bulk = append(h.bulk, j)
		return
	}
	h.reopenAs(ctx, j, OpenWorkspace{Kind: w.meta.Kind, ID: w.meta.ID}, true)
}

// follow runs what another tab has stored in the open workspace, which that tab writes. What is
// stored meanwhile is followed afterwards.
func (h *Host) follow(ctx context.Context) {
	w := h.open
	// A job that follows already looks again when it is done.
	next, now := grown(w.access)
	if !now {
		w.access = next
		return
	}
	j := &job{begun: h.Monotonic(), catchesUp: true}
	before := w.meta
	if !h.catchUp(ctx, j) {
		h.outdated(w)
		return
	}
	changes := len(j.replay)
	if changes == 0 && before.Title == w.meta.Title && string(before.Note) == string(w.meta.Note) {
		return
	}
	w.access = next
	j.finish = func(*job) {
		var more bool
		w.access, more = caughtUp(w.access)
		if w.stale() {
			h.outdated(w)
			return
		}
		w.joinStored()
		h.Send(OtherTabChangesApplied{ID: w.meta.ID, Title: w.meta.Title, Changes: changes, Timeline: w.session.Timeline(), Progress: w.progress(), SandboxSettings: w.settings})
		if more {
			h.follow(ctx)
		}
	}
	h.bulk = append(h.bulk, j)
}

// stopFollowing removes the job that follows another tab. Its changes still to be run are read
// again by a later job, which begins after those that were run.
func (h *Host) stopFollowing() {
	w := h.open
	for i, j := range h.bulk {
		if !j.catchesUp {
			continue
		}
		if j.task != nil { // a half-run change leaves no valid state
			w.access = replaced(w.access)
		}
		j.stopTask()
		// catchUp has counted the changes that were not run.
		w.meta.Next -= uint64(len(j.replay))
		h.bulk = append(h.bulk[:i:i], h.bulk[i+1:]...)
		break
	}
}

// catchUp gives a job the stored changes that the session lacks. It reports false if they do
// not continue the session's journal.
func (h *Host) catchUp(ctx context.Context, j *job) bool {
	w := h.open
	var l StoredWorkspace
	err := h.saver.exclusive(func() (err error) {
		l, err = h.Store.Load(ctx, w.meta.ID, w.meta.Next)
		return err
	})
	if err != nil || l.Kind != w.meta.Kind || l.next() < w.meta.Next {
		return false
	}
	// A gap means that entries are missing, or that the journal was replaced.
	for i, e := range l.Entries {
		if e.Seq != w.meta.Next+uint64(i) {
			return false
		}
	}
	changes, damaged := decoded(l)
	if len(damaged) > 0 {
		return false
	}
	j.replay = changes
	next := l.next()
	w.meta = l.Meta
	w.meta.Next = next
	return true
}

// mergeGrown takes in what another tab has stored in the workspace that this tab writes:
// changes that came late, or a lesson's progress.
func (h *Host) mergeGrown(ctx context.Context, w *workspace) {
	l, err := h.loadedFrom(ctx, w.meta.Next)
	// Another tab's changes came in after this tab's: its session lacks them now.
	if more := len(l.Entries) + len(l.Damaged); err == nil && more > 0 && w.writable() && h.saver.allStored() {
		w.noteMissed(l, more)
		h.saver.add(save{meta: w.meta})
		return
	}
	n, bad := decodeNote(w.meta.Kind, l.Note)
	if err != nil || bad != nil || w.run == nil || !w.writable() {
		return
	}
	w.join(n)
	w.storeNote(h)
	h.Send(OtherTabChangesApplied{ID: w.meta.ID, Title: w.meta.Title, Progress: w.progress()})
}

// progress returns how far the reader is in the lesson, nil in a sandbox.
func (w *workspace) progress() *lessons.Progress {
	if w.run == nil {
		return nil
	}
	p := w.run.Progress()
	return &p
}

// joinStored takes in the stored note, which is in w.meta.
func (w *workspace) joinStored() {
	if n, err := decodeNote(w.meta.Kind, w.meta.Note); err == nil {
		own := w.history
		w.history, w.settings, w.designs = n.History, n.Settings, n.Designs
		w.snapshots.size = n.Contents.SnapshotBytes
		w.join(note{Progress: n.Progress, History: own})
	}
}

// join adds the reader's progress and console history from another tab or file.
func (w *workspace) join(n note) {
	if w.run != nil {
		w.run.MergeProgress(n.Progress)
	}
	for _, r := range n.History {
		if !slices.Contains(w.history, r) {
			w.history = AddToConsoleHistory(w.history, r)
		}
	}
}
