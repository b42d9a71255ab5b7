package advise

import (
	"slices"
	"strings"

	"tabletop/engine/base"
)

// segment is one part of the keys of a table.
type segment struct {
	field  string   // "" without a template
	number int      // counted from 1
	values []string // its values in the sample, in key order
	keys   []string // the keys of these values
	kinds  []string // the different values, in byte order
}

// args returns the arguments of a finding about the segment: its field, its number, and
// more.
func (s *segment) args(more ...string) []string {
	return append([]string{s.field, itoa(s.number)}, more...)
}

// all reports whether is returns true for at least 95 % of the different values.
func (s *segment) all(is func(string) bool) bool {
	n := 0
	for _, v := range s.kinds {
		if is(v) {
			n++
		}
	}
	return most(n, len(s.kinds))
}

// delimiters are the characters at which keys without a template are divided: at the first
// one that most keys have.
const delimiters = "#|/:~_"

// segmentsOf divides the keys of a table into segments, by the template or at a delimiter.
// If the keys have different numbers of segments, only the first segment is returned.
func segmentsOf(t *Table) []segment {
	if len(t.Keys) == 0 {
		return nil
	}
	split, fields := splitter(t)
	counts := map[int]int{}
	parts := make([][]string, len(t.Keys))
	for i, k := range t.Keys {
		parts[i] = split(string(k))
		counts[len(parts[i])]++
	}
	n := 1
	for c, times := range counts {
		if most(times, len(t.Keys)) {
			n = c
		}
	}
	out := make([]segment, n)
	for i := range out {
		s := &out[i]
		s.number = i + 1
		if fields != nil {
			s.field = fields[i]
		}
		for j, p := range parts {
			if len(p) >= n {
				s.values, s.keys = append(s.values, p[i]), append(s.keys, string(t.Keys[j]))
			}
		}
		s.kinds = slices.Clone(s.values)
		slices.Sort(s.kinds)
		s.kinds = slices.Compact(s.kinds)
	}
	return out
}

// splitter returns a function that divides a key into parts, at least one, and the names
// of the parts if there is a template.
func splitter(t *Table) (split func(string) []string, fields []string) {
	if t.Template != nil {
		for _, step := range t.Template.Steps() {
			fields = append(fields, step.Field)
		}
	}
	if len(fields) > 0 {
		return func(key string) []string {
			out := make([]string, len(fields))
			n := 0
			for _, s := range t.Template.Segments(base.RowKey(key)) {
				if i := slices.Index(fields[n:], s.Field); i >= 0 {
					out[n+i] = key[s.Start:s.End]
					n += i + 1
				}
			}
			return out
		}, fields
	}
	for _, d := range delimiters {
		n := 0
		for _, k := range t.Keys {
			if strings.ContainsRune(string(k), d) {
				n++
			}
		}
		if most(n, len(t.Keys)) {
			return func(key string) []string { return strings.Split(key, string(d)) }, nil
		}
	}
	return func(key string) []string { return []string{key} }, nil
}

// leading returns the first segment that is not the same in all keys, or nil.
func leading(segments []segment) *segment {
	for i := range segments {
		if len(segments[i].kinds) > 1 {
			return &segments[i]
		}
	}
	return nil
}

// isNumber reports whether s has only digits.
func isNumber(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// isTime reports whether a text may be a time between 1970 and 2100: a date, perhaps with
// the time of day, with or without hyphens; or a time since 1970 in seconds, milliseconds,
// microseconds or nanoseconds, also subtracted from the largest int64. day reports whether
// it has only the day.
func isTime(s string) (ok, day bool) {
	if len(s) >= 10 && s[4] == '-' && s[7] == '-' {
		date := s[:4] + s[5:7] + s[8:10]
		return isDate(date), len(s) == 10
	}
	if !isNumber(s) {
		return false, false
	}
	between := func(least, most string) bool { return s >= least && s < most }
	switch len(s) {
	case 8:
		return isDate(s), true
	case 10:
		return between("1000000000", "4102444800") || isDate(s[:8]) && s[8:] < "24", false
	case 12, 14, 17:
		return isDate(s[:8]) && s[8:10] < "24" && s[10:12] < "60", false
	case 13, 16:
		return between("1"+strings.Repeat("0", len(s)-1), "41024448"+strings.Repeat("0", len(s)-8)), false
	case 19:
		return between("1000000000000000000", "4102444800000000000") || between("9219", "92233720"), false
	}
	return false, false
}

// isDate reports whether s is a date in the form YYYYMMDD, without checking the length of
// months.
func isDate(s string) bool {
	return len(s) == 8 && isNumber(s) && s[:4] >= "1970" && s[:4] < "2100" && s[4:6] >= "01" && s[4:6] <= "12" && s[6:] >= "01" && s[6:] <= "31"
}

// order says what the order of arrival shows.
type order struct {
	writes int  // number of different keys
	last   int  // number of the newest tenth of these
	share  int  // per cent of all keys, in key order, between the first and the last of those
	steady bool // whether all keys arrived in ascending, or all in descending, order
}

// orderOf describes the order in which the rows of a table arrived.
func orderOf(arrivals []base.RowKey) order {
	seen := make(map[base.RowKey]int, len(arrivals))
	var first []base.RowKey
	for _, k := range arrivals {
		if _, known := seen[k]; !known {
			seen[k] = 0
			first = append(first, k)
		}
	}
	sorted := slices.Sorted(slices.Values(first))
	for i, k := range sorted {
		seen[k] = i
	}
	n := len(first)
	if n < 2 {
		return order{writes: n}
	}
	o := order{writes: n, last: max(n/10, 1)}
	low, high := n, 0
	for _, k := range first[n-o.last:] {
		low, high = min(low, seen[k]), max(high, seen[k])
	}
	o.share = percent(high-low+1, n)
	up, down := slices.IsSorted(first), true
	for i := 1; i < n; i++ {
		down = down && first[i] < first[i-1]
	}
	o.steady = up || down
	return o
}

// together reports whether the newest writes lie close together: the newest tenth of at
// least a hundred writes within a fifth of the keys, which happens by chance about once in
// ten thousand times; or at least few writes that all arrived in key order.
func (o order) together(few int) bool {
	return o.steady && o.writes >= few || o.writes >= 100 && o.share <= 20
}
