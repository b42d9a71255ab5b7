package storage

import (
	"slices"

	"tabletop/engine/base"
)

// Store holds the log, the memtables and the files of a table, or of a range of one. It is not safe
// for concurrent use.
type Store struct {
	system   System
	policy   Policy
	families map[base.Family]*Family // never changed in place
	groups   []group                 // in Bigtable one; in HBase one for each family, by name
	log      *logged                 // the last write that no flush has written yet, nil for none
	seq      uint64                  // of the last write
	numbers  int                     // of the last file
	lost     bool                    // since a crash, until the recovery
	written  Written
}

// group is a memtable and its files, which hold the same families.
type group struct {
	families []base.Family // by name; never changed in place
	memtable memtable
	markers  int     // in the memtable
	files    []*file // the oldest first; never changed in place
}

// logged is an entry of the log, with all that came before it.
type logged struct {
	*Entry
	before *logged
}

// New returns an empty store with the given families, at least one, and [DefaultPolicy].
func New(system System, families ...Family) *Store {
	s := &Store{system: system, policy: DefaultPolicy}
	s.SetFamilies(families...)
	return s
}

// Clone returns a copy of the store in constant time. Both can be written to afterwards.
func (s *Store) Clone() *Store {
	c := *s
	c.groups = slices.Clone(s.groups)
	return &c
}

// SetPolicy sets when and what [Store.CompactMinor] compacts.
func (s *Store) SetPolicy(p Policy) { s.policy = p }

// SetFamilies sets the families and their settings. Entries of families that are not among them are
// dropped at once: in HBase with the files of the family, and in Bigtable from all files. A [Bulk]
// must be replaced by one without them.
func (s *Store) SetFamilies(families ...Family) {
	before := s.groups
	s.families, s.groups = map[base.Family]*Family{}, nil
	var names []base.Family
	for _, f := range families {
		s.families[f.Name] = &f
		names = append(names, f.Name)
	}
	slices.Sort(names)
	if s.system == Bigtable {
		s.groups = []group{{families: names}}
	} else {
		for _, name := range names {
			s.groups = append(s.groups, group{families: []base.Family{name}})
		}
	}
	for i := range s.groups {
		g := &s.groups[i]
		for _, old := range before {
			if s.system == Bigtable || old.families[0] == g.families[0] {
				g.take(s, old)
			}
		}
	}
	var kept *logged
	for _, e := range s.log.list() {
		if s.families[e.Family] != nil {
			kept = &logged{e, kept}
		}
	}
	s.log = kept
}

// take takes over the memtable and the files of a group, without the entries of dropped families.
func (g *group) take(s *Store, old group) {
	dropped := func(e *Entry) bool { return s.families[e.Family] == nil }
	if !slices.ContainsFunc(old.families, func(name base.Family) bool { return s.families[name] == nil }) {
		g.memtable, g.markers, g.files = old.memtable, old.markers, slices.Clone(old.files)
		for i, f := range g.files {
			with := *f
			with.Families = g.families
			g.files[i] = &with
		}
		return
	}
	for _, e := range old.memtable.within(nil, base.AllKeys) {
		if !dropped(e) {
			g.insert(e)
		}
	}
	for _, f := range old.files {
		rest := slices.DeleteFunc(slices.Clone(f.entries), dropped)
		if with := newFile(f.Number, g.families, rest, f.bulk, f.replaced); with != nil {
			with.Flushes = f.Flushes
			g.files = append(g.files, with)
		}
	}
}

// groupOf returns the group of a family. It panics for a family that the store does not have.
func (s *Store) groupOf(name base.Family) *group {
	i := slices.IndexFunc(s.groups, func(g group) bool { return slices.Contains(g.families, name) })
	if i < 0 {
		panic("storage: no family " + string(name))
	}
	return &s.groups[i]
}

// insert adds an entry to the memtable.
func (g *group) insert(e *Entry) {
	g.memtable.insert(e)
	if e.IsMarker() {
		g.markers++
	}
}

// Load makes the rows of a bulk the only file of each group that has some of them. The store must
// be empty.
func (s *Store) Load(bulk Bulk) {
	for i := range s.groups {
		g := &s.groups[i]
		if f := newFile(s.numbers+1, g.families, nil, bulk, nil); f != nil {
			s.numbers++
			g.files = []*file{f}
		}
	}
}

// HoldsBulk reports whether a file of a family may have rows of the bulk.
func (s *Store) HoldsBulk(name base.Family) bool {
	g := s.groupOf(name)
	return len(g.files) > 0 && g.files[0].bulk != nil
}

