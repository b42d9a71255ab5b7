package engine

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"tabletop/engine/advise"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/design"
	"tabletop/engine/plan"
	"tabletop/engine/table"
	"tabletop/engine/traffic"
)

// Advise asks the advisor about the tables and the workload. It changes nothing.
type Advise struct{}

func (Advise) traits() RequestTraits { return RequestTraits{OnlyLooks: true} }

func (Advise) start(t *Task) { t.run(t.advise) }

// The most that the advisor looks at. In a session with very many tables it looks at
// fewer rows of each.
const (
	maxAdvised      = 20_000  // rows of a table, and records in order of arrival
	maxAdvisedRows  = 200_000 // rows of all tables
	maxAdvisedCells = 400_000 // cells of a table
	maxAdvisedNames = 5_000   // columns of a table
	maxSeen         = 200     // values of a column
	maxSeenColumns  = 200     // columns of a table whose values are kept
	maxSeenBytes    = 512     // of a value; a longer value is not recognized as part of a key
)

// AdviceReport is the answer to [Advise].
type AdviceReport struct {
	Version      uint64 // of the session when the advisor looked at it
	Rows         int64  // rows of all tables
	RowsExamined int64  // rows that were looked at
	advise.Report
}

// adviser gathers the evidence for one [Advise].
type adviser struct {
	advice   AdviceReport
	evidence advise.Evidence
	tables   []*table.Table
	designs  map[string]*design.Design
	verdicts []Verdict
	perTable int
}

// advise gathers evidence from snapshots of all tables, from the verdicts and from the reader's
// writes, and lets the advisor review it.
func (t *Task) advise() error {
	s := t.s
	a := &adviser{advice: AdviceReport{Version: s.version}, designs: s.state.designs, verdicts: s.state.verdicts}
	for _, name := range slices.Sorted(maps.Keys(s.state.tables)) {
		tab := s.state.tables[name].Clone()
		a.tables = append(a.tables, tab)
		a.advice.Rows += int64(tab.Len())
	}
	a.designs = maps.Clone(a.designs)
	a.perTable = min(maxAdvised, maxAdvisedRows/max(len(a.tables), 1))
	for _, tab := range a.tables {
		t.rowsTotal += int64(min(tab.Len(), a.perTable))
	}
	for _, tab := range a.tables {
		now := s.newAdvised(tab, a.designs[tab.Name()], a.perTable)
		for done := false; !done; {
			before := now.looked
			var used int64
			used, done = now.step(t.left())
			t.rowsDone += int64(now.looked - before)
			t.spend(used)
		}
		a.evidence.Tables = append(a.evidence.Tables, now.finish())
		a.advice.RowsExamined += int64(now.looked)
	}
	for _, v := range a.verdicts {
		if a.inVain(v, s.state.workload) {
			continue
		}
		q := advise.Query{ID: v.Query, Table: v.Table, Access: v.Access, Residual: v.Residual, Scanned: v.Stats.RowsScanned, Wanted: v.Found}
		if i := slices.IndexFunc(s.state.workload, func(of plan.Query) bool { return of.ID == v.Query }); i >= 0 && v.Table != "" {
			q.NarrowingFields, q.NumberAsText = a.designs[v.Table].NarrowingFields(s.state.workload[i], maxAdvised)
		}
		a.evidence.Queries = append(a.evidence.Queries, q)
	}
	a.evidence.Writes = t.s.touches.writes()
	a.advice.Report = advise.Review(a.evidence)
	t.reply.Answer = &a.advice
	return nil
}

// inVain reports whether a question compares a field as numbers although it holds none. Such a
// question finds nothing under any key, so no advice is given for it.
func (a *adviser) inVain(v Verdict, of []plan.Query) bool {
	i := slices.IndexFunc(of, func(q plan.Query) bool { return q.ID == v.Query })
	d := a.designs[v.Table]
	return i >= 0 && d != nil && len(d.NonNumericFields(of[i])) > 0
}

