// Package rowkey reads row-key templates and turns records into row keys and
// back.
//
// A template is text in which {name} stands for a field of the record and
// everything else stands for itself. Behind the name may stand transforms, each
// after a bar, which change the value on its way into the key:
//
//	{game}#{player}#{date}
//	BATTERY#{time|salt:3}#{user}#{time}
//	{meter|zero:10}{time|day}
//	{exchange|pad:6}#{symbol|pad:5}#{ms|zero:13}
//
// # Grammar
//
//	template  = part { part }
//	part      = literal | "{" field { "|" transform } "}"
//	literal   = one or more bytes other than "{" and "}"
//	field     = [a-z][a-z0-9_]*
//	transform = "zero:" width              zeros before a number
//	          | "pad:" width [ ":" byte ]  bytes behind a text, blanks if none is given
//	          | "padleft:" width [ ":" byte ]
//	          | "reverse"                  the bytes in reverse order
//	          | "domain"                   the labels between dots in reverse order
//	          | "newest"                   2^63-1 minus a number, 19 digits
//	          | "date" [ ":s" ]            ms since 1970 as yyyymmddhhmmssmmm, UTC
//	          | "hour" [ ":s" ]            the same cut to yyyymmddhh
//	          | "day" [ ":s" ]             to yyyymmdd
//	          | "month" [ ":s" ]           to yyyymm
//	          | "millis" [ ":" form ]      yyyymmddhhmmssmmm as ms since 1970
//	          | "seconds" [ ":" form ]     yyyymmddhhmmss as seconds since 1970
//	          | "first:" width             the first bytes
//	          | "hash:" digits             hexadecimal digits of a hash
//	          | "salt:" count              a hash modulo count, in decimal
//
// With ":s" the number is seconds, not milliseconds, and date makes
// yyyymmddhhmmss. The hash is xxHash64 with seed 0. A number is written in
// decimal without sign or leading zeros and is at most 2^63-1. The times that
// millis and seconds take are those whose number has 13 and 10 digits, from
// September 2001 to November 2286, so that they sort.
//
// With a form millis and seconds take times that are written otherwise, from 1970 on, and
// put zeros before their numbers where these are short:
//
//	form = digits | "day" | ( "iso" | "sql" ) [ decimals ] [ zone ]
//
// Digits are 8 (yyyymmdd), 10 (seconds since 1970), 14 (yyyymmddhhmmss) or 17, day is
// 2026-03-01, iso 2026-03-01T08:00:00 and sql the same with a blank. Decimals of the
// seconds are 1 to 3, a zone is Z or as +01:00; without one the time is UTC. A form takes
// what is written just so, so that it can be given back: {t|millis:iso3Z|newest} takes
// 2026-03-01T08:00:00.250Z and no other number of decimals.
//
// Transforms are applied from the left. Zero, newest, date, hour, day and month
// read a number: they stand first, or behind millis or seconds, which stand
// first, as domain does. Pad and padleft take what has no fixed width yet. Hash and
// salt stand last, alone or behind what has shortened the value. A transform
// stands once in a field.
//
// A template has at most [MaxTemplate] bytes and at least one part, a field at most
// [MaxTransforms] transforms. A field may stand several times with different
// transforms.
//
// # Where a value ends
//
// A field of fixed width, which all transforms but reverse and domain give it, ends
// by that. Any other is ended by the literal behind it, its separator, where that
// first occurs, or, as the last part, by the end of the key; nothing else may stand
// behind it. Literals and values are bytes; nothing is escaped.
//
// A value that would be cut at the wrong place, or that a transform does not
// take, is refused by [Template.Encode], so that every key of a template with all
// its fields whole decodes to the values it was made of. [Template.Decodable] and
// [Template.Ordered] say what holds of a template, with examples.
//
// The package knows nothing of records beyond the values of their fields, and
// nothing of tables.
package rowkey
