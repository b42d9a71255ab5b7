package engine

import (
	"maps"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/compare"
	"tabletop/engine/design"
	"tabletop/engine/plan"
	"tabletop/engine/table"
	"tabletop/engine/view"
)

// measureWorkload asks every query of the workload of the design that answers it best, and puts
// the verdicts into the state and the reply. With show, the read of the first query becomes the
// one that the grid marks.
func (t *Task) measureWorkload(show bool) {
	s := t.s
	if len(s.state.workload) == 0 {
		return
	}
	if t.work == nil || !t.work.HasBegun() { // no step has begun: measure in the first one
		t.run(func() error {
			t.measureWorkload(show)
			return nil
		})
		return
	}
	shown := make([]*lastRead, len(s.state.workload))
	verdicts := t.judge(s.state, shown)
	s.state.verdicts, s.history.now.verdicts, t.reply.Verdicts = verdicts, verdicts, verdicts
	if v := verdicts[0]; show && v.Table != "" {
		t.showRead(v, shown[0])
	} else if !slices.ContainsFunc(verdicts, func(v Verdict) bool { return v.Table != "" }) {
		s.last = nil // its cost is out of date
	}
}

// showRead makes the read of a query, with its verdict, the last read, which the grid marks.
func (t *Task) showRead(v Verdict, read *lastRead) {
	t.s.last, t.s.rest = read, nil
	read.told = &ReadReport{Table: v.Table, Access: v.Access, Ranges: told(read.Ranges), Stats: v.Stats, ForQuestion: true, Query: v.Query, Found: v.Found}
	t.reply.Read = read.told
}

// judge asks every query of a state's workload of the design that answers it best, and returns the
// verdicts in the order of the workload. If shown is not nil, it receives the read of each query,
// and the read of the first one marks the rows that the query wants.
func (t *Task) judge(st state, shown []*lastRead) []Verdict {
	verdicts := make([]Verdict, len(st.workload))
	for i, q := range st.workload {
		t.spend(1)
		v := &verdicts[i]
		if read := t.verdict(st, q, v, shown != nil && i == 0); shown != nil {
			shown[i] = read
		}
		v.Wanted = max(v.Wanted, v.Found)
	}
	return verdicts
}

// verdict asks a query of the design that answers it best and fills in its verdict. It returns the
// read, nil if no design answers the query. Records that the query asks for are counted once for
// each design and then remembered in it.
func (t *Task) verdict(st state, q plan.Query, v *Verdict, marks bool) *lastRead {
	t.learnEven(st, q.Latest)
	name, p := compare.BestTable(st.designs, st.tables, q)
	v.Query, v.Access, v.LatestMethod, v.InKey, v.Missing = q.ID, p.Access, p.LatestMethod, p.InKey, p.Missing
	if v.Limit, v.Reversed = p.Limit, p.Reversed; p.Limit > 0 {
		v.Ranges = int64(len(p.Ranges))
	}
	for _, c := range p.Residual {
		v.Residual = append(v.Residual, c.Field)
	}
	if name == "" {
		return nil
	}
	d := st.designs[name]
	v.Table, v.Template = name, d.Template.String()
	read := t.ask(st.tables[name], p, v, compare.NewWantedRowCounter(d, q, p, st.tables[name].ComparableClone(), marks))
	if d.WantedRecords == nil {
		d.WantedRecords = map[string]int64{}
	}
	if _, known := d.WantedRecords[q.ID]; !known {
		d.WantedRecords[q.ID] = t.wanted(d, q)
	}
	v.Wanted = d.WantedRecords[q.ID]
	return read
}

// ask runs the reads of a plan and counts them into a verdict. If picked is not nil, it decides
// which of the returned rows the query wants; only these are marked as returned.
func (t *Task) ask(tab *table.Table, p plan.Plan, v *Verdict, picked *compare.WantedRowCounter) *lastRead {
	queries := compare.ReadsOfPlan(p)
	q := queries[0].ScanQuery
	q.Ranges, q.Limit, q.Reversed, q.Skip = compare.EffectiveRanges(p.Ranges), 0, false, nil
	read := &lastRead{query: q, ReadMarks: view.ReadMarks{Table: tab.Name(), TableAtRead: tab.ComparableClone(), Filter: q.Filter, ReturnedRows: t.s.tally(tab, q)}}
	each := read.ReturnedRows.AddFunc()
	if picked != nil {
		read.ReturnedRows = view.NewReturnedRows(t.s.outlined(tab))
		each = func(r table.Row) bool {
			if picked.Add(r.Key()) && !picked.Grouped {
				read.ReturnedRows.Add(r.Key())
			}
			return true
		}
	}
	read.Ranges = t.readAll(tab.Clone(), queries, &v.Stats, each)
	read.query.Ranges = read.Ranges
	if v.Found = v.Stats.RowsReturned; picked == nil {
		return read
	}
	v.Found, read.ReturnedKeys = picked.Found, picked.LatestKeys()
	if !picked.Grouped {
		read.Wanted = picked
	}
	for _, key := range slices.Sorted(maps.Keys(read.ReturnedKeys)) {
		read.ReturnedRows.Add(key)
	}
	if picked.Grouped && read.ReturnedKeys == nil {
		read.ReturnedRows = nil
	}
	return read
}

// readAll runs reads one after the other as [Task.scan] does, and adds up their counts. It returns
// the ranges that were scanned, each up to where a limit ended the read.
func (t *Task) readAll(tab *table.Table, queries []compare.PlanRead, st *table.ScanStats, each func(table.Row) bool) (ranges []base.Range) {
	for i := range queries {
		q, one := &queries[i], new(table.ScanStats)
		t.scan(tab, q.ScanQuery, one, each)
		st.Add(*one)
		ranges = append(ranges, q.ScannedRanges(q.Ranges, one)...)
	}
	return base.MergeRanges(ranges)
}

