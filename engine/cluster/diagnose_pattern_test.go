package cluster

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
)

// wave returns a rate that swings between least and most with a period in seconds.
func wave(least, most, period float64) func(float64) float64 {
	return func(at float64) float64 {
		phase := at / period
		phase -= float64(int(phase))
		if phase > 0.5 {
			phase = 1 - phase
		}
		return least + (most-least)*2*phase
	}
}

// step returns a rate that changes at the time when.
func step(before, after, when float64) func(float64) float64 {
	return func(at float64) float64 {
		if at < when {
			return before
		}
		return after
	}
}

// some chooses keys so that the keys in a range have a given share of all operations.
func some(n, from, to int, share float64) func(*rand.Rand, float64) base.RowKey {
	return func(r *rand.Rand, at float64) base.RowKey {
		if r.Float64() < share {
			return base.RowKey(fmt.Sprintf("user%06d", from+r.IntN(to-from)))
		}
		return uniform(n)(r, at)
	}
}

// skewed chooses keys so that the first keys are the most frequent.
func skewed(n int) func(*rand.Rand, float64) base.RowKey {
	zipf := map[*rand.Rand]*rand.Zipf{}
	return func(r *rand.Rand, _ float64) base.RowKey {
		if zipf[r] == nil {
			clear(zipf)
			zipf[r] = rand.NewZipf(r, 1.05, 30, uint64(n-1))
		}
		return base.RowKey(fmt.Sprintf("user%06d", zipf[r].Uint64()))
	}
}

func counter(prefix string, perSecond float64) func(*rand.Rand, float64) base.RowKey {
	return func(_ *rand.Rand, at float64) base.RowKey {
		return base.RowKey(fmt.Sprintf("%s%09d", prefix, int(at*perSecond)))
	}
}

// TestDiagnose draws the heat of four scenarios for each pattern.
func TestDiagnose(t *testing.T) {
	reads := flow{Read, always(2_000), uniform(20_000), nil, 1024}
	write := func(rate func(float64) float64, key func(*rand.Rand, float64) base.RowKey) flow {
		return flow{Write, rate, key, nil, 1024}
	}
	scenarios := []struct {
		name    string
		want    LoadPattern
		traffic traffic
	}{
		{"users", Even, traffic{write(always(20_000), uniform(50_000))}},
		{"reads and writes", Even, traffic{reads, write(always(5_000), uniform(20_000))}},
		{"few keys", Even, traffic{write(always(1_000), uniform(300))}},
		{"a slight swing", Even, traffic{write(wave(900, 1_100, 1_800), uniform(20_000))}},

		{"days", Periodic, traffic{write(wave(100, 2_000, 1_800), uniform(20_000))}},
		{"short waves", Periodic, traffic{write(wave(1_000, 4_000, 600), uniform(20_000))}},
		{"waves over a floor", Periodic, traffic{reads, write(wave(10, 4_000, 1_200), uniform(20_000))}},
		{"long waves", Periodic, traffic{write(wave(500, 5_000, 3_000), uniform(5_000))}},

		{"a tenth", HotRange, traffic{write(always(10_000), some(20_000, 4_000, 5_000, 0.8))}},
		{"the newest accounts", HotRange, traffic{write(always(10_000), some(20_000, 19_000, 20_000, 0.7))}},
		{"the first", HotRange, traffic{reads, write(always(10_000), some(20_000, 0, 1_500, 0.9))}},
		{"few symbols", HotRange, traffic{write(always(10_000), skewed(5_000))}},

		{"a counter", HotRow, traffic{reads, write(always(3_000), one)}},
		{"a third of it", HotRow, traffic{write(always(10_000), some(20_000, 77, 78, 0.33))}},
		{"in waves", HotRow, traffic{reads, write(wave(500, 5_000, 1_200), one)}},
		{"among few", HotRow, traffic{write(always(1_000), some(300, 12, 13, 0.5))}},

		{"time first", Sequential, traffic{write(always(5_000), byTime)}},
		{"a counter of ids", Sequential, traffic{write(always(5_000), counter("id", 5_000))}},
		{"beside reads", Sequential, traffic{{Read, always(500), uniform(2_000), nil, 1024}, write(always(5_000), counter("z", 100))}},
		{"newest first", Sequential, traffic{write(always(5_000), newestFirst)}},
		{"ids that gain a digit", Sequential, traffic{write(always(5_000), func(_ *rand.Rand, at float64) base.RowKey { return base.RowKey(fmt.Sprint("id", int(80_000+4*at))) })}},
		{"days of time", Sequential, traffic{write(wave(500, 5_000, 1_800), byTime)}},

		{"a campaign", SuddenRise, traffic{write(step(500, 5_000, 4_000), uniform(20_000))}},
		{"late", SuddenRise, traffic{write(step(100, 1_000, 9_000), uniform(20_000))}},
		{"early", SuddenRise, traffic{reads, write(step(0, 9_000, 2_000), uniform(20_000))}},
		{"threefold", SuddenRise, traffic{write(step(1_000, 3_000, 5_000), uniform(5_000))}},
	}
	seen := map[LoadPattern]int{}
	for _, sc := range scenarios {
		seen[sc.want]++
		for _, policy := range []TabletPolicy{Bigtable, HBase} {
			r := run(t, Options{Policy: policy, Nodes: 5, Seconds: 10_800, Tick: 30, Samples: 300, Columns: 180, Ranges: 200, InitialTablets: parts(20, 20_000), Traffic: sc.traffic})
			if d := r.Diagnose(); d.Pattern != sc.want {
				t.Errorf("%s: %+v, want %s", sc.name, d, sc.want)
			}
		}
	}
	for _, p := range Patterns {
		if seen[p] < 4 {
			t.Errorf("%d scenarios of %s", seen[p], p)
		}
	}
}

