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
		g    Generator
		want []SettingFault
	}{
		"choice":             {Generator{Kind: Choice, Values: []string{"a", "b"}, Weights: []int64{2, 1}}, nil},
		"no choice":          {Generator{Kind: Choice}, []SettingFault{{SetValues, noValues}}},
		"choice twice":       {Generator{Kind: Choice, Values: []string{"a", "a"}, Weights: []int64{1}}, []SettingFault{{SetValues, twice}, {SetWeights, notWeights}}},
		"weight of nothing":  {Generator{Kind: Choice, Values: []string{"a"}, Weights: []int64{0}}, []SettingFault{{SetWeights, notWeights}}},
		"heavy":              {Generator{Kind: Choice, Values: []string{"a", "b"}, Weights: []int64{maxWeight - 1, 1}}, []SettingFault{{SetWeights, notWeights}}},
		"choices":            {Generator{Kind: Choice, Values: make([]string, MaxValues+1)}, []SettingFault{{SetValues, tooMany}}},
		"names":              {Generator{Kind: Names, PerValue: 10}, nil},
		"names of none":      {Generator{Kind: Names, Min: -1, Values: []string{"a", "a"}}, []SettingFault{{SetValues, twice}, {SetPerValue, notPositive}, {SetMin, notWhole}}},
		"names of all":       {Generator{Kind: Names, PerValue: 1, Min: MaxValues + 1}, []SettingFault{{SetPerValue, tooMany}, {SetMin, tooMany}}},
		"days":               {Generator{Kind: Days, From: "20240228", To: "20240301"}, nil},
		"no days":            {Generator{Kind: Days, From: "20230229", To: "march"}, []SettingFault{{SetFrom, notDay}, {SetTo, notDay}}},
		"days back":          {Generator{Kind: Days, From: "20240301", To: "20240229"}, []SettingFault{{SetTo, backward}}},
		"many days":          {Generator{Kind: Days, From: "00010101", To: "99991231"}, []SettingFault{{SetTo, tooMany}}},
		"decimals":           {Generator{Kind: Decimals, From: "0.5", To: "1", Step: "0.25"}, nil},
		"no decimals":        {Generator{Kind: Decimals, From: "-1", To: "1.", Step: "0.0000000001"}, []SettingFault{{SetFrom, notDecimal}, {SetTo, notDecimal}, {SetStep, notDecimal}}},
		"decimals back":      {Generator{Kind: Decimals, From: "2", To: "1", Step: "0"}, []SettingFault{{SetStep, notPositive}, {SetTo, backward}}},
		"many decimals":      {Generator{Kind: Decimals, From: "0", To: "1000000", Step: "1"}, []SettingFault{{SetStep, tooMany}}},
		"ints":               {Generator{Kind: Ints, From: "001", To: "100", Values: []string{"s{n}"}}, nil},
		"no ints":            {Generator{Kind: Ints, From: "", To: long, Values: []string{"s"}}, []SettingFault{{SetFrom, notWhole}, {SetTo, notWhole}, {SetValues, noPlace}}},
		"ints back":          {Generator{Kind: Ints, From: "2", To: "1"}, []SettingFault{{SetTo, backward}}},
		"ints, two texts":    {Generator{Kind: Ints, From: "1", To: "1", Values: []string{"{n}", "{a}"}}, []SettingFault{{SetValues, noPlace}}},
		"zipf":               {Generator{Kind: Zipf, Values: []string{"a", "b"}, Step: "1.2"}, nil},
		"zipf of numbers":    {Generator{Kind: Zipf, From: "1", To: "9", Values: []string{"u{n}"}, Step: "0"}, nil},
		"zipf of both":       {Generator{Kind: Zipf, Values: []string{"a", "b"}, From: "1", Step: "6"}, []SettingFault{{SetFrom, notBoth}, {SetStep, notExponent}}},
		"zipf of nothing":    {Generator{Kind: Zipf, Step: "1"}, []SettingFault{{SetFrom, notWhole}, {SetTo, notWhole}}},
		"zipf of many":       {Generator{Kind: Zipf, From: "1", To: "1000000", Step: "1"}, []SettingFault{{SetTo, tooMany}}},
		"turns":              {Generator{Kind: Turns, From: "1", To: "1000000"}, nil},
		"turns of both":      {Generator{Kind: Turns, Values: []string{"a", "a"}, To: "9"}, []SettingFault{{SetValues, twice}, {SetFrom, notBoth}}},
		"sequence":           {Generator{Kind: Sequence, From: "1", PerValue: 3, Step: "1", Values: []string{"p{n}"}}, nil},
		"no sequence":        {Generator{Kind: Sequence, From: "x", To: "9", PerValue: -1, Step: "x"}, []SettingFault{{SetFrom, notWhole}, {SetTo, notBoth}, {SetPerValue, notWhole}, {SetStep, notExponent}}},
		"sequence of many":   {Generator{Kind: Sequence, From: "1", Step: "1"}, []SettingFault{{SetPerValue, tooMany}}},
		"arrival":            {Generator{Kind: Arrival, From: "20240101", To: "20240201"}, nil},
		"arrival by steps":   {Generator{Kind: Arrival, From: "1700000000000", Step: "0.5"}, nil},
		"arrival of nothing": {Generator{Kind: Arrival, From: "20241301", Values: []string{"a"}}, []SettingFault{{SetValues, notBoth}, {SetFrom, notTime}, {SetStep, needsOne}}},
		"arrival of both":    {Generator{Kind: Arrival, From: "20240101", To: "20240201", Step: "1"}, []SettingFault{{SetStep, notBoth}}},
		"arrival back":       {Generator{Kind: Arrival, From: "20240101", To: "20240101"}, []SettingFault{{SetTo, backward}}},
		"arrival, two forms": {Generator{Kind: Arrival, From: "20240101", To: "20240201000000"}, []SettingFault{{SetTo, otherForm}}},
		"arrival to nowhere": {Generator{Kind: Arrival, From: "20240101", To: "x"}, []SettingFault{{SetTo, notTime}}},
		"filler":             {Generator{Kind: Filler, From: "10", To: "100"}, nil},
		"no filler":          {Generator{Kind: Filler, From: "x", To: "", Values: []string{"{n}"}}, []SettingFault{{SetFrom, notWhole}, {SetTo, notWhole}, {SetValues, notBoth}}},
		"much filler":        {Generator{Kind: Filler, From: "1", To: "135"}, []SettingFault{{SetTo, tooLong}}},
		"arrival by nothing": {Generator{Kind: Arrival, From: "20240101", Step: "0"}, []SettingFault{{SetStep, notPositive}}},
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
	r := NewRandom(7, 1)
	text := func() string { return texts[r.Below(uint64(len(texts)))] }
	refused := 0
	const tries, count = 6000, 100
	for range tries {
		g := Generator{
			Field: "f", Kind: GeneratorKind(r.Below(uint64(kinds))), Values: values[r.Below(uint64(len(values)))],
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
		err := Spec{Fields: []string{"f"}, Recipe: &Recipe{Count: count, Gens: []Generator{g}}}.Check()
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
