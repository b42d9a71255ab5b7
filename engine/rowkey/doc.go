// Package rowkey reads row-key templates and turns records into row keys and
// back.
//
// A template is text in which {name} stands for a field of the record and
// everything else stands for itself:
//
//	{game}#{player}#{date}
//	BATTERY#{user}#{time}
//
// # Grammar
//
//	template = part { part }
//	part     = literal | "{" field "}"
//	literal  = one or more bytes other than "{" and "}"
//	field    = [a-z][a-z0-9_]*
//
// A template has at most [MaxTemplate] bytes and at least one part. A field
// stands in it once, and between two fields there is a literal: it is the
// separator that ends the first of them, and a value ends where its separator
// first occurs. A field that is the last part takes the rest of the key.
// Literals and values are bytes; nothing is escaped.
//
// A value that would be cut at the wrong place is refused by [Template.Encode],
// so that every key it makes decodes to the values it was made of.
//
// The package knows nothing of records beyond the values of their fields, and
// nothing of tables.
package rowkey
