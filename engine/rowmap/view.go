package rowmap

import "unsafe"

// view returns b as a string without copying it.
//
// It is the only place where memory that can be written is read as a string. It
// is sound because the bytes of b are never written again: a record's bytes are
// written once, before any view of them is made, and a leaf's buffer is only
// appended to. What no longer fits is copied to a new buffer, and the collector
// keeps the old one for as long as a view of it is held.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
