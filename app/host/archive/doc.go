// Package archive encodes and decodes the file that carries workspaces from one browser to
// another. A file holds one sandbox, or everything that the reader has.
//
// [Writer] writes a file block by block; [Encode] writes one at once. [Decode] reads a file and
// checks all of it, and [Replay] makes a session of one of its workspaces:
//
//	w := archive.NewWriter(false)
//	w.Space(archive.Workspace{Title: "orders", Created: t, Changed: t})
//	w.Entry(wire.EncodeChange(change))
//	data, err := w.Finish()
//	…
//	f, err := archive.Decode(data, nil)
//
// # Format
//
//	file = "TABLETOP FILE 1\n" packed sum
//
// Packed is the body, compressed as raw deflate (RFC 1951). The sum is the CRC-32 (IEEE) of the
// body in four bytes, big endian, and ends the file. The body is a sequence of blocks. Each
// block is a letter, a length as an unsigned varint, and as many bytes:
//
//	F  first and once: a frame (engine/wire) that says whether this is everything
//	W  a workspace: a frame with its kind, ID, title, times and note
//	E  an entry of the last workspace's journal, in its stored form
//	Z  last and once, empty
//
// A sandbox has no ID in the file: it gets a new one where it is imported.
//
// Files of the program's first days, which began with "TABLETOP 1" or "TABLETOP 2", are
// refused. The recovery screen (web/static/recovery.js) writes the same format without this
// package, and does not compress.
//
// # Bounds
//
// A body has at most [MaxUnpacked] bytes. Each entry of a journal takes at least five of them, so
// the memory for all entries is at most seven times MaxUnpacked. An entry has at most [MaxEntry]
// bytes; checking it takes up to 32 times as much for a moment. There are at most
// [base.MaxWorkspaces] workspaces (many-spaces). Memory is allocated as the body grows, never for a
// length that a file only claims. All other errors are bad-file; their arguments say what is
// wrong, and at which byte of the body, or which bound is exceeded.
package archive
