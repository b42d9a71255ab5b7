package host

import (
	"context"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/wire"
	"tabletop/lessons"
)

// workspace is the open one.
type workspace struct {
	meta      Meta
	session   *engine.Session
	lesson    *lessons.Lesson // nil in a sandbox
	run       *lessons.Player // nil in a sandbox
	history   []HistoryEntry  // of the console, the oldest first
	load      string          // see [SaveLoad]
	ownLesson []byte          // the file that the lesson came from, nil for one of the site's
	damaged   int             // how many entries of the journal cannot be read, and were left out
	unmade    engine.Unmade   // which entries of the journal the session refused when it was opened

	access    access
	snapshots *snapshotter
	journal   journalCopy // so that the journal can be stored again where the store has lost it
}

// record adds accepted changes to the journal and has them stored.
func (w *workspace) record(h *Host, changes []engine.Change) {
	if len(changes) == 0 || !w.locked() || w.stale() {
		return
	}
	entries := make([]Entry, len(changes))
	for i, c := range changes {
		entries[i] = Entry{Seq: w.meta.Next, Data: wire.EncodeChange(c)}
		w.meta.Next++
		w.meta.Bytes += int64(len(entries[i].Data))
	}
	w.meta.Changed = int64(h.Now())
	if w.lesson == nil { // a lesson's progress is noted when a step is entered wholly
		w.meta.Note = w.note()
	}
	w.journal.add(entries)
	h.saver.add(save{meta: w.meta, entries: entries})
}

// storeNote has the reader's progress and history stored if they are not what is
// stored already.
func (w *workspace) storeNote(h *Host) {
	if now := w.note(); w.locked() && !w.stale() && string(now) != string(w.meta.Note) {
		w.meta.Note = now
		h.saver.add(save{meta: w.meta})
	}
}

func (w *workspace) note() []byte {
	n := note{History: w.history, Lesson: w.ownLesson, Load: w.load}
	if w.run != nil {
		n.Progress = w.run.Progress()
	} else {
		n.Contents = w.contents()
	}
	return encodeNote(n)
}

// closeWorkspace lets go of the open workspace.
func (h *Host) closeWorkspace() {
	if h.open != nil {
		h.unask()
		h.Locks.Release(h.open.meta.ID)
		h.open = nil
	}
}

