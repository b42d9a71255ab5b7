// Package base has the vocabulary of the engine: row keys, cells, timestamps, ranges of
// rows, limits, and errors with codes. All other packages of the engine import it, and it
// imports none of them.
//
// # Terms
//
// A table maps row keys to cells. A cell is one value at a family, a qualifier and a
// timestamp. Rows are ordered by the bytes of their keys. Within a row, cells are ordered
// by family, then qualifier, both by bytes, then timestamp, newest first. Keys, qualifiers
// and values are arbitrary bytes in Go strings.
//
// A [Range] always includes its start and excludes its end. An empty End means no end. To
// exclude a start k, or to include an end k, k+"\x00" is written instead; see [NewRange].
//
// # Refusals
//
// An operation that cannot be done returns an [*Error] and has changed nothing. It has a
// [Code] and arguments, from which the page makes a sentence in the reader's language:
//
//	if len(key) > base.MaxRowKey {
//		return base.Refuse(base.CodeKeyTooLong, strconv.Itoa(len(key)), strconv.Itoa(base.MaxRowKey))
//	}
package base
