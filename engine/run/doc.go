// Package run says what the console's commands read, and how it is printed: the queries of cbt's
// commands ([CBTReads]) and of the HBase shell's ([HBaseReads]), filters that no query can
// express ([RowFilter]), and what keys may have been meant ([OtherCase], [NearestKey]). Running a
// command is left to the session, since nearly all of what commands change is its own.
package run
