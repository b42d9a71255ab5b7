package engine

import (
	"maps"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/hbase"
	"tabletop/engine/storage"
	"tabletop/engine/table"
)

// storedFiles is what the HBase shell keeps of a table besides its rows: the log, the memstores and
// the files that its commands have led to. A table has the puts that no tombstone hides, as a read of
// [storage.Query.Stored] returns them; the files have the rest too.
//
// Only the shell's commands write to the files. After any other change of the table they count as
// replaced by a single one, with the rows that the table then has. A storedFiles is never changed.
type storedFiles struct {
	store    *storage.Store
	bulk     *table.Table // the rows that the store began with, nil for none
	of       any          // the identity of the table that the files are of
	born     uint64       // as in state.born
	settings map[base.Family]familySettings
	next     base.Micros     // the earliest time that the server gives to a write: after the last deletion
	last     *FilesRewritten // nil for none
}

// familySettings are the settings of a family in HBase that no garbage-collection rule has.
type familySettings struct {
	keep storage.KeepDeleted
	min  int // MIN_VERSIONS of a family without a TTL, where it has no effect
}

// keepDeletedOf has the values of KEEP_DELETED_CELLS, by number.
var keepDeletedOf = [...]string{"FALSE", "TRUE", "TTL"}

// image returns the image of the files, or of the settings alone.
func (f *storedFiles) image(files bool) *StoredImage {
	im := &StoredImage{Next: f.next}
	for _, name := range slices.Sorted(maps.Keys(f.settings)) {
		im.Settings = append(im.Settings, FamilySettings{name, f.settings[name].keep, f.settings[name].min})
	}
	if files {
		stored := f.store.Image()
		im.Files, im.Bulk, im.Last = &stored, f.bulk, f.last
	}
	return im
}

// restore returns the files of an image for its table. It returns false if they are not valid.
func (im *StoredImage) restore(tab *table.Table) (f *storedFiles, ok bool) {
	f = &storedFiles{next: im.Next, last: im.Last, bulk: im.Bulk, settings: map[base.Family]familySettings{}}
	for _, s := range im.Settings {
		if tab.CheckFamily(s.Family) != nil || s.KeepDeleted > storage.KeepUntilTTL || s.MinVersions < 0 {
			return nil, false
		}
		f.settings[s.Family] = familySettings{s.KeepDeleted, s.MinVersions}
	}
	if im.Files == nil {
		return f, true
	}
	var bulk storage.Bulk
	if im.Bulk != nil {
		bulk = bulkOf{im.Bulk}
	}
	f.store, ok = storage.FromImage(storage.HBase, f.families(tab), bulk, *im.Files)
	return f, ok
}

// change makes a change of the settings.
func (s *familySettings) change(c console.FamilyChange) {
	if i := slices.Index(keepDeletedOf[:], c.KeepDeleted); i >= 0 {
		s.keep = storage.KeepDeleted(i)
	}
	if c.MinVersions != 0 {
		s.min = max(c.MinVersions, 0)
	}
}

// followed returns the files of a table that only the shell's commands have written to since it was
// made or replaced, nil for another table.
func (s *state) followed(tab *table.Table) *storedFiles {
	f := s.stored[tab.Name()]
	if f == nil || f.born != s.born[tab.Name()] || f.of != tab.Identity() {
		return nil
	}
	return f
}

// filesOf returns a copy of the files of a table, for a command that changes them. The copy takes
// effect with [state.setFiles].
func (s *state) filesOf(tab *table.Table) *storedFiles {
	if f := s.followed(tab); f != nil {
		c := *f
		c.store = f.store.Clone()
		return &c
	}
	c := storedFiles{born: s.born[tab.Name()]}
	if f := s.stored[tab.Name()]; f != nil && f.born == c.born {
		c = *f
	}
	c.load(tab)
	return &c
}

// load makes the rows that a table has the only file of each family.
func (f *storedFiles) load(tab *table.Table) {
	f.store, f.bulk, f.last = storage.New(storage.HBase, f.families(tab)...), nil, nil
	if tab.Len() > 0 {
		f.bulk = tab.Clone()
		f.store.Load(bulkOf{f.bulk})
	}
}

// setFiles makes the files those of a table.
func (s *state) setFiles(tab *table.Table, f *storedFiles) {
	f.of = tab.Identity()
	if s.stored == nil {
		s.stored = map[string]*storedFiles{}
	}
	s.stored[tab.Name()] = f
}

