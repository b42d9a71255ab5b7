// Package carry takes what was designed in a sandbox to a real cluster of Cloud Bigtable or HBase,
// and brings real tables back. [Commands] returns its commands:
//
//	push    creates a sandbox file's tables and loads their rows
//	check   asks the file's questions of the real tables, and compares the costs with the predictions
//	pull    brings a sample of real tables as a sandbox file
//	hbase   writes the file's tables as a script for the HBase shell
//
// A sandbox file is what the page's Export saves. Its journal is run again on the engine, natively,
// as the page does it. All access to a cluster goes through Google's own client.
//
// # Errors
//
// A command ends with nil or with an error whose text is one sentence: what was wrong, where, and
// what to do. Before it changes anything, on the cluster or on disk, it checks all that can be
// wrong beforehand: the file, the existing tables, the server, and the room for the files that it
// writes. A file is written beside its place and renamed when it is complete.
package carry
