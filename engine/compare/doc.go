// Package compare has the calculations with which a session compares designs by the cost of
// queries. The session runs the reads; this package says what to read and what the counts mean.
//
//   - [BestTable] chooses the table that answers a query, with its plan.
//   - [ReadsOfPlan] turns a plan into the reads that the session runs.
//   - [WantedRowCounter] counts which of the rows read the query wants. A plan may read more rows than
//     that, and then the client has to drop some.
//   - [ResizeData] returns the same data at another size, so that measuring twice shows how a cost
//     grows, and [FieldGrowth] says which fields have more values in the larger data.
//   - [SegmentRoles] counts what each segment of a row key is there for.
//   - [SampleScale] estimates the cost for all records from the cost that was measured for a sample.
//
// So a query q is measured:
//
//	name, p := compare.BestTable(designs, tables, q)
//	wanted := compare.NewWantedRowCounter(designs[name], q, p, tables[name], false)
//	reads := compare.ReadsOfPlan(p)
//	for i := range reads {
//		// Scan tables[name] with reads[i].Query, and pass the key of each row to wanted.Add.
//	}
//	// wanted.Found is the number of rows that the query wants. If wanted is nil, it wants them all.
package compare
