package rowkey

import (
	"strconv"
	"time"
)

const (
	// These are bounds of the numbers that transforms read and write.
	maxNumber    = 1<<63 - 1
	newestDigits = 19           // digits of maxNumber
	lastSecond   = 253402300799 // last second of the year 9999, since 1970
)

// latest returns the latest time, in the transform's unit, that a transform to a date
// accepts.
func (f Transform) latest() int64 {
	if f.Seconds {
		return lastSecond
	}
	return lastSecond*1000 + 999
}

// date returns how many digits of the date the transform keeps.
func (f Transform) date() int {
	switch f.Name {
	case "month":
		return len("yyyymm")
	case "day":
		return len("yyyymmdd")
	case "hour":
		return len("yyyymmddhh")
	}
	return dateWidth(f.Seconds)
}

// dateWidth returns the digits of a whole date, to the second or to the millisecond.
func dateWidth(seconds bool) int {
	if seconds {
		return len("yyyymmddhhmmss")
	}
	return len("yyyymmddhhmmssmmm")
}

// appendDate appends the first digits of the date yyyymmddhhmmssmmm in UTC. n is the time
// since 1970 in seconds or milliseconds, and is not after the year 9999.
func appendDate(dst []byte, n int64, seconds bool, digits int) []byte {
	t := time.UnixMilli(n)
	if seconds {
		t = time.Unix(n, 0)
	}
	t = t.UTC()
	year, month, day := t.Date()
	hour, minute, second := t.Clock()
	end := len(dst) + digits
	dst = appendDigits(dst, int64(year), 4)
	for _, n := range [5]int{int(month), day, hour, minute, second} {
		dst = append(dst, byte('0'+n/10%10), byte('0'+n%10))
	}
	dst = appendDigits(dst, int64(t.Nanosecond()/1e6), 3)
	return dst[:end]
}

// readDate returns the time since 1970, in seconds or milliseconds, of a whole date. It
// reports false for a text that is not an existing date.
func readDate(s string, seconds bool) (int64, bool) {
	if len(s) != dateWidth(seconds) {
		return 0, false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
	}
	part := func(from, to int) int { n, _ := strconv.Atoi(s[from:to]); return n }
	milli := 0
	if !seconds {
		milli = part(14, 17)
	}
	t := time.Date(part(0, 4), time.Month(part(4, 6)), part(6, 8), part(8, 10), part(10, 12), part(12, 14), milli*1e6, time.UTC)
	n := t.UnixMilli()
	if seconds {
		n = t.Unix()
	}
	// time.Date turns a 30th of February into a day of March, and so on. Such texts fail
	// here.
	if n < 0 || t.Year() > 9999 || string(appendDate(nil, n, seconds, len(s))) != s {
		return 0, false
	}
	return n, true
}

// appendDigits appends n with leading zeros, as the given number of digits, at most
// newestDigits.
func appendDigits(dst []byte, n int64, digits int) []byte {
	var room [newestDigits]byte
	for i := digits - 1; i >= 0; i-- {
		room[i] = byte('0' + n%10)
		n /= 10
	}
	return append(dst, room[:digits]...)
}
