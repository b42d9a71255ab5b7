package storage

import "tabletop/engine/base"

// markers are the markers that a walk through the entries of a family in one row has met.
type markers struct {
	system         System
	family, column []*Entry
}

// add adds a marker.
func (m *markers) add(e *Entry) {
	if e.Kind.ofFamily() {
		m.family = append(m.family, e)
	} else {
		m.column = append(m.column, e)
	}
}

// hide reports whether one of the markers hides a put of the present column.
func (m *markers) hide(p *Entry) bool {
	for _, list := range [2][]*Entry{m.family, m.column} {
		for _, e := range list {
			if m.system.hides(e, p) {
				return true
			}
		}
	}
	return false
}

// show calls yield for the entries that a read shows, of the sorted entries of one family in one
// row. It returns false when yield does.
func (s System) show(f *Family, entries []*Entry, q *Query, now base.Micros, yield func(*Entry) bool) bool {
	seen, count := markers{system: s}, 0
	var last *Entry // the put or marker of the column that was met last
	for i, e := range entries {
		if i == 0 || compareColumns(entries[i-1], e) != 0 {
			seen.column, count, last = nil, 0, nil
		}
		within := q.From <= e.At && (q.To == 0 || e.At < q.To)
		repeats := last != nil && last.At == e.At && last.Kind == e.Kind
		if e.IsMarker() {
			switch {
			case !q.Raw:
				// A read up to a time before the marker shows what a family keeps of deleted cells.
				if s == Bigtable || f.KeepDeleted == KeepNone || within {
					seen.add(e)
				}
			case within && !repeats && (q.Versions == 0 || count <= q.Versions):
				if last = e; !yield(e) {
					return false
				}
			}
			continue
		}
		if !within || repeats || !q.Raw && seen.hide(e) {
			continue
		}
		last = e
		count++
		switch {
		case q.Versions > 0 && count > q.Versions:
		case s == HBase && !q.Raw && !q.Stored && (f.hasTooMany(count) || count > f.MinVersions && f.isExpired(e.At, now)):
		case !yield(e):
			return false
		}
	}
	return true
}

// Removed counts the entries that a flush or a compaction left out, by the reason.
type Removed struct {
	Hidden   int `wire:"1"` // puts that a marker hides
	Replaced int `wire:"2"` // puts at the time of a later one, and repeated markers
	Expired  int `wire:"3"` // puts and markers older than the family's TTL
	Surplus  int `wire:"4"` // puts beyond the family's versions
	Markers  int `wire:"5"` // markers that have nothing more to hide
}

// Total returns the sum over all reasons.
func (r Removed) Total() int { return r.Hidden + r.Replaced + r.Expired + r.Surplus + r.Markers }

// keep appends to out the entries that a flush or a compaction writes, of the sorted entries of
// one family in one row, and counts the others. A major compaction has the entries of all files;
// earliest is the earliest time of a put in them.
func (s System) keep(out []*Entry, f *Family, entries []*Entry, now base.Micros, major bool, earliest base.Micros, gone *Removed) []*Entry {
	keepDeleted := f.KeepDeleted
	if s == Bigtable {
		keepDeleted = KeepNone
	}
	// hiding reports whether puts are removed because of a marker. A read up to an earlier time may
	// still show what an expired marker hides, and so it counts only in a major compaction.
	hiding := func(m *Entry) bool {
		return keepDeleted == KeepNone || major && keepDeleted == KeepUntilTTL && f.isExpired(m.At, now)
	}
	seen, count := markers{system: s}, 0
	var last *Entry // the entry of the column that was kept last
	for i, e := range entries {
		if i == 0 || compareColumns(entries[i-1], e) != 0 {
			seen.column, count, last = nil, 0, nil
		}
		expired := f.isExpired(e.At, now)
		repeats := last != nil && last.At == e.At && last.Kind == e.Kind
		switch {
		case s == HBase && expired && f.MinVersions == 0:
			gone.Expired++ // as is everything that a marker of this time could hide
			continue
		case e.IsMarker():
			if hiding(e) {
				seen.add(e)
			}
			switch {
			case major && (hiding(e) || e.At < earliest):
				gone.Markers++
				continue
			case repeats && s == HBase: // in Bigtable the later one was met first, and hides more
				gone.Replaced++
				continue
			case major && (f.hasTooMany(count) || count > f.MinVersions && expired):
				gone.Markers++
				continue
			}
		case seen.hide(e):
			gone.Hidden++
			continue
		case repeats:
			gone.Replaced++
			continue
		default:
			count++
			if major && f.hasTooMany(count) {
				gone.Surplus++
				continue
			}
			if major && count > f.MinVersions && expired {
				gone.Expired++
				continue
			}
		}
		last = e
		out = append(out, e)
	}
	return out
}
