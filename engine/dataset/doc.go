// Package dataset makes the records that lessons load: some given as they are,
// the rest generated from a recipe and a seed. A [Spec] is plain data and the
// same Spec gives the same records, byte for byte, on every machine.
//
// # Terms
//
// A record is one string for each field of the Spec, in the order of its
// Fields. The table of a generated field is the list of all values it may take,
// made once for each [Cursor]; a record is a choice from every table.
//
// A field without a table has a source: its value is made from the number of the
// record, without the records before it. What is random about it comes from the
// seed, the field and that number.
//
// Where a recipe names fields that together must be unique, their combinations
// are numbered and a keyed permutation of the numbers is walked, so that no
// record has to be remembered. A field of weighted choices among them splits
// the numbers into strata: each value gets its share of the records exactly and
// a permutation of its own.
//
// The package knows nothing of row keys or tables, and it never reads a clock
// or a source of randomness other than the recipe's seed. Records of a file are
// given ones: at most [MaxCount], and what a value may hold is the table's to say.
package dataset
