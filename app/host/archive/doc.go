// Package archive is the file that carries workspaces from one browser to
// another: one sandbox, or everything that the reader has.
//
// # Format
//
//	file = "TABLETOP FILE 1\n" packed sum
//
// Packed is the body in raw deflate (RFC 1951). The sum is the CRC-32 (IEEE) of
// the body, four bytes, big endian; nothing follows it. The body is blocks, each
// a letter, a length as an unsigned varint, and so many bytes:
//
//	F  first and once: a frame (engine/wire) that says whether this is everything
//	W  a workspace: a frame with its kind, ID, title, times and note
//	E  an entry of the last workspace's journal, as it is stored
//	Z  last and once, empty
//
// The ID of a sandbox is left out: it gets a new one where it is read.
//
// Files of the program's first days, which began with "TABLETOP 1" or "TABLETOP 2", are
// refused. The recovery screen writes a file without this package, and packs nothing.
//
// # Bounds
//
// A body has at most [MaxBody] bytes, whatever a file says, and an entry of a
// journal takes at least five of them, so that what is read takes at most seven
// times MaxBody. An entry has at most [MaxEntry] bytes; checking one takes at most
// 32 times that for a moment. There are at most [base.MaxSpaces] workspaces, or it is
// refused (many-spaces). Memory is taken as the body grows, never for a
// length that a file only claims. What is refused is bad-file, with what is wrong
// and at which byte of the body, or which bound it is over.
package archive
