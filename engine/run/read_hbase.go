package run

import (
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/console"
	hbaseshell "tabletop/engine/console/hbase"
	"tabletop/engine/filter"
	"tabletop/engine/hbase"
	"tabletop/engine/hbase/hfilter"
	"tabletop/engine/table"
)

// CommandRead is the read of a command in either dialect.
type CommandRead struct {
	Query table.ScanQuery
	// NewFilter returns a new filter to apply to the rows that Query returns. It is nil if Query
	// expresses the whole command. If it is not nil, Query has no limit: the filter counts rows.
	NewFilter  func() *HBaseRowFilter
	FilterText string // the text of that filter, "" for none
}

// HBaseReadOf returns the read of a command of the HBase shell. tab is the command's table, and at
// the time of the read, which decides which cells have expired. ok is false if the command reads
// no rows, does more than read, or is refused.
func HBaseReadOf(tab *table.Table, cmd console.Command, at base.Micros) (r CommandRead, ok bool) {
	var err error
	switch c := cmd.(type) {
	case console.Lookup:
		if base.CheckRowKey(c.Row) != nil {
			return r, false
		}
		r, err = HBaseReadOfScan(tab, console.Read{ShowOptions: c.ShowOptions}, base.PointRange(c.Row), at)
	case console.Read:
		r, err = HBaseReadOfScan(tab, c, ScanRange(c), at)
	case console.CountRows:
		r, err = HBaseReadOfCount(tab, c, at)
	case console.GetCounter:
		r, err = HBaseReadOfCounter(tab, c, at)
	default:
		return r, false
	}
	return r, err == nil
}

// HBaseReadOfScan returns the read of a get or scan over a range at a time. As in HBase, first the
// families drop what they do not keep, then the filter of the command is applied, and then the
// versions are limited. The last two steps are part of the query if Bigtable's filters can express
// the command's filter, and otherwise of NewFilter. It refuses a filter that cannot be parsed.
func HBaseReadOfScan(tab *table.Table, c console.Read, r base.Range, at base.Micros) (CommandRead, error) {
	versions := c.CellsPerColumn
	if versions == 0 {
		versions = console.AllVersions
	}
	read := hbase.ReadOptions{Columns: hbaseshell.SelectedColumns(c.Columns), Versions: versions, Start: c.Times.Start, End: c.Times.End, Raw: c.Raw}
	out := CommandRead{Query: table.ScanQuery{Reversed: c.Reversed, Limit: int64(c.Count)}}
	plan := hfilter.BigtablePlan{Whole: true}
	var rest hfilter.Filter
	if c.Filter != "" {
		var err error
		if rest, err = hfilter.Parse(c.Filter); err != nil {
			return out, err
		}
		plan = hfilter.CompileToBigtable(rest, c.Reversed)
		read.Versions = console.AllVersions
	}
	tree, err := read.Filter(tab, at)
	if err != nil {
		return out, err
	}
	unexpired := read.Unexpired(tab, at)
	switch {
	case unexpired != nil:
		out.Query.Limit, out.FilterText = 0, c.Filter
		out.NewFilter = func() *HBaseRowFilter {
			f := &HBaseRowFilter{limit: int64(c.Count), unexpired: unexpired}
			if c.Filter != "" {
				f.of = hfilter.StartEvaluation(rest, c.Reversed, versions)
				f.fork = func(r *hfilter.Evaluation) *hfilter.Evaluation { return r.Fork(rest, c.Reversed) }
			}
			return f
		}
	case c.Filter == "":
	case plan.Tree != nil:
		tree = filter.Chain{tree, plan.Tree, filter.CellsPerColumn(versions)}
	case plan.Whole:
		tree = filter.Chain{tree, filter.CellsPerColumn(versions)}
	default:
		out.Query.Limit, out.FilterText = 0, c.Filter
		out.NewFilter = func() *HBaseRowFilter {
			fork := func(r *hfilter.Evaluation) *hfilter.Evaluation { return r.Fork(rest, c.Reversed) }
			return &HBaseRowFilter{of: hfilter.StartEvaluation(rest, c.Reversed, versions), limit: int64(c.Count), fork: fork}
		}
	}
	out.Query.Ranges = []base.Range{intersect(r, plan.Range)}
	out.Query.Filter, err = filter.Compile(tree)
	return out, err
}

