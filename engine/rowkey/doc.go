// Package rowkey parses row-key templates, makes row keys of records, and reads records'
// values out of keys.
//
// A template is text in which {name} is replaced by the value of a field; all other text
// is copied to the key. After the name there may be transforms, each preceded by a bar,
// which change the value before it is written to the key:
//
//	{game}#{player}#{date}
//	BATTERY#{time|salt:3}#{user}#{time}
//	{meter|zero:10}{time|day}
//	{exchange|pad:6}#{symbol|pad:5}#{ms|zero:13}
//
// An example:
//
//	t, err := rowkey.Parse("{room}#{no|zero:4}")
//	key, err := t.AppendKey(nil, []string{"lobby", "7"}) // lobby#0007
//	values, ok := t.Decode("lobby#0007")                 // lobby, 7
//
// The package knows records only by the values of their fields, and does not know tables.
//
// # Grammar
//
//	template  = part { part }
//	part      = literal | "{" field { "|" transform } "}"
//	literal   = one or more bytes other than "{" and "}"
//	field     = [a-z][a-z0-9_]*
//	transform = "zero:" width              zeros before a number
//	          | "pad:" width [ ":" byte ]  bytes after a text; blanks by default
//	          | "padleft:" width [ ":" byte ]
//	          | "reverse"                  the bytes in reverse order
//	          | "domain"                   the labels between dots in reverse order
//	          | "newest"                   2^63-1 minus a number, 19 digits
//	          | "date" [ ":s" ]            ms since 1970 as yyyymmddhhmmssmmm, UTC
//	          | "hour" [ ":s" ]            the same, cut to yyyymmddhh
//	          | "day" [ ":s" ]             the same, cut to yyyymmdd
//	          | "month" [ ":s" ]           the same, cut to yyyymm
//	          | "millis" [ ":" form ]      yyyymmddhhmmssmmm as ms since 1970
//	          | "seconds" [ ":" form ]     yyyymmddhhmmss as seconds since 1970
//	          | "first:" width             the first bytes
//	          | "hash:" digits             hexadecimal digits of a hash
//	          | "salt:" count              a hash modulo count, in decimal
//
// With ":s" the number is in seconds instead of milliseconds, and date gives
// yyyymmddhhmmss. The hash is xxHash64 with seed 0. A number is written in decimal,
// without sign or leading zeros, and is at most 2^63-1. Without a form, millis and seconds
// accept times whose numbers have 13 and 10 digits, from September 2001 to November 2286,
// so that the keys sort.
//
// With a form, millis and seconds accept times that are written in another way, from 1970
// on, and put zeros before short numbers:
//
//	form = digits | "day" | ( "iso" | "sql" ) [ decimals ] [ zone ]
//
// Digits are 8 (yyyymmdd), 10 (seconds since 1970), 14 (yyyymmddhhmmss) or 17
// (yyyymmddhhmmssmmm). A day is 2026-03-01, iso is 2026-03-01T08:00:00, and sql is the
// same with a blank. The seconds may have 1 to 3 decimals, and a zone is Z or has the form
// +01:00; without a zone the time is UTC. A form accepts only text of exactly this shape,
// so that the text can be restored from the key: {t|millis:iso3Z|newest} accepts
// 2026-03-01T08:00:00.250Z, and no other number of decimals.
//
// Transforms are applied from left to right. Each may be used once in a field. Zero,
// newest, date, hour, day and month read a number; they must come first, or directly after
// millis or seconds. Millis, seconds and domain must come first. Pad and padleft need a
// value without a fixed width. Hash and salt must come last, and may follow other
// transforms only if those have shortened the value.
//
// A template has at most [MaxTemplate] bytes and at least one part. A field has at most
// [MaxTransforms] transforms. A field may appear several times with different transforms.
//
// # Where a value ends
//
// All transforms except reverse and domain give a field a fixed width, by which its end is
// found. Any other field ends at its separator, the literal after it, where this first
// occurs; or, if it is the last part, at the end of the key. After such a field nothing
// but a literal is allowed. Literals and values are bytes, and nothing is escaped.
//
// [Template.Encode] refuses a value that could not be read back because it contains its
// separator, and a value that a transform does not accept. So every key of a template that
// has all its fields whole decodes to the values from which it was made.
// [Template.DecodableClaim] and [Template.OrderedClaim] say which properties a template has, with
// examples.
package rowkey
