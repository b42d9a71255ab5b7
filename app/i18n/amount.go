package i18n

import (
	"math"

	"tabletop/engine/cluster"
)

// Amount writes a number of a heat map with its unit and three digits.
func Amount(lang string, of cluster.Metric, v float64) string {
	switch of {
	case cluster.Ops, cluster.Reads, cluster.Writes:
		return Text(lang, "amount-a-second", Digits(lang, v))
	case cluster.Bytes:
		return Text(lang, "amount-a-second", Bytes(lang, int64(v+0.5)))
	case cluster.Latency:
		return Micros(lang, int64(v*1e6+0.5))
	case cluster.Load:
		return Percent(lang, v)
	}
	panic("i18n: a metric without a unit")
}

// Sum writes a number of a heat map as what it has come to, not a second.
func Sum(lang string, of cluster.Metric, v float64) string {
	if of == cluster.Bytes {
		return Bytes(lang, int64(v+0.5))
	}
	return Digits(lang, v)
}

// Digits writes a number with its first three digits.
func Digits(lang string, v float64) string {
	if v >= 999.5 {
		unit := math.Pow(10, math.Floor(math.Log10(v))-2)
		return Number(lang, int64(math.Round(v/unit)*unit))
	}
	if v > 0 && v < 0.01 {
		return Text(lang, "less-than", float(lang, 0.01, 'f', 2))
	}
	return float(lang, v, 'g', 3)
}

// Percent writes a share.
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

func percentage(lang string, v float64, digits int) string {
	m := intl.Marks(lang)
	return m.Before + float(lang, v, 'f', digits) + m.After
}

// Ratio writes how many times as much something is: with two decimals where it is small.
func Ratio(lang string, v float64) string {
	switch {
	case v >= 100:
		return Number(lang, int64(math.Round(v)))
	case v >= 10:
		return float(lang, v, 'f', 1)
	}
	return Decimal(lang, math.Round(100*v)/100)
}

// Hundredths writes a number given in hundredths, with two decimals.
func Hundredths(lang string, n int64) string { return float(lang, float64(n)/100, 'f', 2) }

// Decimal writes a number with the decimals that it has.
func Decimal(lang string, v float64) string { return float(lang, v, 'f', -1) }
