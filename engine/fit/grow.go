package fit

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/dataset"
)

// TimeAxis is the axis of [Grow] along which the period of the data gets longer. If a field has this name, it
// must be a time for that.
const TimeAxis = "time"

// Grow returns a data set of [NewRecipe] with factor times as many records. The axis says of what there are more:
//
//   - the name of a field: its values, and those of the fields from which it follows. Each has as many records
//     as before.
//   - [TimeAxis], or the name of a time in whose order records come: the period is longer, at the same rate.
//   - "": there are more records of each value, in the same period.
//
// In any case there are more values of fields that nearly every record has its own value of, and of those
// whose values come one after the other, as numbers of orders. A factor below 1 makes the data smaller.
//
// Grow refuses (bad-recipe) an axis that is not a field, a field whose values are not counted (a measure),
// and a result that [dataset.Spec.Check] refuses, as one of more than [dataset.MaxCount] records.
func Grow(of dataset.Spec, axis string, factor float64) (dataset.Spec, error) {
	cannot := bad("growth", axis, strconv.FormatFloat(factor, 'g', -1, 64))
	if of.Recipe == nil || !(factor > 0) || factor*float64(of.Recipe.Count) > dataset.MaxCount {
		return dataset.Spec{}, cannot
	}
	r := *of.Recipe
	r.Gens = slices.Clone(r.Gens)
	by := map[string]*dataset.Generator{}
	for i := range r.Gens {
		g := &r.Gens[i]
		if g.Kind == dataset.Fitted {
			shape := *g.Shape
			g.Shape = &shape
		}
		by[g.Field] = g
	}
	field := by[axis]
	longer := axis == TimeAxis && field == nil || field != nil && isTime(field) && comesInOrder(field, by)
	switch {
	case longer || axis == "":
	case field == nil:
		return dataset.Spec{}, bad("unknown", axis, "")
	case field.Kind != dataset.Fitted || field.Shape.Values == 0 && field.Shape.Spread == 0:
		return dataset.Spec{}, cannot
	}
	more := map[string]bool{}
	for g := field; g != nil && !longer; g = by[g.Shape.Follows] {
		if more[g.Field] = true; g.Shape.Follows == "" {
			break
		}
	}
	count := r.Count
	r.Count = max(1, int64(math.Round(float64(count)*factor)))
	for i := range r.Gens {
		g := &r.Gens[i]
		s := g.Shape
		if g.Kind != dataset.Fitted {
			continue
		}
		time := isTime(g)
		own := s.Values*2 > count || s.Spread > 0 // identifiers of what is new
		grows := more[g.Field] || own && !time || time && (longer && comesInOrder(g, by) || axis == "" && s.Values > 0 && s.Spread > 0)
		if !grows {
			continue
		}
		if s.Values > 0 {
			s.Values = max(1, int64(math.Round(float64(s.Values)*factor)))
		}
		if s.Turn > 0 {
			s.Turn = max(1, int64(math.Round(float64(s.Turn)*factor)))
		}
		if g.From == "" {
			continue
		}
		if time && axis == "" {
			narrow(g)
		} else if !widen(g, factor, time) {
			return dataset.Spec{}, cannot
		}
	}
	of.Recipe = &r
	if err := of.Check(); err != nil {
		return dataset.Spec{}, err
	}
	return of, nil
}

// comesInOrder reports whether a generator makes times in whose order the records come.
func comesInOrder(g *dataset.Generator, by map[string]*dataset.Generator) bool {
	for range len(by) {
		s := g.Shape
		switch {
		case g.Kind != dataset.Fitted:
			return g.Kind == dataset.Arrival
		case s.Spread > 0:
			return s.Order >= 0
		case by[s.Follows] == nil || s.Values > 0 || !isTime(g):
			return false
		}
		// A time that follows from an order, or writes another time.
		if g = by[s.Follows]; !isTime(g) && g.Shape.Spread == 0 {
			return false
		}
	}
	return false
}

// isTime reports whether a Fitted generator writes times.
func isTime(g *dataset.Generator) bool {
	return g.Kind == dataset.Fitted && slices.ContainsFunc([]string{"{year}", "{unix"}, func(p string) bool { return strings.Contains(g.Values[0], p) })
}

// widen multiplies the range of a generator by a factor. It reports false if it cannot be written.
func widen(g *dataset.Generator, factor float64, time bool) bool {
	if time {
		from, ok1 := dataset.ParseTime(g.From)
		to, ok2 := dataset.ParseTime(g.To)
		step, _ := strconv.ParseInt(g.Step, 10, 64)
		if !ok1 || !ok2 || step <= 0 {
			return false
		}
		a, b := int64(from)/1000, int64(to)/1000
		n := math.Ceil(float64((b-a)/step+1)*factor) - 1
		if n*float64(step) > 8e15 {
			return false
		}
		end := a + int64(max(n, 1))*step
		if g.From, g.To = stamp(a, false), stamp(end, false); len(g.From) != len(g.To) {
			g.From, g.To = stamp(a, true), stamp(end, true)
		}
		return true
	}
	decimals := 0
	for _, text := range []string{g.From, g.To, g.Step} {
		_, part, _ := strings.Cut(text, ".")
		decimals = max(decimals, len(part))
	}
	read := func(text string) int64 {
		whole, part, _ := strings.Cut(text, ".")
		n, _ := strconv.ParseInt(whole+part+strings.Repeat("0", decimals-len(part)), 10, 64)
		return n
	}
	from, to, step := read(g.From), read(g.To), max(1, read(g.Step))
	n := math.Ceil(float64((to-from)/step+1)*factor) - 1
	if n*float64(step)+math.Abs(float64(from)) > 1e17 {
		return false
	}
	g.To = decimal(from+int64(max(n, 0))*step, decimals)
	return true
}

// narrow makes the steps of a generator of times as short as its values need.
func narrow(g *dataset.Generator) {
	from, _ := dataset.ParseTime(g.From)
	to, _ := dataset.ParseTime(g.To)
	step, _ := strconv.ParseInt(g.Step, 10, 64)
	span := int64(to-from) / 1000
	if n := g.Shape.Values - 1; n > 0 && step > 0 && span/step < n {
		g.Step = strconv.FormatInt(max(1, span/n), 10)
	}
}