// settingsOf returns the settings of a family of a table.
func (s *state) settingsOf(tab *table.Table, family base.Family) familySettings {
	if f := s.stored[tab.Name()]; f != nil && f.born == s.born[tab.Name()] {
		return f.settings[family]
	}
	return familySettings{}
}

// families returns a table's families with their settings.
func (f *storedFiles) families(tab *table.Table) (list []storage.Family) {
	for _, info := range tab.Families() {
		d, _ := hbase.DescribeFamily(info)
		list = append(list, storage.Family{
			Name: info.Name, MaxVersions: d.Versions, MinVersions: d.MinVersions, TTL: base.Micros(d.TTL.Microseconds()), KeepDeleted: f.settings[info.Name].keep,
		})
	}
	return list
}

// change makes changes of the settings of families, and drops those of families that tab does not have.
func (f *storedFiles) change(tab *table.Table, changes []console.FamilyChange) {
	settings := maps.Clone(f.settings)
	for _, c := range changes {
		s := settings[c.Family]
		if s.change(c); s != f.settings[c.Family] {
			if settings == nil {
				settings = map[base.Family]familySettings{}
			}
			settings[c.Family] = s
		}
	}
	maps.DeleteFunc(settings, func(name base.Family, _ familySettings) bool { return tab.CheckFamily(name) != nil })
	f.settings = settings
}

// alterFiles brings the files of a table to the families that it has after changes. If a family of
// rows that were not written by the shell is gone, the files become a single one.
func (s *state) alterFiles(before, after *table.Table, changes []console.FamilyChange) {
	f := s.filesOf(before)
	f.change(after, changes)
	if s.stored[before.Name()] == nil && len(f.settings) == 0 {
		return
	}
	if f.bulk != nil && slices.ContainsFunc(changes, func(c console.FamilyChange) bool { return c.Delete }) {
		f.load(after)
		s.setFiles(after, f)
		return
	}
	if f.bulk != nil {
		bulk := f.bulk.Clone()
		for _, info := range after.Families() {
			if bulk.CheckFamily(info.Name) != nil {
				_ = bulk.CreateFamilies(info)
			}
			_ = bulk.SetGC(info.Name, info.GC)
		}
		f.bulk = bulk
		f.store.ReplaceBulk(bulkOf{bulk})
	}
	f.store.SetFamilies(f.families(after)...)
	s.setFiles(after, f)
}

// write writes entries of one row. If a tombstone hides one of them, the row of the table is made
// again, and hidden is true.
func (f *storedFiles) write(tab *table.Table, now base.Micros, entries ...storage.Entry) (hidden bool, err error) {
	f.store.Write(entries...)
	for _, e := range entries {
		hidden = hidden || e.Kind != storage.Put || f.store.Hides(e)
	}
	if hidden {
		err = f.restoreRow(tab, entries[0].Row, now)
	}
	return hidden, err
}

// restoreRow gives a row of the table the puts that the files have of it and no tombstone hides.
func (f *storedFiles) restoreRow(tab *table.Table, key base.RowKey, now base.Micros) error {
	shown, _ := f.store.Read(storage.Query{Rows: base.PointRange(key), Stored: true}, now)
	row, _ := tab.Get(key)
	cells := slices.Collect(row.Cells())
	var muts []table.Mutation
	for len(shown)+len(cells) > 0 {
		order := 1 // a cell of the table that no file shows comes next
		switch {
		case len(cells) == 0:
			order = -1
		case len(shown) > 0:
			order = cellOf(shown[0]).Compare(cells[0])
		}
		if order <= 0 {
			if e := shown[0]; order < 0 || e.Value != cells[0].Value {
				muts = append(muts, table.SetCell{Family: e.Family, Qualifier: e.Qualifier, At: e.At, Value: e.Value})
			}
			shown = shown[1:]
		} else {
			c := cells[0]
			muts = append(muts, table.DeleteColumn{Family: c.Family, Qualifier: c.Qualifier, Start: c.At, End: c.At + tab.Granularity()})
		}
		if order >= 0 {
			cells = cells[1:]
		}
	}
	for part := range slices.Chunk(muts, base.MaxMutations) {
		if err := tab.Mutate(key, now, part); err != nil {
			return err
		}
	}
	return nil
}

// cellOf returns the cell of a put.
func cellOf(e storage.Entry) base.Cell {
	return base.Cell{Family: e.Family, Qualifier: e.Qualifier, At: e.At, Value: e.Value}
}

