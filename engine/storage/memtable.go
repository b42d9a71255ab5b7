package storage

import (
	"slices"
	"sort"

	"tabletop/engine/base"
)

// memtable holds entries in memory. Copies share what they hold: what a copy can see is never changed
// in place.
type memtable struct {
	sorted []*Entry // in the order of compare
	recent []*Entry // what was written last, at most maxRecent
}

// maxRecent is the most entries of a memtable that are not sorted yet.
const maxRecent = 128

// len returns the number of entries.
func (m *memtable) len() int { return len(m.sorted) + len(m.recent) }

// insert adds an entry.
func (m *memtable) insert(e *Entry) {
	m.recent = append(slices.Clip(m.recent), e)
	if len(m.recent) == maxRecent {
		m.sorted, m.recent = m.sort(), nil
	}
}

// sort returns all entries in the order of compare.
func (m *memtable) sort() []*Entry {
	recent := slices.Clone(m.recent)
	base.Sort(recent, compare)
	all := make([]*Entry, 0, m.len())
	for _, e := range m.sorted {
		for len(recent) > 0 && compare(recent[0], e) < 0 {
			all, recent = append(all, recent[0]), recent[1:]
		}
		all = append(all, e)
	}
	return append(all, recent...)
}

// within appends the entries in a range of rows, which are not sorted.
func (m *memtable) within(out []*Entry, r base.Range) []*Entry {
	out = append(out, entriesWithin(m.sorted, r)...)
	for _, e := range m.recent {
		if r.Contains(e.Row) {
			out = append(out, e)
		}
	}
	return out
}

// entriesWithin returns the part of sorted entries that is in a range of rows.
func entriesWithin(sorted []*Entry, r base.Range) []*Entry {
	from := func(key base.RowKey) int {
		return sort.Search(len(sorted), func(i int) bool { return sorted[i].Row >= key })
	}
	if r.IsEmpty() {
		return nil
	}
	end := len(sorted)
	if r.End != "" {
		end = from(r.End)
	}
	return sorted[from(r.Start):end]
}
