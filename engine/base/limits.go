package base

// Limits of the data model, as Bigtable documents them; a mebibyte is 2^20
// bytes.
const (
	MaxRowKey     = 4 << 10   // bytes in a row key; an empty key is refused too
	MaxQualifier  = 16 << 10  // bytes in a qualifier
	MaxCell       = 100 << 20 // bytes in a cell's value
	WarnCell      = 10 << 20  // bytes in a cell's value that advice keeps under
	MaxRow        = 256 << 20 // bytes in a row that is read in full, or read and modified; more can be written
	WarnRow       = 100 << 20 // bytes in a row that advice keeps under
	MaxFamilyName = 64        // characters in a family's name
	MaxTableName  = 50        // characters in a table's name
	WarnFamilies  = 100       // families in a table that advice keeps under
	MaxTables     = 1000      // tables in an instance
	MaxMutations  = 100_000   // mutations in one request to one row
	MaxFilter     = 20_480    // bytes of a serialised filter
	MaxNesting    = 20        // levels of a filter
	MaxGCRule     = 500       // bytes of a garbage-collection rule
	MaxLabel      = 15        // characters in a label
	MaxSpaces     = 2000      // sandboxes and lessons in a file of everything
	MaxCSVColumns = 2000      // columns in a file of values
)

// Limits of our own, of what a reader, a file or a link may bring: none of the data
// model's, but with more nothing that is answered would be answered soon.
const (
	MaxRowHere  = 512 << 20 // bytes in a row; Bigtable names none for a write
	MaxFamilies = 1000      // families in a table, ten times what advice keeps under
	MaxFields   = 10_000    // fields of a data set
	MaxValues   = 1_000_000 // values that all fields of a recipe are drawn from
	MaxQueries  = 1000      // questions that designs are measured by
	MaxEntries  = 1_000_000 // changes of one sandbox in a file
	MaxLine     = 256 << 10 // bytes of a console's line
	MaxScript   = 1 << 20   // bytes that a console takes at once
)
