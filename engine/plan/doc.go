// Package plan decides how a query is read from a table whose row keys have a template. A
// [Plan] has the ranges of keys to scan, a filter for the conditions that the ranges do
// not decide, and an explanation as data. The package reads no table.
//
//	t, err := rowkey.Parse("{game}#{player}#{date}")
//	q := plan.Query{Where: []plan.Cond{
//		{Field: "game", Value: "LoL"},
//		{Field: "player", Value: "Corrie"},
//	}}
//	p := plan.PlanQuery(t, columns, q, plan.KnownData{})
//	// p.Access is plan.Prefix, p.Ranges is all keys with LoL#Corrie#, and p.Filter is nil.
//
// # Narrowing
//
// The planner goes through the steps of the template from left to right. A literal extends
// the prefix that all wanted keys have, and so does a field to which the query gives one
// value, together with the separator after it: player = Corrie gives LoL#Corrie#, which
// Corrie2 does not match. The first field without a single value ends this. If the query
// has a prefix or bounds for it, they narrow the range once more. Conditions on later
// fields are tested row by row.
//
// # Transforms
//
// A value in the query goes through a field's transforms exactly as the values of records
// do. Bounds can be used if the field is a number or a date in the key: the condition
// allows some numbers, and the first and last of them bound the key, in reverse order
// after newest.
//
// Prefixes and bounds of texts narrow the range for first, and for pad and padleft if
// these are the only transform. A prefix that is at least as long as first keeps gives the
// step one value. Of bounds the key has the first bytes; if the whole field follows
// directly, it is bounded too. Padding is treated like a separator, and padleft gives a
// range for each length of the value. A range of numbers narrows a step only if another
// step of the field reads it as whole numbers: otherwise there are arbitrarily many
// numbers with decimals between two others, and their bytes are in a different order.
//
// If a step can only have a few different bytes, such as the days of a week, five reversed
// ids, or a salt, it does not end the narrowing. The read is divided into a range for each
// of them, at most maxRanges, if a later step can then narrow, or if unwanted bytes are
// left out. For texts, most of which no value has, and for numbers that no step reads as
// numbers, at most 16 are used.
//
// For a salt, the read includes the salts that occur: for one value, for up to 1,024
// prefixes that first has cut before, or for numbers if about 4,096 tries cover them.
// Larger ranges of numbers have every salt, and so have ranges of texts, since there is no
// end of texts.
//
// A condition on a field that comes after an open step is tested with a pattern of the
// whole key. The pattern skips each step before the field by its width or up to its
// separator. A field with transforms is compared with the transformed values, if these are
// few, or one range, or all values with one prefix. Any other condition on such a field is
// left to the client.
//
// A condition for names below a domain narrows a step that writes the labels, or the
// bytes, in reverse order: under google.com are the keys with com.google. but neither
// com.google itself nor com.googleplex.
//
// # How tight the ranges are
//
// A key in the ranges could belong to a wanted record, as far as each step before the
// first open one is concerned. If the values can be tried, and do not give too many
// ranges, this also holds for these steps taken together. Separators or padding may sort
// between values, so that a range falls into more than maxRanges parts; then one range
// around them is read, and the condition is tested row by row.
//
// # The latest
//
// A query may ask for the latest N records, by some field. The keys in a range are in the
// order of that field if everything before it in the key is fixed, and the field follows
// whole, or shortened and then whole. The latest rows are then at the end of the range, or
// after newest at its beginning, and N rows are enough: of each range, if a salt gives
// several. Otherwise all matching rows are read, and the reader sorts them. Values that
// are in the key unchanged, or padded at the end, are in order only if they all have the
// same length: 9 comes after 10. The caller says in [KnownData] for which fields this holds.
//
// A query may ask for the latest N records of each value of another field. If that field
// follows what is fixed, whole and perhaps after a hash of itself, and then comes the
// field that orders the records, the keys of a range are those of one group after another.
// N rows of a group are read and the rest of the group is skipped: the next read begins
// after the last key of the group. The groups are found as the read proceeds, so that the
// last read finds none. If there are other fields before the value, or between it and the
// ordering field, a group has the rows that are also equal in these, and the reader keeps
// the latest rows of several groups.
//
// If groups have few rows, it takes longer to seek each group than to scan all rows; see
// seekRows. A caller that knows the rows passes them in [KnownData], and the planner
// estimates from a sample how many groups there are.
//
// # Exactness
//
// For rows whose keys the template has made, the rows in a plan's ranges that pass its
// filter and the conditions left to the client are exactly the rows that the query
// matches. If the bytes of a separator make keys sort in another order than the values in
// them, the range is divided, and the unwanted keys between are left out.
package plan
