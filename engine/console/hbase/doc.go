// Package hbase implements the language of the HBase shell as a dialect of the console.
// [Parse] and [Print] translate between text and the shared commands, tokens colours a
// line while it is typed, [Complete] completes it, and the Append functions print results
// as the shell of HBase 2 does.
//
// # Grammar
//
// The shell is Ruby. This is the part of it that is used for commands; anything else is
// refused (outside-ruby).
//
//	line    = [ prompt ] command [ value { "," value } [ "," pairs ] | pairs ]
//	prompt  = "hbase" … ">"
//	value   = string | integer | "true" | "false" | "nil" | word | "[" [ value { "," value } ] "]" | "{" [ pairs ] "}"
//	pairs   = ( word | string ) "=>" value { "," ( word | string ) "=>" value }
//	string  = "'" text "'" | '"' text '"'
//
// In single quotes a backslash is special only before ' and \. In double quotes there are
// the escapes \n, \t, \r, \e, \a, \b, \v, \f, \s, \0, \xHH, octal \NNN, \uHHHH and \u{H…};
// before any other character the backslash is ignored. A # outside quotes begins a
// comment. A line continues after a comma, after => and within brackets and quotes. Each
// command needs a line of its own.
//
// # Commands
//
// [CommandHelps] lists them. If cbt has a command with the same meaning, it is parsed as the
// same type. Versions are counted as in the shell: one unless VERSIONS is given, and
// 2147483647 means all. Timestamps are in milliseconds. A column 'f' means the whole
// family, 'f:' its column with the empty qualifier, and in get and scan 'f:q:toInt' says
// how to print the values. Options of the real shell are carried out or refused by name;
// idle returns the keys that have no effect here, because they say how HBase stores or
// fetches data.
package hbase