// serverTime returns the time that the server gives a write at the time now. It is after that of the
// last deletion, so that the deletion does not hide what is put later.
func (f *storedFiles) serverTime(now base.Micros) base.Micros {
	return max(now, f.next)
}

// delete writes markers of one row, at the time now that [storedFiles.serverTime] gave.
func (f *storedFiles) delete(tab *table.Table, now base.Micros, markers ...storage.Entry) error {
	f.next = now + base.Millisecond
	_, err := f.write(tab, now, markers...)
	return err
}

// tombstones returns the markers of deleteall for a row. now is the time of a deletion without one.
func (f *storedFiles) tombstones(cmd console.DeleteVersions, row base.RowKey, now base.Micros) []storage.Entry {
	at := cmd.UpTo
	if at == console.NewestVersion {
		at = now
	}
	if cmd.Family == "" {
		return f.store.RowMarkers(row, at)
	}
	marker := storage.Entry{Kind: storage.DeleteColumn, Row: row, Family: cmd.Family, Qualifier: cmd.Qualifier, At: at}
	if cmd.All {
		marker.Kind, marker.Qualifier = storage.DeleteFamily, ""
	}
	return []storage.Entry{marker}
}

// bulkOf is a table as the rows that a store begins with.
type bulkOf struct{ tab *table.Table }

// EachCell calls yield for the cells of a range of rows until it returns false.
func (b bulkOf) EachCell(r base.Range, yield func(base.RowKey, base.Cell) bool) {
	for row := range b.tab.Scan(table.ScanQuery{Ranges: []base.Range{r}}, nil) {
		for c := range row.Cells() {
			if !yield(row.Key(), c) {
				return
			}
		}
	}
}

// How many rows and cells of a table are looked at to describe the files of each family.
const (
	sampledRows  = 256
	sampledCells = 4096
)

// Describe describes the cells of some families. If the table is large, all but the keys are estimated
// from the first rows.
func (b bulkOf) Describe(families []base.Family) (d storage.FileInfo, exact bool) {
	rows, cells, bytes := 0, 0, int64(0)
	for row := range b.tab.RowsAt(0, sampledRows) {
		rows, bytes = rows+1, bytes+row.Bytes()
		puts := d.Puts
		for c := range row.Cells() {
			if cells++; !slices.Contains(families, c.Family) {
				continue
			}
			if d.Puts == 0 {
				d.Oldest, d.Newest = c.At, c.At
			}
			e := storage.Entry{Row: row.Key(), Family: c.Family, Qualifier: c.Qualifier, Value: c.Value}
			d.Puts, d.Bytes, d.Oldest, d.Newest = d.Puts+1, d.Bytes+e.Bytes(), min(d.Oldest, c.At), max(d.Newest, c.At)
		}
		if d.Puts > puts {
			d.Rows++
		}
		if cells >= sampledCells {
			break
		}
	}
	n := b.tab.Len()
	if n > 0 {
		keys := b.tab.KeysAt([]int{0, n - 1})
		d.First, d.Last = keys[0], keys[len(keys)-1]
	}
	if rows < n {
		share := float64(b.tab.Bytes()) / float64(bytes)
		d.Rows, d.Puts, d.Bytes = min(int(float64(d.Rows)*share), n), int(float64(d.Puts)*share), int64(float64(d.Bytes)*share)
	}
	return d, rows == n
}

// FilesRewritten is the last flush or compaction of a table.
type FilesRewritten struct {
	How  console.Rewriting `wire:"1"`
	At   base.Micros       `wire:"2"`
	Work storage.Work      `wire:"3"`
}

// compactBulk removes from the rows that the shell did not write the cells that the families' rules no
// longer keep, in steps.
func (t *Task) compactBulk(f *storedFiles) {
	f.bulk = f.bulk.Clone()
	t.rowsDone, t.rowsTotal = 0, int64(f.bulk.Len())
	var report table.GarbageReport
	for more := true; more; more = report.Resume != "" {
		before := report.Rows
		f.bulk.CompactSlice(t.at, int(t.left()), &report)
		t.rowsDone = report.Rows
		t.spend(report.Rows - before)
	}
}

