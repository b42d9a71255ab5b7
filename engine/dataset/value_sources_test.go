package dataset

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// generate returns the values of a recipe of count records, by field.
func generate(t *testing.T, count int64, gens ...Generator) [][]string {
	t.Helper()
	s := Spec{Recipe: &Recipe{Count: count, Seed: 11}}
	for i, g := range gens {
		g.Field = "f" + strconv.Itoa(i)
		s.Fields, s.Recipe.Gens = append(s.Fields, g.Field), append(s.Recipe.Gens, g)
	}
	out := make([][]string, len(gens))
	for _, rec := range all(t, s) {
		for i, v := range rec {
			out[i] = append(out[i], v)
		}
	}
	return out
}

func tally(values []string) map[string]int {
	out := map[string]int{}
	for _, v := range values {
		out[v]++
	}
	return out
}

func TestInts(t *testing.T) {
	got := generate(t, 20_000,
		Generator{Kind: Ints, From: "007", To: "16"},
		Generator{Kind: Ints, From: "1", To: "3", Values: []string{"server{n}.bbb.com"}},
		Generator{Kind: Ints, From: "0", To: "675", Values: []string{"{a}"}},
		Generator{Kind: Ints, From: "0", To: "1000000000000000"},
	)
	if c := tally(got[0]); len(c) != 10 || c["007"] < 1850 || c["016"] < 1850 {
		t.Errorf("%v", c)
	}
	if c := tally(got[1]); len(c) != 3 || c["server1.bbb.com"] < 6400 || c["server3.bbb.com"] < 6400 {
		t.Errorf("%v", c)
	}
	if c := tally(got[2]); len(c) != 676 || c["AA"] == 0 || c["ZZ"] == 0 {
		t.Errorf("%d texts of two letters: %v", len(c), c)
	}
	if c := tally(got[3]); len(c) != 20_000 {
		t.Errorf("%d of 20,000 differ", len(c))
	}
}

// TestZipf compares the frequencies with Zipf's law, within four standard deviations.
func TestZipf(t *testing.T) {
	const count, n = 200_000, 1000
	got := generate(t, count,
		Generator{Kind: Zipf, Values: []string{"c", "a", "b"}, Step: "1"},
		Generator{Kind: Zipf, From: "1", To: "1000", Step: "1.25"},
	)
	for rank, v := range []string{"c", "a", "b"} {
		want := count / float64(rank+1) / (1 + 1./2 + 1./3)
		if c := float64(tally(got[0])[v]); math.Abs(c-want) > 4*math.Sqrt(want) {
			t.Errorf("%s: %.0f times, want %.0f", v, c, want)
		}
	}
	sum := 0.0
	for k := 1; k <= n; k++ {
		sum += math.Pow(float64(k), -1.25)
	}
	times := []int{}
	for _, c := range tally(got[1]) {
		times = append(times, c)
	}
	slices.Sort(times)
	slices.Reverse(times)
	for _, rank := range []int{1, 2, 3, 10} {
		want := count * math.Pow(float64(rank), -1.25) / sum
		if c := float64(times[rank-1]); math.Abs(c-want) > 4*math.Sqrt(want) {
			t.Errorf("rank %d: %.0f times, want %.0f", rank, c, want)
		}
	}
	// The frequent numbers may lie anywhere among all numbers.
	if c := tally(got[1]); c["1"] == times[0] && c["2"] == times[1] {
		t.Error("the first numbers are the most frequent")
	}
}

// TestRanks fixes the contents of the table, which must be the same on every machine.
func TestRanks(t *testing.T) {
	ranks, err := Generator{Step: "0.999"}.ranks(MaxValues)
	if err != nil {
		t.Fatal(err)
	}
	if got := ranks[len(ranks)-1]; got != 15_155_612_541_170 {
		t.Errorf("the sum is %d", got)
	}
	for _, tt := range []struct {
		x    float64
		e    int64
		want float64
	}{{2, 1024, 2}, {9, 512, 3}, {16, 256, 2}, {10, 3 * 1024, 1000}, {7, 0, 1}, {3, 1025, math.Pow(3, 1025./1024)}} {
		if got := power(tt.x, tt.e); math.Abs(got-tt.want) > 1e-12*tt.want {
			t.Errorf("%g^(%d/1024) = %g", tt.x, tt.e, got)
		}
	}
}

