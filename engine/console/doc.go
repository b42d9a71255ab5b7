// Package console has the commands that the dialects of the console share. A [Dialect]
// parses text into a [Command] and prints a command as text. The session runs a command
// without knowing from which dialect it came.
//
//	d := dialects.ByID(console.CBT)
//	c, err := d.Parse("read chat prefix=room1#")
//	// c is a console.Read
//	text, err := dialects.ByID(console.HBase).Print(c) // the same command in the HBase shell
//
// The package runs nothing. Whether a table or a family exists, and whether a key is too
// long, is checked by the session.
//
// A new command needs a type with its [Descriptor] here, an entry in commands.go of each
// dialect that has it, a case where the session runs that dialect (engine/console.go,
// engine/hbase_shell.go), and a sentence in app/i18n. Completion, colours, help, the reference,
// previews and the journal need nothing else.
//
// A new dialect is a package with a [Dialect]; see engine/console/dialects.
package console
