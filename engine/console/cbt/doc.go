// Package cbt is the language of cbt, Bigtable's command-line tool: [Parse] and
// [Print] go from text to the shared commands and back, [Tokens] colours a line
// while it is typed, and the Append functions print results as the tool does.
// There is one lexer and one parser for all of it.
//
// # Grammar
//
// A line is split into words as a shell splits it: by blanks, with '…', "…",
// $'…' and backslashes for quoting, and # at the beginning of a word for a
// comment. Newlines outside quotes are blanks to [Parse] and end a command for
// [SplitScript].
//
//	line    = [ "$" ] [ "cbt" ] { "-" flag [ "=" value ] } command { word }
//	word    = positional | key "=" value
//	cell    = family ":" qualifier "=" value [ "@" micros ]
//	columns = column { "," column }
//	column  = family ":" qualifier | family ":" | ":" qualifier | qualifier
//	family  = name [ ":" rule [ ":" type ] ]
//	type    = "intsum" | "intmin" | "intmax" | "inthll" | "stringutf8bytes"
//	rule    = "never" | term { ( "and" | "&&" | "or" | "||" ) term }
//	term    = "maxage" "=" age | "maxversions" "=" number | "(" rule ")"
//	age     = number ( "d" | "h" | "m" | "s" | "ms" )
//
// [Commands] lists the commands and their arguments. What stands in front of
// the command, the argument app-profile, the argument workers of import and the
// word force of setgcpolicy mean nothing here and are skipped. A key with an
// empty value counts as absent, save for append; a key given twice is refused.
// The words behind setgcpolicy's family make one rule.
//
// A cell's family ends at the first colon and its qualifier at the first =
// behind that, so a qualifier may hold colons but no =. An @ and digits at the
// end are the time; @-1 is the server's.
package cbt