// advised is one table that the advisor looks at, in steps.
type advised struct {
	table   *table.Table
	design  *design.Design
	out     advise.Table
	rows    int              // rows of the sample
	looked  int              // rows that were looked at
	cells   int              // cells that were looked at
	columns map[columnID]int // index in out.Columns
	born    []born
	loader  *design.ArrivalKeys // makes the keys of records in their order of arrival; nil without such an order, and after the last record
	records int                 // records that may still be looked at
}

// columnID names a column of a table.
type columnID struct {
	family    base.Family
	qualifier base.Qualifier
}

// born is the time of a row's oldest cell, which is taken as the time of its first write.
type born struct {
	key base.RowKey
	at  base.Micros
}

// newAdvised begins to look at at most the given number of rows of a table. The facts that need no
// scan are filled in: sizes, families, warnings, the design and the load.
func (s *Session) newAdvised(tab *table.Table, d *design.Design, rows int) *advised {
	a := &advised{table: tab, design: d, rows: min(tab.Len(), rows), records: rows, columns: map[columnID]int{}}
	a.out = advise.Table{Name: tab.Name(), Rows: int64(tab.Len()), Cells: tab.CellCount(), Load: s.loadOf(tab, d)}
	for _, f := range tab.Families() {
		a.out.Families = append(a.out.Families, advise.Family{Name: f.Name, MaxVersions: keeps(f.GC), Aggregate: f.Type != table.Plain})
	}
	for _, w := range tab.Warnings() {
		l := advise.LargeItem{Kind: advise.LargeRow}
		switch w.Code {
		case base.NoteLongRow:
			l.Key, l.Bytes = base.RowKey(w.Args[1]), number(w.Args[2])
		case base.NoteLongValue:
			l.Kind, l.Key, l.Name, l.Bytes = advise.LargeCell, base.RowKey(w.Args[1]), w.Args[2], number(w.Args[3])
		default:
			continue
		}
		a.out.Large = append(a.out.Large, l)
	}
	if d != nil {
		a.out.Template = d.Template
		a.out.Clock = d.Data.Time
		if l, err := design.NewLoader(tab.Name(), d.Template.String(), d.Columns, d.Data, nil, 0); err == nil {
			a.loader = l.Arrivals()
		}
	}
	return a
}

// loadOf returns the result of the last simulation on the present table. It is nil if there is
// none, or if the table has too few records to tell anything. The argument d is nil for a table
// without a design.
func (s *Session) loadOf(tab *table.Table, d *design.Design) *advise.SimulatedLoad {
	records := int64(tab.Len())
	if d != nil {
		records = max(records, d.RecordCount())
	}
	if records < MinComparedRecords {
		return nil
	}
	for _, k := range s.known {
		if k.version == s.version && k.of.Table == tab.Name() && k.of.Template == "" {
			return &advise.SimulatedLoad{
				Pattern: string(k.Pattern), Hottest: k.Hottest, Hot: k.Pattern.IsHot(k.Hottest), Name: k.of.ID(),
				OverloadedNodes: k.tooMany(k.of.Nodes), Nodes: k.of.Nodes, Query: k.of.scansMost(s.state.verdicts),
			}
		}
	}
	return nil
}

func number(s string) int64 { n, _ := strconv.ParseInt(s, 10, 64); return n }

// keeps returns the most versions of a column that a rule keeps, 0 for no limit.
func keeps(r table.GCRule) int {
	switch r := r.(type) {
	case nil, table.MaxAge:
		return 0
	case table.MaxVersions:
		return int(r)
	case table.Union: // removes what any part removes
		least := 0
		for _, part := range r {
			if n := keeps(part); n > 0 && (least == 0 || n < least) {
				least = n
			}
		}
		return least
	case table.Intersection: // removes only what every part removes
		largest := 0
		for _, part := range r {
			n := keeps(part)
			if n == 0 {
				return 0
			}
			largest = max(largest, n)
		}
		return largest
	}
	panic("engine: a rule that keeps nobody knows how many")
}

// step looks at rows and then at records, for about the given budget. The rows of the sample are
// spread evenly over the table.
func (a *advised) step(budget int64) (used int64, done bool) {
	for used < budget {
		switch {
		case a.looked < a.rows:
			for row := range a.table.RowsAt(a.looked*a.table.Len()/a.rows, 1) {
				used += 2 + int64(a.row(row))/8
			}
			a.looked++
		case a.loader != nil && a.records > 0:
			used++
			a.records--
			a.arrive()
		default:
			return max(used, 1), true
		}
	}
	return used, false
}

