package page

import "testing"

func TestParseRate(t *testing.T) {
	for text, want := range map[string]float64{"0": 0, "0.001": 0.001, " 0.2 ": 0.2, ".5": 0.5, "7": 7, "1000000": 1_000_000} {
		if got, ok := ParseQueryRate(text); !ok || got != want {
			t.Errorf("%q is %v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "0.0001", "1000001", "-1", "1e3", "0x1", "NaN", "Inf", "1,5", "1_0", "once", "1.2.3"} {
		if got, ok := ParseQueryRate(text); ok {
			t.Errorf("%q is taken for %v", text, got)
		}
	}
}
