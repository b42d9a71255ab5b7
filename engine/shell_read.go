package engine

import (
	"iter"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/console"
	hbaseshell "tabletop/engine/console/hbase"
	"tabletop/engine/filter"
	"tabletop/engine/hbase"
	"tabletop/engine/hbase/hfilter"
	"tabletop/engine/table"
)

// defaultInterval is how often count tells how far it is, in rows. It tells so
// [MaxPrinted] times at most.
const defaultInterval = 1000

// tableRead is a read of either dialect in the table's terms.
type tableRead struct {
	query      table.Query
	newFilter  func() *hbaseFilter // makes the part of the filter that query cannot say; nil for none
	filterText string              // of that filter, for the trace
}

// hbaseFilter is a filter under way, with the rows that the read still wants.
type hbaseFilter struct {
	*hfilter.Evaluation
	limit int64 // 0 for all
	fork  func(*hfilter.Evaluation) *hfilter.Evaluation
}

// forked returns a filter that goes on where f is; nil for nil.
func (f *hbaseFilter) forked() *hbaseFilter {
	if f == nil {
		return nil
	}
	return &hbaseFilter{f.fork(f.Evaluation), f.limit, f.fork}
}

// row returns what is left of a row and whether to go on to the next.
func (f *hbaseFilter) row(r table.Row, rows *int64) (cells []base.Cell, more bool) {
	cells = f.Row(r.Key(), slices.AppendSeq(make([]base.Cell, 0, r.Len()), r.Cells()))
	if len(cells) > 0 {
		*rows++
	}
	return cells, !f.Done() && (f.limit == 0 || *rows < f.limit)
}

// hbaseRead makes ready what get and scan read of a range. First a family shows
// what it keeps, then comes the filter, then the versions are counted.
func (t *Task) hbaseRead(tab *table.Table, c console.Read, r base.Range) (tableRead, error) {
	versions := c.CellsPerColumn
	if versions == 0 {
		versions = console.AllVersions
	}
	read := hbase.Read{Columns: hbaseshell.Columns(c.Columns), Versions: versions, Start: c.Times.Start, End: c.Times.End, Raw: c.Raw}
	out := tableRead{query: table.Query{Reversed: c.Reversed, Limit: int64(c.Count)}}
	plan := hfilter.Plan{Whole: true}
	var rest hfilter.Filter
	if c.Filter != "" {
		var err error
		if rest, err = hfilter.Parse(c.Filter); err != nil {
			return out, err
		}
		plan = hfilter.Compile(rest, c.Reversed)
		read.Versions = console.AllVersions
	}
	tree, err := read.Filter(tab, t.at)
	if err != nil {
		return out, err
	}
	switch {
	case c.Filter == "":
	case plan.Tree != nil:
		tree = filter.Chain{tree, plan.Tree, filter.CellsPerColumn(versions)}
	case plan.Whole:
		tree = filter.Chain{tree, filter.CellsPerColumn(versions)}
	default:
		out.query.Limit, out.filterText = 0, c.Filter
		out.newFilter = func() *hbaseFilter {
			fork := func(r *hfilter.Evaluation) *hfilter.Evaluation { return r.Fork(rest, c.Reversed) }
			return &hbaseFilter{hfilter.Start(rest, c.Reversed, versions), int64(c.Count), fork}
		}
	}
	out.query.Ranges = []base.Range{intersect(r, plan.Range)}
	out.query.Filter, err = compile(tree)
	return out, err
}

// intersect returns the keys that lie in both ranges.
func intersect(a, b base.Range) base.Range {
	a.Start = max(a.Start, b.Start)
	if a.End == "" || b.End != "" && b.End < a.End {
		a.End = b.End
	}
	return a
}

// readAndPrint reads and prints as many rows as most with row. When the read is through,
// then is handed these and what the read cost; the rows that are left are kept for
// [More].
func (t *Task) readAndPrint(tab *table.Table, r tableRead, most int64, row rowFormat, then func(out []byte, st *table.Stats)) {
	row = shortened(row)
	snapshot := tab.Clone()
	var out []byte
	var rows int64
	var last base.RowKey
	var returned map[base.RowKey]bool
	var found *hits
	var run, resume *hbaseFilter // resume goes on behind what is printed
	if r.newFilter != nil {
		run, returned, found = r.newFilter(), map[base.RowKey]bool{}, newHits(t.s.outlined(snapshot))
	}
	show := func(key base.RowKey, cells iter.Seq[base.Cell]) {
		if rows <= most {
			last = key
			if out = row(out, key, cells); len(out) >= MaxOutput {
				most = rows
			}
		}
	}
	t.begin(snapshot, r.query, func(st *table.Stats) {
		t.s.last.newFilter, t.s.last.filterText, t.s.last.returned = r.newFilter, r.filterText, returned
		if returned != nil {
			t.s.last.hits = found
		}
		then(out, st)
		if remaining := rows - most; remaining > 0 {
			t.leave(&unprinted{table: snapshot, query: after(r.query, last, most), remaining: remaining, row: row, run: resume, rows: most})
		}
	}, func(r table.Row, st *table.Stats) bool {
		if run == nil {
			rows++
			show(r.Key(), r.Cells())
			return true
		}
		cells, more := run.row(r, &rows)
		st.CellsReturned += int64(len(cells) - r.Len())
		st.BytesReturned -= r.Bytes()
		if len(cells) == 0 {
			st.RowsReturned--
			return more
		}
		st.BytesReturned += rowBytes(r.Key(), cells)
		returned[r.Key()] = true
		found.add(r.Key())
		show(r.Key(), slices.Values(cells))
		if rows == most {
			resume = run.forked()
		}
		return more
	})
}

