package plan

import (
	"math"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
)

// KnownData is what the caller knows about the rows to which a query applies. With the zero
// value nothing is known.
type KnownData struct {
	SortsAlike []string // fields whose values have the same order as bytes and by Compare, see OrderCheck
	Rows       RowKeys  // a sample of the rows; nil if unknown, and then groups are taken to be long
	// SampleFactor is how many rows of the table each row in Rows represents; 0 means 1.
	SampleFactor float64

	counts map[int]float64 // number of groups, by Groups.steps; nil to count each time
}

// WithCachedGroups returns a copy that counts the groups only once for all plans. These must have the
// same template.
func (k KnownData) WithCachedGroups() KnownData {
	k.counts = map[int]float64{}
	return k
}

// RowKeys gives the keys of the rows that a query may scan.
type RowKeys interface {
	Len() int
	// KeysAt returns, for each rank, the key of the row that has that number of rows before
	// it. The ranks are ascending and less than Len.
	KeysAt(ranks []int) []base.RowKey
}

// seekRows is how many rows a Bigtable node scans in the time of one seek. In a second it
// reads 17,000 rows of 1 KB, or scans 220 MB
// (https://cloud.google.com/bigtable/docs/performance).
const seekRows = 220_000 / 17_000.0

// skips reports whether reading the first n rows of each group, with a seek for each, is
// faster than scanning all rows.
func (k KnownData) skips(groups RowGroups, n int64) bool {
	if k.Rows == nil || k.Rows.Len() == 0 {
		return true
	}
	count, known := k.counts[groups.steps]
	if !known {
		if count = k.count(groups); k.counts != nil {
			k.counts[groups.steps] = count
		}
	}
	return count*(seekRows+float64(n)) < float64(k.Rows.Len())*max(k.SampleFactor, 1)
}

// count estimates the number of groups. It takes random rows, or all if they are few, and
// determines how many of them begin a group. If the rows are a sample, groups with a
// single row represent others that the sample has missed. Their number is multiplied by
// the root of SampleFactor, as Charikar, Chaudhuri, Motwani and Narasayya recommend (Towards
// estimation error guarantees for distinct values, 2000).
func (k KnownData) count(groups RowGroups) float64 {
	const looked = 2_000
	rows := k.Rows.Len()
	tries := min(rows, looked)
	random := dataset.NewRandom(uint64(rows), uint64(groups.steps))
	var at, ranks []int
	for i := range tries {
		lo, hi := rows*i/tries, rows*(i+1)/tries
		row := lo + int(random.Below(uint64(hi-lo)))
		at = append(at, row)
		for rank := max(row-1, 0); rank <= min(row+1, rows-1); rank++ {
			if len(ranks) == 0 || ranks[len(ranks)-1] < rank {
				ranks = append(ranks, rank)
			}
		}
	}
	keys := k.Rows.KeysAt(ranks)
	together := func(i, j int) bool {
		if i < 0 || j == len(keys) || ranks[j] != ranks[i]+1 {
			return false // there is no such row
		}
		group, ok := groups.Of(keys[i])
		return ok && group.Contains(keys[j])
	}
	begin, alone := 0, 0
	for _, row := range at {
		if i, _ := slices.BinarySearch(ranks, row); !together(i-1, i) {
			if begin++; !together(i, i+1) {
				alone++
			}
		}
	}
	unseen := float64(alone) * (math.Sqrt(max(k.SampleFactor, 1)) - 1)
	return (float64(begin) + unseen) * float64(rows) / float64(tries)
}
