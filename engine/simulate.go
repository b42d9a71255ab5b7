package engine

import (
	"math"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/dataset"
	"tabletop/engine/design"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
	"tabletop/engine/traffic"
)

// SimulateLoad puts a table under traffic on a simulated cluster. It changes nothing.
//
// For a designed table, the traffic writes the records of its data set and asks the questions of
// the workload. The records arrive in the order of their times, or in their own order if they have
// no times. For any other table, the traffic writes and reads its rows by their keys, in no order.
// A table that was made with splits begins with the tablets of these splits, any other table with
// the tablets that it would have after a while.
type SimulateLoad struct {
	Table       string               `wire:"1"`
	Template    string               `wire:"2"` // of a designed table: replaces its own template
	Policy      cluster.TabletPolicy `wire:"3"`
	Nodes       int                  `wire:"4"`
	Minutes     int64                `wire:"5"` // of virtual time
	Writes      float64              `wire:"6"` // a second
	Reads       []QueryRate          `wire:"7"`
	Shape       traffic.RateShape    `wire:"8"`
	SizeFactor  int64                `wire:"9"` // the table counts as this many times as large; 0 chooses a factor
	Seed        uint64               `wire:"10"`
	Order       traffic.WriteOrder   `wire:"11"`
	SkewedField string               `wire:"12"` // see [traffic.Spec]
	WhenIdle    bool                 `wire:"13"` // no reader asked for it, so it waits until there is nothing else to do
}

// Valid reports whether no rate is NaN, so that equal requests compare as equal.
func (r SimulateLoad) Valid() bool {
	for _, a := range r.Reads {
		if a.Rate != a.Rate {
			return false
		}
	}
	return r.Writes == r.Writes && r.Shape.Least == r.Shape.Least && r.Shape.Times == r.Shape.Times
}

// QueryRate says how often a question of the workload is asked.
type QueryRate struct {
	Query  string  `wire:"1"` // ID of the question; "" for the read of a row by its key
	Rate   float64 `wire:"2"` // a second
	Newest bool    `wire:"3"` // it asks about what was written last
}

// FindBusyKeys asks what caused a part of a heat map: which keys in [Start, End) had the most operations
// in the seconds [From, To), and whether these came from writes or from which questions.
type FindBusyKeys struct {
	Simulation SimulateLoad // the simulation that the map shows
	Start, End base.RowKey
	From, To   int64
}

func (r SimulateLoad) traits() RequestTraits {
	if r.WhenIdle {
		return RequestTraits{OnlyLooks: true, AnyState: true, Urgency: UrgencyIdle}
	}
	return RequestTraits{OnlyLooks: true, AnyState: true, CountsAsAct: true}
}

func (FindBusyKeys) traits() RequestTraits { return RequestTraits{OnlyLooks: true, AnyState: true} }

func (r SimulateLoad) start(t *Task) { t.run(func() error { return t.simulate(r) }) }
func (r FindBusyKeys) start(t *Task) { t.run(func() error { return t.sourcesOf(r) }) }

const (
	simulatedRanges  = 1_000   // most key ranges of the heat map
	simulatedColumns = 400     // most columns of the heat map
	simulatedLooks   = 1_000   // operations that are sampled in a tick
	simulatedKeys    = 1 << 14 // most keys of a table without a design
	asIfBytes        = 1 << 30 // least size that a table counts as if the factor is chosen
	maxSimulated     = 1 << 50 // most bytes that a table may count as
	hotTablets       = 6       // tablets in a reply
	busyKeySamples   = 4_000   // operations that [FindBusyKeys] samples from each source
	busyKeysShown    = 6       // keys in the answer to [FindBusyKeys]
)

