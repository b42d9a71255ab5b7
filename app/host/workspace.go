package host

import (
	"context"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/wire"
	"tabletop/lessons"
)

// workspace is the open workspace. Its session, run and journal agree: they hold the same
// changes, except while it is being opened or catches up with another tab.
type workspace struct {
	meta           Meta // as it is or will be stored
	session        *engine.Session
	lesson         *lessons.Lesson       // nil in a sandbox
	run            *lessons.Player       // the lesson under way; nil in a sandbox
	history        []ConsoleHistoryEntry // of the console, the oldest first
	settings       string                // see [SaveSandboxSettings]
	designs        []uint64              // hashes of the designs compared, see numberAttempts
	ownLesson      []byte                // the file that the lesson came from; nil for a lesson of the site
	damaged        int                   // how many entries of the journal could not be read
	refusedChanges engine.RefusedChanges // which entries of the journal the session refused when it ran them

	access    access // what this tab may do
	snapshots *snapshotter
	journal   journalCopy // to store the journal again if the store has lost it
}

// record appends accepted changes to the journal and queues them for the store. It does nothing
// if this tab must not write.
func (w *workspace) record(h *Host, changes []engine.Change) {
	if len(changes) == 0 || !w.locked() || w.stale() {
		return
	}
	entries := make([]JournalEntry, len(changes))
	for i, c := range changes {
		entries[i] = JournalEntry{Seq: w.meta.Next, Data: wire.EncodeChange(c)}
		w.meta.Next++
		w.meta.Bytes += int64(len(entries[i].Data))
	}
	w.meta.Changed = int64(h.Now())
	if w.lesson == nil { // a lesson's note is stored after a whole step, see replied
		w.meta.Note = w.note()
	}
	w.journal.add(entries)
	h.saver.add(save{meta: w.meta, entries: entries})
}

// storeNote queues the note for the store if it differs from the stored one.
func (w *workspace) storeNote(h *Host) {
	if w.run != nil {
		w.run.NoteDone(int64(h.Now()))
	}
	if now := w.note(); w.locked() && !w.stale() && string(now) != string(w.meta.Note) {
		w.meta.Note = now
		h.saver.add(save{meta: w.meta})
	}
}

// note returns the workspace's state beside its tables, encoded.
func (w *workspace) note() []byte {
	n := note{History: w.history, Lesson: w.ownLesson, Settings: w.settings, Designs: w.designs}
	if w.run != nil {
		n.Progress = w.run.Progress()
	} else {
		n.Contents = w.contents()
	}
	return encodeNote(n)
}

// closeWorkspace gives up the open workspace and its lock. Its jobs must have been cancelled.
func (h *Host) closeWorkspace() {
	if h.open != nil {
		h.unask()
		h.Locks.Release(h.open.meta.ID)
		h.open = nil
	}
}

// cancelCalls answers every call under way as cancelled. by is the number of the call that they
// make way for, or 0: a call that came after it and only reads the store is begun again later.
func (h *Host) cancelCalls(by uint64) {
	for _, queue := range []*[]*job{&h.quick, &h.serial, &h.bulk, &h.idle} {
		for _, j := range *queue {
			j.stopTask()
			if j.recorded > 0 {
				h.saver.underWay(-1)
			}
			if j.sent.Seq == 0 {
				continue // a job of the host itself, which needs no answer
			}
			if by != 0 && j.sent.Seq > by && readsStore(j.sent.Call) {
				j.long.stop()
				h.deferred = append(h.deferred, j.sent)
				continue
			}
			if j.long != nil {
				h.answer(j, j.long.cancelled())
				continue
			}
			h.Send(Answer{Seq: j.sent.Seq, Err: base.Refuse(base.CodeCancelled)})
		}
		*queue = nil
	}
	h.opening = nil
}

// readsStore reports whether a call writes files from the store and changes nothing.
func readsStore(c Call) bool {
	switch c.(type) {
	case ExportWorkspace, ExportAllWorkspaces, MeasureExportSizes:
		return true
	}
	return false
}

// openWorkspace carries out an [OpenWorkspace]. It answers at once if that workspace is open already.
func (h *Host) openWorkspace(ctx context.Context, j *job, o OpenWorkspace) {
	if w := h.open; w != nil && h.opening == nil && !w.stale() && w.meta.ID == o.ID && w.meta.Kind == o.Kind {
		h.opened(j, engine.Reply{})
		return
	}
	h.reopenAs(ctx, j, o, false)
}

