package rewrite

import (
	"slices"
	"time"
)

// Odd is a value and the line that it stands in.
type Odd struct {
	Line  int
	Value string
}

// Column looks at the values of a column, in their order.
type Column struct {
	values int // that are not empty
	empty  int

	dates    int  // that are not written as ISO 8601 has them
	clock    bool // some have the time of day
	finer    bool // with decimals of the second
	zoned    bool
	short    bool
	open     int // dates that may begin with the day or the month
	dayFirst Odd // the first value that can only begin with its day, and with its month
	monFirst Odd
	some     []string // the first dates

	shapes [pointed + 1]int
	first  [pointed + 1]Odd // of each shape
	noDate Odd              // the first value that is none of the dates
}

// someKept is how many of a column's dates are compared.
const someKept = 200

// Add looks at a value.
func (c *Column) Add(line int, v string) {
	if v == "" {
		c.empty++
		return
	}
	c.values++
	s := shapeOf(v)
	if c.shapes[s]++; c.first[s].Line == 0 {
		c.first[s] = Odd{line, v}
	}
	m, ok := parseDate(v)
	if !ok || m.sorts {
		if c.noDate.Line == 0 {
			c.noDate = Odd{line, v}
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
			c.dayFirst = Odd{line, v}
		case !day && c.monFirst.Line == 0:
			c.monFirst = Odd{line, v}
		}
	}
	if len(c.some) < someKept {
		c.some = append(c.some, v)
	}
}

// Finding is what was found of a column that can be rewritten, or might be.
type Finding struct {
	Rules  []Rule // by which it can; two where its values leave open which of them is right
	Dates  bool
	Like   string    // one of the values
	Pair   [2]string // two dates, the earlier one first, whose texts sort the other way round; "" for none known
	Short  bool      // years have two digits
	Commas Odd       // of numbers: the first value with a comma
	With   int       // values that have one,
	Plain  int       // that need none,
	Empty  int       // and that are empty
	Others int       // values that no rule reads, and that are no plain numbers
	Other  Odd       // the first of those
	Wrong  [2]Odd    // two values of which no rule reads both, where there are no rules
}

// most is one in how many values may be no date, or no number, at most.
const most = 4

// Found returns what was found, ok false for a column that stays as it is.
func (c *Column) Found() (f Finding, ok bool) {
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

// asDates is what was found of a column of dates.
func (c *Column) asDates() Finding {
	f := Finding{Dates: true, Like: c.some[0], Short: c.short, Others: c.values - c.dates, Other: c.noDate}
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
		f.Wrong = [2]Odd{day, month}
	case month.Line > 0:
		f.Rules, f.Like = []Rule{Rule("mdy" + form)}, month.Value
	case day.Line > 0:
		f.Rules, f.Like = []Rule{Rule("dmy" + form)}, day.Value
	case c.open > 0:
		f.Rules = []Rule{Rule("dmy" + form), Rule("mdy" + form)}
	default:
		f.Rules = []Rule{Rule("dmy" + form)}
	}
	if len(f.Rules) > 0 {
		f.Pair = unsorted(c.some, f.Rules)
	}
	return f
}

// Unread reports whether a value is a date that no transform of a row key reads, and a rule
// might.
func Unread(v string) bool {
	m, ok := parseDate(v)
	return ok && !m.sorts
}

// Unsorted returns two of some dates, the earlier one first, whose texts sort the other way
// round, and false where there are none or the texts are something else.
func Unsorted(values []string) (pair [2]string, ok bool) {
	var c Column
	for i, v := range values {
		c.Add(i+1, v)
	}
	if f, is := c.Found(); is && f.Dates {
		pair = f.Pair
	}
	return pair, pair[0] != ""
}

// unsorted returns two dates, the earlier one first by all of some rules, whose texts sort the
// other way round; "" for none.
func unsorted(values []string, rules []Rule) (pair [2]string) {
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

// asNumbers is what was found of a column of numbers with commas.
func (c *Column) asNumbers() Finding {
	f := Finding{Empty: c.empty}
	decimals, thousands := c.shapes[comma]+c.shapes[groupComma], c.shapes[commaPoint]
	like := comma
	switch {
	case decimals > 0 && thousands > 0:
		if c.shapes[comma] == 0 {
			like = groupComma
		}
		f.Wrong = [2]Odd{c.first[like], c.first[commaPoint]}
	case c.shapes[groupComma] > 0:
		f.Rules, like = []Rule{Marked}, groupComma
	case decimals > 0:
		f.Rules = []Rule{Comma}
	case thousands > 0:
		f.Rules, like = []Rule{Parted}, commaPoint
	default:
		f.Rules, like = []Rule{Comma, Parted}, either
	}
	f.Like = c.first[like].Value
	for s, n := range c.shapes {
		if n == 0 || len(f.Rules) == 0 {
			continue
		}
		switch shape := shape(s); shape {
		case comma, either, commaPoint, groupComma:
			if f.With += n; f.Commas.Line == 0 || c.first[s].Line < f.Commas.Line {
				f.Commas = c.first[s]
			}
		case whole, point, pointed:
			if shape != pointed || f.Rules[0] != Marked {
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
