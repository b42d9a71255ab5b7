// Package rowmap implements a sorted map from row keys to records, in which a table stores
// its rows. The map knows nothing of families and cells. A record is a key, a payload,
// which is bytes that the map does not interpret, and two numbers that it adds up for
// ranges of rows.
//
//	m := rowmap.New()
//	m.Put("room1#0007", rowmap.Sizes{Cells: 1, Bytes: 40}, payload)
//	m.Ascend("room1#", "room1$", func(r rowmap.Record) bool {
//		use(r.Key(), r.Payload())
//		return true // continue
//	})
//
// A [Record] that the map returns is not a copy, and yet it never changes: it stays valid
// when the map is written later. [Map.Clone] takes a snapshot in constant time.
// [Map.Freeze] makes a snapshot that several goroutines can read. [Map.Blocks] and
// [Map.ReplaceBlocks] are for storing a map and restoring it.
//
// # Layout
//
// Rows are packed into leaves of at most 16 KiB and 512 rows, and a B-tree holds the
// leaves. A leaf has a buffer, in which the records lie one after the other in the order
// in which they were written, and an array of entries in key order. An entry is two words
// of the key and a slot. The slot says, in 64 bits, where the record lies in the buffer
// and what its sizes are.
//
//	tree   leaf [low, high)   leaf [low, high)   leaf [low, high)
//	         entries  head next slot, head next slot, ...
//	         buf      uvarint(len) key payload, uvarint(len) key payload, ...
//
// So a million rows are some 13,000 leaves with few pointers, which is good for the
// garbage collector and the cache. A scan that only counts reads 24 bytes per row, one
// entry after the other, and no record. A search reads hardly any record except the one
// that it finds, to compare the whole key.
//
// The leaves cover all keys without gaps: the first begins at "", each ends where the next
// begins, and the last has no end. The boundary between two leaves is the shortest key
// that separates their rows. All keys of a leaf begin with the common prefix of its low
// and high, and so the words of an entry are taken from the bytes after that prefix. There
// are two words because keys such as phone#3f2a17c8#20200042 differ within a leaf by their
// first bytes and by their last ones; with a single word, most searches would compare
// several whole keys, each of them a cache miss.
//
// # Writing
//
// A buffer is only appended to. A record that is replaced or deleted leaves dead bytes in
// it. A leaf whose buffer is full moves to the next larger one, without the dead bytes,
// until the buffer has 16 KiB; after that the leaf is split. It is split in the middle, or
// at the end if keys are written in ascending or descending order, since then full leaves
// remain. The sizes of buffers differ by small steps, so that buffers are about nine
// tenths full for any order of writes. A buffer that no caller can see any more is used
// again. A leaf that falls below a quarter of its size is joined with a neighbour if both
// fit into one. A record of more than 4 KiB, or with sizes too large for a slot, is stored
// as a string of its own.
//
// # Sharing
//
// A leaf belongs to the token under which it was made. A map changes the leaves of its own
// token in place, and copies all others before it changes them. [Map.Clone] gives both
// maps new tokens. A write during a scan of the map gives the map a new token too.
package rowmap
