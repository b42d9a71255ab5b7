// Package serve is a Bigtable server over gRPC on the engine's tables: the data API and
// the administration of tables, as the official clients and cbt ask for them. There is
// neither TLS nor anybody to be asked for permission: it is meant for the machine that it
// runs on.
//
// A table can be made in any instance that is named, unless that has been deleted. Instances
// are found that calls have made, that hold tables, or that the server was started with; they,
// their clusters, app profiles and policies are in memory alone, and every permission is given.
// What the server does not have, such as SQL, change streams and backups, it answers with
// UNIMPLEMENTED and a sentence; so it does a field of a request that it does not look at.
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
