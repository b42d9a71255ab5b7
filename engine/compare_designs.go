package engine

import (
	"cmp"
	"maps"
	"reflect"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/compare"
	"tabletop/engine/design"
	"tabletop/engine/plan"
	"tabletop/engine/table"
	"tabletop/engine/traffic"
)

// CompareDesigns compares designs, each called an attempt. It measures the attempts of the timeline and of
// its checkpoints: what the present workload costs with each of them, what it costs at another
// size of the data, and how evenly the load falls on the nodes of a cluster. It changes nothing.
type CompareDesigns struct {
	// EarlierMeasurements are earlier measurements. If one table is designed, their templates count as
	// attempts too.
	EarlierMeasurements []DesignMeasurement
	Proposed            []ProposedDesign // further designs to compare
	OnlyProposed        bool             // compare only the trials, without their growth
	// Load is the load on all tables under which attempts are compared, see
	// [SimulateLoad.PartOnTable]. If it is nil, only writes are simulated, at the rate
	// [SkewWrites].
	Load *SimulateLoad
	// WithoutGrowth leaves out the costs at another size of the data, which take the longest to measure.
	WithoutGrowth bool
}

func (CompareDesigns) traits() RequestTraits {
	return RequestTraits{OnlyLooks: true, AnyState: true, Urgency: UrgencyIdle}
}

func (r CompareDesigns) start(t *Task) { t.run(func() error { return t.compareDesigns(r) }) }

// DesignsCompared is the answer to [CompareDesigns].
type DesignsCompared struct {
	Attempts []DesignAttempt // in the order of their first states
	Proposed []DesignAttempt // in the order of the request, without those that are too large
}

// DesignAttempt is one set of templates for the designed tables, whose data have the same fields as the
// present data.
type DesignAttempt struct {
	State    uint64 // latest state with these templates; from [FirstProposedState] on it is not a state of the timeline
	Number   int    // names the design in its workspace, from 0; the host sets it, not the session
	Current  bool   // it is the current design, or the estimated one
	Name     string // name of the checkpoint, if only a checkpoint still has it, or of the trial; else ""
	Designs  []TableDesign
	Bytes    int64        // stored bytes of the designed tables
	Verdicts []Verdict    // one for each query of the workload
	Growth   []GrowthCost // one for each verdict
	Lost     []int64      // for each verdict: records of its table that others replaced; 0 if unknown
	// Skew is the share of the writes that the busiest node gets, times the number of nodes, for
	// the table where it is largest; 1 is fair and 0 is unknown. With [CompareDesigns.Load] it is the share
	// of all work, for the hottest table, which is SkewTable.
	Skew            float64
	SkewTable       string
	OverloadedNodes int // most overloaded nodes that a table has, see [IsClusterOverloaded]; 0 if the load is not too much
}

// TableDesign is the design of one table.
type TableDesign struct {
	Table    string `wire:"1"`
	Template string `wire:"2"`
	Records  int64  `wire:"3"`
}

// GrowthCost is the cost of a query at another size of the data. Records is 0 if there is too little
// data to measure two sizes.
type GrowthCost struct {
	From    int64 // records of the design that answers the query
	Records int64 // records at the other size
	Scanned int64 // rows
	Wanted  int64 // rows
	Bytes   int64 // of the scanned rows
	// GrowingFields lists the fields that have more values at the larger size, and SteadyFields
	// those with about as many values at both sizes. They say in which direction the data grew.
	GrowingFields, SteadyFields []string
}

// Bounds of [CompareDesigns].
const (
	MaxAttempts  = 12        // the latest are compared
	comparedRows = 2_000_000 // rows that may be read for an attempt whose cost is unknown
	comparedKept = 24        // attempts that a session remembers

	comparedFirst   = 4    // the first 1/comparedFirst of the records is there before the writes
	comparedBorders = 4000 // at most this many of those records are looked at
)

// The traffic and the cluster by which skew is measured without [CompareDesigns.Load].
const (
	SkewNodes          = 8
	SkewMinutes        = 20
	SkewWrites         = 20_000 // a second
	MinComparedRecords = 200    // records; with fewer, the result would say nothing
)

