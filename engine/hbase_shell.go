package engine

import (
	"encoding/binary"
	"iter"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/console"
	hbaseshell "tabletop/engine/console/hbase"
	"tabletop/engine/filter"
	"tabletop/engine/hbase"
	"tabletop/engine/run"
	"tabletop/engine/storage"
	"tabletop/engine/table"
	"tabletop/engine/view"
)

// HBaseInterpreter returns the language of the HBase shell, for [Options.Interpreters].
func HBaseInterpreter() *Interpreter {
	return &Interpreter{Dialect: &hbaseshell.Dialect, run: (*Task).shell, read: (*Task).shellReads}
}

// shell runs one command of the HBase shell, and prints its output, the time it took and its
// result. A command that cbt has too differs in what it prints, in which versions it reads, and in
// that it refuses a disabled table.
func (t *Task) shell(cmd console.Command, _ RunConsole) error {
	start, before := t.watch(), t.reply.Read
	t.result, t.looking, t.shellRead = nil, storage.Query{}, console.Read{}
	if err := t.shellCommand(cmd); err != nil {
		t.shellRefused(err)
		return err
	}
	t.noteIdle()
	took := t.watch() - start
	t.print(string(append(hbaseshell.AppendDuration(nil, took), t.result...)))
	if read := t.reply.Read; read != before && t.s.opts.Stopwatch != nil {
		read.PrintedTime = max(hbaseshell.RoundPrintedDuration(took), 1)
	}
	return nil
}

// shellRefused prints what the HBase shell prints for a refusal, if it prints anything.
func (t *Task) shellRefused(err error) {
	var families []base.Family
	if tab, ok := t.s.state.tables[t.reply.FocusTable]; ok {
		for _, f := range tab.Families() {
			families = append(families, f.Name)
		}
	}
	if text := hbaseshell.AppendError(nil, err.(*base.Error), families); len(text) > 0 {
		t.print(string(text))
	}
}

