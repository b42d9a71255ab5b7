// Package table implements Bigtable's data model. A table is a sorted map from row keys to
// cells. It has column families, atomic writes to single rows, scans that read in one
// pass, and garbage collection as an explicit step.
//
// A small table, written and read:
//
//	t, err := table.New("chat")
//	err = t.CreateFamily(table.FamilyInfo{Name: "m", GC: table.MaxVersions(1)})
//	err = t.Mutate("room1#0007", now, []table.Mutation{
//		table.SetCell{Family: "m", Qualifier: "text", At: table.ServerTime, Value: "hello"},
//	})
//	var st table.ScanStats
//	q := table.ScanQuery{Ranges: []base.Range{base.PrefixRange("room1#")}, Limit: 20}
//	for row := range t.Scan(q, &st) {
//		for c := range row.Cells() { … }
//	}
//
// The package reads no clock: the caller of a write or of a collection says what time it
// is. Data that a snapshot can see is never changed in place, and so [Table.Clone] takes a
// snapshot in constant time. A refused call changes nothing. The refusal is a
// *[base.Error]; it names the offending value, its place, and the limit. A [Table] belongs
// to one goroutine; a [View] can be read by several.
//
// # Rows
//
// The rows of a table are sorted by their keys, which are bytes and compare as bytes.
// There is no other index. Rows whose keys share a prefix lie together and are read
// together; a question that the key does not answer has to scan every row. A row exists
// while it has a cell. A row that loses its last cell no longer appears in any scan, count
// or sample.
//
// # Cells
//
// A cell is a value at a family, a qualifier and a timestamp. Family and qualifier
// together name a column. Families are declared with [Table.CreateFamily]. A qualifier is
// not declared, and may itself be data. A column may hold several cells with different
// timestamps, its versions. Within a row, cells are ordered by family, then qualifier,
// then timestamp, newest first. Timestamps are microseconds since 1970 in whole
// milliseconds (see [Table.SetGranularity]), and the writer chooses them: a [SetCell] at
// the timestamp of an existing cell replaces it, and at any other timestamp it adds a
// version. Values are bytes.
//
// # Writes
//
// A write changes one row, atomically: [Table.Mutate] applies a list of mutations in
// order, all or none. A delete removes the cells that exist when it is applied; it does
// not hide cells that are written later. [Table.CheckAndMutate] chooses between two lists
// of mutations by the contents of the row. [Table.ReadModifyWrite] derives a new value
// from the newest one, by appending or incrementing. [Table.DropRows] deletes a range of
// rows.
//
// # Aggregates
//
// The cells of an aggregate family cannot be set. Instead [AddToCell] merges an input into
// the cell at a timestamp, so that the writer need not read first. An aggregate is a sum,
// a minimum or a maximum of int64, or a HyperLogLog++ sketch of how many different inputs
// there were, which [EstimateDistinctCount] reads. [MergeToCell] merges the value of another such
// cell. Integers are stored in 8 bytes, big endian. A sum outside the range of int64 is
// refused. The type of a family is fixed when the family is created.
//
// # Reads
//
// [Table.Scan] reads any union of row-key ranges in one pass, in ascending or descending
// order, through a filter. While it reads, it counts in [ScanStats] what it has scanned. It reads
// the table in its state at the beginning of the scan. A row counts as scanned when the scan
// visits it, even if a filter drops it. [Table.Get] reads one row.
//
// # Garbage collection
//
// The [GCRule] of a family says, by age and number of versions, which cells are garbage.
// Garbage can still be read, is counted, and takes up space, until [Table.Compact] removes
// it and reports what it removed and why. In Bigtable collection runs in the background
// and may be up to a week late; here only Compact collects. Queries whose filters read
// only the newest cells do not depend on it.
//
// # Sizes
//
// The bytes of a row are the length of its key, once, and for every cell the lengths of
// family name, qualifier and value and 8 for the timestamp. [Sizes] adds them up by
// family, and also says how much remains when adjacent keys are stored as differences.
// [Table.SampleRowKeys] divides a table into parts of similar size, and [Table.Warnings]
// lists what is larger than recommended. A tablet is the range of rows between two
// adjacent split keys, which [Table.SetSplitKeys] sets.
//
// # Layout
//
// The rows are stored in a [tabletop/engine/rowmap.Map], which packs them into leaves. The
// layout of a row's cells is private to this package; a [Row] decodes them when it is
// read.
//
//	row    = cell*
//	cell   = tag step value
//	tag    = uvarint(0)                                    same column as the previous cell
//	       | uvarint(1) uvarint(family id) uvarint(len) qualifier
//	       | uvarint(2 + number of a column)
//	step   = uvarint(zigzag)  microseconds since the previous cell's timestamp, or since 0
//	value  = uvarint(len) bytes
//
// The first few thousand columns of a table get numbers, which the table shares with its
// snapshots. Family ids are valid for one state of a table's families; every Row has a
// reference to the state under which it was read.
package table
