package compare

import (
	"hash/maphash"
	"slices"

	"tabletop/engine/dataset"
	"tabletop/engine/rowkey"
)

// SegmentRole is what one segment of a row key does for the records of a data set.
type SegmentRole struct {
	Step         rowkey.Step
	Values       int64   // number of different texts that the segment has
	LargestShare float64 // share of the records whose segment has the most frequent text, in (0, 1]
	// Distinguishes is how many row keys fewer the records would have without this segment. The
	// records of those keys would share rows with others.
	Distinguishes int64
}

// SegmentRoles returns the role of each segment of a template, in key order. It calls spend(1) for each
// record that it reads. Records that the template refuses are left out. The numbers compare hashes of
// 64 bits.
func SegmentRoles(t *rowkey.Template, data dataset.Spec, spend func(work int64)) []SegmentRole {
	steps, fields := t.Steps(), indexesOf(t.Steps(), data.Fields)
	roles := make([]SegmentRole, len(steps))
	counts := make([]map[uint64]int64, len(steps)) // by step: records by the hash of the segment's text
	for i := range steps {
		roles[i].Step, counts[i] = steps[i], map[uint64]int64{}
	}
	var whole []uint64                      // by record: the hash of its key
	without := make([][]uint64, len(steps)) // by step: the hashes of keys without that segment
	seed, hashes := maphash.MakeSeed(), make([]uint64, len(steps))
	for cursor := data.Cursor(); ; {
		rec, ok := cursor.Next()
		if spend(1); !ok {
			break
		}
		if !segmentHashes(seed, steps, fields, rec, hashes) {
			continue
		}
		for i, h := range hashes {
			counts[i][h]++
			without[i] = append(without[i], joined(hashes, i))
		}
		whole = append(whole, joined(hashes, -1))
	}
	keys := countDifferent(whole)
	for i := range roles {
		r := &roles[i]
		r.Values, r.Distinguishes = int64(len(counts[i])), keys-countDifferent(without[i])
		most := int64(0)
		for _, n := range counts[i] {
			most = max(most, n)
		}
		r.LargestShare = float64(most) / float64(max(len(whole), 1))
	}
	return roles
}

// indexesOf returns for each step the index of its field, -1 for a field that the data does not have.
func indexesOf(steps []rowkey.Step, fields []string) []int {
	out := make([]int, len(steps))
	for i, s := range steps {
		out[i] = slices.Index(fields, s.Field)
	}
	return out
}

// segmentHashes sets hashes to those of a record's segments. It returns false if a step refuses the
// record's value.
func segmentHashes(seed maphash.Seed, steps []rowkey.Step, fields []int, rec []string, hashes []uint64) bool {
	for i := range steps {
		value := ""
		if fields[i] >= 0 {
			value = rec[fields[i]]
		}
		text, err := steps[i].Apply(value)
		if err != nil {
			return false
		}
		hashes[i] = maphash.String(seed, text)
	}
	return true
}

// joined returns one hash of several, without the one at an index.
func joined(hashes []uint64, without int) uint64 {
	const prime = 0x100000001b3 // of FNV-1a
	h := uint64(0xcbf29ce484222325)
	for i, of := range hashes {
		if i != without {
			h = (h ^ of) * prime
			h ^= h >> 29
		}
	}
	return h
}

// countDifferent returns the number of different hashes. It sorts them.
func countDifferent(hashes []uint64) int64 {
	slices.Sort(hashes)
	return int64(len(slices.Compact(hashes)))
}
