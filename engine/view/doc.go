// Package view computes what the page shows of a table and of a read.
//
//   - [Outline] finds the position of a key in a large table quickly. An outline is the table seen
//     from afar: it is the base of the strip, a narrow column that shows the whole table.
//   - [ReadMarks] says which rows a read scanned and returned, for single rows and, with an Outline,
//     as [RowSpan]s of the whole table. [ReturnedRows] collects the returned rows while the read runs.
//   - [ReadTrace] runs a read again, some rows at a time, and says what its filter did with each row.
//
// The rows of a read are marked like this:
//
//	outline := view.NewOutline(t)
//	returned := view.NewReturnedRows(outline)
//	for row := range t.Scan(query, &stats) {
//		returned.Add(row.Key())
//	}
//	marks := view.ReadMarks{
//		Table: t.Name(), TableAtRead: t.ComparableClone(), Ranges: base.MergeRanges(query.Ranges),
//		Filter: query.Filter, ReturnedRows: returned,
//	}
//	scannedSpans, returnedSpans := marks.Spans(t, outline)
package view
