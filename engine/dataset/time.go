package dataset

import (
	"slices"
	"time"

	"tabletop/engine/base"
)

// timeLayouts are how times are written otherwise than in digits.
var timeLayouts = []string{time.RFC3339, time.DateTime, "2006-01-02T15:04:05", time.DateOnly}

// ParseTime reads a time from 1970 to 9999, to the millisecond: as an [Arrival] writes
// it, in seconds (10 digits) or microseconds (16) since 1970, or as ISO 8601 has it,
// without a zone in UTC.
func ParseTime(s string) (base.Micros, bool) {
	ms, _, ok := parseTime(s)
	switch n, digits := parseDecimal(s, 0); {
	case digits && len(s) == 10:
		ms, ok = uint64(n)*1000, true
	case digits && len(s) == 16:
		ms, ok = uint64(n)/1000, true
	case !digits && len(s) >= len(time.DateOnly):
		for _, layout := range timeLayouts {
			if t, err := time.Parse(layout, s); err == nil {
				ms = uint64(t.UnixMilli())
				return base.Micros(ms) * 1000, ms <= maxTime
			}
		}
	}
	return base.Micros(ms) * 1000, ok
}

// A Clock tells when the cells of a record were written.
type Clock struct {
	field string
	at    int // of the field in a record, below 0 for no such field
}

// Clock returns that of the Spec's records.
func (s Spec) Clock() Clock {
	if s.Time == "" {
		return Clock{at: -1}
	}
	return Clock{s.Time, slices.Index(s.Fields, s.Time)}
}

// Of returns when a record's cells were written, and of records without a time of their
// own when they are loaded. It refuses (bad-recipe) what is no time.
func (c Clock) Of(record []string, loaded base.Micros) (base.Micros, error) {
	if !c.Own() {
		return loaded, nil
	}
	at, ok := ParseTime(record[c.at])
	if !ok {
		return 0, bad("time", c.field, record[c.at])
	}
	return at, nil
}

// Own reports whether records have a time of their own.
func (c Clock) Own() bool { return c.at >= 0 }
