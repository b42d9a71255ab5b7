// Package hbase implements the operations of the HBase shell on tables that follow
// Bigtable's rules. It translates each operation into mutations, filters and
// garbage-collection rules that the tables have anyway; package table knows nothing of
// HBase. Package hfilter has the filter language.
//
//	err := t.CreateFamily(table.FamilyInfo{Name: "cf", GC: hbase.Family{Versions: 3}.Rule()})
//	f, err := hbase.ReadOptions{Versions: 2}.Filter(t, now)        // get … VERSIONS => 2
//	muts, before := hbase.VersionDeletion(row, "cf", "q", hbase.NewestVersion) // delete
//
// # What is the same
//
// Rows, families, qualifiers, versions, timestamps and their order are the same. HBase
// counts time in milliseconds, and a table in microseconds.
//
// # What differs, and what this package does
//
// A family keeps VERSIONS versions for TTL seconds. This becomes a garbage-collection rule
// ([Family.GCRule]). Until a table is compacted it has more; but in HBase a read never shows
// what the rule would collect, and so [ReadOptions.Filter] leaves it out.
//
// A read shows one version of each column unless it asks for more.
//
// A delete without a timestamp deletes the newest version of a column, so that the
// previous one becomes visible ([VersionDeletion]). With a timestamp it deletes exactly that
// version. [VersionDeletionUpTo] deletes all versions up to a timestamp.
//
// HBase writes a tombstone, which hides older timestamps that are written later until a
// major compaction. A table deletes at once and hides nothing: a value that is put after a
// delete is visible, with any timestamp.
package hbase
