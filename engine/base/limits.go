package base

// These are the limits of the data model that Bigtable documents, and of the formats that
// the page reads.
const (
	MaxRowKey     = 4 << 10   // bytes in a row key; an empty key is refused too
	MaxQualifier  = 16 << 10  // bytes in a qualifier
	MaxCell       = 100 << 20 // bytes in a cell's value
	WarnCell      = 10 << 20  // recommended maximum of bytes in a cell's value
	MaxRow        = 256 << 20 // bytes in a row that is read in full, or read and modified; more can be written
	WarnRow       = 100 << 20 // recommended maximum of bytes in a row
	MaxFamilyName = 64        // characters in a family's name
	MaxTableName  = 50        // characters in a table's name
	WarnFamilies  = 100       // recommended maximum of families in a table
	MaxTables     = 1000      // tables in an instance
	MaxMutations  = 100_000   // mutations in one request to one row
	MaxFilter     = 20_480    // bytes of a serialised filter
	MaxNesting    = 20        // levels of a filter
	MaxGCRule     = 500       // bytes of a garbage-collection rule
	MaxLabel      = 15        // characters in a label
	MaxWorkspaces = 2000      // sandboxes and lessons in an exported file of everything
	MaxCSVColumns = 2000      // columns in a CSV file
)

// These are limits of this program on what a reader, a file or a link may contain. They are
// not limits of the data model; beyond them the page could not answer in reasonable time.
const (
	MaxWrittenRow  = 512 << 20 // bytes in a written row, for which Bigtable documents no limit
	MaxFamilies    = 1000      // families in a table, ten times WarnFamilies
	MaxFields      = 10_000    // fields of a data set
	MaxValues      = 1_000_000 // values in the tables of all fields of a recipe together
	MaxQueries     = 1000      // questions of a workload
	MaxFileChanges = 1_000_000 // changes of one sandbox in a file
	MaxLine        = 256 << 10 // bytes of a line of a console
	MaxScript      = 1 << 20   // bytes that a console accepts at once
)
