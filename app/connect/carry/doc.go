// Package carry takes what was designed in a sandbox to a real cluster of Cloud Bigtable or
// HBase and brings real tables back. [Commands] are its commands:
//
//	push    makes a sandbox file's tables and loads their rows
//	check   asks its questions of the real tables, and compares with what is predicted
//	pull    brings a sample of real tables as a sandbox file
//	hbase   writes its tables as a script for the HBase shell
//
// A sandbox file is what the page's Export saves, read as the page reads it: its journal is
// run again on the engine, natively. Everything that goes over the network goes through
// Google's own client.
//
// # Errors
//
// A command ends with nil or an error whose text is one sentence: what was wrong, where, and
// what to do. Before it changes anything, on the cluster or on disk, it has looked at all
// that can be wrong beforehand: the file, the tables that exist, the server, room for the
// files that it keeps. A file is written beside its place and moved there when it is whole.
package carry
