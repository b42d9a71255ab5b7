package dataset

import (
	"math/bits"
	"slices"
	"strconv"

	"tabletop/engine/base"
)

// maxCombinations is an upper bound of the numbers of combinations.
const maxCombinations = 1 << 62

// stratify divides the generated records among the strata, and excludes the combinations
// that given records have.
func (p *program) stratify() error {
	r := p.spec.Recipe
	size := uint64(1)
	for _, d := range p.dims {
		hi, lo := bits.Mul64(size, d.size)
		if hi > 0 || lo > maxCombinations {
			return base.Refuse(base.CodeRecipeVast, "unique")
		}
		size = lo
	}
	weights := []int64{1}
	if p.by >= 0 {
		weights = r.Gens[p.by].Weights
	}
	quotas := share(uint64(r.Count-int64(len(p.spec.Records))), weights)
	p.strata = make([]stratum, len(weights))
	for i := range p.strata {
		p.strata[i] = stratum{quota: quotas[i], perm: newPermutation(size, r.Seed+uint64(i)*golden)}
	}
	if err := p.takeGiven(); err != nil {
		return err
	}
	for i, s := range p.strata {
		if free := size - uint64(len(s.taken)); s.quota > free {
			value := ""
			if p.by >= 0 {
				value = p.tables[p.by][i]
			}
			return base.Refuse(base.CodeRecipeFew, strconv.FormatUint(s.quota, 10), strconv.FormatUint(free, 10), value)
		}
	}
	return nil
}

// takeGiven marks the combinations of the given records as taken. Combinations with values
// that no generator makes need no mark. It refuses given records with equal combinations.
func (p *program) takeGiven() error {
	s := p.spec
	if len(s.Records) == 0 {
		return nil
	}
	index := make([]map[string]uint64, len(s.Fields))
	for i, f := range s.Fields {
		if !slices.Contains(s.Recipe.Unique, f) {
			continue
		}
		index[i] = make(map[string]uint64, len(p.tables[i]))
		for n, v := range p.tables[i] {
			index[i][v] = uint64(n)
		}
	}
	seen := make(map[string]bool, len(s.Records))
	for n, rec := range s.Records {
		var joined []byte
		stratum, known := uint64(0), true
		number := uint64(0)
		for i, m := range index {
			if m == nil {
				continue
			}
			joined = strconv.AppendInt(joined, int64(len(rec[i])), 10)
			joined = append(append(joined, ':'), rec[i]...)
			at, ok := m[rec[i]]
			known = known && ok
			if i == p.by {
				stratum = at
			} else {
				number = number*uint64(len(p.tables[i])) + at
			}
		}
		if seen[string(joined)] {
			return bad("repeats", "", n+1)
		}
		seen[string(joined)] = true
		if !known {
			continue
		}
		st := &p.strata[stratum]
		if st.taken == nil {
			st.taken = make(map[uint64]bool)
		}
		st.taken[number] = true
	}
	return nil
}

// share divides n in proportion to the weights. The parts add up to n, and each is its
// exact share rounded down or up. The sum of the weights must be less than 2^32.
func share(n uint64, weights []int64) []uint64 {
	sum := uint64(0)
	for _, w := range weights {
		sum += uint64(w)
	}
	parts := make([]uint64, len(weights))
	rests := make([]int, len(weights))
	rest := n
	for i, w := range weights {
		parts[i] = n * uint64(w) / sum
		rests[i] = i
		rest -= parts[i]
	}
	// The rest, which is less than the number of parts, goes to the parts with the largest
	// remainders.
	slices.SortStableFunc(rests, func(a, b int) int {
		ra, rb := n*uint64(weights[a])%sum, n*uint64(weights[b])%sum
		switch {
		case ra > rb:
			return -1
		case ra < rb:
			return 1
		}
		return 0
	})
	for _, i := range rests[:rest] {
		parts[i]++
	}
	return parts
}
