package filter

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"tabletop/engine/base"
)

// RowDecision is the decision on a row that depends on its key only.
type RowDecision uint8

const (
	// DropRow means that nothing of the row passes.
	DropRow RowDecision = iota
	// KeepRow means that the whole row passes unaltered.
	KeepRow
	// InspectCells means that the decision depends on the cells.
	InspectCells
)

// Evaluation is one pass of a [Program] over rows. For each row, call BeginRow. If it returns
// InspectCells, call BeginColumn and Cell for the row's cells in order, and then End. The package
// documentation has an example. An Evaluation reuses its buffers for the next row, and
// belongs to one goroutine.
type Evaluation struct {
	p     *Program
	seed  uint64
	first *plain             // the first stage if it is plain, applied as cells come in; otherwise nil
	rest  sequence           // the other stages, applied by End
	need  *SubstringSearcher // a text that some value must contain for anything to pass; or nil

	key    base.RowKey
	fam    base.Family // family of the current column
	qual   base.Qualifier
	counts []int // the counters of limits, by slot
	full   bool  // a limit of the first stage lets nothing more of the row pass

	buf   []base.Cell // inputs and outputs of stages, as spans
	sunk  []base.Cell // cells that went into sinks
	spans []span      // outputs of interleaved branches
}

// span is a range [lo, hi): of cells in Evaluation.buf, or of bytes in parser.text.
type span struct{ lo, hi int }

// NewEvaluation returns an Evaluation of p, which may be nil. Evaluations with the same seed take
// the same samples of rows.
func (p *Program) NewEvaluation(seed uint64) *Evaluation {
	r := &Evaluation{p: p, seed: seed}
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
	if r.first != nil {
		r.need = r.first.need()
	}
	return r
}

// RequiredText returns a text that at least one value of a row must contain for anything of the
// row to pass, or nil if there is none. A row without that text need not be passed to BeginRow.
func (r *Evaluation) RequiredText() *SubstringSearcher { return r.need }

// BeginRow begins a row and returns what its key decides. If it returns InspectCells, the caller
// continues with BeginColumn, Cell and End.
func (r *Evaluation) BeginRow(key base.RowKey) RowDecision {
	if !keepRow(r.p.rows, r.seed, key) {
		return DropRow
	}
	if r.first == nil && len(r.rest) == 0 {
		return KeepRow
	}
	if r.first != nil && r.first.block {
		return DropRow
	}
	r.key = key
	r.buf, r.sunk = r.buf[:0], r.sunk[:0]
	r.full = false
	clear(r.counts)
	return InspectCells
}

// Wants reports whether cells of a column can pass. The answer is the same for all rows.
func (r *Evaluation) Wants(f base.Family, q base.Qualifier) bool {
	l := r.first
	return l == nil || matchAll(l.fams, string(f)) && matchAll(l.quals, string(q)) && holdAll(l.cols, f, q)
}

// BeginColumn begins a column of the row. It must be called once for each column for which
// Wants is true, in the order of a row, and not for others.
func (r *Evaluation) BeginColumn(f base.Family, q base.Qualifier) {
	if r.first != nil {
		r.newColumn(r.first)
	}
	r.fam, r.qual = f, q
}

// PassCell passes the next cell of the current column, newest first. It reports whether later
// cells of the row can make a difference; if not, the caller may go on to End.
func (r *Evaluation) PassCell(at base.Micros, value string) (more bool) {
	label := ""
	if r.first != nil {
		var ok bool
		if value, label, ok = r.apply(r.first, r.fam, r.qual, at, value); !ok {
			return !r.full
		}
	}
	r.buf = append(r.buf, base.Cell{Family: r.fam, Qualifier: r.qual, At: at, Value: value, Label: label})
	return !r.full
}

// EndRow returns the cells of the row that pass, in the order of a row. Of several copies of
// a cell, those from sinks come last. The slice is valid until the next call of BeginRow.
func (r *Evaluation) EndRow() []base.Cell {
	if len(r.rest) == 0 {
		return r.buf
	}
	lo, hi := r.exec(r.rest, 0, len(r.buf))
	if len(r.sunk) > 0 {
		start := len(r.buf)
		r.buf = append(append(r.buf, r.buf[lo:hi]...), r.sunk...)
		lo, hi = start, len(r.buf)
		slices.SortStableFunc(r.buf[lo:hi], base.Cell.Compare)
	}
	return r.buf[lo:hi]
}

