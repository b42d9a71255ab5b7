package advise

import (
	"slices"
	"strings"

	"tabletop/engine/base"
)

// segment is one part of a table's keys.
type segment struct {
	field  string   // "" without a template
	number int      // from 1
	values []string // of the sample, in key order
	keys   []string // that have those
	kinds  []string // the different ones, in byte order
}

// args are the field and the number of a finding's segment, and what else it has.
func (s *segment) args(more ...string) []string {
	return append([]string{s.field, itoa(s.number)}, more...)
}

// all reports whether 95 % or more of the segment's different values are of a kind.
func (s *segment) all(is func(string) bool) bool {
	n := 0
	for _, v := range s.kinds {
		if is(v) {
			n++
		}
	}
	return most(n, len(s.kinds))
}

// delimiters are what parts keys that no template made, the first that most of
// them have.
const delimiters = "#|/:~_"

// segmentsOf parts a table's keys: as its template does, else at the delimiter that
// most of them have. Where keys have different numbers of segments only the first
// is known.
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

// splitter returns what parts a key of the table, never in none, and the names of
// the parts if a template gives them.
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

// leading returns the first segment that is not the same in all keys.
func leading(segments []segment) *segment {
	for i := range segments {
		if len(segments[i].kinds) > 1 {
			return &segments[i]
		}
	}
	return nil
}

func isNumber(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// isTime reports whether a text may be a time between 1970 and 2100: a date or
// more of it, with or without hyphens, or a Unix time in seconds or in thousandths,
// millionths and so on of them, also one taken from the largest int64. day reports
// that it tells no more than the day.
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

func isDate(s string) bool {
	return len(s) == 8 && isNumber(s) && s[:4] >= "1970" && s[:4] < "2100" && s[4:6] >= "01" && s[4:6] <= "12" && s[6:] >= "01" && s[6:] <= "31"
}

// order is what the order of arrival shows.
type order struct {
	writes int // to different keys
	last   int // the newest tenth of them
	share  int // per cent of the keys, in key order, among which those lie
	steady bool
}

// orderOf looks at the order in which the rows of a table came. steady reports that
// every one came behind all before it, or every one before them.
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

// together reports whether the newest writes lie together: among a fifth of the
// keys, where chance would leave the tenth of a hundred once in some ten thousand
// times; or with all that came before in one order, of as many as few.
func (o order) together(few int) bool {
	return o.steady && o.writes >= few || o.writes >= 100 && o.share <= 20
}
