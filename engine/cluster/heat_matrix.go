package cluster

import (
	"tabletop/engine/base"
)

// Metric is a quantity that a heat matrix shows.
type Metric uint8

const (
	Ops         Metric = iota // operations per second; a scan counts once, spread over the ranges that it covers
	Reads                     // reads and scans per second
	Writes                    // writes per second
	Bytes                     // bytes read and written per second
	Latency                   // mean time of an operation, in seconds
	Load                      // share of its time that the serving node is busy
	MetricCount               // number of metrics
)

// HeatMatrix is a matrix of load by ranges of keys and columns of time.
type HeatMatrix struct {
	Borders  []base.RowKey          // first key of each range; the first is ""
	Columns  []HeatColumn           // what happened in each column of time
	Cells    [MetricCount][]float32 // by range, then by column
	BusyKeys []BusyKey              // by range: the key with most operations, if one has more than half of them
}

// BusyKey is a key with a lower bound of the number of its operations.
type BusyKey struct {
	Key        base.RowKey
	Operations float64
}

// At returns one element of the matrix.
func (h *HeatMatrix) At(m Metric, row, column int) float32 {
	return h.Cells[m][row*len(h.Columns)+column]
}

// heat collects the heat matrix while the simulation runs.
type heat struct {
	borders   []base.RowKey          // first key of each range
	perColumn int64                  // seconds in a column
	tick      [][4]float64           // by range, in this tick: operations, reads, writes, bytes
	spans     [][4]float64           // the same for scans, as differences between adjacent ranges
	scanned   bool                   // there were scans in this tick
	sum       [][MetricCount]float64 // by range, in the current column
	cells     [MetricCount][]float32 // by range, then by column; allocated for all columns
	columns   int                    // number of all columns
	done      int                    // number of finished columns
	busiest   []busy                 // by range
}

// busy finds the key that has the majority of a range's operations, by the algorithm of
// Boyer and Moore.
type busy struct {
	BusyKey
	at    int32   // OpBatch.At of the key
	ahead float64 // operations by which the key is ahead of all others
}

// vote counts operations on a key.
func (b *busy) vote(key base.RowKey, at int32, times float64) {
	switch {
	case at == b.at && (at > 0 || key == b.Key):
		b.ahead += times
		b.Operations += times
	case b.ahead >= times:
		b.ahead -= times
	default:
		*b = busy{BusyKey{key, times}, at, times - b.ahead}
	}
}

// newHeat returns a matrix without cells. Its ranges have about equal numbers of the given
// keys, which are in order.
func newHeat(keys []base.RowKey, o Options) *heat {
	h := &heat{borders: []base.RowKey{""}}
	n := min(o.Ranges, len(keys)+1)
	for i := 1; i < n; i++ {
		if k := keys[i*len(keys)/n]; k != "" && k != h.borders[len(h.borders)-1] {
			h.borders = append(h.borders, k)
		}
	}
	ticks := (o.Seconds + o.Tick - 1) / o.Tick
	h.perColumn = (ticks + int64(o.Columns) - 1) / int64(o.Columns) * o.Tick
	h.columns = int((ticks*o.Tick + h.perColumn - 1) / h.perColumn)
	h.tick, h.spans = make([][4]float64, len(h.borders)), make([][4]float64, len(h.borders)+1)
	h.sum, h.busiest = make([][MetricCount]float64, len(h.borders)), make([]busy, len(h.borders))
	return h
}

// find returns the index of the range that contains key.
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

// begin begins a tick.
func (h *heat) begin() {
	clear(h.tick)
	if h.scanned {
		clear(h.spans)
		h.scanned = false
	}
}

// add counts operations on one row, which is in the range with index row.
func (h *heat) add(op *OpBatch, row int) {
	h.busiest[row].vote(op.Key, op.At, op.Count)
	t := &h.tick[row]
	t[Ops] += op.Count
	t[Bytes] += float64(float64(op.Bytes) * op.Count)
	if op.Kind == Write {
		t[Writes] += op.Count
	} else {
		t[Reads] += op.Count
	}
}

// addScan counts scans, spread evenly over the ranges from first to last.
func (h *heat) addScan(op *OpBatch, first, last int) {
	h.scanned = true
	n := float64(last - first + 1)
	for m, v := range [4]float64{Ops: op.Count / n, Reads: op.Count / n, Bytes: float64(op.Bytes) * op.Count / n} {
		h.spans[first][m] += v
		h.spans[last+1][m] -= v
	}
}

// end adds the tick to the current column.
func (h *heat) end(s *Simulation) {
	seconds := float64(min(s.now+s.o.Tick, s.o.Seconds) - s.now)
	across := [4]float64{}
	for i := range h.borders {
		for m, v := range h.tick[i] {
			if h.scanned {
				across[m] += h.spans[i][m]
				if across[m] > 1e-6 { // less is a rounding error
					v += across[m]
				}
			}
			h.sum[i][m] += v
		}
	}
	// Ranges and tablets are both in key order, so that one pass finds the node of each range.
	t := 0
	for i, border := range h.borders {
		for t+1 < len(s.tablets) && s.tablets[t+1].start <= border {
			t++
		}
		n := &s.nodes[s.tablets[t].node]
		h.sum[i][Latency] += float64(n.latency * seconds)
		h.sum[i][Load] += float64(n.use * seconds)
	}
}

// column finishes a column that has the given number of seconds.
func (h *heat) column(seconds float64) {
	for i := range h.sum {
		for m, v := range h.sum[i] {
			by := seconds
			if Metric(m) == Latency {
				by = seconds * 1e9
			}
			h.cells[m][i*h.columns+h.done] = float32(v / by)
		}
	}
	clear(h.sum)
	h.done++
}

// matrix returns the matrix of the finished columns. When all columns are finished, its
// cells are those of h and not a copy.
func (h *heat) matrix(columns []HeatColumn) HeatMatrix {
	out := HeatMatrix{Borders: h.borders, Columns: columns, Cells: h.cells}
	for _, b := range h.busiest {
		out.BusyKeys = append(out.BusyKeys, b.BusyKey)
	}
	if h.done == h.columns {
		return out
	}
	for m, cells := range h.cells {
		out.Cells[m] = make([]float32, 0, len(h.borders)*h.done)
		for i := range h.borders {
			out.Cells[m] = append(out.Cells[m], cells[i*h.columns:i*h.columns+h.done]...)
		}
	}
	return out
}
