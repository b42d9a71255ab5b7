package rowmap

// Run is records that lie next to each other, in key order. It is good until the
// visit that it was handed to returns; its records are good for ever.
type Run struct {
	leaf     *leaf
	from, to int
}

// Len returns the number of records, at least one.
func (r Run) Len() int { return r.to - r.from }

// At returns record i of [0, Len).
func (r Run) At(i int) Record { return r.leaf.record(r.from + i) }

// Runs visits the records with keys in [start, end) in order, run by run, until
// visit returns false. An empty end is past the last.
func (m *Map) Runs(start, end string, visit func(Run) bool) {
	m.runs(start, end, func(r Run) bool {
		r.leaf.lent = true
		return visit(r)
	})
}

// runs is Runs for a visit that lets no record out.
func (m *Map) runs(start, end string, visit func(Run) bool) {
	if end != "" && end <= start {
		return
	}
	t := m.token
	t.readers++
	defer func() { t.readers-- }()
	m.tree.AscendGreaterOrEqual(item{low: start}, func(it item) bool {
		l := it.leaf
		if end != "" && l.low >= end {
			return false
		}
		r := l.within(start, end)
		return r.from == r.to || visit(r)
	})
}

// RunsDown is Runs in descending order: the last run first. Inside a run records
// still ascend.
func (m *Map) RunsDown(start, end string, visit func(Run) bool) {
	if end != "" && end <= start {
		return
	}
	t := m.token
	t.readers++
	defer func() { t.readers-- }()
	step := func(it item) bool {
		l := it.leaf
		if l.high != "" && l.high <= start {
			return false
		}
		r := l.within(start, end)
		l.lent = true
		return r.from == r.to || visit(r)
	}
	if end == "" {
		m.tree.Descend(step)
	} else {
		m.tree.DescendLessOrEqual(item{low: end}, step)
	}
}

// within returns the rows with keys in [start, end) of a leaf that may hold some.
func (l *leaf) within(start, end string) Run {
	r := Run{l, 0, len(l.entries)}
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
func (m *Map) Ascend(start, end string, visit func(Record) bool) {
	m.Runs(start, end, func(r Run) bool {
		for i := r.from; i < r.to; i++ {
			if !visit(r.leaf.record(i)) {
				return false
			}
		}
		return true
	})
}

// Descend is Ascend in descending order.
func (m *Map) Descend(start, end string, visit func(Record) bool) {
	m.RunsDown(start, end, func(r Run) bool {
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
func (m *Map) Sum(start, end string) Totals {
	var t Totals
	m.runs(start, end, func(r Run) bool {
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
func (m *Map) Rank(key string) int {
	if key == "" {
		return 0
	}
	return m.Sum("", key).Rows
}

// At returns the record that has offset rows before it, in a step for each leaf
// of them.
func (m *Map) At(offset int) (rec Record, ok bool) {
	if offset < 0 || offset >= m.rows {
		return Record{}, false
	}
	m.runs("", "", func(r Run) bool {
		if offset >= r.to {
			offset -= r.to
			return true
		}
		r.leaf.lent = true
		rec = r.At(offset)
		return false
	})
	return rec, true
}
