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

// LoadSimulated is the answer to [SimulateLoad] and to [MeasureLiveHeat].
type LoadSimulated struct {
	Request     SimulateLoad  // with the factor Times that was used
	Version     uint64        // of the session that it was made from, which may have changed since
	Live        bool          // of the reader's own commands, each a column; only the map is set
	Template    string        // of the keys, "" for none
	Borders     []base.RowKey // start keys of the map's ranges
	Seconds     int64         // length of a column; the last one may be shorter
	Columns     []HeatMapColumn
	Cells       [cluster.MetricCount]cluster.PackedFloats // by range, then by column
	Peaks       [cluster.MetricCount]MetricPeak           // of the cells of each metric
	Utilization cluster.PackedFloats                      // by node, then by column: the share of its time that the node was busy

	Diagnosis          cluster.Diagnosis
	Hottest            float64               // the tablets with the most work at the end
	OverloadedNodes    int                   // nodes that get more work than they can do
	RequestedOps       float64               // operations
	LatencyPercentiles [3]float64            // seconds within which half, 95% and 99% of the operations are done, with an error of about 5%
	Keys               int                   // number of keys that are written
	Fields             []traffic.FieldSpread // of the data
	Bytes              int64                 // what the table counted as at the start
	InitialTablets     []cluster.Assignment  // tablets at the start
	FinalTabletCount   int                   // number of tablets at the end
	Hot                []HotTablet
	Nodes              []cluster.NodeTotal
	Events             []cluster.TabletEvent
	UnlistedEvents     int // events that are not listed
}

// IsLopsided reports whether one node has far more than its share, although the work is even over
// the keys.
func (l *LoadSimulated) IsLopsided() bool {
	return l.Diagnosis.Pattern == cluster.Even && l.Hottest >= cluster.UnfairShare
}

// HeatMapColumn is one column of the map.
type HeatMapColumn struct {
	Tablets int
	Ops     cluster.PackedFloat // a second
	Hottest cluster.PackedFloat // as in [LoadSimulated]
	Work    cluster.PackedFloat // nodes that the work of the operations would keep busy, done or not
	Command uint64              // number of the command, of a live map; they are numbered from 1
}

// MetricPeak is the largest cell of a metric, the first of several, and the mean of all cells.
type MetricPeak struct {
	Cell       int // index of the largest cell
	Most, Mean cluster.PackedFloat
}

// HotTablet is one of the tablets with the most work at the end.
type HotTablet struct {
	Start, End base.RowKey
	Node       int
	Share      float64 // of the work of all tablets
	Load       float64 // of one node's capacity
	Rate       float64 // operations a second
	Bytes      int64
	Reason     cluster.NoSplitReason
}

// BusyKeysFound is the answer to [FindBusyKeys].
type BusyKeysFound struct {
	Request   FindBusyKeys
	Sources   []OperationSource
	Keys      []BusyKey // the busiest first
	Different int       // number of different keys
	Points    float64   // operations on single keys
}

// OperationSource is where operations come from: writes, or a question of the workload.
type OperationSource struct {
	Writes     bool
	Query      string
	Operations float64 // operations
	Scans      bool    // among them are scans that reach into the range
}

// BusyKey is a key with the number of operations on it.
type BusyKey struct {
	Key        base.RowKey
	Operations float64
}

// put stores the cells of a metric in a reply, with their peak and mean.
func (s *LoadSimulated) put(m cluster.Metric, of []float32) {
	cells, peak, sum := make(cluster.PackedFloats, 0, 2*len(of)), MetricPeak{}, 0.0
	for i, v := range of {
		a := cluster.PackFloat(float64(v))
		if cells = cells.Add(a); a > peak.Most {
			peak.Cell, peak.Most = i, a
		}
		sum += float64(v)
	}
	peak.Mean = cluster.PackFloat(sum / float64(max(len(of), 1)))
	s.Cells[m], s.Peaks[m] = cells, peak
}

// took returns [LoadSimulated.LatencyPercentiles] from the operations and latencies of the map's
// cells. It counts latencies in buckets by the leading bits of the number.
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

