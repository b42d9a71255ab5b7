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

// Weigh measures the attempts of the timeline and its checkpoints: what each costs
// the workload of now, what it costs at another size of its data, and how evenly
// its writes fall on the nodes of a cluster. It changes nothing.
type Weigh struct {
	// Figures are measurements of before, of templates that count as attempts too
	// where one table is designed.
	Figures []Figure
	Trials  []Trial
	Alone   bool // only the trials, without their growth
	// Load is what the attempts are put under to tell how evenly it falls on the nodes:
	// that of all tables, see [Simulate.On]. nil for writes alone, of [WeighedWrites].
	Load *Simulate
	// Brief leaves out what an attempt costs at another size of its data, which takes
	// longest.
	Brief bool
}

func (Weigh) nature() Nature { return Nature{Looks: true, AnyState: true, Turn: TurnIdle} }

func (r Weigh) start(t *Task) { t.run(func() error { return t.weigh(r) }) }

// Weighed is what came of [Weigh].
type Weighed struct {
	Attempts []Attempt // in the order in which they first were
	Trials   []Attempt // in the order of the request, without those that are too large
}

// Attempt is a set of templates of the designed tables, over data of the fields
// that those of now have.
type Attempt struct {
	State    uint64 // the latest that had it, from [FigureState] on one that the timeline does not have
	Now      bool
	Named    string // the checkpoint that alone still has it, "" for none
	Designs  []AttemptDesign
	Bytes    int64
	Verdicts []Verdict // one for each query of the workload
	Growth   []Growth  // of each of them
	Lost     []int64   // by verdict, records that others have replaced in its table, whoever asks for them; 0 where not known
	// Skew is the busiest node's share of the writes times the number of nodes, of
	// the table where that is most: 1 is fair. 0 is not known. Under a load it is that of
	// the work of the table that is hottest, SkewOf.
	Skew   float64
	SkewOf string
	Over   int // nodes that the load of SkewOf asks for too much, see [TooMuch]; 0 where that is not so
}

// AttemptDesign is the design of one table.
type AttemptDesign struct {
	Table    string `wire:"1"`
	Template string `wire:"2"`
	Records  int64  `wire:"3"`
}

// Growth is what a query costs at another size of the data. Records is 0 where
// there is too little data to be measured at two sizes.
type Growth struct {
	From    int64 // records of the design that answers it
	Records int64
	Scanned int64 // rows
	Wanted  int64 // rows
	Bytes   int64 // of the rows scanned
	// More is the fields that have more values in the larger of the two sizes, Same those
	// that have about as many in both: along these two the data have grown.
	More, Same []string
}

// What weighing does at most.
const (
	MaxAttempts = 12        // the latest ones
	weighedRows = 2_000_000 // that are read for an attempt whose cost is not known
	weighedKept = 24        // weighings that a session remembers

	weighedFirst   = 4    // one record of so many is there before the writes
	weighedBorders = 4000 // of those are looked at
)

// The traffic and the cluster that tell the skew.
const (
	WeighedNodes   = 8
	WeighedMinutes = 20
	WeighedWrites  = 20_000 // a second
	WeighedLeast   = 200    // records; fewer tell nothing
)

// weighing is what is remembered of an attempt.
type weighing struct {
	designs  map[string]*design.Design
	workload []plan.Query
	verdicts []Verdict
	growth   []Growth // nil where it was not asked for
	load     *Simulate
	skew     float64
	skewOf   string // under a load
	over     int    // under a load, see [Attempt]
	bytes    int64
}

// attempt returns what was weighed of designs.
func (w *weighing) attempt(designs map[string]*design.Design) Attempt {
	return Attempt{Designs: described(designs), Bytes: w.bytes, Verdicts: w.verdicts, Growth: w.growth, Lost: lostOf(w.designs, w.verdicts), Skew: w.skew, SkewOf: w.skewOf, Over: w.over}
}

