package dataset

import "math"

// finest is the denominator of the fractions to which exponents are rounded.
const finest = 1 << 10

// ranks returns the running sums of 1/k^s for the ranks k from 1 to n, scaled to whole
// numbers. s is the generator's Step.
func (g Generator) ranks(n uint64) ([]uint64, error) {
	s, ok := parseDecimal(g.Step, 3)
	if !ok || s > 5_000 {
		return nil, bad("exponent", g.Field, g.Step)
	}
	if n > MaxValues {
		return nil, bad("size", g.Field, n, MaxValues)
	}
	exponent := (s*finest + 500) / 1000
	out, sum := make([]uint64, n), uint64(0)
	for i := range out {
		const one = 1 << 40 // the weight of rank 1; the sum of all stays below 2^60
		sum += max(1, uint64(one/power(float64(i+1), exponent)))
		out[i] = sum
	}
	return out, nil
}

// power returns x^(e/finest). It uses only products and square roots, whose rounding is
// the same on every machine; that of logarithms is not.
func power(x float64, e int64) float64 {
	p, root := 1.0, x
	for range e / finest {
		p *= x
	}
	for bit := int64(finest / 2); bit > 0; bit /= 2 {
		if root = math.Sqrt(root); e&bit != 0 {
			p *= root
		}
	}
	return p
}