// shellCommand runs a command of the HBase shell. Commands that do not need an existing table come
// first; all others find their table before they run.
func (t *Task) shellCommand(cmd console.Command) error {
	s := t.s
	switch cmd := cmd.(type) {
	case console.CreateTable:
		if err := t.createTable(cmd); err != nil {
			return err
		}
		f := s.state.filesOf(s.state.tables[cmd.Table])
		f.change(s.state.tables[cmd.Table], cmd.Settings)
		f.load(s.state.tables[cmd.Table])
		s.state.setFiles(s.state.tables[cmd.Table], f)
		t.print("Created table " + cmd.Table + "\n")
		t.result = append(t.result, "=> Hbase::Table - "+cmd.Table+"\n"...)
		return nil
	case console.Help:
		t.help(hbaseshell.CommandHelps(), cmd.Topic)
		return nil
	case console.Exists:
		_, ok := s.state.tables[cmd.Table]
		text := "Table " + cmd.Table + " does exist\n"
		if !ok {
			text = "Table " + cmd.Table + " does not exist\n"
		}
		t.print(text)
		t.result = hbaseshell.AppendReturnValue(nil, ok)
		return nil
	case console.ListTables:
		if cmd.Table == "" {
			return t.shellList(cmd.Pattern)
		}
	}
	d := console.DescriptorOf(cmd)
	name := d.Table
	tab, err := s.find(name)
	if err != nil {
		return err
	}
	t.reply.FocusTable = name
	if s.state.disabled[name] && (d.Effect == console.EffectReads || d.Effect == console.EffectWrites) {
		return base.Refuse(base.CodeTableDisabled, name)
	}
	switch cmd := cmd.(type) {
	case console.ListTables:
		t.describe(tab)
		return nil
	case console.ListSplits:
		t.splits(tab)
		return nil
	case console.IsEnabled:
		yes := s.state.disabled[name] == cmd.Not
		t.print(strconv.FormatBool(yes) + "\n")
		t.result = hbaseshell.AppendReturnValue(nil, yes)
		return nil
	case console.DeleteTable:
		if !s.state.disabled[name] {
			return base.Refuse(base.CodeTableEnabled, name)
		}
		return t.deleteTable(cmd)
	case console.Disable:
		s.state.disabled[name] = true
		return nil
	case console.Enable:
		delete(s.state.disabled, name)
		return nil
	case console.Alter:
		return t.shellAlter(tab, cmd.Changes)
	case console.DeleteFamily:
		return t.shellAlter(tab, []console.FamilyChange{{Family: cmd.Family, Delete: true}})
	case console.DeleteAllRows:
		t.print("Truncating '" + name + "' table (it may take a while):\nDisabling table...\nTruncating table...\n")
		f := s.state.filesOf(tab)
		tab.DropRows(base.AllKeys)
		tab.SetSplitKeys(nil)
		f.load(tab)
		s.state.setFiles(tab, f)
		delete(s.state.disabled, name)
		return nil
	case console.RewriteFiles:
		if s.state.disabled[name] {
			return base.Refuse(base.CodeTableDisabled, name)
		}
		return t.rewriteFiles(cmd)
	case console.SetCells:
		return t.shellPut(tab, cmd)
	case console.ReadModifyWrite:
		return t.modify(tab, cmd)
	case console.DeleteRow:
		return t.deleteVersions(tab, console.DeleteVersions{Row: cmd.Row, UpTo: console.NewestVersion})
	case console.DeleteColumn:
		return t.deleteVersions(tab, console.DeleteVersions{Row: cmd.Row, Family: cmd.Family, Qualifier: cmd.Qualifier, UpTo: console.NewestVersion})
	case console.DeleteVersions:
		return t.deleteVersions(tab, cmd)
	case console.DeleteCell:
		return t.deleteCell(tab, cmd)
	case console.DeleteRowsByPrefix:
		return t.deletePrefix(tab, cmd)
	case console.CountRows:
		return t.shellCount(tab, cmd)
	case console.GetCounter:
		return t.counter(tab, cmd)
	case console.Lookup:
		return t.get(tab, cmd)
	case console.Read:
		return t.shellScan(tab, cmd)
	}
	panic("engine: a command of the shell that nothing runs")
}

// shellList prints the names of the tables that match a regular expression, all for "".
func (t *Task) shellList(pattern string) error {
	expr, err := regexp.Compile("^(?:" + pattern + ")$")
	if err != nil {
		return base.Refuse(base.CodeBadRegex, pattern, filter.PatternErrorKind(err), "list")
	}
	var names []string
	for _, name := range slices.Sorted(maps.Keys(t.s.state.tables)) {
		if pattern == "" || expr.MatchString(name) {
			names = append(names, name)
		}
	}
	t.print(string(hbaseshell.AppendTableNames(nil, names)))
	t.result = hbaseshell.AppendReturnValue(nil, names)
	return nil
}

// describe prints a table's families as the HBase shell describes them.
func (t *Task) describe(tab *table.Table) {
	var families []hbase.Family
	for _, info := range tab.Families() {
		families = append(families, t.s.state.describeFamily(tab, info))
	}
	t.print(string(hbaseshell.AppendTableDescription(nil, tab.Name(), !t.s.state.disabled[tab.Name()], families)))
}

// splits prints the start keys of all regions except the first. If there are none, the HBase shell
// prints a blank line.
func (t *Task) splits(tab *table.Table) {
	var keys []string
	for _, k := range tab.SplitKeys() {
		keys = append(keys, string(hbaseshell.AppendEscaped(nil, string(k))))
	}
	t.print("Total number of splits = " + strconv.Itoa(len(keys)+1) + "\n" + strings.Join(keys, "\n") + "\n")
	t.result = hbaseshell.AppendReturnValue(nil, keys)
}

// shellAlter changes families and prints the progress lines of the HBase shell.
func (t *Task) shellAlter(tab *table.Table, changes []console.FamilyChange) error {
	if err := t.alter(tab.Name(), changes); err != nil {
		return err
	}
	t.print("Updating all regions with the new schema...\n1/1 regions updated.\nDone.\n")
	return nil
}

