// Package hfilter implements the filter language of HBase. A filter is a tree of the
// sealed type [Filter]. [Parse] reads one from text, [Print] writes it, and there are two
// ways to apply it.
//
// [CompileToBigtable] expresses a filter by Bigtable's filters and a range of rows, as far as they
// can do so exactly. All others, such as PageFilter, WHILE, DependentColumnFilter or a
// comparison of row keys by order, need an [Evaluation]. It is given the cells of one row
// after another, and does with them what HBase 2 does. It remembers what HBase's filters
// remember from row to row, and says when the scan is over.
//
//	f, err := hfilter.Parse("PrefixFilter('user') AND PageFilter(10)")
//	p := hfilter.CompileToBigtable(f, false)
//	run := hfilter.StartEvaluation(f, false, versions) // unless p.Whole
//	for each row of p.Range, while !run.Done() {
//		cells = run.ApplyToRow(key, cells)
//	}
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
// A quote in a text is doubled. regexstring searches for a pattern anywhere in the
// compared text, and substring for a text without regard to upper and lower case; both are
// allowed only with = and !=.
//
// # Order
//
// The families first select the versions that they keep and that are in the time range of
// the read. The filter sees the cells of these. Of the cells that it keeps, the read
// returns as many versions as it asks for.
package hfilter
