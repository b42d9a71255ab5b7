package compare

import (
	"hash/maphash"
	"math"

	"tabletop/engine/dataset"
)

// Bounds of data at another size, in records.
const (
	mostOther  = 100_000
	leastOther = 50 // of data that can be made smaller
)

// OtherSize returns the same data at another size: ten times as many records where they are
// generated and few, else a tenth, or less of very many. Of given records it takes a stratified
// sample, since records of different things may take turns. It reports false of too few records.
func OtherSize(d dataset.Spec) (dataset.Spec, bool) {
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

// Axis is the direction in which a data set grows from one size to another: the fields that have
// more values in the larger, and those that have the same ones again.
type Axis struct {
	Of         dataset.Spec // the data set at its own size
	More, Same []string     // fields
}

// leastMore is the exponent of the number of records with which the values of a field
// grow at least that is said to have more of them.
const leastMore = 0.5

// NewAxis finds the axis between a data set and the same at another size. It calls spend for each
// record that it reads.
func NewAxis(data, other dataset.Spec, spend func(work int64)) *Axis {
	// What a recipe makes at both sizes follows from it: of two small ones as of two large.
	first := data
	if data.Recipe != nil {
		recipe := *data.Recipe
		recipe.Count = max(other.Len()/10, 1)
		first.Recipe = &recipe
		if recipe.Count <= int64(len(first.Records)) {
			first = data
		}
	}
	a := &Axis{Of: data}
	of, among := countValues(first, spend), countValues(other, spend)
	records := math.Log(float64(max(first.Len(), 1)) / float64(max(other.Len(), 1)))
	for i, f := range data.Fields {
		values := math.Log(float64(max(of[i], 1)) / float64(max(among[i], 1)))
		if records != 0 && values/records >= leastMore {
			a.More = append(a.More, f)
		} else {
			a.Same = append(a.Same, f)
		}
	}
	return a
}

// countValues counts the different values of each field of a data set.
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
		for i, v := range rec[:len(of.Fields)] { // behind those may be which it lacks
			values[i][maphash.String(seed, v)] = struct{}{}
		}
	}
	n := make([]int, len(values))
	for i := range values {
		n[i] = len(values[i])
	}
	return n
}
