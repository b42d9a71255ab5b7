// Package intake makes tables and designs from data that come from outside the session.
//
//   - [ValuesLoader] makes a table from a text of records, such as a CSV file.
//   - [PrintedLoader] makes a table from the output of a console.
//   - [TableRecordReader] reads the rows of an existing table as records of a template, and returns the
//     design that would make these rows.
//   - [FamilyCounter] checks that the journal of a file does not create too many families.
//
// Texts arrive compressed, and a [PackedTextReader] unpacks them:
//
//	text := intake.NewPackedTextReader(pieces, rest, size)
//	w, err := intake.NewPrintedLoader("scores", printed.CBT, "", text, now)
//	for done := false; !done && err == nil; {
//		_, done, err = w.Step(1000)
//	}
//	// w.Table has the cells, and w.LeftOut() says how many lines are in no row.
//
// All work is done in steps. The unit of a step's budget is the work of one row, and unpacking
// [BytesPerRowWork] bytes of a text counts as one row. No function changes a table that belongs to the
// caller, except that NewTableRecordReader takes over the table that it is given.
package intake
