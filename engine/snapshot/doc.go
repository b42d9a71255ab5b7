// Package snapshot encodes sessions, so that a session can be opened again by reading its
// rows instead of repeating its history. It does no input or output: the caller stores
// bytes under numbers.
//
//	p := writer.Begin(session.Image(), upTo)
//	for done := false; !done; {
//		var full []snapshot.Chunk
//		full, done = p.Step(budget)
//		// Store each chunk under its number.
//	}
//	manifest, keep := p.Finish()
//	// Store the manifest, delete all chunks that are not in keep, and then:
//	p.Commit()
//
// A snapshot is a manifest and the chunks that it names. A chunk has parts of tables,
// which are leaves of a [tabletop/engine/rowmap.Map]; it never changes. The manifest has
// everything else: the states of the timeline and, for each table in each state, its
// parts, as differences from the previous state. States share parts, and so do consecutive
// snapshots. A [Writer] remembers what has been stored, and writes only what is new, and
// the parts of chunks of which little is still in use.
//
// A [Reader] checks its input: first checksums, and then, row by row, that the result is a
// session. A snapshot that is damaged or has another version is refused (bad-image).
// Nothing is lost then, since the changes that led to it are stored elsewhere.
//
//	manifest = "TTS" version frame crc
//	chunk    = part*
//
// The frame is one of [tabletop/engine/wire]. The crc is CRC-32 (IEEE) of all bytes before
// it, big endian. The checksum of a chunk is in the manifest.
package snapshot
