package engine

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
	"tabletop/engine/plan"
	"tabletop/engine/run"
	"tabletop/engine/table"
	"tabletop/engine/view"
)

// maxPrinted is the most rows that a read prints before it offers to print more, see [PrintMore]. The
// read still scans and counts all of its rows.
const maxPrinted = 100

// unprinted is a read with rows left to print. It continues on the snapshot that it began with.
type unprinted struct {
	table     *table.Table
	query     table.ScanQuery
	remaining int64
	row       run.RowFormat
	filter    *run.HBaseRowFilter // the part of the filter that query cannot express; nil for none
	rows      int64               // rows that passed filter so far
}

func (t *Task) countRows(tab *table.Table, cmd console.CountRows) error {
	return t.readTable(tab, run.CBTCountQuery(cmd), nil, func(st *table.ScanStats) error {
		t.print(string(cbt.AppendCount(nil, st.RowsReturned)))
		return nil
	})
}

func (t *Task) lookup(tab *table.Table, cmd console.Lookup, r RunConsole) error {
	spec, err := run.CBTReadOfLookup(cmd)
	if err != nil {
		return err
	}
	return t.printed(tab, spec, r)
}

func (t *Task) read(tab *table.Table, cmd console.Read, r RunConsole) error {
	spec, err := run.CBTReadOfScan(cmd)
	if err != nil {
		return err
	}
	return t.printed(tab, spec, r)
}

// formatOf returns how the rows of a read are printed. The name is that of a picked file with a
// format, or "" for cbt's own form.
func (r RunConsole) formatOf(name string) (run.RowFormat, error) {
	if name == "" {
		return run.ShortenValues(run.FormatCBTRow), nil
	}
	file, err := r.file(name)
	if err != nil {
		return nil, err
	}
	f, err := cbt.NewValueFormat(name, file.Text)
	if err != nil {
		return nil, err
	}
	return f.AppendRow, nil
}

// printed runs a read and prints its first rows, up to maxPrinted of them and about maxOutput
// bytes. The rows that are left are kept for [PrintMore]. Nothing is printed if the format cannot print
// a value.
func (t *Task) printed(tab *table.Table, r run.CBTRead, from RunConsole) error {
	var bad error
	format, err := from.formatOf(r.Format)
	if err != nil {
		return err
	}
	q, err := r.Query()
	if err != nil {
		return err
	}
	var out []byte
	printed := int64(0)
	var last base.RowKey
	snapshot := tab.Clone()
	return t.readTable(snapshot, q, func(row table.Row, _ *table.ScanStats) bool {
		if printed < maxPrinted && len(out) < maxOutput {
			printed++
			last = row.Key()
			out, bad = format(out, row.Key(), row.Cells())
		}
		return bad == nil
	}, func(st *table.ScanStats) error {
		if bad != nil {
			return bad
		}
		if r.IsLookup && printed == 0 {
			out = cbt.AppendRow(out, "", func(func(base.Cell) bool) {}) // what the tool prints of no row
		}
		if r.Stats && !r.NoRows {
			out = cbt.AppendStats(out, *st)
		}
		t.print(string(out))
		if st.RowsReturned == 0 {
			t.noteNothing(tab, r, st)
		}
		if remaining := st.RowsReturned - printed; remaining > 0 {
			t.leave(&unprinted{table: snapshot, query: run.RemainingQuery(q, last, printed), remaining: remaining, row: format})
		}
		return nil
	})
}

// noteNothing prints a note that a read found nothing. It adds the reason if that is clear: the
// row does not exist, or no scanned row has the columns.
func (t *Task) noteNothing(tab *table.Table, r run.CBTRead, st *table.ScanStats) {
	row := ""
	if r.IsLookup {
		row = strconv.Quote(string(r.Ranges[0].Start))
	}
	if !r.IsLookup {
		t.note(base.NoteNoRows)
	}
	switch {
	case r.IsLookup && st.RowsScanned == 0:
		t.note(base.NoteNoRow, tab.Name(), row)
	case len(r.Columns) > 0 && st.RowsScanned > 0 && r.Expr == "" && r.Regex == "":
		var asked []string
		meant := ""
		for _, c := range r.Columns {
			name := c.Qualifier
			if c.Family != "" {
				name = c.Family + ":" + name
			} else if _, ok := tab.Family(base.Family(c.Qualifier)); ok {
				meant = c.Qualifier
			}
			asked = append(asked, name)
		}
		t.note(base.NoteNoCells, tab.Name(), row, strings.Join(asked, ", "), meant)
	}
}

