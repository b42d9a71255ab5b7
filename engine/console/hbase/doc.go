// Package hbase is the language of the HBase shell: [Parse] and [Print] go from
// text to the shared commands and back, [Tokens] colours a line while it is
// typed, and the Append functions print results as the shell of HBase 2 does.
//
// # Grammar
//
// The shell is Ruby. This is the part of it that commands are made of; anything
// else is refused (outside-ruby).
//
//	line    = [ prompt ] command [ value { "," value } [ "," pairs ] | pairs ]
//	prompt  = "hbase" … ">"
//	value   = string | integer | "true" | "false" | "nil" | word | "[" [ value { "," value } ] "]" | "{" [ pairs ] "}"
//	pairs   = ( word | string ) "=>" value { "," ( word | string ) "=>" value }
//	string  = "'" text "'" | '"' text '"'
//
// In single quotes a backslash stands before ' and \ only. In double quotes it
// makes \n, \t, \r, \e, \a, \b, \v, \f, \s, \0, \xHH, octal \NNN, \uHHHH and
// \u{H…}, and else keeps what follows. A # outside quotes begins a comment. A line
// goes on behind a comma, behind => and inside brackets and quotes. Of several
// commands each has its own line.
//
// # Commands
//
// [Commands] lists them. Where cbt says the same, the command is the same too.
// Versions count as the shell counts them: one unless VERSIONS says more, and
// 2147483647 for all. Times are milliseconds. A column 'f' is all of its family, 'f:'
// its column with the empty name, and in get and scan 'f:q:toInt' says how to print the
// values. What the real shell knows is carried out or refused by its name; keys that have
// no effect here, since they are about how HBase stores or fetches, are told by [Idle].
package hbase
