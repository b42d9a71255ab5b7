package hfilter

import (
	"slices"

	"tabletop/engine/base"
)

// Evaluation applies a filter to the rows of one read, as HBase does. It remembers what
// HBase's filters remember from row to row. See [StartEvaluation].
type Evaluation struct {
	root     node
	versions int
	ended    bool        // the scan is over
	out      []base.Cell // the kept cells of the current row
}

// StartEvaluation returns an Evaluation before the first row of a read that returns the given number
// of versions of each column.
func StartEvaluation(f Filter, reversed bool, versions int) *Evaluation {
	return &Evaluation{root: build(f, reversed), versions: versions}
}

// Fork returns an Evaluation that continues after the rows that r has seen, with what r
// remembers. f and reversed must be those of r.
func (r *Evaluation) Fork(f Filter, reversed bool) *Evaluation {
	c := StartEvaluation(f, reversed, r.versions)
	c.ended = r.ended
	remember(c.root, r.root)
	return c
}

// remember copies what the nodes of a filter remember from row to row.
func remember(to, from node) {
	list := func(to, from []node) {
		for i := range from {
			remember(to[i], from[i])
		}
	}
	switch from := from.(type) {
	case *and:
		list(to.(*and).of, from.of)
	case *or:
		list(to.(*or).of, from.of)
	case *skipping:
		remember(to.(*skipping).of, from.of)
	case *while:
		to.(*while).out = from.out
		remember(to.(*while).of, from.of)
	case *prefix:
		*to.(*prefix) = *from
	case *page:
		*to.(*page) = *from
	case *inclusiveStop:
		*to.(*inclusiveStop) = *from
	}
}

// Done reports whether the scan is over, because no later row can be kept.
func (r *Evaluation) Done() bool { return r.ended || r.root.exhausted() }

// ApplyToRow applies the filter to the next row, whose cells are in the order of a row, and
// returns those that are kept. There are none if the row is dropped. The slice is valid
// until the next call.
func (r *Evaluation) ApplyToRow(key base.RowKey, cells []base.Cell) []base.Cell {
	r.out = r.out[:0]
	if r.Done() {
		return nil
	}
	defer r.root.reset()
	if r.root.rowKey(string(key)) {
		return nil
	}
	r.cells(cells)
	if r.root.filtersRow() {
		r.out = r.root.rowCells(r.out)
	}
	if len(r.out) == 0 || r.root.row() {
		return nil
	}
	return r.out
}

// cells asks the filter about one cell after another, and skips cells as it says.
func (r *Evaluation) cells(cells []base.Cell) {
	versions := 0 // versions of the current column that the filter has kept
	for i := 0; i < len(cells); {
		c := cells[i]
		if i == 0 || c.Family != cells[i-1].Family || c.Qualifier != cells[i-1].Qualifier {
			versions = 0
		}
		if r.root.exhausted() {
			r.ended = true
			return
		}
		a := r.root.cell(c)
		if a.keep {
			if versions++; versions <= r.versions {
				r.out = append(r.out, r.root.transform(c))
			} else if a.step < nextColumn {
				a.step = nextColumn
			}
		}
		for i++; i < len(cells) && a.passes(c, cells[i]); i++ {
		}
	}
}

// answer is what a filter says about a cell: whether to keep it, and where to continue.
type answer struct {
	keep bool
	step step
	hint base.Qualifier // for seek: the qualifier at which to continue, in the same family
}

// step says where to continue after a cell. Greater steps go farther.
type step uint8

const (
	nextCell step = iota
	nextColumn
	nextRow // after the rest of the family
	seek
)

var (
	include = answer{keep: true}
	skip    = answer{}
)

// keepIf returns an answer that continues with the next cell.
func keepIf(ok bool) answer { return answer{keep: ok} }

// passes reports whether the answer about c skips d, which comes later in the row.
func (a answer) passes(c, d base.Cell) bool {
	if c.Family != d.Family {
		return false
	}
	switch a.step {
	case nextColumn:
		return c.Qualifier == d.Qualifier
	case nextRow:
		return true
	case seek:
		return d.Qualifier < a.hint
	}
	return false
}

// node applies a filter. Its methods correspond to those of HBase's Filter. They are
// called for each row in the order rowKey, cell and transform for each cell, then rowCells
// if filtersRow is true, row, and reset. rowKey and row report whether the row is dropped,
// and exhausted whether all later rows are.
type node interface {
	rowKey(key string) bool
	cell(c base.Cell) answer
	transform(c base.Cell) base.Cell
	filtersRow() bool
	rowCells(cells []base.Cell) []base.Cell
	row() bool
	exhausted() bool
	reset()
}

// plain has default implementations of node, which drop and change nothing.
type plain struct{}

