// Package wire turns values into frames of bytes and back: what crosses between page and
// worker, and what journals, snapshots, links and exported files keep.
//
// # Format
//
// A frame is one byte for the [Version], and a value. How a value is laid out follows from
// its type:
//
//	boolean, number    a varint; signed ones zigzag, floating-point ones with their bytes reversed
//	text, bytes        a length and the bytes
//	structure          for each field that is not zero, a header with its tag and its value; then 0
//	list               a header with the length and the kind of the members, and the members
//	pointer, interface a header with 1 or the member's number in its set, and the value; 0 for nil
//
// A header is a varint: the number above, shifted by three bits, and the kind of the value
// that follows. So a reader can skip fields that it does not know, and the tag of a field
// that is removed is never used again. A list of lists of texts that stands in a
// frame a second time is written as the number of the first.
//
// Tags are those that a field's `wire:"n"` says. A structure that is only sent, between
// programs of one build, may leave them out: then they are the order of its fields. A test
// for each root of what is stored holds that it says them, see [Untagged].
//
// Decoding never panics. It allocates at most a fixed number of bytes for each byte of the
// frame, and refuses values that a type calls invalid, see [Validator].
//
// # Why no library
//
// CBOR (github.com/fxamacker/cbor/v2 v2.10.0, field names as numbers) was measured: it adds
// 123,324 bytes to the packed program, which the page has not to spare.
package wire
