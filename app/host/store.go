package host

import (
	"context"

	"tabletop/engine/snapshot"
)

// WorkspaceKind says what a workspace is for.
type WorkspaceKind uint8

const (
	KindSandbox WorkspaceKind = iota // tables that a reader makes freely
	KindLesson                       // the workspace of one lesson; its ID is the lesson's slug
)

// Meta describes one stored workspace. The store does not check it against the journal: the
// caller keeps Next, Bytes and Changed correct. All numbers are at most 2^53-1, which a
// JavaScript number holds exactly.
type Meta struct {
	ID      string // sandbox: 10 characters of [a-z2-7]; lesson: its slug. Never empty, valid UTF-8, no slash
	Kind    WorkspaceKind
	Title   string // valid UTF-8
	Created int64  // microseconds since the Unix epoch
	Changed int64  // microseconds since the Unix epoch
	Next    uint64 // sequence number the next journal entry gets; the first is 1
	Bytes   int64  // bytes of the journal's entries
	Deleted int64  // microseconds since the Unix epoch; 0 if it is not deleted
	Note    []byte // state beside the tables, such as a lesson's progress; opaque to the store
}

// JournalEntry is one accepted change in a workspace's journal.
type JournalEntry struct {
	Seq  uint64 // its number in the journal; the first is 1
	Data []byte // one wire frame
}

// WorkspaceToStore is a workspace to be stored by [Store.PutAll].
type WorkspaceToStore struct {
	Meta
	Entries []JournalEntry // the whole journal; unused if Noted
	Noted   bool           // the workspace exists, and only its Note is replaced
}

// StoredWorkspace is a workspace as the store returned it.
type StoredWorkspace struct {
	Meta
	Entries []JournalEntry  // in sequence order
	Damaged []DamagedRecord // unreadable records in place of entries, in sequence order
}

// DamagedRecord is a record of a journal whose content is not what was written.
type DamagedRecord struct {
	Seq  uint64
	Data []byte // the bytes that were read, unchanged
}

// Store keeps workspaces. Each method is one transaction: when it returns nil, all of it is
// done and durable; when it returns an error, nothing is done. One case is uncertain: if the
// browser does not report the end of a commit in time, the error is store-fails and only a Load
// tells. A caller uses one method at a time. A store copies its arguments, and its results are
// copies.
//
// Errors are *base.Error. The code is no-sandbox for an unknown ID, store-full if the browser
// grants no more room, store-taken as [Store.Append] and [Store.Move] say, and store-fails for
// anything else: a context that ended, a Meta outside its bounds, an error of the browser.
type Store interface {
	// List returns the workspaces, the latest changed first, and by ID if the times are equal.
	// Deleted workspaces that can be brought back are among them.
	List(ctx context.Context) ([]Meta, error)
	// Load returns a workspace with its journal from a sequence number on. With from 0 or 1 it
	// is the whole journal.
	Load(ctx context.Context, id string, from uint64) (StoredWorkspace, error)
	// Put creates or replaces a whole workspace: its Meta and its journal, whose numbers must
	// ascend. It removes the workspace's snapshot.
	Put(ctx context.Context, m Meta, journal []JournalEntry) error
	// PutAll stores several workspaces in one transaction. A record that is Noted must exist,
	// and only its Note is replaced; any other is stored as by Put. If ctx ends first, nothing
	// is stored. went is called now and then with the number of records that are done.
	PutAll(ctx context.Context, list []WorkspaceToStore, went func(done int)) error
	// Append adds entries to the journal and replaces the Meta, in one transaction. The
	// workspace must exist, and its Deleted must equal that of m: one tab cannot add to what
	// another has deleted. The numbers of the entries ascend. A number that the journal already
	// has is refused (store-taken), so that two writers cannot overwrite each other.
	Append(ctx context.Context, m Meta, entries ...JournalEntry) error
	// Delete removes a workspace, its journal and its snapshot for good.
	Delete(ctx context.Context, id string) error
	// Move sets the Deleted time of a workspace (0 if it is not deleted) and its ID. The new ID
	// may equal the old one; otherwise no workspace may have it (store-taken), and the snapshot
	// is removed. All else stays.
	Move(ctx context.Context, id, to string, deleted int64) error
	// Purge removes a workspace for good if it is deleted. It does nothing to a workspace that
	// is not deleted or does not exist.
	Purge(ctx context.Context, id string) error
	// Clear removes all workspaces in one transaction.
	Clear(ctx context.Context) error

	// ClaimSnapshot gives a workspace's snapshot to the owner of a token, which is not empty. From then
	// on, until the next claim, chunks and manifests with another token are refused
	// (store-fails), even those already under way. Put ends the claim. ClaimSnapshot returns the stored
	// manifest, nil if there is none.
	ClaimSnapshot(ctx context.Context, id, token string) (manifest []byte, err error)
	// PutChunks stores chunks beside a workspace, which must exist. A chunk replaces the stored
	// one of the same number. The first number is 1.
	PutChunks(ctx context.Context, id, token string, chunks ...snapshot.Chunk) error
	// PutSnapshot replaces the manifest of a workspace, which must exist, and deletes all
	// chunks except those with the numbers keep, which ascend. With a nil manifest the stored
	// one stays.
	PutSnapshot(ctx context.Context, id, token string, manifest []byte, keep []uint64) error
	// LoadSnapshot returns the manifest, nil if there is none.
	LoadSnapshot(ctx context.Context, id string) ([]byte, error)
	// LoadChunks returns the chunks with the given numbers, in that order. A chunk that does not
	// exist has no data.
	LoadChunks(ctx context.Context, id string, numbers ...uint64) ([]snapshot.Chunk, error)
}
