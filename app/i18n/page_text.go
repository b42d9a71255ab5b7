package i18n

import (
	"strconv"
	"strings"

	"tabletop/engine/base"
)

// Text returns the page's text of a code. Arguments are as in [Sentence].
func Text(lang, code string, args ...string) string { return page.say(lang, base.Code(code), args) }

// HasText reports whether the page has a text of a code, in English.
func HasText(code string) bool {
	_, ok := page[fallback][base.Code(code)]
	return ok
}

// Number returns a whole number with thousands separators.
func Number(lang string, n int64) string {
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

// Bytes returns a size with few digits and its unit. A KB is 1,024 bytes.
func Bytes(lang string, n int64) string {
	if n < 10_000 {
		return Text(lang, "size-B", Number(lang, n))
	}
	v := float64(n) / 1024
	for _, unit := range []string{"KB", "MB", "GB"} {
		if v < 1000 || unit == "GB" {
			return Text(lang, "size-"+unit, decimal(lang, v))
		}
		v /= 1024
	}
	panic("i18n: a size without a unit")
}

// Micros returns a duration, given in microseconds.
func Micros(lang string, n int64) string {
	switch {
	case n <= 1:
		return Text(lang, "less-than", Text(lang, "time-ms", "1")) // the clocks of some browsers are no finer
	case n < 50:
		return Text(lang, "less-than", Text(lang, "time-ms", float(lang, 0.1, 'f', 1)))
	case n < 1_000_000:
		return Text(lang, "time-ms", decimal(lang, float64(n)/1000))
	}
	return Text(lang, "time-s", decimal(lang, float64(n)/1_000_000))
}

// decimal returns a number with at most one decimal, and none from 100 on.
func decimal(lang string, v float64) string {
	if v >= 100 {
		return float(lang, v, 'f', 0)
	}
	return strings.TrimSuffix(float(lang, v, 'f', 1), intl.NumberFormat(lang).Point+"0")
}
