package filter

import "tabletop/engine/base"

// sampled reports whether a sample with probability p keeps a row. The result depends only
// on the arguments, so that a read that pauses decides like one that does not.
func sampled(p float64, seed, salt uint64, key base.RowKey) bool {
	h := fnv1a(mix(seed+salt), string(key))
	return float64(mix(h)>>11)/(1<<53) < p
}

// salt returns a number for the path of a sample, so that several samples in one tree
// choose independently.
func salt(p TreePath) uint64 { return fnv1a(0xcbf29ce484222325, string(p)) }

// fnv1a continues the FNV-1a hash h with the bytes of s.
func fnv1a(h uint64, s string) uint64 {
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 0x100000001b3
	}
	return h
}

// mix is the finalizer of SplitMix64, which spreads every bit of h over the result.
func mix(h uint64) uint64 {
	h += 0x9e3779b97f4a7c15
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}
