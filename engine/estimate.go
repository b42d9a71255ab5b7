package engine

import (
	"maps"

	"tabletop/engine/base"
	"tabletop/engine/compare"
	"tabletop/engine/dataset"
	"tabletop/engine/design"
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
	*compare.Scale
	table  string
	state  state
	read   *lastRead // of the first question, nil where that reads another table
	recipe bool      // generates the records
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
	e := &estimated{Scale: compare.NewScale(l, all.Data.Len()), table: name, state: st, recipe: all.Data.Recipe != nil}
	reads := make([]*lastRead, len(st.workload))
	counted := maps.Clone(sample.Asked) // of all records
	verdicts := t.judge(st, reads)
	for i := range verdicts {
		if v := &verdicts[i]; v.Table == name {
			if _, all := counted[v.Query]; !all {
				v.Wanted = e.All(v.Wanted)
			}
			v.Stats, v.Found = e.Cost(compare.PlannedQuery{Query: st.workload[i], Access: v.Access, Newest: v.Newest, Limit: v.Limit, Ranges: v.Ranges, Residual: v.Residual, Wanted: v.Wanted}, v.Stats, v.Found, l.Wanted(i))
		}
	}
	answer := &Estimated{Table: name, First: -1}
	if len(reads) > 0 && reads[0] != nil && reads[0].Table == name {
		e.read, answer.First = reads[0], l.Table.Rank(reads[0].Ranges[0].Start)
	}
	e.state.verdicts = verdicts
	s.estimated = e
	s.version++
	t.reply.Verdicts, t.reply.Answer = verdicts, answer
	return nil
}

// describe tells of the table as if all records were in it.
func (e *estimated) describe(info *TableInfo) {
	info.Sampled, info.Records, info.Recipe = info.Records, e.Records, e.recipe
	info.Rows, info.Cells, info.Bytes = min(e.Grown(info.Rows), e.Records), e.Grown(info.Cells), e.Grown(info.Bytes)
	info.Held = min(e.Grown(info.Held), e.Records)
}
