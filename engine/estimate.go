package engine

import (
	"maps"
	"math"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/design"
	"tabletop/engine/plan"
)

// Estimate looks at a designed table of more than [MaxTried] records under another
// template, by a sample of them: pages of [EstimateState] are of the sample's rows, and
// what its questions cost is what they cost of those, told for all records. It changes
// nothing; what is not about any state ends it, and so does one without a template.
type Estimate struct {
	Table    string
	Template string
}

// Estimated is the answer to [Estimate].
type Estimated struct {
	Table string
	First int // rows of the sample before those that the first question reads, -1 where it reads none
}

func (*Estimated) answer() {}

const (
	// EstimateState is the state of the timeline's that an [Estimate] shows; none has
	// that number.
	EstimateState = FigureState >> 1
	// MaxTried is of how many records at most another template is tried on all.
	MaxTried = design.MaxKeyed
	// EstimatedBy is of how many records a sample is, or some fewer.
	EstimatedBy = 20_000
)

func (Estimate) nature() Nature {
	return Nature{Looks: true, AnyState: true, Turn: TurnAtOnce, Aside: true, Rows: true}
}

// estimated is what an [Estimate] came to.
type estimated struct {
	table   string
	state   state
	read    *lastRead // of the first question, nil where that reads another table
	records int64     // in all
	rows    float64   // that they become, for each of the sample's
	lossy   bool      // records share keys
	recipe  bool      // generates them
}

// Estimates reports whether what is shown of [EstimateState] is there.
func (s *Session) Estimates() bool { return s.estimated != nil }

// endEstimate forgets what was estimated.
func (s *Session) endEstimate() {
	if s.estimated != nil {
		s.estimated = nil
		s.version++ // what was made of it is old
	}
}

func (r Estimate) start(t *Task) {
	s := t.s
	d := s.state.designs[r.Table]
	if d == nil {
		t.fail(base.Refuse(base.CodeNoDesign, r.Table))
		return
	}
	t.reply.Verdicts = s.state.verdicts
	if r.Template == "" {
		s.endEstimate()
		return
	}
	t.run(func() error { return t.estimate(r, d) })
}

// estimate asks the workload of the table that a sample of a design's data makes.
func (t *Task) estimate(r Estimate, all *design.Design) error {
	s, name := t.s, r.Table
	some := s.sampled
	if some == nil || !design.SameData(some.Of, all.Data) {
		some = design.NewSample(all.Data, EstimatedBy)
	}
	checked, err := design.NewLoader(name, r.Template, all.Columns, all.Data, nil, t.at)
	if err != nil {
		return err
	}
	sample := &design.Design{Template: checked.Design.Template, Columns: all.Columns, Asked: maps.Clone(all.Asked), Even: maps.Clone(all.Even)}
	cursor := all.Data.Cursor()
	for done := false; !done; {
		var used int64
		used, done = some.Take(cursor, t.left)
		t.spend(used)
	}
	s.sampled = some
	sample.Data = dataset.Spec{Fields: all.Data.Fields, Records: some.Records, Time: all.Data.Time}
	sample.Times = float64(all.Data.Len()) / float64(max(len(some.Records), 1))
	l, err := t.newLoader(name, r.Template, all.Columns, sample.Data, s.state.workload)
	if err != nil {
		return err
	}
	if err := t.steps(l.Step); err != nil {
		return err
	}
	st := s.state.clone()
	st.tables[name], st.designs[name] = l.Table, sample
	st.step.State = EstimateState
	e := &estimated{table: name, state: st, records: all.Data.Len(), recipe: all.Data.Recipe != nil}
	e.measureKeys(l)
	reads := make([]*lastRead, len(st.workload))
	counted := maps.Clone(sample.Asked) // of all records
	verdicts := t.judge(st, reads)
	for i := range verdicts {
		if v := &verdicts[i]; v.Table == name {
			if _, all := counted[v.Query]; !all {
				v.Wanted = e.of(v.Wanted)
			}
			e.scale(v, l.Wanted(i))
		}
	}
	answer := &Estimated{Table: name, First: -1}
	if len(reads) > 0 && reads[0] != nil && reads[0].table == name {
		e.read, answer.First = reads[0], l.Table.Rank(reads[0].ranges[0].Start)
	}
	e.state.verdicts = verdicts
	s.estimated = e
	s.version++
	t.reply.Verdicts, t.reply.Answer = verdicts, answer
	return nil
}

