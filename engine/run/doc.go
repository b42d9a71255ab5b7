// Package run translates the reading commands of the console into queries of a table. It does not
// run commands: the session does, since it owns the tables.
//
// [CBTReadOf] translates a command of cbt, and [HBaseReadOf] one of the HBase shell. The result is a
// [CommandRead]: a query and, if the query cannot express all of the command's filter, a [HBaseRowFilter]
// that is applied to the rows that the query returns.
//
//	read, ok := run.HBaseReadOf(tab, cmd, now)
//	if !ok { … } // cmd reads no rows, or does more than that
//	var f *run.HBaseRowFilter
//	if read.NewFilter != nil {
//		f = read.NewFilter()
//	}
//	var rows int64
//	for row := range tab.Scan(read.Query, &stats) {
//		// If f is nil, print the row. Otherwise print the cells that f.Apply(row, &rows) returns,
//		// and stop if its second result is false.
//	}
//
// A [RowFormat] prints a row, [RemainingQuery] continues a read whose rows have been printed in part, and
// [PrefixInOtherCase] and [NearestKey] suggest other keys if a command found none.
package run
