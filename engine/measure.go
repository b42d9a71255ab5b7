package engine

import (
	"maps"
	"slices"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/design"
	"tabletop/engine/filter"
	"tabletop/engine/plan"
	"tabletop/engine/table"
)

// measureWorkload asks every query of the workload of the design that answers
// it best; with show the first one becomes the read that the grid shows.
func (t *Task) measureWorkload(show bool) {
	s := t.s
	if len(s.state.workload) == 0 {
		return
	}
	shown := make([]*lastRead, len(s.state.workload))
	t.judge(s.state, shown, func(verdicts []Verdict) {
		s.state.verdicts, s.history.now.verdicts, t.reply.Verdicts = verdicts, verdicts, verdicts
		if v := verdicts[0]; show && v.Table != "" {
			s.last, s.rest = shown[0], nil
			t.reply.Read = &Read{Table: v.Table, Access: v.Access, Ranges: told(shown[0].ranges), Stats: v.Stats, Asks: true, Query: v.Query, Found: v.Found}
			s.last.told = t.reply.Read
		} else if !slices.ContainsFunc(verdicts, func(v Verdict) bool { return v.Table != "" }) {
			s.last = nil // what the last read cost is no longer so
		}
	})
}

// judge asks every query of a state's workload of the design that answers it best.
// Into shown, if it is not nil, go the reads; that of the first query marks the rows that
// it wants.
func (t *Task) judge(st state, shown []*lastRead, then func([]Verdict)) {
	names := slices.Sorted(maps.Keys(st.designs))
	verdicts := make([]Verdict, len(st.workload))
	next := 0
	t.push(func(int64) (int64, bool) {
		if next == len(verdicts) {
			for i := range verdicts {
				v := &verdicts[i]
				v.Wanted = max(v.Wanted, v.Found)
			}
			then(verdicts)
			return 1, true
		}
		i, q := next, st.workload[next]
		for _, name := range names {
			if t.weighEven(st.designs[name], q.Latest) {
				return 1, false
			}
		}
		next++
		name, p := best(names, st, q)
		v := &verdicts[i]
		v.Query, v.Access, v.Newest, v.InKey, v.Missing = q.ID, p.Access, p.Newest, p.InKey, p.Missing
		if v.Limit, v.Reversed = p.Limit, p.Reversed; p.Limit > 0 {
			v.Ranges = int64(len(p.Ranges))
		}
		for _, c := range p.Residual {
			v.Residual = append(v.Residual, c.Field)
		}
		if name == "" {
			return 1, false
		}
		d := st.designs[name]
		v.Table, v.Template = name, d.Template.String()
		picked := newPicker(d, q, p, shown != nil && i == 0)
		read := t.ask(st.tables[name], p, v, picked)
		if shown != nil {
			shown[i] = read
		}
		if d.Asked == nil {
			d.Asked = map[string]int64{}
		}
		if n, known := d.Asked[q.ID]; known {
			v.Wanted = n
			return 1, false
		}
		t.wanted(d, q, func(n int64) { v.Wanted, d.Asked[q.ID] = n, n })
		return 1, false
	})
}

// best returns the design that holds all the query's fields and narrows it by
// most of them, before those by which the reader sorts; the first by name where
// several do. Where none holds them all the name is empty and the plan says what is missing.
func best(names []string, st state, q plan.Query) (string, plan.Plan) {
	found, with := "", plan.Plan{Access: plan.Scan}
	for _, name := range names {
		p := st.designs[name].Plan(q, st.tables[name])
		if len(p.Missing) > 0 {
			if found == "" && len(with.Missing) == 0 {
				with = p
			}
			continue
		}
		sorted := !p.Newest.Sorted() && with.Newest.Sorted()
		if found == "" || len(p.InKey) > len(with.InKey) || len(p.InKey) == len(with.InKey) && sorted {
			found, with = name, p
		}
	}
	return found, with
}

// ask pushes the reads that a plan stands for, counting into a verdict.
func (t *Task) ask(tab *table.Table, p plan.Plan, v *Verdict, picked *picker) *lastRead {
	queries := reads(p)
	q := queries[0].Query
	q.Ranges, q.Limit, q.Reversed, q.Skip = walked(p.Ranges), 0, false, nil
	read := &lastRead{query: q, table: tab.Name(), was: tab.Keep(), ranges: q.Ranges, filter: q.Filter, hits: t.s.tally(tab, q)}
	each := read.hits.each()
	if picked != nil {
		picked.tab, read.hits = read.was, newHits(t.s.outlined(tab))
		each = func(r table.Row) bool {
			if picked.add(r.Key()) && !picked.parted {
				read.hits.add(r.Key())
			}
			return true
		}
	}
	t.readAll(tab.Clone(), queries, &v.Stats, each, func(walked []base.Range) {
		read.ranges, read.query.Ranges = walked, walked
		if v.Found = v.Stats.RowsReturned; picked == nil {
			return
		}
		v.Found, read.returned = picked.found, picked.keys()
		if !picked.parted {
			read.picks = picked
		}
		for _, key := range slices.Sorted(maps.Keys(read.returned)) {
			read.hits.add(key)
		}
		if picked.parted && read.returned == nil {
			read.hits = nil
		}
	})
	return read
}

