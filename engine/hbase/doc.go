// Package hbase gives the operations of the HBase shell their meaning over
// tables that follow Bigtable's rules. The tables know nothing of it: every
// operation becomes mutations, filters and rules that they have anyway.
//
// # What is the same
//
// Rows, families, qualifiers, versions, timestamps and their order. HBase counts
// time in milliseconds, a table in microseconds.
//
// # What differs, and what this package does
//
// A family keeps VERSIONS versions for TTL seconds. That is a rule of garbage
// collection ([Family.Rule]); until a table is compacted it still holds more. In
// HBase a read never shows what the rule would collect, so [Read.Filter] leaves
// it out too.
//
// A read shows one version of a column unless it asks for more.
//
// A delete without a timestamp takes the newest version of a column, so that the
// one before shows again ([Delete]). With one it takes exactly that version.
// [DeleteAll] takes every version up to a timestamp.
//
// HBase writes a tombstone, which goes on hiding what is written later with an
// older timestamp until a major compaction. A table deletes at once and hides
// nothing: what is put after a delete shows, whatever its timestamp.
package hbase
