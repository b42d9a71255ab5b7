package storage

import (
	"iter"
	"math"
	"slices"

	"tabletop/engine/base"
)

const (
	maxTime = base.Micros(math.MaxInt64)
	maxSeq  = math.MaxUint64
)

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
	FilesRead, FilesWritten int
	BytesRead, BytesWritten int64 // of files; a flush reads none
	Removed                 Removed
}

// add adds the work on one more group.
func (w *Work) add(v Work) {
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
		if g.memtable.Len() == 0 {
			continue
		}
		written, w := s.write(g, g.appendFromMemtable(nil, base.AllKeys), false, now)
		if written != nil {
			written.Flushes = 1
			g.files = append(slices.Clip(g.files), written)
		}
		g.memtable = newMemtable()
		work.add(w)
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
			work.add(s.merge(g, first, false, now))
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
			work.add(s.merge(g, 0, true, now))
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
	slices.SortFunc(entries, compare)
	written, work := s.write(g, entries, major, now)
	work.FilesRead, work.BytesRead = len(g.files)-first, read
	files := slices.Clone(g.files[:first])
	if written != nil {
		written.Flushes = flushes
		files = append(files, written)
	}
	g.files = files
	return work
}

// write returns a new file of what a flush or a compaction keeps of sorted entries, nil for nothing.
func (s *Store) write(g *group, entries []*Entry, major bool, now base.Micros) (*file, Work) {
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
		if !known {
			at = maxTime
		}
		kept = s.system.keep(kept, s.families[name], part, now, major, at, &work.Removed)
	}
	if len(kept) == 0 {
		return nil, work
	}
	s.numbers++
	f := newFile(s.numbers, g.families, kept)
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
