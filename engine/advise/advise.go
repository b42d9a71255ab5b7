package advise

import (
	"cmp"
	"slices"
	"strconv"

	"tabletop/engine/base"
)

// Rule is something that is known to go wrong.
type Rule string

// The rules. The comment gives the arguments of their findings in order.
const (
	HotKey         Rule = "hot-key"         // the pattern of its load, how many times its share the busiest node has, the field that leads its key or "", which load
	Overloaded     Rule = "overloaded"      // in place of HotKey: nodes that their load is too much for, how many nodes there are, which load; the example is the question that scans most, "" for none
	TimeFirst      Rule = "time-first"      // segment's field or "", its number, newest writes looked at, per cent of the keys among which they lie
	Sequential     Rule = "sequential"      // likewise
	Opaque         Rule = "opaque"          // segment's field or "", its number, what it looks like (hash, bytes), of the keys per cent
	Unpadded       Rule = "unpadded"        // segment's field or "", its number, the value that sorts first, the one behind it, the word before their numbers or "", how many of them a smaller one comes after, how many there are, digits to pad them to, the field's place in a template that does or ""
	MixedCase      Rule = "mixed-case"      // segment's field or "", its number, a word in capitals or some, the same in others
	ForwardDomain  Rule = "forward-domain"  // domains, sites that they belong to, a site that several share
	FewDomains     Rule = "few-domains"     // domains, rows
	Merged         Rule = "merged"          // records looked at, the rows or versions that they made, the field of their time or ""
	BusyRow        Rule = "busy-row"        // what was seen (writes, versions), how many, of how many writes or in which column
	Personal       Rule = "personal"        // what was seen (mail, phone, field, family), in how many keys, which field or family or ""
	TablePer       Rule = "table-per"       // tables, what their names have in common with * where they differ, some of them
	ManyFamilies   Rule = "many-families"   // families, how many are advised
	EmptyCells     Rule = "empty-cells"     // column, its cells without a byte, all of its cells, per mille of what is stored that the empty ones take
	StoredTwice    Rule = "stored-twice"    // column, the key's field or "", the segment's number, rows compared, per mille of what is stored that the column takes
	LongNames      Rule = "long-names"      // bytes of names in a cell, per cent of what is stored
	MixedRetention Rule = "mixed-retention" // family, a column, its versions in a row, another, its versions in a row
	TinyCells      Rule = "tiny-cells"      // cells of a row, bytes of a value, bytes of what stands beside each
	TooLarge       Rule = "too-large"       // what (cell, row, key, qualifier), bytes, the advice or limit in bytes, its column or ""
	VersionSeries  Rule = "version-series"  // column, its versions in a row, rows that have it
	WideRows       Rule = "wide-rows"       // columns of the widest row, of the middle one
	CostlyQuery    Rule = "costly-query"    // how it is read, rows scanned, rows wanted, fields that were decided row by row, those of them to put into the key, and of the first that is compared as numbers its name, a value, the same as it would sort and its place in a template that makes it so, each may be ""
	TwoRows        Rule = "two-rows"        // the other row, its table, how often they were written together
)

// rules are all of them, in the order of a report: of each the slug of the lesson about
// it, and what its findings are about where they do not say so themselves.
var rules = []struct {
	Rule
	lesson string
	about  About
}{
	{HotKey, "timestamp-first", AboutKeys},
	{Overloaded, "how-many-nodes", AboutKeys},
	{TimeFirst, "timestamp-first", AboutKeys},
	{Sequential, "sequential-ids", AboutKeys},
	{Merged, "lol-scores", AboutKeys},
	{BusyRow, "busy-row", AboutRows},
	{FewDomains, "few-domains", AboutKeys},
	{CostlyQuery, "lol-scores", AboutQuery},
	{Unpadded, "byte-order", AboutKeys},
	{MixedCase, "byte-order", AboutKeys},
	{ForwardDomain, "reverse-domains", AboutKeys},
	{Opaque, "readable-keys", AboutKeys},
	{Personal, "readable-keys", AboutKeys},
	{TablePer, "tenants", AboutTables},
	{ManyFamilies, "families", AboutCells},
	{TooLarge, "big-rows", AboutCells},
	{WideRows, "tall-vs-wide", AboutCells},
	{VersionSeries, "rows-not-versions", AboutCells},
	{MixedRetention, "families", AboutCells},
	{TwoRows, "atomic-rows", AboutRows},
	{EmptyCells, "sorted-map", AboutCells},
	{StoredTwice, "field-promotion", AboutCells},
	{TinyCells, "one-cell-or-many", AboutCells},
	{LongNames, "families", AboutCells},
}

// Rules are all of them, in the order of a report.
var Rules = func() (all []Rule) {
	for _, r := range rules {
		all = append(all, r.Rule)
	}
	return all
}()

// Lesson returns the slug of the lesson about a rule.
func (r Rule) Lesson() string { return rules[slices.Index(Rules, r)].lesson }

// About is what a finding is about.
type About string

const (
	AboutKeys   About = "keys"   // of a table
	AboutQuery  About = "query"  // of the workload
	AboutCells  About = "cells"  // of a table, their families and names
	AboutTables About = "tables" // several
	AboutRows   About = "rows"
)

// seen says what findings are about by what was seen, their first argument.
var seen = map[Rule]map[string]About{
	Personal: {"family": AboutCells},
	BusyRow:  {"writes": AboutKeys},
	TooLarge: {"key": AboutKeys, "row": AboutRows},
}

// About returns what a finding is about.
func (f Finding) About() About {
	if len(f.Args) > 0 {
		if about, ok := seen[f.Rule][f.Args[0]]; ok {
			return about
		}
	}
	return rules[slices.Index(Rules, f.Rule)].about
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
		r.merged(t)
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
	base.SortStable(r.Findings, func(a, b Finding) int {
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
