package cluster

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"tabletop/engine/base"
)

// flow is a series of operations of one kind.
type flow struct {
	kind  OpKind
	rate  func(at float64) float64 // operations per second at a time
	key   func(r *rand.Rand, at float64) base.RowKey
	end   func(key base.RowKey) base.RowKey // end of a scan that starts at key
	bytes int64
}

func always(rate float64) func(float64) float64 { return func(float64) float64 { return rate } }

// traffic is several flows together.
type traffic []flow

func (tr traffic) Ops(from, to int64, n int, emit func(OpBatch)) {
	span, all := float64(to-from), 0.0
	rates := make([]float64, len(tr))
	for i, f := range tr {
		rates[i] = f.rate(float64(from) + span/2)
		all += rates[i]
	}
	for i, f := range tr {
		if rates[i] == 0 {
			continue
		}
		looks := max(1, int(float64(n)*rates[i]/all))
		r := rand.New(rand.NewPCG(uint64(from), uint64(i)))
		for j := range looks {
			op := OpBatch{Kind: f.kind, Bytes: f.bytes, Count: rates[i] * span / float64(looks)}
			op.Key = f.key(r, float64(from)+span*(float64(j)+0.5)/float64(looks))
			if f.kind == Write {
				op.BytesAdded = f.bytes
			}
			if f.end != nil {
				op.End = f.end(op.Key)
			}
			emit(op)
		}
	}
}

// uniform chooses among n keys at random. The functions byTime, newestFirst and one are
// other ways to choose the key of an operation.
func uniform(n int) func(*rand.Rand, float64) base.RowKey {
	return func(r *rand.Rand, _ float64) base.RowKey { return base.RowKey(fmt.Sprintf("user%06d", r.IntN(n))) }
}

func byTime(_ *rand.Rand, at float64) base.RowKey { return base.RowKey(fmt.Sprintf("%014.3f", at)) }

func newestFirst(_ *rand.Rand, at float64) base.RowKey {
	return base.RowKey(fmt.Sprintf("%014.3f", 1e9-at))
}

func one(*rand.Rand, float64) base.RowKey { return "user000007" }

// over returns a flow of scans of the same range.
func over(rate float64, from, to base.RowKey, bytes int64) flow {
	return flow{Scan, always(rate), func(*rand.Rand, float64) base.RowKey { return from }, func(base.RowKey) base.RowKey { return to }, bytes}
}

// parts divides keys such as user000000 into n tablets.
func parts(n, keys int) []InitialTablet {
	out := []InitialTablet{{}}
	for i := 1; i < n; i++ {
		out = append(out, InitialTablet{Start: base.RowKey(fmt.Sprintf("user%06d", i*keys/n)), Bytes: 1 << 20})
	}
	return out
}

func run(t testing.TB, o Options) Result {
	t.Helper()
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	for !s.Step(1000) {
	}
	return s.Result()
}

func TestEven(t *testing.T) {
	for _, p := range []TabletPolicy{Bigtable, HBase, ByLoad} {
		r := run(t, Options{Policy: p, Nodes: 10, Seconds: 3600, Samples: 5000, Columns: 60, InitialTablets: parts(100, 100_000), Traffic: traffic{{Write, always(50_000), uniform(100_000), nil, 1024}}})
		if r.Hottest > 1.1 {
			t.Errorf("policy %d: the hottest node has %.2f of its share", p, r.Hottest)
		}
		if math.Abs(r.RequestedOps-50_000*3600) > 1 {
			t.Errorf("policy %d: %f operations", p, r.RequestedOps)
		}
	}
}