// arrive adds the key, and the time if there is one, of the next record.
func (a *advised) arrive() {
	next, ok := a.loader.Next()
	if !ok {
		a.loader = nil
		return
	}
	a.out.Arrivals = append(a.out.Arrivals, next.Key)
	if a.out.Clock != "" {
		a.out.Times = append(a.out.Times, next.At)
	}
}

// row looks at a row and returns how many cells it looked at. After maxAdvisedCells of a table
// only keys and widths are looked at.
func (a *advised) row(row table.Row) (cells int) {
	out := &a.out
	key := row.Key()
	out.Keys = append(out.Keys, key)
	if advise.IsNearSizeLimit(len(key), base.MaxRowKey) {
		out.Large = append(out.Large, advise.LargeItem{Kind: advise.LongKey, Key: key, Bytes: int64(len(key))})
	}
	if a.cells+row.Len() > maxAdvisedCells {
		out.Widths = append(out.Widths, row.Len()) // too many if columns have several versions
		return 0
	}
	a.cells += row.Len()
	out.Sampled.Bytes += row.Bytes()
	first, width := base.Micros(-1), 0
	var before base.Cell
	versions := int64(0)
	// settle adds up the versions of the column before, which has ended.
	settle := func() {
		if c := a.column(before); c != nil {
			c.Rows++
			c.Cells += versions
			if versions > c.MaxVersions {
				c.MaxVersions, c.MaxVersionsRow = versions, key
			}
		}
	}
	for c := range row.Cells() {
		cells++
		out.Sampled.Cells++
		out.Sampled.Names += int64(len(c.Family) + len(c.Qualifier))
		out.Sampled.Values += int64(len(c.Value))
		if first < 0 || c.At < first {
			first = c.At
		}
		same := width > 0 && c.Family == before.Family && c.Qualifier == before.Qualifier
		a.compareDesigns(c, key, !same)
		if same {
			versions++
			if col := a.column(c); col != nil && c.Value != before.Value {
				col.Changed++
			}
		} else {
			if width > 0 {
				settle()
			}
			width++
			versions = 1
			if advise.IsNearSizeLimit(len(c.Qualifier), base.MaxQualifier) {
				out.Large = append(out.Large, advise.LargeItem{Kind: advise.LongQualifier, Key: key, Name: string(c.Family), Bytes: int64(len(c.Qualifier))})
			}
		}
		before = c
	}
	settle()
	out.Widths = append(out.Widths, width)
	a.born = append(a.born, born{key, first})
	return cells
}

// compareDesigns adds a cell to the measures of its column. The argument newest says that the cell is the
// newest version.
func (a *advised) compareDesigns(c base.Cell, key base.RowKey, newest bool) {
	col := a.column(c)
	if col == nil {
		return
	}
	if col.Bytes += table.CellBytes(c); c.Value == "" {
		if col.Empty++; col.Empty == 1 {
			col.EmptyRow = key
		}
	}
	if newest && a.looked%max(a.rows/maxSeen, 1) == 0 && len(col.SampledValues) < maxSeen && len(a.columns) <= maxSeenColumns {
		col.SampledValues = append(col.SampledValues, advise.SampledValue{Key: key, Value: c.Value[:min(len(c.Value), maxSeenBytes)]})
	}
}

// column returns the measures of a cell's column, nil if the table has too many columns.
func (a *advised) column(c base.Cell) *advise.Column {
	id := columnID{c.Family, c.Qualifier}
	i, known := a.columns[id]
	if !known {
		if len(a.columns) == maxAdvisedNames {
			return nil
		}
		i = len(a.out.Columns)
		a.columns[id] = i
		a.out.Columns = append(a.out.Columns, advise.Column{Family: c.Family, Qualifier: c.Qualifier})
	}
	return &a.out.Columns[i]
}

