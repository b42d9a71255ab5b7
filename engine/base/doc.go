// Package base holds the vocabulary of the engine: row keys, cells, timestamps,
// row ranges, limits and coded errors. Every other package of the engine speaks
// it; it imports none of them.
//
// # Terms
//
// A table maps a row key to cells. A cell is one value at a family, a qualifier
// and a timestamp. Rows are ordered by the bytes of their keys; inside a row,
// cells are ordered by family, then qualifier (both ascending by bytes), then
// timestamp, newest first. Keys, qualifiers and values are arbitrary bytes and
// are held in Go strings, which never change.
//
// A [Range] is always half open, [Start, End), with an empty End for "no upper
// bound": an open start k is written k+"\x00", a closed end k likewise.
package base
