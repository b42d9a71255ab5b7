package dataset

import (
	"hash/maphash"
	"slices"
)

// FindRepeats says which records are equal to an earlier one, and how many there are. Its time
// grows linearly with the number of values.
func FindRepeats(records [][]string) (again []bool, n int) {
	var h maphash.Hash
	return repeats(records, func(r []string) uint64 {
		h.Reset()
		for _, v := range r {
			_, _ = h.WriteString(v)
			_ = h.WriteByte(0)
		}
		return h.Sum64()
	})
}

// repeats is [FindRepeats] with a hash of records. A record whose hash another one has taken gets
// the next free number.
func repeats(records [][]string, hash func([]string) uint64) (again []bool, n int) {
	again = make([]bool, len(records))
	met := make(map[uint64]int32, len(records)) // different records by number
	for i, r := range records {
		at := hash(r)
		first, known := met[at]
		for known && !slices.Equal(records[first], r) {
			at++
			first, known = met[at]
		}
		if again[i] = known; known {
			n++
		} else {
			met[at] = int32(i)
		}
	}
	return again, n
}

// Distinct returns the records without those that repeat an earlier one.
func Distinct(records [][]string) [][]string {
	again, n := FindRepeats(records)
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
