package record

import (
	"slices"

	"tabletop/app/record/frames"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/compare"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
	"tabletop/engine/table"
)

// Figures are the measured figures of a record.
type Figures struct {
	Tables   []TableFigures // those with a design first
	Workload []plan.Query
	Load     *engine.SimulateLoad
	Attempts []engine.DesignAttempt // in the order of their numbers; the current design is one of them
}

// TableFigures are the figures of one table.
type TableFigures struct {
	engine.TableInfo
	Columns    []plan.FieldColumn
	Segments   []Segment             // of the row key, in key order; nil without a design
	ExampleKey base.RowKey           // of the first row; "" if there is none
	MeanKey    float64               // bytes of a row key; 0 if there is none
	Load       *engine.LoadSimulated // nil without a load, or with too few records for one
}

// Segment is one segment of a row key, and what it is there for. Text is the segment as it stands in the
// template. Spreads says that it is made to spread the keys: a salt or a hash. For the figures see
// [compare.SegmentRole].
type Segment struct {
	Text, Field   string
	Spreads       bool
	Values        int64
	LargestShare  float64
	Distinguishes int64
}

// Measure measures everything that a record says of the present state of a session. It calls progress
// with the number of steps that are done and the number of all. progress may be nil; if it returns
// false, Measure returns cancelled.
func Measure(s *engine.Session, m frames.Measurement, progress func(done, all int) bool) (*Figures, error) {
	im := s.Image()
	f := &Figures{Workload: im.States[im.Now].Workload, Load: m.Load}
	tables := s.Tables()
	slices.SortStableFunc(tables, func(a, b engine.TableInfo) int {
		switch {
		case (a.Template == "") == (b.Template == ""):
			return 0
		case a.Template != "":
			return -1
		}
		return 1
	})
	all := len(tables) + 1
	r := &runner{s: s, goOn: func(done int) bool { return progress == nil || progress(done, all) }}
	if err := r.attempts(m, f); err != nil {
		return nil, err
	}
	for _, t := range tables {
		r.done++
		of := TableFigures{TableInfo: t, Columns: s.FieldColumns(t.Name)}
		if err := r.table(m, &of); err != nil {
			return nil, err
		}
		f.Tables = append(f.Tables, of)
	}
	return f, nil
}

// runner runs requests on a session to their ends.
type runner struct {
	s    *engine.Session
	done int // steps of Measure
	goOn func(done int) bool
}

// budget is the work, in rows, between two calls of progress.
const budget = 100_000

// do runs a request and returns its answer.
func (r *runner) do(ask engine.Request) (engine.Reply, error) {
	t := r.s.Start(ask)
	for !t.Step(budget) {
		if !r.goOn(r.done) {
			t.Stop()
			return engine.Reply{}, base.Refuse(base.CodeCancelled)
		}
	}
	reply := t.Reply()
	if _, why := t.AcceptedChanges(); why != nil {
		return reply, why
	}
	return reply, nil
}

// attempts measures the designs, first those of the session and then those that only the page knows.
func (r *runner) attempts(m frames.Measurement, f *Figures) error {
	reply, err := r.do(engine.CompareDesigns{Load: m.Load})
	if err != nil {
		return err
	}
	came := engine.AnswerAs[*engine.DesignsCompared](reply.Answer)
	if came == nil {
		return nil
	}
	// What was given up is gone from the page once that is loaded again, but not from the journal.
	f.Attempts = slices.DeleteFunc(came.Attempts, func(a engine.DesignAttempt) bool {
		return len(m.Known) > 0 && !a.Current && !slices.ContainsFunc(m.Known, func(k frames.KnownDesign) bool { return k.Is(a) })
	})
	var rest []engine.ProposedDesign
	for _, k := range m.Known {
		if !slices.ContainsFunc(f.Attempts, k.Is) {
			rest = append(rest, engine.ProposedDesign{Tables: k.Tables, Optional: true})
		}
	}
	if len(rest) > 0 {
		reply, err := r.do(engine.CompareDesigns{Load: m.Load, Proposed: rest, OnlyProposed: true})
		if err != nil {
			return err
		}
		if came := engine.AnswerAs[*engine.DesignsCompared](reply.Answer); came != nil {
			f.Attempts = append(f.Attempts, came.Proposed...)
		}
	}
	f.number(m.Known)
	return nil
}