// planned is a read that a plan stands for.
type planned struct {
	table.Query
	groups plan.Groups // if any, rows of each are wanted, and the read skips from one to the next
	most   int64       // of each

	front  base.RowKey  // what the keys of the group of the row met last begin with, "" for none
	met    int64        // rows of it
	rest   base.Range   // what is left of the range
	walked []base.Range // and what was read before
}

// skip takes a row of a read that skips. Once it has enough rows of the row's group it returns
// the key to go on from, after that group.
func (p *planned) skip(r table.Row) (to base.RowKey, skip bool) {
	key := r.Key()
	if p.front == "" || !strings.HasPrefix(string(key), string(p.front)) {
		var ok bool
		if p.front, ok = p.groups.Front(key); !ok {
			p.front = ""
			return "", false
		}
		p.met = 0
	}
	if p.met++; p.met < p.most {
		return "", false
	}
	read := p.rest
	if p.Reversed {
		to, read.Start = p.front, key
		p.rest.End = to
	} else {
		to, read.End = base.PrefixEnd(string(p.front)), key+"\x00"
		if p.rest.Start = to; to == "" {
			p.rest = nothing
		}
	}
	p.front = ""
	p.walked = append(p.walked, read)
	return to, true
}

// nothing is a range without keys.
var nothing = base.Range{Start: "\x00", End: "\x00"}

// ranges returns what was read of what a read that ended with some counts was to read, up to
// where a limit ended it.
func (p *planned) ranges(of []base.Range, st *table.Stats) []base.Range {
	switch {
	case !p.groups.None():
		if p.walked = append(p.walked, p.rest); p.Reversed {
			slices.Reverse(p.walked)
		}
		return p.walked
	case p.Limit == 0 || st.RowsReturned < p.Limit:
		return of
	case p.Reversed:
		return []base.Range{{Start: st.Last, End: of[0].End}}
	default:
		return []base.Range{{Start: of[0].Start, End: st.Last + "\x00"}}
	}
}

// reads returns the reads that a plan stands for: one, or where some rows of each
// range are enough one of each.
func reads(p plan.Plan) []planned {
	program, err := compile(p.Filter)
	if err != nil {
		panic("engine: the planner made a filter that does not compile: " + err.Error())
	}
	q := table.Query{Ranges: walked(p.Ranges), Filter: program, CountOnly: true, Limit: p.Limit, Reversed: p.Reversed}
	if p.Limit == 0 {
		return []planned{{Query: q}}
	}
	out := make([]planned, len(p.Ranges))
	for i, r := range p.Ranges {
		one := &out[i]
		*one = planned{Query: q, groups: p.Groups}
		if one.Ranges = []base.Range{r}; !one.groups.None() {
			one.Limit, one.most, one.rest, one.Skip = 0, p.Limit, r, one.skip
		}
	}
	return out
}

// readAll pushes scans as [Task.scan] does, one after the other, and calls then with
// the ranges that were walked, up to where a limit ended them.
func (t *Task) readAll(tab *table.Table, queries []planned, st *table.Stats, each func(table.Row) bool, then func([]base.Range)) {
	var ranges []base.Range
	next := 0
	t.push(func(int64) (int64, bool) {
		if next == len(queries) {
			then(base.Merge(ranges))
			return 1, true
		}
		q, one := &queries[next], new(table.Stats)
		next++
		t.scan(tab, q.Query, one, each, func() {
			st.Add(*one)
			ranges = append(ranges, q.ranges(q.Ranges, one)...)
		})
		return 1, false
	})
}

// scan pushes a scan that runs in slices over a snapshot, counts into st, hands
// each row to each until that returns false, and calls then when it is through.
// each and then may be nil; without each rows are only counted.
func (t *Task) scan(tab *table.Table, q table.Query, st *table.Stats, each func(table.Row) bool, then func()) {
	t.push(func(budget int64) (int64, bool) {
		before, cost := *st, q.Filter.Cost()
		q.Work = max(budget/cost, 1)
		if each == nil {
			tab.Count(q, st)
		} else {
			for r := range tab.Scan(q, st) {
				if !each(r) {
					break
				}
			}
		}
		used := (st.Work() - before.Work()) * cost
		if st.Resume != nil {
			q.Ranges = st.Resume
			if q.Limit > 0 {
				q.Limit -= st.RowsReturned - before.RowsReturned
			}
			return used, false
		}
		if then != nil {
			then()
		}
		return used, true
	})
}

