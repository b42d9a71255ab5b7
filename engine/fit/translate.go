package fit

import (
	"math"
	"slices"
	"sort"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
)

// Translator translates queries on data into queries on the data that a recipe of [NewRecipe]
// generates. A value becomes the one that is as frequent by rank. The bounds of a range become
// values below which there is about the same part of the records.
type Translator struct {
	like   dataset.Spec
	fields map[string][2]*tally // of the data, and of the data that are like them
	spend  func(work int64)
}

// tally is how many records have each value of a field.
type tally struct {
	values []string // ascending
	counts []int64
	below  []int64 // records with lesser values
	all    int64
	ranked []int // indexes of values, the most frequent first
}

// NewTranslator reads the values of the fields that the queries name from both data. It calls spend(1)
// for each value that it reads.
func NewTranslator(data, like dataset.Spec, queries []plan.Query, spend func(work int64)) *Translator {
	t := &Translator{like: like, fields: map[string][2]*tally{}, spend: spend}
	for _, q := range queries {
		for _, c := range q.Where {
			at := slices.Index(data.Fields, c.Field)
			if _, known := t.fields[c.Field]; !known && at >= 0 {
				t.fields[c.Field] = [2]*tally{newTally(data, at, spend), newTally(like, at, spend)}
			}
		}
	}
	return t
}

// newTally counts the values of a field.
func newTally(data dataset.Spec, at int, spend func(work int64)) *tally {
	by := map[string]int64{}
	t := &tally{}
	for cursor := data.Cursor(); ; {
		rec, ok := cursor.Next()
		if spend(1); !ok {
			break
		}
		if dataset.LacksField(rec, len(data.Fields), at) {
			continue
		}
		by[rec[at]]++
		t.all++
	}
	for v := range by {
		t.values = append(t.values, v)
	}
	slices.SortFunc(t.values, func(a, b string) int {
		spend(1)
		switch {
		case a < b:
			return -1
		case a > b:
			return 1
		}
		return 0
	})
	sum := int64(0)
	for i, v := range t.values {
		t.counts, t.below, t.ranked = append(t.counts, by[v]), append(t.below, sum), append(t.ranked, i)
		sum += by[v]
	}
	base.SortStable(t.ranked, func(a, b int) int {
		spend(1)
		switch {
		case t.counts[a] > t.counts[b]:
			return -1
		case t.counts[a] < t.counts[b]:
			return 1
		}
		return 0
	})
	return t
}

// Query returns the query translated. ok is false if a condition cannot be: one of names below a
// domain, of a field that the data do not have, or of a value that they do not have.
func (t *Translator) Query(q plan.Query) (out plan.Query, ok bool) {
	out = q
	out.Where = slices.Clone(q.Where)
	done := make([]bool, len(q.Where))
	for i, c := range q.Where {
		of, known := t.fields[c.Field]
		if !known {
			return q, false
		}
		if c.Op != plan.Equal {
			if out.Where[i], ok = of[0].bounds(of[1], c); !ok {
				return q, false
			}
			done[i] = true
		}
	}
	// What follows from another field is taken from a record that has the other one's value.
	for range q.Where {
		for i, c := range q.Where {
			if done[i] || slices.ContainsFunc(q.Where, func(d plan.Cond) bool {
				k := slices.IndexFunc(q.Where, func(e plan.Cond) bool { return e == d })
				return d.Op == plan.Equal && !done[k] && t.follows(c.Field, d.Field)
			}) {
				continue
			}
			by := slices.IndexFunc(q.Where, func(d plan.Cond) bool { return d.Op == plan.Equal && t.follows(c.Field, d.Field) })
			done[i] = true
			if by >= 0 {
				if v, is := t.beside(out.Where[by].Field, out.Where[by].Value, c.Field); is {
					out.Where[i].Value = v
					continue
				}
			}
			of := t.fields[c.Field]
			if out.Where[i].Value, ok = of[0].alike(of[1], c.Value); !ok {
				return q, false
			}
		}
	}
	return out, true
}