// finish returns the evidence about the table. Without records, the rows are taken to have arrived
// in the order of their oldest cells, unless too many of these have the same time.
func (a *advised) finish() advise.Table {
	out := a.out
	base.Sort(out.Columns, func(x, y advise.Column) int {
		return cmp.Or(cmp.Compare(x.Family, y.Family), cmp.Compare(x.Qualifier, y.Qualifier))
	})
	if a.design != nil || len(a.born) < len(out.Keys) {
		return out
	}
	base.SortStable(a.born, func(x, y born) int { return cmp.Compare(x.at, y.at) })
	times := 0
	for i, b := range a.born {
		if i == 0 || b.at != a.born[i-1].at {
			times++
		}
		out.Arrivals = append(out.Arrivals, b.key)
	}
	// With fewer than nine different times for ten rows, their order says nothing.
	if times*10 < len(a.born)*9 {
		out.Arrivals = nil
	}
	return out
}

// FindRemedies finds out what would help a designed table that is hot under a load. It puts other row
// keys under the same load. Those that make the table less hot are then measured on a trial: the
// whole workload is asked with the table under the other key. It changes nothing.
type FindRemedies struct {
	TableLoad SimulateLoad        // the load on the table under its own key, as in [LoadSimulated]
	WholeLoad SimulateLoad        // the load on all tables that Of is part of, see [SimulateLoad.PartOnTable]
	Pattern   cluster.LoadPattern // of Of
	Hottest   float64             // of Of, as in [LoadSimulated]
}

func (FindRemedies) traits() RequestTraits {
	return RequestTraits{OnlyLooks: true, AnyState: true, Urgency: UrgencyIdle}
}

func (r FindRemedies) start(t *Task) { t.run(func() error { return t.findRemedies(r) }) }

// RemediesFound is the answer to [FindRemedies].
type RemediesFound struct {
	Request  FindRemedies
	Version  uint64 // of the session that it was made from
	Cause    advise.HeatCause
	Field    string   // the field that causes the heat, "" for none
	Remedies []Remedy // those under which nothing is hot come first
	// Verdicts are the costs of the whole workload under the table's own key. They are measured on
	// the same records as those of the remedies, without rows that were written by hand. There are
	// none if no remedy has verdicts.
	Verdicts []Verdict
}

func (*RemediesFound) answer() {}

// Remedy is a change that was measured to help.
type Remedy struct {
	advise.Remedy
	Pattern         cluster.LoadPattern
	Hottest         float64
	OverloadedNodes int       // see [Hotness]
	Verdicts        []Verdict // of the whole workload; none if the key stays, or if NonNumeric is set
	CostUnmeasured  bool      // the table has more than [MaxTrialRecords] records, so the cost of its questions was not measured
}

// rank returns how hot the table is under a remedy, for sorting. All remedies under which nothing
// is hot have rank 0.
func (r Remedy) rank() float64 {
	if r.Pattern.IsHot(r.Hottest) {
		return r.Hottest
	}
	return 0
}

const (
	maxRemedies = 3   // remedies of an answer
	relief      = 0.9 // a remedy helps if the busiest node has less than this part of its former share
)

// findRemedies simulates every remedy that the advisor names, and measures the best maxRelieved of
// those that help. After measuring, only remedies are kept that still help under the load of the
// new plans.
func (t *Task) findRemedies(r FindRemedies) error {
	d := t.s.state.designs[r.TableLoad.Table]
	if d == nil {
		return base.Refuse(base.CodeNoDesign, r.TableLoad.Table)
	}
	from := t.s.state.clone() // the session may change while this is measured
	m, err := t.streamOf(r.TableLoad)
	if err != nil {
		return err
	}
	out := &RemediesFound{Request: r, Version: m.version}
	hot := advise.HotTable{
		Template: d.Template, Nodes: r.TableLoad.Nodes, Sorted: r.TableLoad.Order == traffic.ByKey, SkewedField: r.TableLoad.SkewedField, Row: r.Pattern == cluster.HotRow,
		Fields: spreadOf(m.stream), Asked: equals(from.workload),
	}
	var may []advise.Remedy
	out.Cause, out.Field, may = advise.FindRemedies(hot)
	for _, remedy := range may {
		t.try(r, d, remedy, m, out)
	}
	out.sort()
	out.Remedies = out.Remedies[:min(len(out.Remedies), maxRemedies)]
	// Only a remedy with another key changes the plans of the questions.
	other := false
	for i := range out.Remedies {
		m := &out.Remedies[i]
		if m.CostUnmeasured = m.Template != "" && d.Data.Len() > MaxTrialRecords; m.Template == "" || m.CostUnmeasured {
			continue
		}
		other = true
		if err := t.measureRemedy(r, from, m); err != nil {
			return err
		}
	}
	if other {
		if _, out.Verdicts, err = t.judgeUnder(from, r.TableLoad.Table, d.Template.String()); err != nil {
			return err
		}
	}
	out.Remedies = slices.DeleteFunc(out.Remedies, func(m Remedy) bool { return m.Hottest >= relief*r.Hottest })
	out.sort()
	t.reply.Answer = out
	return nil
}

