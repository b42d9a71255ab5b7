package client

import (
	"slices"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/console"
	hbaseshell "tabletop/engine/console/hbase"
	"tabletop/engine/filter"
	"tabletop/engine/hbase/hfilter"
	"tabletop/engine/run"
)

// columns returns a filter that passes the cells in any of the columns, or everything if
// there are none.
func columns(specs []console.ColumnPattern) filter.Filter {
	if len(specs) == 0 {
		return filter.PassAll{}
	}
	return run.ColumnsFilter(specs)
}

// single returns a chain as a filter, or nil if it is empty.
func single(c filter.Chain) filter.Filter {
	switch flat := flat(c); len(flat) {
	case 0:
		return nil
	case 1:
		return flat[0]
	default:
		return flat
	}
}

// flat merges chains within a chain, since Node does not have nested chains.
func flat(c filter.Chain) filter.Chain {
	var out filter.Chain
	for _, f := range c {
		if inner, ok := f.(filter.Chain); ok {
			out = append(out, flat(inner)...)
		} else {
			out = append(out, f)
		}
	}
	return out
}

// shown returns the filter for what a read shows, or nil, and the rows that remain after a
// filter of HBase.
func (w *writer) shown(s console.ShowOptions, regex string, rows base.Range, reversed bool) (filter.Filter, base.Range) {
	var chain filter.Chain
	add := func(used bool, f filter.Filter) {
		if used {
			chain = append(chain, f)
		}
	}
	w.converted(s)
	latest := filter.CellsPerColumn(s.CellsPerColumn)
	add(s.Times != console.TimeRange{}, filter.TimestampRange(s.Times))
	add(s.Filter == "" && latest > 0, latest)
	add(regex != "", filter.RowKeyRegex(regex))
	if len(s.Columns) > 0 {
		chain = append(chain, columns(s.Columns))
	}
	if s.Filter != "" {
		if f, err := hfilter.Parse(s.Filter); err == nil {
			plan := hfilter.CompileToBigtable(f, reversed)
			w.lack(!plan.Whole, "hfilter", "")
			add(plan.Tree != nil, plan.Tree)
			rows.Start = max(rows.Start, plan.Range.Start)
			if plan.Range.End != "" && (rows.End == "" || plan.Range.End < rows.End) {
				rows.End = plan.Range.End
			}
		}
		add(latest > 0, latest)
	}
	if s.Expr != "" {
		if f, err := filter.Parse(s.Expr); err == nil {
			chain = append(chain, f)
		}
	}
	add(s.KeysOnly, filter.StripValue{})
	w.lack(s.Format != "", "format", "")
	w.lack(s.Stats && w.Language != Go, "stats", "")
	return single(chain), rows
}

// converted notes that the clients do not convert values, but print bytes.
func (w *writer) converted(s console.ShowOptions) {
	w.lack(s.Formatter != "" || slices.ContainsFunc(s.Columns, func(c console.ColumnPattern) bool { return c.Converter != "" }), "convert", "")
}

// goOptions returns the options of a read in Go.
func (w *writer) goOptions(f filter.Filter, stats bool) string {
	text := ""
	if f != nil {
		text += ", bigtable.RowFilter(" + w.filter(f) + ")"
	}
	if stats {
		text += ", bigtable.WithFullReadStats(func(s *bigtable.FullReadStats) { fmt.Println(s) })"
	}
	return text
}

// lookup writes the read of one row.
func (w *writer) lookup(c console.Lookup) {
	w.open(c.Table)
	key := w.bytes(string(c.Row))
	if w.Language == HBase {
		w.line(template{HBase: "System.out.println(table.get(new Get($1)$2));"}, key, w.hbaseShown(c.ShowOptions))
		return
	}
	f, _ := w.shown(c.ShowOptions, "", base.AllKeys, false)
	text, name := "", w.name("row")
	if w.Language == Go {
		text = w.goOptions(f, c.Stats)
	} else if f != nil {
		text = w.pick(template{Java: ", $1", Python: ", row_filter=$1", Node: "{filter: $1}"}, w.filter(f))
	}
	w.line(template{
		name + ", err := tbl.ReadRow(ctx, $1$2)" + goErr + "\nfmt.Println(" + name + ")", "System.out.println(client.readRow($3, $1$2));",
		"print(table.read_row($1$2))", "console.log(await table.row($1).get($2));",
	}, key, text, w.text(c.Table))
}

