// Package filter is Bigtable's read filters: a sealed tree ([Filter]), written
// as text, compiled once into a [Program] and applied to row after row by a
// [Evaluation]. An [Explainer] tells what each filter of a tree does to a row.
//
// It knows nothing of tables. Whoever scans feeds it a row key, columns and
// cells in a row's order, and may skip what it is told cannot come out.
//
// # Text
//
// A filter is written as a call; [Parse] reads it and [String] writes it.
//
//	filter  = name "(" [ arguments ] ")"
//
//	pass()                           PassAll
//	block()                          BlockAll
//	sink()                           Sink
//	chain(filter, filter, …)         Chain
//	interleave(filter, filter, …)    Interleave
//	if(predicate, then, else)        Condition; none for a missing branch, or
//	                                 nothing if no other follows
//	row(regex)                       RowKeyRegex
//	sample(0.1)                      RowSample
//	family(regex)                    FamilyRegex
//	qualifier(regex)                 QualifierRegex
//	column(family, range)            ColumnRange
//	time([2015-03-01, 2015-04-01))   TimestampRange, always [start, end)
//	value(regex)                     ValueRegex
//	value(range)                     ValueRange
//	mask("\xff\x00")                 ValueBitmask
//	offset(2)                        CellsPerRowOffset
//	limit(3)                         CellsPerRow
//	latest(1)                        CellsPerColumn
//	strip()                          StripValue
//	label(name)                      Label
//
//	regex   = "/" pattern "/" | quoted
//	range   = ( "[" | "(" ) [ bytes ] "," [ bytes ] ( "]" | ")" )
//	bytes   = word | quoted
//	word    = one or more of A-Z a-z 0-9 _ - . # : + @ $
//	quoted  = '"' bytes, with \" \\ \n \r \t and \xHH for any byte, '"'
//
// Between slashes a pattern stands as it is, but for \/ which is a slash; what
// else follows a backslash is the pattern's. Square brackets close a range,
// round ones leave it open; a bound that is left out is unset. A time is a date,
// a time as in RFC 3339, or microseconds since 1970. Space, tabs and new lines may
// stand between all of these.
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
// one pass, or one interleave, condition or sink. A sequence is a list of stages:
// every filter compiles to one. An empty sequence passes everything.
package filter
