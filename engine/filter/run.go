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
	first *plain // the leading plain stage, applied as cells come in; nil if none
	rest  sequence

	key    base.RowKey
	col    base.Cell // family and qualifier of the current column
	fam    base.Family
	famOK  bool
	counts []int
	full   bool // a limit of the leading stage lets nothing more through

	buf   []base.Cell
	spans []span
}

// span is the cells buf[lo:hi].
type span struct{ lo, hi int }

// Start returns a Run of p, which may be nil.
func (p *Program) Start() *Run {
	r := &Run{p: p}
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
	for _, m := range r.p.rows {
		if !m.match(string(key)) {
			return Drop
		}
	}
	if r.first == nil && len(r.rest) == 0 {
		return Keep
	}
	if r.first != nil && r.first.block {
		return Drop
	}
	r.key = key
	r.buf = r.buf[:0]
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

// End returns what comes out of the row, in a row's order. The slice is good
// until the next call of Row.
func (r *Run) End() []base.Cell {
	lo, hi := r.exec(r.rest, 0, len(r.buf))
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
		default:
			panic("filter: unknown stage")
		}
	}
	return lo, hi
}

func (r *Run) plain(l *plain, lo, hi int) (int, int) {
	if l.block || !matchAll(l.rows, string(r.key)) {
		return hi, hi
	}
	for i := range l.ops {
		switch l.ops[i].kind {
		case opPerRow, opPerColumn:
			r.counts[l.ops[i].slot] = 0
		}
	}
	start := len(r.buf)
	ok := false
	for i := lo; i < hi; i++ {
		c := r.buf[i]
		if i == lo || c.Family != r.buf[i-1].Family || c.Qualifier != r.buf[i-1].Qualifier {
			if ok = matchAll(l.fams, string(c.Family)) && matchAll(l.quals, string(c.Qualifier)); ok {
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
	slices.SortStableFunc(r.buf[start:], compare)
	return start, len(r.buf)
}

func compare(a, b base.Cell) int { return a.Compare(b) }
