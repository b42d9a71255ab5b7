package dataset

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// fittedSpec returns a data set of Fitted fields, which are called f0, f1 and so on.
func fittedSpec(count int64, gens ...Generator) Spec {
	s := Spec{Recipe: &Recipe{Count: count, Seed: 11}}
	for i, g := range gens {
		g.Field, g.Kind = "f"+strconv.Itoa(i), Fitted
		s.Fields, s.Recipe.Gens = append(s.Fields, g.Field), append(s.Recipe.Gens, g)
	}
	return s
}

// sortedCounts returns how often the values of a field come, the most frequent first.
func sortedCounts(records [][]string, field int) (out []int) {
	by := map[string]int{}
	for _, r := range records {
		by[r[field]]++
	}
	for _, n := range by {
		out = append(out, n)
	}
	slices.Sort(out)
	slices.Reverse(out)
	return out
}

// TestFittedRanks tests that every value has its share exactly, at any size.
func TestFittedRanks(t *testing.T) {
	words := Generator{Values: []string{"{w3-9}"}, Shape: &Shape{Values: 6, Ranks: []Point{{1, 50}, {2, 30}, {4, 5}, {6, 5}}}}
	for count, want := range map[int64][]int{104: {50, 30, 9, 5, 5, 5}, 208: {100, 60, 18, 10, 10, 10}, 10: {5, 3, 1, 1}} {
		got := sortedCounts(all(t, fittedSpec(count, words)), 0)
		// 1/n between 30 and 5 is interpolated: 60/7 records.
		sum := 0
		for i, n := range got {
			if sum += n; i < len(want) && (n < want[i]-1 || n > want[i]+1) {
				t.Errorf("%d records: %v, want about %v", count, got, want)
			}
		}
		if int64(sum) != count {
			t.Errorf("%d records in all", sum)
		}
	}
	// Stretched to twice as many values, each has as many as before.
	words.Shape = &Shape{Values: 12, Ranks: words.Shape.Ranks}
	if got := sortedCounts(all(t, fittedSpec(208, words)), 0); len(got) != 12 || got[0] != got[1] || got[0] < 49 || got[0] > 51 {
		t.Errorf("stretched: %v", got)
	}
}

// TestFittedForms tests how values are written, that they differ, and that heads come where and as long
// as they should.
func TestFittedForms(t *testing.T) {
	flat := []Point{{1, 1}}
	for _, c := range []struct {
		g    Generator
		want string // each character stands for a class: a, A, 0, or itself
	}{
		{Generator{Values: []string{"u-{d4}.{w3}"}, Shape: &Shape{Values: 500, Ranks: []Point{{1, 1}, {500, 1}}}}, "u-0000.aaa"},
		{Generator{Values: []string{"{C5}_{W2}"}, Shape: &Shape{Values: 90, Ranks: flat}}, "Aaaaa_AA"},
		{Generator{Values: []string{"{n} kWh"}, From: "100", To: "199", Step: "1", Shape: &Shape{Values: 90, Ranks: flat}}, "000 aAa"},
		{Generator{Values: []string{"{n}"}, From: "0010", To: "0999", Step: "1", Shape: &Shape{Values: 90, Ranks: flat}}, "0000"},
		{Generator{Values: []string{"{n}"}, From: "-9.50", To: "-1.25", Step: "0.25", Shape: &Shape{Scale: []Point{{0, 0}, {million, million}}}}, "-0.00"},
		{Generator{Values: []string{"{day}/{month}/{year} {hour}:{minute}:{second}.{ms}"}, From: "20240228", To: "20240301", Step: "1", Shape: &Shape{Scale: []Point{{0, 0}, {million, million}}}}, "00/00/0000 00:00:00.000"},
		{Generator{Values: []string{"{unixus}"}, From: "20240228", To: "20240301", Step: "1000", Shape: &Shape{Values: 9, Ranks: flat, Spread: 1, Order: 1}}, "0000000000000000"},
	} {
		met := map[string]bool{}
		for _, rec := range all(t, fittedSpec(2000, c.g)) {
			form := strings.Map(func(r rune) rune {
				switch {
				case '0' <= r && r <= '9':
					return '0'
				case 'a' <= r && r <= 'z':
					return 'a'
				case 'A' <= r && r <= 'Z':
					return 'A'
				}
				return r
			}, rec[0])
			if form != strings.NewReplacer("u-", "a-").Replace(c.want) {
				t.Fatalf("%s: %q", c.g.Values[0], rec[0])
			}
			met[rec[0]] = true
		}
		if n := c.g.Shape.Values; n > 0 && int64(len(met)) != n {
			t.Errorf("%s: %d of %d values", c.g.Values[0], len(met), n)
		}
	}
	heads := Generator{Values: []string{"{w2-12}"}, Shape: &Shape{
		Values: 50, Ranks: []Point{{1, 500}, {2, 300}, {3, 10}, {50, 10}}, Heads: []Head{{Before: 6000, Length: 11}, {Before: 1000, Length: 3}}, Lengths: []int64{5},
	}}
	records := all(t, fittedSpec(1280, heads))
	by := map[string]int{}
	for _, r := range records {
		by[r[0]]++
	}
	for v, n := range by {
		before := 0
		for w, m := range by {
			if w < v {
				before += m
			}
		}
		switch {
		case n == 500 && (len(v) != 11 || before < 750 || before > 790), n == 300 && (len(v) != 3 || before < 110 || before > 145), n < 300 && len(v) != 5:
			t.Errorf("%q has %d records, and %d before it", v, n, before)
		}
	}
}

