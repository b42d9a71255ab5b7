package dataset

import (
	"math"
	"math/bits"
)

// golden is 2^64 divided by the golden ratio, made odd.
const golden = 0x9E3779B97F4A7C15

// mix scrambles 64 bits: the output function of the generator SplitMix64.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// Random is a SplitMix64 generator, the same on every machine: its value is its
// state.
type Random uint64

// Seeded returns the n-th generator of a seed; those of a seed have nothing to do
// with each other.
func Seeded(seed, n uint64) Random { return Random(mix(mix(seed) + mix(n^golden))) }

// Below returns a number in [0, n), for n > 0.
func (r *Random) Below(n uint64) uint64 {
	*r += golden
	return scale(mix(uint64(*r)), n)
}

// scale brings x, evenly spread over 64 bits, to [0, n).
func scale(x, n uint64) uint64 {
	hi, _ := bits.Mul64(x, n)
	return hi
}

// rounds of a permutation, an even number.
const rounds = 6

// permutation is a keyed permutation of [0, size): a Feistel network over pairs
// in [0, a)×[0, b), where a·b is just above size. A number that is sent past
// size is sent on until it falls inside.
type permutation struct {
	size, a, b uint64
	keys       [rounds]uint64
}

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

// nth returns where i < size is sent.
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
