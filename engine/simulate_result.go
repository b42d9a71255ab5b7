package engine

import (
	"fmt"
	"hash/crc32"
	"maps"
	"math"
	"reflect"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/design"
	"tabletop/engine/traffic"
)

// Simulated is what came of [Simulate], or of [LiveLoad].
type Simulated struct {
	Of       Simulate // with Times as it was chosen
	Version  uint64   // of the session that it was made of: changes may be made meanwhile
	Live     bool     // of the reader's own commands, each a column; it has a map and nothing else
	Template string   // of the keys, "" for none
	Borders  []base.RowKey
	Seconds  int64 // of a column; the last one may be shorter
	Columns  []SimulatedColumn
	Cells    [cluster.Metrics]cluster.Amounts // by range, then by column
	Peaks    [cluster.Metrics]Peak            // of those
	Use      cluster.Amounts                  // by node, then by column: the share of its time that it worked

	Diagnosis cluster.Diagnosis
	Hottest   float64          // the busiest node's share of the work, times the number of nodes: 1 is fair
	Over      int              // nodes that are asked for more than they can do
	Asked     float64          // operations
	Took      [3]float64       // seconds that half, 95 and 99 of 100 operations take at most, to a twentieth
	Keys      int              // that are written
	Fields    []traffic.Spread // of the data
	Bytes     int64            // that the table counted as at first
	First     []cluster.Served // tablets at first
	Last      int              // tablets at the end
	Hot       []HotTablet
	Nodes     []cluster.NodeTotal
	Events    []cluster.Event
	Dropped   int // events beyond those
}

// SimulatedColumn is one column of the map.
type SimulatedColumn struct {
	Tablets int
	Ops     cluster.Amount // a second
	Hottest cluster.Amount // the busiest node's share of the work, times the number of nodes
	Command uint64         // where it is one: they are numbered from 1
}

// Peak is the largest of the cells of a metric, and which of them it is, the first of
// several, with the mean of all.
type Peak struct {
	Cell       int
	Most, Mean cluster.Amount
}

// HotTablet is one of the tablets with the most work at the end.
type HotTablet struct {
	Start, End base.RowKey
	Node       int
	Share      float64 // of all work
	Load       float64 // of one node's capacity
	Rate       float64 // operations a second
	Bytes      int64
	Reason     cluster.Reason
}

// Found is what [Behind] found.
type Found struct {
	Of        Behind
	Sources   []Source
	Keys      []BusyKey // the busiest first
	Different int       // keys
	Points    float64   // operations on single keys
}

// Source is who asked: writes, or a question of the workload.
type Source struct {
	Writes bool
	Query  string
	Times  float64
	Scans  bool // ranges that reach in here, not single rows
}

// BusyKey is a key and how many operations there were on it.
type BusyKey struct {
	Key   base.RowKey
	Times float64
}

// put brings the cells of a metric into the form of a reply.
func (s *Simulated) put(m cluster.Metric, of []float32) {
	cells, peak, sum := make(cluster.Amounts, 0, 2*len(of)), Peak{}, 0.0
	for i, v := range of {
		a := cluster.AmountOf(float64(v))
		if cells = cells.Add(a); a > peak.Most {
			peak.Cell, peak.Most = i, a
		}
		sum += float64(v)
	}
	peak.Mean = cluster.AmountOf(sum / float64(max(len(of), 1)))
	s.Cells[m], s.Peaks[m] = cells, peak
}

// took returns how long operations take, see [Simulated].
func took(ops, latency []float32) (out [3]float64) {
	const cut = 19 // bits of a number's fraction
	times, all := make([]float64, 1<<(31-cut)), 0.0
	for i, n := range ops {
		times[math.Float32bits(max(latency[i], 0))>>cut] += float64(n)
		all += float64(n)
	}
	for i, part := range [3]float64{0.5, 0.95, 0.99} {
		sum := 0.0
		for at, n := range times {
			if sum += n; n > 0 && sum >= part*all {
				out[i] = float64(math.Float32frombits(uint32(at)<<cut | 1<<(cut-1)))
				break
			}
		}
	}
	return out
}

