package storage

import (
	"slices"

	"tabletop/engine/base"
)

// model is the plain model that stores are compared with: all writes in order, each with the place
// where it lies. It has no sorted structure, and answers every question by looking at all writes.
type model struct {
	system   System
	policy   Policy
	families []Family
	writes   []*modelWrite
	files    map[string][]int // by group: numbers of its files, the oldest first
	number   int
}

// modelWrite is a write. A write in file 0 is in the memtable.
type modelWrite struct {
	Entry
	file   int
	gone   bool
	loaded bool // in a row that was loaded with others, and of which nothing has been rewritten since
}

func newModel(system System, families []Family) *model {
	return &model{system: system, policy: DefaultPolicy, families: families, files: map[string][]int{}}
}

func (m *model) family(name base.Family) *Family {
	for i := range m.families {
		if m.families[i].Name == name {
			return &m.families[i]
		}
	}
	return nil
}

func (m *model) setFamilies(families []Family) {
	m.families = families
	for _, w := range m.writes {
		if m.family(w.Family) == nil {
			w.gone = true
		}
	}
	for group, files := range m.files {
		m.files[group] = slices.DeleteFunc(files, func(n int) bool { return len(m.in(group, n)) == 0 })
	}
}

func (m *model) write(entries ...Entry) {
	for _, e := range entries {
		e.Seq = uint64(len(m.writes) + 1)
		m.writes = append(m.writes, &modelWrite{Entry: e})
	}
}

// groups returns the names of the groups.
func (m *model) groups() (names []string) {
	if m.system == Bigtable {
		return []string{""}
	}
	for _, f := range m.families {
		names = append(names, string(f.Name))
	}
	return names
}

// in returns the writes of a group that lie in a file.
func (m *model) in(group string, file int) (list []*modelWrite) {
	for _, w := range m.writes {
		if !w.gone && w.file == file && (m.system == Bigtable || string(w.Family) == group) {
			list = append(list, w)
		}
	}
	return list
}

func (m *model) flush(now base.Micros) {
	for _, g := range m.groups() {
		m.rewrite(g, []int{0}, false, now)
	}
}

func (m *model) compactMajor(now base.Micros) {
	for _, g := range m.groups() {
		files := m.files[g]
		m.files[g] = nil
		m.rewrite(g, files, true, now)
	}
}

func (m *model) compactMinor(now base.Micros) {
	size := func(g string, file int) (n int64) {
		for _, w := range m.in(g, file) {
			n += w.Bytes()
		}
		return n
	}
	for _, g := range m.groups() {
		for len(m.files[g]) > m.policy.MaxFiles {
			n := len(m.files[g])
			first, sum := n-2, size(g, m.files[g][n-1])+size(g, m.files[g][n-2])
			for first > 0 && float64(size(g, m.files[g][first-1])) <= m.policy.Ratio*float64(sum) {
				first--
				sum += size(g, m.files[g][first])
			}
			merged := slices.Clone(m.files[g][first:])
			m.files[g] = m.files[g][:first]
			m.rewrite(g, merged, false, now)
		}
	}
}

// rewrite writes what lies in some files to a new one.
func (m *model) rewrite(group string, files []int, major bool, now base.Micros) {
	var all []*modelWrite
	for _, file := range files {
		all = append(all, m.in(group, file)...)
	}
	for _, w := range all {
		for _, v := range all {
			w.loaded = w.loaded && (v.loaded || v.Row != w.Row)
		}
	}
	var gone []*modelWrite
	for _, w := range all {
		if m.goes(w, all, major, now) {
			gone = append(gone, w)
		}
	}
	for _, w := range gone {
		w.gone = true
	}
	m.number++
	for _, w := range all {
		w.file = m.number
	}
	if len(gone) < len(all) {
		m.files[group] = append(m.files[group], m.number)
	}
}

// sameColumn reports whether two writes are of one column.
func sameColumn(a, b *modelWrite) bool {
	return a.Row == b.Row && a.Family == b.Family && a.Qualifier == b.Qualifier && a.Kind.ofFamily() == b.Kind.ofFamily()
}

// covers reports whether marker d hides put p by the rules of the system.
func (m *model) covers(d, p *modelWrite) bool {
	if d.Row != p.Row || d.Family != p.Family || m.system == Bigtable && d.Seq < p.Seq {
		return false
	}
	switch d.Kind {
	case DeleteVersion:
		return d.Qualifier == p.Qualifier && d.At == p.At
	case DeleteColumn:
		return d.Qualifier == p.Qualifier && d.At >= p.At
	case DeleteFamilyVersion:
		return d.At == p.At
	case DeleteFamily:
		return d.At >= p.At
	}
	return false
}

