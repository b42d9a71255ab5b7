package dataset

import (
	"slices"
	"strings"
	"time"

	"tabletop/engine/base"
)

// timeLayouts are the forms of ISO 8601: a time with or without a zone, and a day.
var timeLayouts = []string{time.RFC3339, "2006-01-02 15:04:05Z07:00", "2006-01-02T15:04:05", time.DateTime, time.DateOnly}

// ParseTime reads a time between 1970 and 9999 with a precision of milliseconds. A text of
// digits only is a date (8 digits), a date with the time of day (14), the same with
// milliseconds (17), or the time since 1970 in seconds (10), milliseconds (13) or
// microseconds (16). Any other text must have a form of ISO 8601; without a zone it is in
// UTC.
func ParseTime(s string) (base.Micros, bool) {
	if n, digits := parseDecimal(s, 0); digits {
		ms, ok := uint64(n), true
		switch len(s) {
		case 10:
			ms *= 1000
		case 13:
		case 16:
			ms /= 1000
		case 8, 14, 17:
			ms, _, ok = parseTime(s)
		default:
			ok = false
		}
		return base.Micros(ms) * 1000, ok && ms <= maxTime
	}
	if len(s) < len(time.DateOnly) || s[4] != '-' || s[7] != '-' {
		return 0, false // all layouts begin with a day; trying each of them would be slow
	}
	for _, layout := range timeLayouts {
		t, err := time.Parse(layout, s)
		if err != nil {
			continue
		}
		_, zone := t.Zone()
		ms, n := t.UnixMilli(), min(len(layout), len(time.DateTime))
		whole := strings.HasPrefix(s, t.Format(layout)[:n]) // false for an hour of one digit
		return base.Micros(ms) * 1000, whole && zone > -24*3600 && zone < 24*3600 && ms >= 0 && ms <= maxTime
	}
	return 0, false
}

// A Clock says when the cells of a record were written.
type RecordClock struct {
	field string
	at    int // index of the field in a record, or -1 if there is none
}

// Clock returns the clock for the records of the Spec.
func (s Spec) Clock() RecordClock {
	if s.Time == "" {
		return RecordClock{at: -1}
	}
	return RecordClock{s.Time, slices.Index(s.Fields, s.Time)}
}

// TimeOf returns when a record's cells were written. For records without a time of their own
// this is loaded, the time of loading. It refuses (bad-recipe) a value that is not a time.
func (c RecordClock) TimeOf(record []string, loaded base.Micros) (base.Micros, error) {
	if !c.HasOwnTimes() {
		return loaded, nil
	}
	at, ok := ParseTime(record[c.at])
	if !ok {
		return 0, bad("time", c.field, record[c.at])
	}
	return at, nil
}

// HasOwnTimes reports whether records have times of their own.
func (c RecordClock) HasOwnTimes() bool { return c.at >= 0 }
