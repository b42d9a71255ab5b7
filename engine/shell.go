package engine

import (
	"encoding/binary"
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
	"tabletop/engine/table"
)

// HBaseShell returns the language of the HBase shell.
func HBaseShell() *Language {
	return &Language{Dialect: &hbaseshell.Dialect, run: (*Task).shell, read: (*Task).shellReads}
}

// shell runs one command of the HBase shell. What it has in common with cbt's
// differs in what it prints, in the versions that it sees, and in that a disabled
// table is left alone.
func (t *Task) shell(cmd console.Command, _ Console) error {
	start, before := t.watch(), t.reply.Read
	t.result = nil
	if err := t.shellCommand(cmd); err != nil {
		t.shellRefused(err)
		return err
	}
	t.noteIdle()
	took := t.watch() - start
	t.print(string(append(hbaseshell.AppendTook(nil, took), t.result...)))
	if read := t.reply.Read; read != before && t.s.opts.Stopwatch != nil {
		read.Took = max(hbaseshell.Printed(took), 1)
	}
	return nil
}

// shellRefused prints what the shell prints of a refusal.
func (t *Task) shellRefused(err error) {
	var families []base.Family
	if tab, ok := t.s.state.tables[t.reply.Focus]; ok {
		for _, f := range tab.Families() {
			families = append(families, f.Name)
		}
	}
	if text := hbaseshell.AppendError(nil, err.(*base.Error), families); len(text) > 0 {
		t.print(string(text))
	}
}

func (t *Task) shellCommand(cmd console.Command) error {
	s := t.s
	switch cmd := cmd.(type) {
	case console.CreateTable:
		if err := t.createTable(cmd); err != nil {
			return err
		}
		t.print("Created table " + cmd.Table + "\n")
		t.result = append(t.result, "=> Hbase::Table - "+cmd.Table+"\n"...)
		return nil
	case console.Help:
		t.help(hbaseshell.Commands(), cmd.Topic)
		return nil
	case console.Exists:
		_, ok := s.state.tables[cmd.Table]
		text := "Table " + cmd.Table + " does exist\n"
		if !ok {
			text = "Table " + cmd.Table + " does not exist\n"
		}
		t.print(text)
		t.result = hbaseshell.AppendResult(nil, ok)
		return nil
	case console.List:
		if cmd.Table == "" {
			return t.shellList(cmd.Pattern)
		}
	}
	d := console.Describe(cmd)
	name := d.Table
	tab, err := s.find(name)
	if err != nil {
		return err
	}
	t.reply.Focus = name
	if s.state.disabled[name] && (d.Effect == console.EffectReads || d.Effect == console.EffectWrites) {
		return base.Refuse(base.CodeTableDisabled, name)
	}
	switch cmd := cmd.(type) {
	case console.List:
		t.describe(tab)
		return nil
	case console.Splits:
		t.splits(tab)
		return nil
	case console.IsEnabled:
		yes := s.state.disabled[name] == cmd.Not
		t.print(strconv.FormatBool(yes) + "\n")
		t.result = hbaseshell.AppendResult(nil, yes)
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
		tab.DropRows(base.Whole)
		tab.SetSplits(nil)
		delete(s.state.disabled, name)
		return nil
	case console.Set:
		return tab.Mutate(cmd.Row, t.at, t.setCells(cmd.Cells))
	case console.ReadModifyWrite:
		return t.modify(tab, cmd)
	case console.DeleteRow:
		return t.deleteVersions(tab, console.DeleteVersions{Row: cmd.Row, UpTo: console.Newest})
	case console.DeleteColumn:
		return t.deleteVersions(tab, console.DeleteVersions{Row: cmd.Row, Family: cmd.Family, Qualifier: cmd.Qualifier, UpTo: console.Newest})
	case console.DeleteVersions:
		return t.deleteVersions(tab, cmd)
	case console.DeleteCell:
		return t.deleteCell(tab, cmd)
	case console.DeletePrefix:
		return t.deletePrefix(tab, cmd)
	case console.Count:
		return t.shellCount(tab, cmd)
	case console.Counter:
		return t.counter(tab, cmd)
	case console.Lookup:
		return t.get(tab, cmd)
	case console.Read:
		return t.shellScan(tab, cmd)
	}
	panic("engine: a command of the shell that nothing runs")
}

func (t *Task) shellList(pattern string) error {
	expr, err := regexp.Compile("^(?:" + pattern + ")$")
	if err != nil {
		return base.Refuse(base.CodeBadRegex, pattern, filter.PatternFault(err), "list")
	}
	var names []string
	for _, name := range slices.Sorted(maps.Keys(t.s.state.tables)) {
		if pattern == "" || expr.MatchString(name) {
			names = append(names, name)
		}
	}
	t.print(string(hbaseshell.AppendList(nil, names)))
	t.result = hbaseshell.AppendResult(nil, names)
	return nil
}

func (t *Task) describe(tab *table.Table) {
	var families []hbase.Family
	for _, info := range tab.Families() {
		f, _ := hbase.Describe(info)
		families = append(families, f)
	}
	t.print(string(hbaseshell.AppendDescribe(nil, tab.Name(), !t.s.state.disabled[tab.Name()], families)))
}