// TestSequential writes keys that begin with the time. One node has nearly all of the
// load, no split helps, and the result tells why.
func TestSequential(t *testing.T) {
	r := run(t, Options{Policy: Bigtable, Nodes: 10, Seconds: 7200, Traffic: traffic{{Write, always(10_000), byTime, nil, 1024}}})
	for i, c := range r.Heat.Columns {
		if i > 10 && c.Hottest < 9 {
			t.Errorf("column %d: the hottest node has %.2f of its share", i, c.Hottest)
			break
		}
	}
	if hot := r.HottestTablets(1)[0]; hot.Reason != Appends {
		t.Errorf("the hottest tablet begins at %q, is asked for %.2f of a node, and the reason is %d", hot.Start, hot.Load, hot.Reason)
	}
}

// TestBusyRow reads one row all the time.
func TestBusyRow(t *testing.T) {
	r := run(t, Options{Policy: Bigtable, Nodes: 10, Seconds: 3600, InitialTablets: parts(20, 1000), Traffic: traffic{
		{Write, always(9_000), one, nil, 100}, {Read, always(1_000), uniform(1000), nil, 100},
	}})
	hot := r.HottestTablets(1)[0]
	if hot.Reason != OneKey || hot.Load < 0.5 {
		t.Errorf("the hottest tablet: %+v", hot)
	}
	if r.Hottest < 5 {
		t.Errorf("the hottest node has %.2f of its share", r.Hottest)
	}
}

// TestHotRange reads a tenth of the keys. A split by load helps, and no tablet becomes
// large enough for a split by size.
func TestHotRange(t *testing.T) {
	skewed := traffic{{Read, always(60_000), func(r *rand.Rand, at float64) base.RowKey {
		if r.IntN(10) > 0 {
			return base.RowKey(fmt.Sprintf("user%06d", r.IntN(1000)))
		}
		return uniform(100_000)(r, at)
	}, nil, 1024}}
	o := Options{Nodes: 10, Seconds: 7200, InitialTablets: parts(50, 100_000), Traffic: skewed}
	last := func(p TabletPolicy) float64 {
		o.Policy = p
		r := run(t, o)
		return r.Heat.Columns[len(r.Heat.Columns)-1].Hottest
	}
	if v := last(Bigtable); v > 1.5 {
		t.Errorf("after two hours Bigtable's hottest node has %.2f of its share", v)
	}
	if v := last(ByLoad); v > 1.6 {
		t.Errorf("after two hours the hottest node has %.2f of its share, split by load", v)
	}
	if v := last(HBase); v < 5 {
		t.Errorf("after two hours HBase's hottest node has %.2f of its share", v)
	}
}

// TestReasons checks that every hot tablet that is not split has a reason.
func TestReasons(t *testing.T) {
	writes := func(key func(*rand.Rand, float64) base.RowKey) flow {
		return flow{Write, always(9_000), key, nil, 1024}
	}
	few := flow{Read, always(100), uniform(1000), nil, 100}
	for name, tt := range map[string]struct {
		parts   int
		want    NoSplitReason
		traffic traffic
	}{
		"one row":                      {20, OneKey, traffic{writes(one), few}},
		"newer keys behind older":      {1, Appends, traffic{writes(byTime)}},
		"newer keys before older":      {1, Appends, traffic{writes(newestFirst)}},
		"scans of all":                 {20, ScansCross, traffic{over(400, "", "", 20_000_000), few}},
		"many small scans of all":      {20, ScansCross, traffic{over(40_000, "", "", 20_000), few}},
		"scans from a key on":          {20, ScansCross, traffic{over(40_000, "user", "v", 20_000)}},
		"scans of all, in one tablet":  {1, ScansCross, traffic{over(4_000, "", "", 20_000), few}},
		"scans of some, in one tablet": {1, ScansCross, traffic{over(4_000, "user", "v", 20_000), few}},
	} {
		for _, p := range []TabletPolicy{Bigtable, HBase, ByLoad} {
			r := run(t, Options{Policy: p, Nodes: 10, Seconds: 2400, Samples: 400, Columns: 10, Ranges: 20, InitialTablets: parts(tt.parts, 1000), Traffic: tt.traffic})
			hot := 0
			for _, tab := range r.Tablets {
				if tab.Load*SplitShare <= 1 {
					continue
				}
				if hot++; tab.Reason != tt.want {
					t.Errorf("%s, policy %d: %+v, want reason %d", name, p, tab, tt.want)
				}
			}
			if hot == 0 {
				t.Errorf("%s, policy %d: no tablet is hot", name, p)
			}
		}
	}
}

