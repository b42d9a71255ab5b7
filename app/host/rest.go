package host

import (
	"context"
	"slices"
	"time"

	"tabletop/engine"
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
	more, stored := w.snapshots.step(snapshotTurn{image: w.session.Image, next: w.meta.Next, saved: h.saver.quiet, idle: h.calmed})
	if stored && w.lesson == nil {
		w.noted(h)
	}
	return more
}

// snapshotsOf returns what stores the snapshots of a workspace, see newSnapshotter.
func (h *Host) snapshotsOf(id string, leftovers bool) *snapshotter {
	return newSnapshotter(snapshotStore{store: h.Store, id: id, newToken: h.NewID, alone: h.saver.exclusive, stored: h.rouse}, leftovers)
}

// calmed reports whether the last answer is long enough ago, and has the host look again
// when it is.
func (h *Host) calmed() bool {
	left := h.worked + h.calm - h.Watch()
	if h.worked == 0 || left <= 0 {
		return true
	}
	after := time.Duration(left) * time.Microsecond
	if h.calming == nil {
		h.calming = time.AfterFunc(after, h.rouse)
	} else {
		h.calming.Reset(after)
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

// waking is a workspace that is being read from its snapshot.
type waking struct {
	reader   *snapshot.Reader
	left     []uint64 // chunks to read
	all      int
	tail     []engine.Change // what came after it
	progress lessons.Progress
}

// snapshotOf returns the snapshot of a workspace, nil for none that can be read.
func (h *Host) snapshotOf(ctx context.Context, id string) (*waking, error) {
	manifest, err := h.Store.Snapshot(ctx, id)
	if err != nil || manifest == nil {
		return nil, err
	}
	r, err := snapshot.Read(manifest)
	if err != nil {
		return nil, nil // damaged, or of another version
	}
	v := &waking{reader: r, left: r.Chunks()}
	v.all = len(v.left)
	return v, nil
}

// awaken reads some of a snapshot. After the last of it the job goes on with what
// came since; without it, with the whole journal.
func (h *Host) awaken(ctx context.Context, j *job) {
	w, v := h.open, j.waking
	if len(v.left) > 0 {
		n := min(len(v.left), readAtOnce/snapshot.ChunkBytes)
		var chunks []snapshot.Chunk
		err := h.saver.exclusive(func() (err error) {
			chunks, err = h.Store.Chunks(ctx, w.meta.ID, v.left[:n]...)
			return err
		})
		for i := 0; err == nil && i < len(chunks); i++ {
			err = v.reader.Add(chunks[i])
		}
		if err != nil {
			h.repeat(ctx, j)
			return
		}
		v.left = v.left[n:]
		if now := h.Watch(); now-j.begun > quiet && now-j.told > quiet {
			j.told = now
			h.Send(Progress{Seq: j.sent.Seq, Done: int64(v.all - len(v.left)), Total: int64(v.all)})
		}
		return
	}
	session, writer, err := v.reader.Session(h.session())
	if err != nil {
		h.repeat(ctx, j)
		return
	}
	w.session = session
	w.snapshots.loaded(writer, v.reader.UpTo())
	w.begin(v.progress)
	j.replay, j.waking = v.tail, nil
}

// repeat has a job run the whole journal of its workspace again, whose snapshot
// is of no use.
func (h *Host) repeat(ctx context.Context, j *job) {
	w, v := h.open, j.waking
	j.waking = nil
	var l Loaded
	err := h.saver.exclusive(func() (err error) {
		l, err = h.Store.Load(ctx, w.meta.ID, 0)
		return err
	})
	if err != nil {
		h.bulk = slices.DeleteFunc(h.bulk, func(other *job) bool { return other == j })
		h.opening = nil
		h.close()
		h.answer(j, Answer{Err: refusal(err)})
		return
	}
	changes, damaged := legible(l)
	w.damaged = len(damaged)
	j.replay, j.solid = toRun(changes)
	w.begin(v.progress)
}

// session returns what sessions are made with.
func (h *Host) session() engine.Options {
	return engine.Options{Now: h.Now, Stopwatch: h.Watch, HBase: engine.HBaseShell()}
}

// begin begins the lesson of the workspace over its session.
func (w *workspace) begin(p lessons.Progress) {
	if w.lesson != nil {
		w.run = lessons.Begin(w.lesson, w.session, p)
	}
}
