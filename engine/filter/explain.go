package filter

import (
	"regexp"
	"slices"

	"tabletop/engine/base"
)

// Explanation is what a filter did to one row.
type Explanation struct {
	Nodes []Node      // all filters of the tree, each before those it holds
	Out   []base.Cell // what came out, in a row's order
	// By is the place in Nodes of the filter that left nothing of the row, -1 if
	// something came out: in a chain the first that let nothing through, in a
	// condition the branch taken, in an interleave the whole of it.
	By int
}

// Kept reports whether anything of the row came out.
func (e *Explanation) Kept() bool { return len(e.Out) > 0 }

// Node is what one filter of a tree did to a row.
type Node struct {
	Path Path
	Name string // as in the text syntax
	Ran  bool   // false for branches not taken and for what nothing reached
	In   int    // cells that reached it
	Out  int    // cells it handed on; what a sink took is not among them
	Sunk int    // cells that it, being a sink, put into the result
}

// Explain tells what p does to a row's cells, filter by filter, as a [Evaluation]
// started with the seed would: without its speed, as plainly as can be. Cells are
// in a row's order.
func (p *Program) Explain(key base.RowKey, cells []base.Cell, seed uint64) Explanation {
	return p.Explainer(seed).Row(key, cells)
}

// Explainer explains what a filter does to row after row.
type Explainer struct {
	tree     Filter
	seed     uint64
	fresh    []Node       // before any row
	at       map[Path]int // places in fresh
	patterns map[string]*regexp.Regexp

	// Of the current row.
	key   base.RowKey
	nodes []Node
	sunk  []base.Cell
}

// Explainer returns an Explainer of p, which may be nil.
func (p *Program) Explainer(seed uint64) *Explainer {
	e := &Explainer{tree: p.Tree(), seed: seed, at: map[Path]int{}, patterns: map[string]*regexp.Regexp{}}
	e.list(e.tree, "")
	return e
}

// Row explains one row, whose cells are in a row's order.
func (e *Explainer) Row(key base.RowKey, cells []base.Cell) Explanation {
	e.key, e.nodes, e.sunk = key, slices.Clone(e.fresh), nil
	out := slices.Concat(e.run(e.tree, 0, cells), e.sunk)
	slices.SortStableFunc(out, base.Cell.Compare)
	by := -1
	if len(out) == 0 {
		by = e.culprit(e.tree, 0)
	}
	return Explanation{Nodes: e.nodes, Out: out, By: by}
}

// list appends a node for f and for all that it holds.
func (e *Explainer) list(f Filter, path Path) {
	e.at[path] = len(e.fresh)
	e.fresh = append(e.fresh, Node{Path: path, Name: Name(f)})
	_, cond := f.(Condition)
	for i, g := range children(f) {
		if g != nil || !cond {
			e.list(g, path.child(i))
		}
	}
}

// branch returns the place of the node of branch i of the filter at node at.
func (e *Explainer) branch(at, i int) int { return e.at[e.nodes[at].Path.child(i)] }

// run applies f, which is at node at, to cells and notes what it did.
func (e *Explainer) run(f Filter, at int, cells []base.Cell) []base.Cell {
	if len(cells) == 0 {
		return nil
	}
	out := e.apply(f, at, cells)
	n := &e.nodes[at]
	n.Ran, n.In, n.Out = true, len(cells), len(out)
	return out
}

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
			return c.Family == f.Family && f.Start.Starts(string(c.Qualifier)) && f.End.Ends(string(c.Qualifier))
		})
	case TimestampRange:
		return keep(func(c base.Cell) bool { return c.At >= f.Start && (f.End == 0 || c.At < f.End) })
	case ValueRegex:
		return keep(func(c base.Cell) bool { return e.match(string(f), c.Value) })
	case ValueRange:
		return keep(func(c base.Cell) bool { return f.Start.Starts(c.Value) && f.End.Ends(c.Value) })
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

// culprit returns the place of the filter that left nothing of what reached f,
// which is at node at.
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
