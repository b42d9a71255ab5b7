//go:build !js

package serve

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"cloud.google.com/go/bigtable"

	"tabletop/engine/table"
	"tabletop/web/test/peertest"
)

// benchKey returns the key of row n: 100 days for each phone.
func benchKey(n int) string { return fmt.Sprintf("%s2020%04d", benchPrefix(n/100), n%100) }

func benchPrefix(phone int) string { return fmt.Sprintf("phone#%08x#", uint32(phone)*2654435761) }

// benchBatch is how many rows a request writes.
const benchBatch = 10_000

// benchBatches returns requests that write rows with the given number of cells of 20 bytes.
func benchBatches(rows, cells int) (keys [][]string, muts [][]*bigtable.Mutation) {
	for from := 0; from < rows; from += benchBatch {
		var k []string
		var ms []*bigtable.Mutation
		for n := from; n < min(from+benchBatch, rows); n++ {
			m := bigtable.NewMutation()
			for _, q := range []string{"connected_cell", "connected_wifi", "os_build", "signal"}[:cells] {
				m.Set("stats", q, 1000, fmt.Appendf(nil, "%020d", n))
			}
			k, ms = append(k, benchKey(n)), append(ms, m)
		}
		keys, muts = append(keys, k), append(muts, ms)
	}
	return keys, muts
}

// benched is one server that is measured.
type benched struct {
	*peertest.Server
	tables int
}

// load writes rows to a new table.
func (s *benched) load(b *testing.B, keys [][]string, muts [][]*bigtable.Mutation) *peertest.ServerTable {
	s.tables++
	tab := s.Table(b, context.Background(), fmt.Sprint("t", s.tables), table.FamilyInfo{Name: "stats"})
	for i := range keys {
		if errs, err := tab.ApplyBulk(context.Background(), keys[i], muts[i]); err != nil || errs != nil {
			b.Fatal(err, errs)
		}
	}
	return tab
}

// readRows reads rows and checks their number.
func readRows(b *testing.B, tab *peertest.ServerTable, set bigtable.RowSet, want int) {
	n := 0
	if err := tab.ReadRows(context.Background(), set, func(bigtable.Row) bool { n++; return true }); err != nil || n != want {
		b.Fatalf("%d rows, want %d: %v", n, want, err)
	}
}

// took returns the shortest time of several runs.
func took(times int, f func()) time.Duration {
	var all []time.Duration
	for range times {
		start := time.Now()
		f()
		all = append(all, time.Since(start))
	}
	return slices.Min(all)
}

// held returns the memory that f leaves in use.
func held(f func()) float64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	f()
	runtime.GC()
	runtime.ReadMemStats(&after)
	return float64(after.HeapAlloc) - float64(before.HeapAlloc)
}

// BenchmarkAgainstPeer makes the same requests with the official client to this server and to
// Google's in-memory one, both in this process. For each request it prints how many times faster
// this server was, and how much memory it needs compared with the other.
func BenchmarkAgainstPeer(b *testing.B) {
	ours, theirs := &benched{Server: start(b, Options{}).Server}, &benched{Server: peertest.NewServer(b)}
	rows, many, times := 100_000, 1_000_000, 5
	if testing.Short() {
		rows, many, times = 10_000, 20_000, 1
	}
	keys, muts := benchBatches(rows, 4)
	var here, there *peertest.ServerTable
	line := func(name string, ours, theirs time.Duration, least string) {
		fmt.Printf("BENCH serve-%s-vs-bttest %.2fx %s\n", name, float64(theirs)/float64(ours), least)
		b.Logf("%s: %v here, %v there", name, ours, theirs)
	}
	line("writes", took(times, func() { here = ours.load(b, keys, muts) }), took(times, func() { there = theirs.load(b, keys, muts) }), ">=1x")
	all := bigtable.InfiniteRange("")
	line("full-read", took(times, func() { readRows(b, here, all, rows) }), took(times, func() { readRows(b, there, all, rows) }), ">=3x")

	keys, muts = benchBatches(many, 1)
	little := held(func() { here = ours.load(b, keys, muts) })
	much := held(func() { there = theirs.load(b, keys, muts) })
	fmt.Printf("BENCH serve-memory-vs-bttest %.3fx <=0.25x\n", little/much)
	b.Logf("memory: %.0f MB here, %.0f MB there", little/1e6, much/1e6)
	next := 0
	prefix := func(tab *peertest.ServerTable) func() {
		return func() {
			next = (next + 7919) % (many / 100)
			readRows(b, tab, bigtable.PrefixRange(benchPrefix(next)), 100)
		}
	}
	// Both servers seek the rows quickly, so most of both times is the client's call.
	line("prefix-100-of-1m", took(20*times, prefix(here)), took(times, prefix(there)), ">=3x")
}