// covers reports whether all costs of a workload under a load are known.
func (w *weighing) covers(workload []plan.Query, load *Simulate, growth bool) bool {
	return sameWorkload(w.workload, workload) && w.under(load) && (w.growth != nil || !growth)
}

// under reports whether the skew is that under a load.
func (w *weighing) under(load *Simulate) bool { return reflect.DeepEqual(w.load, load) }

// attempt is one to be weighed.
type attempt struct {
	state state
	since uint64 // the first state that had it
	named string
	now   bool
	trial *Trial // compares a design that is not in the timeline; nil for a design of the timeline
}

// weigh weighs one attempt after the other, then the trials.
func (t *Task) weigh(r Weigh) error {
	out := &Weighed{}
	if !r.Alone {
		todo := t.s.attempts()
		out.Attempts = t.weighFigures(r.Figures, todo)
		t.rowsTotal = int64(len(todo))
		for _, a := range todo {
			t.spend(1)
			t.rowsDone++
			if err := t.weighAttempt(a, r, out); err != nil {
				return err
			}
		}
	}
	t.reply.Answer = out
	for _, trial := range r.Trials {
		w, designs, err := t.weighTrial(trial, r.Load, !r.Alone && !r.Brief)
		if err != nil {
			return err
		}
		if w != nil {
			v := w.attempt(designs)
			v.Named = trial.Name
			out.Trials = append(out.Trials, v)
		}
	}
	return nil
}

// weighAttempt adds an attempt, unless it cannot be weighed within bounds.
func (t *Task) weighAttempt(a attempt, r Weigh, out *Weighed) error {
	if a.trial != nil {
		w, designs, err := t.weighTrial(*a.trial, r.Load, !r.Brief)
		if w != nil {
			v := w.attempt(designs)
			v.State = triedState(v.Designs)
			out.Attempts = append(out.Attempts, v)
		}
		return err
	}
	estimated := a.state.step.State == EstimateState
	w := t.weighOne(a.state, t.s.state.workload, r.Load, !estimated && !r.Brief)
	if w == nil {
		return nil
	}
	v := w.attempt(a.state.designs)
	v.State, v.Now, v.Named = a.state.step.State, a.now, a.named
	v.Bytes = bytesOf(a.state.tables, a.state.designs)
	if e := t.s.estimated; estimated && e != nil {
		v.Bytes = e.All(v.Bytes)
	}
	if a.now && r.Load != nil {
		// What is remembered of a design may be of other rows than those of now.
		most, _ := Hottest(t.hotness(a.state, *r.Load, w.verdicts))
		v.Skew, v.SkewOf, v.Over = most.Hottest, most.Table, most.tooMany(r.Load.Nodes)
	}
	out.Attempts = append(out.Attempts, v)
	return nil
}

// attempts returns the attempts there are, the latest ones and that of now.
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
			all[i].now = true // it was measured once
		} else {
			add(attempt{state: e.state, now: true})
		}
	}
	base.SortStable(all, func(a, b attempt) int { return cmp.Compare(a.since, b.since) })
	for i := 0; len(all) > MaxAttempts; {
		if all[i].now {
			i++
		}
		all = slices.Delete(all, i, i+1)
	}
	return all
}

// sameFields reports whether two states' designs have data of the same fields.
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

func sameTemplates(a, b state) bool {
	return maps.EqualFunc(a.designs, b.designs, func(d, e *design.Design) bool { return d.Template.String() == e.Template.String() })
}

