package traffic

import (
	"cmp"
	"math"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
)

// timing finds out when records were written, by a field whose values are times in nearly
// all records.
type timing struct {
	whole   bool      // all records have been passed
	timed   []timed   // the fields that may be such a field
	by      int       // the field in whose order records are written; -1 for the order of the data
	untimed int       // number of records without a value of that field, which are written last
	arrival *ordering // of the kept records by time; nil before all are known, and if they are in order
	arrived bool      // the kept records are in order of arrival

	drifting
}

// timed is a field all of whose values so far are times or empty.
type timed struct {
	field int
	times []int64 // by kept record: microseconds since 1970, or untold if the value is empty
	falls bool    // some time is earlier than the one before it
	empty int     // number of empty values
}

// untold is the time of a record that has none: it comes after all others.
const untold = math.MaxInt64

// mostUntold says how many records may have no time, in a field that decides the order of
// writes: at most one in this number.
const mostUntold = 10

// Plain digits count as seconds, milliseconds or microseconds since 1970 only from 2001 to
// 2039: other numbers of that length are more often something else.
const (
	timesFrom = 1_000_000_000_000_000 // microseconds since 1970
	timesTo   = 2_208_988_800_000_000
)

// momentOf reads a time as [dataset.ParseTime] does, in microseconds since 1970.
func momentOf(v string) (int64, bool) {
	at, ok := dataset.ParseTime(v)
	if n := len(v); ok && (n == 10 || n == 13 || n == 16) && number(v) {
		ok = at >= timesFrom && at < timesTo
	}
	return int64(at), ok
}

// clock notes the times of a record, for each field that may have times.
func (m *StreamMaker) clock(rec []string) {
	if m.kept == 0 {
		for i := range m.fields {
			m.timed = append(m.timed, timed{field: i})
		}
	}
	m.timed = slices.DeleteFunc(m.timed, func(t timed) bool {
		_, ok := momentOf(rec[t.field])
		return !ok && rec[t.field] != ""
	})
	for i := range m.timed {
		t := &m.timed[i]
		at, told := momentOf(rec[t.field])
		if !told {
			at = untold
			t.empty++
		}
		t.falls = t.falls || len(t.times) > 0 && at < t.times[len(t.times)-1]
		t.times = append(t.times, at)
	}
}

// orders chooses the field in whose order records are written. This is the field with the
// times of their cells; otherwise the one by which the data is sorted, up or down;
// otherwise the first of those with the most values. It returns nil if there is none.
func (m *StreamMaker) orders() *timed {
	var best *timed
	surely, most := 0.0, 0
	for i := range m.timed {
		t := &m.timed[i]
		if t.empty*mostUntold > len(t.times) {
			continue
		}
		if m.fields[t.field] == m.data.Time {
			return t
		}
		kinds := map[string]bool{}
		for _, rec := range m.asked {
			kinds[rec[t.field]] = true
		}
		sure := m.sure(t.field)
		if sure < inOrder {
			sure = 0
		}
		delete(kinds, "")
		if n := len(kinds); n > 1 && (best == nil || sure > surely || sure == surely && n > most) {
			best, surely, most = t, sure, n
		}
	}
	return best
}

// inOrder is the least value of [StreamMaker.sure] for which the data counts as sorted by a
// field.
const inOrder = 0.95

// arrive brings the kept records into the order in which they were written. It does this
// in steps, and returns how much of a budget of records a step took and whether it was the
// last.
func (m *StreamMaker) arrive() (used int, done bool) {
	if m.arrival == nil {
		m.by = -1
		t := m.orders()
		if t != nil {
			m.by, m.untimed = t.field, t.empty
		}
		if t == nil || !t.falls {
			m.timed, m.arrived = nil, true
			return 1, true
		}
		times := t.times
		m.arrival = newOrdering(len(times), func(a, b int32) int { return cmp.Or(cmp.Compare(times[a], times[b]), cmp.Compare(a, b)) })
		return 1, false
	}
	used, done = m.arrival.step()
	if done {
		m.rearrange(m.arrival.order)
		m.timed, m.arrival, m.arrived = nil, nil, true
	}
	return 1 + used/10, done
}

// rearrange puts the kept records, and those with whose values questions are asked, into
// the given order.
func (m *StreamMaker) rearrange(order []int32) {
	keys, rows, at := make([]base.RowKey, len(order)), make([]int32, len(order)), make([]int64, len(order))
	var values []int32
	for n, i := range order {
		keys[n], rows[n], at[i] = m.keys[i], m.rows[i], int64(n)
		if m.field >= 0 {
			values = append(values, m.values[i])
		}
	}
	m.keys, m.rows, m.values = keys, rows, values
	next := make([]int, len(m.about))
	for i := range next {
		next[i] = i
	}
	slices.SortFunc(next, func(a, b int) int { return cmp.Compare(at[m.about[a]], at[m.about[b]]) })
	asked, about := make([][]string, len(next)), make([]int64, len(next))
	for n, i := range next {
		asked[n], about[n] = m.asked[i], at[m.about[i]]
	}
	m.asked, m.about = asked, about
}
