package reference

import (
	"strings"

	"tabletop/app/i18n"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
	hbaseshell "tabletop/engine/console/hbase"
	"tabletop/engine/console/printed"
	"tabletop/engine/filter"
	"tabletop/engine/hbase/hfilter"
)

// Entry is one entry of the reference.
type Entry struct {
	ID             string // its anchor on the page
	Section        Section
	Name           string
	Text           string     // what it does or means
	Usage          string     // its syntax; "" if that is the name alone
	Equivalent     string     // for a statement of SQL: the command or row key in its place
	Parts          []Argument // its arguments or keys
	Comparison     string     // for a filter of HBase: how it compares with Bigtable's filters
	BigtableFilter string     // the filter of Bigtable that Comparison is about; "" for none
}

// Argument is an argument of a command, and what it means.
type Argument struct{ Name, Text string }

// Section is a section of the reference. The constants are in the order of the page.
type Section uint8

const (
	SectionSQL Section = iota
	SectionCBT
	SectionHBase
	SectionFilters
	SectionHBaseFilters
	SectionLimits
	SectionTerms
	sections
)

// Sections returns all sections in the order of the page.
func Sections() []Section {
	all := make([]Section, sections)
	for i := range all {
		all[i] = Section(i)
	}
	return all
}

// String returns the section's anchor on the page.
func (s Section) String() string {
	return [...]string{"sql", "cbt", "hbase", "filters", "hbase-filters", "limits", "terms"}[s]
}

// terms are the keys of the glossary's entries, in the order of the page.
var terms = []string{
	"table", "row-key", "family", "qualifier", "column", "cell", "timestamp", "version", "sparse", "byte-order", "big-endian",
	"scan", "prefix", "suffix", "filter", "seek", "access-path", "workload", "gc", "compaction", "major-compaction", "tombstone", "memstore", "store-file", "atomic", "retry", "idempotent", "read-modify-write", "aggregate",
	"join", "denormalise", "backfill", "fan-out", "template", "segment", "delimiter", "label", "transform", "cardinality", "reversed-timestamp", "tenant",
	"time-series", "instance", "tablet", "region", "node", "cluster", "replication", "fair-share", "p99", "headroom", "hotspot", "heat-map", "key-visualizer", "field-promotion", "salt", "hash", "tall", "wide", "protobuf",
}

// limits are the bounds of the data model, and after those the bounds of this program. bytes is
// whether the unit of value is bytes.
var limits = []struct {
	key   string
	value int64
	bytes bool
}{
	{"row-key", base.MaxRowKey, true},
	{"qualifier", base.MaxQualifier, true},
	{"cell-advice", base.WarnCell, true},
	{"cell", base.MaxCell, true},
	{"row-advice", base.WarnRow, true},
	{"row", base.MaxRow, true},
	{"row-here", base.MaxWrittenRow, true},
	{"family-name", base.MaxFamilyName, false},
	{"families", base.WarnFamilies, false},
	{"families-here", base.MaxFamilies, false},
	{"table-name", base.MaxTableName, false},
	{"tables", base.MaxTables, false},
	{"mutations", base.MaxMutations, false},
	{"filter", base.MaxFilter, true},
	{"nesting", base.MaxNesting, false},
	{"gc-rule", base.MaxGCRule, true},
	{"label", base.MaxLabel, false},
	{"line", base.MaxLine, true},
	{"script", base.MaxScript, true},
	{"fields", base.MaxFields, false},
	{"values", base.MaxValues, false},
	{"queries", base.MaxQueries, false},
	{"entries", base.MaxFileChanges, false},
	{"spaces", base.MaxWorkspaces, false},
	{"csv-columns", base.MaxCSVColumns, false},
	{"printed", printed.MaxText, true},
}

// Entries returns all entries in a language, section by section.
func Entries(lang string) []Entry {
	var all []Entry
	for _, s := range statements {
		id := SectionSQL.String() + "-" + s.name
		all = append(all, Entry{ID: id, Section: SectionSQL, Name: strings.ReplaceAll(s.name, "-", " "), Text: i18n.PageText(lang, id), Usage: s.usage, Equivalent: s.here})
	}
	for section, commands := range [][]console.CommandHelp{SectionCBT: cbt.CommandHelps(), SectionHBase: hbaseshell.CommandHelps()} {
		for _, c := range commands {
			e := Entry{ID: Section(section).String() + "-" + c.Name, Section: Section(section), Name: c.Name, Text: i18n.EngineSentence(lang, c.Help), Usage: c.Usage}
			for _, p := range c.Args {
				e.Parts = append(e.Parts, Argument{p.Name, i18n.EngineSentence(lang, p.Help)})
			}
			all = append(all, e)
		}
	}
	for _, f := range filter.FilterUsages() {
		all = append(all, Entry{ID: "filter-" + f.Name, Section: SectionFilters, Name: f.Name, Text: i18n.PageText(lang, "filter-"+f.Name), Usage: f.Usage})
	}
	for _, usage := range hfilter.FilterSignatures() {
		// The usage begins with the name: Name(arguments).
		name, _, _ := strings.Cut(usage, "(")
		e := Entry{ID: "hfilter-" + strings.ToLower(name), Section: SectionHBaseFilters, Name: name, Usage: usage,
			Text: i18n.PageText(lang, "hfilter-"+strings.ToLower(name))}
		e.Comparison, e.BigtableFilter = match(lang, name)
		all = append(all, e)
	}
	for _, l := range limits {
		value := i18n.FormatNumber(lang, l.value)
		if l.bytes {
			value = i18n.FormatBytes(lang, l.value)
		}
		all = append(all, Entry{ID: "limit-" + l.key, Section: SectionLimits, Name: value, Text: i18n.PageText(lang, "limit-"+l.key)})
	}
	for _, t := range terms {
		all = append(all, Entry{ID: "term-" + t, Section: SectionTerms, Name: i18n.PageText(lang, "term-"+t), Text: i18n.PageText(lang, "term-"+t+"-text")})
	}
	return all
}

// MatchesSearch reports whether an entry has every word of a search, in any of its texts.
func (e Entry) MatchesSearch(search string) bool {
	text := []string{e.Name, e.Text, e.Usage, e.Equivalent, e.Comparison, e.BigtableFilter}
	for _, p := range e.Parts {
		text = append(text, p.Name, p.Text)
	}
	in := strings.ToLower(strings.Join(text, "\n"))
	for _, word := range strings.Fields(strings.ToLower(search)) {
		if !strings.Contains(in, word) {
			return false
		}
	}
	return true
}

// NameByID returns the name of the entry or section with an element ID, "" if there is none.
func NameByID(lang, id string) string {
	for _, s := range Sections() {
		if s.String() == id {
			return i18n.PageText(lang, "section-"+id)
		}
	}
	for _, e := range Entries(lang) {
		if e.ID == id {
			return e.Name
		}
	}
	return ""
}
