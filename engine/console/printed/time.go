package printed

import (
	"math"
	"strconv"
	"strings"
	"time"

	"tabletop/engine/base"
)

// shellTime reads a time as HBase's shell prints it: since 2.0 as a date, before in
// milliseconds.
func shellTime(text string) (base.Micros, bool) {
	if ms, err := strconv.ParseInt(text, 10, 64); err == nil {
		return base.Micros(ms * 1000), ms >= 0 && ms <= math.MaxInt64/1000
	}
	return timeOf(strings.TrimSuffix(text, "Z"), "01-02T15:04:05.999999999")
}

// timeOf reads a year, a character and the rest of a time in UTC. The year may have more
// than four digits.
func timeOf(text, style string) (base.Micros, bool) {
	n := len(text) - len(strings.TrimLeft(text, "0123456789"))
	year, err := strconv.Atoi(text[:n])
	if err != nil || n == len(text) {
		return 0, false
	}
	t, err := time.Parse(style, text[n+1:])
	if err != nil {
		return 0, false
	}
	t = t.AddDate(year, 0, 0)
	at := base.Micros(t.UnixMicro())
	return at, year >= 1970 && year <= 294247 && time.UnixMicro(int64(at)).UTC().Equal(t.Truncate(time.Microsecond))
}