// leave keeps the rows that are left to print for [PrintMore].
func (t *Task) leave(rest *unprinted) {
	t.s.rest = rest
	t.reply.More = true
	t.note(base.NoteMoreRows, count(rest.remaining))
}

// readTable runs a read that the reader asked for, and makes it the one that the grid marks. If
// each is not nil it gets every returned row; it may change the counts, and it ends the read by
// returning false. The function then is called after the read, to print its result. A row too
// large to be read ends the read with a refusal.
func (t *Task) readTable(tab *table.Table, q table.ScanQuery, each func(table.Row, *table.ScanStats) bool, then func(*table.ScanStats) error) error {
	s := t.s
	st := new(table.ScanStats)
	s.rest = nil
	t.reply.More = false
	t.rowsTotal, t.reading = int64(tab.Len()), st
	t.noteIdle()
	stopped := false
	var unreadable error
	h := s.tally(tab, q)
	var row func(table.Row) bool
	if each != nil {
		row = func(r table.Row) bool {
			if n := r.Bytes(); n > base.MaxRow && !q.CountOnly {
				unreadable = base.UnreadableRowError(r.Key(), n)
				return false
			}
			h.Add(r.Key())
			stopped = !each(r, st)
			return !stopped
		}
	}
	t.scan(tab, q, st, row)
	if unreadable != nil {
		return unreadable
	}
	s.last = &lastRead{query: q, ReadMarks: view.ReadMarks{
		ReturnedRows: h, Table: tab.Name(), TableAtRead: tab.ComparableClone(), Ranges: base.MergeRanges(q.Ranges), Filter: q.Filter, Reversed: q.Reversed,
		Truncated: stopped || q.Limit > 0 && st.RowsReturned == q.Limit, Stop: st.Last,
	}}
	s.last.shell = t.shellRead
	s.last.cost, s.last.uses = s.costOfRead(tab, t.looking, s.last.Ranges, t.at, st)
	t.reply.Read = &ReadReport{
		Table: tab.Name(), Access: plan.AccessOf(q.Ranges), Ranges: told(s.last.Ranges), Stats: *st,
	}
	s.last.told = t.reply.Read
	s.reads = append(s.reads[max(0, len(s.reads)+1-maxReads):], consoleRead{*t.reply.Read, s.last, s.state.born[tab.Name()]})
	t.countRead(tab.Name(), s.last, st)
	if err := then(st); err != nil {
		return err
	}
	if st.RowsScanned == 0 {
		t.noteNearest(tab, q.Ranges)
	}
	return nil
}

// more prints the next rows of the read that has rows left.
func (t *Task) more() error {
	rest := t.s.rest
	if rest == nil {
		return nil
	}
	next, printed := *rest, int64(0)
	next.filter = rest.filter.Fork() // a task that is stopped must not change the session's filter
	q := rest.query
	if next.filter == nil && (q.Limit == 0 || q.Limit > maxPrinted) {
		q.Limit = maxPrinted
	}
	var out []byte
	var bad error
	var last base.RowKey
	st := new(table.ScanStats)
	t.reading, t.rowsTotal = st, int64(rest.table.Len())
	t.scan(rest.table, q, st, func(r table.Row) bool {
		cells, more := r.Cells(), true
		if next.filter != nil {
			var kept []base.Cell
			if kept, more = next.filter.Apply(r, &next.rows); len(kept) == 0 {
				return more
			}
			cells = slices.Values(kept)
		}
		last = r.Key()
		out, bad = rest.row(out, last, cells)
		printed++
		return more && bad == nil && printed < maxPrinted && len(out) < maxOutput
	})
	t.print(string(out))
	t.s.rest = nil
	if next.remaining -= printed; bad == nil && next.remaining > 0 && printed > 0 {
		next.query = run.RemainingQuery(rest.query, last, printed)
		t.leave(&next)
	}
	return bad
}

// noteNearest explains why a read of a prefix or of one row found nothing. It names rows that
// differ only in upper and lower case, or else the nearest key.
func (t *Task) noteNearest(tab *table.Table, ranges []base.Range) {
	if len(ranges) != 1 || ranges[0].Start == "" {
		return
	}
	of := string(ranges[0].Start)
	if ranges[0] != base.PrefixRange(of) && ranges[0] != base.PointRange(base.RowKey(of)) {
		return
	}
	if found := run.PrefixInOtherCase(tab, of); found != "" {
		t.note(base.NoteOtherCase, tab.Name(), strconv.Quote(of), strconv.Quote(found))
	} else if near := run.NearestKey(tab, of); near != "" {
		t.note(base.NoteNearest, tab.Name(), strconv.Quote(of), strconv.Quote(near))
	}
}
