package cluster

import (
	"math"
	"slices"

	"tabletop/engine/base"
)

// LoadPattern is a typical form of load in a heat matrix.
type LoadPattern string

const (
	Even       LoadPattern = "even"        // about the same for all keys and at all times
	Periodic   LoadPattern = "periodic"    // rises and falls again and again
	HotRange   LoadPattern = "hot-range"   // a small range of keys has most of the load
	HotRow     LoadPattern = "hot-row"     // one key has much of the load
	Sequential LoadPattern = "sequential"  // the load moves through the keys
	SuddenRise LoadPattern = "sudden-rise" // from some time on the load is several times as high
)

// Patterns lists all patterns.
var Patterns = []LoadPattern{Even, Periodic, HotRange, HotRow, Sequential, SuddenRise}

// Diagnosis is the pattern that was found in a heat matrix, with its measures. Which
// fields are used depends on the pattern.
type Diagnosis struct {
	Pattern LoadPattern
	Share   float64     // of all operations: share of the hot or busiest keys (Even: 0 if none); Sequential: of a column's, near its peak
	Start   base.RowKey // HotRange, Even: first key of the range; HotRow: the key
	End     base.RowKey // HotRange, Even: first key after the range, "" for no end
	At      int64       // SuddenRise: when, in seconds
	Times   float64     // SuddenRise: the later load divided by the earlier; Periodic: the highest by the lowest
	Period  int64       // Periodic: in seconds
}

// IsHot reports whether some keys, or one node, have far more than their share of the load.
// hottest is the load of the busiest node as a multiple of its fair share; see
// [Result.Hottest].
func (p LoadPattern) IsHot(hottest float64) bool {
	return p == HotRow || p == HotRange || p == Sequential || hottest >= UnfairShare
}

// UnfairShare is the multiple of its fair share from which on a node counts as having far more.
const UnfairShare = 1.5

// These are the thresholds of the patterns. They are chosen by us, not documented anywhere.
const (
	hotRowShare   = 0.2  // share of all operations; among few keys, at least twice the fair share
	mostOfAll     = 0.9  // share of all operations that makes a hot row among any number of keys
	hotBlock      = 0.1  // largest share of the ranges that makes a hot range
	hotBlockShare = 0.5  // least share of the operations in it
	movesTogether = 0.5  // share of a column's operations in a twentieth of the ranges
	movesUp       = 0.85 // share of the columns whose peak moves in the same direction, or hardly moves
	movesOver     = 0.3  // share of the ranges that the peak passes; a single step of that size is a jump
	risesBy       = 2.5  // least factor of a sudden rise
	periodLike    = 0.6  // correlation of the columns with those one period later
	periodSwing   = 1.5  // least ratio of the highest column to the lowest
	uneven        = 2    // load of the busiest range, as a multiple of the mean
	fewRanges     = 4    // fewest ranges among which a movement can be recognised
)

// Diagnose returns the pattern of the operations in the heat matrix. It is the first that
// fits of: hot row, sequential, hot range, sudden rise, periodic. If none fits it is even.
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

// hotRow looks for one key that has much of all operations.
func (h *HeatMatrix) hotRow(all float64) (Diagnosis, bool) {
	best, keys := -1, 0
	for i, b := range h.BusyKeys {
		if b.Operations > 0 {
			keys++ // there is at least one key in the range
		}
		if best < 0 || b.Operations > h.BusyKeys[best].Operations {
			best = i
		}
	}
	least := min(max(hotRowShare, 2/float64(max(keys, 1))), mostOfAll)
	if best < 0 || h.BusyKeys[best].Operations < least*all {
		return Diagnosis{}, false
	}
	return Diagnosis{Pattern: HotRow, Share: h.BusyKeys[best].Operations / all, Start: h.BusyKeys[best].Key}, true
}

// sequential looks for columns whose operations lie close together, at a place that moves
// in one direction from column to column, apart from occasional jumps. byColumn is the sum
// of each column.
func (h *HeatMatrix) sequential(byColumn []float64) (Diagnosis, bool) {
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
		if step >= -back { // the position of the peak within its width is random
			up++
		}
	}
	if float64(up) < movesUp*float64(len(peaks)-1) || math.Abs(float64(over)) < movesOver*float64(rows) {
		return Diagnosis{}, false
	}
	return Diagnosis{Pattern: Sequential, Share: together / float64(seen)}, true
}

// hotRange looks for a block of adjacent ranges that has most of all operations.
func (h *HeatMatrix) hotRange(byRow []float64, all float64) (Diagnosis, bool) {
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
	// Ranges with little load at the ends do not belong to the block.
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
func (h *HeatMatrix) even(byRow []float64, all float64) Diagnosis {
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

// rise looks for a time from which on the load is several times as high as before.
func (h *HeatMatrix) rise(byColumn []float64) (Diagnosis, bool) {
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
	// Most later columns must be higher than most earlier ones; otherwise it is a wave.
	before, after := slices.Sorted(slices.Values(byColumn[:at])), slices.Sorted(slices.Values(byColumn[at:]))
	if after[len(after)/10] < 1.5*before[len(before)*9/10] {
		return Diagnosis{}, false
	}
	return Diagnosis{Pattern: SuddenRise, At: h.Columns[at].From, Times: mean(byColumn[at:]) / max(mean(byColumn[:at]), 1e-9)}, true
}

// periodic looks for columns that correlate with those one period later.
func (h *HeatMatrix) periodic(byColumn []float64) (Diagnosis, bool) {
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
	// The period is the lag at which the correlation is high again after it was low.
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
			break // the first such lag is enough
		}
	}
	if best < periodLike {
		return Diagnosis{}, false
	}
	seconds := h.Columns[0].To - h.Columns[0].From
	return Diagnosis{Pattern: Periodic, Period: int64(period) * seconds, Times: most / max(least, 1e-9)}, true
}

// mean returns the mean of v, which is not empty.
func mean(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum / float64(len(v))
}
