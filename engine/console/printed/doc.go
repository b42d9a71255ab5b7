// Package printed reads back the cells that a console printed: what cbt's read and lookup,
// and the HBase shell's scan and get, say of rows.
//
// What cbt prints is exact: every key, column, time and value comes back as it was, but for
// values of more than 64 KiB, which our own console cuts short, and values that a format
// file had printed as something else than a quoted text. The HBase shell escapes what is
// not printable, but quotes nothing, so that some of what it prints could have come of two
// tables. Of a key of up to 20 characters the blanks at its end are taken for padding; a
// key ends before the first " column=" behind which a cell is, and a qualifier before the
// first ", timestamp=" behind which a time and a value are.
package printed
