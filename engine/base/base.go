package base

import (
	"cmp"
	"slices"
	"strings"
)

// RowKey identifies a row: 1 to [MaxRowKey] arbitrary bytes, ordered as bytes.
type RowKey string

// Family is the name of a column family, at most [MaxFamilyName] characters of
// [-_.a-zA-Z0-9].
type Family string

// Qualifier names a column inside a family: at most [MaxQualifier] arbitrary
// bytes, possibly none.
type Qualifier string

// Micros is a time in microseconds since the Unix epoch, never negative in a
// stored cell, and there always a multiple of its table's granularity.
type Micros int64

// Millisecond is the granularity of tables unless another is asked for.
const Millisecond Micros = 1000

// Cell is one version of a column.
type Cell struct {
	Family    Family    `wire:"1"`
	Qualifier Qualifier `wire:"2"`
	At        Micros    `wire:"3"`
	Value     string    `wire:"4"` // arbitrary bytes
	Label     string    `wire:"5"` // put on by a read's filter; "" for none, and in a table
}

// Compare orders cells as a row holds them: family, qualifier, newest first.
// Values and labels do not count.
func (c Cell) Compare(d Cell) int {
	if o := cmp.Compare(c.Family, d.Family); o != 0 {
		return o
	}
	if o := cmp.Compare(c.Qualifier, d.Qualifier); o != 0 {
		return o
	}
	return cmp.Compare(d.At, c.At)
}

// Range is the row keys in [Start, End). An empty Start is the first key, an
// empty End is past the last.
type Range struct {
	Start RowKey `wire:"1"`
	End   RowKey `wire:"2"`
}

// Whole is the range of every row.
var Whole = Range{}

// Point returns the range that holds just key.
func Point(key RowKey) Range { return Range{key, key + "\x00"} }

// Prefix returns the range of the keys that begin with p.
func Prefix(p string) Range { return Range{RowKey(p), PrefixEnd(p)} }

// PrefixEnd returns the first key after every key that begins with p: p with
// its last byte below 0xFF incremented and what follows cut off. It is empty
// (no end) for an empty p and for one of 0xFF bytes only.
func PrefixEnd(p string) RowKey {
	for i := len(p) - 1; i >= 0; i-- {
		if p[i] != 0xFF {
			return RowKey(p[:i]) + RowKey([]byte{p[i] + 1})
		}
	}
	return ""
}

// Empty reports whether the range holds no key: its end is not after its start.
func (r Range) Empty() bool { return r.End != "" && r.End <= r.Start }

// Contains reports whether key is in the range.
func (r Range) Contains(key RowKey) bool {
	return key >= r.Start && (r.End == "" || key < r.End)
}

// IsPoint returns the one key of a range made by [Point].
func (r Range) IsPoint() (RowKey, bool) {
	if r.Start != "" && len(r.End) == len(r.Start)+1 && strings.HasPrefix(string(r.End), string(r.Start)) && r.End[len(r.Start)] == 0 {
		return r.Start, true
	}
	return "", false
}

// Merge returns the union of the ranges as few disjoint ranges in key order.
// Empty ranges vanish. The argument is left as it was.
func Merge(ranges []Range) []Range {
	in := slices.DeleteFunc(slices.Clone(ranges), Range.Empty)
	Sort(in, func(a, b Range) int { return cmp.Compare(a.Start, b.Start) })
	var out []Range
	for _, r := range in {
		if n := len(out); n > 0 && (out[n-1].End == "" || r.Start <= out[n-1].End) {
			if out[n-1].End != "" && (r.End == "" || r.End > out[n-1].End) {
				out[n-1].End = r.End
			}
			continue
		}
		out = append(out, r)
	}
	return out
}