// reopenAs opens a workspace from the store in place of the open one. With keep it is the open
// workspace itself, whose lock this tab holds and continues to hold; its history and progress
// are kept. j makes the session, and answers when it is done.
func (h *Host) reopenAs(ctx context.Context, j *job, o OpenWorkspace, keep bool) {
	before := note{}
	if w := h.open; w != nil {
		if keep && !w.stale() {
			before.History = w.history
			if w.run != nil {
				before.Progress = w.run.Progress()
			}
		}
		if w.locked() && h.flush(ctx) != nil && h.saver.workspaceGone(w.meta.ID) { // it must be stored before another tab can write
			h.saver.drop(w.meta.ID) // otherwise it would block the queue for ever
		}
	}
	// The old workspace is closed before the new one is loaded.
	h.cancelCalls(j.sent.Seq)
	h.giveUp()
	if keep {
		h.open = nil
	} else {
		h.closeWorkspace()
	}
	w, isNew, err := h.load(ctx, o, j)
	if !keep && h.blocked(err, j.sent) {
		return
	}
	if err != nil {
		if keep {
			h.Locks.Release(o.ID)
		}
		h.answer(j, Answer{Err: refusal(err)})
		return
	}
	// Without the lock the workspace is open for reading only.
	if h.Locks.TryLock(o.ID, false, func() { h.lockStolen(o.ID) }) {
		w.access = granted(w.access)
	} else {
		h.whenFree(o.ID)
	}
	h.open = w
	// A lesson exists in the store from its start on.
	if w.writable() && isNew {
		h.saver.add(save{meta: w.meta, whole: true})
	}
	h.saver.setReading(!w.writable())
	j.finish = func(j *job) {
		w.session.ReadOnly = !w.writable() // off until now, since replayed changes must be accepted
		h.copyJournal(ctx)
		if keep {
			w.join(before)
			w.storeNote(h)
		}
		if j.missed > 0 {
			h.tellRejoined(j)
		} else {
			h.opened(j, j.reply)
		}
		if w.stale() {
			h.outdated(w)
		}
	}
	h.opening = j
	h.bulk = append(h.bulk, j)
}

// lockStolen handles that another tab has taken a workspace's lock. Any goroutine may call it.
func (h *Host) lockStolen(id string) {
	h.ReceiveCall(SentCall{Call: lockGone{id}})
}

// lockGone is a call of the host to itself: another tab has taken a workspace's lock.
type lockGone struct{ id string }

func (lockGone) call() {}

// whenFree has the page told when no tab holds a workspace's lock any more. It goes through the
// inbox, so that an answer under way about that workspace comes first.
func (h *Host) whenFree(id string) {
	h.Locks.WhenFree(id, func() { h.ReceiveCall(SentCall{Call: lockFree{id}}) })
}

// lockFree is a call of the host to itself: a workspace's lock can be taken.
type lockFree struct{ id string }

func (lockFree) call() {}

// opened answers a call with all there is to show of the open workspace.
func (h *Host) opened(j *job, r engine.Reply) {
	w := h.open
	h.opening = nil
	if w.lesson == nil {
		w.storeNote(h) // the counts of tables and rows, if they were unknown
	}
	r.Err = nil
	r.Tables, r.Version, r.Verdicts = w.session.Tables(), w.session.Version(), w.session.Verdicts()
	r.Timeline, r.Read = w.session.Timeline(), w.session.LastRead()
	a := Answer{
		Opened: &OpenedWorkspace{Kind: w.meta.Kind, ID: w.meta.ID, Title: w.meta.Title, Seed: uint64(w.meta.Created) | 1,
			ReadOnly: w.session.ReadOnly, History: w.history, SandboxSettings: w.settings, Damaged: w.damaged, RefusedChanges: w.refusedChanges},
		Reply: &r,
	}
	if w.run != nil {
		o := w.run.Outcome()
		a.Outcome = &o
	}
	if w.ownLesson != nil {
		a.Opened.OwnLesson = w.lesson
	}
	h.answer(j, a)
}