// simulate makes the traffic, simulates the time, and then converts the result into a reply. The
// hotness of the table is remembered.
func (t *Task) simulate(r SimulateLoad) error {
	asked := r
	m, err := t.streamOf(r)
	if err != nil {
		return err
	}
	sim, err := cluster.New(m.options(&r))
	if err != nil {
		return err
	}
	t.spend(t.left())
	t.rowsDone, t.rowsTotal = 0, r.Minutes*60
	for sim.NowSeconds() < t.rowsTotal {
		ticks := max(1, int(t.left()/tickWork))
		sim.Step(ticks)
		t.rowsDone = sim.NowSeconds()
		t.spend(int64(ticks) * tickWork)
	}
	out := simulated(r, m, sim)
	t.s.remember(asked, m.version, Hotness{r.Table, out.Diagnosis.Pattern, out.Hottest, out.OverloadedNodes})
	t.spend(t.left())
	cells := sim.Heat().Cells
	for metric := range cluster.MetricCount {
		if out.put(metric, cells[metric]); metric == cluster.Latency {
			out.LatencyPercentiles = took(cells[cluster.Ops], cells[cluster.Latency])
		}
		t.spend(t.left())
	}
	t.reply.Answer = out
	return nil
}

// tickWork is how many rows of work a tick of a simulation counts as.
const tickWork = 2000

// simulation runs a simulation to its end and returns its result.
func (t *Task) simulation(o cluster.Options) (r cluster.Result, err error) {
	sim, err := cluster.New(o)
	if err != nil {
		return r, err
	}
	t.spend(t.left())
	for done := false; !done; {
		ticks := max(1, int(t.left()/tickWork))
		done = sim.Step(ticks)
		t.spend(int64(ticks) * tickWork)
	}
	return sim.Result(), nil
}

// traffic makes a stream of operations. It uses the whole budget of each step.
func (t *Task) traffic(maker *traffic.StreamMaker) (*traffic.Stream, error) {
	for {
		done, err := maker.Step(int(t.left()))
		if err != nil {
			return nil, err
		}
		if t.spend(t.left()); done {
			return maker.Stream(), nil
		}
	}
}

// streamed is traffic with the request that it was made for.
type streamed struct {
	of       SimulateLoad
	version  uint64 // of the session when it was made
	stream   *traffic.Stream
	template string        // "" for none
	bytes    int64         // size of the table
	splits   []base.RowKey // splits that the table was made with
}

// spec returns the part of a request that determines its traffic.
func (r SimulateLoad) spec() SimulateLoad {
	r.Policy, r.Nodes, r.SizeFactor = 0, 0, 0
	return r
}

// sameTraffic reports whether two requests have the same traffic.
func sameTraffic(a, b SimulateLoad) bool {
	return a.Table == b.Table && a.Template == b.Template && a.Minutes == b.Minutes && a.Writes == b.Writes &&
		slices.Equal(a.Reads, b.Reads) && a.Shape == b.Shape && a.Seed == b.Seed && a.Order == b.Order && a.SkewedField == b.SkewedField
}

// options returns the options of the cluster's simulation. It sets r.Times to the factor that is
// used: the given one, or the smallest of 1, 2, 5, 10, 20 and so on with which the table has at
// least asIfBytes bytes.
func (m *streamed) options(r *SimulateLoad) cluster.Options {
	if r.SizeFactor <= 0 {
		r.SizeFactor = 1
		tens := int64(1)
		for i := 0; r.SizeFactor < 1e12 && m.bytes*r.SizeFactor < asIfBytes; i++ {
			r.SizeFactor = []int64{2, 5, 10}[i%3] * tens
			if i%3 == 2 {
				tens *= 10
			}
		}
	}
	// The table must not count as more than maxSimulated bytes.
	times := min(r.SizeFactor, maxSimulated/max(m.bytes, 1))
	r.SizeFactor = max(times, 1)
	bytes := m.bytes * r.SizeFactor
	parts := m.stream.InitialTabletsAt(m.splits, bytes)
	if len(m.splits) == 0 {
		parts = m.stream.InitialTablets(int(min(max(bytes/(cluster.SplitBytes/2), 1), 1000)), bytes)
	}
	// With few keys, a map of many cells would show only scattered dots.
	keys, seconds := int64(len(m.stream.WrittenKeys())), r.Minutes*60
	ranges := min(max(int64(math.Sqrt(float64(keys))), keys/120, 10), simulatedRanges)
	columns := min(max(keys/300, 30), simulatedColumns)
	tick := max(min((seconds+columns-1)/columns, 60), 1)
	return cluster.Options{
		Policy: r.Policy, Nodes: r.Nodes, Seconds: seconds, Tick: tick, Samples: simulatedLooks,
		Ranges: int(ranges), Columns: int(columns), InitialTablets: parts, Seed: r.Seed, Traffic: m.stream.ScaledTo(bytes),
	}
}

