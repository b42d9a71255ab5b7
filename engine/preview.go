package engine

import (
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/plan"
	"tabletop/engine/run"
	"tabletop/engine/table"
)

// previewStride is how many rows a preview reads before it looks at the time.
const previewStride = 1024

// preview runs what a text would read, in one step: its budget bounds it.
func (t *Task) preview(r Preview) {
	t.s.preview = nil
	cmd, language := t.onlyCommand(r)
	if cmd == nil {
		return
	}
	d := console.Describe(cmd)
	tab := t.s.state.tables[d.Table]
	if d.Effect != console.EffectReads || tab == nil {
		return
	}
	if read, ok := language.read(t, tab, cmd); ok {
		t.previewed(tab, read, r)
	}
}

// onlyCommand returns the command that a text consists of, nil if it is not one.
func (t *Task) onlyCommand(r Preview) (console.Command, *Language) {
	language, err := t.s.language(r.Dialect)
	if err != nil || len(r.Text) > MaxInput {
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

// previewed reads within the budget and keeps what was met for the marks.
func (t *Task) previewed(tab *table.Table, read run.Read, r Preview) {
	s, q, st := t.s, read.Query, new(table.Stats)
	l := &lastRead{
		query: q, newFilter: read.NewFilter, filterText: read.FilterText, table: tab.Name(), ranges: base.Merge(q.Ranges),
		filter: q.Filter, reversed: q.Reversed, hits: s.tally(tab, q),
	}
	var filtering *run.RowFilter
	if read.NewFilter != nil {
		filtering, l.returned = read.NewFilter(), map[base.RowKey]bool{}
		l.hits = newHits(s.outlined(tab))
	}
	q.CountOnly = filtering == nil
	budget, start := max(r.Rows, 1), t.watch()
	var rows int64
	over, cut := false, false
	for {
		before := *st
		q.Budget, q.Work = min(budget, previewStride), 4*previewStride/q.Filter.Cost()
		switch {
		case filtering == nil && l.hits == nil:
			q.Budget, q.Work = budget, 0 // nothing is looked at
			tab.Count(q, st)
		default:
			for row := range tab.Scan(q, st) {
				if filtering == nil {
					l.hits.add(row.Key())
					continue
				}
				cells, more := filtering.Apply(row, &rows)
				if len(cells) > 0 {
					l.returned[row.Key()] = true
					l.hits.add(row.Key())
				} else {
					st.RowsReturned--
				}
				if over = !more; over {
					break
				}
			}
		}
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
	l.cut = over || cut || l.query.Limit > 0 && st.RowsReturned == l.query.Limit
	l.stop, st.Resume = st.Last, nil
	s.preview = l
	t.reply.Focus = tab.Name()
	t.reply.Answer = &Previewed{Cut: cut, Read: Read{
		Table: tab.Name(), Access: plan.Describe(l.query.Ranges), Ranges: told(l.ranges), Stats: *st,
	}}
}

// trace walks the last read again, as far as the rows asked for.
func (t *Task) trace(r Trace) {
	first := min(max(r.First, 0), MaxTraced)
	out := &Traced{First: first, End: true}
	t.reply.Answer = out
	l := t.s.last
	if l == nil || t.s.state.tables[l.table] == nil {
		return
	}
	count := min(max(r.Count, 0), MaxTraced-first)
	if count == 0 {
		return
	}
	w := walk{tab: t.s.state.tables[l.table].Clone(), query: l.query, filterText: l.filterText}
	if l.newFilter != nil {
		w.filter = l.newFilter()
	}
	t.run(func() error {
		more := true
		for more && w.walked < first+count {
			rows, noted := first-w.walked, 0
			if rows == 0 || w.walked > first {
				rows = first + count - w.walked
				noted = rows
			}
			var used int64
			used, more = w.on(rows, noted, t.left)
			t.spend(used)
		}
		out.End = !more || first+count == MaxTraced
		o := t.s.outlined(w.tab)
		for _, d := range w.steps {
			out.Steps = append(out.Steps, TraceStep{Decision: d, Offset: o.rank(w.tab, d.Key)})
		}
		return nil
	})
}

// walk is a read on its way through a table, some rows at a time.
type walk struct {
	tab        *table.Table
	query      table.Query
	filter     *run.RowFilter // what the query cannot say; nil for nothing
	filterText string         // of its filter
	rows       int64          // that run let through
	steps      []table.Decision

	walked int // rows so far
}

// on walks on over so many rows, noting the first of them, as far as the budget
// goes. It returns what that took and reports whether there are more.
func (w *walk) on(rows, noted int, budget int64) (used int64, more bool) {
	var st table.Stats
	cost := w.query.Filter.Cost()
	w.query.Budget, w.query.Trace, w.query.Work = int64(rows), noted, max(budget/cost, 1)
	type cellCounts struct{ in, out int }
	seen := map[base.RowKey]cellCounts{}
	over := false
	for row := range w.tab.Scan(w.query, &st) {
		if w.filter == nil {
			continue
		}
		cells, more := w.filter.Apply(row, &w.rows)
		seen[row.Key()] = cellCounts{row.Len(), len(cells)}
		if over = !more; over {
			break
		}
	}
	for _, d := range st.Trace {
		if n, ok := seen[d.Key]; ok && w.filter != nil {
			d.CellsOut, d.Kept = n.out, n.out > 0
			if !d.Kept {
				d.ByName = w.filterText
			}
		}
		w.steps = append(w.steps, d)
	}
	w.query.Ranges = st.Resume
	if w.query.Limit > 0 {
		w.query.Limit -= st.RowsReturned
	}
	w.walked += int(st.RowsScanned)
	return st.Work() * cost, !over && st.Resume != nil
}