// TestFittedDependences tests fields that other fields decide about.
func TestFittedDependences(t *testing.T) {
	s := fittedSpec(6000,
		Generator{Values: []string{"{n}"}, From: "990", To: "5000", Step: "1", Shape: &Shape{Values: 2000, Ranks: []Point{{1, 5}, {1000, 3}, {2000, 1}}, Spread: 1, Order: 1}}, // an order
		Generator{Values: []string{"{n}"}, From: "1", To: "9", Step: "1", Shape: &Shape{Counts: "f0"}},                                                                         // its lines
		Generator{Values: []string{"{w5}"}, Shape: &Shape{Values: 40, Ranks: []Point{{1, 1000}, {40, 40}}, Follows: "f0"}},                                                     // its customer
		Generator{Values: []string{"{W2}"}, Shape: &Shape{Values: 3, Ranks: []Point{{1, 5}, {3, 2}}, Follows: "f2", Absent: 300_000, AbsentBy: "f2"}},                          // the customer's country
		Generator{Values: []string{"{unix}"}, From: "20240101", To: "20240301", Step: "1000", Shape: &Shape{Scale: []Point{{0, 0}, {million, million}}, Follows: "f0"}},
		Generator{Values: []string{"{year}-{month}-{day}"}, From: "20240101", To: "20240301", Step: "1000", Shape: &Shape{Follows: "f4"}},
		Generator{Values: []string{"{w4}"}, Shape: &Shape{Values: 60, Ranks: []Point{{1, 1}, {60, 1}}, Within: "f0", Once: true}},
	)
	if !s.IsSparse() {
		t.Error("no record may lack a field")
	}
	records := all(t, s)
	of, lacks, pairs, line := map[string]string{}, 0, map[string]bool{}, 0
	for i, r := range records {
		if line++; i == 0 || r[0] != records[i-1][0] {
			line = 1
		}
		if r[1] != strconv.Itoa(line) {
			t.Fatalf("record %d is line %s of %s, want %d", i, r[1], r[0], line)
		}
		country := r[3] + strconv.FormatBool(LacksField(r, 7, 3))
		for _, pair := range [][2]string{{r[0], r[2]}, {r[2], country}, {r[0], r[4]}, {r[4], r[5]}} {
			if was, known := of[pair[0]]; known && was != pair[1] && (len(was) == len(pair[1])) {
				t.Fatalf("%s has %s and %s", pair[0], was, pair[1])
			}
		}
		of[r[2]] = country
		if LacksField(r, 7, 3) {
			lacks++
		}
		if i > 0 && r[4] < records[i-1][4] {
			t.Fatalf("record %d is earlier than the one before", i)
		}
		if pairs[r[0]+r[6]] {
			t.Fatalf("%s comes twice with %s", r[6], r[0])
		}
		pairs[r[0]+r[6]] = true
	}
	if lacks < 1500 || lacks > 2100 {
		t.Errorf("%d records lack the field", lacks)
	}
	if got := sortedCounts(records, 2); len(got) != 40 || got[39] < 20 {
		t.Errorf("customers have %v", got)
	}
	if got := sortedCounts(records, 0); len(got) != 2000 || got[0] > 6 {
		t.Errorf("%d orders", len(got))
	}
}

