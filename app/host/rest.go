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

// A workspace is written down whole, beside its journal, when running what came
// since again would cost about this much.
const (
	owedMicros  = 250_000
	owedEntries = 400
)

// Bytes of a snapshot that are handled at once.
const (
	writtenAtOnce = 1 << 20 // between two looks for messages
	readAtOnce    = 8 << 20
)

// maxPart is the most bytes in a part of a snapshot: one is handled at once, several
// times on its way, and rows of many megabytes stand in one that may have more than a
// phone bears. Such a workspace is not written down; its journal tells how it came about.
const maxPart = 32 << 20

// resting is a snapshot on its way to the store.
type resting struct {
	pass    *snapshot.Pass
	storing chan error // of what is being stored, nil for nothing
	last    bool       // that is the manifest
	size    int64      // bytes of the manifest
	upTo    uint64     // the number that the journal's next entry had

	claim  string           // in place of a pass: the token that is claimed with
	before *snapshot.Reader // what was there then, nil for nothing that can be read
}

// rest takes the open workspace's snapshot one step further, if it is due, and
// reports whether there may be more to do at once.
func (h *Host) rest(ctx context.Context) bool {
	w := h.open
	if w == nil || h.opening != nil || !w.held || w.session.ReadOnly {
		return false
	}
	if h.restore() || h.rejoin(ctx) {
		return false
	}
	if w.missed > 0 {
		return h.reopen(ctx)
	}
	if w.resting == nil {
		due := w.owed >= owedMicros || w.tail >= owedEntries
		if !due && w.tidied || !h.saver.quiet() || !h.calmed() {
			return false
		}
		if w.token == "" {
			h.claim(w)
			return false
		}
		if w.heavy == w.meta.Next {
			return false
		}
		pass := w.writer.Begin(w.session.Image(), w.meta.Next)
		if pass.Heaviest() > maxPart {
			w.heavy = w.meta.Next
			return false
		}
		w.resting = &resting{pass: pass, upTo: w.meta.Next}
		w.owed, w.tail = 0, 0
	}
	r := w.resting
	if r.storing != nil {
		select {
		case err := <-r.storing:
			r.storing = nil
			switch {
			case err != nil:
				// The journal has it all. What is of no use is cleared away at once, unless
				// that is what failed; what comes next tries again.
				w.resting, w.token, w.tidied = nil, "", r.claim != ""
				w.owed, w.tail = 0, 0
				return !w.tidied
			case r.claim != "":
				w.resting, w.token, w.tidied = nil, r.claim, true
				w.resumed(r.before)
				return true
			case r.last:
				r.pass.Commit()
				w.resting, w.rested, w.based = nil, r.size+w.writer.Size(), r.upTo
				if w.lesson == nil {
					w.noted(h)
				}
				return false
			}
		default:
			return false
		}
	}
	if !h.calmed() {
		return false
	}
	chunks, done := r.pass.Step(writtenAtOnce)
	store, id, token := h.Store, w.meta.ID, w.token
	switch {
	case len(chunks) > 0:
		h.keep(r, func(ctx context.Context) error { return store.PutChunks(ctx, id, token, chunks...) })
		return false
	case done:
		manifest, keep := r.pass.Finish()
		r.last, r.size = true, int64(len(manifest))
		h.keep(r, func(ctx context.Context) error { return store.PutSnapshot(ctx, id, token, manifest, keep) })
		return false
	}
	return true
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

// claim has no other tab's snapshot of the workspace come into the store any more,
// and deletes what chunks are there that the one which is there does without.
func (h *Host) claim(w *workspace) {
	r := &resting{claim: h.NewID()}
	w.resting = r
	store, id := h.Store, w.meta.ID
	h.keep(r, func(ctx context.Context) error {
		manifest, err := store.Claim(ctx, id, r.claim)
		if err != nil {
			return err
		}
		var keep []uint64
		if before, err := snapshot.Read(manifest); err == nil {
			r.before, keep = before, before.Chunks()
		}
		return store.PutSnapshot(ctx, id, r.claim, nil, keep)
	})
}

// resumed has the next snapshot go on from the one that is in the store, or be
// written whole where that is not the one which the workspace knows.
func (w *workspace) resumed(before *snapshot.Reader) {
	switch {
	case before == nil:
		w.writer = snapshot.NewWriter()
	case before.UpTo() != w.based:
		w.writer = before.After()
	}
}

// keep stores something of a snapshot behind the host's back, and wakes the host
// when that is done.
func (h *Host) keep(r *resting, put func(context.Context) error) {
	r.storing = make(chan error, 1)
	go func() {
		r.storing <- h.saver.exclusive(func() error { return put(context.Background()) })
		h.rouse()
	}()
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
	w.session, w.writer, w.based = session, writer, v.reader.UpTo()
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

// spent notes what accepted changes took to run, which they would take again.
func (w *workspace) spent(entries int, micros base.Micros) {
	w.tail += entries
	w.owed += micros
}

// begin begins the lesson of the workspace over its session.
func (w *workspace) begin(p lessons.Progress) {
	if w.lesson != nil {
		w.run = lessons.Begin(w.lesson, w.session, p)
	}
}
