package hfilter

import (
	"encoding/binary"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"tabletop/engine/base"
)

// build returns the node that applies a filter.
func build(f Filter, reversed bool) node {
	switch f := f.(type) {
	case And:
		return &and{list(f, reversed)}
	case Or:
		return &or{list(f, reversed), make([]answer, len(f)), make([]*base.Cell, len(f))}
	case Skip:
		return &skipping{of: build(f.Filter, reversed)}
	case While:
		return &while{of: build(f.Filter, reversed)}
	case KeyOnly:
		return keyOnly{lengths: f.Lengths}
	case FirstKeyOnly:
		return &firstKeyOnly{}
	case Prefix:
		return &prefix{text: string(f), reversed: reversed, out: true}
	case ColumnPrefix:
		return columnPrefix{prefixes: []string{string(f)}}
	case MultipleColumnPrefix:
		return columnPrefix{prefixes: slices.Sorted(slices.Values(f))}
	case ColumnCountGet:
		return &columnCount{limit: int(f)}
	case Page:
		return &page{limit: int64(f)}
	case ColumnPagination:
		return &columnPagination{limit: f.Limit, offset: f.Offset}
	case InclusiveStop:
		return &inclusiveStop{stop: string(f), reversed: reversed}
	case Row:
		return &rowFilter{test: newTest(Comparison(f))}
	case Family:
		return familyFilter{test: newTest(Comparison(f))}
	case Qualifier:
		return qualifierFilter{test: newTest(Comparison(f))}
	case Value:
		return valueFilter{test: newTest(Comparison(f))}
	case Timestamps:
		return timestamps{at: slices.Sorted(slices.Values(f))}
	case ColumnRange:
		return columnRange{ColumnRange: f}
	case DependentColumn:
		d := &dependentColumn{DependentColumn: f, times: map[base.Micros]bool{}}
		if f.Value != nil {
			d.test = newTest(*f.Value)
		}
		return d
	case SingleColumnValue:
		return &singleColumnValue{SingleColumnValue: f, test: newTest(f.Value)}
	case ColumnValue:
		return &columnValue{ColumnValue: f, test: newTest(f.Value)}
	default:
		panic(fmt.Sprintf("hfilter: unknown filter %T", f))
	}
}

// list returns the nodes of several filters.
func list(of []Filter, reversed bool) several {
	l := several{kept: make([]bool, len(of))}
	for _, f := range of {
		l.of = append(l.of, build(f, reversed))
	}
	return l
}

// test is a comparison that is ready to be applied.
type test struct {
	Comparison
	regex *regexp.Regexp
}

// newTest prepares a comparison. Its pattern has been checked.
func newTest(c Comparison) *test {
	t := &test{Comparison: c}
	switch c.Kind {
	case RegexString:
		regex, err := compileRegex(c.Text)
		if err != nil {
			panic("hfilter: a pattern that was not checked: " + err.Error())
		}
		t.regex = regex
	case Substring:
		t.Text = strings.ToLower(c.Text)
	}
	return t
}

// holds reports whether a text satisfies the comparison.
func (t *test) holds(text string) bool {
	order := 0 // comparison of text with t.Text; patterns have only 0 and 1
	switch t.Kind {
	case Binary:
		order = strings.Compare(text, t.Text)
	case BinaryPrefix:
		order = strings.Compare(text[:min(len(text), len(t.Text))], t.Text)
	case RegexString:
		if !t.regex.MatchString(text) {
			order = 1
		}
	case Substring:
		if !strings.Contains(strings.ToLower(text), t.Text) {
			order = 1
		}
	}
	switch t.Op {
	case Less:
		return order < 0
	case LessOrEqual:
		return order <= 0
	case Equal:
		return order == 0
	case NotEqual:
		return order != 0
	case GreaterOrEqual:
		return order >= 0
	default:
		return order > 0
	}
}

// keyOnly applies [KeyOnly]. The other nodes of this file apply the filter of the same
// name.
type keyOnly struct {
	plain
	lengths bool
}

func (keyOnly) cell(base.Cell) answer { return include }

func (k keyOnly) transform(c base.Cell) base.Cell {
	n := len(c.Value)
	c.Value = ""
	if k.lengths {
		c.Value = string(binary.BigEndian.AppendUint32(nil, uint32(n)))
	}
	return c
}

