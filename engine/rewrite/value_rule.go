package rewrite

import (
	"slices"
	"strings"
	"time"
)

// ValueRule says how the values of a column are rewritten. "" leaves them unchanged. A rule for
// dates is dmy or mdy, the order in which it reads day and month, followed by the form in
// which it writes: nothing for a day, -s or -ms for the time to seconds or milliseconds,
// and Z after these for UTC.
type ValueRule string

// These are the rules for numbers.
const (
	DecimalComma   ValueRule = "comma"  // 3,14 becomes 3.14
	DotThousands   ValueRule = "marked" // 1.234,56 becomes 1234.56, and 1.234 becomes 1234
	CommaThousands ValueRule = "parted" // 1,234.56 becomes 1234.56, and 1,234 becomes 1234
)

// orders are the beginnings of rules for dates: the order of day, month and year, for
// dates that do not show it.
var orders = []string{"dmy", "mdy"}

// layouts are the ends of rules for dates, with the layout that they write.
var layouts = map[string]string{
	"":   time.DateOnly,
	"-s": "2006-01-02T15:04:05", "-ms": "2006-01-02T15:04:05.000",
	"-sZ": "2006-01-02T15:04:05Z", "-msZ": "2006-01-02T15:04:05.000Z",
}

// order returns the order in which the rule reads dates and the layout that it writes, or
// "" for a rule that is not for dates.
func (r ValueRule) order() (order, layout string) {
	for _, o := range orders {
		if layout := layouts[strings.TrimPrefix(string(r), o)]; strings.HasPrefix(string(r), o) && layout != "" {
			return o, layout
		}
	}
	return "", ""
}

// Valid reports whether there is such a rule.
func (r ValueRule) Valid() bool {
	order, _ := r.order()
	return order != "" || slices.Contains([]ValueRule{"", DecimalComma, DotThousands, CommaThousands}, r)
}

// ReadsDates reports whether the rule is for dates, and whether it reads the day first.
func (r ValueRule) ReadsDates() (is, dayFirst bool) {
	order, _ := r.order()
	return order != "", order == "dmy"
}

// Apply returns a value rewritten. For a value that the rule cannot read it returns the
// value unchanged, and false.
func (r ValueRule) Apply(v string) (string, bool) {
	if order, layout := r.order(); order != "" {
		m, ok := parseDate(v)
		if !ok {
			return v, false
		}
		at, ok := m.at(order)
		if !ok || !m.tells(layout) || m.zoned != strings.HasSuffix(layout, "Z") && m.clock {
			return v, false
		}
		return at.Format(layout), true
	}
	drop, mark := "", "."
	switch shape := shapeOf(v); r {
	case DecimalComma:
		if mark = ","; shape != whole && shape != comma && shape != either {
			return v, false
		}
	case DotThousands:
		if drop, mark = marks, ","; shape != whole && shape != comma && shape != either && shape != groupComma && shape != groups && shape != pointed {
			return v, false
		}
	case CommaThousands:
		if drop = ","; shape != whole && shape != point && shape != pointed && shape != either && shape != commaPoint {
			return v, false
		}
	default:
		return v, r == ""
	}
	v = strings.Map(func(c rune) rune {
		switch {
		case strings.ContainsRune(drop, c):
			return -1
		case string(c) == mark:
			return '.'
		}
		return c
	}, v)
	return v, true
}

// tells reports whether a layout writes everything that the date contains.
func (m *moment) tells(layout string) bool {
	return (!m.clock || layout != time.DateOnly) && (!m.finer || strings.Contains(layout, ".000"))
}
