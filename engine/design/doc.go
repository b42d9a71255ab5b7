// Package design says how the records of a data set become the rows of a table. It needs no
// session: [Loader] makes a table in steps that the caller bounds.
//
// # Terms
//
// A design is a row-key template, the columns that hold the other fields, and the data. Where
// there are few records, all of their row keys are made first and sorted, and the rows are
// written in that order: [Keys] holds the keys, [RecordBuffer] the records that they are made
// of. A record is lost when a later one with the same key and time replaces its cells. Of many
// records a [Sample] tells what a template would lead to.
package design
