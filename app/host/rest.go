package host

import (
	"context"
	"slices"
	"time"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/snapshot"
	"tabletop/lessons"
)

// readAtOnce is how many bytes of a snapshot are read between two looks for messages.
const readAtOnce = 8 << 20

// whenIdle does what is due when the host has no calls: what could not be stored, and
// the open workspace's snapshot, a step further. It reports whether there may be more to
// do at once.
func (h *Host) whenIdle(ctx context.Context) bool {
	w := h.open
	if w == nil || h.opening != nil || !w.writable() {
		return false
	}
	if h.restore() || h.rejoin(ctx) {
		return false
	}
	if w.lag().missed > 0 {
		return h.reopen(ctx)
	}
	more, stored := w.snapshots.step(snapshotTurn{image: w.session.Image, next: w.meta.Next, saved: h.saver.allStored, idle: h.calmed})
	if stored && w.lesson == nil {
		w.storeNote(h)
	}
	return more
}

// snapshotsOf returns what stores the snapshots of a workspace, see newSnapshotter.
func (h *Host) snapshotsOf(id string, leftovers bool) *snapshotter {
	return newSnapshotter(snapshotStore{store: h.Store, id: id, newToken: h.NewID, alone: h.saver.exclusive, stored: h.rouse}, leftovers)
}

// calm has what nobody waits for wait that long.
func (h *Host) calm(wait base.Micros) { h.calmFrom = max(h.calmFrom, h.Watch()+wait) }

// calmed reports whether the last answer is long enough ago, and has the host look again
// when it is.
func (h *Host) calmed() bool {
	left := h.calmFrom - h.Watch()
	if left <= 0 {
		return true
	}
	after := time.Duration(left) * time.Microsecond
	if h.calmTimer == nil {
		h.calmTimer = time.AfterFunc(after, h.rouse)
	} else {
		h.calmTimer.Reset(after)
	}
	return false
}

// rouse has the host look for something to do.
func (h *Host) rouse() {
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// snapshotLoad is a workspace that is being read from its snapshot.
type snapshotLoad struct {
	reader   *snapshot.Reader
	pending  []uint64 // chunks to read
	total    int
	tail     []engine.Change // what came after it
	progress lessons.Progress
}

// snapshotOf returns the snapshot of a workspace, nil for none that can be read.
func (h *Host) snapshotOf(ctx context.Context, id string) (*snapshotLoad, error) {
	manifest, err := h.Store.Snapshot(ctx, id)
	if err != nil || manifest == nil {
		return nil, err
	}
	r, err := snapshot.Read(manifest)
	if err != nil {
		return nil, nil // damaged, or of another version
	}
	v := &snapshotLoad{reader: r, pending: r.Chunks()}
	v.total = len(v.pending)
	return v, nil
}

// loadSnapshot reads some of a snapshot. After the last of it the job goes on with what
// came since; without it, with the whole journal.
func (h *Host) loadSnapshot(ctx context.Context, j *job) {
	w, v := h.open, j.loading
	if len(v.pending) > 0 {
		n := min(len(v.pending), readAtOnce/snapshot.ChunkBytes)
		var chunks []snapshot.Chunk
		err := h.saver.exclusive(func() (err error) {
			chunks, err = h.Store.Chunks(ctx, w.meta.ID, v.pending[:n]...)
			return err
		})
		for i := 0; err == nil && i < len(chunks); i++ {
			err = v.reader.Add(chunks[i])
		}
		if err != nil {
			h.loadJournal(ctx, j)
			return
		}
		v.pending = v.pending[n:]
		h.progress(j, func() (done, total int64) { return int64(v.total - len(v.pending)), int64(v.total) })
		return
	}
	session, writer, err := v.reader.Session(h.session())
	if err != nil {
		h.loadJournal(ctx, j)
		return
	}
	w.session = session
	w.snapshots.loaded(writer, v.reader.UpTo())
	w.begin(v.progress)
	j.replay, j.loading = v.tail, nil
}

// loadJournal has a job run the whole journal of its workspace again, whose snapshot
// is of no use.
func (h *Host) loadJournal(ctx context.Context, j *job) {
	w, v := h.open, j.loading
	j.loading = nil
	var l StoredWorkspace
	err := h.saver.exclusive(func() (err error) {
		l, err = h.Store.Load(ctx, w.meta.ID, 0)
		return err
	})
	if err != nil {
		h.bulk = slices.DeleteFunc(h.bulk, func(other *job) bool { return other == j })
		h.opening = nil
		h.closeWorkspace()
		h.answer(j, Answer{Err: refusal(err)})
		return
	}
	changes, damaged := decoded(l)
	w.damaged = len(damaged)
	j.replay, j.baseline = toReplay(changes)
	w.begin(v.progress)
}

// session returns what sessions are made with.
func (h *Host) session() engine.Options {
	return engine.Options{Now: h.Now, Stopwatch: h.Watch, Languages: []*engine.Language{engine.HBaseShell()}}
}

// begin begins the lesson of the workspace over its session.
func (w *workspace) begin(p lessons.Progress) {
	if w.lesson != nil {
		w.run = lessons.Begin(w.lesson, w.session, p)
	}
}

// waits refuses requests (guess-first) that have to wait until the reader has answered a
// question of the lesson.
func (w *workspace) waits(requests ...engine.Request) error {
	for _, r := range requests {
		if w.run == nil {
			return nil
		}
		if w.session.Refuses(r) {
			continue // what is no command is told so at once, and shows nothing
		}
		if q, waits := w.run.Waits(r); waits {
			return base.Refuse(base.CodeGuessFirst, q.Text)
		}
	}
	return nil
}
