package plan

import (
	"math"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
)

// Known is what is known of the rows that a query asks about. The zero value knows
// nothing.
type Known struct {
	Even []string // fields the bytes of whose values are in the order of [Compare], as [Lengths] tells
	Rows Rows     // nil for not known: groups are taken to be long
	// Times is for how many rows each of them stands, 0 for one.
	Times float64

	counts map[int]float64 // of groups by their steps; nil keeps none
}

// Kept returns what counts groups once for all plans, of one template.
func (k Known) Kept() Known {
	k.counts = map[int]float64{}
	return k
}

// Rows are those that a query may walk.
type Rows interface {
	Len() int
	// KeysAt returns the keys that have so many rows before them, given in ascending
	// order and less than Len.
	KeysAt(ranks []int) []base.RowKey
}

// SeekRows is how many rows a node of Bigtable walks in the time of a seek: in a second it
// reads 17,000 rows of 1 KB, or scans 220 MB (https://cloud.google.com/bigtable/docs/performance).
const SeekRows = 220_000 / 17_000.0

// skips reports whether the first n rows of each group are read sooner by a seek for each
// than all rows are in one go.
func (k Known) skips(groups Groups, n int64) bool {
	if k.Rows == nil || k.Rows.Len() == 0 {
		return true
	}
	count, known := k.counts[groups.steps]
	if !known {
		if count = k.count(groups); k.counts != nil {
			k.counts[groups.steps] = count
		}
	}
	return count*(SeekRows+float64(n)) < float64(k.Rows.Len())*max(k.Times, 1)
}

// count returns about how many groups there are: by how many rows begin one, of all rows
// where they are few and else of some, taken by chance. Groups of which a sample has but
// one row stand for others of which it has none: for the root of Times each, as Charikar,
// Chaudhuri, Motwani and Narasayya advise (Towards estimation error guarantees for
// distinct values, 2000).
func (k Known) count(groups Groups) float64 {
	const looked = 2_000
	rows := k.Rows.Len()
	tries := min(rows, looked)
	random := dataset.Seeded(uint64(rows), uint64(groups.steps))
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
			return false // one of them is no row
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
	unseen := float64(alone) * (math.Sqrt(max(k.Times, 1)) - 1)
	return (float64(begin) + unseen) * float64(rows) / float64(tries)
}
