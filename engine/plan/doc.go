// Package plan turns a query over a row-key template into a read: the key
// ranges to walk, the filter for what the ranges cannot decide, and an
// explanation as data. It reads no table.
//
// # Narrowing
//
// The steps of the template are walked from the left. A literal extends the
// prefix that all wanted keys begin with, and so does a field that the query
// fixes, together with the separator behind it: player = Corrie makes
// LoL#Corrie# and never meets Corrie2. The first field that is not fixed ends
// the walk. If the query asks for its beginning or for values between two
// bounds, that narrows the prefix once more. What a later field must be is
// decided row by row.
//
// # Transforms
//
// A value that is asked for goes through a field's transforms as the records'
// values do, whatever they are. Bounds do where the field is a number or a date
// there: a condition leaves some of its numbers, of which the first and the last
// bound the key, the other way round behind newest. A step of which only few
// bytes are possible, be it any salt, the days of a week or five reversed ids,
// does not end the walk: the read is parted into a range for each of them, at most
// [MaxRanges], where that lets a later step narrow or leaves out what is not
// wanted.
//
// A name below a domain is found by the first bytes of a step that puts its labels,
// or its bytes, in reverse: under google.com are the keys with com.google. and not
// com.google itself, nor com.googleplex.
//
// # The tightest bounds
//
// The ranges hold no key whose steps, up to where the query leaves one open, could not
// each be those of a record that it asks for, but for salts of a whole value: of a range
// of them all are read, and behind each stands the same span, though a short one may
// lack some. Where separators that sort among the values would part a range into more
// than [MaxRanges], one is read around them and the condition decided row by row.
//
// # The latest
//
// Of a query for the latest N the keys of a range are in order where what stands
// before the field in the key is fixed, and the field follows whole, or cut short and
// then whole. They stand at the range's end, behind newest at its beginning, and N
// rows are enough, of each range where a salt makes several. Else all rows that match
// are read, and the reader sorts them. Values that the key holds as they are, or
// padded behind, are in order only where the data has them of one length: 9 stands
// behind 10. Who knows the data tells the planner of which fields that holds.
//
// # Exactness
//
// For rows whose keys the template made, the rows in a plan's ranges that pass
// its filter and the conditions left to the client are exactly the rows that the
// query matches. Where the bytes of a separator make keys sort otherwise than the
// values in them, the range is parted: what stands between and is not wanted is left
// out.
package plan
