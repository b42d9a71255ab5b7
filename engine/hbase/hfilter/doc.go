// Package hfilter is the filter language of HBase: a tree ([Filter]), read from
// text by [Parse] and written by [Print], and two ways to apply it.
//
// [Compile] makes of a tree what Bigtable's filters can say exactly: a filter of
// rows and cells, and the end of the range that has to be read. What they cannot
// say, such as PageFilter, WHILE, DependentColumnFilter or a comparison of row
// keys, is left to a [Evaluation], which is given the cells of one row after another and
// does with them what HBase 2 does, return code by return code. It remembers what
// HBase's filters remember from row to row, and says when the scan is over.
//
// # Text
//
//	filter     = and { "OR" and }
//	and        = unary { "AND" unary }
//	unary      = [ "SKIP" | "WHILE" ] simple
//	simple     = "(" filter ")" | name "(" [ argument { "," argument } ] ")"
//	argument   = "'" text "'" | integer | "true" | "false" | operator
//	operator   = "<" | "<=" | "=" | "!=" | ">" | ">="
//	comparator = "'" ( "binary" | "binaryprefix" | "regexstring" | "substring" ) ":" text "'"
//
// A quote in a text is written twice. regexstring finds a pattern anywhere in the
// text, substring a text whatever its case; both go with = and != only.
//
// # Order
//
// A family shows the versions that it keeps and that lie in the time range of the
// read; the filter sees the cells of these; of what it keeps, the read returns as
// many versions as it asks for.
package hfilter
