package engine

import (
	"maps"

	"tabletop/engine/base"
	"tabletop/engine/compare"
	"tabletop/engine/dataset"
	"tabletop/engine/design"
)

// EstimateRekey shows a designed table of more than [MaxTrialRecords] records under another
// template, with a sample of its records. Pages of [EstimateState] show the sample's rows. The
// verdicts are measured on the sample and scaled up to all records. It changes nothing. The next
// request about the current state ends the estimate, and so does an EstimateRekey without a
// template.
type EstimateRekey struct {
	Table    string
	Template string
}

// RekeyEstimated is the answer to [EstimateRekey].
type RekeyEstimated struct {
	Table string
	First int // rows of the sample before those that the first question reads, -1 if it reads none
}

func (*RekeyEstimated) answer() {}

const (
	// EstimateState is the number under which pages and verdicts of an [EstimateRekey] are asked for.
	// No state of the timeline has this number.
	EstimateState = FirstProposedState >> 1
	// MaxTrialRecords is the most records for which another template is tried on all of them.
	MaxTrialRecords = design.MaxBufferedRecords
	// EstimateSampleSize is about how many records a sample has. It may have fewer.
	EstimateSampleSize = 20_000
)

func (EstimateRekey) traits() RequestTraits {
	return RequestTraits{OnlyLooks: true, AnyState: true, Urgency: UrgencyAtOnce, Unjudged: true, BringsRows: true}
}

// estimated is the result of an [EstimateRekey] while it is shown.
type estimated struct {
	*compare.SampleScale
	table  string
	state  state     // the session's state with the sample in place of the table
	read   *lastRead // of the first question, nil if it reads another table
	recipe bool      // a recipe generates the records
}

// HasEstimate reports whether an estimate is shown, so that [EstimateState] exists.
func (s *Session) HasEstimate() bool { return s.estimated != nil }

// endEstimate forgets the estimate.
func (s *Session) endEstimate() {
	if s.estimated != nil {
		s.estimated = nil
		s.version++ // what was computed from it is out of date
	}
}

func (r EstimateRekey) start(t *Task) {
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

// estimate loads a sample of a design's records under another template, asks the workload of it,
// and scales the costs up to all records. The sample is kept for the next estimate of the same
// data.
func (t *Task) estimate(r EstimateRekey, all *design.Design) error {
	s, name := t.s, r.Table
	some := s.sampled
	if some == nil || !design.SameData(some.Of, all.Data) {
		some = design.NewRecordSample(all.Data, EstimateSampleSize)
	}
	// The template is checked against all of the data first, not only against the sample.
	checked, err := design.NewLoader(name, r.Template, all.Columns, all.Data, nil, t.at)
	if err != nil {
		return err
	}
	sample := &design.Design{Template: checked.Design.Template, Columns: all.Columns, WantedRecords: maps.Clone(all.WantedRecords), SortsAlike: maps.Clone(all.SortsAlike)}
	cursor := all.Data.Cursor()
	for done := false; !done; {
		var used int64
		used, done = some.TakeFrom(cursor, t.left())
		t.spend(used)
	}
	s.sampled = some
	sample.Data = dataset.Spec{Fields: all.Data.Fields, Records: some.Records, Time: all.Data.Time}
	sample.SampleFactor = float64(all.Data.Len()) / float64(max(len(some.Records), 1))
	l, err := t.newLoader(name, r.Template, all.Columns, sample.Data, s.state.workload)
	if err != nil {
		return err
	}
	if err := t.steps(l.Step); err != nil {
		return err
	}
	// The workload is asked of a state that has the sample's table in the place of the full one.
	st := s.state.clone()
	st.tables[name], st.designs[name] = l.Table, sample
	st.step.State = EstimateState
	e := &estimated{SampleScale: compare.NewSampleScale(l, all.Data.Len()), table: name, state: st, recipe: all.Data.Recipe != nil}
	reads := make([]*lastRead, len(st.workload))
	counted := maps.Clone(sample.WantedRecords) // these counts are of all records and need no scaling
	verdicts := t.judge(st, reads)
	for i := range verdicts {
		if v := &verdicts[i]; v.Table == name {
			if _, all := counted[v.Query]; !all {
				v.Wanted = e.ScaleRecords(v.Wanted)
			}
			v.Stats, v.Found = e.ScaleCost(compare.PlannedQuery{Query: st.workload[i], Access: v.Access, LatestMethod: v.LatestMethod, Limit: v.Limit, Ranges: v.Ranges, Residual: v.Residual, Wanted: v.Wanted}, v.Stats, v.Found, l.WantedRecordCount(i))
		}
	}
	answer := &RekeyEstimated{Table: name, First: -1}
	if len(reads) > 0 && reads[0] != nil && reads[0].Table == name {
		e.read, answer.First = reads[0], l.Table.Rank(reads[0].Ranges[0].Start)
	}
	e.state.verdicts = verdicts
	s.estimated = e
	s.version++
	t.reply.Verdicts, t.reply.Answer = verdicts, answer
	return nil
}

// describe changes the description of the sample's table into one of a table with all records.
func (e *estimated) describe(info *TableInfo) {
	info.Sampled, info.Records, info.Recipe = info.Records, e.Records, e.recipe
	info.Rows, info.Cells, info.Bytes = min(e.ScaleRows(info.Rows), e.Records), e.ScaleRows(info.Cells), e.ScaleRows(info.Bytes)
	info.KeptRecords = min(e.ScaleRows(info.KeptRecords), e.Records)
}
