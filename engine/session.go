package engine

import (
	"maps"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/compare"
	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
	"tabletop/engine/dataset"
	"tabletop/engine/design"
	"tabletop/engine/plan"
	"tabletop/engine/records"
	"tabletop/engine/run"
	"tabletop/engine/storage"
	"tabletop/engine/table"
	"tabletop/engine/view"
)

// Options are what a session needs from its surroundings.
type Options struct {
	// Now returns the server time, in microseconds. Cells without a timestamp of their own get it.
	// It must be set.
	Now func() base.Micros
	// Stopwatch reads a monotonic clock, in microseconds. Its differences are the times that
	// [MeasureDesigns] and the HBase shell report; nil reports none. It never affects a table.
	Stopwatch func() base.Micros
	// Interpreters are the console languages besides that of cbt, which every session has; see
	// [HBaseInterpreter]. The session refuses other dialects (not-here). A program that does not name a
	// language does not contain its code.
	Interpreters []*Interpreter
}

// Session owns the tables of one workspace. It is not safe for concurrent use: all of its methods,
// and the steps of its tasks, must be called from one goroutine.
type Session struct {
	opts    Options
	state   state
	history history
	version uint64
	last    *lastRead     // the last read, nil for none
	reads   []consoleRead // reads of the last console request, the latest last, at most maxReads
	preview *lastRead     // if set, marks the pages instead of last
	outline outlineOf     // of the table that was asked for last

	// families holds the descriptions of families that were made before, by the table's schema.
	families map[any][]FamilyInfo // as they are described, by the schema

	rest    *unprinted             // rows that [PrintMore] prints next, nil for none
	touches touches                // operations of the reader's own commands
	pieces  []string               // packed text that the next table is made of
	read    *records.ParsedRecords // records that were read ahead from that text, nil for none
	streams []*streamed            // traffic of the latest simulations

	comparisons []*comparison        // the latest first, at most comparedKept
	axis        *compare.FieldGrowth // of the data that were compared last

	checkpoints []checkpoint

	trial trial                // the last one
	made  *design.RecordBuffer // records of the last load, if there are few
	keyed *design.RecordKeys   // keys of the last [PreviewRekey]

	sampled   *design.RecordSample // sample of the last load of many records, or of the last estimate
	known     []knownHotness       // how hot tables are, the latest first
	estimated *estimated           // what [EstimateRekey] shows, nil for nothing

	// ReadOnly makes the session refuse every change, except those of [Session.Replay].
	ReadOnly bool
}

// trial is the number of a trial, see [Rekey.Trial], and the state of the timeline that it led to.
type trial struct{ number, state uint64 }

// state is everything that a change can change. A task that rewrites much of it works on a copy
// and puts the result in place at the end.
type state struct {
	tables        map[string]*table.Table
	designs       map[string]*design.Design
	merged        map[string]int64  // by table: records of its text that later records replaced
	born          map[string]uint64 // by table: the session's version when the table was made
	disabled      map[string]bool   // tables that the HBase shell has disabled
	stored        map[string]*storedFiles
	workload      []plan.Query
	verdicts      []Verdict
	ahead         base.Micros  // by how much the session's clock is ahead of the server's
	step          TimelineStep // the change that led here; set in the states of the history
	replacedBytes int64        // bytes of tables that the next state dropped or rewrote, which are kept for undo; 0 for the last state
	parts         int          // number of tables and families, which use memory even without rows; set in the states of the history
}

// lastRead is a read that the session remembers. The marks of the grid, the strip and [TraceLastRead] are
// made from it.
type lastRead struct {
	view.ReadMarks
	told       *ReadReport // how the reply described it, nil if it did not
	query      table.ScanQuery
	newFilter  func() *run.HBaseRowFilter // makes the part of the filter that query cannot express and that keeps state between rows; nil for none
	filterText string                     // source text of that filter, for the trace
	shell      console.Read               // as a command of the HBase shell asked for it; without a table if none did
	cost       storage.ReadCost           // what it has looked into
	uses       []storage.UsedFile         // what it has done with each file
}

