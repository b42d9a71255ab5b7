package advise

import (
	"cmp"
	"slices"
	"strconv"
)

// Rule is something that is known to go wrong.
type Rule string

// The rules. The comment gives the arguments of their findings in order.
const (
	TimeFirst      Rule = "time-first"      // segment's field or "", its number, newest writes looked at, per cent of the keys among which they lie
	Sequential     Rule = "sequential"      // likewise
	Opaque         Rule = "opaque"          // segment's field or "", its number, what it looks like (hash, bytes), of the keys per cent
	Unpadded       Rule = "unpadded"        // segment's field or "", its number, the value that sorts first, the one behind it
	ForwardDomain  Rule = "forward-domain"  // domains, sites that they belong to, a site that several share
	FewDomains     Rule = "few-domains"     // domains, rows
	BusyRow        Rule = "busy-row"        // what was seen (writes, versions), how many, of how many writes or in which column
	Personal       Rule = "personal"        // what was seen (mail, phone, field, family), in how many keys, which field or family or ""
	TablePer       Rule = "table-per"       // tables, what their names have in common with * where they differ, some of them
	ManyFamilies   Rule = "many-families"   // families, how many are advised
	LongNames      Rule = "long-names"      // bytes of names in a cell, per cent of what is stored
	MixedRetention Rule = "mixed-retention" // family, a column, its versions in a row, another, its versions in a row
	TinyCells      Rule = "tiny-cells"      // cells of a row, bytes of a value, bytes of what stands beside each
	TooLarge       Rule = "too-large"       // what (cell, row, key, qualifier), bytes, the advice or limit in bytes, its column or ""
	VersionSeries  Rule = "version-series"  // column, its versions in a row, rows that have it
	WideRows       Rule = "wide-rows"       // columns of the widest row, of the middle one
	CostlyQuery    Rule = "costly-query"    // how it is read, rows scanned, rows wanted, fields that were decided row by row
	TwoRows        Rule = "two-rows"        // the other row, its table, how often they were written together
)

// Rules are all of them.
var Rules = []Rule{
	TimeFirst, Sequential, BusyRow, FewDomains, CostlyQuery, Unpadded, ForwardDomain, Opaque, Personal,
	TablePer, ManyFamilies, TooLarge, WideRows, VersionSeries, MixedRetention, TwoRows, TinyCells, LongNames,
}

// Lesson returns the slug of the lesson about a rule.
func (r Rule) Lesson() string {
	switch r {
	case TimeFirst:
		return "timestamp-first"
	case Sequential:
		return "sequential-ids"
	case Opaque, Personal:
		return "readable-keys"
	case Unpadded:
		return "byte-order"
	case ForwardDomain:
		return "reverse-domains"
	case FewDomains:
		return "few-domains"
	case BusyRow:
		return "busy-row"
	case TablePer:
		return "tenants"
	case ManyFamilies, LongNames, MixedRetention:
		return "families"
	case TinyCells:
		return "one-cell-or-many"
	case TooLarge:
		return "big-rows"
	case VersionSeries:
		return "rows-not-versions"
	case WideRows:
		return "tall-vs-wide"
	case CostlyQuery:
		return "lol-scores"
	case TwoRows:
		return "atomic-rows"
	}
	panic("advise: a rule without a lesson")
}

// Finding is what a rule has seen.
type Finding struct {
	Rule    Rule
	Table   string   // "" for several
	Args    []string // as the rule has them
	Example string   // a key, column, table or query; "" for none
}

// Report is what came of a review.
type Report struct {
	Findings []Finding // the rules in their order, tables by name
	Checked  []Rule    // that had something to go by
}

// maxOf is the most findings of one rule about one table.
const maxOf = 3

// reviewer gathers a report.
type reviewer struct {
	Report
	checked map[Rule]bool
}

// check notes that a rule had something to go by.
func (r *reviewer) check(rule Rule) { r.checked[rule] = true }

// find adds a finding, unless there are enough of its kind.
func (r *reviewer) find(rule Rule, table, example string, args ...string) {
	r.check(rule)
	same := 0
	for _, f := range r.Findings {
		if f.Rule == rule && f.Table == table {
			same++
		}
	}
	if same < maxOf {
		r.Findings = append(r.Findings, Finding{Rule: rule, Table: table, Args: args, Example: example})
	}
}

// Review applies every rule.
func Review(e Evidence) Report {
	r := &reviewer{checked: map[Rule]bool{}}
	for i := range e.Tables {
		t := &e.Tables[i]
		r.keys(t)
		r.cells(t)
	}
	r.tables(e.Tables)
	r.queries(e.Queries)
	r.pairs(e.Writes)
	for _, rule := range Rules {
		if r.checked[rule] {
			r.Checked = append(r.Checked, rule)
		}
	}
	slices.SortStableFunc(r.Findings, func(a, b Finding) int {
		return cmp.Compare(slices.Index(Rules, a.Rule), slices.Index(Rules, b.Rule))
	})
	return r.Report
}

func itoa(n int) string    { return strconv.Itoa(n) }
func count(n int64) string { return strconv.FormatInt(n, 10) }

// percent returns part of whole in per cent, rounded up.
func percent(part, whole int) int { return (part*100 + whole - 1) / whole }

// most reports whether n of all are 95 % or more.
func most(n, all int) bool { return all > 0 && n*100 >= all*95 }
