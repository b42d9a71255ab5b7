// Package wire turns requests, replies and changes into frames of bytes and
// back. Frames cross from page to worker, and changes are kept in journals and
// exported files, so a frame says its version first.
//
// # Format
//
// A frame is one byte [Version], one byte for the kind of what follows, and its
// fields in a fixed order: unsigned and signed integers as varints, booleans as
// one byte, strings and lists as a length and their content. There are no
// names and no padding. Decoding never panics and never allocates more than the
// frame could hold, times the size of a member.
//
// What is stored is walked by hand-written field lists, in both directions by the same
// calls: [EncodeChange] and what other packages build of [Coder]. Their order and tags
// stay for good. What only crosses between a page and its worker, which are of one
// build, is walked by its types: [Value]. A new field or request needs no list there,
// only a line in [Engine].
//
// # Why no library
//
// CBOR (github.com/fxamacker/cbor/v2 v2.10.0, field names as numbers) was measured
// against the lists: it adds 123,324 bytes to the packed program, which the page has
// not to spare; a journaled change takes 100 bytes for 62 and 3.5 times as long, a page
// of 50 rows 12.5 kB for 5.3. Walking by type makes the frames that the lists made. A
// page of 50 rows is read in the same time (0.1 ms natively) and written in 1.6 times
// that of the lists (0.07 ms), and the program is 8 kB smaller.
package wire