// read writes the read of rows.
func (w *writer) read(c console.Read) {
	w.open(c.Table)
	w.lack(c.Count == console.NoRows, "none", "")
	if w.Language == HBase {
		w.lack(c.Regex != "", "regex", "")
		w.line(template{HBase: "for (Result row : table.getScanner(new Scan()$1)) {\n    System.out.println(row);\n}"}, w.hbaseScan(c))
		return
	}
	rows := base.Range{Start: c.Start, End: c.End}
	if c.Prefix != "" {
		rows = base.PrefixRange(c.Prefix)
	}
	f, narrowed := w.shown(c.ShowOptions, c.Regex, rows, c.Reversed)
	prefix := c.Prefix
	if narrowed != rows {
		prefix = ""
	}
	w.lack(c.Raw, "raw", "")
	w.lack(c.Reversed && w.Language >= Python, "backwards", "")
	q := query{table: c.Table, prefix: prefix, rows: narrowed, filter: f, limit: max(c.Count, 0), reversed: c.Reversed, stats: c.Stats}
	w.line(template{
		"if err := tbl.ReadRows(ctx, $1, func(row bigtable.Row) bool {\n\tfmt.Println(row)\n\treturn true\n}$2); err != nil {\n\treturn err\n}",
		"for (Row row : client.readRows($1)) {\n    System.out.println(row);\n}",
		"for row in table.read_rows($1):\n    print(row)", "for (const row of (await table.getRows($1))[0]) {\n    console.log(row.id, row.data);\n}",
	}, w.rows(q), w.options(q))
}

// count writes a count of rows.
func (w *writer) count(c console.CountRows) {
	w.open(c.Table)
	n := w.name("n")
	if w.Language == HBase {
		filter := "new FirstKeyOnlyFilter()"
		if c.Filter != "" {
			filter = "new FilterList(new ParseFilter().parseFilterString(" + w.text(c.Filter) + "), " + filter + ")"
		}
		c.Filter, c.CellsPerColumn = "", 1
		scan := w.hbaseScan(c.Read) + ".setFilter(" + filter + ")"
		w.line(template{HBase: "long " + n + " = 0;\nfor (Result row : table.getScanner(new Scan()$1)) {\n    " + n + "++;\n}\nSystem.out.println(" + n + ");"}, scan)
		return
	}
	rows := base.Range{Start: c.Start, End: c.End}
	if c.Prefix != "" {
		rows = base.PrefixRange(c.Prefix)
	}
	c.CellsPerColumn = 0
	if f, err := hfilter.Parse(c.Filter); err == nil {
		c.Filter = hfilter.Print(hfilter.CountingFilter(f))
	}
	f, narrowed := w.shown(c.ShowOptions, "", rows, c.Reversed)
	if narrowed != rows {
		c.Prefix = ""
	}
	w.lack(c.Raw, "raw", "")
	w.lack(c.Reversed && w.Language >= Python, "backwards", "")
	first := filter.Chain{filter.CellsPerRow(1), filter.StripValue{}}
	if f != nil {
		first = flat(append(filter.Chain{f}, first...))
	}
	q := query{table: c.Table, prefix: c.Prefix, rows: narrowed, filter: first, limit: c.Count, reversed: c.Reversed}
	w.line(template{
		n + " := 0\nif err := tbl.ReadRows(ctx, $1, func(bigtable.Row) bool {\n\t" + n + "++\n\treturn true\n}$2); err != nil {\n\treturn err\n}\nfmt.Println(" + n + ")",
		"long " + n + " = 0;\nfor (Row row : client.readRows($1)) {\n    " + n + "++;\n}\nSystem.out.println(" + n + ");",
		"print(len(table.read_rows($1)))", "console.log((await table.getRows($1))[0].length);",
	}, w.rows(q), w.options(q))
}

// counter writes the read of a counter: as a number, or as bytes if the client cannot
// convert it.
func (w *writer) counter(c console.GetCounter) {
	if w.Language != HBase {
		w.lack(true, "convert", "")
		qualifier := console.EmptyQualifier
		if c.Qualifier != "" {
			qualifier = filter.QuotePattern(string(c.Qualifier))
		}
		column := console.ColumnPattern{Family: filter.QuotePattern(string(c.Family)), Qualifier: qualifier}
		w.lookup(console.Lookup{Table: c.Table, Row: c.Row, ShowOptions: console.ShowOptions{Columns: []console.ColumnPattern{column}, CellsPerColumn: 1}})
		return
	}
	w.open(c.Table)
	w.line(template{HBase: "System.out.println(Bytes.toLong(table.get(new Get($1).addColumn($2, $3)).getValue($2, $3)));"},
		w.bytes(string(c.Row)), w.bytes(string(c.Family)), w.bytes(string(c.Qualifier)))
}

// query is what a read of rows asks for.
type query struct {
	table, prefix   string
	rows            base.Range
	filter          filter.Filter
	limit           int
	reversed, stats bool
}

// options returns the options that Go has after the function that it calls.
func (w *writer) options(q query) string {
	if w.Language != Go {
		return ""
	}
	text := w.goOptions(q.filter, q.stats)
	if q.limit > 0 {
		text += ", bigtable.LimitRows(" + itoa(q.limit) + ")"
	}
	if q.reversed {
		text += ", bigtable.ReverseScan()"
	}
	return text
}

