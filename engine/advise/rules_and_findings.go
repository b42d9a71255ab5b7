package advise

import (
	"cmp"
	"slices"
	"strconv"

	"tabletop/engine/base"
)

// Rule identifies a known problem of tables, keys or queries that [Review] looks for.
type Rule string

// These are the rules. The comment beside each lists the arguments of its findings in order.
const (
	HotKey              Rule = "hot-key"         // pattern of the load, load of the busiest node as a multiple of its fair share, leading field of the key or "", which load
	Overloaded          Rule = "overloaded"      // instead of HotKey: number of overloaded nodes, number of nodes, which load; the example is the question that scans most, "" for none
	TimeFirst           Rule = "time-first"      // segment's field or "", its number, number of newest writes, per cent of the keys between which they lie
	Sequential          Rule = "sequential"      // the same as for TimeFirst
	OpaqueKey           Rule = "opaque"          // segment's field or "", its number, what it looks like (hash, bytes), per cent of the keys
	Unpadded            Rule = "unpadded"        // segment's field or "", its number, two values in key order of which the second is smaller, the word before the numbers or "", how many values come before a smaller one, how many values there are, digits to pad them to, the padded field as a template has it or ""
	MixedCase           Rule = "mixed-case"      // segment's field or "", its number, a word, the same word in other case
	ForwardDomain       Rule = "forward-domain"  // domains, sites that they belong to, a site that several share
	FewDomains          Rule = "few-domains"     // domains, rows
	CollidingKeys       Rule = "merged"          // records, the rows or versions that they became, the field of their time or ""
	BusyRow             Rule = "busy-row"        // what there are many of (writes, versions), how many, number of all writes or the column
	PersonalData        Rule = "personal"        // what was found (mail, phone, field, family), in how many keys, which field or family or ""
	TablesAlike         Rule = "table-per"       // number of tables, their common name with * for the part that differs, some of them
	ManyFamilies        Rule = "many-families"   // families, recommended maximum
	EmptyCells          Rule = "empty-cells"     // column, its empty cells, all its cells, per mille of all bytes that the empty cells take
	StoredTwice         Rule = "stored-twice"    // column, the key's field or "", the segment's number, rows compared, per mille of all bytes that the column takes
	LongNames           Rule = "long-names"      // mean bytes of names in a cell, per cent of all bytes
	MixedRetention      Rule = "mixed-retention" // family, a column, its versions in a row, another column, its versions in a row
	TinyCells           Rule = "tiny-cells"      // mean columns of a row, bytes of a value, bytes of names and timestamp beside a value
	TooLarge            Rule = "too-large"       // what is large (cell, row, key, qualifier), bytes, the recommendation or limit in bytes, its column or ""
	VersionSeries       Rule = "version-series"  // column, mean versions in a row, rows that have the column
	WideRows            Rule = "wide-rows"       // columns of the widest row, of the median row
	CostlyQuery         Rule = "costly-query"    // access, rows scanned, rows wanted, fields tested row by row, those of them that could be put into the key; of the first field compared as numbers: its name, a value, the value padded, and the padded field as a template has it, each may be ""
	RowsWrittenTogether Rule = "two-rows"        // the other row, its table, how often they were written together
)

// rules lists all rules in the order of a report, with the slug of the lesson about each,
// and what its findings are about unless seen says otherwise.
var rules = []struct {
	Rule
	lesson string
	about  FindingSubject
}{
	{HotKey, "timestamp-first", AboutKeys},
	{Overloaded, "how-many-nodes", AboutKeys},
	{TimeFirst, "timestamp-first", AboutKeys},
	{Sequential, "sequential-ids", AboutKeys},
	{CollidingKeys, "lol-scores", AboutKeys},
	{BusyRow, "busy-row", AboutRows},
	{FewDomains, "few-domains", AboutKeys},
	{CostlyQuery, "lol-scores", AboutQuery},
	{Unpadded, "byte-order", AboutKeys},
	{MixedCase, "byte-order", AboutKeys},
	{ForwardDomain, "reverse-domains", AboutKeys},
	{OpaqueKey, "readable-keys", AboutKeys},
	{PersonalData, "readable-keys", AboutKeys},
	{TablesAlike, "tenants", AboutTables},
	{ManyFamilies, "families", AboutCells},
	{TooLarge, "big-rows", AboutCells},
	{WideRows, "tall-vs-wide", AboutCells},
	{VersionSeries, "rows-not-versions", AboutCells},
	{MixedRetention, "families", AboutCells},
	{RowsWrittenTogether, "atomic-rows", AboutRows},
	{EmptyCells, "sorted-map", AboutCells},
	{StoredTwice, "field-promotion", AboutCells},
	{TinyCells, "one-cell-or-many", AboutCells},
	{LongNames, "families", AboutCells},
}

// Rules lists all rules in the order of a report.
var Rules = func() (all []Rule) {
	for _, r := range rules {
		all = append(all, r.Rule)
	}
	return all
}()

// LessonSlug returns the slug of the lesson about the rule.
func (r Rule) LessonSlug() string { return rules[slices.Index(Rules, r)].lesson }

// FindingSubject says what a finding is about.
type FindingSubject string

const (
	AboutKeys   FindingSubject = "keys"   // the keys of a table
	AboutQuery  FindingSubject = "query"  // a query of the workload
	AboutCells  FindingSubject = "cells"  // the cells of a table, their families and names
	AboutTables FindingSubject = "tables" // several tables
	AboutRows   FindingSubject = "rows"   // single rows
)

// seen has, for some rules, what a finding is about by its first argument.
var seen = map[Rule]map[string]FindingSubject{
	PersonalData: {"family": AboutCells},
	BusyRow:      {"writes": AboutKeys},
	TooLarge:     {"key": AboutKeys, "row": AboutRows},
}

// Subject returns what the finding is about.
func (f Finding) Subject() FindingSubject {
	if len(f.Args) > 0 {
		if about, ok := seen[f.Rule][f.Args[0]]; ok {
			return about
		}
	}
	return rules[slices.Index(Rules, f.Rule)].about
}

// Finding is a problem that a rule has found.
type Finding struct {
	Rule    Rule
	Table   string   // "" if it is about several tables
	Args    []string // the arguments that the rule documents
	Example string   // a key, column, table or query; "" for none
}

// Report is the result of a review.
type Report struct {
	Findings []Finding // in the order of the rules, then of the tables
	Checked  []Rule    // the rules for which there was enough evidence
}

// maxOf is the largest number of findings of one rule about one table.
const maxOf = 3

// reviewer collects a report.
type reviewer struct {
	Report
	checked map[Rule]bool
}

// check notes that there was enough evidence for a rule.
func (r *reviewer) check(rule Rule) { r.checked[rule] = true }

// find adds a finding, unless there are already maxOf of the same rule and table.
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

// Review applies all rules to the evidence.
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

// percent returns the share of part in whole, in per cent, rounded up.
func percent(part, whole int) int { return (part*100 + whole - 1) / whole }

// most reports whether n is at least 95 % of all.
func most(n, all int) bool { return all > 0 && n*100 >= all*95 }
