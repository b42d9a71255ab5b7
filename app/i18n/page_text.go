package i18n

import (
	"strconv"
	"strings"

	"tabletop/engine/base"
)

// PageText returns the page's text of a code. Arguments are as in [EngineSentence].
func PageText(lang, code string, args ...string) string { return page.say(lang, base.Code(code), args) }

// HasPageText reports whether the page has a text of a code, in English.
func HasPageText(code string) bool {
	_, ok := page[fallback][base.Code(code)]
	return ok
}

// FormatNumber returns a whole number with thousands separators.
func FormatNumber(lang string, n int64) string {
	digits := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	apart := intl.NumberFormat(lang).Thousands
	var b strings.Builder
	for i := range len(digits) {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteString(apart)
		}
		b.WriteByte(digits[i])
	}
	return sign + b.String()
}

// float returns a number with the language's decimal point; format and digits are as in
// strconv.
func float(lang string, v float64, format byte, digits int) string {
	return strings.Replace(strconv.FormatFloat(v, format, digits, 64), ".", intl.NumberFormat(lang).Point, 1)
}

// FormatBytes returns a size with few digits and its unit. A KB is 1,024 bytes.
func FormatBytes(lang string, n int64) string {
	if n < 10_000 {
		return PageText(lang, "size-B", FormatNumber(lang, n))
	}
	v := float64(n) / 1024
	for _, unit := range []string{"KB", "MB", "GB"} {
		if v < 1000 || unit == "GB" {
			return PageText(lang, "size-"+unit, decimal(lang, v))
		}
		v /= 1024
	}
	panic("i18n: a size without a unit")
}

// FormatMicros returns a duration, given in microseconds.
func FormatMicros(lang string, n int64) string {
	switch {
	case n <= 1:
		return PageText(lang, "less-than", PageText(lang, "time-ms", "1")) // the clocks of some browsers are no finer
	case n < 50:
		return PageText(lang, "less-than", PageText(lang, "time-ms", float(lang, 0.1, 'f', 1)))
	case n < 1_000_000:
		return PageText(lang, "time-ms", decimal(lang, float64(n)/1000))
	}
	return PageText(lang, "time-s", decimal(lang, float64(n)/1_000_000))
}

// decimal returns a number with at most one decimal, and none from 100 on.
func decimal(lang string, v float64) string {
	if v >= 100 {
		return float(lang, v, 'f', 0)
	}
	return strings.TrimSuffix(float(lang, v, 'f', 1), intl.NumberFormat(lang).Point+"0")
}