// measureKeys finds how many rows all records become.
func (e *estimated) measureKeys(l *design.Loader) {
	rows, all := float64(l.Table.Len()), float64(e.records)
	if e.rows = all / float64(max(l.Records, 1)); int64(l.Table.Len()) < l.Records {
		unseen := l.UnseenRows()
		e.lossy, e.rows = true, (rows+unseen)/(1+unseen/all)/rows
	}
}

// of returns how many records of all so many of the sample stand for.
func (e *estimated) of(sample int64) int64 {
	return int64(math.Round(float64(sample) * float64(e.records) / float64(max(e.state.designs[e.table].Data.Len(), 1))))
}

// scale makes of what a question costs of the sample what it costs of all. Where it
// returns what is wanted, and no records share keys, that is known, and only what it
// walks past is left to chance. Where some rows of each range are enough, it walks past
// as many for each of them whatever the size, unless those stand together, see [apart]; of
// groups, as many for each that there is. sample is how many of its records are wanted.
func (e *estimated) scale(v *Verdict, sample int64) {
	st := v.Stats
	exact, found := st.RowsReturned == sample, v.Found
	rows := func(n int64, by float64) int64 { return int64(math.Round(float64(n) * by)) }
	limited := func(by float64) {
		past := by
		if e.apart(v) {
			past = e.rows
		}
		v.Stats.RowsReturned = rows(st.RowsReturned, by)
		v.Stats.RowsScanned = v.Stats.RowsReturned + rows(st.RowsScanned-st.RowsReturned, past)
	}
	switch wanted := v.Limit * v.Ranges; {
	case v.Newest == plan.BySkip:
		by := min(e.rows, float64(v.Wanted)/float64(max(sample, 1)))
		limited(by)
		v.Stats.Seeks = max(rows(st.Seeks, by), v.Ranges)
	case wanted > 0:
		by := min(e.rows, max(float64(wanted)/float64(max(st.RowsReturned, 1)), 1))
		limited(by)
		v.Stats.RowsReturned = min(v.Stats.RowsReturned, v.Wanted)
	case e.lossy || !exact:
		v.Stats.RowsReturned, v.Stats.RowsScanned = rows(st.RowsReturned, e.rows), rows(st.RowsScanned, e.rows)
	default:
		v.Stats.RowsReturned = v.Wanted
		v.Stats.RowsScanned = v.Wanted + rows(st.RowsScanned-st.RowsReturned, e.rows)
		if v.Access == plan.Scan {
			v.Stats.RowsScanned = max(e.records, v.Wanted)
		}
	}
	v.Found = min(v.Stats.RowsReturned, v.Wanted)
	if found < sample || e.lossy {
		v.Found = min(rows(found, e.rows), v.Found)
	}
	tab := e.state.tables[e.table]
	each := func(in, rows, all int64) float64 {
		if rows == 0 {
			in, rows = all, int64(max(tab.Len(), 1))
		}
		return float64(in) / float64(rows)
	}
	v.Stats.CellsScanned = rows(v.Stats.RowsScanned, each(st.CellsScanned, st.RowsScanned, tab.Cells()))
	v.Stats.BytesScanned = rows(v.Stats.RowsScanned, each(st.BytesScanned, st.RowsScanned, tab.Bytes()))
	v.Stats.CellsReturned = rows(v.Stats.RowsReturned, each(st.CellsReturned, st.RowsReturned, tab.Cells()))
	v.Stats.BytesReturned = rows(v.Stats.RowsReturned, each(st.BytesReturned, st.RowsReturned, tab.Bytes()))
}

// apart reports whether the rows that a limited read walks past stand together, before or
// after those that it returns, and not among them: a field that the read filters by comes
// before the one whose latest values are wanted. There are more of them in a larger table.
func (e *estimated) apart(v *Verdict) bool {
	i := slices.IndexFunc(e.state.workload, func(q plan.Query) bool { return q.ID == v.Query })
	if i < 0 {
		return false
	}
	latest := e.state.workload[i].Latest.Field
	for _, s := range e.state.designs[e.table].Template.Steps() {
		if s.Field == latest {
			return false
		}
		if slices.Contains(v.Residual, s.Field) {
			return true
		}
	}
	return false
}

// describe tells of the table as if all records were in it.
func (e *estimated) describe(info *TableInfo) {
	info.Sampled, info.Records, info.Recipe = info.Records, e.records, e.recipe
	grown := func(n int64) int64 { return int64(math.Round(float64(n) * e.rows)) }
	info.Rows, info.Cells, info.Bytes = min(grown(info.Rows), e.records), grown(info.Cells), grown(info.Bytes)
	info.Held = min(grown(info.Held), e.records)
}