// New returns an empty session. [Options.Now] must be set.
func New(o Options) *Session {
	s := &Session{opts: o, families: map[any][]FamilyInfo{}, state: state{
		tables: map[string]*table.Table{}, designs: map[string]*design.Design{}, born: map[string]uint64{}, disabled: map[string]bool{},
	}}
	s.history.now = s.state.clone()
	s.history.now.step.State = s.history.next()
	return s
}

// Do runs a request to its end and returns its reply.
func (s *Session) Do(r Request) Reply {
	t := s.Start(r)
	for !t.Step(1 << 20) {
	}
	return t.Reply()
}

// Replay returns a task that runs an accepted change again, at the time it first had. It works in
// a read-only session too, because the change has already been accepted elsewhere.
func (s *Session) Replay(c Change) *Task { return s.start(c.Request, c.At, true) }

// Start returns a task for a request, at the current server time in whole milliseconds. A request
// that needs little work may already be refused, answered or applied when Start returns; all other
// work waits for the first step.
func (s *Session) Start(r Request) *Task {
	now := s.opts.Now() + s.state.ahead
	return s.start(r, now-now%1000, false)
}

// start makes the task of a request that runs at a given time. It ends a shown estimate unless the
// request is about any state.
func (s *Session) start(r Request, at base.Micros, replayed bool) *Task {
	t := &Task{s: s, at: at, replayed: replayed, looking: storage.Query{Stored: true}}
	if s.ReadOnly && !replayed && r.traits().Changes {
		t.fail(base.Refuse(base.CodeReadOnly))
		return t
	}
	if n := r.traits(); !n.AnyState && n.DesignedTable == "" {
		s.endEstimate()
	}
	r.start(t)
	return t
}

// Tables describes the tables, sorted by name.
func (s *Session) Tables() []TableInfo { return s.describe(&s.state) }

// TableAndRowCount returns the number of tables and the number of rows in all of them.
func (s *Session) TableAndRowCount() (tables, rows int64) {
	for _, t := range s.state.tables {
		rows += int64(t.Len())
	}
	return int64(len(s.state.tables)), rows
}

// Bounds of the descriptions of tables.
const (
	maxWarnings  = 5      // of one table
	maxDescribed = 20_000 // families, and fields of data sets, of all tables together
)

