package plan

import (
	"cmp"
	"math/big"
	"testing"
)

func TestNumbers(t *testing.T) {
	for v, want := range map[string]bool{
		"0": true, "-0": true, "0.0": true, "3.14": true, "-12.50": true, "9223372036854775808": true, "100": true,
		"": false, "-": false, ".5": false, "5.": false, "007": false, "00.1": false, "1e5": false, "+1": false, "--1": false, "1.2.3": false, " 1": false, "٣": false,
	} {
		if IsNumber(v) != want {
			t.Errorf("%q: %v", v, !want)
		}
	}
	prices := Cond{Field: "v", Op: Numbers, Value: "3.1", To: "3.3"}
	cold := Cond{Field: "v", Op: Numbers, Value: "-5", To: "-0.5"}
	for v, want := range map[string][2]bool{
		"3.1": {true, false}, "3.10": {true, false}, "3.2999": {true, false}, "3.3": {}, "3.30": {}, "3": {}, "31": {}, "": {}, "a": {},
		"-5": {false, true}, "-4.99": {false, true}, "-0.5": {}, "-5.01": {}, "-0.51": {false, true}, "0": {},
	} {
		if got := [2]bool{prices.match(v), cold.match(v)}; got != want {
			t.Errorf("%q: %v, want %v", v, got, want)
		}
	}
}

// FuzzCompareNumbers checks that numbers compare in the same way as exact fractions.
func FuzzCompareNumbers(f *testing.F) {
	for _, v := range []string{"0", "-0", "0.0", "-0.10", "10", "9.99", "-3.1", "9223372036854775808.5"} {
		f.Add(v, "0.1")
		f.Add("-3.10", v)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a)+len(b) > 200 || !IsNumber(a) || !IsNumber(b) {
			return
		}
		x, ok1 := new(big.Rat).SetString(a)
		y, ok2 := new(big.Rat).SetString(b)
		if !ok1 || !ok2 {
			t.Fatalf("%q, %q", a, b)
		}
		if got := CompareNumbers(a, b); cmp.Compare(got, 0) != x.Cmp(y) {
			t.Errorf("%s and %s: %d", a, b, got)
		}
	})
}