func (plain) rowKey(string) bool                     { return false }
func (plain) transform(c base.Cell) base.Cell        { return c }
func (plain) filtersRow() bool                       { return false }
func (plain) rowCells(cells []base.Cell) []base.Cell { return cells }
func (plain) row() bool                              { return false }
func (plain) exhausted() bool                        { return false }
func (plain) reset()                                 {}

// several is the common part of and and or.
type several struct {
	of   []node
	kept []bool // by node: whether it keeps the last cell
}

func (l *several) transform(c base.Cell) base.Cell {
	for i, n := range l.of {
		if l.kept[i] {
			c = n.transform(c)
		}
	}
	return c
}

func (l *several) filtersRow() bool { return slices.ContainsFunc(l.of, node.filtersRow) }

func (l *several) rowCells(cells []base.Cell) []base.Cell {
	for _, n := range l.of {
		cells = n.rowCells(cells)
	}
	return cells
}

func (l *several) reset() {
	for _, n := range l.of {
		n.reset()
	}
}

// and applies [And].
type and struct{ several }

func (l *and) rowKey(key string) bool {
	dropped := false
	for _, n := range l.of {
		if n.exhausted() || n.rowKey(key) {
			dropped = true
		}
	}
	return dropped
}

// cell skips as much as the node that skips most.
func (l *and) cell(c base.Cell) answer {
	all := include
	for i, n := range l.of {
		if n.exhausted() {
			return answer{step: nextRow}
		}
		a := n.cell(c)
		l.kept[i] = a.keep
		if a.step == seek && (all.step != seek || a.hint > all.hint) {
			all.hint = a.hint
		}
		all.keep, all.step = all.keep && a.keep, max(all.step, a.step)
	}
	return all
}

func (l *and) row() bool       { return slices.ContainsFunc(l.of, node.row) }
func (l *and) exhausted() bool { return slices.ContainsFunc(l.of, node.exhausted) }

// or applies [Or]. It does not ask a node about cells that the node wants to skip.
type or struct {
	several
	last []answer     // by node: its last answer
	at   []*base.Cell // by node: the cell of that answer; nil if there is none
}

func (l *or) rowKey(key string) bool {
	dropped := true
	for _, n := range l.of {
		if !n.exhausted() && !n.rowKey(key) {
			dropped = false
		}
	}
	return dropped
}

// cell skips as much as the node that skips least.
func (l *or) cell(c base.Cell) answer {
	any, first := skip, true
	for i, n := range l.of {
		l.kept[i] = false
		if n.exhausted() {
			continue
		}
		a := l.last[i]
		if before := l.at[i]; before != nil && a.passes(*before, c) {
			a.keep = false
		} else {
			a = n.cell(c)
			l.last[i], l.at[i] = a, &c
		}
		l.kept[i] = a.keep
		switch {
		case first:
			any = a
		case any.step == seek && a.step == seek:
			any.hint = min(any.hint, a.hint)
		case any.step == seek || a.step == seek:
			any.keep, any.step = any.keep || a.keep, nextCell
		default:
			any.keep, any.step = any.keep || a.keep, min(any.step, a.step)
		}
		first = false
	}
	return any
}

func (l *or) row() bool {
	return !slices.ContainsFunc(l.of, func(n node) bool { return !n.row() })
}

func (l *or) exhausted() bool {
	return !slices.ContainsFunc(l.of, func(n node) bool { return !n.exhausted() })
}

func (l *or) reset() {
	l.several.reset()
	clear(l.at)
}

// skipping applies [Skip]. Like HBase it does not ask its filter about row keys.
type skipping struct {
	plain
	of  node
	out bool
}

func (s *skipping) cell(c base.Cell) answer {
	a := s.of.cell(c)
	s.out = s.out || a != include
	return a
}

func (s *skipping) transform(c base.Cell) base.Cell { return s.of.transform(c) }
func (s *skipping) filtersRow() bool                { return true }
func (s *skipping) row() bool                       { return s.out }
func (s *skipping) reset()                          { s.of.reset(); s.out = false }

// while applies [While].
type while struct {
	plain
	of  node
	out bool
}

func (w *while) rowKey(key string) bool {
	if w.exhausted() {
		return true
	}
	dropped := w.of.rowKey(key)
	w.out = w.out || dropped
	return dropped
}

func (w *while) cell(c base.Cell) answer {
	a := w.of.cell(c)
	w.out = w.out || a != include
	return a
}

func (w *while) row() bool {
	dropped := w.of.row()
	w.out = w.out || dropped
	return dropped
}

func (w *while) transform(c base.Cell) base.Cell { return w.of.transform(c) }
func (w *while) filtersRow() bool                { return true }
func (w *while) exhausted() bool                 { return w.out || w.of.exhausted() }
func (w *while) reset()                          { w.of.reset() }
