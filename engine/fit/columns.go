package fit

import (
	"cmp"
	"math"
	"slices"

	"tabletop/engine/dataset"
)

// lacking is the code of a value that a record lacks.
const lacking = ^uint32(0)

// column is the values of a field, as codes in the order of the values.
type column struct {
	name   string
	codes  []uint32 // by record
	counts []uint32 // by code: records
	all    int      // records that have the field
	blank  bool     // the others have "" instead
	looks
	moments  []int64         // by code: for a time
	scale    []dataset.Point // of a time
	from, to int64           // of a time, before it is moved
	other    *dataset.Shape  // of measures: the shape with Values
	start    int64           // the least number, without its point
	gen      dataset.Generator

	spread int64 // as in dataset.Shape
	order  int64
	ranked bool // the generator has Values
}

// values returns how many different values there are.
func (c *column) values() int { return len(c.counts) }

// inOrder reports whether values are numbered as they come, see dataset.Shape.Spread.
func (c *column) inOrder() bool { return c.ranked && c.spread > 0 }

// each returns how many records have a value, on average.
func (c *column) each() float64 { return float64(c.all) / float64(max(c.values(), 1)) }

// free reports whether nothing is known yet that decides the values of a column.
func (c *column) free() bool {
	s := c.gen.Shape
	return s.Follows == "" && s.Within == "" && s.Turn == 0 && s.Counts == ""
}

// chunk is how much work is counted at once.
const chunk = 256

// worker counts work in chunks.
type worker struct {
	spend func(work int64)
	done  int64
}

// one counts a unit of work.
func (w *worker) one() {
	if w.done++; w.done == chunk {
		w.spend(chunk)
		w.done = 0
	}
}

// readColumn reads the values of a field. It returns the different values in their order.
func readColumn(data dataset.Spec, at int, w *worker) (*column, []string) {
	c := &column{name: data.Fields[at], codes: make([]uint32, 0, data.Len())}
	known := map[string]uint32{}
	var values []string
	var counts []uint32
	fields, empty, absent := len(data.Fields), 0, 0
	for cursor := data.Cursor(); ; {
		rec, ok := cursor.Next()
		if w.one(); !ok {
			break
		}
		v := rec[at]
		if v == "" {
			if dataset.LacksField(rec, fields, at) {
				absent++
			} else {
				empty++
			}
			c.codes = append(c.codes, lacking)
			continue
		}
		code, met := known[v]
		if !met {
			code = uint32(len(values))
			known[v] = code
			values, counts = append(values, v), append(counts, 0)
		}
		counts[code]++
		c.codes = append(c.codes, code)
	}
	c.blank, c.all = absent == 0 && empty > 0, len(c.codes)-absent-empty
	clear(known)
	c.looks = lookAt(values, w)
	// Codes are given anew, in the order of the values.
	by := make([]uint32, len(values))
	for i := range by {
		by[i] = uint32(i)
	}
	slices.SortFunc(by, func(a, b uint32) int {
		w.one()
		if c.measures != nil {
			return cmp.Compare(c.measures[a], c.measures[b])
		}
		return cmp.Compare(values[a], values[b])
	})
	to := make([]uint32, len(values))
	sorted := make([]string, len(values))
	c.counts = make([]uint32, len(values))
	var measures []int64
	for i, was := range by {
		to[was], sorted[i], c.counts[i] = uint32(i), values[was], counts[was]
		if c.measures != nil {
			measures = append(measures, c.measures[was])
		}
	}
	c.measures = measures
	for i, code := range c.codes {
		if w.one(); code != lacking {
			c.codes[i] = to[code]
		}
	}
	return c, sorted
}

// reorder puts the records in another order.
func (c *column) reorder(order []uint32, w *worker) {
	out := make([]uint32, len(order))
	for i, from := range order {
		w.one()
		out[i] = c.codes[from]
	}
	c.codes = out
}

// inOrderOf returns the order of records by the codes of a column. Records without a value come
// first, and equal ones stay in order.
func inOrderOf(c *column, w *worker) []uint32 {
	start := make([]uint32, c.values()+1)
	for _, code := range c.codes {
		if w.one(); code+1 < uint32(len(start)) {
			start[code+1]++ // lacking+1 is 0
		}
	}
	sum := uint32(0)
	for i, n := range start {
		start[i] = sum
		sum += n
	}
	out := make([]uint32, len(c.codes))
	for i, code := range c.codes {
		w.one()
		at := code + 1
		out[start[at]] = uint32(i)
		start[at]++
	}
	return out
}

// ascending returns the part of successive records whose values do not descend.
func (c *column) ascending(w *worker) float64 {
	up, n, last := 0, 0, lacking
	for _, code := range c.codes {
		if w.one(); code == lacking {
			continue
		}
		if last != lacking {
			n++
			if code >= last {
				up++
			}
		}
		last = code
	}
	if n == 0 {
		return 0
	}
	return float64(up) / float64(n)
}

// inOrderPart is the part of the records by which values in order are displaced at most, on average. It
// would be a third if there were no order.
const inOrderPart = 0.05

// displaced returns by how many records, as a part of all, those of a column are from where they would
// be in order, on average.
func (c *column) displaced(w *worker) float64 {
	at := make([]int, c.values())
	sum := 0
	for i, n := range c.counts {
		at[i] = sum
		sum += int(n)
	}
	off, met := 0.0, 0
	for _, code := range c.codes {
		if w.one(); code == lacking {
			continue
		}
		off += math.Abs(float64(at[code] - met))
		at[code]++
		met++
	}
	return off / float64(met) / float64(met)
}
