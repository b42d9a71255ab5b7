// Package fit makes a recipe that generates data like given ones. The recipe holds numbers that
// describe the data, but none of the data's values. However many records there are, it is short enough
// for a link, and it may be shown to people who must not see the data.
//
//	like, err := fit.NewRecipe(data, seed, spend)
//	larger, err := fit.Grow(like, "device", 10) // ten times as many devices
//
// # What is alike
//
//   - how many records there are, and how many different values a field has
//   - how many records have the most frequent value of a field, the next one, and so on
//   - which of the most frequent values are less than others, and how many bytes they have
//   - how values are written: digits, letters, separators, decimals, forms of a time
//   - the distribution of numbers and times
//   - which field determines which, as a street determines its city
//   - whether values come in order, in rounds, close together, or at any time
//   - which records lack a field
//
// What a query costs therefore is about the same, if its conditions are translated: the k-th most
// frequent value of a field stays the k-th most frequent, and a range goes on from the same part of
// the records to the same part.
//
// # What is not
//
// Fields are otherwise independent: if large orders come from certain cities only, without
// being determined by them, the recipe does not say so. A value that two fields determine together is
// independent of both.
//
// Words and names are made up. A text that all values share is kept as their form if there
// are at least ten values, as in sensor-0017 and sensor-0291. Times are moved by weeks, so that the
// times of the recipe are not those of the data. Bounds of numbers are somewhat wider than those of the data.
package fit
