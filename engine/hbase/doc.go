// Package hbase implements the operations of the HBase shell on tables that follow
// Bigtable's rules. It translates each operation into mutations, filters and
// garbage-collection rules that the tables have anyway; package table knows nothing of
// HBase. Package hfilter has the filter language.
//
//	err := t.CreateFamily(table.FamilyInfo{Name: "cf", GC: hbase.Family{Versions: 3}.Rule()})
//	f, err := hbase.ReadOptions{Versions: 2}.Filter(t, now)        // get … VERSIONS => 2
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
// A family may keep its newest MIN_VERSIONS versions although they are older than TTL, which is an
// intersection of rules. No filter of Bigtable says so, and [ReadOptions.Unexpired] drops the rest.
//
// A delete without a timestamp deletes the newest version of a column, so that the previous one
// becomes visible ([NewestTwo]). A delete writes a tombstone, which hides older timestamps that are
// written later until a major compaction. A table deletes at once and hides nothing; package engine
// keeps the tombstones beside it, in a [tabletop/engine/storage.Store].
package hbase