func TestDiagnosisTells(t *testing.T) {
	draw := func(tr traffic) Diagnosis {
		r := run(t, Options{Nodes: 5, Seconds: 10_800, Tick: 30, Samples: 500, Columns: 180, Ranges: 200, InitialTablets: parts(20, 20_000), Traffic: tr})
		return r.Diagnose()
	}
	if d := draw(traffic{{Write, wave(100, 2_000, 1_800), uniform(20_000), nil, 0}}); d.Period < 1_700 || d.Period > 1_900 {
		t.Errorf("the period is %d s", d.Period)
	}
	if d := draw(traffic{{Write, step(500, 5_000, 4_000), uniform(20_000), nil, 0}}); d.At < 3_900 || d.At > 4_100 || d.Times < 9 || d.Times > 11 {
		t.Errorf("it rises by %.1f at %d", d.Times, d.At)
	}
	if d := draw(traffic{{Write, always(10_000), some(20_000, 77, 78, 0.33), nil, 0}}); d.Start != "user000077" || d.Share < 0.3 || d.Share > 0.36 {
		t.Errorf("%q has %.2f", d.Start, d.Share)
	}
	if d := draw(traffic{{Write, always(10_000), some(20_000, 4_000, 5_000, 0.8), nil, 0}}); d.Start < "user003000" || d.Start > "user004200" || d.End < "user004800" || d.End > "user006000" || d.Share < 0.7 {
		t.Errorf("%q to %q has %.2f", d.Start, d.End, d.Share)
	}
	if d := draw(traffic{}); d.Pattern != Even {
		t.Errorf("nothing is %s", d.Pattern)
	}
}

// TestSequentialAmongReads checks that reads of any keys do not hide that writes ascend.
func TestSequentialAmongReads(t *testing.T) {
	const rows, columns = 140, 140
	h := HeatMatrix{Borders: make([]base.RowKey, rows), Columns: make([]HeatColumn, columns)}
	h.Cells[Ops] = make([]float32, rows*columns)
	random := dataset.Random(3)
	for c := range columns {
		h.Columns[c] = HeatColumn{From: int64(c) * 30, To: int64(c+1) * 30}
		for i := range rows {
			h.Cells[Ops][i*columns+c] = float32(random.Below(15))
		}
		h.Cells[Ops][c*columns+c] += 10_000
	}
	if d := (&Result{Heat: h}).Diagnose(); d.Pattern != Sequential {
		t.Errorf("it is %+v", d)
	}
}