// simulated brings what a simulation has come to into the form of a reply, but for
// the cells.
func simulated(r Simulate, m *streamed, sim *cluster.Sim) *Simulated {
	of := sim.Result()
	out := &Simulated{
		Of: r, Version: m.version, Template: m.template, Borders: of.Heat.Borders, Diagnosis: of.Diagnose(), Hottest: of.Hottest, Over: of.Over(), Asked: of.Asked, Keys: len(m.stream.Keys()), Fields: m.stream.Fields(),
		Bytes: m.bytes * r.Times, First: of.First, Last: len(of.Tablets), Nodes: of.Nodes, Events: of.Events, Dropped: of.Dropped,
	}
	for i, c := range of.Heat.Columns {
		if i == 0 {
			out.Seconds = c.To - c.From
		}
		out.Columns = append(out.Columns, SimulatedColumn{Tablets: c.Tablets, Ops: cluster.AmountOf(c.Ops), Hottest: cluster.AmountOf(c.Hottest)})
	}
	for n := range of.Nodes {
		for _, c := range of.Heat.Columns {
			out.Use = out.Use.Add(cluster.AmountOf(c.Use[n]))
		}
	}
	all := 0.0
	for _, t := range of.Tablets {
		all += t.Load
	}
	next := map[base.RowKey]base.RowKey{}
	for i := 1; i < len(of.Tablets); i++ {
		next[of.Tablets[i-1].Start] = of.Tablets[i].Start
	}
	for _, t := range of.Hot(hotTablets) {
		if t.Load <= 0 {
			break
		}
		out.Hot = append(out.Hot, HotTablet{
			Start: t.Start, End: next[t.Start], Node: t.Node, Share: t.Load / all, Load: t.Load, Rate: t.Rate, Bytes: int64(t.Bytes), Reason: t.Reason,
		})
	}
	return out
}

// On returns what of a load falls on one table: it is written, and asked the questions
// that it answers, by these verdicts, or that no table does. fields are those of its data,
// none of a table without a design, which is asked for rows by their keys alone.
func (r Simulate) On(table string, verdicts []Verdict, fields []string) Simulate {
	reads := r.Reads
	r.Table, r.Template, r.Reads = table, "", nil
	for _, a := range reads {
		i := slices.IndexFunc(verdicts, func(v Verdict) bool { return v.Query == a.Query })
		here := i >= 0 && len(fields) > 0 && (verdicts[i].Table == table || verdicts[i].Table == "")
		if a.Query == "" || here {
			r.Reads = append(r.Reads, a)
		}
	}
	if !slices.Contains(fields, r.Star) {
		r.Star = ""
	}
	if len(fields) == 0 {
		r.Order = 0
	}
	return r
}

// scansMost returns the question of a load on a table that scans most of its rows, by these
// verdicts, "" for none.
func (r Simulate) scansMost(verdicts []Verdict) (query string) {
	most := 0.0
	for _, a := range r.Reads {
		i := slices.IndexFunc(verdicts, func(v Verdict) bool { return v.Query == a.Query && v.Table == r.Table })
		if i < 0 {
			continue
		}
		if rows := a.Rate * float64(verdicts[i].Stats.RowsScanned); rows > most {
			query, most = a.Query, rows
		}
	}
	return query
}

// Hotness is how hot a table is under a load.
type Hotness struct {
	Table   string
	Pattern cluster.Pattern
	Hottest float64 // as [Simulated] has it
	Over    int     // as [Simulated] has it
}

// TooMuch reports whether most of a cluster's nodes are overloaded, or some of them although
// the load is even. It is told before how even the load is.
func TooMuch(p cluster.Pattern, hottest float64, over, nodes int) bool {
	return over > 0 && (2*over > nodes || !p.Hot(hottest))
}

// TooMuch reports the same of a simulation.
func (s *Simulated) TooMuch() bool {
	return TooMuch(s.Diagnosis.Pattern, s.Hottest, s.Over, len(s.Nodes))
}

// tooMany returns how many of a cluster's nodes are overloaded where that is too much, else 0.
func (h Hotness) tooMany(nodes int) int {
	if TooMuch(h.Pattern, h.Hottest, h.Over, nodes) {
		return h.Over
	}
	return 0
}

