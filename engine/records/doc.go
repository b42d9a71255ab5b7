// Package records reads a text that comes in pieces, cut anywhere: its lines, and the
// records of comma-separated values or of JSON: an object a line, or an array of objects.
//
// Values are read as RFC 4180 and encoding/csv have them: a field in quotes may hold
// commas and line breaks, and a quote is written twice. What encoding/csv refuses is a line
// that is left out here, and the next one is read again. Empty lines are no records.
package records