type firstKeyOnly struct {
	plain
	found bool
}

func (f *firstKeyOnly) reset() { f.found = false }

func (f *firstKeyOnly) cell(base.Cell) answer {
	if f.found {
		return answer{step: nextRow}
	}
	f.found = true
	return include
}

// prefix applies [Prefix]. It ends the scan at the first row after the prefix in the
// direction of the scan.
type prefix struct {
	plain
	text     string
	reversed bool
	out      bool // the current row is dropped
	passed   bool // all rows with the prefix have been passed
}

func (p *prefix) rowKey(key string) bool {
	if p.passed {
		return true
	}
	p.out = !strings.HasPrefix(key, p.text)
	if p.out && len(key) >= len(p.text) {
		p.passed = !p.reversed && key > p.text || p.reversed && key < p.text
	}
	return p.out
}

func (p *prefix) cell(base.Cell) answer {
	if p.out {
		return answer{step: nextRow}
	}
	return include
}

func (p *prefix) row() bool       { return p.out }
func (p *prefix) exhausted() bool { return p.passed }
func (p *prefix) reset()          { p.out = true }

// columnPrefix applies [ColumnPrefix] and [MultipleColumnPrefix]. Its prefixes are in
// order.
type columnPrefix struct {
	plain
	prefixes []string
}

func (f columnPrefix) cell(c base.Cell) answer {
	q := string(c.Qualifier)
	for _, p := range f.prefixes {
		if strings.HasPrefix(q, p) {
			return include
		}
		if q < p {
			return answer{step: seek, hint: base.Qualifier(p)}
		}
	}
	return answer{step: nextRow}
}

type columnCount struct {
	plain
	limit, count int
}

func (f *columnCount) cell(base.Cell) answer {
	f.count++
	return answer{keep: !f.exhausted(), step: nextColumn}
}

func (f *columnCount) rowKey(string) bool { return f.exhausted() }
func (f *columnCount) exhausted() bool    { return f.count > f.limit }
func (f *columnCount) reset()             { f.count = 0 }

// page applies [Page]. It counts a row when row is called, and an And calls row only if no
// filter before it has dropped the row.
type page struct {
	plain
	limit, rows int64
}

func (page) cell(base.Cell) answer { return include }
func (page) filtersRow() bool      { return true }
func (f *page) rowKey(string) bool { return f.exhausted() }
func (f *page) row() bool          { f.rows++; return f.rows > f.limit }
func (f *page) exhausted() bool    { return f.rows >= f.limit }

type columnPagination struct {
	plain
	limit, offset, count int
}

func (f *columnPagination) cell(base.Cell) answer {
	if f.count >= f.offset+f.limit {
		return answer{step: nextRow}
	}
	f.count++
	return answer{keep: f.count > f.offset, step: nextColumn}
}

func (f *columnPagination) reset() { f.count = 0 }

type inclusiveStop struct {
	plain
	stop     string
	reversed bool
	passed   bool
}

func (f *inclusiveStop) rowKey(key string) bool {
	f.passed = f.passed || !f.reversed && key > f.stop || f.reversed && key < f.stop
	return f.passed
}

func (f *inclusiveStop) cell(base.Cell) answer {
	if f.passed {
		return answer{step: nextRow}
	}
	return include
}

func (f *inclusiveStop) exhausted() bool { return f.passed }

type rowFilter struct {
	plain
	test *test
	out  bool
}

func (f *rowFilter) rowKey(key string) bool {
	f.out = f.out || !f.test.holds(key)
	return f.out
}

func (f *rowFilter) cell(base.Cell) answer {
	if f.out {
		return answer{step: nextRow}
	}
	return include
}

func (f *rowFilter) row() bool { return f.out }
func (f *rowFilter) reset()    { f.out = false }

type familyFilter struct {
	plain
	test *test
}

func (f familyFilter) cell(c base.Cell) answer {
	if !f.test.holds(string(c.Family)) {
		return answer{step: nextRow}
	}
	return include
}

type qualifierFilter struct {
	plain
	test *test
}

func (f qualifierFilter) cell(c base.Cell) answer { return keepIf(f.test.holds(string(c.Qualifier))) }

type valueFilter struct {
	plain
	test *test
}

