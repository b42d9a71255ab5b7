package traffic

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
)

// events is a simple simulator to compare with. It handles each operation by itself, in
// the order of arrival, with a queue for each node. Tablet i stays on node i mod nodes. It
// returns each node's share of the work and the number of operations.
func events(s *Stream, nodes int, tablets []cluster.InitialTablet, seconds int64) (share []float64, n int) {
	r := rand.New(rand.NewPCG(9, 9))
	work, free, waited := make([]float64, nodes), make([]float64, nodes), make([]float64, nodes)
	find := func(key base.RowKey) int {
		i, there := slices.BinarySearchFunc(tablets, key, func(p cluster.InitialTablet, k base.RowKey) int {
			if p.Start < k {
				return -1
			} else if p.Start > k {
				return 1
			}
			return 0
		})
		if !there {
			i--
		}
		return i
	}
	serve := func(node int, now, mean float64) {
		service := r.ExpFloat64() * mean
		work[node] += service
		done := max(now, free[node]) + service
		free[node] = done
		waited[node] += done - now
	}
	rates := []float64{s.spec.Writes}
	all := s.spec.Writes
	for _, q := range s.spec.Reads {
		rates, all = append(rates, q.Rate), all+q.Rate
	}
	for at := int64(0); at < seconds; at++ {
		full := (s.spec.Shape.passed(at+1) - s.spec.Shape.passed(at)) * all
		a, b := s.share(at), s.share(at+1)
		for now := float64(at); ; {
			now += r.ExpFloat64() / full
			if now >= float64(at+1) {
				break
			}
			n++
			pick, flow := r.Float64()*all, 0
			for ; flow+1 < len(rates) && pick >= rates[flow]; flow++ {
				pick -= rates[flow]
			}
			if flow == 0 {
				w := s.writes[s.writeAt(r.Float64()*float64(len(s.writes)), a, b-a, now-float64(at), r.Float64())]
				serve(find(s.marks[w.key])%nodes, now, 1./14_000)
				continue
			}
			for _, op := range s.reads[flow-1][r.IntN(len(s.reads[flow-1]))].ops {
				if op.Kind == cluster.Read {
					serve(find(op.Key)%nodes, now, 1./17_000)
					continue
				}
				first, last := find(op.Key), len(tablets)-1
				if op.End != "" {
					if last = find(op.End); last > first && tablets[last].Start == op.End {
						last--
					}
				}
				for i := first; i <= last; i++ {
					serve(i%nodes, now, 1./17_000+float64(op.Bytes)/float64(last-first+1)/220e6)
				}
			}
		}
	}
	sum := 0.0
	for _, w := range work {
		sum += w
	}
	for _, w := range work {
		share = append(share, w/sum)
	}
	return share, n
}

// crowd is a data set of users with readings, some of them more often than others.
func crowd(n int64) dataset.Spec {
	return dataset.Spec{Fields: []string{"player", "time"}, Recipe: &dataset.Recipe{Count: n, Seed: 8, Gens: []dataset.Generator{
		{Field: "player", Kind: dataset.Zipf, From: "00000", To: "19999", Step: "0.6", Values: []string{"user{n}"}},
		{Field: "time", Kind: dataset.Arrival, From: "1426535612156", Step: "7"},
	}}}
}

// busy returns traffic of rate operations per second. Six of ten operations write.
func busy(t testing.TB, seconds int64, rate float64) *Stream {
	return over(t, Spec{Seconds: seconds, Writes: rate * 0.6, Reads: []RepeatedQuestion{
		{Query: plan.Query{Where: []plan.Cond{{Field: "player", Value: "x"}, {Field: "time", Value: "x"}}}, Rate: rate * 0.3},
		{Query: where("player", plan.Equal, "x", ""), Rate: rate * 0.1},
	}}, "{player}#{time}", crowd(1<<17))
}

// TestOracle compares each node's share of the work with that in the simple simulator. The
// difference must be less than a fiftieth of the share.
func TestOracle(t *testing.T) {
	const nodes, seconds = 4, 10
	s := busy(t, seconds, 30_000)
	parts := s.InitialTablets(40, 1<<30)
	want, _ := events(s, nodes, parts, seconds)
	// HBase does not move regions within a minute.
	sim, err := cluster.New(cluster.Options{Policy: cluster.HBase, Nodes: nodes, Seconds: seconds, Tick: 1, Samples: 4000, InitialTablets: parts, Traffic: s})
	if err != nil {
		t.Fatal(err)
	}
	for !sim.Step(1) {
	}
	for n, total := range sim.Result().Nodes {
		if math.Abs(total.Share-want[n]) > want[n]/50 {
			t.Errorf("node %d has %.4f of the work, %.4f by the oracle", n, total.Share, want[n])
		}
	}
}

// BenchmarkThousandMinutes simulates 1,000 virtual minutes of 100,000 operations per
// second over 1,000 tablets and 20 nodes. It compares the time with that of the simple
// simulator for the first seconds, scaled by the number of operations.
func BenchmarkThousandMinutes(b *testing.B) {
	const nodes, seconds, rate, plain = 20, 60_000, 100_000, 10
	s := busy(b, seconds, rate)
	parts := s.InitialTablets(1000, 1<<36)
	var fast, slowest time.Duration
	for b.Loop() {
		start := time.Now()
		sim, err := cluster.New(cluster.Options{Nodes: nodes, Seconds: seconds, InitialTablets: parts, Traffic: s})
		if err != nil {
			b.Fatal(err)
		}
		slowest = max(slowest, time.Since(start))
		for done := false; !done; {
			step := time.Now()
			done = sim.Step(10)
			slowest = max(slowest, time.Since(step))
		}
		fast = time.Since(start)
	}
	start := time.Now()
	_, n := events(s, nodes, parts, plain)
	slow := time.Duration(float64(time.Since(start)) * seconds * rate / float64(n))
	name := "cluster"
	if runtime.GOOS == "js" {
		name = "browser-cluster"
	}
	fmt.Printf("%s: %v for what takes %v event by event, as measured over %d of %d operations; the longest step of ten ticks %v\n", name, fast, slow, n, seconds*rate, slowest)
	fmt.Printf("BENCH %s-vs-events %.0fx >=100x\n", name, slow.Seconds()/fast.Seconds())
}
