package rowmap

import "unsafe"

// view returns b as a string without copying it.
//
// It is the only place where memory that can be written is read as a string. It
// is sound because nobody who holds a view sees its bytes change: a record's
// bytes are written once, before any view of them is made, and a leaf's buffer
// is only appended to. What no longer fits moves to another buffer. The old one
// is used again only if no view of it has left the package (leaf.lent) and no
// other map has the leaf (leaf.owner); else the collector keeps it for as long as
// a view of it is held.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
