package filter

import (
	"regexp"
	"slices"

	"tabletop/engine/base"
)

// Explanation says what a filter does to one row.
type Explanation struct {
	Nodes []node      // all filters of the tree, each before its branches
	Out   []base.Cell // the cells that passed, in the order of a row
	// DroppedBy is the index in Nodes of the filter that dropped the last cells of the row, or -1 if
	// a cell passed. In a chain this is the first filter that let nothing pass; in a condition
	// it is in the branch that was taken; an interleave counts as a whole.
	DroppedBy int
}

// Kept reports whether any cell of the row passed.
func (e *Explanation) Kept() bool { return len(e.Out) > 0 }

// node says what one filter of a tree does to a row.
type node struct {
	Path TreePath
	Name string // the filter's name in the text syntax
	Ran  bool   // false if no cell reached the filter, or its branch was not taken
	In   int    // cells that reached the filter
	Out  int    // cells that it passed on, without those that a sink took
	Sunk int    // cells that the filter, if it is a sink, put into the result
}

// Explain says what each filter of p does to one row. The result agrees with that of an
// [Evaluation] started with the same seed, but is computed in a simple and slow way. The
// cells must be in the order of a row.
func (p *Program) Explain(key base.RowKey, cells []base.Cell, seed uint64) Explanation {
	return p.NewExplainer(seed).ExplainRow(key, cells)
}

// Explainer explains what a filter does to one row after another.
type Explainer struct {
	tree     Filter
	seed     uint64
	fresh    []node                    // the nodes as they are before a row
	at       map[TreePath]int          // indexes in fresh
	patterns map[string]*regexp.Regexp // compiled patterns, by their texts

	// These belong to the current row.
	key   base.RowKey
	nodes []node
	sunk  []base.Cell
}

// NewExplainer returns an Explainer of p, which may be nil, for the given seed of samples.
func (p *Program) NewExplainer(seed uint64) *Explainer {
	e := &Explainer{tree: p.Tree(), seed: seed, at: map[TreePath]int{}, patterns: map[string]*regexp.Regexp{}}
	e.list(e.tree, "")
	return e
}

// ExplainRow explains one row. The cells must be in the order of a row.
func (e *Explainer) ExplainRow(key base.RowKey, cells []base.Cell) Explanation {
	e.key, e.nodes, e.sunk = key, slices.Clone(e.fresh), nil
	out := slices.Concat(e.run(e.tree, 0, cells), e.sunk)
	slices.SortStableFunc(out, base.Cell.Compare)
	by := -1
	if len(out) == 0 {
		by = e.culprit(e.tree, 0)
	}
	return Explanation{Nodes: e.nodes, Out: out, DroppedBy: by}
}

// list appends nodes for f and for all its branches.
func (e *Explainer) list(f Filter, path TreePath) {
	e.at[path] = len(e.fresh)
	e.fresh = append(e.fresh, node{Path: path, Name: Name(f)})
	_, cond := f.(Condition)
	for i, g := range children(f) {
		if g != nil || !cond {
			e.list(g, path.child(i))
		}
	}
}

// branch returns the index of the node for branch i of the filter whose node is at.
func (e *Explainer) branch(at, i int) int { return e.at[e.nodes[at].Path.child(i)] }

// run applies f, whose node is at, to the cells, and notes in the node what it did.
func (e *Explainer) run(f Filter, at int, cells []base.Cell) []base.Cell {
	if len(cells) == 0 {
		return nil
	}
	out := e.apply(f, at, cells)
	n := &e.nodes[at]
	n.Ran, n.In, n.Out = true, len(cells), len(out)
	return out
}

