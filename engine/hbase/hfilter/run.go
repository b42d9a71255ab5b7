package hfilter

import (
	"slices"

	"tabletop/engine/base"
)

// Evaluation is a filter under way over the rows of one read. It remembers what HBase's
// filters remember from row to row.
type Evaluation struct {
	root     node
	versions int
	ended    bool
	out      []base.Cell
}

// Start begins to apply f to the rows of a read that asks for so many versions of
// a column.
func Start(f Filter, reversed bool, versions int) *Evaluation {
	return &Evaluation{root: build(f, reversed), versions: versions}
}

// Fork returns a run over the rows behind those that r has seen: it remembers what r
// does. f is what r applies.
func (r *Evaluation) Fork(f Filter, reversed bool) *Evaluation {
	c := Start(f, reversed, r.versions)
	c.ended = r.ended
	remember(c.root, r.root)
	return c
}

// remember copies what filters remember from row to row.
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

// Done reports whether no later row can come out: the scan is over.
func (r *Evaluation) Done() bool { return r.ended || r.root.exhausted() }

// Row returns what is left of the next row, in a slice that is used again; none
// if the row is dropped. Its cells are in the order of a row.
func (r *Evaluation) Row(key base.RowKey, cells []base.Cell) []base.Cell {
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

// cells asks the filter about one cell after another and goes on as it says.
func (r *Evaluation) cells(cells []base.Cell) {
	versions := 0 // of the column that came out
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

// answer is what a filter says of a cell.
type answer struct {
	keep bool
	step step
	hint base.Qualifier // of step seek: where to go on, in the same family
}

// step is where to go on behind a cell, the farther the greater.
type step uint8

const (
	nextCell step = iota
	nextColumn
	nextRow // what is left of the family
	seek
)

var (
	include = answer{keep: true}
	skip    = answer{}
)

func keepIf(ok bool) answer { return answer{keep: ok} }

// passes reports whether the answer about c passes over d, which comes later.
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

// node is a filter at work, with HBase's hooks: rowKey, row and done report what
// is dropped; rowCells is asked only of filters of whole rows.
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

// plain is what a filter does that does nothing of the kind.
type plain struct{}

func (plain) rowKey(string) bool                     { return false }
func (plain) transform(c base.Cell) base.Cell        { return c }
func (plain) filtersRow() bool                       { return false }
func (plain) rowCells(cells []base.Cell) []base.Cell { return cells }
func (plain) row() bool                              { return false }
func (plain) exhausted() bool                        { return false }
func (plain) reset()                                 {}

// several is what And and Or have in common.
type several struct {
	of   []node
	kept []bool // of the last cell
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

// cell goes as far as the filter that goes farthest.
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

// or asks each filter again only from where it wants to go on.
type or struct {
	several
	last []answer
	at   []*base.Cell // what last is about; nil for none
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

// cell goes as far as the filter that goes least far.
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

// skipping does not ask its filter about keys, as HBase does not.
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
