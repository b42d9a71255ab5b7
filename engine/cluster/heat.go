package cluster

import (
	"slices"

	"tabletop/engine/base"
)

// Metric is what a heat matrix can show.
type Metric uint8

const (
	Ops     Metric = iota // operations a second; a scan counts once, spread over what it spans
	Reads                 // reads and scans a second
	Writes                // a second
	Bytes                 // a second, read and written
	Latency               // seconds that an operation on it takes, the mean
	Load                  // of the node that serves it, the share of its time that it worked
	Metrics
)

// Heat is load by keys and time.
type Heat struct {
	Borders []base.RowKey // where each range of keys begins; the first is ""
	Columns []Column
	Cells   [Metrics][]float32 // by range, then by column
	Busiest []Busy             // by range, the key with the most operations, if one has the most of it
}

// Busy is a key and how many operations there were on it, at the least.
type Busy struct {
	Key   base.RowKey
	Times float64
}

// At returns one cell.
func (h *Heat) At(m Metric, row, column int) float32 { return h.Cells[m][row*len(h.Columns)+column] }

// heat gathers it.
type heat struct {
	borders   []base.RowKey
	perColumn int64 // seconds
	tick      [4][]float64
	spans     [4][]float64 // of scans, as differences between neighbours
	sum       [Metrics][]float64
	cells     [Metrics][][]float32 // by column, then by range
	busiest   []busy
}

// busy finds the key that has most of a range, by a vote.
type busy struct {
	Busy
	ahead float64 // by so many operations
}

func (b *busy) vote(key base.RowKey, times float64) {
	switch {
	case key == b.Key:
		b.ahead += times
		b.Times += times
	case b.ahead >= times:
		b.ahead -= times
	default:
		*b = busy{Busy{key, times}, times - b.ahead}
	}
}

// newHeat makes a matrix whose ranges are borne alike by the keys.
func newHeat(keys []base.RowKey, o Options) *heat {
	slices.Sort(keys)
	keys = slices.Compact(keys)
	h := &heat{borders: []base.RowKey{""}}
	n := min(o.Ranges, len(keys)+1)
	for i := 1; i < n; i++ {
		if k := keys[i*len(keys)/n]; k != "" && k != h.borders[len(h.borders)-1] {
			h.borders = append(h.borders, k)
		}
	}
	ticks := (o.Seconds + o.Tick - 1) / o.Tick
	h.perColumn = (ticks + int64(o.Columns) - 1) / int64(o.Columns) * o.Tick
	for i := range h.tick {
		h.tick[i] = make([]float64, len(h.borders))
		h.spans[i] = make([]float64, len(h.borders)+1)
	}
	for i := range h.sum {
		h.sum[i] = make([]float64, len(h.borders))
	}
	h.busiest = make([]busy, len(h.borders))
	return h
}

func (h *heat) find(key base.RowKey) int {
	lo, hi := 0, len(h.borders)
	for hi-lo > 1 {
		mid := int(uint(lo+hi) >> 1)
		if h.borders[mid] <= key {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

func (h *heat) begin() {
	for i := range h.tick {
		clear(h.tick[i])
		clear(h.spans[i])
	}
}

// add counts one operation.
func (h *heat) add(op Op) {
	i := h.find(op.Key)
	h.busiest[i].vote(op.Key, op.Times)
	h.tick[Ops][i] += op.Times
	h.tick[Bytes][i] += float64(op.Bytes) * op.Times
	if op.Kind == Write {
		h.tick[Writes][i] += op.Times
	} else {
		h.tick[Reads][i] += op.Times
	}
}

// addScan counts a scan, spread over the ranges that it spans.
func (h *heat) addScan(op Op) {
	first, last := h.find(op.Key), len(h.borders)-1
	if op.End != "" {
		if last = h.find(op.End); last > first && h.borders[last] == op.End {
			last--
		}
	}
	n := float64(last - first + 1)
	for m, v := range [4]float64{Ops: op.Times / n, Reads: op.Times / n, Bytes: float64(op.Bytes) * op.Times / n} {
		h.spans[m][first] += v
		h.spans[m][last+1] -= v
	}
}

// end takes the tick into the column.
func (h *heat) end(s *Sim) {
	seconds := float64(min(s.now+s.o.Tick, s.o.Seconds) - s.now)
	for m := range h.tick {
		across := 0.0
		for i := range h.borders {
			across += h.spans[m][i]
			v := h.tick[m][i]
			if across > 1e-6 { // differences leave dust behind
				v += across
			}
			h.sum[m][i] += v
		}
	}
	// Ranges and tablets are both in key order.
	t := 0
	for i, border := range h.borders {
		for t+1 < len(s.tablets) && s.tablets[t+1].start <= border {
			t++
		}
		n := &s.nodes[s.tablets[t].node]
		h.sum[Latency][i] += n.latency * seconds
		h.sum[Load][i] += n.use * seconds
	}
}

// column ends a column of so many seconds.
func (h *heat) column(seconds float64) {
	for m := range h.sum {
		cells := make([]float32, len(h.borders))
		by := seconds
		if Metric(m) == Latency {
			by = seconds * 1e9
		}
		for i, v := range h.sum[m] {
			cells[i] = float32(v / by)
		}
		clear(h.sum[m])
		h.cells[m] = append(h.cells[m], cells)
	}
}

// heat returns the matrix as far as there are columns.
func (h *heat) matrix(columns []Column) Heat {
	out := Heat{Borders: h.borders, Columns: columns}
	for _, b := range h.busiest {
		out.Busiest = append(out.Busiest, b.Busy)
	}
	for m := range out.Cells {
		out.Cells[m] = make([]float32, len(h.borders)*len(columns))
		for c := range columns {
			for i, v := range h.cells[m][c] {
				out.Cells[m][i*len(columns)+c] = v
			}
		}
	}
	return out
}
