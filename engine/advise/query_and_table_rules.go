package advise

import (
	"cmp"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/plan"
)

// tables finds groups of tables that would better be one: three or more tables with the
// same families and template, whose names differ in one part and have a word of three
// letters in common. If the part is a date, the tables do not count, since such batches
// are dropped as a whole. It needs three tables. (Documented: at most 1,000 tables in an
// instance.)
func (r *reviewer) tables(tables []Table) {
	if len(tables) >= 3 {
		r.check(TablesAlike)
	}
	groups := map[string][]string{}
	for _, t := range tables {
		if len(t.Families) == 0 {
			continue
		}
		families := " "
		if t.Template != nil {
			families += t.Template.String()
		}
		for _, f := range t.Families {
			families += " " + string(f.Name)
		}
		parts := partsOf(t.Name)
		for i, p := range parts {
			if strings.Contains("-_.", p) || isDate(p) {
				continue
			}
			parts[i] = "*"
			g := strings.Join(parts, "")
			parts[i] = p
			if len(strings.Trim(g, "*-_.0123456789")) < 3 {
				continue
			}
			g += families
			groups[g] = append(groups[g], t.Name)
		}
	}
	type group struct {
		pattern string
		tables  []string
	}
	var found []group
	for g, names := range groups {
		if len(names) >= 3 {
			pattern, _, _ := strings.Cut(g, " ")
			found = append(found, group{pattern, names})
		}
	}
	base.Sort(found, func(a, b group) int {
		return cmp.Or(cmp.Compare(len(b.tables), len(a.tables)), cmp.Compare(a.pattern, b.pattern))
	})
	named := map[string]bool{}
	for _, g := range found {
		if named[g.tables[0]] {
			continue
		}
		for _, name := range g.tables {
			named[name] = true
		}
		r.find(TablesAlike, "", g.tables[0], itoa(len(g.tables)), g.pattern, strings.Join(g.tables[:3], ", "))
	}
}

// partsOf divides a table's name between letters, digits, and hyphens, underlines or dots.
func partsOf(name string) []string {
	kind := func(c byte) int {
		switch {
		case c == '-' || c == '_' || c == '.':
			return 0
		case '0' <= c && c <= '9':
			return 1
		}
		return 2
	}
	var out []string
	start := 0
	for i := 1; i <= len(name); i++ {
		if i == len(name) || kind(name[i]) != kind(name[start]) {
			out = append(out, name[start:i])
			start = i
		}
	}
	return out
}

// queries finds questions that read much more than they return: those that scan the whole
// table and drop rows, and those that scan at least twenty rows and more than ten times
// the wanted ones. A question is left out if no better place in the key is known for its
// fields. It needs a measured workload.
func (r *reviewer) queries(queries []Query) {
	for _, q := range queries {
		if q.Table == "" || q.Scanned == 0 {
			continue
		}
		r.check(CostlyQuery)
		if len(q.Residual) > 0 && len(q.NarrowingFields) == 0 && q.NumberAsText.Field == "" {
			continue
		}
		drops := q.Access == plan.Scan && len(q.Residual) > 0 && q.Wanted < q.Scanned
		if drops || q.Scanned >= 20 && q.Scanned > 10*max(q.Wanted, 1) {
			r.find(CostlyQuery, q.Table, q.ID, string(q.Access), count(q.Scanned), count(q.Wanted), strings.Join(q.Residual, ", "),
				strings.Join(q.NarrowingFields, ", "), q.NumberAsText.Field, q.NumberAsText.Value, q.NumberAsText.Padded, q.NumberAsText.PaddedField)
		}
	}
}

// pairs finds two rows that are written directly after each other three times or more,
// while neither is written next to another row half as often. They seem to change
// together, but no operation is atomic across rows. It needs six writes.
func (r *reviewer) pairs(writes []Write) {
	if len(writes) < 6 {
		return
	}
	r.check(RowsWrittenTogether)
	type pair struct{ a, b Write }
	beside, met := map[pair]int{}, map[pair]int{} // how often two are adjacent, without and with overlaps
	before := func(a, b Write) bool { return a.Table < b.Table || a.Table == b.Table && a.Key < b.Key }
	taken := map[pair]int{} // index after the last occurrence that counted
	var pairs []pair
	for i := 1; i < len(writes); i++ {
		p := pair{writes[i-1], writes[i]}
		if p.a == p.b {
			continue
		}
		if before(p.b, p.a) {
			p.a, p.b = p.b, p.a
		}
		if met[p]++; met[p] == 1 {
			pairs = append(pairs, p)
		}
		if taken[p] < i {
			beside[p]++
			taken[p] = i + 1
		}
	}
	other := map[Write]map[pair]int{}
	for _, p := range pairs {
		for _, w := range []Write{p.a, p.b} {
			if other[w] == nil {
				other[w] = map[pair]int{}
			}
			other[w][p] = met[p]
		}
	}
	for _, p := range pairs {
		alone := true
		for _, w := range []Write{p.a, p.b} {
			for q, n := range other[w] {
				alone = alone && (q == p || 2*n <= beside[p])
			}
		}
		if beside[p] >= 3 && alone {
			r.find(RowsWrittenTogether, p.a.Table, string(p.a.Key), string(p.b.Key), p.b.Table, itoa(beside[p]))
		}
	}
}
