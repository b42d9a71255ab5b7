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

// whenIdle does background work when the host has no calls: it stores again what could not be
// stored, and takes the open workspace's snapshot one step further. It reports whether there
// may be more to do at once.
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

// snapshotsOf returns a snapshotter for a workspace, see newSnapshotter.
func (h *Host) snapshotsOf(id string, leftovers bool) *snapshotter {
	return newSnapshotter(snapshotStore{store: h.Store, id: id, newToken: h.NewID, alone: h.saver.exclusive, stored: h.rouse}, leftovers)
}

// calm makes idle work wait for at least wait from now.
func (h *Host) calm(wait base.Micros) { h.calmFrom = max(h.calmFrom, h.Monotonic()+wait) }

// calmed reports whether idle work may go on. If not, a timer wakes the host when it may.
func (h *Host) calmed() bool {
	left := h.calmFrom - h.Monotonic()
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

// rouse wakes the host's loop. It may be called from any goroutine.
func (h *Host) rouse() {
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// snapshotLoad is a snapshot that is being read, to make a session.
type snapshotLoad struct {
	reader   *snapshot.Reader
	pending  []uint64         // numbers of the chunks still to be read
	total    int              // number of all chunks
	tail     []engine.Change  // changes after the snapshot
	progress lessons.Progress // of the reader in the lesson
}

// snapshotOf returns the stored snapshot of a workspace, nil if there is none that can be read.
func (h *Host) snapshotOf(ctx context.Context, id string) (*snapshotLoad, error) {
	manifest, err := h.Store.LoadSnapshot(ctx, id)
	if err != nil || manifest == nil {
		return nil, err
	}
	r, err := snapshot.ReadManifest(manifest)
	if err != nil {
		return nil, nil // it is damaged, or of another version
	}
	v := &snapshotLoad{reader: r, pending: r.NeededChunks()}
	v.total = len(v.pending)
	return v, nil
}

// loadSnapshot reads some chunks of a job's snapshot. After the last chunk it makes the
// session, and the job goes on with the changes since. If the snapshot cannot be used, the job
// runs the whole journal instead.
func (h *Host) loadSnapshot(ctx context.Context, j *job) {
	w, v := h.open, j.loading
	if len(v.pending) > 0 {
		n := min(len(v.pending), readAtOnce/snapshot.ChunkBytes)
		var chunks []snapshot.Chunk
		err := h.saver.exclusive(func() (err error) {
			chunks, err = h.Store.LoadChunks(ctx, w.meta.ID, v.pending[:n]...)
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
	w.snapshots.loaded(writer, v.reader.FirstEntryAfter())
	w.begin(v.progress)
	j.replay, j.loading = v.tail, nil
}

// loadJournal has a job run the whole journal, because the snapshot of its workspace cannot be
// used.
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

// session returns the options of every session that the host makes.
func (h *Host) session() engine.Options {
	return engine.Options{Now: h.Now, Stopwatch: h.Monotonic, Interpreters: []*engine.Interpreter{engine.HBaseInterpreter()}}
}

// begin begins the workspace's lesson, if it has one, on its session.
func (w *workspace) begin(p lessons.Progress) {
	if w.lesson != nil {
		w.run = lessons.NewPlayer(w.lesson, w.session, p)
	}
}

// waits refuses requests (guess-first) that the reader may make only after a guess at a
// question of the lesson, because their result would tell the answer.
func (w *workspace) waits(requests ...engine.Request) error {
	for _, r := range requests {
		if w.run == nil {
			return nil
		}
		if w.session.WouldRefuseScript(r) {
			continue // its error is told at once, and gives nothing away
		}
		if q, waits := w.run.BlockingQuestion(r); waits {
			return base.Refuse(base.CodeGuessFirst, q.Text)
		}
	}
	return nil
}
