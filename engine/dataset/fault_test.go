package dataset

import (
	"slices"
	"strings"
	"testing"

	"tabletop/engine/base"
)

func TestFaults(t *testing.T) {
	long := strings.Repeat("9", 19)
	for name, c := range map[string]struct {
		g    Gen
		want []Fault
	}{
		"choice":             {Gen{Kind: Choice, Values: []string{"a", "b"}, Weights: []int64{2, 1}}, nil},
		"no choice":          {Gen{Kind: Choice}, []Fault{{SetValues, noValues}}},
		"choice twice":       {Gen{Kind: Choice, Values: []string{"a", "a"}, Weights: []int64{1}}, []Fault{{SetValues, twice}, {SetWeights, notWeights}}},
		"weight of nothing":  {Gen{Kind: Choice, Values: []string{"a"}, Weights: []int64{0}}, []Fault{{SetWeights, notWeights}}},
		"heavy":              {Gen{Kind: Choice, Values: []string{"a", "b"}, Weights: []int64{maxWeight - 1, 1}}, []Fault{{SetWeights, notWeights}}},
		"choices":            {Gen{Kind: Choice, Values: make([]string, MaxValues+1)}, []Fault{{SetValues, tooMany}}},
		"names":              {Gen{Kind: Names, PerValue: 10}, nil},
		"names of none":      {Gen{Kind: Names, Min: -1, Values: []string{"a", "a"}}, []Fault{{SetValues, twice}, {SetPerValue, notPositive}, {SetMin, notWhole}}},
		"names of all":       {Gen{Kind: Names, PerValue: 1, Min: MaxValues + 1}, []Fault{{SetPerValue, tooMany}, {SetMin, tooMany}}},
		"days":               {Gen{Kind: Days, From: "20240228", To: "20240301"}, nil},
		"no days":            {Gen{Kind: Days, From: "20230229", To: "march"}, []Fault{{SetFrom, notDay}, {SetTo, notDay}}},
		"days back":          {Gen{Kind: Days, From: "20240301", To: "20240229"}, []Fault{{SetTo, backward}}},
		"many days":          {Gen{Kind: Days, From: "00010101", To: "99991231"}, []Fault{{SetTo, tooMany}}},
		"decimals":           {Gen{Kind: Decimals, From: "0.5", To: "1", Step: "0.25"}, nil},
		"no decimals":        {Gen{Kind: Decimals, From: "-1", To: "1.", Step: "0.0000000001"}, []Fault{{SetFrom, notDecimal}, {SetTo, notDecimal}, {SetStep, notDecimal}}},
		"decimals back":      {Gen{Kind: Decimals, From: "2", To: "1", Step: "0"}, []Fault{{SetStep, notPositive}, {SetTo, backward}}},
		"many decimals":      {Gen{Kind: Decimals, From: "0", To: "1000000", Step: "1"}, []Fault{{SetStep, tooMany}}},
		"ints":               {Gen{Kind: Ints, From: "001", To: "100", Values: []string{"s{n}"}}, nil},
		"no ints":            {Gen{Kind: Ints, From: "", To: long, Values: []string{"s"}}, []Fault{{SetFrom, notWhole}, {SetTo, notWhole}, {SetValues, noPlace}}},
		"ints back":          {Gen{Kind: Ints, From: "2", To: "1"}, []Fault{{SetTo, backward}}},
		"ints, two texts":    {Gen{Kind: Ints, From: "1", To: "1", Values: []string{"{n}", "{a}"}}, []Fault{{SetValues, noPlace}}},
		"zipf":               {Gen{Kind: Zipf, Values: []string{"a", "b"}, Step: "1.2"}, nil},
		"zipf of numbers":    {Gen{Kind: Zipf, From: "1", To: "9", Values: []string{"u{n}"}, Step: "0"}, nil},
		"zipf of both":       {Gen{Kind: Zipf, Values: []string{"a", "b"}, From: "1", Step: "6"}, []Fault{{SetFrom, notBoth}, {SetStep, notExponent}}},
		"zipf of nothing":    {Gen{Kind: Zipf, Step: "1"}, []Fault{{SetFrom, notWhole}, {SetTo, notWhole}}},
		"zipf of many":       {Gen{Kind: Zipf, From: "1", To: "1000000", Step: "1"}, []Fault{{SetTo, tooMany}}},
		"turns":              {Gen{Kind: Turns, From: "1", To: "1000000"}, nil},
		"turns of both":      {Gen{Kind: Turns, Values: []string{"a", "a"}, To: "9"}, []Fault{{SetValues, twice}, {SetFrom, notBoth}}},
		"sequence":           {Gen{Kind: Sequence, From: "1", PerValue: 3, Step: "1", Values: []string{"p{n}"}}, nil},
		"no sequence":        {Gen{Kind: Sequence, From: "x", To: "9", PerValue: -1, Step: "x"}, []Fault{{SetFrom, notWhole}, {SetTo, notBoth}, {SetPerValue, notWhole}, {SetStep, notExponent}}},
		"sequence of many":   {Gen{Kind: Sequence, From: "1", Step: "1"}, []Fault{{SetPerValue, tooMany}}},
		"arrival":            {Gen{Kind: Arrival, From: "20240101", To: "20240201"}, nil},
		"arrival by steps":   {Gen{Kind: Arrival, From: "1700000000000", Step: "0.5"}, nil},
		"arrival of nothing": {Gen{Kind: Arrival, From: "20241301", Values: []string{"a"}}, []Fault{{SetValues, notBoth}, {SetFrom, notTime}, {SetStep, needsOne}}},
		"arrival of both":    {Gen{Kind: Arrival, From: "20240101", To: "20240201", Step: "1"}, []Fault{{SetStep, notBoth}}},
		"arrival back":       {Gen{Kind: Arrival, From: "20240101", To: "20240101"}, []Fault{{SetTo, backward}}},
		"arrival, two forms": {Gen{Kind: Arrival, From: "20240101", To: "20240201000000"}, []Fault{{SetTo, otherForm}}},
		"arrival to nowhere": {Gen{Kind: Arrival, From: "20240101", To: "x"}, []Fault{{SetTo, notTime}}},
		"filler":             {Gen{Kind: Filler, From: "10", To: "100"}, nil},
		"no filler":          {Gen{Kind: Filler, From: "x", To: "", Values: []string{"{n}"}}, []Fault{{SetFrom, notWhole}, {SetTo, notWhole}, {SetValues, notBoth}}},
		"much filler":        {Gen{Kind: Filler, From: "1", To: "135"}, []Fault{{SetTo, tooLong}}},
		"arrival by nothing": {Gen{Kind: Arrival, From: "20240101", Step: "0"}, []Fault{{SetStep, notPositive}}},
	} {
		if got := c.g.Faults(1_000_000); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestFaultsAreWhatCheckRefuses compares the faults of random settings of every kind with
// the refusals of Check.
func TestFaultsAreWhatCheckRefuses(t *testing.T) {
	texts := []string{"", "0", "1", "007", "25", "0.5", "3.25", "6", "x", "20240101", "20240229", "20240101123000", "1700000000000", "99999999999999999999"}
	values := [][]string{nil, nil, {"a"}, {"u{n}"}, {"{a}"}, {"a", "b"}, {"a", "a"}}
	weights := [][]int64{nil, nil, {1}, {2, 1}, {0, 1}}
	r := Seeded(7, 1)
	text := func() string { return texts[r.Below(uint64(len(texts)))] }
	refused := 0
	const tries, count = 6000, 100
	for range tries {
		g := Gen{
			Field: "f", Kind: Kind(r.Below(uint64(kinds))), Values: values[r.Below(uint64(len(values)))],
			PerValue: int64(r.Below(4)) - 1, Min: int64(r.Below(3)) - 1, From: text(), To: text(), Step: text(),
		}
		if g.Kind == Choice {
			g.Weights = weights[r.Below(uint64(len(weights)))]
		}
		if g.Kind == Arrival || g.Kind == Sequence {
			switch r.Below(3) {
			case 0:
				g.To = ""
			case 1:
				g.Step = ""
			}
		}
		err := Spec{Fields: []string{"f"}, Recipe: &Recipe{Count: count, Gens: []Gen{g}}}.Check()
		if got := g.Faults(count); (err != nil) != (len(got) > 0) && !(err != nil && strings.Contains(err.Error(), string(base.CodeRecipeTimes))) {
			t.Fatalf("%+v: %v, but Check says %v", g, got, err)
		}
		if err != nil {
			refused++
		}
	}
	if refused == 0 || refused == tries {
		t.Errorf("%d of %d refused", refused, tries)
	}
}
