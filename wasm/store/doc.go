// Package store keeps workspaces. Its stores implement [host.Store] and pass the tests of
// web/test/storetest:
//
//   - [Memory] keeps workspaces as long as the program runs.
//   - IndexedDB (in the browser) keeps them in a database of the browser.
//   - [MirroredStore] keeps the journals in a second store as well.
//   - [DeferredStore] uses memory until a database has opened.
//
// In the browser, OpenBrowserStore returns these put together. Terms: a workspace has a journal of
// entries with ascending numbers, and a snapshot, which consists of a manifest and chunks. The
// spare is the second store of a MirroredStore. A claim is the right of one tab to change a
// snapshot; it is named by a token.
//
// # What is in IndexedDB
//
// One database has four object stores. A page without any Go can export them:
//
//   - workspaces: the key is the ID, the value an object {id, kind, title, created, changed, next,
//     bytes, note}. kind is "sandbox" or "lesson", created and changed are microseconds since the
//     Unix epoch, and note is a Uint8Array. A workspace that was deleted and can still be restored
//     has a further number deleted, which says when.
//
//   - journal: the key is the ID, a slash and a sequence number in 20 decimal digits; the value is
//     a Uint8Array. It is a record: it holds the entry of that number and the entries before it
//     that were put together with it, with a checksum, and mostly twice.
//
//   - snapshots: the key is the ID, the value a Uint8Array: the manifest of a snapshot, see
//     [tabletop/engine/snapshot]. A snapshot may be lost, since the journal leads to the same
//     state.
//
//   - chunks: the key is the ID, a slash and the chunk's number in 20 decimal digits, the value a
//     Uint8Array. Number 0 is not a chunk: it names the tab that may change the snapshot.
//
// An ID has no slash, so the keys of one workspace are a range of their own.
//
// # The spare
//
// Where the browser has storage buckets there is a second database of the same name in the bucket
// "spare". It has the same object stores; workspaces and journal follow those of the first
// database, see [MirroredStore]. Chromium keeps the databases of a bucket in files of their own,
// and deletes all of them when those files are damaged. A workspace that only the spare has is
// restored from it.
//
// # Versions
//
// The version of the database is 4, and the version of a record is 2. Records and entries of older
// versions cannot be read; they are kept, and counted as damaged.
package store