// streamOf returns the traffic of a request. The session remembers the last two streams and
// returns one of them again while the session has not changed.
func (t *Task) streamOf(r SimulateLoad) (*streamed, error) {
	s := t.s
	tab, err := s.find(r.Table)
	if err != nil {
		return nil, err
	}
	for _, m := range s.streams {
		if m.version == s.version && sameTraffic(m.of, r) {
			return m, nil
		}
	}
	m := &streamed{of: r.spec(), version: s.version, bytes: tab.Bytes(), splits: tab.SplitKeys()}
	if e := s.estimated; e != nil && e.table == r.Table && r.Template == "" {
		m.bytes = e.ScaleRecords(e.state.tables[e.table].Bytes())
	}
	if d := s.simulatedDesign(r); d != nil {
		if m.template = r.Template; m.template == "" {
			m.template = d.Template.String()
		}
	}
	maker, err := s.maker(r)
	if err != nil {
		return nil, err
	}
	if m.stream, err = t.traffic(maker); err != nil {
		return nil, err
	}
	s.streams = append([]*streamed{m}, s.streams[:min(len(s.streams), 1)]...)
	return m, nil
}

// maker returns what makes the traffic of a request.
func (s *Session) maker(r SimulateLoad) (*traffic.StreamMaker, error) {
	template, columns, data, err := s.recorded(r)
	if err != nil {
		return nil, err
	}
	return s.makerOf(r, template, columns, data)
}

// makerOf returns what makes the traffic of a request over rows of a template, columns and a data
// set. Questions that are no longer in the workload are left out.
func (s *Session) makerOf(r SimulateLoad, template *rowkey.Template, columns []plan.FieldColumn, data dataset.Spec) (*traffic.StreamMaker, error) {
	spec := traffic.Spec{Seed: r.Seed, Seconds: r.Minutes * 60, Writes: r.Writes, Shape: r.Shape, Order: r.Order, SkewedField: r.SkewedField}
	for _, a := range r.Reads {
		q := plan.Query{}
		if a.Query == "" {
			for _, f := range template.Fields() {
				q.Where = append(q.Where, plan.Cond{Field: f, Op: plan.Equal})
			}
		} else if i := slices.IndexFunc(s.state.workload, func(q plan.Query) bool { return q.ID == a.Query }); i >= 0 {
			q = s.state.workload[i]
		} else {
			continue
		}
		spec.Reads = append(spec.Reads, traffic.RepeatedQuestion{Query: q, Rate: a.Rate, Newest: a.Newest})
	}
	m, err := spec.NewStreamMaker(template, columns, data)
	if err == nil && s.made.Holds(data) {
		m.UseRecords(s.made.Cursor())
	}
	return m, err
}

// simulatedDesign returns the design that a request is about, nil for none. While an estimate is
// shown it is the estimate's design.
func (s *Session) simulatedDesign(r SimulateLoad) *design.Design {
	if e := s.estimated; e != nil && e.table == r.Table && r.Template == "" {
		return e.state.designs[r.Table]
	}
	return s.state.designs[r.Table]
}

// recorded returns the template, columns and data from which the rows of a table are made. A table
// without a design has its keys as data.
func (s *Session) recorded(r SimulateLoad) (*rowkey.Template, []plan.FieldColumn, dataset.Spec, error) {
	d := s.simulatedDesign(r)
	switch {
	case d == nil && r.Template != "":
		return nil, nil, dataset.Spec{}, base.Refuse(base.CodeNoDesign, r.Table)
	case d == nil:
		tpl, err := rowkey.Parse("{key}")
		return tpl, nil, s.keysOf(r), err
	}
	tpl, err := simulatedTemplate(d, r.Template)
	return tpl, d.Columns, d.Data, err
}

// simulatedTemplate returns the template that replaces a design's own in a simulation, or its own
// for "".
func simulatedTemplate(d *design.Design, text string) (*rowkey.Template, error) {
	if text == "" {
		return d.Template, nil
	}
	tpl, err := rowkey.Parse(text)
	if err == nil {
		err = tpl.CheckFields(d.Data.Fields)
	}
	return tpl, err
}