func (f valueFilter) cell(c base.Cell) answer { return keepIf(f.test.holds(c.Value)) }

// timestamps applies [Timestamps]. Its times are in order.
type timestamps struct {
	plain
	at []int64
}

func (f timestamps) cell(c base.Cell) answer {
	at := int64(c.At) / 1000
	if _, found := slices.BinarySearch(f.at, at); found {
		return include
	}
	if at < f.at[0] {
		return answer{step: nextColumn}
	}
	return skip
}

type columnRange struct {
	plain
	ColumnRange
}

func (f columnRange) cell(c base.Cell) answer {
	q := string(c.Qualifier)
	switch {
	case q < f.Min:
		return answer{step: seek, hint: base.Qualifier(f.Min)}
	case q == f.Min && !f.MinInclusive:
		return answer{step: nextColumn}
	case q < f.Max || q == f.Max && f.MaxInclusive:
		return include
	}
	return answer{step: nextRow}
}

// dependentColumn applies [DependentColumn]. It collects the timestamps of the column's
// cells that satisfy the comparison, and rowCells then removes the cells of the row with
// other timestamps.
type dependentColumn struct {
	plain
	DependentColumn
	test  *test                // nil if there is no comparison
	times map[base.Micros]bool // timestamps of the column in the current row
}

func (f *dependentColumn) cell(c base.Cell) answer {
	if string(c.Family) != f.Family || string(c.Qualifier) != f.Qualifier {
		return include // rowCells decides when all timestamps are known
	}
	if f.test != nil && !f.test.holds(c.Value) {
		return skip
	}
	f.times[c.At] = true
	return keepIf(!f.Drop)
}

func (f *dependentColumn) rowCells(cells []base.Cell) []base.Cell {
	return slices.DeleteFunc(cells, func(c base.Cell) bool { return !f.times[c.At] })
}

func (f *dependentColumn) filtersRow() bool { return true }
func (f *dependentColumn) reset()           { clear(f.times) }

// singleColumnValue applies [SingleColumnValue]. It keeps or drops whole rows: row drops a
// row in which the column was found and its value does not satisfy the comparison.
// IfMissing decides about rows without the column. Only the newest version counts unless
// AllVersions is set.
type singleColumnValue struct {
	plain
	SingleColumnValue
	test           *test
	found, matched bool
}

func (f *singleColumnValue) is(c base.Cell) bool {
	return string(c.Family) == f.Family && string(c.Qualifier) == f.Qualifier
}

// cell includes all cells before the column. It includes the cells after the column if its
// value satisfies the comparison, and otherwise skips the rest of the family.
func (f *singleColumnValue) cell(c base.Cell) answer {
	switch {
	case f.matched:
		return include
	case f.found && !f.AllVersions:
		return answer{step: nextRow}
	case !f.is(c):
		return include
	}
	f.found = true
	f.matched = f.test.holds(c.Value)
	if !f.matched && !f.AllVersions {
		return answer{step: nextRow}
	}
	return include
}

func (f *singleColumnValue) rowCells(cells []base.Cell) []base.Cell {
	if !f.Exclude {
		return cells
	}
	return slices.DeleteFunc(cells, f.is)
}

func (f *singleColumnValue) row() bool {
	if f.found {
		return !f.matched
	}
	return f.IfMissing
}

func (f *singleColumnValue) filtersRow() bool { return true }
func (f *singleColumnValue) reset()           { f.found, f.matched = false, false }

type columnValue struct {
	plain
	ColumnValue
	test  *test
	found bool
}

func (f *columnValue) cell(c base.Cell) answer {
	if string(c.Family) != f.Family || string(c.Qualifier) != f.Qualifier {
		if f.found {
			return answer{step: nextRow}
		}
		return answer{step: nextColumn}
	}
	f.found = true
	return keepIf(f.test.holds(c.Value))
}

func (f *columnValue) reset() { f.found = false }

// CountingFilter returns the filter with which the shell counts the rows that f keeps. It looks
// only at the first cell of a row, beside f, so that a row whose first cell f drops is not
// counted.
func CountingFilter(f Filter) Filter {
	all, ok := f.(And)
	if !ok {
		all = And{f}
	}
	return append(slices.Clone(all), FirstKeyOnly{})
}