// intersect returns the range of the keys that are in both ranges.
func intersect(a, b base.Range) base.Range {
	a.Start = max(a.Start, b.Start)
	if a.End == "" || b.End != "" && b.End < a.End {
		a.End = b.End
	}
	return a
}

// HBaseReadOfCount returns the read of HBase's count command. The query has
// [table.ScanQuery.CountOnly] if it expresses the whole filter. HBaseReadOfCount refuses a filter
// that cannot be parsed.
func HBaseReadOfCount(tab *table.Table, c console.CountRows, at base.Micros) (CommandRead, error) {
	c.CellsPerColumn = hbase.DefaultVersions
	if c.Filter != "" {
		f, err := hfilter.Parse(c.Filter)
		if err != nil {
			return CommandRead{}, err
		}
		c.Filter = hfilter.Print(hfilter.CountingFilter(f))
	}
	read, err := HBaseReadOfScan(tab, c.Read, ScanRange(c.Read), at)
	read.Query.CountOnly = read.NewFilter == nil
	return read, err
}

// HBaseReadOfCounter returns the read of HBase's get_counter command: the newest cell of one column.
func HBaseReadOfCounter(tab *table.Table, c console.GetCounter, at base.Micros) (CommandRead, error) {
	qualifier := console.EmptyQualifier
	if c.Qualifier != "" {
		qualifier = filter.QuotePattern(string(c.Qualifier))
	}
	column := console.ColumnPattern{Family: filter.QuotePattern(string(c.Family)), Qualifier: qualifier}
	shown := console.ShowOptions{Columns: []console.ColumnPattern{column}, CellsPerColumn: hbase.DefaultVersions}
	return HBaseReadOfScan(tab, console.Read{ShowOptions: shown}, base.PointRange(c.Row), at)
}

// ScanRange returns the range of row keys of a scan.
func ScanRange(c console.Read) base.Range {
	if c.Prefix != "" {
		return base.PrefixRange(c.Prefix)
	}
	return base.Range{Start: c.Start, End: c.End}
}

// HBaseRowFilter is a filter of the HBase shell on its way through a table. It depends on the rows that
// it has seen, so that every read needs a new one (see [CommandRead.NewFilter]), and must pass it all
// rows in the order of the read.
type HBaseRowFilter struct {
	of    *hfilter.Evaluation                           // nil for none
	limit int64                                         // most rows to pass, 0 for all
	fork  func(*hfilter.Evaluation) *hfilter.Evaluation // copies of
	// unexpired drops cells before of gets them, see [hbase.ReadOptions.Unexpired]; nil for none.
	unexpired func([]base.Cell) []base.Cell
}

// Fork returns a copy of f in its present state. Applying one of them does not change the other.
// The copy of a nil filter is nil.
func (f *HBaseRowFilter) Fork() *HBaseRowFilter {
	if f == nil {
		return nil
	}
	g := *f
	if f.of != nil {
		g.of = f.fork(f.of)
	}
	return &g
}

// Apply returns the cells of the next row that the filter keeps, and whether the read has to
// continue after that row. If there are such cells, it adds 1 to *rows, in which the caller counts
// the rows of the read, beginning with 0; the filter compares *rows with its limit.
func (f *HBaseRowFilter) Apply(r table.Row, rows *int64) (cells []base.Cell, more bool) {
	cells = slices.AppendSeq(make([]base.Cell, 0, r.Len()), r.Cells())
	if f.unexpired != nil {
		cells = f.unexpired(cells)
	}
	if f.of != nil {
		cells = f.of.ApplyToRow(r.Key(), cells)
	}
	if len(cells) > 0 {
		*rows++
	}
	return cells, (f.of == nil || !f.of.Done()) && (f.limit == 0 || *rows < f.limit)
}

// RowBytes returns the size in bytes of a row with the given cells, in the same way as
// [table.Row.Bytes].
func RowBytes(key base.RowKey, cells []base.Cell) int64 {
	n := len(key)
	for _, c := range cells {
		n += len(c.Family) + len(c.Qualifier) + 8 + len(c.Value)
	}
	return int64(n)
}
