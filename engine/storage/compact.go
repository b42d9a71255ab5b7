package storage

import (
	"iter"
	"maps"
	"math"
	"slices"

	"tabletop/engine/base"
)

const maxTime = base.Micros(math.MaxInt64)

// Policy says which files a minor compaction merges. While a group has more than MaxFiles files,
// its newest two are merged, and with them the next older ones for as long as each is at most Ratio
// times as large as those that have been chosen together.
type Policy struct {
	MaxFiles int // at least 1
	Ratio    float64
}

// DefaultPolicy compacts as soon as there are three files, as HBase does. Its ratio is HBase's too.
var DefaultPolicy = Policy{MaxFiles: 2, Ratio: 1.2}

// choose returns the index of the oldest file that a minor compaction merges with all newer ones, and
// false if there is none.
func (p Policy) choose(files []*file) (first int, ok bool) {
	if len(files) <= p.MaxFiles || len(files) < 2 {
		return 0, false
	}
	first = len(files) - 2
	size := files[first].Bytes + files[first+1].Bytes
	for first > 0 && float64(files[first-1].Bytes) <= p.Ratio*float64(size) {
		first--
		size += files[first].Bytes
	}
	return first, true
}

// Work says what a flush or a compaction has done.
type Work struct {
	FilesRead    int     `wire:"1"`
	FilesWritten int     `wire:"2"`
	BytesRead    int64   `wire:"3"` // of files; a flush reads none
	BytesWritten int64   `wire:"4"`
	Removed      Removed `wire:"5"`
}

// Add adds the work on one more group.
func (w *Work) Add(v Work) {
	w.FilesRead += v.FilesRead
	w.FilesWritten += v.FilesWritten
	w.BytesRead += v.BytesRead
	w.BytesWritten += v.BytesWritten
	w.Removed.Hidden += v.Removed.Hidden
	w.Removed.Replaced += v.Removed.Replaced
	w.Removed.Expired += v.Removed.Expired
	w.Removed.Surplus += v.Removed.Surplus
	w.Removed.Markers += v.Removed.Markers
}

// Flush writes each memtable that is not empty as a new file, and empties memtables and log.
func (s *Store) Flush(now base.Micros) (work Work) {
	s.checkRecovered()
	for i := range s.groups {
		g := &s.groups[i]
		if g.memtable.len() == 0 {
			continue
		}
		written, w := s.write(g, g.memtable.sort(), false, now, nil, nil)
		if written != nil {
			written.Flushes = 1
			g.files = append(slices.Clip(g.files), written)
		}
		g.memtable, g.markers = memtable{}, 0
		work.Add(w)
	}
	s.log = nil
	s.written.Flushed += work.BytesWritten
	return work
}

// CompactMinor merges the newest files of each group as the [Policy] says, and keeps all markers.
func (s *Store) CompactMinor(now base.Micros) (work Work) {
	s.checkRecovered()
	for i := range s.groups {
		g := &s.groups[i]
		for {
			first, ok := s.policy.choose(g.files)
			if !ok {
				break
			}
			work.Add(s.merge(g, first, false, now))
		}
	}
	s.written.Compacted += work.BytesWritten
	return work
}

// CompactMajor merges all files of each group into one. It removes markers, what they hide, and
// what the families do not keep. It does not touch the memtables.
func (s *Store) CompactMajor(now base.Micros) (work Work) {
	s.checkRecovered()
	for i := range s.groups {
		if g := &s.groups[i]; len(g.files) > 0 {
			work.Add(s.merge(g, 0, true, now))
		}
	}
	s.written.Compacted += work.BytesWritten
	return work
}

// merge replaces the files of a group from a given one on by one that has their entries.
func (s *Store) merge(g *group, first int, major bool, now base.Micros) Work {
	var entries []*Entry
	flushes, read := 0, int64(0)
	for _, f := range g.files[first:] {
		entries = append(entries, f.entries...)
		flushes += f.Flushes
		read += f.Bytes
	}
	// Rows of a bulk that newer files have something of become entries. The others stay there.
	oldest := g.files[first]
	var replaced rows
	if oldest.bulk != nil {
		replaced = maps.Clone(oldest.replaced)
		if replaced == nil {
			replaced = rows{}
		}
		for _, e := range slices.Clone(entries) {
			if !replaced.has(e.Row) {
				replaced[e.Row] = struct{}{}
				oldest.eachOfBulk(base.PointRange(e.Row), func(e *Entry) bool { entries = append(entries, e); return true })
			}
		}
	}
	base.Sort(entries, compare)
	written, work := s.write(g, entries, major, now, oldest.bulk, replaced)
	work.FilesRead, work.BytesRead = len(g.files)-first, read
	files := slices.Clone(g.files[:first])
	if written != nil {
		written.Flushes = flushes
		files = append(files, written)
	}
	g.files = files
	return work
}

// write returns a new file of what a flush or a compaction keeps of sorted entries, and of a bulk
// without the rows that are replaced; nil for nothing.
func (s *Store) write(g *group, entries []*Entry, major bool, now base.Micros, bulk Bulk, replaced rows) (*file, Work) {
	earliest := map[base.Family]base.Micros{}
	for _, e := range entries {
		if at, known := earliest[e.Family]; !e.IsMarker() && (!known || e.At < at) {
			earliest[e.Family] = e.At
		}
	}
	var work Work
	var kept []*Entry
	for part := range byFamily(entries) {
		name := part[0].Family
		at, known := earliest[name]
		switch {
		case bulk != nil:
			at = 0 // the earliest time in it is not known
		case !known:
			at = maxTime
		}
		kept = s.system.keep(kept, s.families[name], part, now, major, at, &work.Removed)
	}
	f := newFile(s.numbers+1, g.families, kept, bulk, replaced)
	if f == nil {
		return nil, work
	}
	s.numbers++
	work.FilesWritten, work.BytesWritten = 1, f.Bytes
	return f, work
}

// byFamily yields the parts of sorted entries that are in the same row and family.
func byFamily(entries []*Entry) iter.Seq[[]*Entry] {
	return func(yield func([]*Entry) bool) {
		for start, i := 0, 1; i <= len(entries); i++ {
			if i < len(entries) && entries[i].Row == entries[start].Row && entries[i].Family == entries[start].Family {
				continue
			}
			if !yield(entries[start:i]) {
				return
			}
			start = i
		}
	}
}
