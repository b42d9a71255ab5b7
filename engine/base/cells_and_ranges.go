package base

import (
	"cmp"
	"slices"
	"strings"
)

// RowKey is the key of a row: 1 to [MaxRowKey] arbitrary bytes. Keys are ordered by their
// bytes.
type RowKey string

// Family is the name of a column family: 1 to [MaxFamilyName] characters of
// [-_.a-zA-Z0-9].
type Family string

// Qualifier is the name of a column within its family: 0 to [MaxQualifier] arbitrary
// bytes.
type Qualifier string

// Micros is a time in microseconds since 1970. In a stored cell it is never negative, and
// always a multiple of its table's granularity.
type Micros int64

// Millisecond is the granularity that tables have by default.
const Millisecond Micros = 1000

// Cell is one version of a column.
type Cell struct {
	Family    Family    `wire:"1"`
	Qualifier Qualifier `wire:"2"`
	At        Micros    `wire:"3"`
	Value     string    `wire:"4"` // arbitrary bytes
	Label     string    `wire:"5"` // set by the filter of a read; "" for none, and always in a table
}

// Compare compares cells in the order of a row: by family, then qualifier, then timestamp,
// newest first. Values and labels are not compared. The result is -1, 0 or 1.
func (c Cell) Compare(d Cell) int {
	if o := cmp.Compare(c.Family, d.Family); o != 0 {
		return o
	}
	if o := cmp.Compare(c.Qualifier, d.Qualifier); o != 0 {
		return o
	}
	return cmp.Compare(d.At, c.At)
}

// Range is the row keys in [Start, End). An empty Start means the first key of the table,
// and an empty End means no end.
type Range struct {
	Start RowKey `wire:"1"`
	End   RowKey `wire:"2"`
}

// AllKeys is the range of all row keys.
var AllKeys = Range{}

// PointRange returns the range that contains only key.
func PointRange(key RowKey) Range { return Range{key, key + "\x00"} }

// PrefixRange returns the range of the keys that have the prefix p.
func PrefixRange(p string) Range { return Range{RowKey(p), PrefixEnd(p)} }

// PrefixEnd returns the first key after all keys with the prefix p. This is p up to its
// last byte below 0xFF, with that byte incremented. If p is empty or has only bytes 0xFF,
// the result is empty, which means no end.
func PrefixEnd(p string) RowKey {
	for i := len(p) - 1; i >= 0; i-- {
		if p[i] != 0xFF {
			return RowKey(p[:i]) + RowKey([]byte{p[i] + 1})
		}
	}
	return ""
}

// IsEmpty reports whether the range contains no key, because its end is not after its start.
func (r Range) IsEmpty() bool { return r.End != "" && r.End <= r.Start }

// Contains reports whether key is in the range.
func (r Range) Contains(key RowKey) bool {
	return key >= r.Start && (r.End == "" || key < r.End)
}

// PointKey returns the only key of a range that [PointRange] has made. It reports false for
// other ranges.
func (r Range) PointKey() (RowKey, bool) {
	if r.Start != "" && len(r.End) == len(r.Start)+1 && strings.HasPrefix(string(r.End), string(r.Start)) && r.End[len(r.Start)] == 0 {
		return r.Start, true
	}
	return "", false
}

// MergeRanges returns the union of ranges as the smallest number of disjoint ranges, in key
// order. Empty ranges are omitted. It does not change its argument.
func MergeRanges(ranges []Range) []Range {
	in := slices.DeleteFunc(slices.Clone(ranges), Range.IsEmpty)
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
