// Package snapshot writes sessions down, so that opening one again costs reading
// its rows and not repeating its history. It knows no disk: who uses it keeps
// bytes under numbers.
//
// A snapshot is a manifest and the chunks that it names. A chunk holds parts of
// tables, leaves of a [tabletop/engine/rowmap.Map], and is never changed. The
// manifest holds the rest: the states of the timeline, and for each table in each
// which parts it has, as what differs from the state before. States share parts,
// and so do one snapshot and the next: a [Writer] remembers what has been written
// and writes only what is new, and chunks again of which little is used any more.
//
// What is read is checked: sums over the bytes, and then that they are a session,
// row by row. A snapshot that is damaged, or of another version, is refused
// (bad-image), and nothing is lost: the changes that led to it are kept elsewhere.
//
//	manifest = "TTS" version frame crc
//	chunk    = part*
//
// The frame is one of [tabletop/engine/wire], the crc the IEEE one of all bytes
// before it, big endian. A chunk's sum stands in the manifest. A manifest of another
// version is refused.
package snapshot
