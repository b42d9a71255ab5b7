// Package console holds the commands that the console dialects share. A dialect
// parses text into a [Command] and prints one; the session runs it without
// knowing which dialect it came from.
//
// The package runs nothing and checks nothing: whether a table or a family
// exists, and whether a key is too long, is for the session to say.
//
// A new command is a type with its [Descriptor] here, an entry in commands.go of
// each dialect that has it, a case where the session runs that dialect
// (engine/console.go, engine/shell.go), and a sentence in app/i18n. Completion,
// colours, help, the reference, previews and the journal follow from these.
//
// A new dialect is a package with a [Dialect]; engine/console/dialects says what else.
package console
