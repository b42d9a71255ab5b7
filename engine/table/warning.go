package table

import (
	"slices"
	"strconv"

	"tabletop/engine/base"
)

// Warning says that a table has something that is allowed, but larger than Bigtable's
// documentation recommends.
type Warning struct {
	Code base.Code // NoteManyFamilies, NoteLongRow or NoteLongValue
	Args []string  // table, row, column, actual size and recommended limit, as the code needs them
}

// Warnings returns what exceeds [base.WarnFamilies], [base.WarnRow] and [base.WarnCell]:
// first the number of families, then rows in key order, each followed by its values. Only
// rows of more than base.WarnCell bytes are visited, and these are known from the writes.
func (t *Table) Warnings() []Warning {
	var out []Warning
	warn := func(code base.Code, args ...string) { out = append(out, Warning{code, args}) }
	if n := len(t.fams.info); n > base.WarnFamilies {
		warn(base.NoteManyFamilies, t.name, strconv.Itoa(n), strconv.Itoa(base.WarnFamilies))
	}
	for _, key := range t.large {
		rec, _ := t.rows.Get(string(key))
		if rec.Bytes > base.WarnRow {
			warn(base.NoteLongRow, t.name, string(key), strconv.Itoa(int(rec.Bytes)), strconv.Itoa(base.WarnRow))
		}
		for c := walk(rec, t.fams); c.next(); {
			if n := len(c.cell.Value); n > base.WarnCell {
				column := string(c.cell.Family) + ":" + string(c.cell.Qualifier)
				warn(base.NoteLongValue, t.name, string(key), column, strconv.Itoa(n), strconv.Itoa(base.WarnCell))
			}
		}
	}
	return out
}

// noteLarge adds a key to the list of large rows, or removes it from the list.
func (t *Table) noteLarge(key base.RowKey, large bool) {
	i, found := slices.BinarySearch(t.large, key)
	switch {
	case large && !found:
		t.large = slices.Insert(slices.Clone(t.large), i, key)
	case !large && found:
		t.large = slices.Delete(slices.Clone(t.large), i, i+1)
	}
}
