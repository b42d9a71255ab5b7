package engine

import (
	"encoding/binary"
	"iter"
	"slices"
	"strconv"

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
	out.query.Filter, err = filter.Compile(tree)
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
// [More]. The output begins with header.
//
// A value that row cannot print ends the read; what stands before that value is printed.
func (t *Task) readAndPrint(tab *table.Table, r tableRead, most int64, header []byte, row rowFormat, then func(out []byte, st *table.Stats)) error {
	row = shortened(row)
	snapshot := tab.Clone()
	out := header
	var bad error
	var rows int64
	var last base.RowKey
	var run, resume *hbaseFilter // resume goes on behind what is printed
	if r.newFilter != nil {
		run = r.newFilter()
	}
	return t.readRows(snapshot, r, run, func(n int64, key base.RowKey, cells iter.Seq[base.Cell]) bool {
		if rows = n; rows > most {
			return true
		}
		last = key
		if out, bad = row(out, key, cells); len(out) >= MaxOutput {
			most = rows
		}
		if rows == most {
			resume = run.forked()
		}
		return bad == nil
	}, func(st *table.Stats) error {
		if bad != nil {
			t.print(string(out))
			return bad
		}
		then(out, st)
		if remaining := rows - most; remaining > 0 {
			t.leave(&unprinted{table: snapshot, query: after(r.query, last, most), remaining: remaining, row: row, run: resume, rows: most})
		}
		return nil
	})
}

// readRows runs a read with its filter, nil for none. each gets the rows that it
// returns, counted from 1, and returns whether to go on.
func (t *Task) readRows(snapshot *table.Table, r tableRead, run *hbaseFilter, each func(n int64, key base.RowKey, cells iter.Seq[base.Cell]) bool, then func(*table.Stats) error) error {
	var rows int64
	var returned map[base.RowKey]bool
	var found *hits
	if run != nil {
		returned, found = map[base.RowKey]bool{}, newHits(t.s.outlined(snapshot))
	}
	return t.readTable(snapshot, r.query, func(r table.Row, st *table.Stats) bool {
		if run == nil {
			rows++
			return each(rows, r.Key(), r.Cells())
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
		return each(rows, r.Key(), slices.Values(cells)) && more
	}, func(st *table.Stats) error {
		t.s.last.newFilter, t.s.last.filterText, t.s.last.returned = r.newFilter, r.filterText, returned
		if returned != nil {
			t.s.last.hits = found
		}
		return then(st)
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
	return t.readAndPrint(tab, read, 1, hbaseshell.AppendGetHeader(nil), hbaseshell.StyleOf(c.Shown).AppendGetCells, func(out []byte, st *table.Stats) {
		t.print(string(hbaseshell.AppendRows(out, st.RowsReturned)))
		t.oneVersion(tab, asked, st)
	})
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
		r, err = t.readOfCount(tab, c)
	case console.Counter:
		r, err = t.readOfCounter(tab, c)
	default:
		return r, false
	}
	return r, err == nil
}

// readOfCount makes ready what count reads.
func (t *Task) readOfCount(tab *table.Table, c console.Count) (tableRead, error) {
	c.CellsPerColumn = hbase.DefaultVersions
	if c.Filter != "" {
		f, err := hfilter.Parse(c.Filter)
		if err != nil {
			return tableRead{}, err
		}
		c.Filter = hfilter.Print(hfilter.Counting(f))
	}
	read, err := t.hbaseRead(tab, c.Read, scanned(c.Read))
	read.query.CountOnly = read.newFilter == nil
	return read, err
}

// readOfCounter makes ready what get_counter reads.
func (t *Task) readOfCounter(tab *table.Table, c console.Counter) (tableRead, error) {
	qualifier := console.EmptyQualifier
	if c.Qualifier != "" {
		qualifier = filter.Quote(string(c.Qualifier))
	}
	column := console.ColumnSpec{Family: filter.Quote(string(c.Family)), Qualifier: qualifier}
	shown := console.Shown{Columns: []console.ColumnSpec{column}, CellsPerColumn: hbase.DefaultVersions}
	return t.hbaseRead(tab, console.Read{Shown: shown}, base.Point(c.Row))
}

func (t *Task) shellScan(tab *table.Table, c console.Read) error {
	read, err := t.hbaseRead(tab, c, scanned(c))
	if err != nil {
		return err
	}
	return t.readAndPrint(tab, read, MaxPrinted, hbaseshell.AppendScanHeader(nil), hbaseshell.StyleOf(c.Shown).AppendScanRow, func(out []byte, st *table.Stats) {
		t.print(string(hbaseshell.AppendRows(out, st.RowsReturned)))
		t.oneVersion(tab, c, st)
	})
}

// oneVersion tells of older versions that a read left out because nothing was said
// of versions.
func (t *Task) oneVersion(tab *table.Table, c console.Read, st *table.Stats) {
	if c.CellsPerColumn == hbase.DefaultVersions && c.Columns == nil && c.Filter == "" && c.Times == (console.TimeRange{}) && st.CellsReturned < st.CellsScanned {
		t.note(base.NoteOneVersion, tab.Name(), count(st.CellsScanned-st.CellsReturned))
	}
}

func (t *Task) shellCount(tab *table.Table, c console.Count) error {
	read, err := t.readOfCount(tab, c)
	if err != nil {
		return err
	}
	interval := int64(c.Interval)
	if interval == 0 {
		interval = defaultInterval
	}
	rows, progressLines := int64(0), int64(0)
	var out []byte
	var run *hbaseFilter
	if read.newFilter != nil {
		run = read.newFilter()
	}
	return t.readRows(tab.Clone(), read, run, func(n int64, key base.RowKey, _ iter.Seq[base.Cell]) bool {
		if rows = n; rows%interval == 0 {
			if progressLines++; progressLines <= MaxPrinted {
				out = hbaseshell.AppendProgress(out, rows, key)
			}
		}
		return true
	}, func(*table.Stats) error {
		t.print(string(hbaseshell.AppendRows(out, rows)))
		t.result = hbaseshell.AppendResult(nil, rows)
		return nil
	})
}

// counter prints the present value of a counter.
func (t *Task) counter(tab *table.Table, c console.Counter) error {
	if err := base.CheckRowKey(c.Row); err != nil {
		return err
	}
	read, err := t.readOfCounter(tab, c)
	if err != nil {
		return err
	}
	var value string
	found := false
	return t.readRows(tab.Clone(), read, nil, func(_ int64, _ base.RowKey, cells iter.Seq[base.Cell]) bool {
		for cell := range cells {
			value, found = cell.Value, true
		}
		return true
	}, func(*table.Stats) error {
		switch {
		case !found:
			t.print("No counter found at specified coordinates\n")
		case len(value) != 8:
			return base.Refuse(base.CodeNotInteger, string(c.Row), string(c.Family)+":"+string(c.Qualifier), strconv.Itoa(len(value)))
		default:
			t.print(string(hbaseshell.AppendCounter(nil, int64(binary.BigEndian.Uint64([]byte(value))))))
		}
		return nil
	})
}
