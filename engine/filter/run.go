package filter

import (
	"slices"

	"tabletop/engine/base"
)

// Verdict is what a row's key alone decides.
type Verdict uint8

const (
	// Drop: nothing of the row comes out.
	Drop Verdict = iota
	// Keep: all of the row comes out, unaltered.
	Keep
	// Look: the cells decide.
	Look
)

// Run is one pass of a [Program] over rows. For each row call Row; if it says
// Look, call Column and Cell for its cells in order, then End. Its buffers are
// used again for the next row.
type Run struct {
	p     *Program
	seed  uint64
	first *plain // the leading plain stage, applied as cells come in; nil if none
	rest  sequence

	key    base.RowKey
	col    base.Cell // family and qualifier of the current column
	fam    base.Family
	famOK  bool
	counts []int
	full   bool // a limit of the leading stage lets nothing more through

	buf   []base.Cell
	sunk  []base.Cell // what went into sinks
	spans []span
}

// span is the cells buf[lo:hi].
type span struct{ lo, hi int }

// Start returns a Run of p, which may be nil. Runs with the same seed take the
// same samples of rows.
func (p *Program) Start(seed uint64) *Run {
	r := &Run{p: p, seed: seed}
	if p == nil {
		r.p = &Program{}
	}
	r.rest = r.p.seq
	if len(r.rest) > 0 {
		if l, ok := r.rest[0].(*plain); ok {
			r.first, r.rest = l, r.rest[1:]
		}
	}
	r.counts = make([]int, r.p.slots)
	return r
}

// Row begins a row.
func (r *Run) Row(key base.RowKey) Verdict {
	if !keepRow(r.p.rows, r.seed, key) {
		return Drop
	}
	if r.first == nil && len(r.rest) == 0 {
		return Keep
	}
	if r.first != nil && r.first.block {
		return Drop
	}
	r.key = key
	r.buf, r.sunk = r.buf[:0], r.sunk[:0]
	r.full = false
	clear(r.counts)
	return Look
}

// Column begins a column of the row and reports whether any cell of it may come
// out; if not, its cells need not be given. A row has each column once.
func (r *Run) Column(f base.Family, q base.Qualifier) bool {
	l := r.first
	if l == nil {
		r.col = base.Cell{Family: f, Qualifier: q}
		return true
	}
	if len(l.fams) > 0 {
		if r.fam != f {
			r.fam, r.famOK = f, matchAll(l.fams, string(f))
		}
		if !r.famOK {
			return false
		}
	}
	if len(l.quals) > 0 && !matchAll(l.quals, string(q)) {
		return false
	}
	if len(l.cols) > 0 && !holdAll(l.cols, f, q) {
		return false
	}
	r.newColumn(l)
	r.col = base.Cell{Family: f, Qualifier: q}
	return true
}

// Cell gives the next version of the current column, newest first. It reports
// whether later cells of the row can matter.
func (r *Run) Cell(at base.Micros, value string) (more bool) {
	c := base.Cell{Family: r.col.Family, Qualifier: r.col.Qualifier, At: at, Value: value}
	if r.first == nil || r.apply(r.first, &c) {
		r.buf = append(r.buf, c)
	}
	return !r.full
}

// End returns what comes out of the row, in a row's order; copies of a cell that
// went into sinks come after others. The slice is good until the next call of
// Row.
func (r *Run) End() []base.Cell {
	lo, hi := r.exec(r.rest, 0, len(r.buf))
	if len(r.sunk) > 0 {
		start := len(r.buf)
		r.buf = append(append(r.buf, r.buf[lo:hi]...), r.sunk...)
		lo, hi = start, len(r.buf)
		slices.SortStableFunc(r.buf[lo:hi], base.Cell.Compare)
	}
	return r.buf[lo:hi]
}

func (r *Run) newColumn(l *plain) {
	for i := range l.ops {
		if l.ops[i].kind == opPerColumn {
			r.counts[l.ops[i].slot] = 0
		}
	}
}

