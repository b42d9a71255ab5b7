package filter

import (
	"strconv"

	"tabletop/engine/base"
)

// Program is a compiled filter. It never changes and may be shared; a nil
// Program passes everything.
type Program struct {
	tree  Filter
	rows  []rowTest // what the row key must pass for anything to come out
	seq   sequence  // without the tests in rows
	slots int       // counters a run needs
	size  int       // serialised
}

// PassesAll reports whether every cell of every row comes out unaltered.
func (p *Program) PassesAll() bool {
	return p == nil || len(p.rows) == 0 && len(p.seq) == 0
}

// costly is how many bytes of a serialised filter make a row take as long again.
const costly = 512

// Cost returns how many times as long as plain rows those that p decides on take,
// by its size.
func (p *Program) Cost() int64 {
	if p == nil {
		return 1
	}
	return 1 + int64(p.size/costly)
}

// Tree returns the filter that p was compiled from.
func (p *Program) Tree() Filter {
	if p == nil {
		return nil
	}
	return p.tree
}

// sequence is stages applied one after the other.
type sequence []stage

// stage is one of *plain, *interleave, *condition and sink.
type stage interface{ stage() }

// plain applies tests, limits and transformers cell by cell.
type plain struct {
	rows  []rowTest     // tests of the row key
	fams  []*matcher    // tests of the family that no limit precedes
	quals []*matcher    // tests of the qualifier that no limit precedes
	cols  []ColumnRange // ranges of columns that no limit precedes
	ops   []op          // the rest, in order
	block bool          // nothing comes out
}

type interleave struct{ branches []sequence }

// condition: a nil *sequence passes nothing.
type condition struct {
	test      sequence
	then, els *sequence
}

type sink struct{}

func (*plain) stage()      {}
func (*interleave) stage() {}
func (*condition) stage()  {}
func (sink) stage()        {}

// rowTest tests the row key with m or, if that is nil, takes a sample.
type rowTest struct {
	m    *matcher
	p    float64
	salt uint64
}

func (t *rowTest) keeps(seed uint64, key base.RowKey) bool {
	if t.m != nil {
		return t.m.match(string(key))
	}
	return sampled(t.p, seed, t.salt, key)
}

func keepRow(ts []rowTest, seed uint64, key base.RowKey) bool {
	for i := range ts {
		if !ts[i].keeps(seed, key) {
			return false
		}
	}
	return true
}

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

type op struct {
	kind opKind
	m    *matcher // for patterns
	n    int      // for counts
	slot int      // for counts: which counter of the run
	col  *ColumnRange
	val  *ValueRange
	time TimestampRange
	text string // mask or label
}

// Compile checks f and prepares it for reading. It refuses what Bigtable
// refuses, as *[base.Error] that names the filter at fault: bad patterns and
// labels, counts below 1, empty or reversed bounds, times that are no whole
// milliseconds, chains and interleaves of fewer than two, a colon in a family's
// pattern, labels that would meet on a cell, a sink inside a condition, more than
// [base.MaxNesting] levels and more than [base.MaxFilter] bytes.
func Compile(f Filter) (*Program, error) {
	p, _, err := compileAt(f)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// Check refuses what [Compile] does, sooner.
func Check(f Filter) error {
	if _, _, err := compileWith(f, &compiler{checks: true}); err != nil {
		return err
	}
	return nil
}

// CompileFine is [Compile] for who may give times in microseconds: bounds of
// [TimestampRange] need not be whole milliseconds.
func CompileFine(f Filter) (*Program, error) {
	p, _, err := compileWith(f, &compiler{fine: true})
	if err != nil {
		return nil, err
	}
	return p, nil
}

// compileAt is Compile; it also returns where the filter at fault stands.
func compileAt(f Filter) (*Program, Path, *base.Error) { return compileWith(f, &compiler{}) }

func compileWith(f Filter, c *compiler) (*Program, Path, *base.Error) {
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

// hoist moves tests of the row from the top of the sequence to the program: one
// that fails anywhere in a chain leaves nothing of the row but what went into a
// sink before.
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

// sinks reports whether cells may leave s by a sink. Conditions hold none.
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

// compiler keeps the first refusal and where it was.
type compiler struct {
	p      *Program
	at     Path
	err    *base.Error
	checks bool // nothing is read with what it compiles
	fine   bool // times may be of microseconds
}

// add appends f, which stands at path and has passed [checkTree], to seq.
func (c *compiler) add(seq *sequence, f Filter, path Path) {
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

func (c *compiler) matcher(f Filter, pattern string, path Path) *matcher {
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

func (c *compiler) count(seq *sequence, kind opKind, n int) {
	seq.plain().add(op{kind: kind, n: n, slot: c.p.slots})
	c.p.slots++
}

func (l *plain) add(o op) { l.ops = append(l.ops, o) }

// plain returns the last stage if it is a plain one, else a new one.
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

// limited reports whether cells of the row are counted in l: a test of the
// column that comes after may not be moved before that.
func (l *plain) limited() bool {
	for _, o := range l.ops {
		if o.kind == opPerRow || o.kind == opOffset {
			return true
		}
	}
	return false
}
