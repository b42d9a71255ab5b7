// Package serve is a Bigtable server over gRPC that keeps its tables in the engine. It has the data
// API and the administration of tables, instances, clusters and app profiles, as the official
// clients and cbt use them. It has neither TLS nor authentication, and is meant for the machine
// that it runs on.
//
// [Run] is the command serve. A program can also use the server itself:
//
//	s, err := serve.New(serve.Options{Data: folder})
//	err = s.Serve(listener)
//	err = s.Close()
//
// A table can be created in any instance that a request names, unless that instance has been
// deleted. An instance is listed if a call has made it, if it has a table, or if the server was
// started with it. Instances, clusters, app profiles and policies are kept in memory only, and
// every permission is granted. The server answers UNIMPLEMENTED, with a sentence, to what it does
// not have, such as SQL, change streams and backups, and to a request with a field that it does not
// use.
//
// # Writers and readers
//
// A table has one writer at a time. A read takes a view of the table, in constant time; readers and
// writers do not wait for each other.
//
// # Storage
//
// With a folder for data, every change is on the disk, in a journal, before it is acknowledged; see
// package journal. A record is the request with the time at which it was carried out. Carrying all
// records out again gives the same tables. A read may see a change a moment before it is on the
// disk.
package serve
