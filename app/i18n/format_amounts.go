package i18n

import (
	"math"

	"tabletop/engine/cluster"
)

// FormatMetric returns an amount of a heat map with three digits and its unit.
func FormatMetric(lang string, of cluster.Metric, v float64) string {
	switch of {
	case cluster.Ops, cluster.Reads, cluster.Writes:
		return PageText(lang, "amount-a-second", FormatThreeDigits(lang, v))
	case cluster.Bytes:
		return PageText(lang, "amount-a-second", FormatBytes(lang, int64(v+0.5)))
	case cluster.Latency:
		return FormatMicros(lang, int64(v*1e6+0.5))
	case cluster.Load:
		return FormatPercent(lang, v)
	}
	panic("i18n: a metric without a unit")
}

// FormatMetricTotal returns an amount of a heat map as a total, and not as a rate.
func FormatMetricTotal(lang string, of cluster.Metric, v float64) string {
	if of == cluster.Bytes {
		return FormatBytes(lang, int64(v+0.5))
	}
	return FormatThreeDigits(lang, v)
}

// FormatThreeDigits returns a number rounded to three digits.
func FormatThreeDigits(lang string, v float64) string {
	if v >= 999.5 {
		unit := math.Pow(10, math.Floor(math.Log10(v))-2)
		return FormatNumber(lang, int64(math.Round(v/unit)*unit))
	}
	if v > 0 && v < 0.01 {
		return PageText(lang, "less-than", float(lang, 0.01, 'f', 2))
	}
	return float(lang, v, 'g', 3)
}

// FormatPercent returns a share as a percentage.
func FormatPercent(lang string, share float64) string {
	v, digits := 100*share, 1
	switch {
	case v == 0 || v >= 9.95:
		digits = 0
	case v < 0.1:
		return PageText(lang, "less-than", percentage(lang, 0.1, 1))
	}
	return percentage(lang, v, digits)
}

// percentage returns a number with the language's percent sign.
func percentage(lang string, v float64, digits int) string {
	m := intl.NumberFormat(lang)
	return m.Before + float(lang, v, 'f', digits) + m.After
}

// FormatRatio returns a ratio with two decimals if it is below 10, one if it is below 100, else none.
func FormatRatio(lang string, v float64) string {
	switch {
	case v >= 100:
		return FormatNumber(lang, int64(math.Round(v)))
	case v >= 10:
		return float(lang, v, 'f', 1)
	}
	return FormatDecimal(lang, math.Round(100*v)/100)
}

// FormatHundredths returns n/100 with two decimals.
func FormatHundredths(lang string, n int64) string { return float(lang, float64(n)/100, 'f', 2) }

// FormatDecimal returns a number with as many decimals as it has.
func FormatDecimal(lang string, v float64) string { return float(lang, v, 'f', -1) }
