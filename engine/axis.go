package engine

import (
	"hash/maphash"
	"math"

	"tabletop/engine/dataset"
	"tabletop/engine/design"
)

// axis is the direction in which a data set grows from one size to another: which fields
// have more values in the larger, and which have the same ones again.
type axis struct {
	of         dataset.Spec
	more, same []string
}

// leastMore is the exponent of the number of records with which the values of a field
// grow at least that is said to have more of them.
const leastMore = 0.5

// axisOf finds the axis between a data set and the same at another size. A session remembers
// the last.
func (t *Task) axisOf(data, other dataset.Spec) *axis {
	if a := t.s.axis; a != nil && design.SameData(a.of, data) {
		return a
	}
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
	a := &axis{of: data}
	of, among := t.countValues(first), t.countValues(other)
	records := math.Log(float64(max(first.Len(), 1)) / float64(max(other.Len(), 1)))
	for i, f := range data.Fields {
		values := math.Log(float64(max(of[i], 1)) / float64(max(among[i], 1)))
		if records != 0 && values/records >= leastMore {
			a.more = append(a.more, f)
		} else {
			a.same = append(a.same, f)
		}
	}
	t.s.axis = a
	return a
}

// countValues counts the different values of each field of a data set.
func (t *Task) countValues(of dataset.Spec) []int {
	cursor, seed := of.Cursor(), maphash.MakeSeed()
	values := make([]map[uint64]struct{}, len(of.Fields))
	for i := range values {
		values[i] = map[uint64]struct{}{}
	}
	for {
		rec, ok := cursor.Next()
		if t.spend(1); !ok {
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
