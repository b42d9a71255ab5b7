package engine

import (
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/plan"
	"tabletop/engine/run"
	"tabletop/engine/table"
	"tabletop/engine/view"
)

// previewStride is how many rows a preview reads before it checks the time.
const previewStride = 1024

// preview finds out what a text would read. It runs in a single step, bounded by the budget of the
// request. A text that is not a single read has no answer.
func (t *Task) preview(r PreviewRead) {
	t.s.preview = nil
	cmd, language := t.onlyCommand(r)
	if cmd == nil {
		return
	}
	d := console.DescriptorOf(cmd)
	tab := t.s.state.tables[d.Table]
	if d.Effect != console.EffectReads || tab == nil {
		return
	}
	if read, ok := language.read(t, tab, cmd); ok {
		t.previewed(tab, read, r)
	}
}

// onlyCommand returns the command of a text, nil if the text does not consist of exactly one
// command.
func (t *Task) onlyCommand(r PreviewRead) (console.Command, *Interpreter) {
	language, err := t.s.language(r.Dialect)
	if err != nil || len(r.Text) > MaxConsoleText {
		return nil, nil
	}
	var cmd console.Command
	for _, line := range language.Split(r.Text) {
		if strings.TrimSpace(line.Text) == "" {
			continue
		}
		c, err := language.Parse(line.Text)
		if err != nil || c != nil && cmd != nil {
			return nil, nil
		}
		if c != nil {
			cmd = c
		}
	}
	return cmd, language
}

// previewed runs a read within the budget of the request, and keeps what it scanned and returned
// for the marks. It reads in strides and stops when the rows or the time are used up.
func (t *Task) previewed(tab *table.Table, read run.CommandRead, r PreviewRead) {
	s, q, st := t.s, read.Query, new(table.ScanStats)
	l := &lastRead{
		query: q, newFilter: read.NewFilter, filterText: read.FilterText,
		ReadMarks: view.ReadMarks{Table: tab.Name(), Ranges: base.MergeRanges(q.Ranges), Filter: q.Filter, Reversed: q.Reversed, ReturnedRows: s.tally(tab, q)},
	}
	var filtering *run.HBaseRowFilter
	if read.NewFilter != nil {
		filtering, l.ReturnedKeys = read.NewFilter(), map[base.RowKey]bool{}
		l.ReturnedRows = view.NewReturnedRows(s.outlined(tab))
	}
	q.CountOnly = filtering == nil
	budget, start := max(r.Rows, 1), t.watch()
	var rows int64
	over, cut := false, false
	for {
		before := *st
		q.Budget, q.Work = min(budget, previewStride), 4*previewStride/q.Filter.CostFactor()
		switch {
		case filtering == nil && l.ReturnedRows == nil:
			q.Budget, q.Work = budget, 0 // no row has to be looked at
			tab.CountScan(q, st)
		default:
			for row := range tab.Scan(q, st) {
				if filtering == nil {
					l.ReturnedRows.Add(row.Key())
					continue
				}
				cells, more := filtering.Apply(row, &rows)
				if len(cells) > 0 {
					l.ReturnedKeys[row.Key()] = true
					l.ReturnedRows.Add(row.Key())
				} else {
					st.RowsReturned--
				}
				if over = !more; over {
					break
				}
			}
		}
		// The next stride continues where this one ended, with what is left of the budget.
		budget -= st.RowsScanned - before.RowsScanned
		if over || st.Resume == nil {
			break
		}
		q.Ranges = st.Resume
		if q.Limit > 0 {
			q.Limit -= st.RowsReturned - before.RowsReturned
		}
		if cut = budget <= 0 || r.Micros > 0 && int64(t.watch()-start) >= r.Micros; cut {
			break
		}
	}
	l.Truncated = over || cut || l.query.Limit > 0 && st.RowsReturned == l.query.Limit
	l.Stop, st.Resume = st.Last, nil
	s.preview = l
	t.reply.FocusTable = tab.Name()
	t.reply.Answer = &ReadPreviewed{Truncated: cut, Read: ReadReport{
		Table: tab.Name(), Access: plan.AccessOf(l.query.Ranges), Ranges: told(l.Ranges), Stats: *st,
	}}
}

// trace begins to repeat the last read, up to the last row that was asked for. Rows before the
// first one are walked without being reported.
func (t *Task) trace(r TraceLastRead) {
	first := min(max(r.First, 0), MaxTracedRows)
	out := &ReadTraced{First: first, End: true}
	t.reply.Answer = out
	l := t.s.last
	if l == nil || t.s.state.tables[l.Table] == nil {
		return
	}
	count := min(max(r.Count, 0), MaxTracedRows-first)
	if count == 0 {
		return
	}
	var f *run.HBaseRowFilter
	if l.newFilter != nil {
		f = l.newFilter()
	}
	tab := t.s.state.tables[l.Table].Clone()
	w := view.NewReadTrace(tab, l.query, f, l.filterText)
	t.run(func() error {
		more := true
		for more && w.ScannedRows < first+count {
			rows, noted := first-w.ScannedRows, 0
			if rows == 0 || w.ScannedRows > first {
				rows = first + count - w.ScannedRows
				noted = rows
			}
			var used int64
			used, more = w.Advance(rows, noted, t.left())
			t.spend(used)
		}
		out.End = !more || first+count == MaxTracedRows
		o := t.s.outlined(tab)
		for _, d := range w.Steps {
			out.Rows = append(out.Rows, TracedRow{FilterDecision: d, Offset: o.Rank(tab, d.Key)})
		}
		return nil
	})
}
