package host

import (
	"context"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/snapshot"
)

// A snapshot is due when running the changes since the last one again would take
// snapshotMicros microseconds, or when there are snapshotEntries of them.
const (
	snapshotMicros  = 250_000
	snapshotEntries = 400
)

// overdueBy says how many times the limits above make a snapshot overdue. An overdue snapshot
// does not wait for the host to be idle: if the reader always leaves at once, it would never be
// stored, and every opening would take longer.
const overdueBy = 4

// snapshotStep is how many bytes of a snapshot are encoded between two looks for messages.
const snapshotStep = 1 << 20

// maxPart is the most bytes of rows in one part of a snapshot. A part is in memory several
// times while it is stored, and a part with rows of many megabytes could exceed a phone's
// memory. A workspace with a larger part gets no snapshot; its journal holds everything.
const maxPart = 32 << 20

// snapshotter stores snapshots of one workspace, piece by piece. Its methods are called by the
// goroutine that runs the session, and never wait for the store: each piece is stored by a
// goroutine of its own, one piece at a time.
//
// Only one of the tabs that have a workspace open may store its snapshots: the last one that
// claimed them with a token. So a snapshotter goes through these stages:
//
//	unclaimed -> claiming -> claimed -> writing -> claimed ...
//
// A failure leads back to unclaimed. Nothing is lost by that, since the journal holds all that
// a snapshot does.
type snapshotter struct {
	snapshotStore
	stage snapshotStage

	writer *snapshot.Writer // knows which parts are stored already
	upTo   uint64           // number of the first entry that the stored snapshot lacks; 0 for no snapshot
	size   int64            // bytes of the stored snapshot

	// The cost of running the changes since the last snapshot again: their time and number.
	micros  base.Micros
	entries int

	tooLarge uint64 // the journal's next number when a part was last too large; 0 for never
}

// snapshotStore is what a snapshotter needs from the host.
type snapshotStore struct {
	store    Store
	id       string                   // of the workspace
	newToken func() string            // returns another token at each call
	alone    func(func() error) error // runs a function while nothing else uses the store
	stored   func()                   // called after each write, successful or not, from any goroutine
}

// snapshotStage is the stage of a snapshotter: unclaimed, claiming, claimed or writingSnapshot.
type snapshotStage interface{ snapshotStage() }

type (
	// unclaimed may not store anything.
	unclaimed struct {
		// leftovers is whether the store may have chunks that belong to no snapshot. Then the
		// snapshotter claims as soon as the host is idle, which deletes them; otherwise it
		// claims when a snapshot is due.
		leftovers bool
	}
	// claiming waits for the end of a claim.
	claiming struct {
		token string
		ended <-chan claimEnd
	}
	// claimed may store the next snapshot.
	claimed struct{ token string }
	// writingSnapshot is storing a snapshot.
	writingSnapshot struct {
		token string
		pass  *snapshot.SnapshotPass
		upTo  uint64         // number of the first entry that it lacks
		piece *snapshotPiece // the piece being stored; nil for none

		overdue bool // whether it was overdue when it was begun
	}
)

func (unclaimed) snapshotStage()       {}
func (claiming) snapshotStage()        {}
func (claimed) snapshotStage()         {}
func (writingSnapshot) snapshotStage() {}

// claimEnd is how a claim ended.
type claimEnd struct {
	err    error
	before *snapshot.Reader // the stored snapshot; nil if there is none that can be read
}

// snapshotPiece is a part of a snapshot on its way to the store.
type snapshotPiece struct {
	ended    <-chan error
	manifest int64 // bytes of the manifest, which is the last piece; 0 for any other
}

// newSnapshotter returns the snapshotter of a workspace that has no snapshot. leftovers is
// whether the store may have chunks of one nevertheless.
func newSnapshotter(s snapshotStore, leftovers bool) *snapshotter {
	return &snapshotter{snapshotStore: s, stage: unclaimed{leftovers}, writer: snapshot.NewWriter()}
}

// count adds changes that were made since the last snapshot, and the time they took.
func (s *snapshotter) count(entries int, micros base.Micros) {
	s.entries += entries
	s.micros += micros
}

// due reports whether a snapshot would save enough at the next opening.
func (s *snapshotter) due() bool { return s.micros >= snapshotMicros || s.entries >= snapshotEntries }

// overdue reports whether the next snapshot must not wait for an idle host.
func (s *snapshotter) overdue() bool {
	return s.micros >= overdueBy*snapshotMicros || s.entries >= overdueBy*snapshotEntries
}

// restart sets the counts of changes since the last snapshot to zero.
func (s *snapshotter) restart() { s.micros, s.entries = 0, 0 }

// loaded sets the writer of the snapshot that the session was made from, and its upTo.
func (s *snapshotter) loaded(w *snapshot.Writer, upTo uint64) { s.writer, s.upTo = w, upTo }

// knows reports whether the stored snapshot is the one that this snapshotter has stored or
// loaded. stored is nil if the store has none.
func (s *snapshotter) knows(stored *snapshot.Reader) bool {
	if stored == nil {
		return s.upTo == 0
	}
	return stored.FirstEntryAfter() == s.upTo
}

// abandon gives up the claim or the snapshot under way. The function that it returns waits
// until the store has finished the piece that it was given, if any.
func (s *snapshotter) abandon() (wait func()) {
	switch at := s.stage.(type) {
	case claiming:
		s.stage = unclaimed{leftovers: true}
		return func() { <-at.ended }
	case writingSnapshot:
		s.stage = claimed{at.token}
		if at.piece != nil {
			return func() { <-at.piece.ended }
		}
	}
	return func() {}
}