// comparison is the remembered measurement of an attempt.
type comparison struct {
	designs  map[string]*design.Design
	workload []plan.Query
	verdicts []Verdict
	growth   []GrowthCost  // nil if it was not asked for
	load     *SimulateLoad // nil for writes alone
	skew     float64
	skewOf   string // only with a load
	over     int    // only with a load, see [DesignAttempt]
	bytes    int64
}

// attempt returns the measurement as an answer, for designs that are equal to the measured ones.
func (w *comparison) attempt(designs map[string]*design.Design) DesignAttempt {
	return DesignAttempt{Designs: described(designs), Bytes: w.bytes, Verdicts: w.verdicts, Growth: w.growth, Lost: lostOf(w.designs, w.verdicts), Skew: w.skew, SkewTable: w.skewOf, OverloadedNodes: w.over}
}

// covers reports whether the measurement answers for a workload under a load, with the growth if
// that is wanted.
func (w *comparison) covers(workload []plan.Query, load *SimulateLoad, growth bool) bool {
	return sameWorkload(w.workload, workload) && w.under(load) && (w.growth != nil || !growth)
}

// under reports whether the skew was measured under a load.
func (w *comparison) under(load *SimulateLoad) bool { return reflect.DeepEqual(w.load, load) }

// attempt is one attempt that is to be measured.
type attempt struct {
	state state
	since uint64 // first state with these templates
	named string // name of its checkpoint, "" for none
	now   bool
	trial *ProposedDesign // makes a design that is no longer in the timeline; nil for all others
}

// compareDesigns measures the attempts one after the other, and then the trials.
func (t *Task) compareDesigns(r CompareDesigns) error {
	out := &DesignsCompared{}
	if !r.OnlyProposed {
		todo := t.s.attempts()
		out.Attempts = t.compareFigures(r.EarlierMeasurements, todo)
		t.rowsTotal = int64(len(todo))
		for _, a := range todo {
			t.spend(1)
			t.rowsDone++
			if err := t.compareAttempt(a, r, out); err != nil {
				return err
			}
		}
	}
	t.reply.Answer = out
	for _, trial := range r.Proposed {
		w, designs, err := t.compareTrial(trial, r.Load, !r.OnlyProposed && !r.WithoutGrowth)
		if err != nil {
			if trial.Optional {
				continue
			}
			return err
		}
		if w != nil {
			v := w.attempt(designs)
			v.Name = trial.Name
			out.Proposed = append(out.Proposed, v)
		}
	}
	return nil
}

// compareAttempt measures an attempt and adds it to the answer, unless measuring it exceeds the
// bounds.
func (t *Task) compareAttempt(a attempt, r CompareDesigns, out *DesignsCompared) error {
	if a.trial != nil {
		w, designs, err := t.compareTrial(*a.trial, r.Load, !r.WithoutGrowth)
		if w != nil {
			v := w.attempt(designs)
			v.State = triedState(v.Designs)
			out.Attempts = append(out.Attempts, v)
		}
		return err
	}
	estimated := a.state.step.State == EstimateState
	w := t.compareOne(a.state, t.s.state.workload, r.Load, !estimated && !r.WithoutGrowth)
	if w == nil {
		return nil
	}
	v := w.attempt(a.state.designs)
	v.State, v.Current, v.Name = a.state.step.State, a.now, a.named
	v.Bytes = bytesOf(a.state.tables, a.state.designs)
	if e := t.s.estimated; estimated && e != nil {
		v.Bytes = e.ScaleRecords(v.Bytes)
	}
	if a.now && r.Load != nil {
		// The remembered measurement may be of other rows than the present ones.
		of := t.hotness(a.state, *r.Load, w.verdicts)
		most, _ := hottest(of)
		v.Skew, v.SkewTable, v.OverloadedNodes = most.Hottest, most.Table, mostOverloaded(of, r.Load.Nodes)
	}
	out.Attempts = append(out.Attempts, v)
	return nil
}

