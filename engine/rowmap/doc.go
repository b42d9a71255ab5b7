// Package rowmap is a sorted map from row keys to records, the storage beneath
// a table. It knows nothing of families and cells: a record is a key, an opaque
// payload, and two numbers that are added up for ranges of rows.
//
// What the map hands out is never copied and never changes: a record stays good
// however the map goes on. [Map.Clone] is a constant-time snapshot.
//
// # Layout
//
// Rows are packed into leaves of at most 16 KiB and 512 rows; a B-tree holds the
// leaves. A leaf has a buffer with the records one after the other in the order
// they were written, and an array of entries in key order. An entry is two words
// of the key, and a slot: where the record is in the buffer and what its sizes
// are, in 64 bits.
//
//	tree   leaf [low, high)   leaf [low, high)   leaf [low, high)
//	         entries  head next slot, head next slot, ...
//	         buf      uvarint(len) key payload, uvarint(len) key payload, ...
//
// So a million rows are some 13,000 leaves and few pointers, for the collector
// and the cache; a pass that counts reads 24 bytes a row, one entry after the
// other, and no record; and a search reads a record seldom but to see that it has
// come to the right one.
//
// The leaves tile all keys: the first begins at "", each ends where the next
// begins, the last has no end. Where two leaves meet is the shortest key that
// parts their rows. All keys of a leaf begin with what its low and high have in
// common, so the words are taken from the bytes after that. Two words, since keys
// such as phone#3f2a17c8#20200042 differ in a leaf by their first bytes and by
// their last; with one word most searches compare a handful of keys, each of
// them a miss of the cache.
//
// # Writing
//
// A buffer is only appended to. A record that is replaced or deleted leaves dead
// bytes behind. A leaf whose buffer is full moves to the next larger one, without
// the dead, until it has reached 16 KiB; then it is split, in the middle or, when
// keys come in ascending or descending order, at the end, so that they leave full
// leaves behind. Small steps between the sizes of buffers keep them nine tenths
// full whatever the order. Buffers that nobody has seen are used again. A leaf
// that falls below a quarter is joined with a neighbour if the two leave room. A
// record of more than 4 KiB, or with sizes too large for a slot, is a string of
// its own.
//
// # Sharing
//
// A leaf belongs to the token it was made under. A map changes leaves of its own
// token in place and copies all others first; [Map.Clone] gives both maps a new
// token, and so does a write while a pass over the map is under way.
package rowmap
