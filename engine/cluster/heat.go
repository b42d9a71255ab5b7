package cluster

import (
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
	perColumn int64        // seconds
	tick      [][4]float64 // by range: operations, reads, writes, bytes
	spans     [][4]float64 // of scans, as differences between neighbours
	scanned   bool
	sum       [][Metrics]float64
	cells     [Metrics][]float32 // by range, then by column, of which there are all
	columns   int
	done      int // columns
	busiest   []busy
}

// busy finds the key that has most of a range, by a vote.
type busy struct {
	Busy
	at    int32   // of the key
	ahead float64 // by so many operations
}

func (b *busy) vote(key base.RowKey, at int32, times float64) {
	switch {
	case at == b.at && (at > 0 || key == b.Key):
		b.ahead += times
		b.Times += times
	case b.ahead >= times:
		b.ahead -= times
	default:
		*b = busy{Busy{key, times}, at, times - b.ahead}
	}
}

// newHeat makes a matrix, but for its cells, whose ranges are borne alike by the keys,
// which are in order.
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
	h.sum, h.busiest = make([][Metrics]float64, len(h.borders)), make([]busy, len(h.borders))
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
	clear(h.tick)
	if h.scanned {
		clear(h.spans)
		h.scanned = false
	}
}

// add counts one operation.
func (h *heat) add(op *Op, row int) {
	h.busiest[row].vote(op.Key, op.At, op.Times)
	t := &h.tick[row]
	t[Ops] += op.Times
	t[Bytes] += float64(float64(op.Bytes) * op.Times)
	if op.Kind == Write {
		t[Writes] += op.Times
	} else {
		t[Reads] += op.Times
	}
}

// addScan counts a scan, spread over the ranges that it spans.
func (h *heat) addScan(op *Op, first, last int) {
	h.scanned = true
	n := float64(last - first + 1)
	for m, v := range [4]float64{Ops: op.Times / n, Reads: op.Times / n, Bytes: float64(op.Bytes) * op.Times / n} {
		h.spans[first][m] += v
		h.spans[last+1][m] -= v
	}
}

// end takes the tick into the column.
func (h *heat) end(s *Sim) {
	seconds := float64(min(s.now+s.o.Tick, s.o.Seconds) - s.now)
	across := [4]float64{}
	for i := range h.borders {
		for m, v := range h.tick[i] {
			if h.scanned {
				across[m] += h.spans[i][m]
				if across[m] > 1e-6 { // differences leave dust behind
					v += across[m]
				}
			}
			h.sum[i][m] += v
		}
	}
	// Ranges and tablets are both in key order.
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

// column ends a column of so many seconds.
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

// matrix returns the matrix as far as there are columns. Once it is whole its
// cells are those of h.
func (h *heat) matrix(columns []Column) Heat {
	out := Heat{Borders: h.borders, Columns: columns, Cells: h.cells}
	for _, b := range h.busiest {
		out.Busiest = append(out.Busiest, b.Busy)
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
