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
// bound the key, the other way round behind newest.
//
// Of texts, beginnings and bounds narrow first, pad and padleft where these stand
// alone. A beginning that is longer than first keeps fixes the step, and of bounds the
// key holds the first bytes; where the whole field follows at once, they bound it too.
// Padding is parted as separators are, and padleft into a range for each length.
// A range of numbers narrows only what another step reads as whole numbers: between two
// others there are numbers with decimals without end, and their bytes are in another order.
//
// A step of which only few bytes are possible, be it the days of a week, five
// reversed ids, or a salt, does not end the walk: the read is parted into a range for
// each of them, at most [MaxRanges], where that lets a later step narrow or leaves out
// what is not wanted. Of texts, most of which no value has, and of numbers that nothing
// reads as such, 16 are parted.
//
// Of a salt those are read that occur: of one value, of up to 1,024 beginnings that are
// cut short before, or of numbers where some 4,096 tries meet them all. A longer range of
// numbers meets every salt, and so does one of texts, of which there is no end.
//
// A condition on a field that follows an open step is tested by a pattern of the whole key,
// which skips each step before the field by its width or up to its separator. A field with
// transforms is compared with the transformed values, where those are few, one range, or
// all with one prefix. Any other condition on it is left to the client.
//
// A name below a domain is found by the first bytes of a step that puts its labels,
// or its bytes, in reverse: under google.com are the keys with com.google. and not
// com.google itself, nor com.googleplex.
//
// # The tightest bounds
//
// The ranges hold no key whose steps, up to where the query leaves one open, could not
// each be those of a record that it asks for; nor all together, where the values can be
// tried and not too many ranges come of it. Where separators or padding that sort among
// the values would part a range into more than [MaxRanges], one is read around them and
// the condition decided row by row.
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
// Of the latest N of each value of another field the keys of a range are those of one
// group after the other where that field follows what is fixed, whole, perhaps behind
// a hash of it, and then the field they are the latest by. N rows of a group are read,
// and the rest of it is skipped: the next read begins behind its last key. Which groups
// there are is found as it goes, so that the last read finds none. Where other fields
// stand before the value or between it and that order, a group is the rows that are alike
// in these too, and the reader keeps the latest of several.
//
// Groups of few rows are not sought one by one where that takes longer than to walk all
// rows (see [SeekRows]): who knows the rows hands them to the planner, which then counts
// the groups of some.
//
// # Exactness
//
// For rows whose keys the template made, the rows in a plan's ranges that pass
// its filter and the conditions left to the client are exactly the rows that the
// query matches. Where the bytes of a separator make keys sort otherwise than the
// values in them, the range is parted: what stands between and is not wanted is left
// out.
package plan
