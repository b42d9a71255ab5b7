package table

import (
	"slices"
	"strconv"

	"tabletop/engine/base"
)

// Warning is something that is allowed but beyond documented advice.
type Warning struct {
	Code base.Code // NoteManyFamilies, NoteLongRow or NoteLongValue
	Args []string
}

// Warnings returns what goes beyond [base.WarnFamilies], [base.WarnRow] and
// [base.WarnCell]: families first, then rows in order, each followed by its
// values. It costs nothing unless there are rows above base.WarnCell.
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

// noteLarge records whether the row of a key is large now.
func (t *Table) noteLarge(key base.RowKey, large bool) {
	i, found := slices.BinarySearch(t.large, key)
	switch {
	case large && !found:
		t.large = slices.Insert(slices.Clone(t.large), i, key)
	case !large && found:
		t.large = slices.Delete(slices.Clone(t.large), i, i+1)
	}
}
