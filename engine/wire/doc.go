// Package wire turns requests, replies and changes into frames of bytes and
// back. Frames cross from page to worker, and changes are kept in journals and
// exported files, so a frame says its version first.
//
// # Format
//
// A frame is one byte [Version], one byte for the kind of what follows, and its
// fields in a fixed order: unsigned and signed integers as varints, booleans as
// one byte, strings and lists as a length and their content. There are no
// names and no padding.
//
// [Coder] walks the same field list in both directions, so that what is written
// and what is read cannot drift apart. Decoding never panics and never
// allocates more than the frame could hold.
package wire
