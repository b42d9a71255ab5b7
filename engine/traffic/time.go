package traffic

import (
	"cmp"
	"math"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
)

// timing tells when records were written: by a field whose values are times, of nearly all
// records.
type timing struct {
	whole   bool // all records are known
	timed   []timed
	by      int       // the field in whose order records are written, -1 for that of the data
	untimed int       // records without a value there, which are written last
	arrival *ordering // of the records that are kept, nil before they are all known and where they stand in order
	arrived bool      // they are in order

	drifting
}

// timed is a field all of whose values until now are times, or empty.
type timed struct {
	field int
	times []int64 // of each write, in microseconds since 1970; [untold] where it is empty
	falls bool    // one of them is before the one that stands before it
	empty int     // values
}

// untold is the time of what has none: after all others.
const untold = math.MaxInt64

// mostUntold is one in how many records may have no time at most, in a field by which it is
// told when records were written.
const mostUntold = 10

// Bare digits are taken for seconds, milliseconds or microseconds since 1970 only from 2001
// to 2040: beyond that they are more often another number of that length.
const (
	timesFrom = 1_000_000_000_000_000 // microseconds since 1970
	timesTo   = 2_208_988_800_000_000
)

// momentOf reads a time, see [dataset.ParseTime].
func momentOf(v string) (int64, bool) {
	at, ok := dataset.ParseTime(v)
	if n := len(v); ok && (n == 10 || n == 13 || n == 16) && number(v) {
		ok = at >= timesFrom && at < timesTo
	}
	return int64(at), ok
}

// clock notes when a record was written, by each field that may tell.
func (m *Maker) clock(rec []string) {
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

// orders chooses the field in whose order records are written: the field of their cells'
// times, else the one by which the data is sorted, up or down, else the first of those with
// the most values.
func (m *Maker) orders() *timed {
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

// inOrder is the least correlation of the records of data that counts as sorted by a field,
// and not so by chance.
const inOrder = 0.95

// arrive brings what is kept of the records into the order in which they were written, in
// steps, and reports how much of a budget of records that took and whether that was all.
func (m *Maker) arrive() (used int, done bool) {
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

// rearrange sorts the writes, and the records that are asked about.
func (m *Maker) rearrange(order []int32) {
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