// rowBytes returns the bytes of a row as a table counts them.
func rowBytes(key base.RowKey, cells []base.Cell) int64 {
	n := len(key)
	for _, c := range cells {
		n += len(c.Family) + len(c.Qualifier) + 8 + len(c.Value)
	}
	return int64(n)
}

func (t *Task) get(tab *table.Table, c console.Lookup) error {
	if err := base.CheckRowKey(c.Row); err != nil {
		return err
	}
	asked := console.Read{Shown: c.Shown}
	read, err := t.hbaseRead(tab, asked, base.Point(c.Row))
	if err != nil {
		return err
	}
	format := func(dst []byte, _ base.RowKey, cells iter.Seq[base.Cell]) []byte {
		return hbaseshell.AppendGetCells(dst, cells)
	}
	t.readAndPrint(tab, read, 1, format, func(out []byte, st *table.Stats) {
		t.print(string(hbaseshell.AppendRows(append(hbaseshell.AppendGetHeader(nil), out...), st.RowsReturned)))
		t.oneVersion(tab, asked, st)
	})
	return nil
}

// scanned returns the rows that a scan is of.
func scanned(c console.Read) base.Range {
	if c.Prefix != "" {
		return base.Prefix(c.Prefix)
	}
	return base.Range{Start: c.Start, End: c.End}
}

// shellReads returns what a command of the shell reads.
func (t *Task) shellReads(tab *table.Table, cmd console.Command) (r tableRead, ok bool) {
	if t.s.state.disabled[tab.Name()] {
		return r, false
	}
	var err error
	switch c := cmd.(type) {
	case console.Lookup:
		if base.CheckRowKey(c.Row) != nil {
			return r, false
		}
		r, err = t.hbaseRead(tab, console.Read{Shown: c.Shown}, base.Point(c.Row))
	case console.Read:
		r, err = t.hbaseRead(tab, c, scanned(c))
	case console.Count:
		r, err = t.hbaseRead(tab, counted(), base.Prefix(c.Prefix))
	default:
		return r, false
	}
	return r, err == nil
}

// counted returns the read of which count tells how many rows it has.
func counted() console.Read {
	return console.Read{Shown: console.Shown{CellsPerColumn: hbase.DefaultVersions}}
}

func (t *Task) shellScan(tab *table.Table, c console.Read) error {
	read, err := t.hbaseRead(tab, c, scanned(c))
	if err != nil {
		return err
	}
	t.readAndPrint(tab, read, MaxPrinted, hbaseshell.AppendScanRow, func(out []byte, st *table.Stats) {
		t.print(string(hbaseshell.AppendRows(append(hbaseshell.AppendScanHeader(nil), out...), st.RowsReturned)))
		t.oneVersion(tab, c, st)
	})
	return nil
}

// oneVersion tells of older versions that a read left out because nothing was said
// of versions.
func (t *Task) oneVersion(tab *table.Table, c console.Read, st *table.Stats) {
	if c.CellsPerColumn == hbase.DefaultVersions && c.Columns == nil && c.Filter == "" && c.Times == (console.TimeRange{}) && st.CellsReturned < st.CellsScanned {
		t.note(base.NoteOneVersion, tab.Name(), count(st.CellsScanned-st.CellsReturned))
	}
}

func (t *Task) shellCount(tab *table.Table, c console.Count) error {
	read, err := t.hbaseRead(tab, counted(), base.Prefix(c.Prefix))
	if err != nil {
		return err
	}
	interval := int64(c.Interval)
	if interval == 0 {
		interval = defaultInterval
	}
	read.query.CountOnly = true
	rows, progressLines := int64(0), int64(0)
	var out []byte
	t.begin(tab.Clone(), read.query, func(*table.Stats) {
		t.print(string(hbaseshell.AppendRows(out, rows)))
		t.result = hbaseshell.AppendResult(nil, rows)
	}, func(r table.Row, _ *table.Stats) bool {
		if rows++; rows%interval == 0 {
			if progressLines++; progressLines <= MaxPrinted {
				out = hbaseshell.AppendProgress(out, rows, r.Key())
			}
		}
		return true
	})
	return nil
}