// follows reports whether a field follows from another one, perhaps through others.
func (t *Translator) follows(field, from string) bool {
	for range t.like.Fields {
		i := slices.Index(t.like.Fields, field)
		if i < 0 || t.like.Recipe.Gens[i].Shape == nil {
			return false
		}
		if field = t.like.Recipe.Gens[i].Shape.Follows; field == from {
			return true
		}
	}
	return false
}

// beside returns the value of a field in the first record that has a value in another field.
func (t *Translator) beside(field, value, wanted string) (string, bool) {
	at, other := slices.Index(t.like.Fields, field), slices.Index(t.like.Fields, wanted)
	for cursor := t.like.Cursor(); ; {
		rec, ok := cursor.Next()
		if t.spend(1); !ok {
			return "", false
		}
		if rec[at] == value && !dataset.LacksField(rec, len(t.like.Fields), other) {
			return rec[other], true
		}
	}
}

// alike returns the value of another tally that has the rank of a value by frequency.
func (t *tally) alike(to *tally, value string) (string, bool) {
	at, known := slices.BinarySearch(t.values, value)
	if !known || len(to.ranked) == 0 {
		return "", false
	}
	rank := slices.Index(t.ranked, at)
	return to.values[to.ranked[min(rank, len(to.ranked)-1)]], true
}

// bounds returns the condition of a range on another tally.
func (t *tally) bounds(to *tally, c plan.Cond) (plan.Cond, bool) {
	from, end := c.Value, c.To
	switch c.Op {
	case plan.HasPrefix:
		end = string(base.PrefixEnd(c.Value))
		c.Op = plan.Between
	case plan.Numbers:
		a, b := t.numbers(), to.numbers()
		return plan.Cond{Field: c.Field, Op: c.Op, Value: a.bound(b, from), To: a.bound(b, end)}, len(b.values) > 0
	case plan.Under:
		return c, false
	}
	return plan.Cond{Field: c.Field, Op: c.Op, Value: t.bound(to, from), To: t.bound(to, end)}, len(to.values) > 0
}

// numbers returns the tally of the numbers among the values, in their order.
func (t *tally) numbers() *tally {
	type number struct {
		text  string
		count int64
	}
	var all []number
	for i, v := range t.values {
		if plan.IsNumber(v) {
			all = append(all, number{v, t.counts[i]})
		}
	}
	base.SortStable(all, func(a, b number) int { return plan.CompareNumbers(a.text, b.text) })
	out := &tally{all: t.all}
	sum := int64(0)
	for _, n := range all {
		out.values, out.counts, out.below = append(out.values, n.text), append(out.counts, n.count), append(out.below, sum)
		sum += n.count
	}
	out.ranked = []int{} // marks numbers
	return out
}

// bound returns the value of another tally below which there is about the same part of the records
// as below a value. "" stays "".
func (t *tally) bound(to *tally, value string) string {
	if value == "" || len(to.values) == 0 || t.all == 0 {
		return ""
	}
	less := func(v string) bool { return v < value }
	if t.ranked != nil && len(t.ranked) == 0 {
		less = func(v string) bool { return plan.IsNumber(value) && plan.CompareNumbers(v, value) < 0 }
	}
	at := sort.Search(len(t.values), func(i int) bool { return !less(t.values[i]) })
	below := t.all
	if at < len(t.values) {
		below = t.below[at]
	} else if len(t.values) > 0 {
		below = t.below[at-1] + t.counts[at-1]
	}
	part := float64(below) / float64(t.all)
	k := sort.Search(len(to.below), func(i int) bool { return float64(to.below[i])/float64(to.all) >= part })
	if k == len(to.below) || k > 0 && math.Abs(float64(to.below[k-1])/float64(to.all)-part) < math.Abs(float64(to.below[k])/float64(to.all)-part) {
		if k == len(to.below) && at == len(t.values) && math.Abs(1-part) < math.Abs(float64(to.below[k-1])/float64(to.all)-part) {
			return to.values[k-1] + "\x00"
		}
		k--
	}
	return to.values[k]
}