// cancelCalls answers every call under way as cancelled. What only reads the store,
// and was asked for after the call that it makes way for, is begun again behind that.
func (h *Host) cancelCalls(by uint64) {
	for _, queue := range []*[]*job{&h.quick, &h.serial, &h.bulk, &h.idle} {
		for _, j := range *queue {
			if j.recorded > 0 {
				h.saver.underWay(-1)
			}
			if j.sent.Seq == 0 {
				continue // nobody waits for it
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

// readsStore reports whether a call makes files of what is stored and changes nothing.
func readsStore(c Call) bool {
	switch c.(type) {
	case Export, ExportAll, MeasureFiles:
		return true
	}
	return false
}

// openWorkspace opens a workspace in place of the one that is open.
func (h *Host) openWorkspace(ctx context.Context, j *job, o Open) {
	if w := h.open; w != nil && h.opening == nil && !w.stale() && w.meta.ID == o.ID && w.meta.Kind == o.Kind {
		h.opened(j, engine.Reply{})
		return
	}
	h.reopenAs(ctx, j, o, false)
}

// reopenAs opens a workspace as the store has it. keep is for the one that is open,
// whose lock is held: it stays so.
func (h *Host) reopenAs(ctx context.Context, j *job, o Open, keep bool) {
	before := note{}
	if w := h.open; w != nil {
		if keep && !w.stale() {
			before.History = w.history
			if w.run != nil {
				before.Progress = w.run.Progress()
			}
		}
		if w.locked() && h.flush(ctx) != nil && h.saver.workspaceGone(w.meta.ID) { // before another tab can go on from it
			h.saver.drop(w.meta.ID) // or nothing else would ever be stored
		}
	}
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
	if h.Locks.Take(o.ID, false, func() { h.lockStolen(o.ID) }) {
		w.access = granted(w.access)
	} else {
		h.whenFree(o.ID)
	}
	h.open = w
	if w.writable() && isNew {
		h.saver.add(save{meta: w.meta, whole: true})
	}
	h.saver.setReading(!w.writable())
	j.finish = func(j *job) {
		w.session.ReadOnly = !w.writable() // its own past was no change
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

// lockStolen is told when another tab has taken the workspace over. It is called from
// outside the host's goroutine.
func (h *Host) lockStolen(id string) {
	h.Receive(SentCall{Call: lockGone{id}})
}

// lockGone is a call of the host to itself: the lock on a workspace is gone.
type lockGone struct{ id string }

func (lockGone) call() {}

// whenFree has the page hear when no tab holds a workspace's lock any more: behind the
// answer that says the workspace is open, if that is still on its way.
func (h *Host) whenFree(id string) {
	h.Locks.Freed(id, func() { h.Receive(SentCall{Call: lockFree{id}}) })
}

// lockFree is a call of the host to itself: the lock on a workspace can be had.
type lockFree struct{ id string }

func (lockFree) call() {}

// opened answers with all there is to show of the open workspace.
func (h *Host) opened(j *job, r engine.Reply) {
	w := h.open
	h.opening = nil
	if w.lesson == nil {
		w.storeNote(h) // what it holds, if that was not known
	}
	r.Err = nil
	r.Tables, r.Version, r.Verdicts = w.session.Tables(), w.session.Version(), w.session.Verdicts()
	r.Timeline, r.Read = w.session.Timeline(), w.session.LastRead()
	a := Answer{
		Opened: &Opened{Kind: w.meta.Kind, ID: w.meta.ID, Title: w.meta.Title, Seed: uint64(w.meta.Created) | 1,
			ReadOnly: w.session.ReadOnly, History: w.history, Load: w.load, Damaged: w.damaged, Unmade: w.unmade},
		Reply: &r,
	}
	if w.run != nil {
		o := w.run.Now()
		a.Outcome = &o
	}
	if w.ownLesson != nil {
		a.Opened.Own = w.lesson
	}
	h.answer(j, a)
}

// load makes the workspace from the store. What has to be done to have it whole
// the job is given: its snapshot to read, its past to run, or a new lesson's start.
// isNew is whether that is a lesson which nobody has begun here: the store has none.
func (h *Host) load(ctx context.Context, o Open, j *job) (w *workspace, isNew bool, err error) {
	w = &workspace{session: engine.New(h.session()), access: reading{}, snapshots: h.snapshotsOf(o.ID, true)}
	own := o.Kind == KindLesson && lessons.Own(o.ID)
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
			from = v.reader.UpTo()
		}
		l, err = h.Store.Load(ctx, o.ID, from)
		return err
	})
	w.meta = l.Meta
	var kept note
	switch {
	case err != nil && w.lesson != nil && refusal(err).Code == base.CodeNoSandbox:
		now := int64(h.Now())
		w.meta = Meta{ID: o.ID, Kind: KindLesson, Title: w.lesson.Title, Created: now, Changed: now, Next: 1}
		j.requests, isNew = w.lesson.Opening(), true
	case err != nil:
		if trouble := h.storeTrouble(); trouble != nil && refusal(err).Code == base.CodeNoSandbox {
			return nil, false, trouble // it may be in the database
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
		if w.meta.Next == 1 { // it was put there and not begun
			j.requests, isNew = w.lesson.Opening(), true
		}
	}
	w.history, w.load, w.snapshots.size = kept.History, kept.Load, kept.Contents.SnapshotBytes
	changes, damaged := decoded(l)
	w.damaged = len(damaged)
	if v != nil {
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

// reset begins the open workspace again.
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
	w.snapshots.abandon()() // or a piece would be stored of what is gone
	w.session, w.snapshots = engine.New(h.session()), h.snapshotsOf(w.meta.ID, false)
	w.journal, w.damaged, w.unmade = journalCopy{whole: true}, 0, engine.Unmade{}
	if w.lesson != nil {
		w.begin(lessons.Progress{})
		j.requests = w.lesson.Opening()
	}
	w.meta.Note = w.note()
	h.saver.drop(w.meta.ID)
	h.saver.add(save{meta: w.meta, whole: true})
	j.finish = func(j *job) { h.opened(j, j.reply) }
	h.opening = j
	h.bulk = append(h.bulk, j)
}
