// Package console holds the commands that the console dialects share. A dialect
// parses text into a [Command] and prints one; the session runs it without
// knowing which dialect it came from.
//
// The package runs nothing and checks nothing: whether a table or a family
// exists, and whether a key is too long, is for the session to say.
package console