// weighOne weighs a state by a workload, under a load, with its growth or without, or remembers
// what that came to. It returns nil for an attempt that cannot be weighed within bounds.
func (t *Task) weighOne(st state, workload []plan.Query, load *Simulate, growth bool) *weighing {
	s := t.s
	w := &weighing{designs: st.designs, workload: workload, load: load, bytes: bytesOf(st.tables, st.designs)}
	for _, k := range s.weighings {
		if !maps.EqualFunc(k.designs, w.designs, (*design.Design).Same) {
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
	known := len(st.verdicts) == len(workload) && sameWorkload(st.workload, workload)
	if !known && rows*int64(len(workload)) > weighedRows {
		return nil
	}
	if w.verdicts = st.verdicts; !known {
		if !sameWorkload(st.workload, workload) {
			st = st.clone()
			st.forgetAsked(nil) // it is of other questions
		}
		st.workload = workload
		w.verdicts = t.judge(st, nil)
	}
	names := slices.Sorted(maps.Keys(st.designs))
	if growth {
		w.growth = make([]Growth, len(workload))
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
		if most, ok := Hottest(t.hotness(st, *load, w.verdicts)); ok {
			w.skew, w.skewOf, w.over = most.Hottest, most.Table, most.tooMany(load.Nodes)
		}
	}
	s.rememberWeighing(w)
	return w
}

// rememberWeighing keeps a weighing in the place of the oldest one.
func (s *Session) rememberWeighing(w *weighing) {
	s.weighings = append([]*weighing{w}, s.weighings[:min(len(s.weighings), weighedKept-1)]...)
}

func sameWorkload(a, b []plan.Query) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0] || reflect.DeepEqual(a, b))
}

// skew simulates a design's writes for a short time. The table begins with the tablets of its
// first records; the writes that count come after those.
func (t *Task) skew(d *design.Design, bytes int64, w *weighing) {
	n := d.Data.Len()
	ask := Simulate{Nodes: WeighedNodes, Minutes: WeighedMinutes, Writes: WeighedWrites, Seed: 1}
	maker, err := t.s.makerOf(ask, d.Template, d.Columns, d.Data)
	if err != nil || n < WeighedLeast {
		return
	}
	first := n / weighedFirst
	every := (first + weighedBorders - 1) / weighedBorders
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

// writes simulates writes over a table with tablets of these keys.
func (t *Task) writes(maker *traffic.Maker, ask Simulate, keys []base.RowKey, bytes, n int64, w *weighing) {
	stream, err := t.traffic(maker)
	if err != nil {
		return
	}
	m := &streamed{stream: stream, bytes: bytes}
	o := m.options(&ask)
	o.Parts = traffic.Parts(func(yield func(base.RowKey, int64) bool) {
		for _, k := range keys {
			if !yield(k, 1) {
				return
			}
		}
	}, int64(len(keys)), len(o.Parts), bytes*ask.Times)
	// What is hot moves on within a long column, and few writes of a short one fall
	// unevenly by chance.
	o.Ranges, o.Tick, o.Columns = 1, 10, int(min(max(n/128, 4), WeighedMinutes*6))
	result, err := t.simulation(o)
	if err != nil {
		return
	}
	sum, weight := 0.0, 0.0
	for _, c := range result.Heat.Columns {
		if ops := float64(c.Ops * float64(c.To-c.From)); c.From*weighedFirst >= o.Seconds {
			sum += float64(c.Hottest * ops)
			weight += ops
		}
	}
	if weight > 0 {
		w.skew = max(w.skew, sum/weight)
	}
}

// grow measures at another size of the data the queries that a design answers.
func (t *Task) grow(name string, d *design.Design, w *weighing) {
	var asked []int
	for i, v := range w.verdicts {
		if v.Table == name {
			asked = append(asked, i)
			w.growth[i].From = d.Data.Len()
		}
	}
	data, ok := compare.OtherSize(d.Data)
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
		t.s.axis = compare.NewAxis(d.Data, data, t.spend)
	}
	a, failed := t.s.axis, t.steps(l.Step)
	for n, i := range asked {
		g := &w.growth[i]
		if g.More, g.Same = a.More, a.Same; failed != nil {
			continue
		}
		var st table.Stats
		t.readAll(l.Table, compare.Reads(l.Design.Plan(queries[n], l.Table)), &st, nil)
		g.Records, g.Wanted, g.Scanned, g.Bytes = l.Records, l.Wanted(n), st.RowsScanned, st.BytesScanned
	}
}
