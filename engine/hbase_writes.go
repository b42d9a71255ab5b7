package engine

import (
	"encoding/binary"

	"tabletop/engine/base"
	"tabletop/engine/console"
	hbaseshell "tabletop/engine/console/hbase"
	"tabletop/engine/hbase"
	"tabletop/engine/storage"
	"tabletop/engine/table"
)

// shellPut runs put. A note says so if a tombstone hides what was put.
func (t *Task) shellPut(tab *table.Table, cmd console.SetCells) error {
	f := t.s.state.filesOf(tab)
	at := f.serverTime(t.at)
	muts := t.setCells(cmd.Cells)
	if err := tab.Mutate(cmd.Row, at, muts); err != nil {
		return err
	}
	entries := make([]storage.Entry, len(muts))
	for i, m := range muts {
		c := m.(table.SetCell)
		if c.At == table.ServerTime {
			c.At = at
		}
		entries[i] = storage.Entry{Row: cmd.Row, Family: c.Family, Qualifier: c.Qualifier, At: c.At, Value: c.Value}
	}
	return t.wrote(tab, f, entries...)
}

// wrote adds puts that a table has taken to its files, and notes whether a tombstone hides them.
func (t *Task) wrote(tab *table.Table, f *storedFiles, puts ...storage.Entry) error {
	hidden, err := f.write(tab, t.at, puts...)
	if err != nil {
		return err
	}
	t.s.state.setFiles(tab, f)
	if hidden {
		t.note(base.NoteHiddenPut, tab.Name(), string(puts[0].Row), string(puts[0].Family)+":"+string(puts[0].Qualifier))
	}
	return nil
}

// modify runs incr and append, and prints the new value.
func (t *Task) modify(tab *table.Table, cmd console.ReadModifyWrite) error {
	f := t.s.state.filesOf(tab)
	row, err := tab.ReadModifyWrite(cmd.Row, f.serverTime(t.at), []table.ReadModifyWriteRule{cmd.Rule})
	if err != nil {
		return err
	}
	for c := range row.Cells() {
		if err := t.wrote(tab, f, storage.Entry{Row: cmd.Row, Family: c.Family, Qualifier: c.Qualifier, At: c.At, Value: c.Value}); err != nil {
			return err
		}
		if _, counts := cmd.Rule.(table.Increment); counts {
			t.print(string(hbaseshell.AppendCounter(nil, int64(binary.BigEndian.Uint64([]byte(c.Value))))))
		} else {
			t.print(string(hbaseshell.AppendCurrentValue(nil, c.Value)))
		}
	}
	return nil
}

// deleteCell runs delete, which writes a tombstone for one version of a column, or of all columns of a
// family: the newest version if no time is given. If an older version shows afterwards, a note says so.
func (t *Task) deleteCell(tab *table.Table, cmd console.DeleteCell) error {
	if err := checkDelete(tab, cmd.Row, cmd.Family); err != nil {
		return err
	}
	f := t.s.state.filesOf(tab)
	now := f.serverTime(t.at)
	marker := storage.Entry{Kind: storage.DeleteVersion, Row: cmd.Row, Family: cmd.Family, Qualifier: cmd.Qualifier, At: cmd.At}
	if cmd.All {
		marker.Kind = storage.DeleteFamilyVersion
	}
	var older *base.Cell
	if cmd.At == console.NewestVersion {
		row, _ := tab.Get(cmd.Row)
		newest, below := hbase.NewestTwo(row, cmd.Family, cmd.Qualifier)
		if marker.At = now; newest != nil {
			marker.At = newest.At
		}
		older = below
	}
	if err := t.delete(tab, f, now, marker); err != nil {
		return err
	}
	if older != nil {
		t.note(base.NoteOlder, tab.Name(), string(cmd.Row), string(cmd.Family)+":"+string(cmd.Qualifier), older.Value)
	}
	return nil
}

// deleteVersions runs deleteall, which writes tombstones for all versions up to a time of a column or a
// row.
func (t *Task) deleteVersions(tab *table.Table, cmd console.DeleteVersions) error {
	if err := checkDelete(tab, cmd.Row, cmd.Family); err != nil {
		return err
	}
	f := t.s.state.filesOf(tab)
	now := f.serverTime(t.at)
	return t.delete(tab, f, now, f.tombstones(cmd, cmd.Row, now)...)
}

// maxTombstoneRows is the most rows for which deleteall with a prefix writes tombstones. More rows are
// dropped at once, and the files of the table count as replaced.
const maxTombstoneRows = 10_000

// deletePrefix deletes the rows with a prefix, or columns or older versions of these rows. It works on
// a copy of the table, which takes the table's place at the end.
func (t *Task) deletePrefix(tab *table.Table, cmd console.DeleteRowsByPrefix) error {
	rows := base.PrefixRange(cmd.Prefix)
	whole := cmd.Family == "" && cmd.UpTo == console.NewestVersion
	if whole && tab.CountBetween(rows.Start, rows.End) > maxTombstoneRows {
		tab.DropRows(rows)
		return nil
	}
	if cmd.Family != "" {
		if err := tab.CheckFamily(cmd.Family); err != nil {
			return err
		}
	}
	t.noteIdle()
	before, fresh, some := tab, tab.Clone(), false
	f := t.s.state.filesOf(tab)
	now := f.serverTime(t.at)
	for row := range tab.Clone().Scan(table.ScanQuery{Ranges: []base.Range{rows}}, nil) {
		if err := f.delete(fresh, now, f.tombstones(cmd.DeleteVersions, row.Key(), now)...); err != nil {
			return err
		}
		some = true
		t.spend(1 + int64(row.Len()))
	}
	if !some {
		return nil
	}
	present, err := t.s.find(tab.Name())
	if err != nil {
		return err
	}
	if present != before { // the session has changed meanwhile
		return t.deletePrefix(present, cmd)
	}
	t.s.state.tables[tab.Name()] = fresh
	t.s.state.setFiles(fresh, f)
	t.note(base.NoteTombstone, tab.Name())
	return nil
}

// checkDelete refuses a bad row key and a family that does not exist. The family "" means all
// families.
func checkDelete(tab *table.Table, row base.RowKey, f base.Family) error {
	if err := base.CheckRowKey(row); err != nil {
		return err
	}
	if f == "" {
		return nil
	}
	return tab.CheckFamily(f)
}

// delete writes tombstones of one row.
func (t *Task) delete(tab *table.Table, f *storedFiles, now base.Micros, markers ...storage.Entry) error {
	// One row may need more mutations than a single write accepts.
	whole := tab.Clone()
	if err := f.delete(whole, now, markers...); err != nil {
		return err
	}
	t.s.state.tables[tab.Name()] = whole
	t.s.state.setFiles(whole, f)
	t.note(base.NoteTombstone, tab.Name())
	return nil
}
