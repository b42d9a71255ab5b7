//go:build linux

package engine

import (
	"syscall"
	"testing"
	"time"

	"tabletop/engine/plan"
	"tabletop/engine/traffic"
)

// BenchmarkSteps runs long tasks in steps of the host's size, and reports the longest step.
func BenchmarkSteps(b *testing.B) {
	won := plan.Query{ID: "won", Where: []plan.Cond{{Field: "win", Op: plan.Equal, Value: "true"}}}
	latest := plan.Query{ID: "latest", Where: corrie.Where[:1], Latest: plan.Latest{Field: "date", N: 3}}
	queries := []plan.Query{corrie, march, won, latest}
	load := LoadRecords{Table: "games", Template: "{game}#{player}#{date}", Columns: columns, Data: grown(100_000)}
	under := SimulateLoad{Table: "games", Nodes: 3, Minutes: 20, Writes: 1000, Order: traffic.ByKey, Seed: 1, Reads: []QueryRate{{Query: corrie.ID, Rate: 100}}}
	large := load
	large.Data = grown(150_000)
	for _, of := range []struct {
		name  string
		given LoadRecords
		asked Request
	}{
		{"load", load, load}, {"load-large", load, large}, {"workload", load, SetWorkload{queries}}, {"rekey", load, Rekey{Table: "games", Template: "{date}#{player}#{game}"}},
		{"weigh", load, CompareDesigns{}}, {"estimate", large, EstimateRekey{"games", "{date}#{player}#{game}"}}, {"simulate", load, under},
		{"relieve", load, FindRemedies{TableLoad: under, Hottest: 3}}, {"advise", load, Advise{}}, {"sizes", load, MeasureSizes{"games"}}, {"count", load, RunConsole{Text: "count games"}},
	} {
		b.Run(of.name, func(b *testing.B) {
			var longest time.Duration
			least := time.Hour
			for b.Loop() {
				b.StopTimer()
				s := newSession()
				s.Do(SetWorkload{queries[:3]})
				if r := s.Do(of.given); r.Err != nil {
					b.Fatal(r.Err)
				}
				s.comparisons = nil
				task := s.Start(of.asked)
				b.StartTimer()
				first := worked()
				for last := first; ; {
					done := task.Step(hostStride)
					now := worked()
					longest, last = max(longest, now-last), now
					if done {
						break
					}
				}
				least = min(least, worked()-first)
				if r := task.Reply(); r.Err != nil {
					b.Fatal(r.Err)
				}
			}
			b.ReportMetric(float64(least.Microseconds())/1000, "least-ms")
			b.ReportMetric(float64(longest.Microseconds())/1000, "longest-ms")
		})
	}
}

// worked returns the processor time that the program has used.
func worked() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