// alterFamily makes a family, or changes the rule of an existing one. Values that the command
// leaves out keep what the family has.
func (t *Task) alterFamily(tab *table.Table, c console.FamilyChange) error {
	f := hbase.Family{Name: c.Family, Versions: hbase.DefaultVersions}
	info, known := tab.Family(c.Family)
	if known {
		f, _ = hbase.DescribeFamily(info)
	}
	switch c.Versions {
	case 0:
	case console.AllVersions:
		f.Versions = 0
	default:
		f.Versions = c.Versions
	}
	switch c.TTL {
	case 0:
	case console.Forever:
		f.TTL = 0
	default:
		f.TTL = c.TTL
	}
	if known {
		f.MinVersions = t.s.state.describeFamily(tab, info).MinVersions
	}
	if c.MinVersions != 0 {
		f.MinVersions = max(c.MinVersions, 0)
	}
	if f.Versions > 0 && f.MinVersions > f.Versions {
		return base.Refuse(base.CodeBadArg, "MIN_VERSIONS", strconv.Itoa(f.MinVersions), "min-versions")
	}
	switch {
	case !known:
		return t.createFamilies(tab, table.FamilyInfo{Name: c.Family, GC: f.GCRule()})
	case c.Versions == 0 && c.TTL == 0 && c.MinVersions == 0:
		return nil // keep the rule, even one that the HBase shell cannot express
	}
	return tab.SetGC(c.Family, f.GCRule())
}

// defaultInterval is the number of rows after which count prints its progress. It prints progress
// at most maxPrinted times.
const defaultInterval = 1000

// readAndPrint runs a read and formats its first rows with row, at most the given number. The
// output begins with header. After the read, then gets the output and the counts. The remaining
// rows are kept for [PrintMore].
//
// A value that row cannot print ends the read; the output before that value is printed.
func (t *Task) readAndPrint(tab *table.Table, r run.CommandRead, most int64, header []byte, row run.RowFormat, then func(out []byte, st *table.ScanStats)) error {
	row = run.ShortenValues(row)
	snapshot := tab.Clone()
	out := header
	var bad error
	var rows int64
	var last base.RowKey
	var filtering, resume *run.HBaseRowFilter // resume is the filter after the last printed row
	if r.NewFilter != nil {
		filtering = r.NewFilter()
	}
	return t.readRows(snapshot, r, filtering, func(n int64, key base.RowKey, cells iter.Seq[base.Cell]) bool {
		if rows = n; rows > most {
			return true
		}
		last = key
		if out, bad = row(out, key, cells); len(out) >= maxOutput {
			most = rows
		}
		if rows == most {
			resume = filtering.Fork()
		}
		return bad == nil
	}, func(st *table.ScanStats) error {
		if bad != nil {
			t.print(string(out))
			return bad
		}
		then(out, st)
		if remaining := rows - most; remaining > 0 {
			t.leave(&unprinted{table: snapshot, query: run.RemainingQuery(r.Query, last, most), remaining: remaining, row: row, filter: resume, rows: most})
		}
		return nil
	})
}

// readRows runs a read with a stateful filter, nil for none. The function each gets every returned
// row, numbered from 1, and ends the read by returning false. The counts are corrected by what the
// filter leaves out.
func (t *Task) readRows(snapshot *table.Table, r run.CommandRead, filtering *run.HBaseRowFilter, each func(n int64, key base.RowKey, cells iter.Seq[base.Cell]) bool, then func(*table.ScanStats) error) error {
	var rows int64
	var returned map[base.RowKey]bool
	var found *view.ReturnedRows
	if filtering != nil {
		returned, found = map[base.RowKey]bool{}, view.NewReturnedRows(t.s.outlined(snapshot))
	}
	return t.readTable(snapshot, r.Query, func(r table.Row, st *table.ScanStats) bool {
		if filtering == nil {
			rows++
			return each(rows, r.Key(), r.Cells())
		}
		cells, more := filtering.Apply(r, &rows)
		st.CellsReturned += int64(len(cells) - r.Len())
		st.BytesReturned -= r.Bytes()
		if len(cells) == 0 {
			st.RowsReturned--
			return more
		}
		st.BytesReturned += run.RowBytes(r.Key(), cells)
		returned[r.Key()] = true
		found.Add(r.Key())
		return each(rows, r.Key(), slices.Values(cells)) && more
	}, func(st *table.ScanStats) error {
		t.s.last.newFilter, t.s.last.filterText, t.s.last.ReturnedKeys = r.NewFilter, r.FilterText, returned
		if returned != nil {
			t.s.last.ReturnedRows = found
		}
		return then(st)
	})
}