func TestSequence(t *testing.T) {
	got := generate(t, 10_000,
		Generator{Kind: Sequence, From: "1"},
		Generator{Kind: Sequence, From: "0001", PerValue: 10, Values: []string{"u{n}"}},
		Generator{Kind: Sequence, From: "1", PerValue: 10, Step: "0.8"},
	)
	if got[0][0] != "1" || got[0][9999] != "10000" {
		t.Errorf("from %s to %s", got[0][0], got[0][9999])
	}
	if got[1][0] != "u0001" || got[1][9] != "u0001" || got[1][10] != "u0002" || got[1][9999] != "u1000" {
		t.Errorf("%q", got[1][:11])
	}
	young := 0
	for i, v := range got[2] {
		n, _ := strconv.Atoi(v)
		if n < 1 || n > i/10+1 {
			t.Fatalf("record %d is of %d", i, n)
		}
		if n > (i/10+1)*9/10 {
			young++
		}
	}
	if young < 5_000 || young > 9_000 {
		t.Errorf("%d of 10,000 are of the youngest tenth", young)
	}
}

func TestArrival(t *testing.T) {
	got := generate(t, 86_400,
		Generator{Kind: Arrival, From: "1426535612156", Step: "2.5"},
		Generator{Kind: Arrival, From: "20150301124501001", Step: "1000"},
		Generator{Kind: Arrival, From: "20000228", To: "20040301"},
		Generator{Kind: Arrival, From: "20161231235959", Step: "0.5"},
	)
	for i, form := range []string{"", "20060102150405.000", "20060102", "20060102150405"} {
		if !slices.IsSorted(got[i]) {
			t.Errorf("%d: not in order", i)
		}
		for n, v := range got[i] {
			var at, want time.Time
			switch i {
			case 0:
				ms, _ := strconv.ParseInt(v, 10, 64)
				at, want = time.UnixMilli(ms), time.UnixMilli(1426535612156).Add(time.Duration(n)*2500*time.Microsecond)
			case 1:
				at, _ = time.Parse(form, v[:14]+"."+v[14:])
				want = time.Date(2015, 3, 1, 12, 45, 1, 1e6, time.UTC).Add(time.Duration(n) * time.Second)
			case 2:
				at, _ = time.Parse(form, v)
				want = time.Date(2000, 2, 28, 0, 0, 0, 0, time.UTC).Add(time.Duration(n) * 1463 * time.Second)
			case 3:
				at, _ = time.Parse(form, v)
				want = time.Date(2016, 12, 31, 23, 59, 59, 0, time.UTC).Add(time.Duration(n) * time.Millisecond / 2)
			}
			late := at.Sub(want)
			if most := []time.Duration{3 * time.Millisecond, time.Second, 25 * time.Minute, time.Millisecond}[i]; late > most || late < -most && i < 2 || late < -24*time.Hour {
				t.Fatalf("%d: record %d comes at %s, want %s", i, n, v, want)
			}
		}
	}
}

// TestDayNumbers compares the calendar with that of package time.
func TestDayNumbers(t *testing.T) {
	for n := uint64(0); n < maxTime/dayMillis; n += 11 {
		d := dayOf(n)
		if want := time.Unix(int64(n)*86_400, 0).UTC().Format("20060102"); d.String() != want || d.number() != n {
			t.Fatalf("day %d is %s, back %d; want %s", n, d, d.number(), want)
		}
	}
}

// TestTurns checks that each round has every meter with every metric once, in the same
// order, and that there is a round every quarter of an hour.
func TestTurns(t *testing.T) {
	const machines, metrics = 40, 5
	got := generate(t, 3*machines*metrics,
		Generator{Kind: Turns, From: "01", To: "40"},
		Generator{Kind: Turns, Values: []string{"cpu", "io", "mem", "net", "up"}},
		Generator{Kind: Arrival, From: "1000000000000", Step: "900000"},
	)
	seen := map[string][]int{}
	for i := range got[0] {
		who := got[0][i] + got[1][i]
		seen[who] = append(seen[who], i)
		ms, _ := strconv.Atoi(got[2][i])
		if round := i / (machines * metrics); ms < 1e12+round*900_000 || ms >= 1e12+(round+1)*900_000 {
			t.Fatalf("record %d of round %d comes at %d", i, round, ms)
		}
	}
	if len(seen) != machines*metrics {
		t.Fatalf("%d of %d", len(seen), machines*metrics)
	}
	for who, at := range seen {
		if len(at) != 3 || at[1]-at[0] != machines*metrics || at[2]-at[1] != machines*metrics {
			t.Errorf("%s: %v", who, at)
		}
	}
	if slices.IsSorted(got[0][:machines]) {
		t.Error("they take turns in the order of their names")
	}
}

