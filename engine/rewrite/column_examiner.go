package rewrite

import (
	"slices"
	"time"
)

// OddValue is a value with the line in which it is.
type OddValue struct {
	Line  int
	Value string
}

// ColumnExaminer examines the values of a column, in order. The zero value has seen none.
type ColumnExaminer struct {
	values int // number of values that are not empty
	empty  int // number of empty values

	dates    int      // number of dates that are not in the form of ISO 8601
	clock    bool     // some dates have the time of day
	finer    bool     // some have decimals of the second
	zoned    bool     // some have a zone
	short    bool     // some have a year of two digits
	open     int      // number of dates that may begin with the day or with the month
	dayFirst OddValue // the first value that can only begin with its day
	monFirst OddValue // the first value that can only begin with its month
	some     []string // the first dates

	shapes [pointed + 1]int      // number of values, by shape
	first  [pointed + 1]OddValue // first value, by shape
	noDate OddValue              // the first value that is not one of the dates
}

// someKept is the number of dates that are kept in order to be compared.
const someKept = 200

// Add examines the value in a line.
func (c *ColumnExaminer) Add(line int, v string) {
	if v == "" {
		c.empty++
		return
	}
	c.values++
	s := shapeOf(v)
	if c.shapes[s]++; c.first[s].Line == 0 {
		c.first[s] = OddValue{line, v}
	}
	m, ok := parseDate(v)
	if !ok || m.sorts {
		if c.noDate.Line == 0 {
			c.noDate = OddValue{line, v}
		}
		return
	}
	c.dates++
	c.clock, c.finer, c.zoned, c.short = c.clock || m.clock, c.finer || m.finer, c.zoned || m.zoned, c.short || m.short
	if m.order[0] == unknown {
		switch day, month := m.valid("dmy"), m.valid("mdy"); {
		case day && month && m.parts[0] != m.parts[1]:
			c.open++
		case !month && c.dayFirst.Line == 0:
			c.dayFirst = OddValue{line, v}
		case !day && c.monFirst.Line == 0:
			c.monFirst = OddValue{line, v}
		}
	}
	if len(c.some) < someKept {
		c.some = append(c.some, v)
	}
}

// ColumnFinding says how a column can be rewritten.
type ColumnFinding struct {
	Rules       []ValueRule // rules that fit; two if the values do not show which is right
	Dates       bool        // the column has dates; otherwise numbers
	Like        string      // an example of the values
	Pair        [2]string   // two dates, the earlier one first, whose texts sort in the opposite order; "" if none are known
	Short       bool        // some years have two digits
	Commas      OddValue    // for numbers: the first value with a comma
	CommaCount  int         // for numbers: values with a comma
	Plain       int         // for numbers: values that need no rewriting
	Empty       int         // for numbers: empty values
	Others      int         // values that the rule cannot read and that are not plain numbers
	Other       OddValue    // the first of these
	Conflicting [2]OddValue // without rules: two values that no single rule can read
}

// most says how many values may be neither dates nor numbers: at most one in this number.
const most = 4

// Found returns how the column can be rewritten. ok is false if it should stay unchanged.
func (c *ColumnExaminer) Found() (f ColumnFinding, ok bool) {
	commas := c.shapes[comma] + c.shapes[either] + c.shapes[commaPoint] + c.shapes[groupComma]
	numbers := c.values - c.shapes[noNumber]
	switch {
	case c.dates > 0 && (c.values-c.dates)*most <= c.values:
		return c.asDates(), true
	case commas > 0 && (c.values-numbers)*most <= c.values:
		return c.asNumbers(), true
	}
	return f, false
}

