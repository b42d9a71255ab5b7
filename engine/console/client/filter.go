package client

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"tabletop/engine/base"
	"tabletop/engine/filter"
)

// simple has the filters with at most one argument, by their names in the text syntax.
var simple = map[string]template{
	"pass":      {"bigtable.PassAllFilter()", "FILTERS.pass()", "row_filters.PassAllFilter(True)", "{all: true}"},
	"block":     {"bigtable.BlockAllFilter()", "FILTERS.block()", "row_filters.BlockAllFilter(True)", "{all: false}"},
	"sink":      {"", "FILTERS.sink()", "row_filters.SinkFilter(True)", "{sink: true}"},
	"row":       {"bigtable.RowKeyFilter($1)", "FILTERS.key().regex($1)", "row_filters.RowKeyRegexFilter($1)", "{row: $1}"},
	"sample":    {"bigtable.RowSampleFilter($1)", "FILTERS.key().sample($1)", "row_filters.RowSampleFilter($1)", "{row: {sample: $1}}"},
	"family":    {"bigtable.FamilyFilter($1)", "FILTERS.family().regex($1)", "row_filters.FamilyNameRegexFilter($1)", "{family: $1}"},
	"qualifier": {"bigtable.ColumnFilter($1)", "FILTERS.qualifier().regex($1)", "row_filters.ColumnQualifierRegexFilter($1)", "{column: $1}"},
	"value":     {"bigtable.ValueFilter($1)", "FILTERS.value().regex($1)", "row_filters.ValueRegexFilter($1)", "{value: $1}"},
	"offset":    {"bigtable.CellsPerRowOffsetFilter($1)", "FILTERS.offset().cellsPerRow($1)", "row_filters.CellsRowOffsetFilter($1)", "{row: {cellOffset: $1}}"},
	"limit":     {"bigtable.CellsPerRowLimitFilter($1)", "FILTERS.limit().cellsPerRow($1)", "row_filters.CellsRowLimitFilter($1)", "{row: {cellLimit: $1}}"},
	"latest":    {"bigtable.LatestNFilter($1)", "FILTERS.limit().cellsPerColumn($1)", "row_filters.CellsColumnLimitFilter($1)", "{column: {cellLimit: $1}}"},
	"strip":     {"bigtable.StripValueFilter()", "FILTERS.value().strip()", "row_filters.StripValueTransformerFilter(True)", "{value: {strip: true}}"},
	"label":     {"bigtable.LabelFilter($1)", "FILTERS.label($1)", "row_filters.ApplyLabelFilter($1)", "{label: $1}"},
	"mask":      {},
}

// filter returns the code of a filter for a client of Bigtable.
func (w *writer) filter(f filter.Filter) string {
	switch f := f.(type) {
	case filter.Chain:
		return w.several(flat(f), template{"bigtable.ChainFilters($1)", "FILTERS.chain()", "row_filters.RowFilterChain(filters=[$1])", "[$1]"})
	case filter.Interleave:
		return w.several(f, template{"bigtable.InterleaveFilters($1)", "FILTERS.interleave()", "row_filters.RowFilterUnion(filters=[$1])", "{interleave: [$1]}"})
	case filter.Condition:
		return w.condition(f)
	case filter.ColumnRange:
		if f.Start.Kind == base.BoundUnset && f.End.Kind == base.BoundUnset {
			return w.filter(filter.FamilyRegex(filter.QuotePattern(string(f.Family))))
		}
		w.goBounds(f.Start, f.End)
		family := w.text(string(f.Family))
		return w.pick(template{
			"bigtable.ColumnRangeFilter($1, $2, $3)", "FILTERS.qualifier().rangeWithinFamily($1)$4", "row_filters.ColumnRangeFilter($1$4)", "{column: {family: $1, $4}}",
		}, family, w.text(f.Start.At), w.text(f.End.At), w.bounds(f.Start, f.End, "qualifier"))
	case filter.ValueRange:
		w.goBounds(f.Start, f.End)
		return w.pick(template{
			"bigtable.ValueRangeFilter($1, $2)", "FILTERS.value().range()$3", "row_filters.ValueRangeFilter($4)", "{value: {$3}}",
		}, w.goBound(f.Start), w.goBound(f.End), w.bounds(f.Start, f.End, "value"), strings.TrimPrefix(w.bounds(f.Start, f.End, "value"), ", "))
	case filter.TimestampRange:
		return w.times(f)
	}
	t := simple[filter.Name(f)]
	if t[w.Language] == "" {
		w.lack(true, "filter", filter.Name(f))
		t = simple["pass"]
	}
	return w.pick(t, w.argument(f))
}