// get runs the shell's get: it reads one row and prints its cells.
func (t *Task) get(tab *table.Table, c console.Lookup) error {
	if err := base.CheckRowKey(c.Row); err != nil {
		return err
	}
	asked := console.Read{Table: c.Table, ShowOptions: c.ShowOptions}
	tab, _ = t.shown(tab, asked, base.PointRange(c.Row))
	read, err := run.HBaseReadOfScan(tab, asked, base.PointRange(c.Row), t.at)
	if err != nil {
		return err
	}
	return t.readAndPrint(tab, read, 1, hbaseshell.AppendGetHeader(nil), hbaseshell.OutputStyleOf(c.ShowOptions).AppendGetCells, func(out []byte, st *table.ScanStats) {
		t.print(string(hbaseshell.AppendRowCount(out, st.RowsReturned)))
		t.oneVersion(tab, asked, st)
	})
}

// shellReads returns what a command of the HBase shell reads. A disabled table cannot be read.
func (t *Task) shellReads(tab *table.Table, cmd console.Command) (r run.CommandRead, ok bool) {
	if t.s.state.disabled[tab.Name()] {
		return r, false
	}
	return run.HBaseReadOf(tab, cmd, t.at)
}

// shellScan runs the shell's scan.
func (t *Task) shellScan(tab *table.Table, c console.Read) error {
	own := tab
	tab, format := t.shown(tab, c, run.ScanRange(c))
	plain := tab == own
	read, err := run.HBaseReadOfScan(tab, c, run.ScanRange(c), t.at)
	if err != nil {
		return err
	}
	return t.readAndPrint(tab, read, maxPrinted, hbaseshell.AppendScanHeader(nil), format, func(out []byte, st *table.ScanStats) {
		t.print(string(hbaseshell.AppendRowCount(out, st.RowsReturned)))
		if plain {
			t.oneVersion(tab, c, st)
		}
	})
}

// shown returns the table as a read of the shell sees it, and how its rows are printed. The table has
// what tombstones hide in addition if the read is raw, or if it is of an earlier time and a family
// keeps deleted cells. A raw read prints the tombstones too, unless it has a filter.
func (t *Task) shown(tab *table.Table, c console.Read, r base.Range) (*table.Table, run.RowFormat) {
	style := hbaseshell.OutputStyleOf(c.ShowOptions)
	columns := hbaseshell.SelectedColumns(c.Columns)
	t.shellRead, t.looking = c, storage.Query{From: c.Times.Start, To: c.Times.End}
	for _, col := range columns {
		t.looking.Families = append(t.looking.Families, col.Family)
	}
	f := t.s.state.followed(tab)
	if f == nil || !c.Raw && (c.Times.End == 0 || len(f.settings) == 0) {
		return tab, style.AppendScanRow
	}
	marked := f.store.WrittenRows(r, true)
	whole, raw := tab.Clone(), t.looking
	for _, row := range marked {
		q := storage.Query{Rows: base.PointRange(row), From: c.Times.Start, To: c.Times.End, Raw: c.Raw, Stored: true}
		entries, _ := f.store.Read(q, t.at)
		// A marker gets a cell where there is no put, so that the scan meets its row.
		for _, e := range slices.Backward(entries) {
			if e.IsMarker() && c.Filter != "" {
				continue
			}
			_ = whole.Mutate(row, t.at, []table.Mutation{table.SetCell{Family: e.Family, Qualifier: e.Qualifier, At: e.At, Value: e.Value}}) // an aggregate takes none
		}
	}
	if !c.Raw || c.Filter != "" {
		return whole, style.AppendScanRow
	}
	raw.Raw, raw.Versions = true, c.CellsPerColumn
	return whole, func(out []byte, key base.RowKey, cells iter.Seq[base.Cell]) ([]byte, error) {
		if _, found := slices.BinarySearch(marked, key); !found {
			return style.AppendScanRow(out, key, cells)
		}
		q := raw
		q.Rows = base.PointRange(key)
		entries, _ := f.store.Read(q, t.at)
		return style.AppendRawRow(out, key, func(yield func(base.Cell, string) bool) {
			for _, e := range entries {
				selected := len(columns) == 0 || slices.ContainsFunc(columns, func(c hbase.Column) bool {
					return c.Family == e.Family && (c.All || c.Qualifier == e.Qualifier)
				})
				if selected && !yield(cellOf(e), e.Kind.TypeName()) {
					return
				}
			}
		})
	}
}

