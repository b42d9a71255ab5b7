package host

import (
	"context"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/snapshot"
)

// A snapshot is due when running the changes since the last one again would cost
// about this much.
const (
	snapshotMicros  = 250_000
	snapshotEntries = 400
)

// overdueBy is how many times as much makes a snapshot overdue. It waits for no calm
// moment any more: a reader who leaves as soon as all is saved leaves none, and each
// opening would run more again.
const overdueBy = 4

// snapshotStep is how many bytes of a snapshot are written between two looks for
// messages.
const snapshotStep = 1 << 20

// maxPart is the most bytes in a part of a snapshot: one is handled at once, several
// times on its way, and rows of many megabytes stand in one that may have more than a
// phone bears. Of such a workspace no snapshot is stored; its journal has it all.
const maxPart = 32 << 20

// snapshotter stores snapshots of one workspace, a piece at a time. Its methods are
// called by the goroutine that runs the session, and wait for no store: what is stored
// is stored by a goroutine beside it, one piece at a time.
//
// Of the tabs that have a workspace open one may store its snapshots: that which was
// the last to claim them, with a token. So it goes through these stages:
//
//	unclaimed -> claiming -> claimed -> writing -> claimed ...
//
// Whatever fails leads back to unclaimed. Nothing is lost by that: the journal has all
// that a snapshot has.
type snapshotter struct {
	snapshotStore
	stage snapshotStage

	writer *snapshot.Writer // knows the parts of the stored snapshot that are there already
	upTo   uint64           // number of the journal's first entry that the writer's snapshot lacks, 0 for no snapshot
	size   int64            // bytes of the stored snapshot

	// What running the changes since the last snapshot again would cost.
	micros  base.Micros
	entries int

	tooLarge uint64 // the journal's next number when a part exceeded maxPart, 0 for never
}

// snapshotStore is what a snapshotter needs from outside.
type snapshotStore struct {
	store    Store
	id       string                   // of the workspace
	newToken func() string            // never the same
	alone    func(func() error) error // runs a function while nothing else uses the store
	stored   func()                   // called after each piece, stored or not, from any goroutine
}

// snapshotStage is what a snapshotter does: unclaimed, claiming, claimed or writingSnapshot.
type snapshotStage interface{ snapshotStage() }

type (
	// unclaimed may store nothing.
	unclaimed struct {
		// leftovers is whether chunks of no snapshot may lie in the store: then it is
		// claimed at once, which deletes them, else when a snapshot is due.
		leftovers bool
	}
	// claiming waits for the store to take its claim.
	claiming struct {
		token string
		ended <-chan claimEnd
	}
	// claimed may store the next snapshot.
	claimed struct{ token string }
	// writingSnapshot stores a snapshot.
	writingSnapshot struct {
		token string
		pass  *snapshot.Pass
		upTo  uint64
		piece *snapshotPiece // being stored, nil for none

		overdue bool // was when it was begun
	}
)

func (unclaimed) snapshotStage()       {}
func (claiming) snapshotStage()        {}
func (claimed) snapshotStage()         {}
func (writingSnapshot) snapshotStage() {}

// claimEnd is how a claim ended.
type claimEnd struct {
	err    error
	before *snapshot.Reader // the snapshot that the store has, nil for none that can be read
}

// snapshotPiece is part of a snapshot on its way to the store.
type snapshotPiece struct {
	ended    <-chan error
	manifest int64 // its bytes, where it is the manifest, which comes last; else 0
}

// newSnapshotter returns the snapshotter of a workspace that has no snapshot.
// leftovers is whether chunks of one may lie in the store all the same.
func newSnapshotter(s snapshotStore, leftovers bool) *snapshotter {
	return &snapshotter{snapshotStore: s, stage: unclaimed{leftovers}, writer: snapshot.NewWriter()}
}

// count counts changes that were made, and how long they took.
func (s *snapshotter) count(entries int, micros base.Micros) {
	s.entries += entries
	s.micros += micros
}

// due reports whether the next snapshot would save enough.
func (s *snapshotter) due() bool { return s.micros >= snapshotMicros || s.entries >= snapshotEntries }

