package base

import (
	"cmp"
	"errors"
	"math/bits"
	"slices"
	"testing"
)

func TestBounds(t *testing.T) {
	for _, c := range []struct {
		start, end Bound
		in, out    []string
	}{
		{Bound{}, Bound{}, []string{"", "a", "\xff"}, nil},
		{ClosedBound("b"), OpenBound("c"), []string{"b", "b\xff"}, []string{"", "a\xff", "c"}},
		{OpenBound("b"), ClosedBound("c"), []string{"b\x00", "c"}, []string{"b", "c\x00"}},
		{OpenBound(""), Bound{}, []string{"\x00"}, []string{""}},
		{Bound{}, OpenBound(""), nil, []string{"", "a"}},
		{Bound{}, ClosedBound(""), []string{""}, []string{"\x00"}},
		{ClosedBound("a"), ClosedBound("a"), []string{"a"}, []string{"", "a\x00"}},
	} {
		if BoundsReversed(c.start, c.end) {
			t.Errorf("%v to %v is reversed", c.start, c.end)
		}
		for _, s := range c.in {
			if !c.start.StartAdmits(s) || !c.end.EndAdmits(s) {
				t.Errorf("%q is not between %v and %v", s, c.start, c.end)
			}
		}
		for _, s := range c.out {
			if c.start.StartAdmits(s) && c.end.EndAdmits(s) {
				t.Errorf("%q is between %v and %v", s, c.start, c.end)
			}
		}
	}
}

func TestNewRange(t *testing.T) {
	for _, c := range []struct {
		start, end Bound
		want       Range
	}{
		{Bound{}, Bound{}, AllKeys},
		{OpenBound(""), ClosedBound(""), AllKeys},
		{ClosedBound("z"), OpenBound(""), Range{"z", ""}},
		{ClosedBound("a"), OpenBound("b"), Range{"a", "b"}},
		{OpenBound("a"), ClosedBound("b"), Range{"a\x00", "b\x00"}},
		{ClosedBound("a"), ClosedBound("a"), PointRange("a")},
		{ClosedBound("a"), OpenBound("a"), Range{"a", "a"}},
		{OpenBound("a"), OpenBound("a"), Range{"a\x00", "a"}},
	} {
		if got, err := NewRange(c.start, c.end); err != nil || got != c.want {
			t.Errorf("NewRange(%v, %v) = %q, %v, want %q", c.start, c.end, got, err, c.want)
		}
	}
	for _, kind := range []func(string) Bound{OpenBound, ClosedBound} {
		_, err := NewRange(kind("b"), kind("a\xff"))
		var e *Error
		if !errors.As(err, &e) || e.Code != CodeRangeReversed || !slices.Equal(e.Args, []string{"b", "a\xff"}) {
			t.Errorf("a reversed range: %v", err)
		}
	}
}

// FuzzMerge makes ranges of bytes, four bytes for each, and compares their union with a
// set of bits over all keys that can tell the ranges apart.
func FuzzMerge(f *testing.F) {
	f.Add([]byte{1, 3, 2, 5, 2, 4, 1, 6})
	f.Add([]byte{0, 0, 2, 3, 1, 9, 0, 0})
	// keys has the keys of at most two of three letters, in order.
	var keys []RowKey
	letters := []string{"", "\x00", "a", "\xff"}
	for _, x := range letters[1:] {
		for _, y := range letters {
			keys = append(keys, RowKey(x+y))
		}
	}
	slices.SortFunc(keys, cmp.Compare)
	f.Fuzz(func(t *testing.T, data []byte) {
		var ranges []Range
		want := uint16(0)
		for ; len(data) >= 4; data = data[4:] {
			bound := func(kind, at byte) Bound {
				if kind%3 == 0 {
					return Bound{}
				}
				return Bound{BoundKind(kind % 3), string(keys[int(at)%len(keys)])}
			}
			start, end := bound(data[0], data[1]), bound(data[2], data[3])
			r, err := NewRange(start, end)
			if (err != nil) != (end.Kind != BoundUnset && start.At > end.At) {
				t.Fatalf("NewRange(%v, %v): %v", start, end, err)
			}
			if err != nil {
				continue
			}
			ranges = append(ranges, r)
			for i, k := range keys {
				if start.StartAdmits(string(k)) && end.EndAdmits(string(k)) {
					want |= 1 << i
				}
			}
		}
		merged := MergeRanges(ranges)
		got, in := uint16(0), 0
		for i, k := range keys {
			for _, r := range merged {
				if r.Contains(k) {
					got |= 1 << i
					in++
				}
			}
		}
		if got != want || in != bits.OnesCount16(got) {
			t.Fatalf("Merge(%q) = %q holds %012b, want %012b", ranges, merged, got, want)
		}
		for i := 1; i < len(merged); i++ {
			if merged[i-1].End == "" || merged[i].Start <= merged[i-1].End {
				t.Fatalf("Merge(%q) = %q: not disjoint and in order", ranges, merged)
			}
		}
	})
}
