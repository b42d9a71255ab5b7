package dataset

import (
	"math"
	"strconv"
	"strings"
)

// maxWeight is an exclusive upper bound of the sum of a field's weights.
const maxWeight = 1 << 32

// values returns the table of a field in a data set of count records.
func (g Generator) values(count int64) ([]string, error) {
	var (
		out []string
		err error
	)
	switch g.Kind {
	case Choice:
		out, err = g.choices()
	case Names:
		out, err = g.names(count)
	case Days:
		out, err = g.days()
	case Decimals:
		out, err = g.decimals()
	default:
		panic("dataset: a kind without a table")
	}
	if err == nil && len(g.Weights) > 0 && g.Kind != Choice {
		err = bad("weights", g.Field)
	}
	return out, err
}

// choices returns the table of a Choice.
func (g Generator) choices() ([]string, error) {
	if len(g.Values) == 0 || len(g.Values) > MaxValues {
		return nil, bad("size", g.Field, len(g.Values), MaxValues)
	}
	if len(g.Weights) > 0 && len(g.Weights) != len(g.Values) {
		return nil, bad("weights-size", g.Field, len(g.Weights), len(g.Values))
	}
	sum := int64(0)
	for _, w := range g.Weights {
		if w <= 0 || w >= maxWeight {
			return nil, bad("weight", g.Field, w)
		}
		if sum += w; sum >= maxWeight {
			return nil, bad("weights-sum", g.Field, int64(maxWeight))
		}
	}
	seen := make(map[string]bool, len(g.Values))
	for _, v := range g.Values {
		if seen[v] {
			return nil, bad("value-twice", g.Field, v)
		}
		seen[v] = true
	}
	return g.Values, nil
}

// names returns the table of Names in a data set of count records.
func (g Generator) names(count int64) ([]string, error) {
	if g.PerValue <= 0 || g.Min < 0 {
		return nil, bad("names", g.Field, g.PerValue, g.Min)
	}
	n := g.pool(count)
	if n > MaxValues {
		return nil, bad("size", g.Field, n, MaxValues)
	}
	seen := make(map[string]bool, len(g.Values))
	digits := false // a value ends with a digit, so that another one with a number appended may equal it
	var first []string
	for _, v := range g.Values {
		if seen[v] {
			return nil, bad("value-twice", g.Field, v)
		}
		seen[v] = true
		first = append(first, v)
		digits = digits || v == "" || '0' <= v[len(v)-1] && v[len(v)-1] <= '9'
	}
	for v := range strings.FieldsSeq(given) {
		if !seen[v] {
			seen[v] = true
			first = append(first, v)
		}
	}
	if n <= int64(len(first)) {
		return first[:n:n], nil
	}
	out := make([]string, len(first), n)
	copy(out, first)
	for round := 2; ; round++ {
		for _, v := range first {
			if int64(len(out)) == n {
				return out, nil
			}
			v += strconv.Itoa(round)
			if digits && seen[v] {
				continue
			}
			if digits {
				seen[v] = true
			}
			out = append(out, v)
		}
	}
}

// pool returns how many names there are for count records.
func (g Generator) pool(count int64) int64 {
	n := max(count/g.PerValue, g.Min, 1)
	if count%g.PerValue > 0 {
		n = max(n, count/g.PerValue+1)
	}
	return n
}

// VocabularySize returns how many values the tables of Names, Decimals and Days have together,
// approximately. They are made before the first record. For other fields the values are
// given, or fewer.
func (s Spec) VocabularySize() (n int64) {
	if s.Recipe == nil {
		return 0
	}
	for _, g := range s.Recipe.Gens {
		switch {
		case g.Kind == Names && g.PerValue > 0:
			n += g.pool(s.Recipe.Count)
		case g.Kind == Decimals:
			digits := max(decimalsOf(g.From), decimalsOf(g.To), decimalsOf(g.Step))
			from, _ := parseDecimal(g.From, digits)
			to, _ := parseDecimal(g.To, digits)
			if step, _ := parseDecimal(g.Step, digits); step > 0 && from <= to {
				n += min((to-from)/step, MaxValues)
			}
		case g.Kind == Days:
			from, _ := parseDay(g.From)
			to, _ := parseDay(g.To)
			n += int64(to.y-from.y+1) * 366
		}
	}
	return n
}

