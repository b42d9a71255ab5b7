package filter

import "slices"

// FilterUsage describes how a filter is written, for suggestions while a filter is typed.
type FilterUsage struct {
	Name  string
	Usage string // an example with arguments
}

// forms has a form for every name, in the order of suggestions.
var forms = []FilterUsage{
	{"pass", "pass()"},
	{"block", "block()"},
	{"sink", "sink()"},
	{"chain", "chain(filter, filter, …)"},
	{"interleave", "interleave(filter, filter, …)"},
	{"if", "if(predicate, then, else)"},
	{"row", "row(/regex/)"},
	{"sample", "sample(0.1)"},
	{"family", "family(/regex/)"},
	{"qualifier", "qualifier(/regex/)"},
	{"column", "column(family, [from, to))"},
	{"time", "time([2015-03-01, 2015-04-01))"},
	{"value", "value(/regex/) | value([from, to))"},
	{"mask", `mask("\xff\x00")`},
	{"offset", "offset(2)"},
	{"limit", "limit(3)"},
	{"latest", "latest(1)"},
	{"strip", "strip()"},
	{"label", "label(name)"},
}

// names are the names of all filters in the text syntax.
var names = func() []string {
	all := make([]string, len(forms))
	for i, f := range forms {
		all[i] = f.Name
	}
	return all
}()

// FilterUsages returns how each filter is written.
func FilterUsages() []FilterUsage { return slices.Clone(forms) }
