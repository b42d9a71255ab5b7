package fit

import (
	"math"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
)

// sortBy sorts by a number; equal ones stay in order.
func sortBy[T any](all []T, by func(T) int64) {
	base.SortStable(all, func(a, b T) int {
		switch x, y := by(a), by(b); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
}

// Bounds of the lines of a shape.
const (
	mostRanks = 40
	mostScale = 48
	mostHeads = 32
	mostFree  = 24    // points of the steps that no value has
	freeError = 0.005 // of all values or records
	leastFree = 64    // fewest values of which it is said how they lie
	mostKinds = 12    // lengths
	million   = 1_000_000
	rankError = 0.03   // of the number of records of a value
	partError = 0.0015 // of all records
)

// thin returns some of the points of a line, at most the given number: the first, the last, and
// again and again the one that differs most from the line between its neighbours, while the
// difference is more than allowed. must are indexes of points that are kept.
func thin(n, most int, allowed float64, must []int, differs func(i, from, to int) float64, w *worker) []int {
	kept := append([]int{0, n - 1}, must...)
	slices.Sort(kept)
	kept = slices.Compact(kept)
	type gap struct {
		from, to, at int
		by           float64
	}
	var gaps []gap
	open := func(from, to int) {
		g := gap{from: from, to: to}
		for i := from + 1; i < to; i++ {
			w.one()
			if by := differs(i, from, to); by > g.by {
				g.by, g.at = by, i
			}
		}
		if g.by > allowed {
			gaps = append(gaps, g)
		}
	}
	for i := 1; i < len(kept); i++ {
		open(kept[i-1], kept[i])
	}
	for len(kept) < most && len(gaps) > 0 {
		worst := 0
		for i, g := range gaps {
			if g.by > gaps[worst].by {
				worst = i
			}
		}
		g := gaps[worst]
		gaps = append(gaps[:worst], gaps[worst+1:]...)
		kept = append(kept, g.at)
		open(g.from, g.at)
		open(g.at, g.to)
	}
	slices.Sort(kept)
	return kept
}

// ranksOf returns how many records have the value of a rank, from numbers in descending order.
func ranksOf(sorted []uint32, w *worker) []dataset.Point {
	var points []dataset.Point // the first and last rank of each number
	for i, n := range sorted {
		w.one()
		first, last := i == 0 || sorted[i-1] != n, i == len(sorted)-1 || sorted[i+1] != n
		if first || last {
			points = append(points, dataset.Point{At: int64(i) + 1, Value: int64(n)})
		}
	}
	if len(points) == 1 {
		return points
	}
	kept := thin(len(points), mostRanks, rankError, nil, func(i, from, to int) float64 {
		a, b, p := points[from], points[to], points[i]
		at := interpolated(a, b, p.At)
		if off := math.Abs(at - float64(p.Value)); off > 0.5 {
			return off / float64(p.Value)
		}
		return 0
	}, w)
	out := make([]dataset.Point, len(kept))
	for i, at := range kept {
		out[i] = points[at]
	}
	return out
}

// interpolated returns the number of records at a rank between two points, as dataset.Shape does.
func interpolated(a, b dataset.Point, rank int64) float64 {
	d := float64(b.At - a.At)
	return float64(a.Value) * float64(b.Value) * d / (float64(b.Value)*float64(b.At-rank) + float64(a.Value)*float64(rank-a.At))
}

// scaleOf returns where the measures of a column lie between from and to, which are multiples of step.
// Measures are in ascending order, with the number of records of each.
func scaleOf(measures []int64, counts []uint32, from, to, step int64, w *worker) []dataset.Point {
	all, most := 0.0, len(measures)
	for _, n := range counts {
		all += float64(n)
	}
	type point struct{ at, value float64 } // parts of all records, and of the range
	points := []point{{0, 0}}
	var must []int
	width, sum := float64((to-from)/step)+1, 0.0
	every := max(1, most/4000)
	for i, m := range measures {
		w.one()
		lo := float64((m-from)/step) / width
		hi := float64((m-from)/step+1) / width
		heavy := float64(counts[i]) >= all/100
		if i == 0 || heavy {
			points = append(points, point{sum / all, lo})
			if heavy || i == 0 {
				must = append(must, len(points)-1)
			}
		}
		sum += float64(counts[i])
		if heavy || i%every == 0 || i == most-1 {
			points = append(points, point{sum / all, hi})
			if heavy || i == most-1 {
				must = append(must, len(points)-1)
			}
		}
	}
	points = append(points, point{1, 1})
	if len(must) > mostScale {
		must = must[:1] // many values of a part each: any of their points may be left out
	}
	kept := thin(len(points), mostScale, partError, must, func(i, from, to int) float64 {
		a, b, p := points[from], points[to], points[i]
		off := math.Inf(1)
		if b.value > a.value {
			off = math.Abs(a.at + (b.at-a.at)*(p.value-a.value)/(b.value-a.value) - p.at)
		}
		if b.at > a.at {
			off = min(off, math.Abs(a.value+(b.value-a.value)*(p.at-a.at)/(b.at-a.at)-p.value))
		}
		return off
	}, w)
	var out []dataset.Point
	for i, k := range kept {
		p := dataset.Point{At: int64(math.Round(points[k].at * million)), Value: int64(math.Round(points[k].value * million))}
		if i > 0 {
			last := out[len(out)-1]
			p.At, p.Value = max(p.At, last.At+1), max(p.Value, last.Value)
		}
		out = append(out, p)
	}
	// At ascends by 1 at least, so that the end has to make room.
	for i := len(out) - 1; i >= 0; i-- {
		out[i].At = min(out[i].At, int64(million-(len(out)-1-i)))
	}
	out[0].At, out[len(out)-1].At = 0, million
	return out
}

// freeOf returns how the steps that no value has lie among the values of a column, and for each part
// of them how many records a value has on average, times 100.
func freeOf(measures []int64, counts []uint32, from, to, step int64, w *worker) (scale []dataset.Point, dense []int64) {
	type point struct{ at, free, records float64 } // parts of the values, the free steps, the records
	n, all := len(measures), 0.0
	for _, c := range counts {
		all += float64(c)
	}
	free := max(1, float64((to-from)/step+1-int64(n)))
	points := []point{{}}
	every, sum := max(1, n/2000), 0.0
	for i, m := range measures {
		w.one()
		if i > 0 && i%every == 0 {
			points = append(points, point{float64(i) / float64(n), float64((m-from)/step-int64(i)) / free, sum / all})
		}
		sum += float64(counts[i])
	}
	points = append(points, point{1, 1, 1})
	kept := thin(len(points), mostFree, freeError, nil, func(i, from, to int) float64 {
		a, b, p := points[from], points[to], points[i]
		part := (p.at - a.at) / (b.at - a.at)
		return max(math.Abs(a.free+(b.free-a.free)*part-p.free), math.Abs(a.records+(b.records-a.records)*part-p.records))
	}, w)
	for i, k := range kept {
		p := points[k]
		at, value := int64(math.Round(p.at*million)), int64(math.Round(min(p.free, 1)*million))
		if i > 0 {
			last := scale[i-1]
			at, value = max(at, last.At+1), max(value, last.Value)
			before := points[kept[i-1]]
			dense = append(dense, int64(100*all*(p.records-before.records)/(float64(n)*(p.at-before.at))))
		}
		scale = append(scale, dataset.Point{At: at, Value: value})
	}
	return scale, dense
}

// rankErrorOf returns by how much the numbers of records of the most frequent values differ if
// values lie along a scale. It is 0 for values of which the most frequent has few records.
func rankErrorOf(scale []dataset.Point, sorted []uint32, all int, steps int64, w *worker) float64 {
	const mostSteps = 1 << 21
	if sorted[0] <= 3 {
		return 0
	}
	if steps > mostSteps {
		return 1
	}
	var density []uint32
	at, below := 0, 0.0
	for i := range steps {
		w.one()
		end := float64(i+1) / float64(steps) * million
		for at+1 < len(scale)-1 && float64(scale[at+1].Value) <= end {
			at++
		}
		a, b := scale[at], scale[at+1]
		part := float64(b.At)
		if b.Value > a.Value {
			part = min(part, float64(a.At)+float64(b.At-a.At)*(end-float64(a.Value))/float64(b.Value-a.Value))
		}
		if n := (part - below) / million * float64(all); n >= 0.5 {
			density = append(density, uint32(math.Round(n)))
		}
		below = max(below, part)
	}
	slices.SortFunc(density, func(a, b uint32) int { w.one(); return int(b) - int(a) })
	worst := 0.0
	for _, rank := range []int{1, 2, 3, 5, 8, 13, 20, 30, 50, 80, 130} {
		if rank > len(sorted) || sorted[rank-1] < 4 {
			break
		}
		made := 0.0
		if rank <= len(density) {
			made = float64(density[rank-1])
		}
		worst = max(worst, math.Abs(made/float64(sorted[rank-1])-1))
	}
	return worst
}
