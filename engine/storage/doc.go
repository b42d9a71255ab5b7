// Package storage simulates what lies under a table of Bigtable or HBase: how the cells that are
// written become files, what a read has to look into, and when deleted and old cells go. It is a
// model for learning. It holds everything in memory, reads no clock and starts nothing by itself.
//
//	s := storage.New(storage.HBase, storage.Family{Name: "cf", MaxVersions: 1})
//	s.Write(storage.Entry{Row: "r1", Family: "cf", Qualifier: "q", At: 10, Value: "v"})
//	s.Flush(now)
//	s.Write(storage.Entry{Kind: storage.DeleteColumn, Row: "r1", Family: "cf", Qualifier: "q", At: 20})
//	cells, cost := s.Read(storage.Query{Rows: base.PointRange("r1")}, now)
//	// no cells; cost.Cells is 1 and cost.Markers is 1
//	s.Flush(now)
//	s.CompactMajor(now) // the put and its marker are gone
//
// # Terms
//
//	here            Bigtable              HBase
//	Store           tablet                region
//	group           locality group        store, one for each family
//	log             commit log            write-ahead log (WAL)
//	memtable        memtable              memstore
//	file            SSTable               store file (HFile)
//	flush           minor compaction      flush
//	minor           merging compaction    minor compaction
//	major           major compaction      major compaction
//	marker          deletion entry        tombstone, delete marker
//
// A write is an [Entry]: a put, or a marker that hides puts. It goes to the log and into the
// memtable. A flush writes the memtable as a new file and empties the log. Files are never
// changed: a compaction replaces some of them by one that has what they hold together. A read
// merges the memtable and all files that may hold what it looks for. [Store.Crash] loses the
// memtable, and [Store.Recover] makes it again from the log. A store can begin with rows that were
// loaded together and are kept elsewhere, a [Bulk]; its major compaction is for the caller to do.
//
// # Deletes
//
// A marker hides puts of its version, column or family. In HBase it hides all of these puts with
// its time or an earlier one, including those that are written later. In Bigtable it hides those
// that were written before it: there the order of writes decides, and not their times.
//
// A flush and a minor compaction leave out puts that a marker among the same entries hides, and
// keep the marker, since an older file may hold more. A major compaction reads all files, and so
// leaves out the markers too. It does not read the memtable: a put in there that a marker in the
// files has hidden is visible from then on.
//
// A family with [KeepDeleted] other than KeepNone keeps hidden puts and their markers until
// versions or age remove them. A read up to a time before a marker then shows what the marker
// hides.
//
// # Versions and age
//
// In HBase a read never shows more than the newest [Family.MaxVersions] of a column, and nothing
// older than [Family.TTL] except for the newest [Family.MinVersions]. In Bigtable a read shows
// all that is still there. In both systems a major compaction removes the rest.
//
// # What differs from HBase
//
// HBase lets go of surplus versions at a flush as well. A deleted version can then uncover an
// older one or not, depending on when the flush was. Here a flush and a minor compaction never
// change what reads show, now or later. HBase treats a minor compaction that happens to take all
// files as a major one; here it keeps the markers. A read here skips a file by its times only if
// the file has no marker that could hide what it reads.
package storage