// wanted pushes a count of the records that a query asks for.
func (t *Task) wanted(d *design.Design, q plan.Query, then func(n int64)) {
	cursor, fields := d.Data.Cursor(), d.Data.Fields
	tally := plan.Tally{Query: q}
	t.push(func(budget int64) (int64, bool) {
		for used := range budget {
			rec, ok := cursor.Next()
			if !ok {
				then(tally.Wanted())
				return used, true
			}
			tally.Add(func(f string) string { return design.ValueOf(f, fields, rec) })
		}
		return budget, false
	})
}

// measure loads the data under each template in turn and asks it the workload.
func (t *Task) measure(r Measure) {
	queries := t.s.state.workload
	t.rowsTotal = r.Data.Len() * int64(len(r.Templates))
	next := 0
	t.push(func(int64) (int64, bool) {
		if next == len(r.Templates) {
			return 1, true
		}
		template := r.Templates[next]
		next++
		name := "measured"
		if next == len(r.Templates) && r.Keep != "" {
			name = r.Keep
		}
		l, err := t.newLoader(name, template, r.Columns, r.Data, queries)
		if err != nil {
			t.fail(err)
			return 1, true
		}
		t.push(func(budget int64) (int64, bool) {
			used, done, err := t.stepLoad(l, budget)
			if done && err == nil {
				if last := next == len(r.Templates); last && r.Keep != "" {
					t.keep(l, Load{Table: r.Keep, Template: template, Columns: r.Columns, Data: r.Data})
				}
				t.figures(l, queries)
			}
			return used, done
		})
		return 1, false
	})
}

// keep puts a loaded table in place and records how to load it again.
func (t *Task) keep(l *design.Loader, load Load) {
	s, name := t.s, l.Table.Name()
	t.again()
	if made, ok := s.state.tables[name]; ok {
		l.Table.SetSplits(made.Splits())
	}
	s.state.tables[name], s.state.designs[name], s.state.born[name] = l.Table, l.Design, s.version
	delete(s.state.disabled, name)
	if s.last != nil && s.last.table == name {
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
	t.reply.Focus = name
	t.note(base.NoteLoaded, name, count(l.Records), count(int64(l.Table.Len())), l.Design.Template.String())
	if load.Left > 0 {
		t.note(base.NoteMissed, name, count(int64(load.Left)))
	}
	t.noteLost(l)
	t.measureWorkload(true)
}

// figures asks the workload of a loaded table and reports each query.
func (t *Task) figures(l *design.Loader, queries []plan.Query) {
	for i, q := range queries {
		p := l.Design.Plan(q, l.Table)
		f := Figure{
			Template: l.Design.Template.String(), Query: q.ID,
			Records: l.Records, Rows: int64(l.Table.Len()), Bytes: l.Table.Bytes(),
			Access: p.Access, Wanted: l.Wanted(i),
		}
		before := As[Figures](t.reply.Answer)
		at := len(before)
		t.reply.Answer = append(before, f)
		if len(p.Missing) > 0 {
			continue
		}
		reads := reads(p)
		t.push(func(int64) (int64, bool) {
			var st table.Stats
			start := t.watch()
			for _, q := range reads {
				var one table.Stats
				for range l.Table.Scan(q.Query, &one) {
				}
				st.Add(one)
			}
			f := &As[Figures](t.reply.Answer)[at]
			f.Micros = int64(t.watch() - start)
			f.Scanned, f.Returned = st.RowsScanned, st.RowsReturned
			return st.RowsScanned, true
		})
	}
}

func (t *Task) watch() base.Micros {
	if t.s.opts.Stopwatch == nil {
		return 0
	}
	return t.s.opts.Stopwatch()
}

// compile returns nil, which passes everything, for no filter.
func compile(f filter.Filter) (*filter.Program, error) {
	if f == nil {
		return nil, nil
	}
	return filter.Compile(f)
}

// walked returns the ranges that a read walks: no range stands for all rows.
func walked(ranges []base.Range) []base.Range {
	if len(ranges) == 0 {
		return []base.Range{base.Whole}
	}
	return base.Merge(ranges)
}

// weighEven pushes a look at all values of the field that the latest are asked of,
// and reports whether it has: they are not known yet.
func (t *Task) weighEven(d *design.Design, latest plan.Latest) bool {
	at := slices.Index(d.Data.Fields, latest.Field)
	if _, known := d.Even[latest.Field]; known || latest.N <= 0 || at < 0 {
		return false
	}
	cursor, lengths := d.Data.Cursor(), &plan.Lengths{}
	t.push(func(budget int64) (int64, bool) {
		for used := range budget {
			rec, ok := cursor.Next()
			if ok {
				lengths.Add(rec[at])
			}
			if !ok || !lengths.Even() {
				d.SetEven(latest.Field, lengths)
				return used, true
			}
		}
		return budget, false
	})
	return true
}
