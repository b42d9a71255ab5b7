// Package serve is a Bigtable server over gRPC on the engine's tables: the data API and
// the administration of tables, as the official clients and cbt ask for them. There is
// neither TLS nor anybody to be asked for permission: it is meant for the machine that it
// runs on.
//
// Every project and instance that is named is there. What the server does not have, such
// as SQL, change streams and backups, it answers with UNIMPLEMENTED and a sentence.
//
// # Writers and readers
//
// A table has one writer at a time. A read takes a view of the table, in constant time,
// and is not held up by writers, nor holds them up.
//
// # What is kept
//
// With a folder for data every change is in its journal, on the disk, before it is
// acknowledged; see package journal. A record of it is the request and the time at which
// it was carried out, and running it again gives the same tables. A read may see a change
// a moment before that.
package serve
