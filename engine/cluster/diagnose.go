package cluster

import (
	"math"
	"slices"

	"tabletop/engine/base"
)

// Pattern is what a heat matrix looks like.
type Pattern string

const (
	Even       Pattern = "even"        // alike over keys, or nearly, and time
	Periodic   Pattern = "periodic"    // more and less, again and again
	HotRange   Pattern = "hot-range"   // few neighbouring keys have most of it
	HotRow     Pattern = "hot-row"     // one key has much of it
	Sequential Pattern = "sequential"  // what is asked for moves through the keys
	SuddenRise Pattern = "sudden-rise" // from some time on it is several times as much
)

// Patterns are all of them.
var Patterns = []Pattern{Even, Periodic, HotRange, HotRow, Sequential, SuddenRise}

// Diagnosis is a pattern with what was seen of it.
type Diagnosis struct {
	Pattern Pattern
	Share   float64     // HotRange, HotRow: of all operations; Sequential: of a column's, that lie together; Even: as HotRange, of the busiest keys, 0 where all are alike
	Start   base.RowKey // HotRange, Even: where it begins; HotRow: the key
	End     base.RowKey // HotRange, Even: the first key past it, "" for no end
	At      int64       // SuddenRise: seconds
	Times   float64     // SuddenRise: how much more; Periodic: the most to the least
	Period  int64       // Periodic: seconds
}

// Hot reports whether some keys, or a node, have far more than their share, by what the
// busiest node has: so many times its share.
func (p Pattern) Hot(hottest float64) bool {
	return p == HotRow || p == HotRange || p == Sequential || hottest >= Unfair
}

// Unfair is how many times its share is far more, of a node.
const Unfair = 1.5

// Thresholds of the patterns. They are ours.
const (
	hotRowShare   = 0.2  // of all operations, or what fewer keys have twice over
	mostOfAll     = 0.9  // of all operations: that is a hot row among any number of keys
	hotBlock      = 0.1  // of the ranges
	hotBlockShare = 0.5  // of the operations in those
	movesTogether = 0.5  // of a column's operations, in a twentieth of the ranges
	movesUp       = 0.85 // of the columns, that peak no lower than the one before, or hardly; or no higher
	movesOver     = 0.3  // of the ranges; at once that is a jump, as where numbers gain a digit
	risesBy       = 2.5
	periodLike    = 0.6 // correlation of the columns with those one period later
	periodSwing   = 1.5 // the most to the least
	uneven        = 2   // times the mean of all ranges
	fewRanges     = 4   // with fewer nothing can be seen to move
)

// Diagnose says what the operations of a matrix look like. The first that fits of
// hot row, sequential, hot range, sudden rise and periodic is it, else even.
func (r *Result) Diagnose() Diagnosis {
	h := &r.Heat
	rows, columns := len(h.Borders), len(h.Columns)
	byRow, byColumn, all := make([]float64, rows), make([]float64, columns), 0.0
	for i := range rows {
		for c, v := range h.Cells[Ops][i*columns : (i+1)*columns] {
			seconds := float64(h.Columns[c].To - h.Columns[c].From)
			byRow[i] += float64(float64(v) * seconds)
			byColumn[c] += float64(v)
			all += float64(float64(v) * seconds)
		}
	}
	if all == 0 {
		return Diagnosis{Pattern: Even}
	}
	if d, ok := h.hotRow(all); ok {
		return d
	}
	if d, ok := h.sequential(byColumn); ok {
		return d
	}
	if d, ok := h.hotRange(byRow, all); ok {
		return d
	}
	if d, ok := h.rise(byColumn); ok {
		return d
	}
	if d, ok := h.periodic(byColumn); ok {
		return d
	}
	return h.even(byRow, all)
}

// hotRow looks for one key with much of all.
func (h *Heat) hotRow(all float64) (Diagnosis, bool) {
	best, keys := -1, 0
	for i, b := range h.Busiest {
		if b.Times > 0 {
			keys++ // at the least
		}
		if best < 0 || b.Times > h.Busiest[best].Times {
			best = i
		}
	}
	least := min(max(hotRowShare, 2/float64(max(keys, 1))), mostOfAll)
	if best < 0 || h.Busiest[best].Times < least*all {
		return Diagnosis{}, false
	}
	return Diagnosis{Pattern: HotRow, Share: h.Busiest[best].Times / all, Start: h.Busiest[best].Key}, true
}

// sequential looks for columns whose operations lie together, higher from one to
// the next, or lower, but for a jump now and then.
func (h *Heat) sequential(byColumn []float64) (Diagnosis, bool) {
	rows, columns := len(h.Borders), len(h.Columns)
	width, back := max(1, rows/20), rows/20
	if columns < 8 || rows < fewRanges {
		return Diagnosis{}, false
	}
	var peaks []int
	together, seen := 0.0, 0
	for c := range columns {
		if byColumn[c] == 0 {
			continue
		}
		sum, best, at := 0.0, 0.0, 0
		for i := range rows {
			sum += float64(h.At(Ops, i, c))
			if i >= width {
				sum -= float64(h.At(Ops, i-width, c))
			}
			if sum > best {
				best, at = sum, i
			}
		}
		together += best / byColumn[c]
		seen++
		peaks = append(peaks, at)
	}
	if seen < 8 || together/float64(seen) < movesTogether {
		return Diagnosis{}, false
	}
	up, over := 0, 0
	for i := 1; i < len(peaks); i++ {
		if step := peaks[i] - peaks[i-1]; math.Abs(float64(step)) < max(movesOver*float64(rows), 2) {
			over += step
		}
	}
	for i := 1; i < len(peaks); i++ {
		step := peaks[i] - peaks[i-1]
		if over < 0 {
			step = -step
		}
		if step >= -back { // where in its width the peak lies is chance
			up++
		}
	}
	if float64(up) < movesUp*float64(len(peaks)-1) || math.Abs(float64(over)) < movesOver*float64(rows) {
		return Diagnosis{}, false
	}
	return Diagnosis{Pattern: Sequential, Share: together / float64(seen)}, true
}