// apply returns the cells that f passes on. It does not change the slice cells.
func (e *Explainer) apply(f Filter, at int, cells []base.Cell) []base.Cell {
	keep := func(ok func(base.Cell) bool) (out []base.Cell) {
		for _, c := range cells {
			if ok(c) {
				out = append(out, c)
			}
		}
		return out
	}
	change := func(to func(*base.Cell)) []base.Cell {
		out := slices.Clone(cells)
		for i := range out {
			to(&out[i])
		}
		return out
	}
	row := func(ok bool) []base.Cell {
		if ok {
			return cells
		}
		return nil
	}
	switch f := f.(type) {
	case nil, PassAll:
		return cells
	case BlockAll:
		return nil
	case Sink:
		e.nodes[at].Sunk = len(cells)
		e.sunk = append(e.sunk, cells...)
		return nil
	case Chain:
		for i, g := range f {
			cells = e.run(g, e.branch(at, i), cells)
		}
		return cells
	case Interleave:
		var out []base.Cell
		for i, g := range f {
			out = append(out, e.run(g, e.branch(at, i), cells)...)
		}
		slices.SortStableFunc(out, base.Cell.Compare)
		return out
	case Condition:
		branch, i := f.Else, 2
		if len(e.run(f.If, e.branch(at, 0), cells)) > 0 {
			branch, i = f.Then, 1
		}
		if branch == nil {
			return nil
		}
		return e.run(branch, e.branch(at, i), cells)
	case RowKeyRegex:
		return row(e.match(string(f), string(e.key)))
	case RowSample:
		return row(sampled(float64(f), e.seed, salt(e.nodes[at].Path), e.key))
	case FamilyRegex:
		return keep(func(c base.Cell) bool { return e.match(string(f), string(c.Family)) })
	case QualifierRegex:
		return keep(func(c base.Cell) bool { return e.match(string(f), string(c.Qualifier)) })
	case ColumnRange:
		return keep(func(c base.Cell) bool {
			return c.Family == f.Family && f.Start.StartAdmits(string(c.Qualifier)) && f.End.EndAdmits(string(c.Qualifier))
		})
	case TimestampRange:
		return keep(func(c base.Cell) bool { return c.At >= f.Start && (f.End == 0 || c.At < f.End) })
	case ValueRegex:
		return keep(func(c base.Cell) bool { return e.match(string(f), c.Value) })
	case ValueRange:
		return keep(func(c base.Cell) bool { return f.Start.StartAdmits(c.Value) && f.End.EndAdmits(c.Value) })
	case ValueBitmask:
		return keep(func(c base.Cell) bool { return masked(c.Value, string(f)) })
	case CellsPerRowOffset:
		return cells[min(len(cells), int(f)):]
	case CellsPerRow:
		return cells[:min(len(cells), int(f))]
	case CellsPerColumn:
		type column struct {
			f base.Family
			q base.Qualifier
		}
		seen := map[column]int{}
		return keep(func(c base.Cell) bool {
			col := column{c.Family, c.Qualifier}
			seen[col]++
			return seen[col] <= int(f)
		})
	case StripValue:
		return change(func(c *base.Cell) { c.Value = "" })
	case Label:
		return change(func(c *base.Cell) { c.Label = string(f) })
	default:
		panic(unknown(f))
	}
}

// match reports whether the whole of s matches the pattern.
func (e *Explainer) match(pattern, s string) bool {
	re, ok := e.patterns[pattern]
	if !ok {
		tree, _ := readPattern(pattern)
		re, _ = slow(tree)
		e.patterns[pattern] = re
	}
	return re.MatchString(widen(s))
}

// culprit returns the index of the node of the filter that dropped the last of the cells
// that reached f. The node of f is at.
func (e *Explainer) culprit(f Filter, at int) int {
	switch f := f.(type) {
	case Chain:
		for i, g := range f {
			if n := e.branch(at, i); e.nodes[n].Ran && e.nodes[n].Out == 0 {
				return e.culprit(g, n)
			}
		}
	case Condition:
		for i, g := range []Filter{f.Then, f.Else} {
			if n := e.branch(at, i+1); g != nil && e.nodes[n].Ran {
				return e.culprit(g, n)
			}
		}
	}
	return at
}
