package reference

import (
	"tabletop/app/i18n"
	"tabletop/engine/filter"
	"tabletop/engine/hbase/hfilter"
)

// examples has an example of each filter of HBase. If Bigtable has an equal filter, it is
// compiled from the example; otherwise near is the closest one, if there is one.
var examples = map[string]struct{ text, near string }{
	"ColumnCountGetFilter":           {"ColumnCountGetFilter(2)", "chain(latest(1), limit(2))"},
	"ColumnPaginationFilter":         {"ColumnPaginationFilter(2, 4)", "chain(latest(1), offset(4), limit(2))"},
	"ColumnPrefixFilter":             {"ColumnPrefixFilter('KD')", ""},
	"ColumnRangeFilter":              {"ColumnRangeFilter('a', true, 'm', false)", "column(GAME, [a,m))"},
	"ColumnValueFilter":              {"ColumnValueFilter('GAME', 'WIN', =, 'binary:true')", ""},
	"DependentColumnFilter":          {"DependentColumnFilter('GAME', 'WIN')", ""},
	"FamilyFilter":                   {"FamilyFilter(=, 'binary:GAME')", ""},
	"FirstKeyOnlyFilter":             {"FirstKeyOnlyFilter()", ""},
	"InclusiveStopFilter":            {"InclusiveStopFilter('LoL#9')", ""},
	"KeyOnlyFilter":                  {"KeyOnlyFilter()", ""},
	"MultipleColumnPrefixFilter":     {"MultipleColumnPrefixFilter('KD', 'W')", ""},
	"PageFilter":                     {"PageFilter(10)", ""},
	"PrefixFilter":                   {"PrefixFilter('LoL')", ""},
	"QualifierFilter":                {"QualifierFilter(=, 'binary:KDA')", ""},
	"RowFilter":                      {"RowFilter(=, 'binaryprefix:LoL')", ""},
	"SingleColumnValueExcludeFilter": {"SingleColumnValueExcludeFilter('GAME', 'WIN', =, 'binary:true', true, true)", single},
	"SingleColumnValueFilter":        {"SingleColumnValueFilter('GAME', 'WIN', =, 'binary:true', true, true)", ""},
	"TimestampsFilter":               {"TimestampsFilter(1425168000000)", ""},
	"ValueFilter":                    {"ValueFilter(>=, 'binary:5')", ""},
}

// single is a filter of Bigtable for the rows in which the newest value of a column is "true".
const single = "if(chain(family(/GAME/), qualifier(/WIN/), latest(1), value(/true/)), pass(), block())"

// match returns the text about how a filter of HBase compares with Bigtable's filters, and the
// filter of Bigtable that the text is about.
func match(lang, name string) (text, tree string) {
	e := examples[name]
	f, err := hfilter.Parse(e.text)
	if err != nil {
		panic("reference: " + e.text + ": " + err.Error())
	}
	switch plan := hfilter.CompileToBigtable(f, false); {
	case plan.Whole && plan.Tree != nil:
		return i18n.PageText(lang, "match-same", e.text), filter.FilterText(plan.Tree)
	case plan.Whole:
		return i18n.PageText(lang, "match-end", e.text), ""
	case e.near != "":
		return i18n.PageText(lang, "match-near", e.text), e.near
	case name == "PageFilter":
		return i18n.PageText(lang, "match-count", e.text), ""
	}
	return i18n.PageText(lang, "match-none"), ""
}
