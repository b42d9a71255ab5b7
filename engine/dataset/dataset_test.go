package dataset

import (
	"errors"
	"math/bits"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/engine/base"
)

func TestGivenOnly(t *testing.T) {
	s := Spec{Fields: []string{"a", "b"}, Records: [][]string{{"1", "2"}, {"1", "2"}}}
	got := all(t, s)
	if len(got) != 2 || !slices.Equal(got[0], s.Records[0]) || !slices.Equal(got[1], s.Records[1]) {
		t.Errorf("records %q", got)
	}
	c := s.Cursor()
	rec, _ := c.Next()
	rec[0] = "changed"
	if s.Records[0][0] != "1" {
		t.Error("writing to what Next returns changed the Spec")
	}
}

// TestUniqueExhausts checks that a recipe that asks for all combinations gets each of them
// once.
func TestUniqueExhausts(t *testing.T) {
	weights := []struct {
		name    string
		weights []int64
	}{{"equal", nil}, {"weighted", []int64{1, 1, 1}}}
	for _, tt := range weights {
		s := Spec{
			Fields:  []string{"n", "x", "d", "y"},
			Records: [][]string{{"0.5", "b", "20240229", "q"}, {"9", "z", "20240301", "q"}},
			Recipe: &Recipe{Count: 3*4*5 + 1, Seed: 7, Unique: []string{"d", "x", "n"}, Gens: []Generator{
				{Field: "n", Kind: Decimals, From: "0", To: "1.5", Step: "0.5"},
				{Field: "x", Kind: Choice, Values: []string{"a", "b", "c"}, Weights: tt.weights},
				{Field: "d", Kind: Days, From: "20240227", To: "20240302"},
				{Field: "y", Kind: Choice, Values: []string{"q"}},
			}},
		}
		if tt.weights != nil {
			// 59 over three values: the given record leaves 19 of b's 20.
			if err := s.Check(); err == nil || !strings.Contains(err.Error(), "recipe-few: 20, 19, b") {
				t.Errorf("%s: Check = %v, want a refusal of b's share", tt.name, err)
			}
			s.Recipe.Count -= 3
		}
		seen := map[string]int{}
		for _, rec := range all(t, s) {
			seen[strings.Join(rec[:3], " ")]++
		}
		if int64(len(seen)) != s.Len() {
			t.Errorf("%s: %d different records of %d: %v", tt.name, len(seen), s.Len(), seen)
		}
		if tt.weights == nil {
			s.Recipe.Count++
			if s.Check() == nil {
				t.Errorf("%s: Check allows more records than combinations", tt.name)
			}
		}
	}
}

// TestSeed checks that another seed gives other records.
func TestSeed(t *testing.T) {
	a, b := games(500), games(500)
	b.Recipe.Seed++
	ra, rb := all(t, a), all(t, b)
	same := 0
	for i := 5; i < len(ra); i++ {
		if slices.Equal(ra[i], rb[i]) {
			same++
		}
	}
	if same > 5 {
		t.Errorf("%d of 495 records are the same under another seed", same)
	}
}

func TestNames(t *testing.T) {
	g := Generator{Field: "p", Kind: Names, Values: []string{"Corrie", "Zoe", "Ada2"}, PerValue: 200, Min: 12}
	tests := []struct {
		count, want int64
	}{{0, 12}, {1_000, 12}, {2_400, 12}, {2_401, 13}, {100_000, 500}, {1_000_000, 5000}}
	for _, tt := range tests {
		got, err := g.values(tt.count)
		if err != nil || int64(len(got)) != tt.want {
			t.Errorf("%d records have %d names, %v; want %d", tt.count, len(got), err, tt.want)
			continue
		}
		sorted := slices.Sorted(slices.Values(got))
		if len(slices.Compact(sorted)) != len(got) {
			t.Errorf("%d records: a name stands twice", tt.count)
		}
	}
	got, _ := g.values(200 * 70)
	const want = "Corrie Zoe Ada2 Ada Aiko"
	if s := strings.Join(got[:5], " "); s != want {
		t.Errorf("names begin %s, want %s", s, want)
	}
	if s := strings.Join(got[62:67], " "); s != "Corrie2 Zoe2 Ada22 Aiko2 Alma2" {
		t.Errorf("names go on %s", s)
	}
}