// simulated returns the reply of a simulation without the cells of the map, which are added by
// put.
func simulated(r SimulateLoad, m *streamed, sim *cluster.Simulation) *LoadSimulated {
	of := sim.Result()
	out := &LoadSimulated{
		Request: r, Version: m.version, Template: m.template, Borders: of.Heat.Borders, Diagnosis: of.Diagnose(), Hottest: of.Hottest, OverloadedNodes: of.OverloadedNodes(), RequestedOps: of.RequestedOps, Keys: len(m.stream.WrittenKeys()), Fields: m.stream.Fields(),
		Bytes: m.bytes * r.SizeFactor, InitialTablets: of.InitialTablets, FinalTabletCount: len(of.Tablets), Nodes: of.Nodes, Events: of.Events, UnlistedEvents: of.UnlistedEvents,
	}
	for i, c := range of.Heat.Columns {
		if i == 0 {
			out.Seconds = c.To - c.From
		}
		out.Columns = append(out.Columns, HeatMapColumn{Tablets: c.Tablets, Ops: cluster.PackFloat(c.Ops), Hottest: cluster.PackFloat(c.Hottest), Work: cluster.PackFloat(c.Work)})
	}
	for n := range of.Nodes {
		for _, c := range of.Heat.Columns {
			out.Utilization = out.Utilization.Add(cluster.PackFloat(c.Utilization[n]))
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
	for _, t := range of.HottestTablets(hotTablets) {
		if t.Load <= 0 {
			break
		}
		out.Hot = append(out.Hot, HotTablet{
			Start: t.Start, End: next[t.Start], Node: t.Node, Share: t.Load / all, Load: t.Load, Rate: t.Rate, Bytes: int64(t.Bytes), Reason: t.Reason,
		})
	}
	return out
}

// PartOnTable returns the part of a load that falls on one table: its writes, reads by key, and the
// questions that the table answers according to the verdicts or that no table answers. The
// argument fields is the list of the table's data fields. It is empty for a table without a
// design, which only gets reads by key.
func (r SimulateLoad) PartOnTable(table string, verdicts []Verdict, fields []string) SimulateLoad {
	reads := r.Reads
	r.Table, r.Template, r.Reads = table, "", nil
	for _, a := range reads {
		i := slices.IndexFunc(verdicts, func(v Verdict) bool { return v.Query == a.Query })
		here := i >= 0 && len(fields) > 0 && (verdicts[i].Table == table || verdicts[i].Table == "")
		if a.Query == "" || here {
			r.Reads = append(r.Reads, a)
		}
	}
	if !slices.Contains(fields, r.SkewedField) {
		r.SkewedField = ""
	}
	if len(fields) == 0 {
		r.Order = 0
	}
	return r
}

// scansMost returns the question of a load that scans the most rows of the table each second,
// according to the verdicts; "" for none.
func (r SimulateLoad) scansMost(verdicts []Verdict) (query string) {
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
	Table           string
	Pattern         cluster.LoadPattern
	Hottest         float64 // as [LoadSimulated] has it
	OverloadedNodes int     // as [LoadSimulated] has it
}

// IsClusterOverloaded reports whether a load exceeds a cluster: most nodes are overloaded, or some
// nodes are although the load is even. A page reports this before it reports how even the load is.
func IsClusterOverloaded(p cluster.LoadPattern, hottest float64, over, nodes int) bool {
	return over > 0 && (2*over > nodes || !p.IsHot(hottest))
}

// IsOverloaded is [IsClusterOverloaded] for the result of a simulation.
func (s *LoadSimulated) IsOverloaded() bool {
	return IsClusterOverloaded(s.Diagnosis.Pattern, s.Hottest, s.OverloadedNodes, len(s.Nodes))
}

// tooMany returns the number of overloaded nodes if the load exceeds the cluster, else 0.
func (h Hotness) tooMany(nodes int) int {
	if IsClusterOverloaded(h.Pattern, h.Hottest, h.OverloadedNodes, nodes) {
		return h.OverloadedNodes
	}
	return 0
}

// hotter reports whether a table is hotter than another. A table with a hot pattern is hotter than
// one without.
func (h Hotness) hotter(than Hotness) bool {
	if a, b := h.Pattern.IsHot(h.Hottest), than.Pattern.IsHot(than.Hottest); a != b {
		return a
	}
	return h.Hottest > than.Hottest
}

// hottest returns the hottest of some tables. The result ok is false if there are none.
func hottest(of []Hotness) (most Hotness, ok bool) {
	for i, h := range of {
		if i == 0 || h.hotter(most) {
			most = h
		}
	}
	return most, len(of) > 0
}

// mostOverloaded returns the largest number of overloaded nodes among the tables whose load exceeds
// the cluster, 0 if there is none. It need not be that of the hottest table: an even load can exceed
// the cluster too.
func mostOverloaded(of []Hotness, nodes int) (most int) {
	for _, h := range of {
		most = max(most, h.tooMany(nodes))
	}
	return most
}

// knownHotness is the remembered result of a simulation, valid while the session has its version.
type knownHotness struct {
	version uint64
	of      SimulateLoad // the request
	Hotness
}

// knownKept is the most results of simulations that a session remembers.
const knownKept = 64

// bared returns the part of a request that its result depends on.
func (r SimulateLoad) bared() SimulateLoad {
	r.WhenIdle = false
	if len(r.Reads) == 0 {
		r.Reads = nil
	}
	return r
}

// ID identifies a load. Loads with the same ID are the same load on a table; the ID does not
// depend on the size that the table counts as.
func (r SimulateLoad) ID() string {
	r = r.bared()
	r.SizeFactor, r.Template = 0, ""
	return fmt.Sprintf("%08x", crc32.ChecksumIEEE(fmt.Append(nil, r)))
}

// remember keeps the result of a simulation and forgets results of other versions of the session.
func (s *Session) remember(asked SimulateLoad, version uint64, of Hotness) {
	asked = asked.bared()
	s.known = slices.DeleteFunc(s.known, func(k knownHotness) bool { return k.version != version || reflect.DeepEqual(k.of, asked) })
	s.known = append([]knownHotness{{version, asked, of}}, s.known[:min(len(s.known), knownKept-1)]...)
}

// recall returns the remembered result of a simulation, if the session has not changed since.
func (s *Session) recall(r SimulateLoad) (Hotness, bool) {
	r = r.bared()
	for _, k := range s.known {
		if k.version == s.version && reflect.DeepEqual(k.of, r) {
			return k.Hotness, true
		}
	}
	return Hotness{}, false
}

// hotness simulates a load on each designed table of a state, with the verdicts of that state.
// Tables with too few records to tell anything are left out. Results for the current state are
// remembered.
func (t *Task) hotness(st state, load SimulateLoad, verdicts []Verdict) (out []Hotness) {
	for _, name := range slices.Sorted(maps.Keys(st.designs)) {
		d := st.designs[name]
		if d.RecordCount() < MinComparedRecords || st.tables[name] == nil {
			continue
		}
		of := load.PartOnTable(name, verdicts, d.Data.Fields)
		now := t.s.isNow(st, name)
		if known, ok := t.s.recall(of); ok && now {
			out = append(out, known)
			continue
		}
		bytes, splits, version := st.tables[name].Bytes(), st.tables[name].SplitKeys(), t.s.version
		if e := t.s.estimated; e != nil && st.step.State == EstimateState && name == e.table {
			bytes, splits = e.ScaleRecords(bytes), t.s.state.tables[name].SplitKeys()
		}
		if h, err := t.hotnessOf(of, d, bytes, splits); err == nil {
			if out = append(out, h); now {
				t.s.remember(of, version, h)
			}
		}
	}
	return out
}

// isNow reports whether a table and its design are the same in a state as in the current state,
// and no estimate is shown.
func (s *Session) isNow(st state, name string) bool {
	return s.estimated == nil && st.tables[name] == s.state.tables[name] && st.designs[name] == s.state.designs[name]
}

// hotnessOf simulates a load on a table of a design with the given bytes and splits. It refuses a
// key that cannot be made from the data.
func (t *Task) hotnessOf(of SimulateLoad, d *design.Design, bytes int64, splits []base.RowKey) (Hotness, error) {
	maker, err := t.s.makerOf(of, d.Template, d.Columns, d.Data)
	if err != nil {
		return Hotness{}, err
	}
	result, err := t.loaded(maker, of, streamed{bytes: bytes, splits: splits})
	return Hotness{of.Table, result.Diagnose().Pattern, result.Hottest, result.OverloadedNodes()}, err
}

// loaded makes the traffic of a load on a table and simulates it.
func (t *Task) loaded(maker *traffic.StreamMaker, of SimulateLoad, on streamed) (r cluster.Result, err error) {
	if on.stream, err = t.traffic(maker); err != nil {
		return r, err
	}
	return t.simulation(on.options(&of))
}
