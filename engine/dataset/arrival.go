package dataset

import (
	"math/bits"

	"tabletop/engine/base"
)

const (
	// maxSequence and maxTime are the last number and millisecond there is: the
	// latter is in the year 9999.
	maxSequence = 1 << 60
	maxTime     = 253_402_300_799_999
	dayMillis   = 86_400_000
	// jitter is how many places a record may come at in its time.
	jitter = 1 << 10
)

// arrival is times in order. The n-th record comes at some time of the n-th of
// equal slots.
type arrival struct {
	from    uint64 // milliseconds since 1970
	width   int    // of the number, or of the date
	date    bool
	span    uint64 // of so many slots, in units
	slots   uint64
	perUnit uint64 // units of a millisecond
}

// arrival reads From, by whose length it is told what a time looks like.
func (g Gen) arrival() (source, error) {
	if len(g.Values) > 0 {
		return nil, bad("listed", g.Field)
	}
	at, date, ok := parseTime(g.From)
	if !ok {
		return nil, bad("begin", g.Field, g.From)
	}
	return &arrival{from: at, width: len(g.From), date: date}, nil
}

// spread says how far apart the records come: all of them up to To, or each Step,
// or each round of the fields that take turns in a Step.
func (a *arrival) spread(g Gen, generated, round uint64) error {
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

// parseTime reads a time from 1970 to 9999: YYYYMMDD, with hhmmss behind it, with
// three decimals of the second behind that, or else milliseconds since 1970.
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

// Days are counted from 1970 in eras of 400 years that begin in March, so that a
// leap day is the last of its year.
const (
	eraDays = 146_097
	toEra   = 719_468 // days from March of year 0 to 1970
)

// number returns how many days lie between 1970 and the day.
func (d day) number() uint64 {
	y, m := d.y, (d.m+9)%12
	if d.m <= 2 {
		y--
	}
	inYear := (153*m+2)/5 + d.d - 1
	inEra := y%400*365 + y%400/4 - y%400/100 + inYear
	return uint64(y/400*eraDays + inEra - toEra)
}

// dayOf is the inverse of number.
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