// rewriteFiles flushes or compacts the files of a table. A major compaction includes the rows that the
// shell did not write. It begins again if the session has changed meanwhile.
func (t *Task) rewriteFiles(cmd console.RewriteFiles) error {
	for {
		tab, err := t.s.find(cmd.Table)
		if err != nil {
			return err
		}
		version := t.s.version
		f := t.s.state.filesOf(tab)
		rows := f.store.WrittenRows(base.AllKeys, false)
		fresh := tab.Clone()
		var work storage.Work
		switch cmd.How {
		case console.Flush:
			work = f.store.Flush(t.at)
		case console.Compact:
			work = f.store.CompactMinor(t.at)
		case console.MajorCompact:
			if f.bulk != nil {
				t.compactBulk(f)
				if fresh, err = f.bulk.CloneAs(cmd.Table); err != nil {
					return err
				}
				fresh.SetSplitKeys(tab.SplitKeys())
			}
			work = f.store.CompactMajor(t.at)
		}
		if err := f.replaceBulk(rows); err != nil {
			return err
		}
		if err := t.restoreRows(fresh, f, rows); err != nil {
			return err
		}
		if t.s.version != version {
			continue
		}
		f.last = &FilesRewritten{cmd.How, t.at, work}
		t.s.state.tables[cmd.Table] = fresh
		t.s.state.setFiles(fresh, f)
		return nil
	}
}

// replaceBulk makes f.bulk the bulk of the files after a compaction. rows are those in which something
// was written before it. What the compaction has written again leaves the bulk.
func (f *storedFiles) replaceBulk(rows []base.RowKey) error {
	if f.bulk == nil {
		return nil
	}
	bulk := f.bulk.Clone()
	for _, row := range rows {
		if _, found := bulk.Get(row); !found {
			continue
		}
		var gone []table.Mutation
		for _, info := range bulk.Families() {
			if f.store.IsReplaced(info.Name, row) {
				gone = append(gone, table.DeleteFamilyCells{Family: info.Name})
			}
		}
		if len(gone) > 0 {
			if err := bulk.Mutate(row, 0, gone); err != nil {
				return err
			}
		}
	}
	f.store.ReplaceBulk(bulkOf{bulk})
	if f.bulk = bulk; bulk.Len() == 0 {
		f.bulk = nil
	}
	return nil
}

// restoreRows gives rows of a table what the files have of them, in steps.
func (t *Task) restoreRows(tab *table.Table, f *storedFiles, rows []base.RowKey) error {
	for _, row := range rows {
		if err := f.restoreRow(tab, row, t.at); err != nil {
			return err
		}
		t.spend(1)
	}
	return nil
}

// compactFiles returns the files of a table after a flush and a major compaction, nil if the shell has
// not written to it. tab is the table after garbage was collected from it, and before the table before
// that.
func (t *Task) compactFiles(before, tab *table.Table) (*storedFiles, error) {
	if t.s.state.stored[before.Name()] == nil {
		return nil, nil
	}
	f := t.s.state.filesOf(before)
	rows := f.store.WrittenRows(base.AllKeys, false)
	work := f.store.Flush(t.at)
	work.Add(f.store.CompactMajor(t.at))
	if f.bulk != nil {
		f.bulk = tab.Clone()
	}
	if err := f.replaceBulk(rows); err != nil {
		return nil, err
	}
	f.last = &FilesRewritten{console.MajorCompact, t.at, work}
	return f, t.restoreRows(tab, f, rows)
}

// DescribeStorage asks for the log, the memstores and the files of a table, as the commands of the
// HBase shell have made them.
type DescribeStorage struct {
	Table string `wire:"1"`
}

func (DescribeStorage) traits() RequestTraits {
	return RequestTraits{OnlyLooks: true, Urgency: UrgencyAtOnce, Unjudged: true}
}

func (r DescribeStorage) start(t *Task) {
	d, ok := t.s.DescribeStorage(r.Table)
	if !ok {
		_, err := t.s.find(r.Table)
		t.fail(err)
		return
	}
	t.reply.Answer = d
}

// StorageDescribed is the answer to [DescribeStorage].
type StorageDescribed struct {
	Table   string
	Version uint64 // of the session
	// Followed is false for a table to which the HBase shell has not written. Its rows then count as
	// one file for each family.
	Followed bool
	storage.Layout
	Last     *FilesRewritten   // the last flush or compaction, nil for none
	LastRead *storage.ReadCost // what the last read of the session looked into, nil if it was of another table
	// Uses says what LastRead did with the files that there were then. A table that is not followed has
	// none.
	Uses []storage.UsedFile
}

