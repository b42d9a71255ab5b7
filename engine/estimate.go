package engine

import (
	"maps"
	"math"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
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
	MaxTried = maxKeyed
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
	some := s.sampled
	if some == nil || !sameData(some.of, d.data) {
		some = newSampled(d.data)
	}
	sample := &design{columns: d.columns, asked: maps.Clone(d.asked), even: maps.Clone(d.even)}
	l, err := newLoader(r.Table, r.Template, d.columns, d.data, nil, t.at)
	if err != nil {
		t.fail(err)
		return
	}
	t.push(func(int64) (int64, bool) {
		s.sampled = some
		sample.template, sample.data = l.design.template, dataset.Spec{Fields: d.data.Fields, Records: some.records, Time: d.data.Time}
		sample.times = float64(d.data.Len()) / float64(max(len(some.records), 1))
		if l, err = newLoader(r.Table, r.Template, d.columns, sample.data, s.state.workload, t.at); err != nil {
			t.fail(err)
			return 1, true
		}
		s.order(l)
		t.push(func(budget int64) (int64, bool) {
			used, done, err := l.step(budget)
			switch {
			case err != nil:
				t.fail(err)
			case done:
				t.estimate(d, sample, l)
			}
			return used, done
		})
		return 1, true
	})
	t.push(func(budget int64) (used int64, done bool) { return some.more(l.cursor, budget) })
}

// estimate asks the workload of a sample's table.
func (t *Task) estimate(all, sample *design, l *loader) {
	s, tab, name := t.s, l.table, l.table.Name()
	st := s.state.clone()
	st.tables[name], st.designs[name] = tab, sample
	st.step.State = EstimateState
	e := &estimated{table: name, state: st, records: all.data.Len(), recipe: all.data.Recipe != nil}
	e.measureKeys(l)
	reads := make([]*lastRead, len(st.workload))
	counted := maps.Clone(sample.asked) // of all records
	t.judge(st, reads, func(verdicts []Verdict) {
		for i := range verdicts {
			if v := &verdicts[i]; v.Table == name {
				if _, all := counted[v.Query]; !all {
					v.Wanted = e.of(v.Wanted)
				}
				e.scale(v, l.tallies[i].Wanted())
			}
		}
		answer := &Estimated{Table: name, First: -1}
		if len(reads) > 0 && reads[0] != nil && reads[0].table == name {
			e.read, answer.First = reads[0], tab.Rank(reads[0].ranges[0].Start)
		}
		e.state.verdicts = verdicts
		s.estimated = e
		s.version++
		t.reply.Verdicts, t.reply.Answer = verdicts, answer
	})
}

// measureKeys finds how many rows all records become, as Chao's estimator does of those
// that are drawn once: of how many keys the sample has one record, and of how many two.
func (e *estimated) measureKeys(l *loader) {
	rows, all := float64(l.table.Len()), float64(e.records)
	if e.rows = all / float64(max(l.records, 1)); int64(l.table.Len()) < l.records {
		unseen := float64(l.rare.alone) * float64(l.rare.alone) / float64(2*max(l.rare.twice, 1))
		e.lossy, e.rows = true, (rows+unseen)/(1+unseen/all)/rows
	}
}

// of returns how many records of all so many of the sample stand for.
func (e *estimated) of(sample int64) int64 {
	return int64(math.Round(float64(sample) * float64(e.records) / float64(max(e.state.designs[e.table].data.Len(), 1))))
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
	for _, s := range e.state.designs[e.table].template.Steps() {
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

// sampled is records of a data set, one of each so many that follow one another, which
// one by chance: they may take turns.
type sampled struct {
	of      dataset.Spec
	every   int64
	seen    int64
	next    int64 // number of the one that is taken next
	records [][]string
}

func newSampled(of dataset.Spec) *sampled {
	s := &sampled{of: of, every: max((of.Len()+EstimatedBy-1)/EstimatedBy, 1)}
	s.choose()
	return s
}

func (s *sampled) choose() {
	random := dataset.Random(len(s.records))
	s.next = int64(len(s.records))*s.every + int64(random.Below(uint64(s.every)))
}

// add takes the next record of the data set, if it is one of the sample.
func (s *sampled) add(rec []string) {
	if s.seen == s.next {
		s.records = append(s.records, append([]string(nil), rec...))
		s.choose()
	}
	s.seen++
}

// more takes records from a cursor that stands before the first.
func (s *sampled) more(c *dataset.Cursor, budget int64) (used int64, done bool) {
	for used < budget && s.seen < s.of.Len() {
		c.Skip(s.next - s.seen)
		used += 1 + (s.next-s.seen)/4
		s.seen = s.next
		rec, ok := c.Next()
		if !ok {
			break
		}
		s.add(rec)
	}
	return used + 1, s.seen >= s.of.Len()
}
