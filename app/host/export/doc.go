// Package export writes tables as text that other tools read: a script for the
// cbt tool, one for the HBase shell, comma-separated values as cbt's import takes
// them. What a form cannot hold it leaves out, and says so.
//
// Only the tables of now are written: designs, queries, the clock and the timeline
// stay behind. It is read again by the same consoles that a reader types into.
package export
