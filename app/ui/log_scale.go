package ui

import "math"

// DecadeExponents returns the exponents of the powers of ten below from and above to. They are at least
// 1 apart.
func DecadeExponents(from, to int64) (low, high float64) {
	low = math.Floor(math.Log10(float64(max(from, 1))))
	high = math.Ceil(math.Log10(float64(max(to, 1))))
	return low, math.Max(high, low+1)
}