// splits prints the first keys of all regions but the first. Of none the shell
// prints a blank line.
func (t *Task) splits(tab *table.Table) {
	var keys []string
	for _, k := range tab.Splits() {
		keys = append(keys, string(hbaseshell.AppendText(nil, string(k))))
	}
	t.print("Total number of splits = " + strconv.Itoa(len(keys)+1) + "\n" + strings.Join(keys, "\n") + "\n")
	t.result = hbaseshell.AppendResult(nil, keys)
}

// shellAlter alters a table, and says so.
func (t *Task) shellAlter(tab *table.Table, changes []console.FamilyChange) error {
	if err := t.alter(tab.Name(), changes); err != nil {
		return err
	}
	t.print("Updating all regions with the new schema...\n1/1 regions updated.\nDone.\n")
	return nil
}

// alterFamily makes a family, or changes its rule.
func (t *Task) alterFamily(tab *table.Table, c console.FamilyChange) error {
	f := hbase.Family{Name: c.Family, Versions: hbase.DefaultVersions}
	info, known := tab.Family(c.Family)
	if known {
		f, _ = hbase.Describe(info)
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
	switch {
	case !known:
		return t.createFamilies(tab, table.FamilyInfo{Name: c.Family, GC: f.Rule()})
	case c.Versions == 0 && c.TTL == 0:
		return nil // also where the shell could not say the rule
	}
	return tab.SetGC(c.Family, f.Rule())
}

// modify runs incr and append.
func (t *Task) modify(tab *table.Table, cmd console.ReadModifyWrite) error {
	row, err := tab.ReadModifyWrite(cmd.Row, t.at, []table.Rule{cmd.Rule})
	if err != nil {
		return err
	}
	for c := range row.Cells() {
		if _, counts := cmd.Rule.(table.Increment); counts {
			t.print(string(hbaseshell.AppendCounter(nil, int64(binary.BigEndian.Uint64([]byte(c.Value))))))
		} else {
			t.print(string(hbaseshell.AppendCurrent(nil, c.Value)))
		}
	}
	return nil
}

func (t *Task) deleteCell(tab *table.Table, cmd console.DeleteCell) error {
	if err := checkDelete(tab, cmd.Row, cmd.Family); err != nil {
		return err
	}
	row, _ := tab.Get(cmd.Row)
	if cmd.All {
		return t.delete(tab, cmd.Row, hbase.DeleteFamilyAt(row, cmd.Family, cmd.At))
	}
	muts, before := hbase.Delete(row, cmd.Family, cmd.Qualifier, cmd.At)
	if err := t.delete(tab, cmd.Row, muts); err != nil {
		return err
	}
	if before != nil {
		t.note(base.NoteOlder, tab.Name(), string(cmd.Row), string(cmd.Family)+":"+string(cmd.Qualifier), before.Value)
	}
	return nil
}

func (t *Task) deleteVersions(tab *table.Table, cmd console.DeleteVersions) error {
	if err := checkDelete(tab, cmd.Row, cmd.Family); err != nil {
		return err
	}
	row, _ := tab.Get(cmd.Row)
	return t.delete(tab, cmd.Row, hbase.DeleteAll(row, deleted(cmd), cmd.UpTo))
}

// deleted returns the column that is deleted, nil for all of a row.
func deleted(cmd console.DeleteVersions) *hbase.Column {
	if cmd.Family == "" {
		return nil
	}
	return &hbase.Column{Family: cmd.Family, Qualifier: cmd.Qualifier, All: cmd.All}
}

// deletePrefix deletes whole rows at once, and what is said of each row on a copy of the table that
// takes its place in the end.
func (t *Task) deletePrefix(tab *table.Table, cmd console.DeletePrefix) error {
	rows := base.Prefix(cmd.Prefix)
	if cmd.Family == "" && cmd.UpTo == console.Newest {
		if tab.DropRows(rows) > 0 {
			t.note(base.NoteTombstone, tab.Name())
		}
		return nil
	}
	if cmd.Family != "" {
		if err := tab.CheckFamily(cmd.Family); err != nil {
			return err
		}
	}
	t.noteIdle()
	some, whole := false, tab.Clone()
	for row := range tab.Clone().Scan(table.Query{Ranges: []base.Range{rows}}, nil) {
		muts := hbase.DeleteAll(row, deleted(cmd.DeleteVersions), cmd.UpTo)
		for part := range slices.Chunk(muts, base.MaxMutations) {
			if err := whole.Mutate(row.Key(), t.at, part); err != nil {
				return err
			}
		}
		some = some || len(muts) > 0
		t.spend(1 + int64(row.Len()))
	}
	if t.s.state.tables[tab.Name()] = whole; some {
		t.note(base.NoteTombstone, tab.Name())
	}
	return nil
}

// checkDelete refuses a bad key and a family that is not there; "" is all.
func checkDelete(tab *table.Table, row base.RowKey, f base.Family) error {
	if err := base.CheckRowKey(row); err != nil {
		return err
	}
	if f == "" {
		return nil
	}
	return tab.CheckFamily(f)
}

// delete applies mutations, of which there may be none: then nothing was there.
func (t *Task) delete(tab *table.Table, row base.RowKey, muts []table.Mutation) error {
	if len(muts) == 0 {
		return nil
	}
	// More than one write takes may be in one row.
	whole := tab.Clone()
	for part := range slices.Chunk(muts, base.MaxMutations) {
		if err := whole.Mutate(row, t.at, part); err != nil {
			return err
		}
	}
	t.s.state.tables[tab.Name()] = whole
	t.note(base.NoteTombstone, tab.Name())
	return nil
}
