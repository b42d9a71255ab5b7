package host

import (
	"context"

	"tabletop/engine/snapshot"
)

// Kind says what a workspace is for.
type Kind uint8

const (
	KindSandbox Kind = iota // the reader's own
	KindLesson              // the workspace of one lesson; its ID is the lesson's slug
)

// Meta describes one stored workspace. The store keeps it as it is given: that
// Next, Bytes and Changed fit the journal is the caller's care. The five numbers
// are at most 2^53-1, which is what a JavaScript number holds exactly.
type Meta struct {
	ID      string // sandbox: 10 characters of [a-z2-7]; lesson: its slug. Never empty, valid UTF-8, no slash
	Kind    Kind
	Title   string // valid UTF-8
	Created int64  // microseconds since the Unix epoch
	Changed int64  // microseconds since the Unix epoch
	Next    uint64 // sequence number the next journal entry gets; the first is 1
	Bytes   int64  // bytes of the journal's entries
	Deleted int64  // microseconds since the Unix epoch: when it was deleted, 0 for not
	Note    []byte // the workspace's own state beside its tables (a lesson's progress, the console's history); opaque to the store
}

// Entry is one accepted change in a workspace's journal.
type Entry struct {
	Seq  uint64
	Data []byte // one wire frame
}

// WorkspaceRecord is a workspace on its way into the store.
type WorkspaceRecord struct {
	Meta
	Entries []Entry
	Noted   bool // it is there already, and nothing but its Note changes
}

// StoredWorkspace is a workspace as the store has it.
type StoredWorkspace struct {
	Meta
	Entries []Entry         // in sequence order
	Damaged []DamagedRecord // what stands in the place of entries, in sequence order
}

// DamagedRecord is a record of a journal that does not hold what was put there.
type DamagedRecord struct {
	Seq  uint64
	Data []byte // as it was found
}

// Store keeps workspaces. Every method is one transaction: it has happened
// wholly, and for good, when it returns nil and not at all when it returns an
// error. Only when the browser does not say in time how a commit ended is that
// open; the error then is store-fails too, and a Load tells. Methods are called
// from one goroutine at a time. A store copies what it is given and what it
// returns.
//
// Errors are *base.Error: no-sandbox for an unknown id, store-full when the
// browser grants no more room, store-taken as Append says, store-fails for the rest: a context that ended,
// a Meta outside its bounds, what the browser says.
type Store interface {
	// List returns the workspaces, the last changed first, by id where that is
	// the same. What is deleted and can be brought back is among them.
	List(ctx context.Context) ([]Meta, error)
	// Load returns a workspace with its journal from a sequence number on.
	Load(ctx context.Context, id string, from uint64) (StoredWorkspace, error)
	// Put creates or replaces a workspace whole: its Meta and its entire journal,
	// which is in sequence order, no number twice. A snapshot of it goes.
	Put(ctx context.Context, m Meta, journal []Entry) error
	// PutAll does all of it in one transaction: with each what Put does, and of one
	// that is Noted, which must exist, it replaces the Note alone. Ended by ctx it has
	// done nothing. It tells now and then how many it is done with.
	PutAll(ctx context.Context, list []WorkspaceRecord, went func(done int)) error
	// Append adds entries to the journal and replaces the Meta, in one
	// transaction. The workspace must exist, and be deleted at the time that the
	// Meta says, 0 for not: what one tab deletes no other adds to. The entries are in sequence order;
	// a number that the journal already has is refused (store-taken), so that two
	// writers cannot overwrite each other.
	Append(ctx context.Context, m Meta, entries ...Entry) error
	// Delete removes a workspace, its journal and its snapshot, for good.
	Delete(ctx context.Context, id string) error
	// Move sets when a workspace was deleted, 0 for not, and gives it another id,
	// which no workspace may have (store-taken) unless it is the same. All else
	// stays, but for the snapshot of what gets another id.
	Move(ctx context.Context, id, to string, deleted int64) error
	// Purge removes a workspace for good if it is deleted. Another, or one that there
	// is not, it leaves alone.
	Purge(ctx context.Context, id string) error
	// Clear removes all workspaces, in one transaction.
	Clear(ctx context.Context) error

	// Claim gives the snapshot of a workspace to who shows the token, not empty: from
	// then on what is put there with another is refused (store-fails), also where it
	// was on its way, until the next claim. A Put ends the claim. It returns the
	// manifest, nil where there is none.
	Claim(ctx context.Context, id, token string) (manifest []byte, err error)
	// PutChunks keeps chunks beside a workspace, which must exist, over those of
	// the same number. The first number is 1.
	PutChunks(ctx context.Context, id, token string, chunks ...snapshot.Chunk) error
	// PutSnapshot keeps the manifest of a workspace, which must exist, in the place
	// of the one before, and deletes all chunks but those with the numbers keep,
	// which ascend. Without a manifest the one before stays.
	PutSnapshot(ctx context.Context, id, token string, manifest []byte, keep []uint64) error
	// Snapshot returns the manifest, nil where there is none.
	Snapshot(ctx context.Context, id string) ([]byte, error)
	// Chunks returns the chunks with the numbers, in that order. One that there is
	// not has no data.
	Chunks(ctx context.Context, id string, numbers ...uint64) ([]snapshot.Chunk, error)
}
