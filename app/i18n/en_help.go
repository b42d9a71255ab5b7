package i18n

import "tabletop/engine/base"

// englishHelp explains the commands of the console and their arguments. The
// one argument, where it is given, is what is explained.
var englishHelp = map[base.Code]string{
	"help.count":         `{1?{1}: }Counts rows. Every row it counts is read.`,
	"help.createfamily":  `{1?{1}: }Adds a column family to a table. A family must be there before it is written to.`,
	"help.createtable":   `{1?{1}: }Makes a table.`,
	"help.deleteallrows": `{1?{1}: }Deletes all rows of a table. Its families stay.`,
	"help.deletecolumn":  `{1?{1}: }Deletes one column of a row with all its versions.`,
	"help.deletefamily":  `{1?{1}: }Deletes a column family with all its cells.`,
	"help.deleterow":     `{1?{1}: }Deletes a row.`,
	"help.deletetable":   `{1?{1}: }Deletes a table with all it holds.`,
	"help.help":          `{1?{1}: }Explains the commands, or one of them with its arguments.`,
	"help.lookup":        `{1?{1}: }Reads one row by its key. No read is cheaper.`,
	"help.ls":            `{1?{1}: }Lists the tables, or the families of one.`,
	"help.read":          `{1?{1}: }Reads rows in key order. start, end and prefix narrow what is scanned; everything else only drops what was.`,
	"help.set":           `{1?{1}: }Writes cells to one row, all or none. A row that is not there yet is made.`,

	"help.arg.table":            `{1?{1}: }the table’s name.`,
	"help.arg.row":              `{1?{1}: }the whole row key; in quotes if it holds blanks, with $'\x00' for other bytes.`,
	"help.arg.family":           `{1?{1}: }the column family’s name.`,
	"help.arg.qualifier":        `{1?{1}: }the column’s name inside its family.`,
	"help.arg.family-gc":        `{1?{1}: }the family’s name, with a rule behind a colon for which cells may go: maxversions=3, maxage=30d, or several joined by && and ||, which need quotes.`,
	"help.arg.cell":             `{1?{1}: }a cell. @ and microseconds since 1970 give it a time; without, it has the time of the write.`,
	"help.arg.command":          `{1?{1}: }a command’s name.`,
	"help.arg.start":            `{1?{1}: }the first row key to scan; it is read itself.`,
	"help.arg.end":              `{1?{1}: }where to stop; the row with this key is not read.`,
	"help.arg.prefix":           `{1?{1}: }scans just the keys that begin with this. Not together with start or end.`,
	"help.arg.regex":            `{1?{1}: }gives only rows whose whole key fits this pattern. It saves no scanning.`,
	"help.arg.columns":          `{1?{1}: }gives only these columns: FAMILY:QUALIFIER, FAMILY: for all of a family, :QUALIFIER for any family. Each part is a pattern.`,
	"help.arg.count":            `{1?{1}: }stops after this many rows; 0 is all of them.`,
	"help.arg.cells-per-column": `{1?{1}: }gives this many versions of each column, the newest first.`,
	"help.arg.keys-only":        `{1?{1}: }leaves the values out; keys, columns and times stay, as in the real tool.`,
	"help.arg.reversed":         `{1?{1}: }reads the rows from the last to the first. The cells of a row keep their order.`,
	"help.arg.include-stats":    `{1?{1}: }full adds how many rows and cells were scanned and returned.`,
	"help.arg.families":         `{1?{1}: }the column families, each with a garbage-collection rule behind a colon if it has one.`,
	"help.arg.splits":           `{1?{1}: }row keys at which the table is split into tablets from the start.`,
}
