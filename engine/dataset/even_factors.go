package dataset

// factor is a permutation n·by + shift mod size.
type factor struct{ by, shift, size uint64 }

func (f *factor) nth(n uint64) uint64 { return (n*f.by + f.shift) % f.size }

// newFactor returns a permutation of [0, size) whose multiples are even by themselves, and together
// with those of the factors in use, to which it is added.
func newFactor(size, seed uint64, used map[uint64][]uint64) factor {
	r := Random(mix(seed))
	f := factor{by: 1, shift: r.Below(size), size: size}
	if size < 4 {
		return f
	}
	before := append([]uint64{1}, used[size]...)
	inverse := make([]uint64, len(before))
	for i, b := range before {
		inverse[i] = inverseOf(b, size)
	}
	best := ^uint64(0)
	golds := [2]uint64{size * 618034 / 1_000_000, size * 754878 / 1_000_000}
	for try := range uint64(64) {
		by := 1 + r.Below(size-1)
		if try < 16 {
			by = min(golds[try%2]+try/2, size-1)
		}
		if gcd(by, size) != 1 {
			continue
		}
		worst := uint64(0)
		for i := range before {
			worst = max(worst, unevenness(by*inverse[i]%size, size))
		}
		if worst < best {
			best, f.by = worst, by
		}
	}
	used[size] = append(used[size], f.by)
	return f
}

// unevenness returns the largest partial quotient of a/size: multiples of a modulo size are even if
// it is small.
func unevenness(a, size uint64) (most uint64) {
	for b := size; a > 0; a, b = b%a, a {
		most = max(most, b/a)
	}
	return most
}

func gcd(a, b uint64) uint64 {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

// inverseOf returns the number whose product with a is 1 modulo size.
func inverseOf(a, size uint64) uint64 {
	t, next, r, rest := int64(0), int64(1), int64(size), int64(a)
	for rest != 0 {
		q := r / rest
		t, next = next, t-q*next
		r, rest = rest, r-q*rest
	}
	if t < 0 {
		t += int64(size)
	}
	return uint64(t)
}
