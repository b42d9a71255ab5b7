package fixedwork

import (
	"strings"
	"testing"
)

// TestGroup checks that figures are divided by the median of all times.
func TestGroup(t *testing.T) {
	next := []float64{80, 82, 99, 300, 101, 120}
	g := Begin("some", func() float64 {
		ms := next[0]
		next = next[1:]
		return ms
	})
	g.Add("chip-ms", 25, "<=0.5x")
	g.Add("gap-ms", 0, "<1x")
	var out strings.Builder
	g.End(&out)
	const want = "WORK some 100.0ms (80.0 to 300.0, 6 times)\nBENCH chip-ms 0.25x <=0.5x (25.0ms)\nBENCH gap-ms 0x <1x (0.0ms)\n"
	if out.String() != want {
		t.Errorf("printed %q, want %q", out.String(), want)
	}
}

// TestTime checks that the work gives the same result each time; MillisOfWork panics if not.
func TestTime(t *testing.T) {
	for range 2 {
		if ms := MillisOfWork(); ms <= 0 {
			t.Errorf("it took %v ms", ms)
		}
	}
}
