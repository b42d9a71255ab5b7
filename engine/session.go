package engine

import (
	"maps"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/compare"
	"tabletop/engine/console/cbt"
	"tabletop/engine/dataset"
	"tabletop/engine/design"
	"tabletop/engine/plan"
	"tabletop/engine/records"
	"tabletop/engine/run"
	"tabletop/engine/table"
	"tabletop/engine/view"
)

// Options are what a session takes from outside.
type Options struct {
	// Now is the server time, used for cells without a timestamp of their own.
	Now func() base.Micros
	// Stopwatch reads a monotonic clock for the times that [Measure] reports;
	// nil reports none. It never reaches a table.
	Stopwatch func() base.Micros
	// Languages are those beside cbt's, which every session has, such as that of
	// [HBaseShell]. The session refuses other dialects (not-here), and a program without a
	// language is smaller by what it takes.
	Languages []*Language
}

// Session owns the tables of one workspace. It is used by one goroutine.
type Session struct {
	opts    Options
	state   state
	history history
	version uint64
	last    *lastRead
	reads   []consoleRead // of the last console request, the latest behind
	preview *lastRead     // marks the pages in the place of last, if set
	outline outlineOf     // of the table asked for last

	families map[any][]FamilyInfo // as they are described, by the schema

	rest    *unprinted
	touches touches         // of the reader's own commands
	pieces  []string        // of the packed text that the next table is made of
	read    *records.Parsed // records of that text, nil for none
	streams []*streamed     // traffic of the last simulations

	weighings []*weighing   // the last ones
	axis      *compare.Axis // of the data that were weighed last

	checkpoints []checkpoint

	trial trial                // the last
	made  *design.RecordBuffer // the records of the last load, where they are few
	keyed *design.Keys         // the keys of the last [Glimpse]

	sampled   *design.Sample // of the last load of many records, or those of the last estimate
	known     []knownHotness // how hot tables are, the latest first
	estimated *estimated     // what [Estimate] shows, nil for nothing

	// ReadOnly makes the session refuse every change, but for those of [Session.Replay].
	ReadOnly bool
}

// trial is a design that is tried, by its [Rekey.Trial], and the state of the timeline
// that it has led to.
type trial struct{ number, state uint64 }

// state is everything a change can change. A task that rewrites much of it
// works beside it and puts the result in place in its last step.
type state struct {
	tables        map[string]*table.Table
	designs       map[string]*design.Design
	merged        map[string]int64  // by table, records of the text that it was made of that others have replaced
	born          map[string]uint64 // by table, the session's version when it was made
	disabled      map[string]bool   // tables that the HBase shell has disabled
	workload      []plan.Query
	verdicts      []Verdict
	ahead         base.Micros // by how much the clock is ahead of the server's
	step          Step        // that led here, in the states of the history
	replacedBytes int64       // of tables that the next state dropped or rewrote: what keeping this one for undo costs; 0 of the last
	parts         int         // tables and families, which cost memory however few rows they hold; in states of the history
}

// lastRead is what the grid's marks, the strip and the replay are made from.
type lastRead struct {
	view.Marks
	told       *Read // what was told of it, nil where nothing was
	query      table.Query
	newFilter  func() *run.RowFilter // makes the part of the filter that query cannot say, which remembers rows; nil for none
	filterText string                // of that filter, for the trace
}

// New returns an empty session.
func New(o Options) *Session {
	s := &Session{opts: o, families: map[any][]FamilyInfo{}, state: state{
		tables: map[string]*table.Table{}, designs: map[string]*design.Design{}, born: map[string]uint64{}, disabled: map[string]bool{},
	}}
	s.history.now = s.state.clone()
	s.history.now.step.State = s.history.next()
	return s
}

// Do runs a request to its end.
func (s *Session) Do(r Request) Reply {
	t := s.Start(r)
	for !t.Step(1 << 20) {
	}
	return t.Reply()
}

// Replay runs a change again with the time it first had. It does so also where
// the session is read-only: what another one has accepted is no change of ours.
func (s *Session) Replay(c Change) *Task { return s.start(c.Request, c.At, true) }

// Start begins a request at the server time of now. Nothing has happened until
// the task is stepped.
func (s *Session) Start(r Request) *Task {
	now := s.opts.Now() + s.state.ahead
	return s.start(r, now-now%1000, false)
}

func (s *Session) start(r Request, at base.Micros, replayed bool) *Task {
	t := &Task{s: s, at: at, replayed: replayed}
	if s.ReadOnly && !replayed && r.nature().Changes {
		t.fail(base.Refuse(base.CodeReadOnly))
		return t
	}
	if n := r.nature(); !n.AnyState && n.Design == "" {
		s.endEstimate()
	}
	r.start(t)
	return t
}