// spreadOf returns how the values of the data's fields are distributed.
func spreadOf(s *traffic.Stream) (out []advise.FieldSpread) {
	for _, f := range s.Fields() {
		out = append(out, advise.FieldSpread{Field: f.Field, DistinctValues: f.DistinctValues, TopShare: f.TopShare, Moves: f.Moves})
	}
	return out
}

// equals returns the fields that questions compare for equality.
func equals(workload []plan.Query) (fields []string) {
	for _, q := range workload {
		for _, c := range q.Where {
			if c.Op == plan.Equal {
				fields = append(fields, c.Field)
			}
		}
	}
	return fields
}

// try simulates a remedy for the table of a design and adds it if it helps. A key that cannot be
// made from the data is skipped.
func (t *Task) try(r FindRemedies, d *design.Design, remedy advise.Remedy, was *streamed, out *RemediesFound) {
	of := r.TableLoad
	if of.Template = remedy.Template; remedy.Kind == advise.ShuffleWrites {
		of.Order = traffic.AnyOrder
	}
	template, err := simulatedTemplate(d, of.Template)
	if err != nil {
		return
	}
	maker, err := t.s.makerOf(of, template, d.Columns, d.Data)
	if err != nil {
		return
	}
	if result, err := t.loaded(maker, of, streamed{bytes: was.bytes}); err == nil && result.Hottest < relief*r.Hottest {
		out.Remedies = append(out.Remedies, Remedy{Remedy: remedy, Hottest: result.Hottest, OverloadedNodes: result.OverloadedNodes(), Pattern: result.Diagnose().Pattern})
	}
}

// sort puts remedies under which nothing is hot first.
func (r *RemediesFound) sort() {
	base.SortStable(r.Remedies, func(a, b Remedy) int { return cmp.Compare(a.rank(), b.rank()) })
}

// measureRemedy measures the workload with the table of a state under the key of a remedy, and
// simulates the load that then falls on the table.
func (t *Task) measureRemedy(r FindRemedies, from state, of *Remedy) error {
	name := r.TableLoad.Table
	l, verdicts, err := t.judgeUnder(from, name, of.Template)
	if err != nil {
		return err
	}
	of.Verdicts = verdicts
	under := r.TableLoad
	if r.WholeLoad.Nodes > 0 {
		under = r.WholeLoad.PartOnTable(name, verdicts, l.Design.Data.Fields)
	}
	splits := from.tables[name].SplitKeys()
	if h, err := t.hotnessOf(under, l.Design, l.Table.Bytes(), splits); err == nil {
		of.Pattern, of.Hottest, of.OverloadedNodes = h.Pattern, h.Hottest, h.OverloadedNodes
	}
	return nil
}

// judgeUnder measures the workload of a state as if a designed table had another template. The
// records are loaded into a table beside all others, and every question is asked of the table that
// then answers it best.
func (t *Task) judgeUnder(from state, name, template string) (*design.Loader, []Verdict, error) {
	d := from.designs[name]
	l, err := t.newLoader(name, template, d.Columns, d.Data, from.workload)
	if err != nil {
		return nil, nil, err
	}
	st := from.clone()
	if err := t.loadAll(l); err != nil {
		return nil, nil, err
	}
	st.tables[name], st.designs[name] = l.Table, l.Design
	return l, t.judge(st, nil), nil
}