// TestScans scans ranges across the borders of all tablets.
func TestScans(t *testing.T) {
	// A scan takes one seek in each tablet, so a scan over n salts costs n seeks.
	cost := func(n int) float64 {
		r := run(t, Options{Policy: HBase, Nodes: 1, Seconds: 100, InitialTablets: parts(n, 1000), Traffic: traffic{over(10, "", "", 0)}})
		return r.Nodes[0].Utilization
	}
	if a, b := cost(1), cost(10); math.Abs(b/a-10) > 0.01 {
		t.Errorf("a scan over ten tablets costs %.2f times one", b/a)
	}
}

func TestSizeSplits(t *testing.T) {
	grow := traffic{{Write, always(5_000), uniform(100_000), nil, 1024}}
	r := run(t, Options{Policy: Bigtable, Nodes: 3, Seconds: 3600, Traffic: grow})
	if len(r.Tablets) < 5_000*3600*1024/SplitBytes/2 {
		t.Errorf("%d tablets", len(r.Tablets))
	}
	bytes := 0.0
	for _, v := range r.Tablets {
		bytes += v.Bytes
	}
	if math.Abs(bytes-5_000*3600*1024) > 1024 {
		t.Errorf("%.0f bytes", bytes)
	}
	r = run(t, Options{Policy: HBase, Nodes: 3, Seconds: 3600, Traffic: grow})
	if n := len(r.Tablets); n < 2 || n > 20 {
		t.Errorf("HBase has %d regions", n)
	}
}

// TestStepping checks that HBase splits the only region of a table on a server at twice
// the flush size, and at 10 GB if the server has more regions.
func TestStepping(t *testing.T) {
	for _, c := range []struct {
		regions int
		each    int64 // bytes of each tablet
		want    int
	}{
		{1, 2*FlushBytes - 1<<20, 1},
		{1, 2*FlushBytes + 1<<20, 2},
		{1, 16 * FlushBytes, 2},
		{2, 16 * FlushBytes, 2},
		{2, RegionBytes - 1<<20, 2},
		{2, RegionBytes + 1<<20, 4},
	} {
		regions := parts(c.regions, 100_000)
		for i := range regions {
			regions[i].Bytes = c.each
		}
		few := traffic{{Read, always(1000), uniform(100_000), nil, 10}}
		r := run(t, Options{Policy: HBase, Nodes: 1, Seconds: 120, Samples: 2000, InitialTablets: regions, Traffic: few})
		if n := len(r.Tablets); n != c.want {
			t.Errorf("%d regions of %d bytes have become %d, want %d", c.regions, c.each, n, c.want)
		}
	}
}

// TestRepeats checks that running a simulation twice has the same result.
func TestRepeats(t *testing.T) {
	for _, p := range []TabletPolicy{Bigtable, HBase, ByLoad} {
		o := Options{Policy: p, Nodes: 7, Seconds: 1800, Seed: 3, InitialTablets: parts(30, 1000), Traffic: traffic{
			{Write, always(30_000), uniform(1000), nil, 1024}, {Read, always(20_000), one, nil, 1024}, {Write, always(2_000), byTime, nil, 50},
		}}
		if a, b := run(t, o), run(t, o); !reflect.DeepEqual(a, b) {
			t.Errorf("policy %d: two runs differ", p)
		}
	}
}