func (*StorageDescribed) answer() {}

// MarkerCount returns how many tombstones there are, in memory and in files.
func (d *StorageDescribed) MarkerCount() (n int64) {
	for _, m := range d.Memtables {
		n += int64(m.Markers)
	}
	for _, f := range d.Files {
		n += int64(f.Markers)
	}
	return n
}

// UseOf returns what the last read did with a file, given by its number. The result ok is false if it
// did not have the file.
func (d *StorageDescribed) UseOf(number int) (use storage.FileUse, ok bool) {
	i := slices.IndexFunc(d.Uses, func(u storage.UsedFile) bool { return u.Number == number })
	if i < 0 {
		return 0, false
	}
	return d.Uses[i].Use, true
}

// DescribeStorage describes the log, the memstores and the files of a table. The result ok is false if
// there is no such table.
func (s *Session) DescribeStorage(name string) (d *StorageDescribed, ok bool) {
	tab, ok := s.state.tables[name]
	if !ok {
		return nil, false
	}
	f := s.state.followed(tab)
	d = &StorageDescribed{Table: name, Version: s.version, Followed: f != nil}
	if f == nil {
		f = s.state.filesOf(tab)
	}
	d.Layout, d.Last = f.store.Layout(), f.last
	if s.last != nil && s.last.Table == name {
		if d.LastRead = &s.last.cost; d.Followed {
			d.Uses = s.last.uses
		}
	}
	return d, true
}

// maxStoredRows is the number of rows up to which [Session.StoredEntries] reads a table.
const maxStoredRows = 1000

// StoredEntries returns all puts and tombstones under a small table in HBase, hidden ones too, and the
// settings of its families. The result ok is false if there is no such table, or a larger one.
func (s *Session) StoredEntries(name string) (entries []storage.Entry, families []storage.Family, ok bool) {
	tab, ok := s.state.tables[name]
	if !ok || tab.Len() > maxStoredRows {
		return nil, nil, false
	}
	f := s.state.filesOf(tab)
	entries, _ = f.store.Read(storage.Query{Raw: true}, 0)
	return entries, f.families(tab), true
}

// costOfRead returns what a read of a table has looked into. The cells that it has met in the table
// count as walked over, and also the tombstones of the rows and what they hide. uses is as in
// [StorageDescribed].
func (s *Session) costOfRead(tab *table.Table, q storage.Query, ranges []base.Range, now base.Micros, st *table.ScanStats) (cost storage.ReadCost, uses []storage.UsedFile) {
	if len(ranges) > 0 {
		q.Rows = base.Range{Start: ranges[0].Start, End: ranges[len(ranges)-1].End}
	}
	cost.Files = min(tab.Len(), 1)
	var f *storedFiles
	if own := s.state.tables[tab.Name()]; own != nil { // it may have been dropped during the read
		f = s.state.followed(own)
	}
	if f != nil {
		cost, uses = f.store.Consult(q, now)
	}
	cost.Puts, cost.Returned = int(st.CellsScanned), int(st.CellsReturned)
	if f == nil {
		return cost, nil
	}
	// The table has the expired cells of files that are skipped by their times, and the read has met them.
	for _, row := range f.store.WrittenRows(q.Rows, cost.SkippedByTime == 0) {
		if !inRanges(ranges, row) {
			continue
		}
		_, walked := f.store.Read(storage.Query{Rows: base.PointRange(row), Families: q.Families}, now)
		visible, _ := f.store.Read(storage.Query{Rows: base.PointRange(row), Families: q.Families, Stored: true}, now)
		cost.Markers += walked.Markers
		cost.Puts += walked.Puts - len(visible)
	}
	return cost, uses
}

// inRanges reports whether a row is in one of some ranges, or there are none.
func inRanges(ranges []base.Range, row base.RowKey) bool {
	return len(ranges) == 0 || slices.ContainsFunc(ranges, func(r base.Range) bool { return r.Contains(row) })
}

// describeFamily returns a family of a table as the HBase shell describes it.
func (s *state) describeFamily(tab *table.Table, info table.FamilyInfo) hbase.Family {
	f, _ := hbase.DescribeFamily(info)
	settings := s.settingsOf(tab, info.Name)
	f.KeepDeleted = keepDeletedOf[settings.keep]
	if f.TTL == 0 {
		f.MinVersions = settings.min
	}
	return f
}