// apply runs the operations of l on a cell whose column has passed its tests.
func (r *Run) apply(l *plain, c *base.Cell) bool {
	for i := range l.ops {
		o := &l.ops[i]
		switch o.kind {
		case opFamily:
			if !o.m.match(string(c.Family)) {
				return false
			}
		case opQualifier:
			if !o.m.match(string(c.Qualifier)) {
				return false
			}
		case opValue:
			if !o.m.match(c.Value) {
				return false
			}
		case opColumn:
			if !o.col.holds(c.Family, c.Qualifier) {
				return false
			}
		case opTime:
			if c.At < o.time.Start || o.time.End != 0 && c.At >= o.time.End {
				return false
			}
		case opValueRange:
			if !o.val.Start.Starts(c.Value) || !o.val.End.Ends(c.Value) {
				return false
			}
		case opMask:
			if !masked(c.Value, o.text) {
				return false
			}
		case opOffset:
			r.counts[o.slot]++
			if r.counts[o.slot] <= o.n {
				return false
			}
		case opPerRow:
			r.counts[o.slot]++
			if n := r.counts[o.slot]; n >= o.n {
				if l == r.first {
					r.full = true
				}
				if n > o.n {
					return false
				}
			}
		case opPerColumn:
			r.counts[o.slot]++
			if r.counts[o.slot] > o.n {
				return false
			}
		case opStrip:
			c.Value = ""
		case opLabel:
			c.Label = o.text
		default:
			panic("filter: unknown operation")
		}
	}
	return true
}

// exec applies seq to the cells buf[lo:hi] and returns where the result is. It
// only appends to buf.
func (r *Run) exec(seq sequence, lo, hi int) (int, int) {
	for _, s := range seq {
		if lo == hi {
			break
		}
		switch s := s.(type) {
		case *plain:
			lo, hi = r.plain(s, lo, hi)
		case *interleave:
			lo, hi = r.interleave(s, lo, hi)
		case *condition:
			branch := s.els
			if l, h := r.exec(s.test, lo, hi); l < h {
				branch = s.then
			}
			if branch == nil {
				return hi, hi
			}
			lo, hi = r.exec(*branch, lo, hi)
		case sink:
			r.sunk = append(r.sunk, r.buf[lo:hi]...)
			return hi, hi
		default:
			panic("filter: unknown stage")
		}
	}
	return lo, hi
}

func (r *Run) plain(l *plain, lo, hi int) (int, int) {
	if l.block || !keepRow(l.rows, r.seed, r.key) {
		return hi, hi
	}
	for i := range l.ops {
		switch l.ops[i].kind {
		case opOffset, opPerRow, opPerColumn:
			r.counts[l.ops[i].slot] = 0
		}
	}
	start := len(r.buf)
	ok := false
	for i := lo; i < hi; i++ {
		c := r.buf[i]
		if i == lo || c.Family != r.buf[i-1].Family || c.Qualifier != r.buf[i-1].Qualifier {
			if ok = matchAll(l.fams, string(c.Family)) && matchAll(l.quals, string(c.Qualifier)) &&
				holdAll(l.cols, c.Family, c.Qualifier); ok {
				r.newColumn(l)
			}
		}
		if ok && r.apply(l, &c) {
			r.buf = append(r.buf, c)
		}
	}
	return start, len(r.buf)
}

func (r *Run) interleave(s *interleave, lo, hi int) (int, int) {
	base0 := len(r.spans)
	for _, b := range s.branches {
		l, h := r.exec(b, lo, hi)
		r.spans = append(r.spans, span{l, h})
	}
	start := len(r.buf)
	for _, sp := range r.spans[base0:] {
		r.buf = append(r.buf, r.buf[sp.lo:sp.hi]...)
	}
	r.spans = r.spans[:base0]
	slices.SortStableFunc(r.buf[start:], base.Cell.Compare)
	return start, len(r.buf)
}

func (c *ColumnRange) holds(f base.Family, q base.Qualifier) bool {
	return f == c.Family && c.Start.Starts(string(q)) && c.End.Ends(string(q))
}

func holdAll(cs []ColumnRange, f base.Family, q base.Qualifier) bool {
	for i := range cs {
		if !cs[i].holds(f, q) {
			return false
		}
	}
	return true
}

// masked reports whether value has all bits of mask, and its length.
func masked(value, mask string) bool {
	if len(value) != len(mask) {
		return false
	}
	for i := range len(mask) {
		if value[i]&mask[i] != mask[i] {
			return false
		}
	}
	return true
}
