// Package reference is the content of the Reference page: an entry for every command of both
// dialects, every filter, every limit, every term, and some statements of SQL. [Entries]
// returns them in a language:
//
//	for _, e := range reference.Entries("en") {
//		fmt.Println(e.Section, e.Name, e.Text)
//	}
//
// Names, usages and limits come from the tables of the engine, so they cannot differ from what
// the engine does. The sentences are in app/i18n, under keys made from the entries' IDs.
package reference