// oneVersion prints a note if a read left out older versions because the command does not say how
// many versions it wants.
func (t *Task) oneVersion(tab *table.Table, c console.Read, st *table.ScanStats) {
	if c.CellsPerColumn == hbase.DefaultVersions && c.Columns == nil && c.Filter == "" && c.Times == (console.TimeRange{}) && st.CellsReturned < st.CellsScanned {
		t.note(base.NoteOneVersion, tab.Name(), count(st.CellsScanned-st.CellsReturned))
	}
}

// shellCount runs the shell's count, which prints its progress at an interval of rows.
func (t *Task) shellCount(tab *table.Table, c console.CountRows) error {
	tab, _ = t.shown(tab, c.Read, run.ScanRange(c.Read))
	read, err := run.HBaseReadOfCount(tab, c, t.at)
	if err != nil {
		return err
	}
	interval := int64(c.Interval)
	if interval == 0 {
		interval = defaultInterval
	}
	rows, progressLines := int64(0), int64(0)
	var out []byte
	var filtering *run.HBaseRowFilter
	if read.NewFilter != nil {
		filtering = read.NewFilter()
	}
	return t.readRows(tab.Clone(), read, filtering, func(n int64, key base.RowKey, _ iter.Seq[base.Cell]) bool {
		if rows = n; rows%interval == 0 {
			if progressLines++; progressLines <= maxPrinted {
				out = hbaseshell.AppendCountProgress(out, rows, key)
			}
		}
		return true
	}, func(*table.ScanStats) error {
		t.print(string(hbaseshell.AppendRowCount(out, rows)))
		t.result = hbaseshell.AppendReturnValue(nil, rows)
		return nil
	})
}

// counter prints the present value of a counter. It refuses a cell that does not have eight bytes.
func (t *Task) counter(tab *table.Table, c console.GetCounter) error {
	if err := base.CheckRowKey(c.Row); err != nil {
		return err
	}
	read, err := run.HBaseReadOfCounter(tab, c, t.at)
	if err != nil {
		return err
	}
	var value string
	found := false
	return t.readRows(tab.Clone(), read, nil, func(_ int64, _ base.RowKey, cells iter.Seq[base.Cell]) bool {
		for cell := range cells {
			value, found = cell.Value, true
		}
		return true
	}, func(*table.ScanStats) error {
		switch {
		case !found:
			t.print("No counter found at specified coordinates\n")
		case len(value) != 8:
			return base.Refuse(base.CodeNotInteger, string(c.Row), string(c.Family)+":"+string(c.Qualifier), strconv.Itoa(len(value)))
		default:
			t.print(string(hbaseshell.AppendCounter(nil, int64(binary.BigEndian.Uint64([]byte(value))))))
		}
		return nil
	})
}
