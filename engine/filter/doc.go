// Package filter is Bigtable's read filters: a sealed tree ([Filter]), compiled
// once into a [Program] and applied to row after row by a [Run].
//
// It knows nothing of tables. Whoever scans feeds it a row key, columns and
// cells in a row's order, and may skip what it is told cannot come out.
//
// # Patterns
//
// Patterns are RE2 and must match the whole of a key, name or value. They work
// on bytes: each byte is one character of Latin-1, in the pattern as in the
// text. A dot does not match a newline; \C matches any byte. [Quote] writes the
// pattern of given bytes.
//
// # Terms
//
// A stage is a maximal run of plain filters in a chain, applied cell by cell in
// one pass, or one interleave or condition. A sequence is a list of stages:
// every filter compiles to one. An empty sequence passes everything.
package filter