// number gives the designs the numbers of their letters, and those that have none the next ones.
func (f *Figures) number(known []frames.KnownDesign) {
	next := 0
	for _, k := range known {
		next = max(next, k.Number+1)
	}
	for i := range f.Attempts {
		a := &f.Attempts[i]
		at := slices.IndexFunc(known, func(k frames.KnownDesign) bool { return k.Is(*a) })
		if at >= 0 {
			a.Number = known[at].Number
			continue
		}
		a.Number = next
		next++
	}
	slices.SortStableFunc(f.Attempts, func(a, b engine.DesignAttempt) int { return a.Number - b.Number })
}

// table measures one table.
func (r *runner) table(m frames.Measurement, of *TableFigures) error {
	if err := r.keys(of); err != nil {
		return err
	}
	if template, data, ok := r.s.Design(of.Name); ok {
		if err := r.segments(template, data, of); err != nil {
			return err
		}
	}
	if m.Load == nil || of.HasTooFewRecords() {
		return nil
	}
	reply, err := r.do(m.Load.PartOnTable(of.Name, r.s.Verdicts(), of.Fields))
	if err != nil {
		return err
	}
	of.Load = engine.AnswerAs[*engine.LoadSimulated](reply.Answer)
	return nil
}

// keys measures the row keys of a table.
func (r *runner) keys(of *TableFigures) error {
	t, ok := r.s.Table(of.Name)
	if !ok || t.Len() == 0 {
		return nil
	}
	bytes, rows := int64(0), 0
	for row := range t.Scan(table.ScanQuery{}, nil) {
		if rows == 0 {
			of.ExampleKey = row.Key()
		}
		bytes += int64(len(row.Key()))
		if rows++; rows%budget == 0 && !r.goOn(r.done) {
			return base.Refuse(base.CodeCancelled)
		}
	}
	of.MeanKey = float64(bytes) / float64(rows)
	return nil
}

// segments measures what the segments of a table's key are there for.
func (r *runner) segments(template string, data dataset.Spec, of *TableFigures) error {
	t, err := rowkey.Parse(template)
	if err != nil {
		return err
	}
	spent, stopped := int64(0), false
	roles := compare.SegmentRoles(t, data, func(work int64) {
		if spent += work; spent >= budget && !stopped {
			spent, stopped = 0, !r.goOn(r.done)
		}
	})
	for _, role := range roles {
		s := Segment{Field: role.Step.Field, Values: role.Values, LargestShare: role.LargestShare, Distinguishes: role.Distinguishes}
		for _, via := range role.Step.Transforms() {
			s.Text += "|" + via.String()
			s.Spreads = s.Spreads || via.Name == "salt" || via.Name == "hash"
		}
		s.Text = "{" + s.Field + s.Text + "}"
		of.Segments = append(of.Segments, s)
	}
	if stopped {
		return base.Refuse(base.CodeCancelled)
	}
	return nil
}

// current returns the attempt of the present design, an empty one if there is none.
func (f *Figures) current() engine.DesignAttempt {
	if i := slices.IndexFunc(f.Attempts, func(a engine.DesignAttempt) bool { return a.Current }); i >= 0 {
		return f.Attempts[i]
	}
	return engine.DesignAttempt{}
}

// rate returns how often a question is asked in a second, 0 without a load.
func (f *Figures) rate(query string) (rate float64) {
	if f.Load == nil {
		return 0
	}
	for _, r := range f.Load.Reads {
		if r.Query == query {
			rate += r.Rate
		}
	}
	return rate
}