// newColumn resets the counters of l that count the cells of a column.
func (r *Evaluation) newColumn(l *plain) {
	for i := range l.ops {
		if l.ops[i].kind == opPerColumn {
			r.counts[l.ops[i].slot] = 0
		}
	}
}

// apply applies the operations of l to a cell whose column has passed the tests of l. It
// returns the cell's value and label after them, and whether the cell passes.
func (r *Evaluation) apply(l *plain, f base.Family, q base.Qualifier, at base.Micros, value string) (out, label string, ok bool) {
	for i := range l.ops {
		o := &l.ops[i]
		switch o.kind {
		case opFamily:
			ok = o.m.match(string(f))
		case opQualifier:
			ok = o.m.match(string(q))
		case opValue:
			ok = o.m.match(value)
		case opColumn:
			ok = o.col.holds(f, q)
		case opTime:
			ok = at >= o.time.Start && (o.time.End == 0 || at < o.time.End)
		case opValueRange:
			ok = o.val.Start.StartAdmits(value) && o.val.End.EndAdmits(value)
		case opMask:
			ok = masked(value, o.text)
		case opOffset:
			r.counts[o.slot]++
			ok = r.counts[o.slot] > o.n
		case opPerRow:
			r.counts[o.slot]++
			n := r.counts[o.slot]
			if n >= o.n && l == r.first {
				r.full = true
			}
			ok = n <= o.n
		case opPerColumn:
			r.counts[o.slot]++
			ok = r.counts[o.slot] <= o.n
		case opStrip:
			value, ok = "", true
		case opLabel:
			label, ok = o.text, true
		default:
			panic("filter: unknown operation")
		}
		if !ok {
			return "", "", false
		}
	}
	return value, label, true
}

// exec applies seq to the cells buf[lo:hi] and returns the range of the result in buf. It
// does not change cells that are in buf; it only appends.
func (r *Evaluation) exec(seq sequence, lo, hi int) (int, int) {
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

// plain applies a plain stage to the cells buf[lo:hi], as exec does for a sequence.
func (r *Evaluation) plain(l *plain, lo, hi int) (int, int) {
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
	if f, q := literal(l.fams), literal(l.quals); f != nil && q != nil { // one column: search for it
		behind := func(i int, n int) bool {
			c := &r.buf[lo+i]
			return cmp.Or(strings.Compare(string(c.Family), f.text), strings.Compare(string(c.Qualifier), q.text)) >= n
		}
		n := hi - lo
		first := sort.Search(n, func(i int) bool { return behind(i, 0) })
		last := sort.Search(n, func(i int) bool { return behind(i, 1) })
		lo, hi = lo+first, lo+last
	}
	r.buf = slices.Grow(r.buf, hi-lo)
	ok := false
	for i := lo; i < hi; i++ {
		c := &r.buf[i]
		if i == lo || c.Family != r.buf[i-1].Family || c.Qualifier != r.buf[i-1].Qualifier {
			if ok = matchAll(l.fams, string(c.Family)) && matchAll(l.quals, string(c.Qualifier)) &&
				holdAll(l.cols, c.Family, c.Qualifier); ok {
				r.newColumn(l)
			}
		}
		if !ok {
			continue
		}
		if value, label, ok := r.apply(l, c.Family, c.Qualifier, c.At, c.Value); ok {
			if label == "" {
				label = c.Label
			}
			r.buf = append(r.buf, base.Cell{Family: c.Family, Qualifier: c.Qualifier, At: c.At, Value: value, Label: label})
		}
	}
	return start, len(r.buf)
}

// literal returns the first matcher that matches exactly one text, or nil if there is
// none.
func literal(ms []*matcher) *matcher {
	for _, m := range ms {
		if m.dfa == nil && m.re == nil {
			return m
		}
	}
	return nil
}

// interleave applies an interleave to the cells buf[lo:hi], as exec does for a sequence.
func (r *Evaluation) interleave(s *interleave, lo, hi int) (int, int) {
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

// holds reports whether a column is in the range.
func (c *ColumnRange) holds(f base.Family, q base.Qualifier) bool {
	return f == c.Family && c.Start.StartAdmits(string(q)) && c.End.EndAdmits(string(q))
}

// holdAll reports whether a column is in all of the ranges.
func holdAll(cs []ColumnRange, f base.Family, q base.Qualifier) bool {
	for i := range cs {
		if !cs[i].holds(f, q) {
			return false
		}
	}
	return true
}

// masked reports whether value is as long as mask and has all bits of mask set.
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