// disown makes the snapshotter claim again before it stores anything: another tab may have
// claimed.
func (s *snapshotter) disown() {
	s.abandon()
	s.stage = unclaimed{leftovers: true}
}

// snapshotTurn is what a step of a snapshotter needs to know of the session and the host.
type snapshotTurn struct {
	image func() engine.SessionImage
	next  uint64      // the journal's next number
	saved func() bool // whether all changes are stored
	idle  func() bool // whether the last answer is long enough ago
}

// step takes a due snapshot one piece further. more reports whether it can be called again at
// once, stored whether a snapshot has just been completed. After the end of a piece the host is
// woken by snapshotStore.stored, and has to call step again.
func (s *snapshotter) step(t snapshotTurn) (more, stored bool) {
	switch at := s.stage.(type) {
	case unclaimed:
		if (s.due() || at.leftovers) && t.saved() && (s.overdue() || t.idle()) {
			s.claim()
		}
		return false, false
	case claiming:
		select {
		case end := <-at.ended:
			return s.claimEnded(at.token, end), false
		default:
			return false, false
		}
	case claimed:
		if !s.due() || !t.saved() || !s.overdue() && !t.idle() || !s.begin(at.token, t) {
			return false, false
		}
	case writingSnapshot:
		if at.piece == nil {
			break
		}
		select {
		case err := <-at.piece.ended:
			if err != nil || at.piece.manifest > 0 {
				return s.writingEnded(at, err)
			}
			at.piece = nil
			s.stage = at
		default:
			return false, false
		}
	}
	// Between two pieces a snapshot waits for an idle host, unless it is overdue.
	if at, ok := s.stage.(writingSnapshot); ok && !at.overdue && !t.idle() {
		return false, false
	}
	return s.write(), false
}

// claim claims the workspace's snapshots, so that other tabs cannot store any, and deletes the
// chunks that belong to no snapshot.
func (s *snapshotter) claim() {
	store, id, token := s.store, s.id, s.newToken()
	ended := make(chan claimEnd, 1)
	s.stage = claiming{token, ended}
	go func() {
		var end claimEnd
		end.err = s.alone(func() error {
			manifest, err := store.ClaimSnapshot(context.Background(), id, token)
			if err != nil {
				return err
			}
			var keep []uint64
			if r, err := snapshot.ReadManifest(manifest); err == nil {
				end.before, keep = r, r.NeededChunks()
			}
			return store.PutSnapshot(context.Background(), id, token, nil, keep)
		})
		ended <- end
		s.stored()
	}()
}

// claimEnded handles the end of a claim. If the stored snapshot is not the one that the writer
// knows, the next snapshot is written as a whole. It reports whether there is more to do.
func (s *snapshotter) claimEnded(token string, end claimEnd) bool {
	if end.err != nil {
		s.stage = unclaimed{} // without leftovers, since a claim at once would fail again
		s.restart()
		return false
	}
	s.stage = claimed{token}
	if end.before == nil {
		s.writer = snapshot.NewWriter()
	} else if end.before.FirstEntryAfter() != s.upTo {
		s.writer = end.before.NewWriter()
	}
	return true
}

// begin begins a snapshot, and reports false if a part of it is larger than maxPart.
func (s *snapshotter) begin(token string, t snapshotTurn) bool {
	if s.tooLarge == t.next {
		return false
	}
	pass := s.writer.Begin(t.image(), t.next)
	if pass.LargestPartBytes() > maxPart {
		s.tooLarge = t.next
		return false
	}
	s.stage = writingSnapshot{token: token, pass: pass, upTo: t.next, overdue: s.overdue()}
	s.restart()
	return true
}

// write encodes some of the snapshot and hands what is complete to the store. It reports
// whether it has to encode more before it can do so.
func (s *snapshotter) write() bool {
	at := s.stage.(writingSnapshot)
	store, id := s.store, s.id
	chunks, done := at.pass.Step(snapshotStep)
	switch {
	case len(chunks) > 0:
		at.piece = s.put(0, func(ctx context.Context) error { return store.PutChunks(ctx, id, at.token, chunks...) })
	case done:
		manifest, keep := at.pass.Finish()
		at.piece = s.put(int64(len(manifest)), func(ctx context.Context) error { return store.PutSnapshot(ctx, id, at.token, manifest, keep) })
	default:
		return true
	}
	s.stage = at
	return false
}

// put stores a piece on a goroutine of its own.
func (s *snapshotter) put(manifest int64, put func(context.Context) error) *snapshotPiece {
	ended := make(chan error, 1)
	go func() {
		ended <- s.alone(func() error { return put(context.Background()) })
		s.stored()
	}()
	return &snapshotPiece{ended, manifest}
}

// writingEnded handles the end of a snapshot: the manifest is stored, or a piece has failed.
func (s *snapshotter) writingEnded(at writingSnapshot, err error) (more, stored bool) {
	if err != nil {
		s.stage = unclaimed{leftovers: true}
		s.restart()
		return true, false
	}
	at.pass.MarkStored()
	s.stage = claimed{at.token}
	s.upTo, s.size = at.upTo, at.piece.manifest+s.writer.StoredBytes()
	return false, true
}