// TestDiagnoseFewKeys checks that a range for each of five keys leads to the same pattern
// as hundreds of ranges.
func TestDiagnoseFewKeys(t *testing.T) {
	for _, tt := range []struct {
		name string
		want LoadPattern
		key  func(r *rand.Rand, at float64) int
	}{
		{"one after the other", Sequential, func(_ *rand.Rand, at float64) int { return int(at / 2161) }},
		{"all alike", Even, func(r *rand.Rand, _ float64) int { return r.IntN(5) }},
		{"one more than all others", HotRow, func(r *rand.Rand, _ float64) int { return max(0, r.IntN(12)-7) }},
		{"only one", HotRow, func(*rand.Rand, float64) int { return 3 }},
	} {
		key := func(r *rand.Rand, at float64) base.RowKey { return base.RowKey(rune('a' + tt.key(r, at))) }
		r := run(t, Options{Nodes: 5, Seconds: 10_800, Tick: 60, Samples: 300, Columns: 30, Ranges: 10, Traffic: traffic{{Write, always(10_000), key, nil, 100}}})
		if d := r.Diagnose(); d.Pattern != tt.want {
			t.Errorf("%s: %+v, want %s", tt.name, d, tt.want)
		}
	}
}

// TestSequentialWithJumps checks that writes that ascend and jump back once still count as
// ascending, and that writes that jump to and fro do not.
func TestSequentialWithJumps(t *testing.T) {
	const rows, columns = 100, 60
	for name, c := range map[string]struct {
		at   func(column int) int
		want bool
	}{
		"through":     {func(c int) int { return c * 3 / 2 }, true},
		"a jump":      {func(c int) int { return (60 + c) % 100 }, true},
		"down":        {func(c int) int { return 99 - (60+c)%100 }, true},
		"two places":  {func(c int) int { return 20 + 60*(c/20%2) }, false},
		"few forward": {func(c int) int { return 20 + 60*(c/30) }, false},
		"in place":    {func(c int) int { return 50 + c%3 }, false},
		"anywhere":    {func(c int) int { return c * 37 % 100 }, false},
	} {
		h := HeatMatrix{Borders: make([]base.RowKey, rows), Columns: make([]HeatColumn, columns)}
		h.Cells[Ops] = make([]float32, rows*columns)
		byColumn := make([]float64, columns)
		for i := range columns {
			h.Cells[Ops][c.at(i)*columns+i], byColumn[i] = 100, 100
		}
		if d, ok := h.sequential(byColumn); ok != c.want {
			t.Errorf("%s: %+v, %v", name, d, ok)
		}
	}
}

// TestEvenTells checks that for even loads the diagnosis names the keys that have more
// than their share.
func TestEvenTells(t *testing.T) {
	for _, c := range []struct {
		one  float64 // share of the customer
		want float64
	}{{0.025, 0}, {0.04, 0}, {0.12, 0.12}, {0.19, 0.19}} {
		key := func(r *rand.Rand, _ float64) base.RowKey {
			n := r.IntN(39)
			if r.Float64() < c.one {
				n = 4
			} else if n >= 4 {
				n++
			}
			return base.RowKey(fmt.Sprintf("cust-%03d", n+1))
		}
		r := run(t, Options{Nodes: 5, Seconds: 3_600, Tick: 30, Samples: 500, Columns: 30, Ranges: 40, InitialTablets: []InitialTablet{{}}, Traffic: traffic{{Write, always(10_000), key, nil, 100}}})
		d := r.Diagnose()
		if d.Pattern != Even || math.Abs(d.Share-c.want) > 0.01 || c.want > 0 && (d.Start != "cust-005" || d.End != "cust-006") {
			t.Errorf("with %.3f it is %+v", c.one, d)
		}
	}
}
