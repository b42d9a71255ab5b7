package rowmap

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/google/btree"
)

// The workload: 100 days of each phone, 23 bytes of key and 130 of payload.

func benchPrefix(n int) string { return fmt.Sprintf("phone#%08x#", uint32(n)*2654435761) }

func benchKeys(n int) []string {
	keys := make([]string, n)
	for i := range keys {
		keys[i] = fmt.Sprintf("%s2020%04d", benchPrefix(i/100), i%100)
	}
	rand.New(rand.NewPCG(1, 1)).Shuffle(n, func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	return keys
}

var (
	benchSizes   = Sizes{4, 250}
	benchPayload = make([]byte, 130)
)

func benchMap(keys []string) *Map {
	m := New()
	for _, k := range keys {
		m.Put(k, benchSizes, benchPayload)
	}
	return m
}

// bench prints a figure and its goal.
func bench(name, figure, goal string) { fmt.Printf("BENCH rowmap-%s %s %s\n", name, figure, goal) }

// best returns the shortest of five runs of f, a nanosecond figure for each of n
// things.
func best(n int, f func()) float64 {
	least := time.Duration(1<<63 - 1)
	for range 5 {
		start := time.Now()
		f()
		least = min(least, time.Since(start))
	}
	return float64(least.Nanoseconds()) / float64(n)
}

func heap() uint64 {
	runtime.GC()
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return s.HeapAlloc
}

// BenchmarkGoals measures what the layout is chosen for.
func BenchmarkGoals(b *testing.B) {
	seek := map[int]float64{}
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		name := fmt.Sprintf("%dk", n/1000)
		keys := benchKeys(n)
		before := heap()
		start := time.Now()
		m := benchMap(keys)
		load := float64(time.Since(start).Nanoseconds()) / float64(n)
		bytes := float64(heap()-before) / float64(n)

		seek[n] = best(1000, func() { seekAll(b, m, n) })
		gets := best(min(n, 100_000), func() {
			for _, k := range keys[:min(n, 100_000)] {
				if _, ok := m.Get(k); !ok {
					b.Fatal("no row")
				}
			}
		})
		scan := best(n, func() { scanAll(b, m, n) })
		runs := best(n, func() { runAll(b, m, n) })
		raw := rawScan(b, keys)
		bench("load-"+name, fmt.Sprintf("%.0fns/row", load), "<2200ns/row")
		bench("memory-"+name, fmt.Sprintf("%.0fB/row", bytes), "<201B/row")
		bench("get-"+name, fmt.Sprintf("%.0fns", gets), "<=1500ns")
		bench("seek100-"+name, fmt.Sprintf("%.0fns", seek[n]), "<=10000ns")
		bench("ascend-"+name, fmt.Sprintf("%.1fns/row", scan), "-")
		bench("runs-"+name, fmt.Sprintf("%.1fns/row", runs), "-")
		bench("raw-"+name, fmt.Sprintf("%.1fns/row", raw), "-")
		bench("ascend-vs-raw-"+name, fmt.Sprintf("%.2fx", scan/raw), "<=2x")
		rank := best(100, func() {
			for i := range 100 {
				if m.Rank(keys[i]) >= n {
					b.Fatal("rank")
				}
			}
		})
		bench("rank-"+name, fmt.Sprintf("%.0fns", rank), "-")
	}
	bench("seek100-1000k-vs-10k", fmt.Sprintf("%.2fx", seek[1_000_000]/seek[10_000]), "<=1.3x")
}

func seekAll(b *testing.B, m *Map, n int) {
	cells := 0
	for i := range 1000 {
		p := benchPrefix(i * 7919 % (n / 100))
		m.Ascend(p, p[:len(p)-1]+"$", func(r Record) bool {
			cells += int(r.Cells)
			return true
		})
	}
	if cells != 4*100*1000 {
		b.Fatal(cells)
	}
}

func scanAll(b *testing.B, m *Map, n int) {
	cells, bytes := 0, 0
	m.Ascend("", "", func(r Record) bool {
		cells += int(r.Cells)
		bytes += int(r.Bytes)
		return true
	})
	if cells != 4*n || bytes != 250*n {
		b.Fatal(cells, bytes)
	}
}

func runAll(b *testing.B, m *Map, n int) {
	cells, bytes := 0, 0
	m.Runs("", "", func(r Run) bool {
		for i := range r.Len() {
			s := r.At(i)
			cells += int(s.Cells)
			bytes += int(s.Bytes)
		}
		return true
	})
	if cells != 4*n || bytes != 250*n {
		b.Fatal(cells, bytes)
	}
}

// rawScan is what a tree of pointers to rows takes for as many items, each of
// which is looked at.
func rawScan(b *testing.B, keys []string) float64 {
	type row struct {
		key   string
		sizes Sizes
	}
	tree := btree.NewG(degree, func(a, b *row) bool { return a.key < b.key })
	for _, k := range keys {
		tree.ReplaceOrInsert(&row{k, benchSizes})
	}
	return best(len(keys), func() {
		n := 0
		tree.Ascend(func(r *row) bool { n++; return true })
		if n != len(keys) {
			b.Fatal(n)
		}
	})
}