// hotter reports whether a table is hotter than another.
func (h Hotness) hotter(than Hotness) bool {
	if a, b := h.Pattern.Hot(h.Hottest), than.Pattern.Hot(than.Hottest); a != b {
		return a
	}
	return h.Hottest > than.Hottest
}

// Hottest returns the hottest of tables, ok is false where there are none.
func Hottest(of []Hotness) (most Hotness, ok bool) {
	for i, h := range of {
		if i == 0 || h.hotter(most) {
			most = h
		}
	}
	return most, len(of) > 0
}

// knownHotness is the result of a simulation of the tables as they are now.
type knownHotness struct {
	version uint64
	of      Simulate // as it was asked
	Hotness
}

// knownKept is how many of those a session remembers.
const knownKept = 64

// bared returns the parts of a request that its result depends on.
func (r Simulate) bared() Simulate {
	r.Idle = false
	if len(r.Reads) == 0 {
		r.Reads = nil
	}
	return r
}

// ID identifies a load. Two loads with one ID are the same on the same table, whatever size
// that table is taken to have.
func (r Simulate) ID() string {
	r = r.bared()
	r.Times, r.Template = 0, ""
	return fmt.Sprintf("%08x", crc32.ChecksumIEEE(fmt.Append(nil, r)))
}

// remember keeps the result of a simulation of a table as it is now.
func (s *Session) remember(asked Simulate, version uint64, of Hotness) {
	asked = asked.bared()
	s.known = slices.DeleteFunc(s.known, func(k knownHotness) bool { return k.version != version || reflect.DeepEqual(k.of, asked) })
	s.known = append([]knownHotness{{version, asked, of}}, s.known[:min(len(s.known), knownKept-1)]...)
}

// recall returns the result that is remembered for a table as it is now.
func (s *Session) recall(r Simulate) (Hotness, bool) {
	r = r.bared()
	for _, k := range s.known {
		if k.version == s.version && reflect.DeepEqual(k.of, r) {
			return k.Hotness, true
		}
	}
	return Hotness{}, false
}

// hotness simulates a load on the designed tables of a state, whose questions were measured.
// Tables with too few records to tell anything are left out.
func (t *Task) hotness(st state, load Simulate, verdicts []Verdict) (out []Hotness) {
	for _, name := range slices.Sorted(maps.Keys(st.designs)) {
		d := st.designs[name]
		if d.Records() < WeighedLeast || st.tables[name] == nil {
			continue
		}
		of := load.On(name, verdicts, d.Data.Fields)
		now := t.s.isNow(st, name)
		if known, ok := t.s.recall(of); ok && now {
			out = append(out, known)
			continue
		}
		bytes, splits, version := st.tables[name].Bytes(), st.tables[name].Splits(), t.s.version
		if e := t.s.estimated; e != nil && st.step.State == EstimateState && name == e.table {
			bytes, splits = e.All(bytes), t.s.state.tables[name].Splits()
		}
		if h, err := t.hotnessOf(of, d, bytes, splits); err == nil {
			if out = append(out, h); now {
				t.s.remember(of, version, h)
			}
		}
	}
	return out
}

// isNow reports whether a state's table is the table as it is now.
func (s *Session) isNow(st state, name string) bool {
	return s.estimated == nil && st.tables[name] == s.state.tables[name] && st.designs[name] == s.state.designs[name]
}

// hotnessOf simulates a load on a table of a design with the given bytes and splits. It refuses a
// key that cannot be made of the data.
func (t *Task) hotnessOf(of Simulate, d *design.Design, bytes int64, splits []base.RowKey) (Hotness, error) {
	maker, err := t.s.makerOf(of, d.Template, d.Columns, d.Data)
	if err != nil {
		return Hotness{}, err
	}
	result, err := t.loaded(maker, of, streamed{bytes: bytes, splits: splits})
	return Hotness{of.Table, result.Diagnose().Pattern, result.Hottest, result.Over()}, err
}

// loaded makes the traffic of a load on a table, and simulates it.
func (t *Task) loaded(maker *traffic.Maker, of Simulate, on streamed) (r cluster.Result, err error) {
	if on.stream, err = t.traffic(maker); err != nil {
		return r, err
	}
	return t.simulation(on.options(&of))
}
