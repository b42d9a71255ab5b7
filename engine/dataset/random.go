package dataset

import (
	"math"
	"math/bits"
)

// golden is 2^64 divided by the golden ratio, as an odd number.
const golden = 0x9E3779B97F4A7C15

// mix is the output function of the generator SplitMix64, which spreads every bit of x
// over the result.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// Random is a SplitMix64 generator of random numbers. They are the same on every machine.
// Its value is its state, so that a copy continues with the same numbers.
type Random uint64

// NewRandom returns the n-th generator of a seed. The generators of a seed are independent of
// each other.
func NewRandom(seed, n uint64) Random { return Random(mix(mix(seed) + mix(n^golden))) }

// Below returns a random number in [0, n), for n > 0.
func (r *Random) Below(n uint64) uint64 {
	*r += golden
	return scale(mix(uint64(*r)), n)
}

// scale maps x, which is evenly distributed over 64 bits, to [0, n).
func scale(x, n uint64) uint64 {
	hi, _ := bits.Mul64(x, n)
	return hi
}

// rounds is the number of rounds of a permutation; it is even.
const rounds = 6

// permutation is a keyed permutation of [0, size). It is a Feistel network over pairs in
// [0, a)×[0, b), where a·b is slightly more than size. A result that is not below size is
// permuted again until it is.
type permutation struct {
	size, a, b uint64
	keys       [rounds]uint64
}

// newPermutation returns the permutation of [0, size) with the keys of a seed.
func newPermutation(size, seed uint64) permutation {
	p := permutation{size: size, a: 1, b: 1}
	if size > 1 {
		p.a = uint64(math.Sqrt(float64(size)))
		p.b = (size + p.a - 1) / p.a
	}
	r := Random(mix(seed))
	for i := range p.keys {
		r += golden
		p.keys[i] = mix(uint64(r))
	}
	return p
}

// nth returns the number to which i is mapped, for i < size.
func (p *permutation) nth(i uint64) uint64 {
	for {
		x, y := i/p.b, i%p.b
		for k := 0; k < rounds; k += 2 {
			if x += scale(mix(y+p.keys[k]), p.a); x >= p.a {
				x -= p.a
			}
			if y += scale(mix(x+p.keys[k+1]), p.b); y >= p.b {
				y -= p.b
			}
		}
		if i = x*p.b + y; i < p.size {
			return i
		}
	}
}
