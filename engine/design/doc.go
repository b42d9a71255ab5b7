// Package design turns the records of a data set into the rows of a table. It needs no session:
// a [Loader] makes a table in steps, and the caller decides how much work each step does.
//
//	l, err := design.NewLoader("scores", "{game}#{player}#{date}", columns, data, queries, now)
//	if err != nil { … }
//	l.Order(nil, nil) // write the rows in key order, which is faster
//	for done := false; !done && err == nil; {
//		_, done, err = l.Step(1000)
//	}
//	// l.Table has the rows, and l.Design says how they were made.
//
// # Terms
//
// A [Design] is a row-key template, the columns that hold the other fields, and the data.
//
// After [Loader.UseKeyOrder], and if there are at most [MaxBufferedRecords] records, the loader
// makes all row keys first, sorts them, and writes the rows in that order. [RecordKeys] holds the
// keys, and [RecordBuffer] the records that they are made of. Otherwise it writes the rows in the
// order of the records.
//
// A record is lost if a later record with the same row key and time replaces its cells, or if it
// has no cell at all. A record that is replaced by an equal one can be counted as a repeat instead;
// see [Loader.CountEqualRecordsApart]. If records may lack fields, those with the same key and time
// are merged, and all but one count as lost.
//
// A [RecordSample] is a small part of a large data set. From a table of the sample's rows the caller
// estimates what another template would lead to.
package design