// Tables describes the tables, by name.
func (s *Session) Tables() []TableInfo { return s.describe(&s.state) }

// Holds returns how many tables there are, and rows in them.
func (s *Session) Holds() (tables, rows int64) {
	for _, t := range s.state.tables {
		rows += int64(t.Len())
	}
	return int64(len(s.state.tables)), rows
}

// What descriptions of tables hold.
const (
	maxWarnings  = 5      // of a table
	MaxDescribed = 20_000 // families, and fields of data sets, of all tables together
)

// described returns the families of a table as they are told of: made when the table
// is first told of with these.
func (s *Session) described(t *table.Table) []FamilyInfo {
	key := t.Schema()
	list, known := s.families[key]
	if !known {
		for _, f := range t.Families() {
			list = append(list, FamilyInfo{Name: f.Name, GC: table.GCString(f.GC), Rule: cbt.GCText(f.GC), Type: f.Type.String()})
		}
		if len(s.families) >= 2*base.MaxTables {
			clear(s.families)
		}
		s.families[key] = list
	}
	return list
}

func (s *Session) describe(st *state) []TableInfo {
	infos := make([]TableInfo, 0, len(st.tables))
	room := MaxDescribed
	for _, name := range slices.Sorted(maps.Keys(st.tables)) {
		t := st.tables[name]
		info := TableInfo{Name: name, Rows: int64(t.Len()), Cells: t.Cells(), Bytes: t.Bytes(), Families: s.described(t)}
		n := min(room, len(info.Families))
		info.Families = info.Families[:n:n]
		room -= n
		for _, w := range t.Warnings() {
			if len(info.Warnings) < maxWarnings {
				info.Warnings = append(info.Warnings, Line{Kind: LineNote, Code: w.Code, Args: w.Args})
			}
		}
		info.Merged = st.merged[name]
		if d := st.designs[name]; d != nil {
			n := min(room, len(d.Data.Fields))
			room -= n
			info.Template, info.Fields, info.Records, info.Recipe = d.Template.String(), d.Data.Fields[:n:n], d.Data.Len(), d.Data.Recipe != nil
			info.NoColumn = d.NoColumn(info.Fields)
			for _, q := range st.workload {
				info.Unread = append(info.Unread, d.Unread(q)...)
			}
			if info.Held = d.Held; info.Held == 0 && d.Data.Time != "" {
				info.Held = info.Cells / int64(max(len(d.Columns), 1))
			} else if info.Held == 0 {
				info.Held = info.Rows
			}
		}
		if e := s.estimated; e != nil && st == &e.state && name == e.table {
			e.describe(&info)
		}
		infos = append(infos, info)
	}
	return infos
}

// Table returns a snapshot of a table: nothing written later shows in it.
func (s *Session) Table(name string) (*table.Table, bool) {
	t, ok := s.state.tables[name]
	if !ok {
		return nil, false
	}
	return t.Clone(), true
}

// Design returns the template and data set of a designed table.
func (s *Session) Design(name string) (template string, data dataset.Spec, ok bool) {
	d := s.state.designs[name]
	if d == nil {
		return "", dataset.Spec{}, false
	}
	return d.Template.String(), d.Data, true
}

// Columns returns where a designed table stores the fields of its data set.
func (s *Session) Columns(name string) []plan.Column {
	if d := s.state.designs[name]; d != nil {
		return d.Columns
	}
	return nil
}

// Plan returns how a query is read from a designed table, by what is known of its data.
func (s *Session) Plan(name string, q plan.Query) (p plan.Plan, ok bool) {
	d := s.state.designs[name]
	if d == nil {
		return plan.Plan{}, false
	}
	return d.Plan(q, s.state.tables[name]), true
}

// Verdicts returns what the workload was last measured to cost.
func (s *Session) Verdicts() []Verdict { return s.state.verdicts }

// Version grows with every change.
func (s *Session) Version() uint64 { return s.version }

// find returns a table, or the refusal that names the nearest one.
func (s *Session) find(name string) (*table.Table, error) {
	if t, ok := s.state.tables[name]; ok {
		return t, nil
	}
	return nil, base.Refuse(base.CodeNoTable, name, base.Nearest(name, slices.Sorted(maps.Keys(s.state.tables))))
}

// Page returns the rows of a window, marked with what the last read did with
// them. An unknown table gives an empty page.
func (s *Session) Page(w Window) Page {
	p := Page{Table: w.Table}
	shown := &s.state
	if past, ok := s.stateOf(w.State); ok {
		shown, p.State = past, w.State
	}
	t, ok := shown.tables[w.Table]
	if !ok {
		return p
	}
	p.Total = t.Len()
	count, margin := w.count(), w.margin()
	p.First = min(max(w.Offset, 0), max(p.Total-count, 0))
	p.Offset = max(p.First-margin, 0)
	for r := range t.At(p.Offset, p.First+count+margin-p.Offset) {
		row := PageRow{Key: r.Key(), Cells: pageCells(r, w.Versions)}
		row.Mark = s.shownIn(p.State).mark(t, r.Key())
		p.Rows = append(p.Rows, row)
	}
	return p
}

