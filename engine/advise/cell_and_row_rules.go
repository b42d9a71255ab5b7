package advise

import (
	"slices"

	"tabletop/engine/base"
)

// cells applies the rules about families, columns and cells.
func (r *reviewer) cells(t *Table) {
	if n := len(t.Families); n > 0 {
		r.check(ManyFamilies)
		if n > base.WarnFamilies { // documented
			r.find(ManyFamilies, t.Name, "", itoa(n), itoa(base.WarnFamilies))
		}
	}
	if t.Rows == 0 {
		return
	}
	r.large(t)
	r.names(t)
	r.empty(t)
	r.twice(t, segmentsOf(t))
	r.tiny(t)
	r.wide(t)
	r.series(t)
	r.retention(t)
}

// aggregates reports whether the family is an aggregate.
func (t *Table) aggregates(name base.Family) bool {
	return slices.ContainsFunc(t.Families, func(f Family) bool { return f.Name == name && f.Aggregate })
}

// large reports what exceeds the documented recommendations: cells of more than 10 MB and
// rows of more than 100 MB. Keys and qualifiers cannot exceed their limits of 4 and 16 KB;
// they are reported from three quarters of it on.
func (r *reviewer) large(t *Table) {
	r.check(TooLarge)
	limits := map[LargeKind]int{LargeCell: base.WarnCell, LargeRow: base.WarnRow, LongKey: base.MaxRowKey, LongQualifier: base.MaxQualifier}
	for _, l := range t.Large {
		r.find(TooLarge, t.Name, string(l.Key), string(l.Kind), count(l.Bytes), itoa(limits[l.Kind]), l.Name)
	}
}

// names finds names of families and columns that take too much room: 24 bytes or more in
// the average cell, and two fifths of all that is stored. It needs a thousand cells.
func (r *reviewer) names(t *Table) {
	n := t.Sampled
	if t.Cells < 1000 || n.Cells == 0 {
		return
	}
	r.check(LongNames)
	if n.Names < 24*n.Cells || n.Names*5 < n.Bytes*2 {
		return
	}
	var worst Column
	takes := func(c Column) int64 { return c.Cells * int64(len(c.name())-1) }
	for _, c := range t.Columns {
		if takes(c) > takes(worst) {
			worst = c
		}
	}
	r.find(LongNames, t.Name, worst.name(), count(n.Names/n.Cells), count(n.Names*100/n.Bytes))
}

// tiny finds rows that are divided into very small pieces: 200 columns or more on average,
// with values of at most 8 bytes beside at least twice as many bytes of names and
// timestamps. The 96 readings of a day that the documentation keeps in one row are far
// below this.
func (r *reviewer) tiny(t *Table) {
	rows, columns := len(t.Widths), 0
	for _, w := range t.Widths {
		columns += w
	}
	n := t.Sampled
	if rows == 0 || n.Cells == 0 {
		return
	}
	r.check(TinyCells)
	beside := n.Names + 8*n.Cells
	if columns >= 200*rows && n.Values <= 8*n.Cells && beside >= 2*n.Values {
		widest := 0
		for i, w := range t.Widths {
			if w > t.Widths[widest] {
				widest = i
			}
		}
		r.find(TinyCells, t.Name, string(t.Keys[widest]), itoa(columns/rows), count(n.Values/n.Cells), count(beside/n.Cells))
	}
}

// wide finds rows that grow without limit: the widest row has 100 columns or more and four
// times as many as the median row, and the qualifiers are data: they are numbers or times,
// or the average one is in less than a tenth of the rows. It needs three rows.
func (r *reviewer) wide(t *Table) {
	rows := len(t.Widths)
	if rows < 3 {
		return
	}
	r.check(WideRows)
	sorted := slices.Sorted(slices.Values(t.Widths))
	middle, widest := sorted[(rows-1)/2], sorted[rows-1]
	if widest < 100 || widest < 4*middle {
		return
	}
	data, in := 0, int64(0)
	for _, c := range t.Columns {
		if ok, _ := isTime(string(c.Qualifier)); ok || isNumber(string(c.Qualifier)) {
			data++
		}
		in += c.Rows
	}
	n := len(t.Columns)
	if most(data, n) || rows >= 10 && in*10 < int64(n)*int64(rows) {
		r.find(WideRows, t.Name, string(t.Keys[slices.Index(t.Widths, widest)]), itoa(widest), itoa(middle))
	}
}

// series finds values over time that are kept as versions: a column with five or more
// versions in the average row that has it, of which four fifths changed the value, in a
// family that keeps that many. One or two versions are taken for corrections.
func (r *reviewer) series(t *Table) {
	for _, c := range t.Columns {
		if t.aggregates(c.Family) {
			continue
		}
		r.check(VersionSeries)
		if keeps := t.keeps(c.Family); keeps > 0 && keeps < 5 {
			continue
		}
		if c.Cells >= 5*c.Rows && c.Changed*5 >= (c.Cells-c.Rows)*4 {
			r.find(VersionSeries, t.Name, string(c.MaxVersionsRow), c.name(), count(c.Cells/c.Rows), count(c.Rows))
		}
	}
}

// keeps returns how many versions a family keeps, or 0 for no limit.
func (t *Table) keeps(name base.Family) int {
	for _, f := range t.Families {
		if f.Name == name {
			return f.MaxVersions
		}
	}
	return 0
}

// retention finds a family whose rule cannot suit all of its columns: it keeps ten
// versions or more, one column has ten or more in the average row, and another a tenth of
// that or less.
func (r *reviewer) retention(t *Table) {
	for _, f := range t.Families {
		if f.Aggregate {
			continue
		}
		var low, high Column
		for _, c := range t.Columns {
			if c.Family != f.Name {
				continue
			}
			if low.Rows == 0 || c.Cells*low.Rows < low.Cells*c.Rows {
				low = c
			}
			if high.Rows == 0 || c.Cells*high.Rows > high.Cells*c.Rows {
				high = c
			}
		}
		if low.Rows == 0 || low.Qualifier == high.Qualifier {
			continue
		}
		r.check(MixedRetention)
		much, little := high.Cells/high.Rows, low.Cells/low.Rows
		if much >= 10 && much >= 10*little && (f.MaxVersions == 0 || f.MaxVersions >= 10) {
			r.find(MixedRetention, t.Name, high.name(), string(f.Name), string(high.Qualifier), count(much), string(low.Qualifier), count(little))
		}
	}
}