// rows returns the rows of a read; in all languages but Go together with its options.
func (w *writer) rows(q query) string {
	start, end := w.bytes(string(q.rows.Start)), w.bytes(string(q.rows.End))
	from, to := q.rows.Start != "", q.rows.End != ""
	var parts []string
	add := func(used bool, t template, args ...string) {
		if used {
			parts = append(parts, w.pick(t, args...))
		}
	}
	f := ""
	if q.filter != nil && w.Language != Go {
		f = w.filter(q.filter)
	}
	limit := itoa(q.limit)
	switch w.Language {
	case Go:
		switch {
		case q.prefix != "":
			return "bigtable.PrefixRange(" + w.text(q.prefix) + ")"
		case to:
			return "bigtable.NewRange(" + start + ", " + end + ")"
		}
		return "bigtable.InfiniteRange(" + start + ")"
	case Java:
		add(q.prefix != "", template{Java: ".prefix($1)"}, w.bytes(q.prefix))
		if q.prefix == "" && (from || to) {
			bound := "Range.ByteStringRange.unbounded()"
			if from {
				bound += ".startClosed(" + start + ")"
			}
			if to {
				bound += ".endOpen(" + end + ")"
			}
			add(true, template{Java: ".range($1)"}, bound)
		}
		add(f != "", template{Java: ".filter($1)"}, f)
		add(q.limit > 0, template{Java: ".limit($1)"}, limit)
		add(q.reversed, template{Java: ".reversed(true)"})
		return "Query.create(" + w.text(q.table) + ")" + strings.Join(parts, "")
	case Python:
		var bounds []string
		if from {
			bounds = append(bounds, "start_key="+start)
		}
		if to {
			bounds = append(bounds, "end_key="+end)
		}
		add(from || to, template{Python: "row_ranges=data.RowRange($1)"}, strings.Join(bounds, ", "))
		add(q.limit > 0, template{Python: "limit=$1"}, limit)
		add(f != "", template{Python: "row_filter=$1"}, f)
		return "data.ReadRowsQuery(" + strings.Join(parts, ", ") + ")"
	}
	add(q.prefix != "", template{Node: "prefix: $1"}, w.bytes(q.prefix))
	if q.prefix == "" && (from || to) {
		var bounds []string
		if from {
			bounds = append(bounds, "start: "+start)
		}
		if to {
			bounds = append(bounds, "end: {value: "+end+", inclusive: false}")
		}
		add(true, template{Node: "ranges: [{$1}]"}, strings.Join(bounds, ", "))
	}
	add(q.limit > 0, template{Node: "limit: $1"}, limit)
	add(f != "", template{Node: "filter: $1"}, f)
	if len(parts) == 0 {
		return ""
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// hbaseScan returns the settings of a scan for HBase's client.
func (w *writer) hbaseScan(c console.Read) string {
	text := ""
	rows := base.Range{Start: c.Start, End: c.End}
	if c.Prefix != "" {
		rows = base.PrefixRange(c.Prefix)
	}
	start, end := ".withStartRow($1)", ".withStopRow($1)"
	if c.Reversed { // a reversed scan begins below End and goes down to Start
		start, end = ".withStopRow($1, true)", ".withStartRow($1, false)"
	}
	if rows.Start != "" {
		text += fill(start, w.bytes(string(rows.Start)))
	}
	if rows.End != "" {
		text += fill(end, w.bytes(string(rows.End)))
	}
	text += w.hbaseShown(c.ShowOptions)
	if c.Count > 0 {
		text += ".setLimit(" + itoa(c.Count) + ")"
	}
	if c.Reversed {
		text += ".setReversed(true)"
	}
	if c.Raw {
		text += ".setRaw(true)"
	}
	return text
}

// hbaseShown returns the settings that Get and Scan of HBase's client have in common.
func (w *writer) hbaseShown(s console.ShowOptions) string {
	text := ""
	w.converted(s)
	for _, c := range s.Columns {
		f, ok := hbaseshell.LiteralOfPattern(c.Family)
		q, too := hbaseshell.LiteralOfPattern(c.Qualifier)
		w.lack(!ok || !too || c.Family == "", "regex", "")
		if c.Qualifier == "" {
			text += ".addFamily(" + w.bytes(f) + ")"
		} else {
			text += ".addColumn(" + w.bytes(f) + ", " + w.bytes(q) + ")"
		}
	}
	switch s.CellsPerColumn {
	case 0, console.AllVersions:
		text += ".readAllVersions()"
	case 1:
	default:
		text += ".readVersions(" + itoa(s.CellsPerColumn) + ")"
	}
	if s.Times != (console.TimeRange{}) {
		end := "Long.MAX_VALUE"
		if s.Times.End != 0 {
			end = w.millis(s.Times.End) + "L"
		}
		text += ".setTimeRange(" + w.millis(s.Times.Start) + "L, " + end + ")"
	}
	switch {
	case s.Filter != "":
		text += ".setFilter(new ParseFilter().parseFilterString(" + w.text(s.Filter) + "))"
	case s.KeysOnly:
		text += ".setFilter(new KeyOnlyFilter())"
	}
	w.lack(s.Expr != "", "filter", "")
	w.lack(s.Format != "", "format", "")
	w.lack(s.Stats, "stats", "")
	return text
}
