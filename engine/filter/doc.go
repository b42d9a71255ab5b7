// Package filter implements Bigtable's read filters. A filter is a tree of the sealed type
// [Filter]. [Parse] reads one from text, and [FilterText] writes it. [Compile] turns it into a
// [Program], and an [Evaluation] applies the program to one row after another. An
// [Explainer] shows what each filter of a tree does to a row.
//
//	f, err := filter.Parse(`chain(family(/stats/), latest(1))`)
//	prog, err := filter.Compile(f)
//	run := prog.Start(seed)
//	switch run.Row(key) {
//	case filter.DropRow: // nothing passes
//	case filter.KeepRow: // the row passes unaltered
//	case filter.InspectCells:
//		for each column of the row, in order {
//			if run.Wants(family, qualifier) {
//				run.Column(family, qualifier)
//				for each cell, newest first { run.Cell(timestamp, value) }
//			}
//		}
//		cells := run.End()
//	}
//
// The package knows nothing of tables. The caller, which scans a table, passes row keys,
// columns and cells to it in the order of a row, and may leave out those of which it is
// told that they cannot pass.
//
// # Text
//
// A filter is written as a call.
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
// Between slashes a pattern is written unchanged, except that a slash in it is written \/.
// All other backslashes belong to the pattern. A square bracket includes the bound of a
// range, a round one excludes it, and a missing bound means none. A time is a date, a time
// in the form of RFC 3339, or microseconds since 1970. Spaces, tabs and newlines are
// allowed between all of these.
//
// # Patterns
//
// Patterns have the syntax of RE2 and must match the whole of a key, name or value. They
// work on bytes: every byte, of the pattern and of the text, counts as one character of
// Latin-1. A dot does not match a newline; \C matches any byte. [QuotePattern] returns the
// pattern that matches given bytes.
//
// # Terms
//
// A program is a sequence of stages. A stage is an interleave, a condition, a sink, or a
// run of consecutive other filters of a chain, which are applied to a row together, cell
// by cell. Every filter compiles to a sequence; the empty sequence passes everything.
package filter