// scan scans a snapshot and adds to the counts in st. It calls each for every returned row until
// that returns false. If each is nil, rows are only counted.
func (t *Task) scan(tab *table.Table, q table.ScanQuery, st *table.ScanStats, each func(table.Row) bool) {
	for cost := q.Filter.CostFactor(); ; {
		before := *st
		q.Work = max(t.left()/cost, 1)
		if each == nil {
			tab.CountScan(q, st)
		} else {
			for r := range tab.Scan(q, st) {
				if !each(r) {
					break
				}
			}
		}
		t.spend((st.Work() - before.Work()) * cost)
		if st.Resume == nil {
			return
		}
		if q.Ranges = st.Resume; q.Limit > 0 {
			q.Limit -= st.RowsReturned - before.RowsReturned
		}
	}
}

// wanted counts the records of a design's data that a query asks for.
func (t *Task) wanted(d *design.Design, q plan.Query) int64 {
	cursor, fields := d.Data.Cursor(), d.Data.Fields
	tally := plan.WantedCounter{Query: q}
	for {
		rec, ok := cursor.Next()
		if t.spend(1); !ok {
			return tally.WantedCount()
		}
		tally.Add(func(f string) string { return design.ValueOf(f, fields, rec) })
	}
}

// measure answers [MeasureDesigns]: it loads the data under each template in turn and asks it the
// workload.
func (t *Task) measure(r MeasureDesigns) error {
	queries := t.s.state.workload
	t.rowsTotal = r.Data.Len() * int64(len(r.Templates))
	for i, template := range r.Templates {
		name, last := "measured", i == len(r.Templates)-1
		if last && r.Keep != "" {
			name = r.Keep
		}
		l, err := t.newLoader(name, template, r.Columns, r.Data, queries)
		if err != nil {
			return err
		}
		if err := t.loadAll(l); err != nil {
			return err
		}
		if last && r.Keep != "" {
			t.keep(l, LoadRecords{Table: r.Keep, Template: template, Columns: r.Columns, Data: r.Data})
		}
		t.figures(l, queries)
	}
	return nil
}

// keep puts a loaded table in place and accepts the request that loads it. Splits of a table that
// it replaces are kept. If it continues a trial, the previous step of the trial is undone first.
func (t *Task) keep(l *design.Loader, load LoadRecords) {
	s, name := t.s, l.Table.Name()
	t.again()
	if made, ok := s.state.tables[name]; ok {
		l.Table.SetSplitKeys(made.SplitKeys())
	}
	s.state.tables[name], s.state.designs[name], s.state.born[name] = l.Table, l.Design, s.version
	delete(s.state.disabled, name)
	if s.last != nil && s.last.Table == name {
		s.last = nil
	}
	if s.endEstimate(); l.Keys != nil {
		s.made = l.Keys.RecordBuffer
	}
	if l.Sample != nil {
		s.sampled = l.Sample
	}
	t.accept(load)
	s.trial = trial{t.trial, s.history.now.step.State}
	t.reply.FocusTable = name
	t.note(base.NoteLoaded, name, count(l.Records), count(int64(l.Table.Len())), l.Design.Template.String())
	if load.SkippedLines > 0 {
		t.note(base.NoteLinesSkipped, name, count(int64(load.SkippedLines)))
	}
	t.noteLost(l)
	t.measureWorkload(true)
}

// figures asks the workload of a loaded table and adds a figure for each query. Each query is read
// in one piece, so that its time can be measured.
func (t *Task) figures(l *design.Loader, queries []plan.Query) {
	for i, q := range queries {
		p := l.Design.Plan(q, l.Table)
		f := DesignMeasurement{
			Template: l.Design.Template.String(), Query: q.ID,
			Records: l.Records, Rows: int64(l.Table.Len()), Bytes: l.Table.Bytes(),
			Access: p.Access, Wanted: l.WantedRecordCount(i),
		}
		if len(p.Missing) == 0 {
			var st table.ScanStats
			start := t.watch()
			for _, q := range compare.ReadsOfPlan(p) {
				var one table.ScanStats
				for range l.Table.Scan(q.ScanQuery, &one) {
				}
				st.Add(one)
			}
			f.Micros = int64(t.watch() - start)
			f.Scanned, f.Returned = st.RowsScanned, st.RowsReturned
		}
		t.reply.Answer = append(AnswerAs[DesignMeasurements](t.reply.Answer), f)
		t.spend(f.Scanned)
	}
}

// watch returns the time of the stopwatch, 0 without one.
func (t *Task) watch() base.Micros {
	if t.s.opts.Stopwatch == nil {
		return 0
	}
	return t.s.opts.Stopwatch()
}

// learnEven finds out for each design whether all values of a field have the same length, if that
// is not known yet. The field is the one by which a query asks for the latest rows.
func (t *Task) learnEven(st state, latest plan.Latest) {
	for _, d := range st.designs {
		at := slices.Index(d.Data.Fields, latest.Field)
		if _, known := d.SortsAlike[latest.Field]; known || latest.N <= 0 || at < 0 {
			continue
		}
		cursor, lengths := d.Data.Cursor(), &plan.OrderCheck{}
		for lengths.SortsAlike() {
			rec, ok := cursor.Next()
			if t.spend(1); !ok {
				break
			}
			lengths.Add(rec[at])
		}
		d.SetSortsAlike(latest.Field, lengths)
	}
}
