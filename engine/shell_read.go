package engine

import (
	"encoding/binary"
	"iter"
	"slices"
	"strconv"

	"tabletop/engine/base"
	"tabletop/engine/console"
	hbaseshell "tabletop/engine/console/hbase"
	"tabletop/engine/hbase"
	"tabletop/engine/run"
	"tabletop/engine/table"
	"tabletop/engine/view"
)

// defaultInterval is how often count tells how far it is, in rows. It tells so
// [MaxPrinted] times at most.
const defaultInterval = 1000

// readAndPrint reads and prints as many rows as most with row. When the read is through,
// then is handed these and what the read cost; the rows that are left are kept for
// [More]. The output begins with header.
//
// A value that row cannot print ends the read; what stands before that value is printed.
func (t *Task) readAndPrint(tab *table.Table, r run.Read, most int64, header []byte, row run.RowFormat, then func(out []byte, st *table.Stats)) error {
	row = run.Shortened(row)
	snapshot := tab.Clone()
	out := header
	var bad error
	var rows int64
	var last base.RowKey
	var filtering, resume *run.RowFilter // resume goes on behind what is printed
	if r.NewFilter != nil {
		filtering = r.NewFilter()
	}
	return t.readRows(snapshot, r, filtering, func(n int64, key base.RowKey, cells iter.Seq[base.Cell]) bool {
		if rows = n; rows > most {
			return true
		}
		last = key
		if out, bad = row(out, key, cells); len(out) >= MaxOutput {
			most = rows
		}
		if rows == most {
			resume = filtering.Fork()
		}
		return bad == nil
	}, func(st *table.Stats) error {
		if bad != nil {
			t.print(string(out))
			return bad
		}
		then(out, st)
		if remaining := rows - most; remaining > 0 {
			t.leave(&unprinted{table: snapshot, query: run.After(r.Query, last, most), remaining: remaining, row: row, filter: resume, rows: most})
		}
		return nil
	})
}

// readRows runs a read with its filter, nil for none. each gets the rows that it
// returns, counted from 1, and returns whether to go on.
func (t *Task) readRows(snapshot *table.Table, r run.Read, filtering *run.RowFilter, each func(n int64, key base.RowKey, cells iter.Seq[base.Cell]) bool, then func(*table.Stats) error) error {
	var rows int64
	var returned map[base.RowKey]bool
	var found *view.Hits
	if filtering != nil {
		returned, found = map[base.RowKey]bool{}, view.NewHits(t.s.outlined(snapshot))
	}
	return t.readTable(snapshot, r.Query, func(r table.Row, st *table.Stats) bool {
		if filtering == nil {
			rows++
			return each(rows, r.Key(), r.Cells())
		}
		cells, more := filtering.Apply(r, &rows)
		st.CellsReturned += int64(len(cells) - r.Len())
		st.BytesReturned -= r.Bytes()
		if len(cells) == 0 {
			st.RowsReturned--
			return more
		}
		st.BytesReturned += run.RowBytes(r.Key(), cells)
		returned[r.Key()] = true
		found.Add(r.Key())
		return each(rows, r.Key(), slices.Values(cells)) && more
	}, func(st *table.Stats) error {
		t.s.last.newFilter, t.s.last.filterText, t.s.last.Returned = r.NewFilter, r.FilterText, returned
		if returned != nil {
			t.s.last.Hits = found
		}
		return then(st)
	})
}

func (t *Task) get(tab *table.Table, c console.Lookup) error {
	if err := base.CheckRowKey(c.Row); err != nil {
		return err
	}
	asked := console.Read{Shown: c.Shown}
	read, err := run.HBaseScan(tab, asked, base.Point(c.Row), t.at)
	if err != nil {
		return err
	}
	return t.readAndPrint(tab, read, 1, hbaseshell.AppendGetHeader(nil), hbaseshell.StyleOf(c.Shown).AppendGetCells, func(out []byte, st *table.Stats) {
		t.print(string(hbaseshell.AppendRows(out, st.RowsReturned)))
		t.oneVersion(tab, asked, st)
	})
}

// shellReads returns what a command of the shell reads; nothing of a disabled table.
func (t *Task) shellReads(tab *table.Table, cmd console.Command) (r run.Read, ok bool) {
	if t.s.state.disabled[tab.Name()] {
		return r, false
	}
	return run.HBaseReads(tab, cmd, t.at)
}

func (t *Task) shellScan(tab *table.Table, c console.Read) error {
	read, err := run.HBaseScan(tab, c, run.ScanRange(c), t.at)
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
	read, err := run.HBaseCount(tab, c, t.at)
	if err != nil {
		return err
	}
	interval := int64(c.Interval)
	if interval == 0 {
		interval = defaultInterval
	}
	rows, progressLines := int64(0), int64(0)
	var out []byte
	var filtering *run.RowFilter
	if read.NewFilter != nil {
		filtering = read.NewFilter()
	}
	return t.readRows(tab.Clone(), read, filtering, func(n int64, key base.RowKey, _ iter.Seq[base.Cell]) bool {
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
	read, err := run.HBaseCounter(tab, c, t.at)
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