// load makes a workspace from the store. It gives j the work that completes the session: a
// snapshot to read, changes to replay, or the opening requests of a new lesson. isNew reports
// that the store has no journal of this lesson yet. The access is reading until the lock is
// taken.
func (h *Host) load(ctx context.Context, o OpenWorkspace, j *job) (w *workspace, isNew bool, err error) {
	w = &workspace{session: engine.New(h.session()), access: reading{}, snapshots: h.snapshotsOf(o.ID, true)}
	own := o.Kind == KindLesson && lessons.IsSlugFromFile(o.ID)
	if o.Kind == KindLesson && !own {
		if w.lesson, err = h.Lesson(ctx, o.ID); err != nil {
			return nil, false, err
		}
	}
	var l StoredWorkspace
	var v *snapshotLoad
	made := h.made
	h.made = nil
	err = h.saver.exclusive(func() (err error) {
		// The sandbox made last needs no replay if the stored one is still the same.
		if made != nil && made.meta.ID == o.ID {
			if l, err = h.Store.Load(ctx, o.ID, made.meta.Next); err == nil && made.is(l) {
				return nil
			}
		}
		made = nil
		from := uint64(0)
		if v, err = h.snapshotOf(ctx, o.ID); err != nil {
			return err
		}
		if v != nil {
			from = v.reader.FirstEntryAfter()
		}
		l, err = h.Store.Load(ctx, o.ID, from)
		return err
	})
	w.meta = l.Meta
	var kept note
	switch {
	// The reader has not begun this lesson yet.
	case err != nil && w.lesson != nil && refusal(err).Code == base.CodeNoSandbox:
		now := int64(h.Now())
		w.meta = Meta{ID: o.ID, Kind: KindLesson, Title: w.lesson.Title, Created: now, Changed: now, Next: 1}
		j.requests, isNew = w.lesson.OpeningRequests(), true
	case err != nil:
		if trouble := h.storeTrouble(); trouble != nil && refusal(err).Code == base.CodeNoSandbox {
			return nil, false, trouble // the workspace may be in the database, which is not open
		}
		return nil, false, err
	case w.meta.Kind != o.Kind:
		return nil, false, base.Refuse(base.CodeNoSandbox, o.ID)
	default:
		kept, _ = decodeNote(o.Kind, w.meta.Note)
		w.meta.Next = l.next()
	}
	if own {
		if w.lesson, err = ownLesson(w.meta, kept); err != nil {
			return nil, false, err
		}
		w.ownLesson = kept.Lesson
		if w.meta.Next == 1 { // the lesson was imported, and not begun
			j.requests, isNew = w.lesson.OpeningRequests(), true
		}
	}
	w.history, w.settings, w.designs, w.snapshots.size = kept.History, kept.Settings, kept.Designs, kept.Contents.SnapshotBytes
	changes, damaged := decoded(l)
	w.damaged = len(damaged)
	if v != nil {
		// loadSnapshot makes the session, and then the tail is replayed.
		v.tail, v.progress = changes, kept.Progress
		j.loading = v
		return w, isNew, nil
	}
	if made != nil {
		made.goesOn(w)
		return w, isNew, nil
	}
	w.journal.whole = len(damaged) == 0
	w.journal.add(l.Entries)
	j.replay, j.baseline = toReplay(changes)
	w.begin(kept.Progress)
	return w, isNew, nil
}

// reset carries out a [ResetWorkspace]: an empty session and journal, and the opening of the lesson.
func (h *Host) reset(ctx context.Context, j *job) {
	w := h.open
	if w == nil || w.session.ReadOnly {
		code := base.CodeReadOnly
		if w == nil {
			code = base.CodeNoSandbox
		}
		h.answer(j, Answer{Err: base.Refuse(code)})
		return
	}
	h.cancelCalls(0)
	now := int64(h.Now())
	w.meta.Changed, w.meta.Next, w.meta.Bytes = now, 1, 0
	w.setLag(lag{})
	w.snapshots.abandon()() // else a piece of the old snapshot could be stored later
	w.session, w.snapshots = engine.New(h.session()), h.snapshotsOf(w.meta.ID, false)
	w.journal, w.damaged, w.refusedChanges, w.designs = journalCopy{whole: true}, 0, engine.RefusedChanges{}, nil
	if w.lesson != nil {
		w.begin(lessons.Progress{})
		j.requests = w.lesson.OpeningRequests()
	}
	w.meta.Note = w.note()
	h.saver.drop(w.meta.ID)
	h.saver.add(save{meta: w.meta, whole: true})
	j.finish = func(j *job) { h.opened(j, j.reply) }
	h.opening = j
	h.bulk = append(h.bulk, j)
}
