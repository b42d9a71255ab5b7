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
		return "< " + float(lang, 0.01, 'f', 2)
	}
	return float(lang, v, 'g', 3)
}

// Percent writes a share.
func Percent(lang string, share float64) string {
	v := 100 * share
	switch {
	case v == 0 || v >= 9.95:
		return float(lang, v, 'f', 0) + "%"
	case v < 0.1:
		return "< " + float(lang, 0.1, 'f', 1) + "%"
	}
	return float(lang, v, 'f', 1) + "%"
}
