package table

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/btree"

	"tabletop/engine/base"
	"tabletop/engine/filter"
)

// benchRows returns the number of rows that the benchmarks use. The rows are written in
// random order: 100 days of each phone, with four cells of 20 bytes in each row. Short
// runs only check that the benchmarks work, and use few rows.
func benchRows() int {
	if testing.Short() {
		return 10_000
	}
	return 100_000
}

type benchRow struct {
	Key  string
	Muts []Mutation
}

func benchData() []benchRow {
	r := rand.New(rand.NewPCG(1, 1))
	rows := make([]benchRow, benchRows())
	for i, n := range r.Perm(benchRows()) {
		rows[i].Key = fmt.Sprintf("%s2020%04d", benchPrefix(n/100), n%100)
		for _, q := range []base.Qualifier{"connected_cell", "connected_wifi", "os_build", "signal"} {
			v := fmt.Sprintf("%020d", r.Uint64())
			rows[i].Muts = append(rows[i].Muts, SetCell{"stats", q, 1000, v[:20]})
		}
	}
	return rows
}

// benchPrefix returns the prefix of the 100 keys of phone n.
func benchPrefix(n int) string { return fmt.Sprintf("phone#%08x#", uint32(n)*2654435761) }

func benchTable(b *testing.B, rows []benchRow) *Table {
	tab := newTable(b, "stats")
	for _, r := range rows {
		if err := tab.Mutate(base.RowKey(r.Key), 0, r.Muts); err != nil {
			b.Fatal(err)
		}
	}
	return tab
}

// readAll reads every cell of a scan.
func readAll(b *testing.B, tab *Table, q ScanQuery, rows int) {
	n, sum := 0, 0
	for r := range tab.Scan(q, nil) {
		for c := range r.Cells() {
			sum += len(c.Value)
		}
		n++
	}
	if n != rows || sum == 0 {
		b.Fatalf("%d rows, want %d", n, rows)
	}
}

// perRow reports the time for each row.
func perRow(b *testing.B, rows int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(rows), "ns/row")
}

func BenchmarkLoad(b *testing.B) {
	rows := benchData()
	for b.Loop() {
		benchTable(b, rows)
	}
	perRow(b, benchRows())
}

func BenchmarkScanFull(b *testing.B) {
	tab := benchTable(b, benchData())
	for _, bb := range []struct {
		name   string
		filter filter.Filter
	}{
		{"pass", nil},
		{"key", filter.RowKeyRegex(".*#20200042")},
		{"literal", filter.ValueRegex("00012345678901234567")},
		{"value", filter.ValueRegex(".*777.*")},
		{"latest", filter.CellsPerColumn(1)},
		{"column", filter.Chain{filter.FamilyRegex("stats"), filter.QualifierRegex("os_build"), filter.CellsPerColumn(1)}},
	} {
		for _, count := range []bool{true, false} {
			q := ScanQuery{Filter: program(b, bb.filter), CountOnly: count}
			b.Run(fmt.Sprintf("%s/count=%v", bb.name, count), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					n := 0
					for r := range tab.Scan(q, nil) {
						n += r.Len()
						if !count {
							for c := range r.Cells() {
								n += len(c.Value)
							}
						}
					}
				}
				perRow(b, benchRows())
			})
		}
	}
}

func BenchmarkPrefix100(b *testing.B) {
	tab := benchTable(b, benchData())
	i := 0
	for b.Loop() {
		i = (i + 1) % (benchRows() / 100)
		readAll(b, tab, ScanQuery{Ranges: []base.Range{base.PrefixRange(benchPrefix(i))}}, 100)
	}
	perRow(b, 100)
}

func BenchmarkGet(b *testing.B) {
	rows := benchData()
	tab := benchTable(b, rows)
	i := 0
	for b.Loop() {
		i = (i + 1) % len(rows)
		if _, ok := tab.Get(base.RowKey(rows[i].Key)); !ok {
			b.Fatal("no row")
		}
	}
}

func BenchmarkPut(b *testing.B) {
	rows := benchData()
	tab := benchTable(b, rows)
	i := 0
	for b.Loop() {
		i = (i + 1) % len(rows)
		if err := tab.Mutate(base.RowKey(rows[i].Key), 0, rows[i].Muts[2:3]); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkClone(b *testing.B) {
	tab := benchTable(b, benchData())
	for b.Loop() {
		tab.Clone()
	}
}

// BenchmarkAt reads rows at distant positions, with a write between two reads. The writes
// change no positions, so the cache stays valid.
func BenchmarkAt(b *testing.B) {
	rows := benchData()
	tab := benchTable(b, rows)
	i := 0
	for b.Loop() {
		i = (i + 7919) % (benchRows() - 50)
		if err := tab.Mutate(base.RowKey(rows[i].Key), 0, rows[i].Muts); err != nil {
			b.Fatal(err)
		}
		for range tab.RowsAt(i, 50) {
		}
	}
}

// BenchmarkPasses measures the operations that walk the whole table and look at every
// cell.
func BenchmarkPasses(b *testing.B) {
	tab := benchTable(b, benchData())
	if err := tab.SetGC("stats", MaxVersions(1)); err != nil {
		b.Fatal(err)
	}
	for _, bb := range []struct {
		name string
		pass func() int64
	}{
		{"garbage", func() int64 { rep := tab.FindGarbage(0); return rep.Rows }},
		{"sizes", func() int64 { return tab.MeasureSizes().Rows }},
		{"samples", func() int64 { return int64(len(tab.SampleRowKeys())) }},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if bb.pass() == 0 {
					b.Fatal("no rows")
				}
			}
			perRow(b, benchRows())
		})
	}
}