// TestSkip skips records and checks that the rest is the same as if they had been read.
func TestSkip(t *testing.T) {
	unique := Spec{Fields: []string{"a", "b", "n"}, Records: [][]string{{"9", "x", "1"}}, Recipe: &Recipe{Count: 300, Seed: 3, Unique: []string{"a"}, Gens: []Generator{
		{Field: "a", Kind: Decimals, From: "100", To: "1000", Step: "1"}, {Field: "b", Kind: Choice, Values: []string{"x", "y"}, Weights: []int64{1, 2}}, {Field: "n", Kind: Sequence, From: "1"},
	}}}
	taken := unique
	taken.Records = [][]string{{"120", "x", "1"}}
	for name, s := range map[string]Spec{"unique": unique, "taken": taken, "strata": games(300), "given": {Fields: []string{"a"}, Records: [][]string{{"1"}, {"2"}, {"3"}}}} {
		want := all(t, s)
		for _, n := range []int64{0, 1, 2, 100, s.Len(), s.Len() + 1} {
			c := s.Cursor()
			c.Skip(min(n, 1))
			c.Skip(n - min(n, 1))
			for i := n; ; i++ {
				rec, ok := c.Next()
				if ok != (i < s.Len()) {
					t.Fatalf("%s: %d passed, then the end at %d", name, n, i)
				}
				if !ok {
					break
				}
				if !slices.Equal(rec, want[i]) {
					t.Fatalf("%s: %d passed, then record %d is %q, want %q", name, n, i, rec, want[i])
				}
			}
		}
	}
}

func TestSourcesRefused(t *testing.T) {
	for _, tt := range []struct {
		gen  Generator
		want string
	}{
		{Generator{Kind: Ints, From: "5", To: "4"}, "range, f, 5, 4"},
		{Generator{Kind: Ints, From: "", To: "4"}, "range, f, , 4"},
		{Generator{Kind: Ints, From: "1", To: "4.5"}, "range, f, 1, 4.5"},
		{Generator{Kind: Ints, From: "1", To: "4", Values: []string{"x"}}, "place, f"},
		{Generator{Kind: Ints, From: "1", To: "4", Values: []string{"x{n}", "y{n}"}}, "place, f"},
		{Generator{Kind: Ints, From: "1", To: "4", Weights: []int64{1}}, "weights, f"},
		{Generator{Kind: Zipf, From: "1", To: "9", Step: "-1"}, "exponent, f, -1"},
		{Generator{Kind: Zipf, From: "1", To: "9", Step: "0.0001"}, "exponent, f, 0.0001"},
		{Generator{Kind: Zipf, From: "1", To: "9", Step: "5.5"}, "exponent, f, 5.5"},
		{Generator{Kind: Zipf, From: "1", To: "900000", Step: "1"}, "size, f, 900000, 500000"},
		{Generator{Kind: Zipf, Values: []string{"a", "a"}, Step: "1"}, "value-twice, f, a"},
		{Generator{Kind: Zipf, Values: []string{"a", "b"}, From: "1", To: "2", Step: "1"}, "values-range, f"},
		{Generator{Kind: Sequence, From: "1", To: "2"}, "sequence, f, 2"},
		{Generator{Kind: Sequence, From: "1", PerValue: -1}, "per-value, f, -1"},
		{Generator{Kind: Arrival, From: "20150230", Step: "1"}, "begin, f, 20150230"},
		{Generator{Kind: Arrival, From: "20150228250000", Step: "1"}, "begin, f, 20150228250000"},
		{Generator{Kind: Arrival, From: "1", Step: "0"}, "step, f, 0"},
		{Generator{Kind: Arrival, From: "1"}, "end, f"},
		{Generator{Kind: Arrival, From: "20150228", To: "20150228"}, "range, f, 20150228, 20150228"},
		{Generator{Kind: Arrival, From: "99991231", Step: "86400000"}, "recipe-times: f, 86400000"},
		{Generator{Kind: Arrival, From: "1", Step: "1", Values: []string{"x"}}, "listed, f"},
		{Generator{Kind: Turns}, "range, f, , "},
	} {
		tt.gen.Field = "f"
		s := Spec{Fields: []string{"f"}, Recipe: &Recipe{Count: 100, Gens: []Generator{tt.gen}}}
		if err := s.Check(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v, want %q", tt.gen, err, tt.want)
		}
	}
	s := Spec{Fields: []string{"f"}, Recipe: &Recipe{Count: 100, Unique: []string{"f"}, Gens: []Generator{{Field: "f", Kind: Sequence, From: "1"}}}}
	if err := s.Check(); err == nil || !strings.Contains(err.Error(), "unique, f") {
		t.Errorf("unique: %v", err)
	}
}