// argument returns the argument of a simple filter.
func (w *writer) argument(f filter.Filter) string {
	switch f := f.(type) {
	case filter.RowKeyRegex:
		return w.pattern(string(f))
	case filter.FamilyRegex:
		return w.pattern(string(f))
	case filter.QualifierRegex:
		return w.pattern(string(f))
	case filter.ValueRegex:
		return w.pattern(string(f))
	case filter.RowSample:
		return strconv.FormatFloat(float64(f), 'g', -1, 64)
	case filter.CellsPerRowOffset:
		return itoa(f)
	case filter.CellsPerRow:
		return itoa(f)
	case filter.CellsPerColumn:
		return itoa(f)
	case filter.Label:
		return w.text(string(f))
	}
	return ""
}

// pattern returns a regular expression. Node takes bytes for a literal text, and an empty
// pattern for none, and so cannot express these.
func (w *writer) pattern(p string) string {
	if w.Language == Node {
		w.lack(!utf8.ValidString(p), "bytes", "")
		w.lack(p == "", "empty", "")
	}
	return w.bytes(p)
}

// several returns a filter that consists of several.
func (w *writer) several(all []filter.Filter, t template) string {
	if w.Language != Java {
		return w.pick(t, list(all, w.filter))
	}
	text := t[Java]
	for _, f := range all {
		text += ".filter(" + w.filter(f) + ")"
	}
	return text
}

// condition returns a filter with a predicate and branches.
func (w *writer) condition(f filter.Condition) string {
	text := w.pick(template{
		"bigtable.ConditionFilter($1, ", "FILTERS.condition($1)", "row_filters.ConditionalRowFilter($1", "{condition: {test: $1",
	}, w.filter(f.If))
	branch := func(f filter.Filter, t template) {
		switch {
		case f != nil:
			text += w.pick(t, w.filter(f))
		case w.Language == Go:
			text += fill(t[Go], "nil")
		}
	}
	branch(f.Then, template{"$1", ".then($1)", ", true_filter=$1", ", pass: $1"})
	branch(f.Else, template{", $1", ".otherwise($1)", ", false_filter=$1", ", fail: $1"})
	return text + [...]string{")", "", ")", "}}"}[w.Language]
}

// goBounds notes bounds that Go's client cannot express.
func (w *writer) goBounds(start, end base.Bound) {
	w.lack(w.Language == Go && (start.Kind == base.BoundOpen || end.Kind == base.BoundClosed), "bounds", "")
}

// goBound returns a bound of values for Go.
func (w *writer) goBound(b base.Bound) string {
	if b.Kind == base.BoundUnset {
		return "nil"
	}
	return "[]byte(" + w.text(b.At) + ")"
}

// bounds returns both bounds of a range of qualifiers or values, for all languages but Go.
func (w *writer) bounds(start, end base.Bound, of string) string {
	text := ""
	one := func(b base.Bound, side, java string) {
		if b.Kind == base.BoundUnset {
			return
		}
		open := "Closed("
		if b.Kind == base.BoundOpen {
			open = "Open("
		}
		switch w.Language {
		case Java:
			text += "." + java + open + w.bytes(b.At) + ")"
		case Python:
			text += ", " + side + "_" + of + "=" + w.raw(b.At) + ", inclusive_" + side + "=" + map[string]string{"Open(": "False", "Closed(": "True"}[open]
		case Node:
			if text != "" {
				text += ", "
			}
			text += side + ": {value: " + w.bytes(b.At) + ", inclusive: " + strconv.FormatBool(b.Kind != base.BoundOpen) + "}"
		}
	}
	one(start, "start", "start")
	one(end, "end", "end")
	return text
}

// times returns a range of timestamps, which Python and Node have as dates.
func (w *writer) times(f filter.TimestampRange) string {
	w.lack(w.Language >= Python && (f.Start%1000 != 0 || f.End%1000 != 0), "micros", "")
	text := ""
	switch w.Language {
	case Go:
		return "bigtable.TimestampRangeFilterMicros(" + itoa(f.Start) + ", " + itoa(f.End) + ")"
	case Java:
		text = "FILTERS.timestamp().range().startClosed(" + itoa(f.Start) + "L)"
		if f.End != 0 {
			text += ".endOpen(" + itoa(f.End) + "L)"
		}
		return text
	}
	date := func(key string, at base.Micros) string {
		return w.pick(template{Python: key + "=datetime.datetime.fromtimestamp($2, datetime.timezone.utc)", Node: key + ": new Date($1)"},
			itoa(at/1000), strconv.FormatFloat(float64(at)/1e6, 'f', -1, 64))
	}
	text = date("start", f.Start)
	if f.End != 0 {
		text += ", " + date("end", f.End)
	}
	return w.pick(template{Python: "row_filters.TimestampRangeFilter($1)", Node: "{time: {$1}}"}, text)
}