// TestDays compares the calendar with that of package time, over four centuries.
func TestDays(t *testing.T) {
	g := Generator{Field: "d", Kind: Days, From: "18991230", To: "23010102"}
	got, err := g.values(0)
	if err != nil {
		t.Fatal(err)
	}
	d := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	for _, s := range got {
		if want := d.Format("20060102"); s != want {
			t.Fatalf("day %s, want %s", s, want)
		}
		d = d.AddDate(0, 0, 1)
	}
	if last := got[len(got)-1]; last != g.To {
		t.Errorf("the last day is %s", last)
	}
}

func TestDecimals(t *testing.T) {
	tests := []struct{ from, to, step, want string }{
		{"0", "3", "1", "0 1 2 3"},
		{"0.00", "0.7", "0.25", "0.00 0.25 0.50"},
		{"9.9", "10.1", "0.1", "9.9 10.0 10.1"},
		{"5", "5", "2", "5"},
		{"0", "0.002", "0.001", "0.000 0.001 0.002"},
	}
	for _, tt := range tests {
		got, err := Generator{Field: "x", Kind: Decimals, From: tt.from, To: tt.to, Step: tt.step}.values(0)
		if err != nil || strings.Join(got, " ") != tt.want {
			t.Errorf("%s to %s by %s: %v, %v; want %s", tt.from, tt.to, tt.step, got, err, tt.want)
		}
	}
}

func TestCheckRefuses(t *testing.T) {
	tests := []struct {
		name   string
		change func(s *Spec)
		want   string // part of the error
	}{
		{"no fields", func(s *Spec) { s.Fields = nil }, "no-fields, "},
		{"no name", func(s *Spec) { s.Fields[1] = "" }, "unnamed, , 2"},
		{"field twice", func(s *Spec) { s.Fields[1] = "game" }, "twice, game"},
		{"short record", func(s *Spec) { s.Records[3] = s.Records[3][:2] }, "record, , 4, "},
		{"too many", func(s *Spec) { s.Recipe.Count = MaxCount + 1 }, "count-above, , 5000001, 5000000"},
		{"fewer than given", func(s *Spec) { s.Recipe.Count = 4 }, "count-below, , 4, 5"},
		{"negative", func(s *Spec) { s.Records = nil; s.Recipe.Count = -1 }, "count-below, , -1, 0"},
		{"generators", func(s *Spec) { s.Recipe.Gens = s.Recipe.Gens[1:] }, "generators, , 4, "},
		{"order", func(s *Spec) { s.Recipe.Gens[3].Field = "kda" }, "order, kda, "},
		{"kind", func(s *Spec) { s.Recipe.Gens[3].Kind = kinds }, "kind, "},
		{"unique field", func(s *Spec) { s.Recipe.Unique[0] = "title" }, "unknown, title"},
		{"unique twice", func(s *Spec) { s.Recipe.Unique[0] = "date" }, "unique-twice, date"},
		{"two weighted", func(s *Spec) {
			s.Recipe.Gens[3].Weights = []int64{1, 2}
			s.Recipe.Unique = append(s.Recipe.Unique, "win")
		}, "recipe-weights: game, win"},
		{"given twice", func(s *Spec) { s.Records[3][2] = "20150301" }, "repeats, , 4"},
		{"combinations", func(s *Spec) { s.Recipe.Gens[2].To = "20150120" }, "recipe-few: "},
		{"no choice", func(s *Spec) { s.Recipe.Gens[3].Values = nil }, "size, win, 0, "},
		{"choice twice", func(s *Spec) { s.Recipe.Gens[3].Values[0] = "false" }, "value-twice, win, false"},
		{"weights", func(s *Spec) { s.Recipe.Gens[0].Weights = []int64{1} }, "weights-size, game, 1, "},
		{"weight zero", func(s *Spec) { s.Recipe.Gens[0].Weights[2] = 0 }, "weight, game, 0"},
		{"weights large", func(s *Spec) { s.Recipe.Gens[0].Weights[2] = maxWeight - 1 }, "weights-sum, game, "},
		{"weighted days", func(s *Spec) { s.Recipe.Gens[2].Weights = []int64{1} }, "weights, date"},
		{"names a record", func(s *Spec) { s.Recipe.Gens[1].PerValue = 0 }, "names, player, 0, "},
		{"names least", func(s *Spec) { s.Recipe.Gens[1].Min = MaxValues + 1 }, "size, player, 500001, 500000"},
		{"name twice", func(s *Spec) { s.Recipe.Gens[1].Values[2] = "Jo" }, "value-twice, player, Jo"},
		{"day", func(s *Spec) { s.Recipe.Gens[2].From = "20150229" }, "range, date, 20150229, "},
		{"day letters", func(s *Spec) { s.Recipe.Gens[2].To = "2015-1-1" }, ", 2015-1-1"},
		{"days reversed", func(s *Spec) { s.Recipe.Gens[2].To = "20141231" }, ", 20141231"},
		{"many days", func(s *Spec) { s.Recipe.Gens[2].From, s.Recipe.Gens[2].To = "00000101", "99991231" }, "size, date, 500001, 500000"},
		{"step", func(s *Spec) { s.Recipe.Gens[4].Step = "0.00" }, ", 0.00"},
		{"number", func(s *Spec) { s.Recipe.Gens[4].From = "-1" }, "numbers, kda, -1 … "},
		{"number point", func(s *Spec) { s.Recipe.Gens[4].From = "1." }, ", 1. … "},
		{"number size", func(s *Spec) { s.Recipe.Gens[4].To = "99999999999999999999" }, "numbers, kda, "},
		{"numbers reversed", func(s *Spec) { s.Recipe.Gens[4].From = "12.25" }, ", 12.25 … "},
		{"many numbers", func(s *Spec) { s.Recipe.Gens[4].To = "999999" }, "size, kda, "},
	}
	for _, tt := range tests {
		s := games(1000)
		tt.change(&s)
		var e *base.Error
		err := s.Check()
		if !errors.As(err, &e) {
			t.Errorf("%s: Check = %v, want %q", tt.name, err, tt.want)
			continue
		}
		got := strings.Join(e.Args, ", ")
		if e.Code != base.CodeBadRecipe {
			got = string(e.Code) + ": " + got
		}
		if !strings.Contains(got, tt.want) {
			t.Errorf("%s: Check = %v, want %q", tt.name, err, tt.want)
		}
	}
}

