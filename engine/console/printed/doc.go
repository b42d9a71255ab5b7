// Package printed reads cells from the output of a console: of read and lookup in cbt, and
// of scan and get in the HBase shell.
//
//	form, ok := printed.RecogniseForm(text)
//	r := printed.New(form, "", func(row base.RowKey, c base.Cell) { … })
//	r.Write([]byte(text))
//	r.Close()
//	// r.Faults says which lines were left out, and why.
//
// The output of cbt is exact: every key, column, timestamp and value is read back
// unchanged, except values of more than 64 KiB, which this program's own console shortens,
// and values that a format file has printed other than as quoted text. The HBase shell
// escapes bytes that are not printable, but quotes nothing, so that some output may have
// come from different tables. Blanks at the end of a key of up to 20 characters are taken
// for padding. A key ends before the first " column=" that is followed by a cell, and a
// qualifier ends before the first ", timestamp=" that is followed by a timestamp and a
// value.
package printed