// keysOf returns the keys of a table without a design as records in random order. If there are
// many, it takes some that are spread evenly over the table.
func (s *Session) keysOf(r SimulateLoad) dataset.Spec {
	tab := s.state.tables[r.Table]
	n := min(tab.Len(), simulatedKeys)
	ranks := make([]int, n)
	for i := range ranks {
		ranks[i] = i * tab.Len() / n
	}
	out := dataset.Spec{Fields: []string{"key"}}
	for _, k := range tab.KeysAt(ranks) {
		out.Records = append(out.Records, []string{string(k)})
	}
	random := dataset.Random(r.Seed)
	for i := len(out.Records) - 1; i > 0; i-- {
		j := int(random.Below(uint64(i + 1)))
		out.Records[i], out.Records[j] = out.Records[j], out.Records[i]
	}
	return out
}

// sourcesOf answers [FindBusyKeys] from the traffic of the given seconds. Operations on single keys are
// counted by key and by source; scans that reach into the range are counted by source.
func (t *Task) sourcesOf(r FindBusyKeys) error {
	m, err := t.streamOf(r.Simulation)
	if err != nil {
		return err
	}
	out := &BusyKeysFound{Request: r}
	type counted struct {
		key   base.RowKey
		times float64
	}
	seen := map[base.RowKey]float64{}
	sources := []OperationSource{{Writes: true}}
	for _, a := range r.Simulation.Reads {
		sources = append(sources, OperationSource{Query: a.Query})
	}
	// The first source is the writes, which the stream numbers -1.
	for i, source := range sources {
		m.stream.OnlyQuestion(i-1).Ops(r.From, r.To, busyKeySamples, func(op cluster.OpBatch) {
			if op.Kind == cluster.Scan {
				if op.Key < r.End || r.End == "" {
					if op.End == "" || op.End > r.Start {
						source.Operations += op.Count
						source.Scans = true
					}
				}
				return
			}
			if op.Key >= r.Start && (r.End == "" || op.Key < r.End) {
				source.Operations += op.Count
				seen[op.Key] += op.Count
			}
		})
		if source.Operations > 0 {
			out.Sources = append(out.Sources, source)
		}
	}
	all := make([]counted, 0, len(seen))
	for k, n := range seen {
		all = append(all, counted{k, n})
		out.Points += n
	}
	base.Sort(all, func(a, b counted) int {
		switch {
		case a.times > b.times:
			return -1
		case a.times < b.times:
			return 1
		case a.key < b.key:
			return -1
		}
		return 1
	})
	out.Different = len(all)
	for _, c := range all[:min(len(all), busyKeysShown)] {
		out.Keys = append(out.Keys, BusyKey{c.key, c.times})
	}
	t.reply.Answer = out
	return nil
}

// MeasureLiveHeat asks for a heat map of the reader's own commands on a table, see Session.liveHeat.
type MeasureLiveHeat struct{ Table string }

func (MeasureLiveHeat) traits() RequestTraits { return RequestTraits{OnlyLooks: true, AnyState: true} }

func (r MeasureLiveHeat) start(t *Task) {
	of, err := t.s.liveLoad(r)
	if err != nil {
		t.fail(err)
		return
	}
	t.reply.Answer = of
}

// liveRanges is the most key ranges of that map, so that a single row is large enough to be seen.
const liveRanges = 100

// liveLoad answers [MeasureLiveHeat].
func (s *Session) liveLoad(r MeasureLiveHeat) (*LoadSimulated, error) {
	if _, err := s.find(r.Table); err != nil {
		return nil, err
	}
	h := s.liveHeat(r.Table, liveRanges)
	out := &LoadSimulated{Request: SimulateLoad{Table: r.Table}, Version: s.version, Live: true, Borders: h.Borders, Seconds: 1}
	if d := s.state.designs[r.Table]; d != nil {
		out.Template = d.Template.String()
	}
	for _, c := range h.Columns {
		out.Columns = append(out.Columns, HeatMapColumn{Ops: cluster.PackFloat(c.Ops), Command: uint64(c.From)})
	}
	for k, cells := range h.Cells {
		out.put(cluster.Metric(k), cells)
	}
	return out, nil
}