// hotRange looks for a block of neighbouring ranges with most of all.
func (h *Heat) hotRange(byRow []float64, all float64) (Diagnosis, bool) {
	rows := len(byRow)
	width := max(1, int(hotBlock*float64(rows)))
	if rows < 8 {
		return Diagnosis{}, false
	}
	sum, best, end := 0.0, 0.0, 0
	for i, v := range byRow {
		sum += v
		if i >= width {
			sum -= byRow[i-width]
		}
		if sum > best {
			best, end = sum, i+1
		}
	}
	if best < hotBlockShare*all {
		return Diagnosis{}, false
	}
	// What of the block has little is not of it.
	from := max(0, end-width)
	few := best / float64(width) / 4
	for from < end-1 && byRow[from] < few {
		from++
	}
	for end > from+1 && byRow[end-1] < few {
		end--
	}
	d := Diagnosis{Pattern: HotRange, Share: best / all, Start: h.Borders[from]}
	if end < rows {
		d.End = h.Borders[end]
	}
	return d, true
}

// even returns the diagnosis of an even load. Where the busiest range of keys has at least
// [uneven] times the mean, it names that range with its neighbours of half its load or more.
func (h *Heat) even(byRow []float64, all float64) Diagnosis {
	d, at := Diagnosis{Pattern: Even}, 0
	for i, v := range byRow {
		if v > byRow[at] {
			at = i
		}
	}
	if len(byRow) < fewRanges || byRow[at] < uneven*all/float64(len(byRow)) {
		return d
	}
	from, end := at, at+1
	for from > 0 && byRow[from-1] >= byRow[at]/2 {
		from--
	}
	for end < len(byRow) && byRow[end] >= byRow[at]/2 {
		end++
	}
	sum := 0.0
	for _, v := range byRow[from:end] {
		sum += v
	}
	d.Share, d.Start = sum/all, h.Borders[from]
	if end < len(byRow) {
		d.End = h.Borders[end]
	}
	return d
}

// rise looks for a time from which on there is several times as much.
func (h *Heat) rise(byColumn []float64) (Diagnosis, bool) {
	n := len(byColumn)
	edge := max(2, n/20)
	if n < 3*edge {
		return Diagnosis{}, false
	}
	best, at := 0.0, 0
	for c := edge; c <= n-edge; c++ {
		before, after := mean(byColumn[:c]), mean(byColumn[c:])
		if times := after / max(before, 1e-9); times > best {
			best, at = times, c
		}
	}
	if best < risesBy {
		return Diagnosis{}, false
	}
	// Most of what came later is above most of what was before, or it is a wave.
	before, after := slices.Sorted(slices.Values(byColumn[:at])), slices.Sorted(slices.Values(byColumn[at:]))
	if after[len(after)/10] < 1.5*before[len(before)*9/10] {
		return Diagnosis{}, false
	}
	return Diagnosis{Pattern: SuddenRise, At: h.Columns[at].From, Times: mean(byColumn[at:]) / max(mean(byColumn[:at]), 1e-9)}, true
}

// periodic looks for columns that are like those one period later.
func (h *Heat) periodic(byColumn []float64) (Diagnosis, bool) {
	n := len(byColumn)
	least, most := slices.Min(byColumn), slices.Max(byColumn)
	if n < 12 || most < periodSwing*max(least, 1e-9) {
		return Diagnosis{}, false
	}
	m := mean(byColumn)
	around := make([]float64, n)
	square := 0.0
	for i, v := range byColumn {
		around[i] = v - m
		square += float64(around[i] * around[i])
	}
	square /= float64(n)
	like := func(lag int) float64 {
		sum := 0.0
		for i := lag; i < n; i++ {
			sum += float64(around[i] * around[i-lag])
		}
		return sum / float64(n-lag) / square
	}
	// A period is where the likeness is high again after it was low.
	low, best, period := false, 0.0, 0
	for lag := 2; lag <= n/2; lag++ {
		v := like(lag)
		if v < 0.2 {
			low = true
		}
		if low && v > best {
			best, period = v, lag
		}
		if low && best >= periodLike && v < best-0.2 {
			break // the first such
		}
	}
	if best < periodLike {
		return Diagnosis{}, false
	}
	seconds := h.Columns[0].To - h.Columns[0].From
	return Diagnosis{Pattern: Periodic, Period: int64(period) * seconds, Times: most / max(least, 1e-9)}, true
}

func mean(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum / float64(len(v))
}
