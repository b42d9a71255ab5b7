package dataset

import (
	"math/bits"

	"tabletop/engine/base"
)

const (
	// maxSequence is the greatest number of a Sequence, and maxTime the last millisecond of
	// the year 9999.
	maxSequence = 1 << 60
	maxTime     = 253_402_300_799_999
	dayMillis   = 86_400_000
	// jitter is the number of positions at which a record may be within its slot.
	jitter = 1 << 10
)

// arrival is the source of times in ascending order. Time is divided into equal slots, and
// the n-th record is at a random position in the n-th slot.
type arrival struct {
	from    uint64 // milliseconds since 1970
	width   int    // characters of a number or a date
	date    bool   // times are written as dates
	span    uint64 // length of all slots, in units
	slots   uint64 // number of slots in span
	perUnit uint64 // units in a millisecond
}

// arrival returns the source of an Arrival. From sets the first time and, by its length,
// how times are written. The slots are still to be set by [arrival.spread].
func (g Generator) arrival() (source, error) {
	if len(g.Values) > 0 {
		return nil, bad("listed", g.Field)
	}
	at, date, ok := parseTime(g.From)
	if !ok {
		return nil, bad("begin", g.Field, g.From)
	}
	return &arrival{from: at, width: len(g.From), date: date}, nil
}

// spread sets the slots. The times of all records end at To; or a record comes every Step;
// or, if other fields take turns, a round of them comes every Step.
func (a *arrival) spread(g Generator, generated, round uint64) error {
	if (g.To == "") == (g.Step == "") {
		return bad("end", g.Field)
	}
	if g.To != "" {
		to, _, ok := parseTime(g.To)
		if !ok || to <= a.from || len(g.To) != len(g.From) {
			return bad("range", g.Field, g.From, g.To)
		}
		a.span, a.slots, a.perUnit = to-a.from, max(1, generated), 1
		return nil
	}
	step, ok := parseDecimal(g.Step, 3)
	if !ok || step == 0 || step > 1000*maxTime || round > 1<<40 {
		return bad("step", g.Field, g.Step)
	}
	a.span, a.slots, a.perUnit = uint64(step), round, 1000
	hi, lo := bits.Mul64(generated*jitter, a.span)
	if by := a.slots * jitter * a.perUnit; hi >= by {
		return base.Refuse(base.CodeRecipeTimes, g.Field, g.Step)
	} else if last, _ := bits.Div64(hi, lo, by); last > maxTime-a.from {
		return base.Refuse(base.CodeRecipeTimes, g.Field, g.Step)
	}
	return nil
}

// value returns the time of the n-th generated record.
func (a *arrival) value(n uint64, r *Random) string {
	hi, lo := bits.Mul64(n*jitter+r.Below(jitter), a.span)
	after, _ := bits.Div64(hi, lo, a.slots*jitter*a.perUnit)
	at := a.from + after
	if !a.date {
		return string(appendPadded(nil, at, a.width))
	}
	d, ms := dayOf(at/dayMillis), at%dayMillis
	b := appendPadded(d.append(nil), ms/3_600_000, 2)
	b = appendPadded(b, ms/60_000%60, 2)
	b = appendPadded(b, ms/1000%60, 2)
	b = appendPadded(b, ms%1000, 3)
	return string(b[:a.width])
}

// parseTime reads a time between 1970 and 9999: YYYYMMDD, YYYYMMDDhhmmss or
// YYYYMMDDhhmmssmmm; with any other number of digits it is a number of milliseconds since
// 1970. date says that it is a date.
func parseTime(s string) (ms uint64, date, ok bool) {
	n, ok := parseDecimal(s, 0)
	if !ok {
		return 0, false, false
	}
	switch len(s) {
	case 8, 14, 17:
		d, valid := parseDay(s[:8])
		clock, _ := parseDecimal(s[8:]+"000000000"[len(s)-8:], 0)
		h, m, sec := clock/10_000_000, clock/100_000%100, clock/1000%100
		if !valid || d.y < 1970 || h > 23 || m > 59 || sec > 59 {
			return 0, true, false
		}
		return d.number()*dayMillis + uint64(h*3_600_000+m*60_000+sec*1000+clock%1000), true, true
	}
	return uint64(n), false, n <= maxTime
}

// Days are computed in eras of 400 years that begin in March, so that a leap day is the last
// day of its year.
const (
	eraDays = 146_097 // days of 400 years
	toEra   = 719_468 // days from March of year 0 to 1970
)

// number returns how many days d is after the first of January 1970.
func (d day) number() uint64 {
	y, m := d.y, (d.m+9)%12
	if d.m <= 2 {
		y--
	}
	inYear := (153*m+2)/5 + d.d - 1
	inEra := y%400*365 + y%400/4 - y%400/100 + inYear
	return uint64(y/400*eraDays + inEra - toEra)
}

// dayOf returns the day with a number; it is the inverse of number.
func dayOf(number uint64) day {
	n := int(number) + toEra
	inEra := n % eraDays
	y := (inEra - inEra/1460 + inEra/36_524 - inEra/146_096) / 365
	inYear := inEra - (365*y + y/4 - y/100)
	m := (5*inYear + 2) / 153
	d := day{n/eraDays*400 + y, m + 3, inYear - (153*m+2)/5 + 1}
	if m > 9 {
		d.y, d.m = d.y+1, m-9
	}
	return d
}
