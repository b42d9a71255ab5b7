// Package dataset makes the records that are loaded into tables. Some are given, for
// instance by a file; the others are generated from a recipe and a seed. A [Spec] is plain
// data, and the same Spec gives the same records, byte for byte, on every machine.
//
//	spec := dataset.Spec{
//		Fields: []string{"player", "day"},
//		Recipe: &dataset.Recipe{Count: 1000, Seed: 7, Gens: []dataset.Generator{
//			{Field: "player", Kind: dataset.Names, PerValue: 10},
//			{Field: "day", Kind: dataset.Days, From: "20150301", To: "20150331"},
//		}},
//	}
//	if err := spec.Check(); err != nil { … }
//	c := spec.Cursor()
//	for rec, ok := c.Next(); ok; rec, ok = c.Next() { … } // rec[0] is the player
//
// # Terms
//
// A record is one string for each field of the Spec, in the order of its Fields. A field
// of a recipe either has a table or a source. A table is the list of all values that the
// field may have, made once for each [Cursor]; each record has one of them. A source
// computes the value from the number of the record alone, without the records before it;
// its random numbers depend on the seed, the field and that number.
//
// A Fitted field has a [Shape] instead: numbers that say how many values there are and how often each
// comes. They are numbered, too, and written when a record has them.
//
// A recipe may name fields that together must be unique. Their combinations are numbered,
// and a keyed permutation of the numbers is followed, so that no combination has to be
// remembered. If one of these fields has weighted choices, the numbers are divided into
// strata: each value of that field has exactly its share of the records, and a permutation
// of its own.
//
// The package knows nothing of row keys and tables. It reads no clock and has no
// randomness other than the recipe's seed. It accepts up to [MaxCount] records; what a
// value may contain is checked by the table.
package dataset
