// Package wire encodes values as frames of bytes, and decodes them. Frames are sent
// between the page and the worker, and stored in journals, snapshots, links and exported
// files.
//
//	frame := wire.EncodeChange(change)
//	change, err := wire.DecodeChange(frame)
//
//	frame := wire.Encode(&value, sets) // any other value; sets are its closed sets of types
//	err := wire.Decode(frame, &value, sets)
//
// # Format
//
// A frame is one byte for the version, followed by a value. The layout of a value
// depends on its type:
//
//	boolean, number    a varint; signed ones zigzag, floating-point ones with their bytes reversed
//	text, bytes        a length and the bytes
//	structure          for each field that is not zero, a header with its tag and its value; then 0
//	list               a header with the length and the kind of the members, and the members
//	pointer, interface a header with 1 or the member's number in its set, and the value; 0 for nil
//
// A header is a varint: the number given above, shifted by three bits, and the kind of the
// value that follows. So a reader can skip fields that it does not know. The tag of a
// removed field must never be used again. A list of lists of texts that occurs in a frame
// a second time is written as the number of the first.
//
// The tag of a field is the n of its `wire:"n"`. A structure that is only sent, between
// programs of one build, may omit the tags; then they are the positions of its fields. For
// every type that is stored, a test checks that it has tags; see [UntaggedStructNames].
//
// Decoding never panics. It allocates a limited number of bytes for each byte of the
// frame, and refuses values that their type calls invalid; see [Validator].
//
// # Why no library
//
// CBOR (github.com/fxamacker/cbor/v2 v2.10.0, with numbers as field names) was measured:
// it adds 123,324 bytes to the compressed program, which is too much for the page.
package wire