func TestPermutation(t *testing.T) {
	for _, size := range []uint64{1, 2, 3, 4, 5, 7, 16, 365, 1000, 4380} {
		for seed := range uint64(3) {
			p := newPermutation(size, seed)
			seen := make([]bool, size)
			fixed := 0
			for i := range size {
				j := p.nth(i)
				if j >= size || seen[j] {
					t.Fatalf("size %d, seed %d: %d is sent to %d, outside or for the second time", size, seed, i, j)
				}
				seen[j] = true
				if i == j {
					fixed++
				}
			}
			if size > 300 && fixed > 12 {
				t.Errorf("size %d, seed %d: %d numbers stay in place", size, seed, fixed)
			}
		}
	}
	p := newPermutation(maxCombinations, 1)
	for i := range uint64(1000) {
		if j := p.nth(i); j >= p.size {
			t.Fatalf("%d is sent to %d", i, j)
		}
	}
	if hi, lo := bits.Mul64(p.a, p.b); hi > 0 || lo < p.size {
		t.Errorf("%d times %d does not hold %d", p.a, p.b, p.size)
	}
}

func TestShare(t *testing.T) {
	tests := []struct {
		n       uint64
		weights []int64
		want    []uint64
	}{
		{10, []int64{1}, []uint64{10}},
		{10, []int64{1, 1, 1}, []uint64{4, 3, 3}},
		{0, []int64{1, 5}, []uint64{0, 0}},
		{5, []int64{1, 1, 8}, []uint64{1, 0, 4}},
		{MaxCount, []int64{1 << 31, 1<<31 - 1}, []uint64{2_500_000, 2_500_000}},
	}
	for _, tt := range tests {
		got := share(tt.n, tt.weights)
		if !slices.Equal(got, tt.want) {
			t.Errorf("share(%d, %d) = %d, want %d", tt.n, tt.weights, got, tt.want)
		}
	}
}

func TestCursorPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Cursor of a refused Spec returns")
		}
	}()
	Spec{}.Cursor()
}