// plain is a simple simulator to compare with. It handles each operation by itself, in the
// order of arrival, with a queue for each node. Tablets stay on their nodes.
func plain(tr traffic, nodes int, tablets []InitialTablet, seconds int64) (share, latency []float64) {
	r := rand.New(rand.NewPCG(9, 9))
	work, free, waited, served := make([]float64, nodes), make([]float64, nodes), make([]float64, nodes), make([]float64, nodes)
	all := 0.0
	for at := int64(0); at < seconds; at++ {
		total := 0.0
		for _, f := range tr {
			total += f.rate(float64(at) + 0.5)
		}
		for now := float64(at); ; {
			now += r.ExpFloat64() / total
			if now >= float64(at+1) {
				break
			}
			pick, f := r.Float64()*total, 0
			for ; pick >= tr[f].rate(float64(at)+0.5) && f+1 < len(tr); f++ {
				pick -= tr[f].rate(float64(at) + 0.5)
			}
			key := tr[f].key(r, now)
			i := 0
			for j := range tablets {
				if tablets[j].Start <= key {
					i = j
				}
			}
			n := i % nodes
			mean := 1.0 / 17_000
			if tr[f].kind == Write {
				mean = 1.0 / 14_000
			}
			service := r.ExpFloat64() * mean
			work[n] += service
			all += service
			done := max(now, free[n]) + service
			free[n] = done
			waited[n] += done - now
			served[n]++
		}
	}
	for n := range work {
		share = append(share, work[n]/all)
		latency = append(latency, waited[n]/max(served[n], 1))
	}
	return share, latency
}

// TestOracle compares the simulation with the plain simulator: each node's share of the
// work must be within 3 % of all work, and its latency within a fifth if it is not
// overloaded.
func TestOracle(t *testing.T) {
	for name, tr := range map[string]traffic{
		"even":   {{Read, always(20_000), uniform(1000), nil, 1024}},
		"mixed":  {{Read, always(9_000), uniform(1000), nil, 1024}, {Write, always(9_000), uniform(500), nil, 1024}},
		"busy":   {{Write, always(6_000), one, nil, 1024}, {Read, always(4_000), uniform(1000), nil, 1024}},
		"rising": {{Write, func(at float64) float64 { return 200 * at }, uniform(1000), nil, 1024}},
	} {
		const seconds, nodes = 60, 4
		tablets := parts(16, 1000)
		share, latency := plain(tr, nodes, tablets, seconds)
		// HBase does not move regions within a minute.
		r := run(t, Options{Policy: HBase, Nodes: nodes, Seconds: seconds, Tick: 1, Samples: 2000, Columns: 1, InitialTablets: tablets, Traffic: tr})
		for n := range share {
			if got := r.Nodes[n].Share; math.Abs(got-share[n]) > 0.03 {
				t.Errorf("%s: node %d has %.3f of the work, %.3f by the oracle", name, n, got, share[n])
			}
			if name == "rising" {
				continue // the mean over time has other weights
			}
			if got := r.Heat.Columns[0].Latency[n]; latency[n] < 0.002 && math.Abs(got-latency[n]) > latency[n]/5 {
				t.Errorf("%s: node %d takes %.3g s, %.3g by the oracle", name, n, got, latency[n])
			}
		}
	}
}

func TestRefused(t *testing.T) {
	good := Options{Nodes: 1, Seconds: 10, Traffic: traffic{}}
	if _, err := New(good); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*Options){
		"no nodes":      func(o *Options) { o.Nodes = 0 },
		"many nodes":    func(o *Options) { o.Nodes = MaxNodes + 1 },
		"no time":       func(o *Options) { o.Seconds = 0 },
		"much time":     func(o *Options) { o.Seconds = MaxSeconds + 1 },
		"back in time":  func(o *Options) { o.Tick = -1 },
		"many ranges":   func(o *Options) { o.Ranges = MaxRanges + 1 },
		"many columns":  func(o *Options) { o.Columns = MaxColumns + 1 },
		"no first part": func(o *Options) { o.InitialTablets = []InitialTablet{{Start: "a"}} },
		"out of order":  func(o *Options) { o.InitialTablets = []InitialTablet{{}, {Start: "b"}, {Start: "a"}} },
	} {
		o := good
		spoil(&o)
		if _, err := New(o); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}
