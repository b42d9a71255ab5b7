package rowmap

import "strings"

// Span is records that lie next to each other, in key order. It is good until the
// visit that it was handed to returns; its records are good for ever.
type Span struct {
	leaf     *leaf
	from, to int
}

// Len returns the number of records, at least one.
func (r Span) Len() int { return r.to - r.from }

// Sum adds up the first n records, or the last n of a run that is read downwards.
func (r Span) Sum(n int, down bool) Totals {
	if down {
		return r.leaf.sum(r.to-n, r.to)
	}
	return r.leaf.sum(r.from, r.from+n)
}

// Part parts the first n records, or the last n of a run that is read downwards, from the
// others.
func (r Span) Part(n int, down bool) (first, rest Span) {
	if down {
		return Span{r.leaf, r.to - n, r.to}, Span{r.leaf, r.from, r.to - n}
	}
	return Span{r.leaf, r.from, r.from + n}, Span{r.leaf, r.from + n, r.to}
}

// At returns record i of [0, Len).
func (r Span) At(i int) Record { return r.leaf.record(r.from + i) }

// Spans visits the records with keys in [start, end) in order, run by run, until
// visit returns false. An empty end is past the last.
func (v *View) Spans(start, end string, visit func(Span) bool) { v.spans(start, end, true, visit) }

// spans is Runs, for a visit that may let records out or not.
func (v *View) spans(start, end string, lend bool, visit func(Span) bool) {
	if end != "" && end <= start {
		return
	}
	tree, t := v.tree, v.token // visits may write
	t.readers++
	defer func() { t.readers-- }()
	// Most reads end in their first leaf.
	first := v.seek(start)
	at := v.item(first)
	if !v.visit(first, start, end, lend, visit) || first.high == "" || end != "" && end <= first.high {
		return
	}
	tree.AscendGreaterOrEqual(at, func(it item) bool {
		return it.leaf == first || (end == "" || it.leaf.low < end) && v.visit(it.leaf, start, end, lend, visit)
	})
}

// SpansDown is Runs in descending order: the last run first. Inside a run records
// still ascend.
func (v *View) SpansDown(start, end string, visit func(Span) bool) {
	if end != "" && end <= start {
		return
	}
	tree, t := v.tree, v.token // visits may write
	t.readers++
	defer func() { t.readers-- }()
	if end == "" {
		tree.Descend(func(it item) bool { return v.visitDown(it.leaf, start, end, visit) })
		return
	}
	first := v.seek(end)
	at := v.item(first)
	if !v.visit(first, start, end, true, visit) || first.low <= start {
		return
	}
	tree.DescendLessOrEqual(at, func(it item) bool {
		return it.leaf == first || v.visitDown(it.leaf, start, end, visit)
	})
}

// visitDown is visit for a leaf that may lie before start.
func (v *View) visitDown(l *leaf, start, end string, visit func(Span) bool) bool {
	return (l.high == "" || l.high > start) && v.visit(l, start, end, true, visit)
}

// visit visits the rows of a leaf with keys in [start, end), if there are any.
func (v *View) visit(l *leaf, start, end string, lend bool, visit func(Span) bool) bool {
	r := l.within(start, end)
	if r.from == r.to {
		return true
	}
	if lend {
		v.lend(l)
	}
	return visit(r)
}

// Last returns the record with the greatest key in [start, end), if there is one.
// An empty end is past the last.
func (v *View) Last(start, end string) (Record, bool) {
	if end != "" {
		l := v.seek(end)
		if i, _ := l.find(end); i > 0 {
			rec := l.record(i - 1)
			v.lend(l)
			return rec, rec.Key() >= start
		}
	}
	var rec Record
	found := false
	v.SpansDown(start, end, func(r Span) bool {
		rec, found = r.At(r.Len()-1), true
		return false
	})
	return rec, found
}

// within returns the rows with keys in [start, end) of a leaf that may hold some.
func (l *leaf) within(start, end string) Span {
	r := Span{l, 0, len(l.entries)}
	if l.low < start {
		r.from, _ = l.find(start)
	}
	if end != "" && l.low < end && (l.high == "" || end < l.high) {
		r.to, _ = l.find(end)
	} else if end != "" && end <= l.low {
		r.to = r.from
	}
	return r
}

// Ascend visits the records with keys in [start, end) in order until visit
// returns false. An empty end is past the last.
func (v *View) Ascend(start, end string, visit func(Record) bool) {
	v.Spans(start, end, func(r Span) bool {
		for i := r.from; i < r.to; i++ {
			if !visit(r.leaf.record(i)) {
				return false
			}
		}
		return true
	})
}

// Descend is Ascend in descending order.
func (v *View) Descend(start, end string, visit func(Record) bool) {
	v.SpansDown(start, end, func(r Span) bool {
		for i := r.to - 1; i >= r.from; i-- {
			if !visit(r.leaf.record(i)) {
				return false
			}
		}
		return true
	})
}

// Sum adds up the rows with keys in [start, end) in a step for each leaf; an
// empty end is past the last.
func (v *View) Sum(start, end string) Totals {
	var t Totals
	v.spans(start, end, false, func(r Span) bool {
		sum := r.leaf.sum(r.from, r.to)
		t.Rows += sum.Rows
		t.Cells += sum.Cells
		t.Bytes += sum.Bytes
		return true
	})
	return t
}

// Rank returns how many rows have a smaller key, in a step for each leaf of
// them.
func (v *View) Rank(key string) int {
	if key == "" {
		return 0
	}
	return v.Sum("", key).Rows
}

// At returns the record that has offset rows before it, in a step for each leaf
// of them.
func (m *Map) At(offset int) (rec Record, ok bool) {
	if offset < 0 || offset >= m.rows {
		return Record{}, false
	}
	m.spans("", "", false, func(r Span) bool {
		if offset >= r.to {
			offset -= r.to
			return true
		}
		m.lend(r.leaf)
		rec = r.At(offset)
		return false
	})
	return rec, true
}

// KeysAt returns copies of the keys that have so many rows before them, given in
// ascending order and less than the number of rows, in a step for each leaf.
func (v *View) KeysAt(ranks []int) []string {
	keys := make([]string, 0, len(ranks))
	before := 0
	v.spans("", "", false, func(r Span) bool {
		for len(keys) < len(ranks) && ranks[len(keys)]-before < r.Len() {
			keys = append(keys, strings.Clone(r.At(ranks[len(keys)]-before).Key()))
		}
		before += r.Len()
		return len(keys) < len(ranks)
	})
	return keys
}
