// Package table is the data model: a sorted map from row keys to cells, with
// families, mutations of one row, and one lazy pass that reads.
//
// Nothing that a snapshot can see is ever changed in place, so [Table.Clone] is
// a constant-time snapshot. The package keeps no clock: a write is told the
// time. It does not run garbage collection, only keeps its rules.
//
// # Layout
//
// A table is a B-tree of rows, and a row is one immutable string: its key, then
// its cells in order. No pointers but one for each row, so that the collector
// and the cache have little to do. How rows are laid out is private to this
// package; [Row] is a view.
//
//	row    = key cell*
//	cell   = tag at value
//	tag    = uvarint(0)                                   same column as the cell before
//	       | uvarint(family id + 1) uvarint(len) qualifier  a new column
//	at     = 8 bytes, big endian, microseconds
//	value  = uvarint(len) bytes
//
// Family ids belong to one state of a table's families; every Row carries the
// state it was read under.
//
// # Terms
//
// The bytes of a row are its key once and, for every cell, family name,
// qualifier, value and 8 for the timestamp. A row has at least one cell: one
// whose last cell goes is gone. A row is scanned when the engine visits it, also
// if a filter drops it. A tablet is the rows between two borders set by
// [Table.SetSplits].
package table