// described returns the descriptions of a table's families. They are made once for each schema and
// then reused.
func (s *Session) described(t *table.Table) []FamilyInfo {
	key := t.SchemaIdentity()
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

// describe returns the descriptions of a state's tables, sorted by name. All together they list at
// most maxDescribed families and fields. If the state is the estimated one, the estimated table
// is described as if it held all records.
func (s *Session) describe(st *state) []TableInfo {
	infos := make([]TableInfo, 0, len(st.tables))
	room := maxDescribed
	for _, name := range slices.Sorted(maps.Keys(st.tables)) {
		t := st.tables[name]
		info := TableInfo{Name: name, Rows: int64(t.Len()), Cells: t.CellCount(), Bytes: t.Bytes(), Families: s.described(t)}
		n := min(room, len(info.Families))
		info.Families = info.Families[:n:n]
		room -= n
		for _, w := range t.Warnings() {
			if len(info.Warnings) < maxWarnings {
				info.Warnings = append(info.Warnings, OutputLine{Kind: LineNote, Code: w.Code, Args: w.Args})
			}
		}
		info.ReplacedRecords = st.merged[name]
		if d := st.designs[name]; d != nil {
			n := min(room, len(d.Data.Fields))
			room -= n
			info.Template, info.Fields, info.Records, info.Recipe = d.Template.String(), d.Data.Fields[:n:n], d.Data.Len(), d.Data.Recipe != nil
			info.FieldsWithoutColumn = d.FieldsWithoutColumn(info.Fields)
			for _, q := range st.workload {
				info.NonNumeric = append(info.NonNumeric, d.NonNumericFields(q)...)
			}
			// If the number of held records is unknown, it is estimated. Records with times of
			// their own can share a row as versions, so their cells are counted; otherwise each
			// row is a record.
			if info.KeptRecords = d.KeptRecords; info.KeptRecords == 0 && d.Data.Time != "" {
				info.KeptRecords = info.Cells / int64(max(len(d.Columns), 1))
			} else if info.KeptRecords == 0 {
				info.KeptRecords = info.Rows
			}
		}
		if e := s.estimated; e != nil && st == &e.state && name == e.table {
			e.describe(&info)
		}
		infos = append(infos, info)
	}
	return infos
}

// Table returns a snapshot of a table. Later writes do not show in it.
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

// FieldColumns returns the columns in which a designed table stores the fields of its data set, nil for
// a table without a design.
func (s *Session) FieldColumns(name string) []plan.FieldColumn {
	if d := s.state.designs[name]; d != nil {
		return d.Columns
	}
	return nil
}

// Plan returns how a query is read from a designed table. The plan uses what is known of the
// table's data; ok is false for a table without a design.
func (s *Session) Plan(name string, q plan.Query) (p plan.Plan, ok bool) {
	d := s.state.designs[name]
	if d == nil {
		return plan.Plan{}, false
	}
	return d.Plan(q, s.state.tables[name]), true
}

// Verdicts returns what the workload cost when it was last measured.
func (s *Session) Verdicts() []Verdict { return s.state.verdicts }

// Version returns a number that grows with every change, and with every change of the estimate.
func (s *Session) Version() uint64 { return s.version }

// find returns a table, or a refusal that suggests the most similar name.
func (s *Session) find(name string) (*table.Table, error) {
	if t, ok := s.state.tables[name]; ok {
		return t, nil
	}
	return nil, base.Refuse(base.CodeNoTable, name, base.Nearest(name, slices.Sorted(maps.Keys(s.state.tables))))
}

// Page returns the rows of a window, marked with what the last read, or the preview, did with
// them. An unknown table gives an empty page.
func (s *Session) Page(w RowWindow) RowPage {
	p := RowPage{Table: w.Table}
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
	// The window ends with the last row of the table at the latest.
	p.First = min(max(w.Offset, 0), max(p.Total-count, 0))
	p.Offset = max(p.First-margin, 0)
	for r := range t.RowsAt(p.Offset, p.First+count+margin-p.Offset) {
		row := PageRow{Key: r.Key(), Cells: pageCells(r, w.Versions)}
		row.Mark = s.shownIn(p.State).mark(t, r.Key())
		p.Rows = append(p.Rows, row)
	}
	return p
}

// FirstScannedOffset returns how many rows of a table come before the first row that was scanned by
// the read that marks the pages. The result ok is false if that read scanned nothing in this table.
func (s *Session) FirstScannedOffset(name string) (offset int, ok bool) {
	l, t := s.shown(), s.state.tables[name]
	if l == nil || t == nil || l.Table != name || len(l.Ranges) == 0 {
		return 0, false
	}
	return s.outlined(t).Rank(t, l.Ranges[0].Start), true
}

// OffsetOfKey returns how many rows of a table come before a row key, which need not be in the table.
// The result ok is false if there is no such table.
func (s *Session) OffsetOfKey(name string, row base.RowKey) (offset int, ok bool) {
	t := s.state.tables[name]
	if t == nil {
		return 0, false
	}
	return s.outlined(t).Rank(t, row), true
}

// shownIn returns the read that marks the pages of a state, nil for none. Only the current state,
// 0, and the estimated one have such a read.
func (s *Session) shownIn(state uint64) *lastRead {
	switch {
	case state == 0:
		return s.shown()
	case state == EstimateState && s.estimated != nil:
		return s.estimated.read
	}
	return nil
}

// shown returns the read that marks the pages of the current state, nil for none.
func (s *Session) shown() *lastRead {
	if s.preview != nil {
		return s.preview
	}
	return s.last
}

// LastRead returns the read that marks the pages while nothing is previewed, nil for none.
func (s *Session) LastRead() *ReadReport {
	if s.last == nil {
		return nil
	}
	return s.last.told
}

// mark returns what a read did with a row. A nil read leaves every row unread.
func (l *lastRead) mark(t *table.Table, key base.RowKey) ReadMark {
	switch {
	case l == nil || !l.HasScanned(t, key):
		return MarkNone
	case l.HasReturned(t, key):
		return MarkReturned
	}
	return MarkScanned
}

// maxReads is how many reads of a console request are remembered.
const maxReads = 16

// consoleRead is one read of a console request.
type consoleRead struct {
	ReadReport
	marks *lastRead
	born  uint64 // as in state.born, of the table that was read
}

// LatestReads returns the latest reads of the last console request, at most 16, the latest last.
func (s *Session) LatestReads() []ReadReport {
	out := make([]ReadReport, len(s.reads))
	for i, r := range s.reads {
		out[i] = r.ReadReport
	}
	return out
}

// ReadReturned reports whether read i of [Session.LatestReads] returned a row. It evaluates the read on the
// current table.
func (s *Session) ReadReturned(i int, key base.RowKey) bool {
	r := s.reads[i]
	t, ok := s.state.tables[r.Table]
	return ok && r.marks.mark(t, key) == MarkReturned
}

// ShellRead returns the i-th of the latest reads as a command of the HBase shell asked for it. Its table
// is "" if it is no read of that shell.
func (s *Session) ShellRead(i int) console.Read { return s.reads[i].marks.shell }

// TableOfRead returns the table that the i-th of the latest reads has read, as it was then, and the
// number of its birth, see [Session.BirthOf].
func (s *Session) TableOfRead(i int) (t *table.Table, birth uint64) {
	return s.reads[i].marks.TableAtRead, s.reads[i].born
}

// BirthOf returns a number that tells a table from an earlier one of the same name, 0 if there is none.
func (s *Session) BirthOf(name string) uint64 { return s.state.born[name] }

// ReadReturnedColumns returns the columns that read i of [Session.LatestReads] returned from a row, written
// family:qualifier and in order. It evaluates the read on the current table, and returns nil for a
// row that the read did not return. A stateful filter of the HBase shell is not applied again to
// the cells, so columns that only such a filter left out are listed too.
func (s *Session) ReadReturnedColumns(i int, key base.RowKey) (columns []string) {
	r := s.reads[i]
	if !s.ReadReturned(i, key) {
		return nil
	}
	var st table.ScanStats
	for row := range s.state.tables[r.Table].Scan(table.ScanQuery{Ranges: []base.Range{base.PointRange(key)}, Filter: r.marks.Filter}, &st) {
		row.EachCell(func(c base.Cell) { columns = append(columns, string(c.Family)+":"+string(c.Qualifier)) })
	}
	return slices.Compact(columns)
}

// maxWantedRows is the most rows that [Session.CountWantedRows] scans.
const maxWantedRows = 10_000

// CountWantedRows returns how many rows of a table a question of the workload wants, and how many of
// these were returned by read i of [Session.LatestReads], evaluated on the current table. The result ok
// is false if another table answers the question, if its plan has a limit, or if more than 10,000
// rows would have to be scanned.
func (s *Session) CountWantedRows(i int, query string) (wanted, returned int64, ok bool) {
	r := s.reads[i]
	at := slices.IndexFunc(s.state.workload, func(q plan.Query) bool { return q.ID == query })
	if at < 0 {
		return 0, 0, false
	}
	q := s.state.workload[at]
	name, p := compare.BestTable(s.state.designs, s.state.tables, q)
	if name != r.Table || p.Limit > 0 {
		return 0, 0, false
	}
	st := table.ScanStats{}
	picked := compare.NewWantedRowCounter(s.state.designs[name], q, p, s.state.tables[name], false)
	for row := range s.state.tables[name].Scan(compare.ReadsOfPlan(p)[0].ScanQuery, &st) {
		if st.RowsScanned > maxWantedRows {
			return 0, 0, false
		}
		if picked != nil && !picked.MeetsConditions(row.Key()) {
			continue
		}
		if wanted++; r.marks.mark(s.state.tables[name], row.Key()) == MarkReturned {
			returned++
		}
	}
	return wanted, returned, true
}
