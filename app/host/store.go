package host

import "context"

// Kind says what a workspace is for.
type Kind uint8

const (
	KindSandbox Kind = iota // the reader's own
	KindLesson              // the workspace of one lesson; its ID is the lesson's slug
)

// Meta describes one stored workspace.
type Meta struct {
	ID      string // sandbox: 10 characters of [a-z2-7]; lesson: its slug
	Kind    Kind
	Title   string
	Created int64  // microseconds since the Unix epoch
	Changed int64  // microseconds since the Unix epoch
	Next    uint64 // sequence number the next journal entry gets; the first is 1
	Bytes   int64  // bytes of the journal's entries
	Note    []byte // the workspace's own state beside its tables (a lesson's progress); opaque to the store
}

// Entry is one accepted change in a workspace's journal.
type Entry struct {
	Seq  uint64
	Data []byte // one wire frame
}

// Store keeps workspaces. Every method is one transaction: it has happened
// wholly when it returns nil and not at all when it returns an error. Methods
// are called from one goroutine at a time.
//
// Errors are *base.Error: no-sandbox for an unknown id, store-full when the
// browser grants no more room, store-fails for the rest.
type Store interface {
	// List returns the workspaces, the last changed first.
	List(ctx context.Context) ([]Meta, error)
	// Load returns a workspace with its journal in sequence order.
	Load(ctx context.Context, id string) (Meta, []Entry, error)
	// Put creates or replaces a workspace whole: its Meta and its entire journal.
	Put(ctx context.Context, m Meta, journal []Entry) error
	// Append adds entries to the journal and replaces the Meta, in one
	// transaction. The workspace must exist.
	Append(ctx context.Context, m Meta, entries ...Entry) error
	// Delete removes a workspace and its journal.
	Delete(ctx context.Context, id string) error
}
