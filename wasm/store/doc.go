// Package store keeps workspaces: [Memory] for as long as the program runs, and
// in the browser IndexedDB, for good. Both are a host.Store and pass the suite
// in wasm/store/storetest.
//
// # What lies in IndexedDB
//
// One database with four object stores, plain enough for a page without any Go
// to export:
//
//   - workspaces: the key is the id, the value an object {id, kind, title,
//     created, changed, next, bytes, note}: kind is "sandbox" or "lesson",
//     created and changed are microseconds since the Unix epoch, note is a
//     Uint8Array. What is deleted, and can still be brought back, has when in
//     deleted, a number that others lack.
//
//   - journal: the key is the id, a slash and a sequence number in 20 decimal
//     digits, the value a Uint8Array: a record, which holds the entry of that number,
//     and those before it that were put with it, with a sum, mostly twice.
//
//   - snapshots: the key is the id, the value a Uint8Array: the manifest of a
//     snapshot, see [tabletop/engine/snapshot]. It can be done without: the journal
//     leads to the same.
//
//   - chunks: the key is the id, a slash and the chunk's number in 20 decimal
//     digits, the value a Uint8Array. The one of number 0 is no chunk: it names
//     the tab that may change the snapshot.
//
// # The spare
//
// Where the browser has buckets of storage there is a second database of that name
// in the bucket "spare", with the same object stores, of which workspaces and
// journal follow the first: see [MirroredStore]. Chromium keeps the databases of a bucket in
// files of their own, and deletes all of them when those are damaged. What only the
// spare has is brought back.
//
// # Versions
//
// The version of the database is 4, and the version of a record is 2. Records and entries
// of older versions cannot be read: they are kept, and counted as damaged.
//
// An id holds no slash, so the keys of one workspace are a range of their own.
package store
