package filter

import (
	"strconv"

	"tabletop/engine/base"
)

// Program is a compiled filter; see [Compile]. It is immutable and may be used by several
// goroutines. A nil Program passes everything.
type Program struct {
	tree  Filter
	rows  []rowTest // tests of the row key; if one fails, nothing of the row passes
	seq   sequence  // the compiled filter without the tests in rows
	slots int       // number of counters that an evaluation needs
	size  int       // bytes of the filter as a RowFilter protobuf message
}

// PassesAll reports whether every cell of every row passes unaltered.
func (p *Program) PassesAll() bool {
	return p == nil || len(p.rows) == 0 && len(p.seq) == 0
}

// costly is the number of bytes of a serialised filter that is assumed to double the time
// for a row.
const costly = 512

// CostFactor estimates from the size of the filter how many times as long a row takes with it as
// without a filter. The result is at least 1.
func (p *Program) CostFactor() int64 {
	if p == nil {
		return 1
	}
	return 1 + int64(p.size/costly)
}

// Tree returns the filter from which p was compiled, or nil for a nil Program.
func (p *Program) Tree() Filter {
	if p == nil {
		return nil
	}
	return p.tree
}

// sequence is a list of stages. Each is applied to the output of the previous one.
type sequence []stage

// stage is one of *plain, *interleave, *condition and sink.
type stage interface{ stage() }

// plain is a stage that applies tests, limits and transformations to one cell after the
// other. Tests of the column come first, if no limit on cells of the row precedes them in
// the filter; they are decided once for each column.
type plain struct {
	rows  []rowTest     // tests of the row key
	fams  []*matcher    // tests of the family without a preceding limit
	quals []*matcher    // tests of the qualifier without a preceding limit
	cols  []ColumnRange // ranges of columns without a preceding limit
	ops   []op          // all other operations, in order
	block bool          // nothing passes
}

// interleave is a stage that applies every branch to its input and merges the outputs.
type interleave struct{ branches []sequence }

// condition is a stage that applies then or els, depending on whether test lets anything
// pass. A nil branch passes nothing.
type condition struct {
	test      sequence
	then, els *sequence
}

// sink is a stage that moves its input to the result of the whole filter and passes
// nothing on.
type sink struct{}

func (*plain) stage()      {}
func (*interleave) stage() {}
func (*condition) stage()  {}
func (sink) stage()        {}

// rowTest is a test of the row key: with the pattern m or, if m is nil, by taking a sample
// with probability p.
type rowTest struct {
	m    *matcher
	p    float64
	salt uint64 // tells the samples of one filter apart
}

// keeps reports whether the row passes the test.
func (t *rowTest) keeps(seed uint64, key base.RowKey) bool {
	if t.m != nil {
		return t.m.match(string(key))
	}
	return sampled(t.p, seed, t.salt, key)
}

// keepRow reports whether the row passes all tests.
func keepRow(ts []rowTest, seed uint64, key base.RowKey) bool {
	for i := range ts {
		if !ts[i].keeps(seed, key) {
			return false
		}
	}
	return true
}

// opKind says what an op does.
type opKind uint8

const (
	opFamily opKind = iota
	opQualifier
	opColumn
	opTime
	opValue
	opValueRange
	opMask
	opOffset
	opPerRow
	opPerColumn
	opStrip
	opLabel
)

// op is one operation of a plain stage on a cell. The fields in use depend on kind.
type op struct {
	kind opKind
	m    *matcher // for patterns
	n    int      // for limits: the number of cells
	slot int      // for limits: the index of the counter in the evaluation
	col  *ColumnRange
	val  *ValueRange
	time TimestampRange
	text string // the mask or the label
}

