// Package cbt implements the language of cbt, Bigtable's command-line tool, as a dialect
// of the console. [Parse] and [Print] translate between text and the shared commands,
// tokens colours a line while it is typed, [Complete] completes it, and the Append
// functions print results as the tool does. All of these use one lexer and one parser.
//
// # Grammar
//
// A line is divided into words as by a shell: at blanks, with '…', "…", $'…' and
// backslashes for quoting, and with # at the beginning of a word for a comment. For
// [Parse] newlines outside quotes are blanks; for [SplitScript] they end a command.
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
// [CommandHelps] lists the commands and their arguments. The words before the command, the
// argument app-profile, the argument workers of import and the word force of setgcpolicy
// have no effect here and are skipped. A key with an empty value counts as absent, except
// for append. A key that is given twice is refused. The words after setgcpolicy's family
// form one rule.
//
// The family of a cell ends at the first colon, and its qualifier at the first = after
// that, so that a qualifier may contain colons but no =. An @ with digits at the end is
// the timestamp; @-1 means the server's time.
package cbt
