package printed

import (
	"math"
	"strconv"
	"strings"
	"time"

	"tabletop/engine/base"
)

// shellTime reads a timestamp as the HBase shell prints it: since version 2.0 as a date,
// before that in milliseconds. It returns what is wrong with the text, or "".
func shellTime(text string) (base.Micros, Reason) {
	ms, err := strconv.ParseInt(text, 10, 64)
	switch {
	case err != nil:
		return timeOf(strings.TrimSuffix(text, "Z"), "01-02T15:04:05.999999999")
	case ms < 0 || ms > math.MaxInt64/1000:
		return 0, Range
	}
	return base.Micros(ms * 1000), ""
}

// timeOf reads a year, any character, and the rest of a time in UTC in the given layout.
// The year may have more than four digits. It returns what is wrong with the text, or "".
func timeOf(text, style string) (base.Micros, Reason) {
	n := len(text) - len(strings.TrimLeft(text, "0123456789"))
	year, err := strconv.Atoi(text[:n])
	if err != nil || n == len(text) {
		return 0, Time
	}
	t, err := time.Parse(style, text[n+1:])
	switch {
	case err != nil:
		return 0, Time
	case year < 1970 || year > 294247:
		return 0, Range
	}
	t = t.AddDate(year, 0, 0)
	at := base.Micros(t.UnixMicro())
	if !time.UnixMicro(int64(at)).UTC().Equal(t.Truncate(time.Microsecond)) {
		return 0, Range
	}
	return at, ""
}
