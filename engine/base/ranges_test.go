package base

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestPrefixEnd(t *testing.T) {
	for _, c := range []struct{ prefix, end string }{
		{"", ""}, {"a", "b"}, {"ab", "ac"}, {"a\xff", "b"}, {"\xff\xff", ""}, {"a\x00", "a\x01"}, {"LoL#201503", "LoL#201504"},
	} {
		if got := PrefixEnd(c.prefix); got != RowKey(c.end) {
			t.Errorf("PrefixEnd(%q) = %q, want %q", c.prefix, got, c.end)
		}
	}
}

func TestPrefixHoldsJustItsKeys(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	text := func() string {
		b := make([]byte, rnd.IntN(4))
		for i := range b {
			b[i] = []byte{0, 'a', 'b', 0xfe, 0xff}[rnd.IntN(5)]
		}
		return string(b)
	}
	for range 20_000 {
		p, k := text(), text()
		if got, want := PrefixRange(p).Contains(RowKey(k)), strings.HasPrefix(k, p); got != want {
			t.Fatalf("Prefix(%q).Contains(%q) = %v", p, k, got)
		}
	}
}

func TestMerge(t *testing.T) {
	got := MergeRanges([]Range{{"m", "p"}, {"a", "c"}, {"b", "d"}, {"d", "e"}, {"x", "x"}, {"z", "y"}, PointRange("f")})
	want := []Range{{"a", "e"}, {"f", "f\x00"}, {"m", "p"}}
	if !slices.Equal(got, want) {
		t.Errorf("Merge = %q, want %q", got, want)
	}
	if got := MergeRanges([]Range{{"c", ""}, {"a", "d"}, {"k", "l"}}); !slices.Equal(got, []Range{{"a", ""}}) {
		t.Errorf("Merge with an open end = %q", got)
	}
}

func TestMergeKeepsTheSameKeys(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	key := func() RowKey { return RowKey(rune('a' + rnd.IntN(8))) }
	for range 5_000 {
		in := make([]Range, rnd.IntN(6))
		for i := range in {
			in[i] = Range{key(), key()}
			if rnd.IntN(8) == 0 {
				in[i].End = ""
			}
		}
		out := MergeRanges(in)
		for k := RowKey("a"); k < "j"; k = RowKey(k[0] + 1) {
			holds := func(rs []Range) bool { return slices.ContainsFunc(rs, func(r Range) bool { return r.Contains(k) }) }
			if holds(in) != holds(out) {
				t.Fatalf("Merge(%q) = %q: %q differs", in, out, k)
			}
		}
		for i := 1; i < len(out); i++ {
			if out[i-1].End == "" || out[i].Start <= out[i-1].End {
				t.Fatalf("Merge(%q) = %q: not disjoint and in order", in, out)
			}
		}
	}
}

func TestPointIsPoint(t *testing.T) {
	if k, ok := PointRange("r1").PointKey(); !ok || k != "r1" {
		t.Errorf("IsPoint = %q, %v", k, ok)
	}
	if _, ok := PrefixRange("r1").PointKey(); ok {
		t.Error("a prefix is no point")
	}
}

func TestNearest(t *testing.T) {
	names := []string{"count", "columns", "prefix", "createtable", "read"}
	for text, want := range map[string]string{
		"cuont": "count", "colums": "columns", "raed": "read", "creattable": "createtable", "zzz": "", "": "", "COLUMNS": "columns", "Prefix": "prefix",
	} {
		if got := Nearest(text, names); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", text, got, want)
		}
	}
}