// attempts returns the latest attempts, among them the current one, in the order of their first
// states. States with the same templates are one attempt. It returns none if no table is designed.
func (s *Session) attempts() []attempt {
	h := &s.history
	if len(h.now.designs) == 0 {
		return nil
	}
	var all []attempt
	add := func(a attempt) {
		if !sameFields(a.state, h.now) {
			return
		}
		a.since = a.state.step.State
		for i, b := range all {
			if sameTemplates(a.state, b.state) {
				a.since = min(a.since, b.since)
				all[i].since = a.since
				if !b.now && (a.now || a.trial == nil && a.named == "" && a.state.step.State > b.state.step.State) {
					all[i] = a
				}
				return
			}
		}
		all = append(all, a)
	}
	e := s.estimated
	add(attempt{state: h.now, now: e == nil})
	for _, states := range [][]state{h.past, h.future} {
		for _, st := range states {
			add(attempt{state: st})
		}
	}
	for _, c := range s.checkpoints {
		add(attempt{state: c.state, named: c.name})
	}
	for _, d := range h.tried {
		if r, st, ok := d.trial(s); ok {
			add(attempt{state: st, trial: &r})
		}
	}
	if e != nil {
		if i := slices.IndexFunc(all, func(a attempt) bool { return sameTemplates(a.state, e.state) }); i >= 0 {
			all[i].now = true // this template has been tried before
		} else {
			add(attempt{state: e.state, now: true})
		}
	}
	base.SortStable(all, func(a, b attempt) int { return cmp.Compare(a.since, b.since) })
	// The earliest attempts are dropped, but never the current one.
	for i := 0; len(all) > MaxAttempts; {
		if all[i].now {
			i++
		}
		all = slices.Delete(all, i, i+1)
	}
	return all
}

// sameFields reports whether the designs of two states have data with the same fields.
func sameFields(a, b state) bool {
	fields := func(s state) map[string]bool {
		out := map[string]bool{}
		for _, d := range s.designs {
			for _, f := range d.Data.Fields {
				out[f] = true
			}
		}
		return out
	}
	return len(a.designs) > 0 && maps.Equal(fields(a), fields(b))
}

// sameTemplates reports whether two states have the same designed tables with the same templates.
func sameTemplates(a, b state) bool {
	return maps.EqualFunc(a.designs, b.designs, func(d, e *design.Design) bool { return d.Template.String() == e.Template.String() })
}

// compareOne measures a state with a workload, under a load and with the growth if that is wanted,
// or returns the remembered measurement of equal designs. It returns nil if measuring the state
// exceeds the bounds.
func (t *Task) compareOne(st state, workload []plan.Query, load *SimulateLoad, growth bool) *comparison {
	s := t.s
	w := &comparison{designs: st.designs, workload: workload, load: load, bytes: bytesOf(st.tables, st.designs)}
	// Equal designs may have been measured before. If only the skew still applies, it is taken
	// from there.
	for _, k := range s.comparisons {
		if !maps.EqualFunc(k.designs, w.designs, (*design.Design).SameRows) {
			continue
		}
		if k.covers(workload, load, growth) {
			return k
		}
		if w.skew == 0 && k.under(load) && (load == nil || sameWorkload(k.workload, workload)) {
			w.skew, w.skewOf, w.over = k.skew, k.skewOf, k.over
		}
	}
	rows := int64(0)
	for name := range st.designs {
		rows += int64(st.tables[name].Len())
	}
	// The verdicts of the state can be used if they are of the same workload.
	known := len(st.verdicts) == len(workload) && sameWorkload(st.workload, workload)
	if !known && rows*int64(len(workload)) > comparedRows {
		return nil
	}
	if w.verdicts = st.verdicts; !known {
		if !sameWorkload(st.workload, workload) {
			st = st.clone()
			st.forgetAsked(nil) // the counts are of other questions
		}
		st.workload = workload
		w.verdicts = t.judge(st, nil)
	}
	names := slices.Sorted(maps.Keys(st.designs))
	if growth {
		w.growth = make([]GrowthCost, len(workload))
		for _, name := range names {
			t.grow(name, st.designs[name], w)
		}
	}
	switch {
	case w.skew != 0:
	case load == nil:
		for _, name := range names {
			t.skew(st.designs[name], st.tables[name].Bytes(), w)
		}
	default:
		of := t.hotness(st, *load, w.verdicts)
		if most, ok := hottest(of); ok {
			w.skew, w.skewOf, w.over = most.Hottest, most.Table, mostOverloaded(of, load.Nodes)
		}
	}
	s.rememberComparison(w)
	return w
}

// rememberComparison keeps a measurement and forgets the oldest if there are too many.
func (s *Session) rememberComparison(w *comparison) {
	s.comparisons = append([]*comparison{w}, s.comparisons[:min(len(s.comparisons), comparedKept-1)]...)
}