// BenchmarkCompact collects the older of two versions in every column.
func BenchmarkCompact(b *testing.B) {
	rows := benchData()
	tab := benchTable(b, rows)
	for _, r := range rows {
		for i := range r.Muts {
			set := r.Muts[i].(SetCell)
			set.At = 2000
			if err := tab.Mutate(base.RowKey(r.Key), 0, []Mutation{set}); err != nil {
				b.Fatal(err)
			}
		}
	}
	if err := tab.SetGC("stats", MaxVersions(1)); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if rep := tab.Clone().Compact(0); rep.Total().Cells != int64(4*benchRows()) {
			b.Fatal(rep.Total())
		}
	}
	perRow(b, benchRows())
}

// BenchmarkAdd adds to one sum, and to one unique count of 1,000 different values.
func BenchmarkAdd(b *testing.B) {
	tab := aggregateTable(b)
	for _, bb := range []struct {
		name string
		mut  func(n int) Mutation
	}{
		{"sum", func(int) Mutation { return AddToCell{"intsum", "q", 0, IntInput(1)} }},
		{"unique", func(n int) Mutation { return AddToCell{"inthll", "q", 0, BytesInput(fmt.Sprint(n % 1000))} }},
	} {
		b.Run(bb.name, func(b *testing.B) {
			n := 0
			for b.Loop() {
				if err := tab.Mutate("k", 0, []Mutation{bb.mut(n)}); err != nil {
					b.Fatal(err)
				}
				n++
			}
		})
	}
}

// BenchmarkGoals prints two ratios: the time of a full scan to the time of walking as many
// items of the B-tree below, and the time of a scan of 100 rows in a large table to that
// in a small table.
func BenchmarkGoals(b *testing.B) {
	best := func(f func()) time.Duration {
		least := time.Duration(math.MaxInt64)
		for range 15 {
			start := time.Now()
			f()
			least = min(least, time.Since(start))
		}
		return least
	}
	rows := benchData()
	tab := benchTable(b, rows)
	type plain struct {
		key   string
		cells int
	}
	tree := btree.NewG(32, func(a, b *plain) bool { return a.key < b.key })
	for _, r := range rows {
		tree.ReplaceOrInsert(&plain{r.Key, len(r.Muts)})
	}
	n := 0
	raw := best(func() {
		tree.Ascend(func(p *plain) bool { n += p.cells; return true })
	})
	scan := best(func() {
		for r := range tab.Scan(ScanQuery{}, nil) {
			n += r.Len()
		}
	})
	if n != 2*15*4*benchRows() {
		b.Fatal(n)
	}
	fmt.Printf("BENCH scan-full-vs-btree %.2fx <=5x\n", float64(scan)/float64(raw))

	sized := func(rows int) *Table {
		t := newTable(b, "stats")
		cells := benchCells
		for _, n := range rand.New(rand.NewPCG(1, 1)).Perm(rows) {
			if err := t.SetCells(base.RowKey(fmt.Sprintf("%s2020%04d", benchPrefix(n/100), n%100)), 0, cells); err != nil {
				b.Fatal(err)
			}
		}
		return t
	}
	most := 1_000_000
	if testing.Short() {
		most = 20_000
	}
	small, large := sized(10_000), sized(most)
	read := func(t *Table, prefixes int) func() {
		return func() {
			for i := range 50 {
				readAll(b, t, ScanQuery{Ranges: []base.Range{base.PrefixRange(benchPrefix(i * 7919 % prefixes))}}, 100)
			}
		}
	}
	few, many := best(read(small, 100)), best(read(large, most/100))
	fmt.Printf("BENCH prefix-100-of-1m-vs-10k %.2fx <=1.3x\n", float64(many)/float64(few))
}

var benchCells = []base.Cell{
	{Family: "stats", Qualifier: "connected_cell", At: 1000, Value: "01234567890123456789"},
	{Family: "stats", Qualifier: "connected_wifi", At: 1000, Value: "01234567890123456789"},
	{Family: "stats", Qualifier: "os_build", At: 1000, Value: "01234567890123456789"},
	{Family: "stats", Qualifier: "signal", At: 1000, Value: "01234567890123456789"},
}
