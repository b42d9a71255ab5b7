package rowmap

import "strings"

// RecordRun is a run of adjacent records in key order. It is valid only until the visit
// function returns to which it was passed; its records stay valid.
type RecordRun struct {
	leaf     *leaf
	from, to int
}

// Len returns the number of records, which is at least one.
func (r RecordRun) Len() int { return r.to - r.from }

// Sum returns the totals of the first n records or, if down is set, of the last n.
func (r RecordRun) Sum(n int, down bool) Totals {
	if down {
		return r.leaf.sum(r.to-n, r.to)
	}
	return r.leaf.sum(r.from, r.from+n)
}

// Split divides the span after its first n records or, if down is set, before its last n.
// It returns these n records first.
func (r RecordRun) Split(n int, down bool) (first, rest RecordRun) {
	if down {
		return RecordRun{r.leaf, r.to - n, r.to}, RecordRun{r.leaf, r.from, r.to - n}
	}
	return RecordRun{r.leaf, r.from, r.from + n}, RecordRun{r.leaf, r.from + n, r.to}
}

// At returns record i in key order, 0 <= i < Len.
func (r RecordRun) At(i int) Record { return r.leaf.record(r.from + i) }

// AscendRuns calls visit with the records whose keys are in [start, end), one span after the
// other in key order, until visit returns false. An empty end means the end of the map.
// visit may write the map; the iteration does not see this.
func (v *View) AscendRuns(start, end string, visit func(RecordRun) bool) {
	v.spans(start, end, true, visit)
}

// spans is Spans. With lend == false, visit must not keep or return any of the records.
func (v *View) spans(start, end string, lend bool, visit func(RecordRun) bool) {
	if end != "" && end <= start {
		return
	}
	// visit may write the map, which then gets another tree and token.
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

// DescendRuns is Spans in descending order: the spans with the greatest keys come first.
// Within a span the records are still in ascending order.
func (v *View) DescendRuns(start, end string, visit func(RecordRun) bool) {
	if end != "" && end <= start {
		return
	}
	// visit may write the map, which then gets another tree and token.
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

// visitDown is visit for a leaf that may end before start.
func (v *View) visitDown(l *leaf, start, end string, visit func(RecordRun) bool) bool {
	return (l.high == "" || l.high > start) && v.visit(l, start, end, true, visit)
}

// visit calls visit with the rows of a leaf that are in [start, end), unless there are
// none. It reports whether to continue.
func (v *View) visit(l *leaf, start, end string, lend bool, visit func(RecordRun) bool) bool {
	r := l.within(start, end)
	if r.from == r.to {
		return true
	}
	if lend {
		v.lend(l)
	}
	return visit(r)
}

// Last returns the record with the greatest key in [start, end), and whether there is one.
// An empty end means the end of the map.
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
	v.DescendRuns(start, end, func(r RecordRun) bool {
		rec, found = r.At(r.Len()-1), true
		return false
	})
	return rec, found
}

// within returns the rows of a leaf with keys in [start, end), possibly none.
func (l *leaf) within(start, end string) RecordRun {
	r := RecordRun{l, 0, len(l.entries)}
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

// Ascend calls visit with the records whose keys are in [start, end), in key order, until
// visit returns false. An empty end means the end of the map.
func (v *View) Ascend(start, end string, visit func(Record) bool) {
	v.AscendRuns(start, end, func(r RecordRun) bool {
		for i := r.from; i < r.to; i++ {
			if !visit(r.leaf.record(i)) {
				return false
			}
		}
		return true
	})
}

// descend is Ascend in descending order of keys.
func (v *View) descend(start, end string, visit func(Record) bool) {
	v.DescendRuns(start, end, func(r RecordRun) bool {
		for i := r.to - 1; i >= r.from; i-- {
			if !visit(r.leaf.record(i)) {
				return false
			}
		}
		return true
	})
}

// TotalsInRange returns the totals of the rows with keys in [start, end), where an empty end means
// the end of the map. Its time depends on the number of leaves in the range.
func (v *View) TotalsInRange(start, end string) Totals {
	var t Totals
	v.spans(start, end, false, func(r RecordRun) bool {
		sum := r.leaf.sum(r.from, r.to)
		t.Rows += sum.Rows
		t.Cells += sum.Cells
		t.Bytes += sum.Bytes
		return true
	})
	return t
}

// Rank returns how many rows have a smaller key. Its time depends on the number of leaves
// before the key.
func (v *View) Rank(key string) int {
	if key == "" {
		return 0
	}
	return v.TotalsInRange("", key).Rows
}

// RecordAtOffset returns the record that has offset rows before it, and whether there is one. Its time
// depends on the number of leaves before the record.
func (m *Map) RecordAtOffset(offset int) (rec Record, ok bool) {
	if offset < 0 || offset >= m.rows {
		return Record{}, false
	}
	m.spans("", "", false, func(r RecordRun) bool {
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

// KeysAt returns, for each rank, a copy of the key of the row that has that number of rows
// before it. The ranks must be ascending and less than the number of rows. Its time
// depends on the number of leaves.
func (v *View) KeysAt(ranks []int) []string {
	keys := make([]string, 0, len(ranks))
	before := 0
	v.spans("", "", false, func(r RecordRun) bool {
		for len(keys) < len(ranks) && ranks[len(keys)]-before < r.Len() {
			keys = append(keys, strings.Clone(r.At(ranks[len(keys)]-before).Key()))
		}
		before += r.Len()
		return len(keys) < len(ranks)
	})
	return keys
}
