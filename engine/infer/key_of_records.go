package infer

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/dataset"
	"tabletop/engine/rewrite"
)

// These are bounds of the search for a key of a file's records.
const (
	mostColumns = 40  // number of columns, the first ones, that are considered
	mostFields  = 4   // fields in a key
	mostBytes   = 256 // bytes of a value in a key
)

// ValueKind returns the kind of a single value, one of [ValueKindNames].
func ValueKind(value string) string {
	if _, decimal := decimal(value); decimal {
		return "number"
	}
	return kindOf(value)
}

// decimal reports whether a value is a number, and whether it has decimals or is negative.
func decimal(v string) (number, decimals bool) {
	whole, part, dot := strings.Cut(strings.TrimPrefix(v, "-"), ".")
	number = only(whole, digits) && (!dot || only(part, digits))
	return number, number && (dot || v[0] == '-')
}

// withPoint returns a number with a comma in the form with a decimal point and without
// marks between thousands: 2461.54 for 2.461,54 and for 2,461.54. It returns other values
// unchanged.
func withPoint(v string) string {
	if strings.Contains(v, ",") {
		for _, rule := range []rewrite.ValueRule{rewrite.DotThousands, rewrite.CommaThousands} {
			if plain, reads := rule.Apply(v); reads {
				return plain
			}
		}
	}
	return v
}

// column is a column of a file. Its different values are numbered.
type column struct {
	at       int // index of the column
	name     string
	ids      []int32 // by record: the number of its value
	distinct int
	time     bool // its values are times
	number   bool // its values are numbers, perhaps measurements
	named    bool // by its name or its values it is an identifier
	measure  bool // it has decimals or negative numbers, and so is a measurement
	spare    bool // it is used only if the others do not distinguish all records: a measurement, or sometimes empty
}

// mostEmpty says how often a column of a key may be empty: at most in one of this number
// of records.
const mostEmpty = 10

// SuggestTemplate returns the template of a key that distinguishes the records of a file, as far as
// their fields do, with few fields and with a time last. A measurement is used only if the
// records cannot be distinguished without it; it is then the last field, and its name is
// returned as measure. The time that SuggestTemplate takes grows linearly with the number of records.
func SuggestTemplate(fields []string, records [][]string) (template, measure string) {
	records = dataset.Distinct(records)
	var columns, all []*column
	for i := range min(len(fields), mostColumns) {
		if c := columnOf(i, fields[i], records); c != nil {
			all = append(all, c)
		}
	}
	best := filled(fields, records)
	if !slices.ContainsFunc(all, func(c *column) bool { return !c.spare }) {
		for _, c := range all {
			c.spare = c.at != best
		}
	}
	for _, c := range all {
		if !c.spare {
			columns = append(columns, c)
		}
	}
	if len(columns) == 0 {
		return "{" + fields[best] + "}", ""
	}
	of, apart := chosen(columns, len(records))
	if apart < len(records) {
		if more, apart := chosen(all, len(records)); apart == len(records) {
			of = more
		}
	}
	template = written(of, fields, records)
	if last := of[len(of)-1]; last.measure && len(of) > 1 {
		measure = last.name
	}
	return template, measure
}

// filled returns the index of the field that is empty in the fewest records, of several
// the first.
func filled(fields []string, records [][]string) int {
	best, least := 0, len(records)+1
	for i := range min(len(fields), mostColumns) {
		empty := 0
		for _, r := range records {
			if r[i] == "" {
				empty++
			}
		}
		if empty < least {
			best, least = i, empty
		}
	}
	return best
}

// columnOf examines a column. It returns nil for one that cannot be part of a key.
func columnOf(at int, name string, records [][]string) *column {
	c := &column{at: at, name: name, ids: make([]int32, len(records))}
	ids := map[string]int32{}
	times, numbers, measures, empty, kinds := 0, 0, 0, 0, map[string]int{}
	for i, r := range records {
		v := r[at]
		if v == "" {
			empty++
		}
		if len(v) > mostBytes || empty*mostEmpty > len(records) {
			return nil
		}
		id, met := ids[v]
		if !met {
			id = int32(len(ids))
			ids[v] = id
			if _, is := dataset.ParseTime(v); is {
				times++
			}
			number, measure := v != "", false
			if number {
				number, measure = decimal(withPoint(v))
			}
			if number {
				numbers++
			}
			if measure {
				measures++
			}
			if id < MaxSample {
				kinds[kindOf(v)]++
			}
		}
		c.ids[i] = id
	}
	c.distinct = len(ids)
	c.time = mostly(times, c.distinct)
	c.measure = !c.time && measures*10 > c.distinct
	c.spare = empty > 0 || c.measure
	c.number = !c.time && mostly(numbers, c.distinct)
	sampled := min(c.distinct, MaxSample)
	c.named = name == "id" || name == "key" || strings.HasSuffix(name, "_id") || strings.HasSuffix(name, "_key") ||
		mostly(kinds["uuid"], sampled) || mostly(kinds["ulid"], sampled) || mostly(kinds["hash"], sampled)
	return c
}

