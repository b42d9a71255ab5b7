package i18n

import (
	"math"

	"tabletop/engine/cluster"
)

// Amount returns an amount of a heat map with three digits and its unit.
func Amount(lang string, of cluster.Metric, v float64) string {
	switch of {
	case cluster.Ops, cluster.Reads, cluster.Writes:
		return Text(lang, "amount-a-second", ThreeDigits(lang, v))
	case cluster.Bytes:
		return Text(lang, "amount-a-second", Bytes(lang, int64(v+0.5)))
	case cluster.Latency:
		return Micros(lang, int64(v*1e6+0.5))
	case cluster.Load:
		return Percent(lang, v)
	}
	panic("i18n: a metric without a unit")
}

// Total returns an amount of a heat map as a total, and not as a rate.
func Total(lang string, of cluster.Metric, v float64) string {
	if of == cluster.Bytes {
		return Bytes(lang, int64(v+0.5))
	}
	return ThreeDigits(lang, v)
}

// ThreeDigits returns a number rounded to three digits.
func ThreeDigits(lang string, v float64) string {
	if v >= 999.5 {
		unit := math.Pow(10, math.Floor(math.Log10(v))-2)
		return Number(lang, int64(math.Round(v/unit)*unit))
	}
	if v > 0 && v < 0.01 {
		return Text(lang, "less-than", float(lang, 0.01, 'f', 2))
	}
	return float(lang, v, 'g', 3)
}

// Percent returns a share as a percentage.
func Percent(lang string, share float64) string {
	v, digits := 100*share, 1
	switch {
	case v == 0 || v >= 9.95:
		digits = 0
	case v < 0.1:
		return Text(lang, "less-than", percentage(lang, 0.1, 1))
	}
	return percentage(lang, v, digits)
}

// percentage returns a number with the language's percent sign.
func percentage(lang string, v float64, digits int) string {
	m := intl.NumberFormat(lang)
	return m.Before + float(lang, v, 'f', digits) + m.After
}

// Ratio returns a ratio with two decimals if it is below 10, one if it is below 100, else none.
func Ratio(lang string, v float64) string {
	switch {
	case v >= 100:
		return Number(lang, int64(math.Round(v)))
	case v >= 10:
		return float(lang, v, 'f', 1)
	}
	return Decimal(lang, math.Round(100*v)/100)
}

// Hundredths returns n/100 with two decimals.
func Hundredths(lang string, n int64) string { return float(lang, float64(n)/100, 'f', 2) }

// Decimal returns a number with as many decimals as it has.
func Decimal(lang string, v float64) string { return float(lang, v, 'f', -1) }