func (s *snapshotter) overdue() bool {
	return s.micros >= overdueBy*snapshotMicros || s.entries >= overdueBy*snapshotEntries
}

// restart counts anew what came after the last snapshot.
func (s *snapshotter) restart() { s.micros, s.entries = 0, 0 }

// loaded takes the writer of a snapshot that a session was made from.
func (s *snapshotter) loaded(w *snapshot.Writer, upTo uint64) { s.writer, s.upTo = w, upTo }

// knows reports whether the snapshot in the store, whose reader is nil for none, is
// the one that this has stored or was made from.
func (s *snapshotter) knows(stored *snapshot.Reader) bool {
	if stored == nil {
		return s.upTo == 0
	}
	return stored.UpTo() == s.upTo
}

// abandon gives up the snapshot that is being stored, or the claim. The function that
// it returns waits for the piece that the store has been given.
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

// disown has it claim the snapshots anew: another tab may have claimed them.
func (s *snapshotter) disown() {
	s.abandon()
	s.stage = unclaimed{leftovers: true}
}

// snapshotTurn is what a step of a snapshotter depends on.
type snapshotTurn struct {
	image func() engine.Image
	next  uint64      // the journal's next number
	saved func() bool // all changes are stored
	idle  func() bool // nobody waits for the host
}

// step takes the snapshot one piece further, if one is due. It reports whether there
// is more to do at once, and whether a snapshot has come to be stored.
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
	if at, ok := s.stage.(writingSnapshot); ok && !at.overdue && !t.idle() {
		return false, false
	}
	return s.write(), false
}

// claim has no other tab's snapshot of the workspace come into the store any more,
// and deletes the chunks there that are of no snapshot.
func (s *snapshotter) claim() {
	store, id, token := s.store, s.id, s.newToken()
	ended := make(chan claimEnd, 1)
	s.stage = claiming{token, ended}
	go func() {
		var end claimEnd
		end.err = s.alone(func() error {
			manifest, err := store.Claim(context.Background(), id, token)
			if err != nil {
				return err
			}
			var keep []uint64
			if r, err := snapshot.Read(manifest); err == nil {
				end.before, keep = r, r.Chunks()
			}
			return store.PutSnapshot(context.Background(), id, token, nil, keep)
		})
		ended <- end
		s.stored()
	}()
}

// claimEnded goes on from the snapshot that is in the store, or writes the next one
// whole where that is not the one which is known. It reports whether there is more to do.
func (s *snapshotter) claimEnded(token string, end claimEnd) bool {
	if end.err != nil {
		s.stage = unclaimed{} // not at once: that is what failed
		s.restart()
		return false
	}
	s.stage = claimed{token}
	if end.before == nil {
		s.writer = snapshot.NewWriter()
	} else if end.before.UpTo() != s.upTo {
		s.writer = end.before.After()
	}
	return true
}

// begin begins a snapshot, unless a part of it is too large.
func (s *snapshotter) begin(token string, t snapshotTurn) bool {
	if s.tooLarge == t.next {
		return false
	}
	pass := s.writer.Begin(t.image(), t.next)
	if pass.Heaviest() > maxPart {
		s.tooLarge = t.next
		return false
	}
	s.stage = writingSnapshot{token: token, pass: pass, upTo: t.next, overdue: s.overdue()}
	s.restart()
	return true
}

// write encodes some of the snapshot and hands it to the store. It reports whether
// there is more to encode before.
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

// put has a piece stored.
func (s *snapshotter) put(manifest int64, put func(context.Context) error) *snapshotPiece {
	ended := make(chan error, 1)
	go func() {
		ended <- s.alone(func() error { return put(context.Background()) })
		s.stored()
	}()
	return &snapshotPiece{ended, manifest}
}

// writingEnded takes the end of a snapshot: its manifest is stored, or a piece is not.
func (s *snapshotter) writingEnded(at writingSnapshot, err error) (more, stored bool) {
	if err != nil {
		s.stage = unclaimed{leftovers: true}
		s.restart()
		return true, false
	}
	at.pass.Commit()
	s.stage = claimed{at.token}
	s.upTo, s.size = at.upTo, at.piece.manifest+s.writer.Size()
	return false, true
}