// chosen returns columns that together distinguish as many of n records as possible, and
// how many they do. At least one of columns must not be spare.
func chosen(columns []*column, n int) (of []*column, apart int) {
	for _, c := range columns {
		if c.distinct == n && !c.spare && (c.at == 0 || c.named) {
			return []*column{c}, n
		}
	}
	var first *column
	for _, c := range columns {
		if !c.spare && (first == nil || first.time && !c.time) {
			first = c
		}
	}
	out, groups, apart := []*column{first}, first.ids, first.distinct
	// A time distinguishes the records of one thing; a number may be a measurement.
	for _, kind := range []func(*column) bool{
		func(c *column) bool { return c.time && !c.spare },
		func(c *column) bool { return !c.time && !c.number && !c.spare },
		func(c *column) bool { return !c.spare },
		func(c *column) bool { return c.time },
		func(c *column) bool { return !c.number },
		func(c *column) bool { return true },
	} {
		for apart < n && len(out) < mostFields {
			best, into, most := finest(columns, kind, out, groups, apart)
			if best == nil {
				break
			}
			if out, groups, apart = append(out, best), into, most; best.time {
				break
			}
		}
	}
	return needed(out, apart), apart
}

// finest returns the column of a kind that, together with others, distinguishes most
// records. groups and apart are the groups of equal records and their number by others
// alone. best is nil if no column improves on them.
func finest(columns []*column, kind func(*column) bool, others []*column, groups []int32, apart int) (best *column, into []int32, most int) {
	most = apart
	for _, c := range columns {
		if !kind(c) || slices.Contains(others, c) {
			continue
		}
		if g, k := together(groups, c.ids); k > most {
			best, into, most = c, g, k
		}
	}
	return best, into, most
}

// needed removes columns without which the others distinguish as many records, beginning
// with the last in the file. It does not let a measurement replace another column, and
// keeps a column that can lead the key.
func needed(of []*column, apart int) []*column {
	slices.SortStableFunc(of, func(a, b *column) int { return a.at - b.at })
	for i := len(of) - 1; i >= 0 && len(of) > 1; i-- {
		rest := slices.Delete(slices.Clone(of), i, i+1)
		if toldApart(rest) == apart && toldApart(unmeasured(rest)) == toldApart(unmeasured(of)) && leads(rest) >= leads(of) {
			of = rest
		}
	}
	return of
}

// leads says how well the best of some columns can lead a key: 2 for a word or an
// identifier, 1 for a number, which may be a measurement, 0 if none can.
func leads(of []*column) (best int) {
	for _, c := range of {
		switch {
		case c.time || c.spare || c.distinct < 2:
		case !c.number || c.named || c.at == 0:
			return 2
		default:
			best = 1
		}
	}
	return best
}

// unmeasured returns the columns that are not measurements.
func unmeasured(of []*column) []*column {
	return slices.DeleteFunc(slices.Clone(of), func(c *column) bool { return c.measure })
}

// toldApart returns how many records some columns together distinguish.
func toldApart(of []*column) int {
	if len(of) == 0 {
		return 0
	}
	groups, k := of[0].ids, of[0].distinct
	for _, c := range of[1:] {
		groups, k = together(groups, c.ids)
	}
	return k
}

// together numbers the different pairs of numbers that records have, and returns how many
// there are.
func together(a, b []int32) (ids []int32, distinct int) {
	met := make(map[uint64]int32, len(a))
	ids = make([]int32, len(a))
	for i := range a {
		pair := uint64(uint32(a[i]))<<32 | uint64(uint32(b[i]))
		id, known := met[pair]
		if !known {
			id = int32(len(met))
			met[pair] = id
		}
		ids[i] = id
	}
	return ids, len(met)
}

// written returns the template of some columns: in the order of the file, then times, then
// measurements, with a separator that none of their values contains.
func written(of []*column, fields []string, records [][]string) string {
	place := func(c *column) int {
		switch {
		case c.measure && c.spare:
			return 2
		case c.time:
			return 1
		}
		return 0
	}
	slices.SortStableFunc(of, func(a, b *column) int { return cmp.Or(place(a)-place(b), a.at-b.at) })
	sep := "#"
	for _, s := range []string{"#", "|", "/", "~", ";", "^"} {
		if !slices.ContainsFunc(records, func(r []string) bool {
			return slices.ContainsFunc(of[:len(of)-1], func(c *column) bool { return strings.Contains(r[c.at], s) })
		}) {
			sep = s
			break
		}
	}
	var b strings.Builder
	for i, c := range of {
		if i > 0 {
			b.WriteString(sep)
		}
		b.WriteString("{" + fields[c.at] + "}")
	}
	return b.String()
}

// SameForm reports whether two texts have the same form: both have a kind that is recognised
// by its form, or they have digits and the same sequence of runs of letters, runs of
// digits, and other bytes. This distinguishes a key from the name of its column.
func SameForm(a, b string) bool {
	if k := ValueKind(a); k != "text" && k == ValueKind(b) {
		return true
	}
	return strings.ContainsAny(a, digits) && form(a) == form(b)
}

// form returns a text in which each run of letters or digits is replaced by one letter or
// digit.
func form(s string) string {
	var b strings.Builder
	last := byte(0)
	for i := range min(len(s), maxLooked) {
		c := s[i]
		switch {
		case digit(c):
			c = '0'
		case alnum(c) || c >= 0x80:
			c = 'a'
		}
		if c != last || !alnum(c) {
			b.WriteByte(c)
		}
		last = c
	}
	return strconv.Quote(b.String())
}