// given is the list of names that follow the Values of a pool.
const given = `
Ada Aiko Alma Amir Anke Arlo Bao Bea Bruno Carla Chidi Clara Dario Dina Elif
Emil Esme Farah Felix Fumi Gael Gita Hana Hugo Ines Ivan Jae Jonas Kaya Kenji
Lara Leif Lena Luca Maja Marco Mei Milo Nadia Nils Noor Olga Omar Oskar Pablo
Petra Qing Rania Remy Rosa Sven Tara Theo Uma Vera Viktor Wei Yara Yusuf Zoe`

// days returns the table of Days.
func (g Generator) days() ([]string, error) {
	from, ok1 := parseDay(g.From)
	to, ok2 := parseDay(g.To)
	if !ok1 || !ok2 || g.From > g.To {
		return nil, bad("range", g.Field, g.From, g.To)
	}
	var out []string
	for d := from; ; d = d.next() {
		if len(out) == MaxValues {
			return nil, bad("size", g.Field, MaxValues+1, MaxValues)
		}
		out = append(out, d.String())
		if d == to {
			return out, nil
		}
	}
}

// day is a date of the Gregorian calendar in the years 0 to 9999.
type day struct{ y, m, d int }

// parseDay reads a date in the form YYYYMMDD, and reports false if there is no such date.
func parseDay(s string) (day, bool) {
	if len(s) != 8 {
		return day{}, false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return day{}, false
		}
	}
	n, _ := strconv.Atoi(s)
	d := day{n / 10_000, n / 100 % 100, n % 100}
	return d, 1 <= d.m && d.m <= 12 && 1 <= d.d && d.d <= d.month()
}

// month returns how many days the month has.
func (d day) month() int {
	switch d.m {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if d.y%4 == 0 && (d.y%100 != 0 || d.y%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

// next returns the following day.
func (d day) next() day {
	d.d++
	if d.d > d.month() {
		d.d, d.m = 1, d.m+1
	}
	if d.m > 12 {
		d.m, d.y = 1, d.y+1
	}
	return d
}

func (d day) String() string { return string(d.append(nil)) }

// append appends the day in the form YYYYMMDD.
func (d day) append(b []byte) []byte {
	b = appendPadded(b, uint64(d.y), 4)
	b = appendPadded(b, uint64(d.m), 2)
	return appendPadded(b, uint64(d.d), 2)
}

// decimals returns the table of Decimals.
func (g Generator) decimals() ([]string, error) {
	digits := max(decimalsOf(g.From), decimalsOf(g.To), decimalsOf(g.Step))
	from, ok1 := parseDecimal(g.From, digits)
	to, ok2 := parseDecimal(g.To, digits)
	step, ok3 := parseDecimal(g.Step, digits)
	if !ok1 || !ok2 || !ok3 || step == 0 || from > to {
		return nil, bad("numbers", g.Field, g.From+" … "+g.To, g.Step)
	}
	n := (to-from)/step + 1
	if n > MaxValues {
		return nil, bad("size", g.Field, n, MaxValues)
	}
	out := make([]string, n)
	for i := range out {
		out[i] = formatDecimal(from+int64(i)*step, digits)
	}
	return out, nil
}

// decimalsOf returns how many digits s has after the point.
func decimalsOf(s string) int {
	_, frac, _ := strings.Cut(s, ".")
	return len(frac)
}

// parseDecimal reads a number that is not negative, with an optional fraction, as a
// multiple of 10^-digits. It reports false for more digits after the point, and for
// numbers that are too large.
func parseDecimal(s string, digits int) (int64, bool) {
	whole, frac, point := strings.Cut(s, ".")
	if whole == "" || point && frac == "" || digits > 9 || len(frac) > digits {
		return 0, false
	}
	n := int64(0)
	for _, c := range []byte(whole + frac + strings.Repeat("0", digits-len(frac))) {
		if c < '0' || c > '9' || n > (math.MaxInt64-9)/10/2 {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	return n, true
}

// formatDecimal returns the number n·10^-digits as text.
func formatDecimal(n int64, digits int) string {
	s := strconv.FormatInt(n, 10)
	if digits == 0 {
		return s
	}
	if len(s) <= digits {
		s = strings.Repeat("0", digits+1-len(s)) + s
	}
	return s[:len(s)-digits] + "." + s[len(s)-digits:]
}
