package i18n

import (
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/cluster"
)

func TestAmounts(t *testing.T) {
	for _, c := range []struct {
		of   cluster.Metric
		v    float64
		want string
	}{
		{cluster.Ops, 0, "0 a second"},
		{cluster.Reads, 0.001, "< 0.01 a second"},
		{cluster.Writes, 0.25, "0.25 a second"},
		{cluster.Ops, 12.34, "12.3 a second"},
		{cluster.Ops, 999.6, "1,000 a second"},
		{cluster.Ops, 1234.4, "1,230 a second"},
		{cluster.Ops, 9_999_999, "10,000,000 a second"},
		{cluster.Bytes, 20_480, "20 KB a second"},
		{cluster.Latency, 0.0123, "12.3 ms"},
		{cluster.Latency, 61, "61 s"},
		{cluster.Load, 0, "0%"},
		{cluster.Load, 0.0004, "< 0.1%"},
		{cluster.Load, 0.051, "5.1%"},
		{cluster.Load, 1, "100%"},
	} {
		if got := FormatMetric("en", c.of, c.v); got != c.want {
			t.Errorf("%v of metric %d is %s, want %s", c.v, c.of, got, c.want)
		}
	}
}

// TestQuickTimes writes times that are shorter than a tick of the clock as less than that
// tick.
func TestQuickTimes(t *testing.T) {
	for n, want := range map[int64]string{0: "< 1 ms", 1: "< 1 ms", 40: "< 0.1 ms", 300: "0.3 ms", 2_000: "2 ms"} {
		if got := FormatMicros("en", n); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
}

// TestNumberIn tests that a language writes numbers with its own marks.
func TestNumberIn(t *testing.T) {
	page["xx"] = map[base.Code]string{"number-thousands": " ", "number-point": ",", "size-KB": "{1} Ko", "time-ms": "{1} ms", "time-s": "{1} s", "less-than": "< {1}"}
	defer delete(page, "xx")
	for _, got := range [][2]string{
		{FormatNumber("xx", -1234567), "-1 234 567"}, {FormatNumber("en", 1234567), "1,234,567"}, {FormatBytes("xx", 15_000), "14,6 Ko"}, {FormatBytes("en", 15_000), "14.6 KB"},
		{FormatMicros("xx", 1500), "1,5 ms"}, {FormatMicros("xx", 20), "< 0,1 ms"}, {FormatPercent("xx", 0.025), "2,5%"}, {FormatThreeDigits("xx", 1.25), "1,25"}, {FormatMicros("xx", 2_000_000), "2 s"},
	} {
		if got[0] != got[1] {
			t.Errorf("got %q, want %q", got[0], got[1])
		}
	}
}
