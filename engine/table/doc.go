// Package table is Bigtable's data model: a sorted map from row keys to cells,
// with families, writes to one row, one lazy pass that reads, and garbage
// collection as a step of its own.
//
// It keeps no clock: who writes or collects says what time it is. Nothing that a
// snapshot can see is ever changed in place, so [Table.Clone] is a constant-time
// snapshot. What is refused changes nothing, and the refusal, a *[base.Error],
// names what was wrong, where, and the limit.
//
// # Rows
//
// A table is rows in the order of their keys, which are bytes and compare as
// bytes. There is no other index: rows whose keys begin alike lie together and
// are read together, and a question that the key does not answer has to walk past
// every row. A row exists while it has a cell; one whose last cell goes is gone
// from every listing, count and sample.
//
// # Cells
//
// A cell is a value at a family, a qualifier and a timestamp. The family and the
// qualifier name a column. Families are declared, with [Table.CreateFamily]; a
// qualifier exists where a cell has it, and may itself be data. A column holds
// several cells of different timestamps, its versions. Inside a row, cells are
// ordered by family, qualifier, and timestamp, newest first. Timestamps are
// microseconds since 1970 in whole milliseconds, and belong to who writes: a
// [SetCell] at the timestamp of a cell replaces it, at another it adds a version.
// Values are bytes.
//
// # Writes
//
// A write is to one row and atomic: [Table.Mutate] applies a list of mutations in
// order, all or none. A delete takes what is there and does not mask what is
// written later. [Table.CheckAndMutate] chooses between two lists by what the row
// holds; [Table.ReadModifyWrite] makes a value from the newest one, by appending
// or incrementing. [Table.DropRows] deletes a range of rows.
//
// # Aggregates
//
// The cells of an aggregate family are never set. [AddToCell] merges an input
// into the cell at a timestamp, so that writers need not read first: sums, least
// and greatest values of int64, or how many different values there were, as a
// HyperLogLog++ sketch that [DistinctCount] reads. [MergeToCell] merges the state
// of such a cell. Integers are 8 bytes, big endian. What would leave the bounds of
// int64 is refused. The type is fixed when the family is made.
//
// # Reads
//
// [Table.Scan] reads any union of ranges of row keys in one pass, in order or in
// reverse, through a filter, and counts in [Stats] what it walked past. It reads
// what was there when it began. [Table.Get] reads one row.
//
// # Garbage collection
//
// A family's [GCRule] says by age and number of versions which cells are garbage.
// Garbage can be read, is counted, and takes room until [Table.Compact] removes it
// and reports what went and why. Bigtable collects when it sees fit, up to a week
// later; here nothing is collected but by Compact. Filters that read only the
// newest cells do not depend on it.
//
// # Sizes
//
// The bytes of a row are its key once and, for every cell, family name,
// qualifier, value and 8 for the timestamp. [Sizes] says by family what that is,
// and what is left of it when neighbours share the beginnings of their keys.
// [Table.SampleRowKeys] parts a table by bytes, and [Table.Warnings] says what is
// larger than it should be. A tablet is the rows between two borders set by
// [Table.SetSplits]. A row is scanned when the engine visits it, also if a filter
// drops it.
//
// # Layout
//
// Rows lie in a [tabletop/engine/rowmap.Map], which packs them into leaves. How a
// row's cells are laid out in it is private to this package; [Row] is a view.
//
//	row    = cell*
//	cell   = tag step value
//	tag    = uvarint(0)                                    same column as the cell before
//	       | uvarint(1) uvarint(family id) uvarint(len) qualifier
//	       | uvarint(2 + number of a column)
//	step   = uvarint(zigzag)  microseconds since the cell before, or since 0
//	value  = uvarint(len) bytes
//
// The first few thousand columns of a table get numbers, which it shares with its
// snapshots. Family ids belong to one state of a table's families; every Row
// carries the state it was read under.
package table