// sameWorkload reports whether two workloads are equal.
func sameWorkload(a, b []plan.Query) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0] || reflect.DeepEqual(a, b))
}

// skew simulates the writes of a design for a short time. The table begins with tablets for its
// first records, and only the writes that come after these records count.
func (t *Task) skew(d *design.Design, bytes int64, w *comparison) {
	n := d.Data.Len()
	ask := SimulateLoad{Nodes: SkewNodes, Minutes: SkewMinutes, Writes: SkewWrites, Seed: 1}
	maker, err := t.s.makerOf(ask, d.Template, d.Columns, d.Data)
	if err != nil || n < MinComparedRecords {
		return
	}
	first := n / comparedFirst
	every := (first + comparedBorders - 1) / comparedBorders
	cursor, keys := d.Data.Cursor(), []base.RowKey{}
	var values []string
	for ; first > 0; first -= every {
		rec, ok := cursor.Next()
		if t.spend(1); !ok {
			break
		}
		values = values[:0]
		for _, f := range d.Template.Fields() {
			values = append(values, design.ValueOf(f, d.Data.Fields, rec))
		}
		if key, err := d.Template.AppendKey(nil, values); err == nil {
			keys = append(keys, base.RowKey(key))
		}
		cursor.Skip(every - 1)
	}
	slices.Sort(keys)
	t.writes(maker, ask, keys, bytes, n, w)
}

// writes simulates writes to a table whose tablets divide the given keys evenly, and raises the
// skew of w to the result. Each column of the heat map counts by its operations.
func (t *Task) writes(maker *traffic.StreamMaker, ask SimulateLoad, keys []base.RowKey, bytes, n int64, w *comparison) {
	stream, err := t.traffic(maker)
	if err != nil {
		return
	}
	m := &streamed{stream: stream, bytes: bytes}
	o := m.options(&ask)
	o.InitialTablets = traffic.InitialTablets(func(yield func(base.RowKey, int64) bool) {
		for _, k := range keys {
			if !yield(k, 1) {
				return
			}
		}
	}, int64(len(keys)), len(o.InitialTablets), bytes*ask.SizeFactor)
	// In a long column the hot spot moves, which hides it. In a short column there are so few
	// writes that they fall unevenly by chance.
	o.Ranges, o.Tick, o.Columns = 1, 10, int(min(max(n/128, 4), SkewMinutes*6))
	result, err := t.simulation(o)
	if err != nil {
		return
	}
	sum, weight := 0.0, 0.0
	for _, c := range result.Heat.Columns {
		if ops := float64(c.Ops * float64(c.To-c.From)); c.From*comparedFirst >= o.Seconds {
			sum += float64(c.Hottest * ops)
			weight += ops
		}
	}
	if weight > 0 {
		w.skew = max(w.skew, sum/weight)
	}
}

// grow measures the queries that a design answers at another size of its data, and stores the
// result in the growth of w.
func (t *Task) grow(name string, d *design.Design, w *comparison) {
	var asked []int
	for i, v := range w.verdicts {
		if v.Table == name {
			asked = append(asked, i)
			w.growth[i].From = d.Data.Len()
		}
	}
	data, ok := compare.ResizeData(d.Data)
	if !ok || len(asked) == 0 {
		return
	}
	var queries []plan.Query
	for _, i := range asked {
		queries = append(queries, w.workload[i])
	}
	l, err := t.newLoader("weighed", d.Template.String(), d.Columns, data, queries)
	if err != nil {
		return
	}
	if t.s.axis == nil || !design.SameData(t.s.axis.Of, d.Data) {
		t.s.axis = compare.NewFieldGrowth(d.Data, data, t.spend)
	}
	a, failed := t.s.axis, t.steps(l.Step)
	for n, i := range asked {
		g := &w.growth[i]
		if g.GrowingFields, g.SteadyFields = a.GrowingFields, a.SteadyFields; failed != nil {
			continue
		}
		var st table.ScanStats
		t.readAll(l.Table, compare.ReadsOfPlan(l.Design.Plan(queries[n], l.Table)), &st, nil)
		g.Records, g.Wanted, g.Scanned, g.Bytes = l.Records, l.WantedRecordCount(n), st.RowsScanned, st.BytesScanned
	}
}
