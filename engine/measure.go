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
	verdicts := t.judge(s.state, shown)
	s.state.verdicts, s.history.now.verdicts, t.reply.Verdicts = verdicts, verdicts, verdicts
	if v := verdicts[0]; show && v.Table != "" {
		s.last, s.rest = shown[0], nil
		t.reply.Read = &Read{Table: v.Table, Access: v.Access, Ranges: told(shown[0].ranges), Stats: v.Stats, Asks: true, Query: v.Query, Found: v.Found}
		s.last.told = t.reply.Read
	} else if !slices.ContainsFunc(verdicts, func(v Verdict) bool { return v.Table != "" }) {
		s.last = nil // what the last read cost is no longer so
	}
}

// judge asks every query of a state's workload of the design that answers it best.
// Into shown, if it is not nil, go the reads; that of the first query marks the rows that
// it wants.
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

// verdict asks a query of the design that answers it best, and returns the read, nil where none
// does.
func (t *Task) verdict(st state, q plan.Query, v *Verdict, marks bool) *lastRead {
	names := slices.Sorted(maps.Keys(st.designs))
	t.learnEven(st, names, q.Latest)
	name, p := best(names, st, q)
	v.Query, v.Access, v.Newest, v.InKey, v.Missing = q.ID, p.Access, p.Newest, p.InKey, p.Missing
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
	read := t.ask(st.tables[name], p, v, newPicker(d, q, p, marks))
	if d.Asked == nil {
		d.Asked = map[string]int64{}
	}
	if _, known := d.Asked[q.ID]; !known {
		d.Asked[q.ID] = t.wanted(d, q)
	}
	v.Wanted = d.Asked[q.ID]
	return read
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

// ask runs the reads that a plan stands for, counting into a verdict.
func (t *Task) ask(tab *table.Table, p plan.Plan, v *Verdict, picked *picker) *lastRead {
	queries := reads(p)
	q := queries[0].Query
	q.Ranges, q.Limit, q.Reversed, q.Skip = walked(p.Ranges), 0, false, nil
	read := &lastRead{query: q, table: tab.Name(), was: tab.Keep(), filter: q.Filter, hits: t.s.tally(tab, q)}
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
	read.ranges = t.readAll(tab.Clone(), queries, &v.Stats, each)
	read.query.Ranges = read.ranges
	if v.Found = v.Stats.RowsReturned; picked == nil {
		return read
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

// readAll runs scans as [Task.scan] does, one after the other, and returns the ranges that were
// walked, up to where a limit ended them.
func (t *Task) readAll(tab *table.Table, queries []planned, st *table.Stats, each func(table.Row) bool) (ranges []base.Range) {
	for i := range queries {
		q, one := &queries[i], new(table.Stats)
		t.scan(tab, q.Query, one, each)
		st.Add(*one)
		ranges = append(ranges, q.ranges(q.Ranges, one)...)
	}
	return base.Merge(ranges)
}

// scan scans a snapshot, counts into st, and hands each row to each until that returns false.
// Without each, which may be nil, rows are only counted.
func (t *Task) scan(tab *table.Table, q table.Query, st *table.Stats, each func(table.Row) bool) {
	for cost := q.Filter.Cost(); ; {
		before := *st
		q.Work = max(t.left/cost, 1)
		if each == nil {
			tab.Count(q, st)
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

// wanted counts the records that a query asks for.
func (t *Task) wanted(d *design.Design, q plan.Query) int64 {
	cursor, fields := d.Data.Cursor(), d.Data.Fields
	tally := plan.Tally{Query: q}
	for {
		rec, ok := cursor.Next()
		if t.spend(1); !ok {
			return tally.Wanted()
		}
		tally.Add(func(f string) string { return design.ValueOf(f, fields, rec) })
	}
}

// measure loads the data under each template in turn and asks it the workload.
func (t *Task) measure(r Measure) error {
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
			t.keep(l, Load{Table: r.Keep, Template: template, Columns: r.Columns, Data: r.Data})
		}
		t.figures(l, queries)
	}
	return nil
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
		if len(p.Missing) == 0 {
			var st table.Stats
			start := t.watch()
			for _, q := range reads(p) {
				var one table.Stats
				for range l.Table.Scan(q.Query, &one) {
				}
				st.Add(one)
			}
			f.Micros = int64(t.watch() - start)
			f.Scanned, f.Returned = st.RowsScanned, st.RowsReturned
		}
		t.reply.Answer = append(As[Figures](t.reply.Answer), f)
		t.spend(f.Scanned)
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

// learnEven looks at all values of the field that the latest are asked of, in the data of the
// designs of which it is not known yet whether these are of one length.
func (t *Task) learnEven(st state, names []string, latest plan.Latest) {
	for _, name := range names {
		d := st.designs[name]
		at := slices.Index(d.Data.Fields, latest.Field)
		if _, known := d.Even[latest.Field]; known || latest.N <= 0 || at < 0 {
			continue
		}
		cursor, lengths := d.Data.Cursor(), &plan.Lengths{}
		for lengths.Even() {
			rec, ok := cursor.Next()
			if t.spend(1); !ok {
				break
			}
			lengths.Add(rec[at])
		}
		d.SetEven(latest.Field, lengths)
	}
}
