package dataset

import (
	"hash/maphash"
	"slices"
)

// Repeats says which records are equal to an earlier one, and how many there are. Its time
// grows linearly with the number of values. If two different records have the same hash of
// 64 bits, repetitions of the second are not found.
func Repeats(records [][]string) (again []bool, n int) {
	again = make([]bool, len(records))
	met := make(map[uint64]int32, len(records)) // the first record with that hash
	var h maphash.Hash
	for i, r := range records {
		h.Reset()
		for _, v := range r {
			_, _ = h.WriteString(v)
			_ = h.WriteByte(0)
		}
		first, known := met[h.Sum64()]
		switch {
		case !known:
			met[h.Sum64()] = int32(i)
		case slices.Equal(records[first], r):
			again[i] = true
			n++
		}
	}
	return again, n
}

// Distinct returns the records without those that repeat an earlier one.
func Distinct(records [][]string) [][]string {
	again, n := Repeats(records)
	if n == 0 {
		return records
	}
	out := make([][]string, 0, len(records)-n)
	for i, r := range records {
		if !again[i] {
			out = append(out, r)
		}
	}
	return out
}
