package filter

import (
	"fmt"
	"strconv"
	"strings"

	"tabletop/engine/base"
)

// Program is a compiled filter. It never changes and may be shared; a nil
// Program passes everything.
type Program struct {
	rows  []*matcher // what the row key must match for anything to come out
	seq   sequence   // without row-key tests at its top
	slots int        // counters a run needs
}

// PassesAll reports whether every cell of every row comes out unaltered.
func (p *Program) PassesAll() bool {
	return p == nil || len(p.rows) == 0 && len(p.seq) == 0
}

// sequence is stages applied one after the other.
type sequence []stage

// stage is one of *plain, *interleave and *condition.
type stage interface{ stage() }

// plain applies tests, limits and transformers cell by cell.
type plain struct {
	rows  []*matcher // tests of the row key
	fams  []*matcher // tests of the family that no limit precedes
	quals []*matcher // tests of the qualifier that no limit precedes
	ops   []op       // the rest, in order
	block bool       // nothing comes out
}

type interleave struct{ branches []sequence }

// condition: a nil *sequence passes nothing.
type condition struct {
	test      sequence
	then, els *sequence
}

func (*plain) stage()      {}
func (*interleave) stage() {}
func (*condition) stage()  {}

type opKind uint8

const (
	opFamily opKind = iota
	opQualifier
	opValue
	opPerRow
	opPerColumn
	opStrip
)

type op struct {
	kind opKind
	m    *matcher // for tests
	n    int      // for limits
	slot int      // for limits: which counter of the run
}

// Compile checks f and prepares it for reading. It refuses bad patterns, limits
// that are not positive, colons in a family's pattern, more than
// [base.MaxNesting] levels and more than [base.MaxFilter] bytes, all as
// *[base.Error].
func Compile(f Filter) (*Program, error) {
	if f == nil {
		return nil, nil
	}
	if n := size(f, 1); n < 0 {
		return nil, base.Refuse(base.CodeFilterTooDeep, strconv.Itoa(base.MaxNesting))
	} else if n > base.MaxFilter {
		return nil, base.Refuse(base.CodeFilterTooLarge, strconv.Itoa(n), strconv.Itoa(base.MaxFilter))
	}
	c := compiler{p: &Program{}}
	if err := c.add(&c.p.seq, f); err != nil {
		return nil, err
	}
	c.p.hoist()
	return c.p, nil
}

// hoist moves row-key tests from the top of the sequence to the program: a test
// that fails anywhere in a chain leaves nothing of the row.
func (p *Program) hoist() {
	kept := p.seq[:0]
	for _, s := range p.seq {
		if l, ok := s.(*plain); ok {
			p.rows = append(p.rows, l.rows...)
			l.rows = nil
			if !l.block && len(l.fams)+len(l.quals)+len(l.ops) == 0 {
				continue
			}
		}
		kept = append(kept, s)
	}
	p.seq = kept
}

type compiler struct{ p *Program }

// add appends f to seq.
func (c *compiler) add(seq *sequence, f Filter) error {
	switch f := f.(type) {
	case PassAll:
	case BlockAll:
		seq.plain().block = true
	case Chain:
		for _, g := range f {
			if g == nil {
				continue
			}
			if err := c.add(seq, g); err != nil {
				return err
			}
		}
	case Interleave:
		il := &interleave{branches: make([]sequence, len(f))}
		for i, g := range f {
			if g == nil {
				continue
			}
			if err := c.add(&il.branches[i], g); err != nil {
				return err
			}
		}
		*seq = append(*seq, il)
	case Condition:
		if f.If == nil {
			return base.Refuse(base.CodeBadFilter, "condition", "predicate missing")
		}
		cond := &condition{}
		if err := c.add(&cond.test, f.If); err != nil {
			return err
		}
		for _, b := range []struct {
			to   **sequence
			from Filter
		}{{&cond.then, f.Then}, {&cond.els, f.Else}} {
			if b.from == nil {
				continue
			}
			*b.to = new(sequence)
			if err := c.add(*b.to, b.from); err != nil {
				return err
			}
		}
		*seq = append(*seq, cond)
	case RowKeyRegex:
		if f == "" {
			return base.Refuse(base.CodeBadFilter, "row-key-regex", "empty")
		}
		m, err := newMatcher(string(f))
		if err != nil {
			return err
		}
		l := seq.plain()
		l.rows = append(l.rows, m)
	case FamilyRegex:
		if strings.Contains(string(f), ":") {
			return base.Refuse(base.CodeBadFilter, "family-regex", "colon")
		}
		m, err := newMatcher(string(f))
		if err != nil {
			return err
		}
		if l := seq.plain(); l.limited() {
			l.ops = append(l.ops, op{kind: opFamily, m: m})
		} else {
			l.fams = append(l.fams, m)
		}
	case QualifierRegex:
		m, err := newMatcher(string(f))
		if err != nil {
			return err
		}
		if l := seq.plain(); l.limited() {
			l.ops = append(l.ops, op{kind: opQualifier, m: m})
		} else {
			l.quals = append(l.quals, m)
		}
	case ValueRegex:
		m, err := newMatcher(string(f))
		if err != nil {
			return err
		}
		l := seq.plain()
		l.ops = append(l.ops, op{kind: opValue, m: m})
	case CellsPerRow:
		return c.limit(seq, opPerRow, int(f), "cells-per-row")
	case CellsPerColumn:
		return c.limit(seq, opPerColumn, int(f), "cells-per-column")
	case StripValue:
		l := seq.plain()
		l.ops = append(l.ops, op{kind: opStrip})
	default:
		panic(fmt.Sprintf("filter: unknown filter %T", f))
	}
	return nil
}

func (c *compiler) limit(seq *sequence, kind opKind, n int, name string) error {
	if n <= 0 {
		return base.Refuse(base.CodeBadFilter, name, strconv.Itoa(n))
	}
	l := seq.plain()
	l.ops = append(l.ops, op{kind: kind, n: n, slot: c.p.slots})
	c.p.slots++
	return nil
}

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

// limited reports whether a limit on the row's cells stands in l: a test of the
// column that comes after one may not be moved before it.
func (l *plain) limited() bool {
	for _, o := range l.ops {
		if o.kind == opPerRow {
			return true
		}
	}
	return false
}