// Compile checks a filter and prepares it for evaluation. A nil filter gives a nil
// Program. Compile refuses what Bigtable refuses, with a *[base.Error] that names the
// offending filter:
//   - invalid patterns, labels and probabilities,
//   - counts below 1,
//   - missing arguments, and bounds in the wrong order,
//   - timestamps that are not whole milliseconds,
//   - chains and interleaves of fewer than two filters,
//   - a colon in the pattern of a family,
//   - several labels that could be put on the same cell,
//   - a sink inside a condition,
//   - more than [base.MaxNesting] levels or more than [base.MaxFilter] bytes.
func Compile(f Filter) (*Program, error) {
	if f == nil {
		return nil, nil
	}
	p, _, err := compileAt(f)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// Check refuses the same filters as [Compile], but faster, since it builds no automata.
func Check(f Filter) error {
	if _, _, err := compileWith(f, &compiler{checks: true}); err != nil {
		return err
	}
	return nil
}

// CompileMicros is [Compile] for tables with timestamps in microseconds: bounds of a
// [TimestampRange] need not be whole milliseconds.
func CompileMicros(f Filter) (*Program, error) {
	p, _, err := compileWith(f, &compiler{fine: true})
	if err != nil {
		return nil, err
	}
	return p, nil
}

// compileAt is Compile that also returns the path of the offending filter.
func compileAt(f Filter) (*Program, TreePath, *base.Error) { return compileWith(f, &compiler{}) }

// compileWith compiles f with the options that are set in c. The program of a compiler
// with checks set must not be evaluated.
func compileWith(f Filter, c *compiler) (*Program, TreePath, *base.Error) {
	if f == nil {
		return nil, "", nil
	}
	n := size(f, 1)
	if n < 0 {
		return nil, "", base.Refuse(base.CodeFilterTooDeep, strconv.Itoa(base.MaxNesting))
	} else if n > base.MaxFilter {
		return nil, "", base.Refuse(base.CodeFilterTooLarge, strconv.Itoa(n), strconv.Itoa(base.MaxFilter))
	}
	unit := base.Millisecond
	if c.fine {
		unit = 1
	}
	if at, err := checkTree(f, "", false, unit); err != nil {
		return nil, at, err
	}
	c.p = &Program{tree: f, size: n}
	c.add(&c.p.seq, f, "")
	if c.err != nil {
		return nil, c.at, c.err
	}
	if !c.checks {
		c.p.hoist()
	}
	return c.p, "", nil
}

// hoist moves tests of the row key from the top-level sequence to p.rows, so that they are
// decided before any cell is read. This is possible because a row test that fails anywhere
// in a chain lets nothing of the row pass. It stops at the first stage that may contain a
// sink: what reaches the sink is in the result even if a later test fails.
func (p *Program) hoist() {
	kept, sunk := p.seq[:0], false
	for _, s := range p.seq {
		sunk = sunk || sinks(s)
		if l, ok := s.(*plain); ok && !sunk {
			p.rows = append(p.rows, l.rows...)
			l.rows = nil
			if !l.block && len(l.fams)+len(l.quals)+len(l.cols)+len(l.ops) == 0 {
				continue
			}
		}
		kept = append(kept, s)
	}
	p.seq = kept
}

// sinks reports whether cells can leave the stage through a sink. A condition never
// contains one.
func sinks(s stage) bool {
	switch s := s.(type) {
	case sink:
		return true
	case *interleave:
		for _, b := range s.branches {
			for _, t := range b {
				if sinks(t) {
					return true
				}
			}
		}
	}
	return false
}

// compiler builds a program. It keeps the first refusal and the path of the refused
// filter.
type compiler struct {
	p      *Program
	at     TreePath
	err    *base.Error
	checks bool // the program is only checked, and never evaluated
	fine   bool // timestamps may be in microseconds
}

// add compiles f and appends it to seq. f is at path, and [checkTree] has accepted it.
func (c *compiler) add(seq *sequence, f Filter, path TreePath) {
	switch f := f.(type) {
	case nil, PassAll:
	case BlockAll:
		seq.plain().block = true
	case Sink:
		*seq = append(*seq, sink{})
	case Chain:
		for i, g := range f {
			c.add(seq, g, path.child(i))
		}
	case Interleave:
		il := &interleave{branches: make([]sequence, len(f))}
		for i, g := range f {
			c.add(&il.branches[i], g, path.child(i))
		}
		*seq = append(*seq, il)
	case Condition:
		cond := &condition{}
		c.add(&cond.test, f.If, path.child(0))
		if f.Then != nil {
			cond.then = new(sequence)
			c.add(cond.then, f.Then, path.child(1))
		}
		if f.Else != nil {
			cond.els = new(sequence)
			c.add(cond.els, f.Else, path.child(2))
		}
		*seq = append(*seq, cond)
	case RowKeyRegex:
		l := seq.plain()
		l.rows = append(l.rows, rowTest{m: c.matcher(f, string(f), path)})
	case RowSample:
		l := seq.plain()
		l.rows = append(l.rows, rowTest{p: float64(f), salt: salt(path)})
	case FamilyRegex:
		m := c.matcher(f, string(f), path)
		if l := seq.plain(); l.limited() {
			l.ops = append(l.ops, op{kind: opFamily, m: m})
		} else {
			l.fams = append(l.fams, m)
		}
	case QualifierRegex:
		m := c.matcher(f, string(f), path)
		if l := seq.plain(); l.limited() {
			l.ops = append(l.ops, op{kind: opQualifier, m: m})
		} else {
			l.quals = append(l.quals, m)
		}
	case ColumnRange:
		if l := seq.plain(); l.limited() {
			l.ops = append(l.ops, op{kind: opColumn, col: &f})
		} else {
			l.cols = append(l.cols, f)
		}
	case TimestampRange:
		seq.plain().add(op{kind: opTime, time: f})
	case ValueRegex:
		seq.plain().add(op{kind: opValue, m: c.matcher(f, string(f), path)})
	case ValueRange:
		seq.plain().add(op{kind: opValueRange, val: &f})
	case ValueBitmask:
		seq.plain().add(op{kind: opMask, text: string(f)})
	case CellsPerRowOffset:
		c.count(seq, opOffset, int(f))
	case CellsPerRow:
		c.count(seq, opPerRow, int(f))
	case CellsPerColumn:
		c.count(seq, opPerColumn, int(f))
	case StripValue:
		seq.plain().add(op{kind: opStrip})
	case Label:
		seq.plain().add(op{kind: opLabel, text: string(f)})
	default:
		panic(unknown(f))
	}
}

// matcher returns the matcher of a pattern of f, or notes the refusal of an invalid one.
func (c *compiler) matcher(f Filter, pattern string, path TreePath) *matcher {
	newMatcher := newMatcher
	if c.checks && len(pattern) < sureToCompile {
		newMatcher = readable
	}
	m, what := newMatcher(pattern)
	if what != "" && c.err == nil {
		c.at, c.err = path, base.Refuse(base.CodeBadRegex, pattern, what, which(f, path))
	}
	return m
}

// count appends a limit to seq and gives it a counter.
func (c *compiler) count(seq *sequence, kind opKind, n int) {
	seq.plain().add(op{kind: kind, n: n, slot: c.p.slots})
	c.p.slots++
}

// add appends an operation.
func (l *plain) add(o op) { l.ops = append(l.ops, o) }

// plain returns the last stage of the sequence if it is a plain one, and otherwise appends
// a new one.
func (s *sequence) plain() *plain {
	if n := len(*s); n > 0 {
		if l, ok := (*s)[n-1].(*plain); ok {
			return l
		}
	}
	l := &plain{}
	*s = append(*s, l)
	return l
}

// limited reports whether an operation counts the cells of the row. Then a later test of
// the column must not be moved before it, since that would change the count.
func (l *plain) limited() bool {
	for _, o := range l.ops {
		if o.kind == opPerRow || o.kind == opOffset {
			return true
		}
	}
	return false
}