// asDates is Found for a column of dates.
func (c *ColumnExaminer) asDates() ColumnFinding {
	f := ColumnFinding{Dates: true, Like: c.some[0], Short: c.short, Others: c.values - c.dates, Other: c.noDate}
	form := ""
	if c.clock {
		if form = "-s"; c.finer {
			form = "-ms"
		}
		if c.zoned {
			form += "Z"
		}
	}
	switch day, month := c.dayFirst, c.monFirst; {
	case day.Line > 0 && month.Line > 0:
		f.Conflicting = [2]OddValue{day, month}
	case month.Line > 0:
		f.Rules, f.Like = []ValueRule{ValueRule("mdy" + form)}, month.Value
	case day.Line > 0:
		f.Rules, f.Like = []ValueRule{ValueRule("dmy" + form)}, day.Value
	case c.open > 0:
		f.Rules = []ValueRule{ValueRule("dmy" + form), ValueRule("mdy" + form)}
	default:
		f.Rules = []ValueRule{ValueRule("dmy" + form)}
	}
	if len(f.Rules) > 0 {
		f.Pair = unsorted(c.some, f.Rules)
	}
	return f
}

// IsUnreadableDate reports whether a value is a date that no transform of a row key can read, though
// a rule might.
func IsUnreadableDate(v string) bool {
	m, ok := parseDate(v)
	return ok && !m.sorts
}

// FindUnsortedDates returns two of the dates, the earlier one first, whose texts sort in the
// opposite order. ok is false if there are none, or the values are not dates.
func FindUnsortedDates(values []string) (pair [2]string, ok bool) {
	var c ColumnExaminer
	for i, v := range values {
		c.Add(i+1, v)
	}
	if f, is := c.Found(); is && f.Dates {
		pair = f.Pair
	}
	return pair, pair[0] != ""
}

// unsorted returns two dates, the earlier one first by all of the rules, whose texts sort
// in the opposite order, or "".
func unsorted(values []string, rules []ValueRule) (pair [2]string) {
	type dated struct {
		text  string
		at    time.Time // by the first rule
		other time.Time // by the last
	}
	var all []dated
	first, _ := rules[0].order()
	last, _ := rules[len(rules)-1].order()
	for _, v := range values {
		m, ok := parseDate(v)
		at, by := m.at(first)
		other, too := m.at(last)
		if ok && by && too {
			all = append(all, dated{v, at, other})
		}
	}
	slices.SortStableFunc(all, func(a, b dated) int { return a.at.Compare(b.at) })
	for i := range all {
		for j := range i {
			if a, b := all[j], all[i]; a.text > b.text && a.at.Before(b.at) && a.other.Before(b.other) {
				return [2]string{a.text, b.text}
			}
		}
	}
	return pair
}

// asNumbers is Found for a column of numbers with commas.
func (c *ColumnExaminer) asNumbers() ColumnFinding {
	f := ColumnFinding{Empty: c.empty}
	decimals, thousands := c.shapes[comma]+c.shapes[groupComma], c.shapes[commaPoint]
	like := comma
	switch {
	case decimals > 0 && thousands > 0:
		if c.shapes[comma] == 0 {
			like = groupComma
		}
		f.Conflicting = [2]OddValue{c.first[like], c.first[commaPoint]}
	case c.shapes[groupComma] > 0:
		f.Rules, like = []ValueRule{DotThousands}, groupComma
	case decimals > 0:
		f.Rules = []ValueRule{DecimalComma}
	case thousands > 0:
		f.Rules, like = []ValueRule{CommaThousands}, commaPoint
	default:
		f.Rules, like = []ValueRule{DecimalComma, CommaThousands}, either
	}
	f.Like = c.first[like].Value
	for s, n := range c.shapes {
		if n == 0 || len(f.Rules) == 0 {
			continue
		}
		switch shape := shape(s); shape {
		case comma, either, commaPoint, groupComma:
			if f.CommaCount += n; f.Commas.Line == 0 || c.first[s].Line < f.Commas.Line {
				f.Commas = c.first[s]
			}
		case whole, point, pointed:
			if shape != pointed || f.Rules[0] != DotThousands {
				f.Plain += n
				continue
			}
		}
		if _, reads := f.Rules[0].Apply(c.first[s].Value); reads {
			continue
		}
		f.Others += n
		if odd := c.first[s]; f.Other.Line == 0 || odd.Line < f.Other.Line {
			f.Other = odd
		}
	}
	return f
}