// IsReplaced reports whether the cells that the bulk has of a family in a row are not in a file, since
// a compaction has written the row again.
func (s *Store) IsReplaced(name base.Family, row base.RowKey) bool {
	return !s.HoldsBulk(name) || s.groupOf(name).files[0].replaced.has(row)
}

// ReplaceBulk puts another bulk in the place of the one that was loaded, if there is one. What has
// been written since to some of its rows stays.
func (s *Store) ReplaceBulk(bulk Bulk) {
	for i := range s.groups {
		g := &s.groups[i]
		if len(g.files) == 0 || g.files[0].bulk == nil {
			continue
		}
		old := g.files[0]
		g.files = slices.Clone(g.files[1:])
		if f := newFile(old.Number, g.families, old.entries, bulk, old.replaced); f != nil {
			f.Flushes = old.Flushes
			g.files = slices.Insert(g.files, 0, f)
		}
	}
}

// Written counts all bytes that a store has written since it was made.
type Written struct {
	Logged    int64 `wire:"1"`
	Flushed   int64 `wire:"2"`
	Compacted int64 `wire:"3"`
}

// Amplification returns how many bytes were written to files for each byte that was put or deleted;
// 0 if none was.
func (w Written) Amplification() float64 {
	if w.Logged == 0 {
		return 0
	}
	return float64(w.Flushed+w.Compacted) / float64(w.Logged)
}

// Write writes entries of one row, all at once: to the log and into the memtables. It sets their
// Seq. The families must be the store's.
func (s *Store) Write(entries ...Entry) {
	s.checkRecovered()
	for _, e := range entries {
		s.seq++
		e.Seq = s.seq
		s.groupOf(e.Family).insert(&e)
		s.log = &logged{&e, s.log}
		s.written.Logged += e.Bytes()
	}
}

// RowMarkers returns the markers that delete a row up to a time: one for each family.
func (s *Store) RowMarkers(row base.RowKey, at base.Micros) (markers []Entry) {
	for _, g := range s.groups {
		for _, name := range g.families {
			markers = append(markers, Entry{Kind: DeleteFamily, Row: row, Family: name, At: at})
		}
	}
	return markers
}

// Crash loses the memtables, as when a server dies. Until [Store.Recover] a read shows only what is
// in files, and the store must not be written to, flushed or compacted.
func (s *Store) Crash() {
	s.lost = true
	for i := range s.groups {
		s.groups[i].memtable, s.groups[i].markers = memtable{}, 0
	}
}

// Recover makes the memtables again from the log, and returns the number of entries that it held.
func (s *Store) Recover() (entries int) {
	s.lost = false
	for _, e := range s.log.list() {
		s.groupOf(e.Family).insert(e)
		entries++
	}
	return entries
}

// checkRecovered panics if the store has crashed and has not been recovered.
func (s *Store) checkRecovered() {
	if s.lost {
		panic("storage: a store that has crashed must be recovered first")
	}
}

// list returns the entries of the log in the order in which they were written.
func (l *logged) list() (entries []*Entry) {
	for ; l != nil; l = l.before {
		entries = append(entries, l.Entry)
	}
	slices.Reverse(entries)
	return entries
}

// Layout describes the log, the memtables and the files of a store.
type Layout struct {
	Log       MemoryInfo   // what a recovery would read
	Memtables []MemoryInfo // one for each group
	Files     []FileInfo   // by group, and in it the newest first, as a read meets them
	Written   Written
}

// MemoryInfo describes a memtable or the log.
type MemoryInfo struct {
	Families      []base.Family
	First, Last   base.RowKey // the row keys that come first and last
	Rows          int
	Puts, Markers int
	Bytes         int64
}

// add counts an entry.
func (m *MemoryInfo) add(e *Entry) {
	if m.Puts+m.Markers == 0 {
		m.First = e.Row
	}
	m.First, m.Last = min(m.First, e.Row), max(m.Last, e.Row)
	if e.IsMarker() {
		m.Markers++
	} else {
		m.Puts++
	}
	m.Bytes += e.Bytes()
}

// Layout returns the present layout.
func (s *Store) Layout() Layout {
	l := Layout{Written: s.written}
	rows := map[base.RowKey]bool{}
	for _, e := range s.log.list() {
		l.Log.add(e)
		rows[e.Row] = true
	}
	l.Log.Rows = len(rows)
	for i := range s.groups {
		g := &s.groups[i]
		m := MemoryInfo{Families: g.families}
		var last *Entry
		for _, e := range g.memtable.sort() {
			if last == nil || last.Row != e.Row {
				m.Rows++
			}
			last = e
			m.add(e)
		}
		l.Memtables = append(l.Memtables, m)
		for _, f := range slices.Backward(g.files) {
			l.Files = append(l.Files, f.FileInfo)
		}
	}
	return l
}