// replaced reports whether a later write of the list is of the same kind, column and time.
func replaced(w *modelWrite, list []*modelWrite) bool {
	return slices.ContainsFunc(list, func(v *modelWrite) bool {
		return sameColumn(v, w) && v.Kind == w.Kind && v.At == w.At && v.Seq > w.Seq
	})
}

// goes reports whether a write is left out of the file that all are written to.
func (m *model) goes(w *modelWrite, all []*modelWrite, major bool, now base.Micros) bool {
	if w.loaded && !major {
		return false
	}
	f := m.family(w.Family)
	old := func(at base.Micros) bool { return f.TTL > 0 && at < now-f.TTL }
	keep := f.KeepDeleted
	if m.system == Bigtable {
		keep = KeepNone
	}
	if m.system == HBase && f.MinVersions == 0 && old(w.At) {
		return true
	}
	// Only markers that delete for good, and not those of kept cells.
	deletes := func(d *modelWrite) bool { return keep == KeepNone || major && keep == KeepUntilTTL && old(d.At) }
	hidden := func(p *modelWrite) bool {
		return slices.ContainsFunc(all, func(d *modelWrite) bool { return deletes(d) && m.covers(d, p) })
	}
	// newer counts the versions of the column that are newer than w.
	newer := func() (n int) {
		for _, p := range all {
			if p.Kind == Put && sameColumn(p, w) && p.At > w.At && !hidden(p) && !replaced(p, all) {
				n++
			}
		}
		return n
	}
	if w.Kind == Put {
		if hidden(w) || replaced(w, all) {
			return true
		}
		version := newer() + 1
		return major && (f.MaxVersions > 0 && version > f.MaxVersions || version > f.MinVersions && old(w.At))
	}
	if m.system == HBase && replaced(w, all) {
		return true
	}
	if !major {
		return false
	}
	older := slices.ContainsFunc(all, func(p *modelWrite) bool { return p.Kind == Put && p.Family == w.Family && p.At <= w.At })
	n := newer()
	return deletes(w) || !older || f.MaxVersions > 0 && n > f.MaxVersions || n > f.MinVersions && old(w.At)
}

// read returns what a query shows. While the memtable is lost, only files are read.
func (m *model) read(q Query, now base.Micros, lost bool) (shown []Entry) {
	var all []*modelWrite
	for _, w := range m.writes {
		if !w.gone && q.Rows.Contains(w.Row) && (len(q.Families) == 0 || slices.Contains(q.Families, w.Family)) && !(lost && w.file == 0) {
			all = append(all, w)
		}
	}
	within := func(w *modelWrite) bool { return w.At >= q.From && (q.To == 0 || w.At < q.To) }
	hidden := func(p *modelWrite) bool {
		return slices.ContainsFunc(all, func(d *modelWrite) bool {
			if m.system == HBase && m.family(d.Family).KeepDeleted != KeepNone && !within(d) {
				return false
			}
			return m.covers(d, p)
		})
	}
	isVersion := func(p *modelWrite) bool {
		return p.Kind == Put && within(p) && !replaced(p, all) && (q.Raw || !hidden(p))
	}
	for _, w := range all {
		newer := 0
		for _, p := range all {
			if sameColumn(p, w) && p.At > w.At && isVersion(p) {
				newer++
			}
		}
		f := m.family(w.Family)
		show := false
		switch {
		case w.Kind != Put:
			show = q.Raw && within(w) && !replaced(w, all) && (q.Versions == 0 || newer <= q.Versions)
		case isVersion(w):
			show = q.Versions == 0 || newer < q.Versions
			if m.system == HBase && !q.Raw && !q.Stored {
				show = show && (f.MaxVersions == 0 || newer < f.MaxVersions)
				show = show && (newer < f.MinVersions || f.TTL == 0 || w.At >= now-f.TTL)
			}
		}
		if show {
			shown = append(shown, w.Entry)
		}
	}
	slices.SortFunc(shown, func(a, b Entry) int { return compare(&a, &b) })
	return shown
}

// hidden reports whether a marker hides a put that has been written last.
func (m *model) hidden(e Entry) bool {
	p := &modelWrite{Entry: e}
	p.Seq = uint64(len(m.writes))
	return slices.ContainsFunc(m.writes, func(d *modelWrite) bool { return !d.gone && m.covers(d, p) })
}