// Offset returns how many rows of a table stand before the first row that the
// read which marks its pages scanned; ok is false when it scanned none of this table.
func (s *Session) Offset(name string) (offset int, ok bool) {
	l, t := s.shown(), s.state.tables[name]
	if l == nil || t == nil || l.Table != name || len(l.Ranges) == 0 {
		return 0, false
	}
	return s.outlined(t).Rank(t, l.Ranges[0].Start), true
}

// OffsetOf returns how many rows of a table stand before a row; ok is false where there
// is no such table.
func (s *Session) OffsetOf(name string, row base.RowKey) (offset int, ok bool) {
	t := s.state.tables[name]
	if t == nil {
		return 0, false
	}
	return s.outlined(t).Rank(t, row), true
}

// shownIn returns the read that the pages of a state are marked by, nil for none.
func (s *Session) shownIn(state uint64) *lastRead {
	switch {
	case state == 0:
		return s.shown()
	case state == EstimateState && s.estimated != nil:
		return s.estimated.read
	}
	return nil
}

// shown returns the read that the pages of now are marked by, nil for none.
func (s *Session) shown() *lastRead {
	if s.preview != nil {
		return s.preview
	}
	return s.last
}

// LastRead returns the read whose rows are marked while no other one is previewed, nil for
// none.
func (s *Session) LastRead() *Read {
	if s.last == nil {
		return nil
	}
	return s.last.told
}

// mark returns what a read, nil for none, did with a row.
func (l *lastRead) mark(t *table.Table, key base.RowKey) Mark {
	switch {
	case l == nil || !l.Scanned(t, key):
		return Unread
	case l.Returns(t, key):
		return Returned
	}
	return Scanned
}

// maxReads is how many reads of a console request are remembered.
const maxReads = 16

// consoleRead is one read of a console request.
type consoleRead struct {
	Read
	marks *lastRead
}

// Reads returns the reads of the last console request, up to the latest 16 of them,
// the latest behind.
func (s *Session) Reads() []Read {
	out := make([]Read, len(s.reads))
	for i, r := range s.reads {
		out[i] = r.Read
	}
	return out
}

// Returned reports whether read i of [Session.Reads] returned a row, as the table
// is now.
func (s *Session) Returned(i int, key base.RowKey) bool {
	r := s.reads[i]
	t, ok := s.state.tables[r.Table]
	return ok && r.marks.mark(t, key) == Returned
}

// ReturnedColumns returns the columns, written family:qualifier and in order, that read i of
// [Session.Reads] returned of a row, as the table is now. It returns none of a row that the
// read did not return, and of a stateful filter of the HBase shell it knows no column.
func (s *Session) ReturnedColumns(i int, key base.RowKey) (columns []string) {
	r := s.reads[i]
	if !s.Returned(i, key) {
		return nil
	}
	var st table.Stats
	for row := range s.state.tables[r.Table].Scan(table.Query{Ranges: []base.Range{base.Point(key)}, Filter: r.marks.Filter}, &st) {
		for c := range row.Cells() {
			columns = append(columns, string(c.Family)+":"+string(c.Qualifier))
		}
	}
	return slices.Compact(columns)
}

// maxWantedRows is how many rows that a question wants are looked for, at most, in a read.
const maxWantedRows = 10_000

// WantedOf returns how many rows of a table a question of the workload wants, and how many of
// them read i of [Session.Reads] returned, as the table is now. It returns false for a question
// that this table does not answer, and for one that would read more than 10,000 rows.
func (s *Session) WantedOf(i int, query string) (wanted, returned int64, ok bool) {
	r := s.reads[i]
	at := slices.IndexFunc(s.state.workload, func(q plan.Query) bool { return q.ID == query })
	if at < 0 {
		return 0, 0, false
	}
	q := s.state.workload[at]
	name, p := compare.Best(s.state.designs, s.state.tables, q)
	if name != r.Table || p.Limit > 0 {
		return 0, 0, false
	}
	st := table.Stats{}
	picked := compare.NewWantedRows(s.state.designs[name], q, p, s.state.tables[name], false)
	for row := range s.state.tables[name].Scan(compare.Reads(p)[0].Query, &st) {
		if st.RowsScanned > maxWantedRows {
			return 0, 0, false
		}
		if picked != nil && !picked.Takes(row.Key()) {
			continue
		}
		if wanted++; r.marks.mark(s.state.tables[name], row.Key()) == Returned {
			returned++
		}
	}
	return wanted, returned, true
}
