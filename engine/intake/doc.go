// Package intake makes tables and designs of what comes from outside: of a packed text of values
// ([ValuesWriter]) or of what a console has printed ([PrintedWriter]), both read with [Reader];
// of rows that are there already ([RecordReader]). It also counts what a journal from outside
// would create ([FamilyCount]).
//
// All work is done in steps that the caller bounds in rows, and a text counts as a row for each
// [ReadBytes] bytes. Nothing here changes a table that someone else holds.
package intake