// TestFittedIsTheSame fixes some values, which must be the same on every machine.
func TestFittedIsTheSame(t *testing.T) {
	s := fittedSpec(1000,
		Generator{Values: []string{"{w4-9}", "{C3}{d2}"}, Weights: []int64{2, 1}, Shape: &Shape{Values: 100, Ranks: []Point{{1, 90}, {100, 3}}, Lengths: []int64{5, 8}}},
		Generator{Values: []string{"{trim}"}, From: "0", To: "50", Step: "0.1", Shape: &Shape{Scale: []Point{{0, 0}, {500_000, 100_000}, {million, million}}}},
		Generator{Values: []string{"{unixms}"}, From: "20240101", To: "20240102", Step: "1", Shape: &Shape{Scale: []Point{{0, 0}, {million, million}}, Spread: 1, Order: 1, Gaps: []Point{{1, 1000}, {20, 100}, {256, 1}}}},
		Generator{Values: []string{"{m12}"}, Shape: &Shape{Values: 300, Ranks: []Point{{1, 4}, {300, 3}}, Spread: 40}},
	)
	cursor := s.Cursor()
	var got []string
	for i := range 1000 {
		rec, _ := cursor.Next()
		if i%333 == 5 {
			got = append(got, strings.Join(rec, " "))
		}
	}
	want := []string{"Mab26 3.9 1704067557847 AXWpTvQYvFiH", "hotarazi 3 1704098104415 4Oxm4U4HpeTT", "Ser45 2 1704125007751 Pvws1kOC0F84"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	// A cursor that skips gives the same.
	jump := s.Cursor()
	jump.Skip(5 + 333)
	if rec, _ := jump.Next(); len(want) > 1 && strings.Join(rec, " ") != want[1] {
		t.Errorf("after a skip %q", rec)
	}
}

// TestFittedRefused tests shapes that contradict themselves or other fields.
func TestFittedRefused(t *testing.T) {
	flat, scale := []Point{{1, 1}}, []Point{{0, 0}, {million, million}}
	words := func(s Shape) Generator { return Generator{Values: []string{"{w5}"}, Shape: &s} }
	number := func(s Shape) Generator {
		return Generator{Values: []string{"{n}"}, From: "0", To: "99", Step: "1", Shape: &s}
	}
	good := words(Shape{Values: 5, Ranks: flat})
	if err := fittedSpec(10, good, number(Shape{Scale: scale}), words(Shape{Values: 2, Ranks: flat, Follows: "f0"})).Check(); err != nil {
		t.Fatal(err)
	}
	for name, g := range map[string]Generator{
		"nothing":              {},
		"no form":              {Shape: good.Shape},
		"no piece":             {Values: []string{"abc"}, Shape: good.Shape},
		"unknown piece":        {Values: []string{"{q4}"}, Shape: good.Shape},
		"open piece":           {Values: []string{"{w4"}, Shape: good.Shape},
		"no length":            {Values: []string{"{w}"}, Shape: good.Shape},
		"lengths back":         {Values: []string{"{w5-4}"}, Shape: good.Shape},
		"long":                 {Values: []string{"{w5-9999999}"}, Shape: good.Shape},
		"mixed":                {Values: []string{"{w5}{n}"}, From: "0", To: "9", Step: "1", Shape: good.Shape},
		"two forms of numbers": {Values: []string{"{n}", "a{n}"}, From: "0", To: "9", Step: "1", Shape: good.Shape},
		"weights":              {Values: []string{"{w5}"}, Weights: []int64{1, 2}, Shape: good.Shape},
		"no bounds":            {Values: []string{"{n}"}, Shape: &Shape{Scale: scale}},
		"bounds back":          {Values: []string{"{n}"}, From: "9", To: "3", Step: "1", Shape: &Shape{Scale: scale}},
		"no step":              {Values: []string{"{unix}"}, From: "20240101", To: "20240102", Step: "0", Shape: &Shape{Scale: scale}},
		"no time":              {Values: []string{"{unix}"}, From: "20241301", To: "20240102", Step: "1", Shape: &Shape{Scale: scale}},
		"few numbers":          number(Shape{Values: 101, Ranks: flat}),
		"words on a scale":     words(Shape{Scale: scale}),
		"no values":            words(Shape{Ranks: flat}),
		"no ranks":             words(Shape{Values: 5}),
		"ranks from 2":         words(Shape{Values: 5, Ranks: []Point{{2, 1}}}),
		"ascending ranks":      words(Shape{Values: 5, Ranks: []Point{{1, 1}, {2, 3}}}),
		"many heads":           words(Shape{Values: 5, Ranks: flat, Heads: make([]Head, 2)}),
		"bent scale":           number(Shape{Scale: []Point{{0, 5}, {3, 4}, {million, million}}}),
		"short scale":          number(Shape{Scale: []Point{{0, 0}, {5, 5}}}),
		"dense alone":          words(Shape{Values: 5, Ranks: flat, Dense: []int64{1}}),
		"unknown field":        words(Shape{Values: 5, Ranks: flat, Follows: "f9"}),
		"itself":               words(Shape{Values: 5, Ranks: flat, Follows: "f0"}),
		"follows a measure":    words(Shape{Values: 5, Ranks: flat, Follows: "f1"}),
		"in a circle":          words(Shape{Values: 5, Ranks: flat, Follows: "f2"}),
		"within what is apart": words(Shape{Values: 5, Ranks: flat, Within: "f3"}),
		"two rounds":           words(Shape{Values: 5, Ranks: flat, Within: "f3", Turn: 4}),
		"absent by nothing":    words(Shape{Values: 5, Ranks: flat, AbsentBy: "f3"}),
		"very absent":          words(Shape{Values: 5, Ranks: flat, Absent: million + 1}),
		"gaps of values":       words(Shape{Values: 5, Ranks: flat, Gaps: flat}),
		"counts words":         words(Shape{Counts: "f3"}),
	} {
		s := fittedSpec(10, g, number(Shape{Scale: scale}), words(Shape{Values: 2, Ranks: flat, Follows: "f0"}), words(Shape{Values: 2, Ranks: flat}))
		if s.Check() == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

// TestFittedNeverPanics makes records of random shapes, of which some are refused.
func TestFittedNeverPanics(t *testing.T) {
	r := NewRandom(3, 4)
	n := func(most uint64) int64 { return int64(r.Below(most)) }
	forms := [][]string{{"{w4}"}, {"{w1-3}{d1}", "{C2}"}, {"{n}"}, {"{trim} m"}, {"{unix}"}, {"{year}{month}{day}"}, {"{x8}-{x4}"}, {"{t5-40}", "{m1}"}}
	points := func(first, last int64, down bool) (out []Point) {
		at, v := first, n(50)+1
		if down {
			v = 1 + n(1<<n(31))
		}
		for at < last && len(out) < 5 {
			out = append(out, Point{at, v})
			at += 1 + n(uint64(last-first)/2+1)
			if down {
				v -= min(v-1, n(uint64(v)))
			} else {
				v = min(v+n(300_000), million)
			}
		}
		return append(out, Point{last + n(2)*n(3), v})
	}
	accepted := 0
	for range 20_000 {
		var gens []Generator
		fields := uint64(1 + n(4))
		other := func() string {
			if n(3) > 0 {
				return ""
			}
			return "f" + strconv.Itoa(int(r.Below(fields)))
		}
		count := 1 + n(300)
		for range fields {
			g := Generator{Values: forms[r.Below(uint64(len(forms)))], From: "5", To: strconv.Itoa(int(5 + n(400))), Step: "1"}
			if strings.Contains(g.Values[0], "unix") || strings.Contains(g.Values[0], "year") {
				g.From, g.To, g.Step = "20240101", "2024010"+strconv.Itoa(int(1+n(9))), strconv.Itoa(int(1+n(100_000)))
			}
			s := &Shape{Absent: n(3) * n(400_000), Blank: n(2) == 0}
			switch n(5) {
			case 0:
				s.Scale = points(0, million, false)
				s.Scale[0].Value = 0
				if n(2) == 0 {
					s.Gaps = points(1, 1+n(400), true)
				}
			case 1:
				s.Counts = other()
			case 2:
				s.Follows = other()
			default:
				s.Values, s.Ranks = 1+n(200), points(1, 1+n(300), true)
				for range n(4) {
					s.Heads = append(s.Heads, Head{n(10_001), n(12)})
				}
				if s.Within, s.Once = other(), n(2) == 0; s.Within == "" {
					s.Follows, s.Once = other(), false
				}
				if n(4) == 0 {
					s.Scale = points(0, million, false)
					for range len(s.Scale) - 1 {
						s.Dense = append(s.Dense, n(9))
					}
				}
			}
			if s.Follows == "" && s.Within == "" && n(2) == 0 {
				s.Spread, s.Order = n(5), n(3)-1
			}
			if s.Absent > 0 {
				s.Absent = min(s.Absent, million)
				s.AbsentBy = other()
			}
			g.Shape = s
			gens = append(gens, g)
		}
		spec := fittedSpec(count, gens...)
		if spec.Check() != nil {
			continue
		}
		accepted++
		made := int64(0)
		for c := spec.Cursor(); ; made++ {
			rec, ok := c.Next()
			if !ok {
				break
			}
			if !wellFormed(rec, len(spec.Fields)) {
				t.Fatalf("%+v: %q", spec, rec)
			}
		}
		if made != count {
			t.Errorf("%d of %d records", made, count)
		}
	}
	if accepted < 500 {
		t.Errorf("only %d of 20,000 are accepted", accepted)
	}
}
