package compare

import (
	"hash/maphash"
	"math"

	"tabletop/engine/dataset"
)

// These are bounds of data at another size, in records.
const (
	mostOther  = 100_000
	leastOther = 50 // generated: fewest at the other size; given: fewest of which a tenth is taken
)

// ResizeData returns the same data at another size. If the records are generated, it has ten times
// as many if these are at most 100,000, and otherwise a tenth, but at most 100,000. If they are
// given, it is a stratified sample of about a tenth of them, and of at most 100,000. (Every
// tenth record would be a biased sample, since records of different things may take turns.)
//
// It reports false if there are too few records, or if the recipe allows neither size.
func ResizeData(d dataset.Spec) (dataset.Spec, bool) {
	n := d.Len()
	if r := d.Recipe; r != nil {
		for _, count := range []int64{n * 10, min(n/10, mostOther)} {
			other := *r
			other.Count = count
			d.Recipe = &other
			if count <= mostOther && count >= leastOther && count > int64(len(d.Records)) && d.Check() == nil {
				return d, true
			}
		}
		return d, false
	}
	if n/10 < leastOther/10 {
		return d, false
	}
	every := max(10, (n+mostOther-1)/mostOther)
	records := make([][]string, 0, n/every+1)
	for i := int64(0); i < n; i += every {
		random := dataset.Random(i)
		records = append(records, d.Records[i+int64(random.Below(uint64(min(every, n-i))))])
	}
	d.Records = records
	return d, true
}

// FieldGrowth says in which direction a data set grows with its number of records: which fields have more
// values in the larger data set, and which have about the same values again.
type FieldGrowth struct {
	Of                          dataset.Spec // the data set at its own size
	GrowingFields, SteadyFields []string     // fields, in the order of the data set
}

// leastMore is the smallest exponent e of a field in [FieldGrowth].More, if the number of its values grows
// as the number of records to the power of e.
const leastMore = 0.5

// NewFieldGrowth finds the axis of a data set by comparing it with the same data at another size. other
// must be the result of [ResizeData]. NewFieldGrowth calls spend(1) for each record that it reads.
func NewFieldGrowth(data, other dataset.Spec, spend func(work int64)) *FieldGrowth {
	// Which fields grow depends on the recipe alone, so that two small data sets are enough.
	first := data
	if data.Recipe != nil {
		recipe := *data.Recipe
		recipe.Count = max(other.Len()/10, 1)
		first.Recipe = &recipe
		if recipe.Count <= int64(len(first.Records)) {
			first = data
		}
	}
	a := &FieldGrowth{Of: data}
	of, among := countValues(first, spend), countValues(other, spend)
	records := math.Log(float64(max(first.Len(), 1)) / float64(max(other.Len(), 1)))
	for i, f := range data.Fields {
		values := math.Log(float64(max(of[i], 1)) / float64(max(among[i], 1)))
		if records != 0 && values/records >= leastMore {
			a.GrowingFields = append(a.GrowingFields, f)
		} else {
			a.SteadyFields = append(a.SteadyFields, f)
		}
	}
	return a
}

// countValues returns the number of different values of each field of a data set. It compares
// hashes of 64 bits.
func countValues(of dataset.Spec, spend func(work int64)) []int {
	cursor, seed := of.Cursor(), maphash.MakeSeed()
	values := make([]map[uint64]struct{}, len(of.Fields))
	for i := range values {
		values[i] = map[uint64]struct{}{}
	}
	for {
		rec, ok := cursor.Next()
		if spend(1); !ok {
			break
		}
		for i, v := range rec[:len(of.Fields)] { // after the values, rec may say which fields it lacks
			values[i][maphash.String(seed, v)] = struct{}{}
		}
	}
	n := make([]int, len(values))
	for i := range values {
		n[i] = len(values[i])
	}
	return n
}
