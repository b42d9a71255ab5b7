package rowmap

import "unsafe"

// view returns b as a string without copying it.
//
// This is the only function that makes a string of memory that may be written. It is safe
// because the bytes of a view that has left the package never change. A record's bytes are
// written once, before any view of them is made, and a leaf's buffer is only appended to.
// When the buffer is full, the records move to another one. The old buffer is used again
// only if no view of it has left the package (leaf.lent) and no other map has the leaf
// (leaf.owner). Otherwise the garbage collector keeps it for as long as there is a view of
// it.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
