package engine

import (
	"slices"
	"testing"

	"tabletop/engine/base"
)

// TestConsoleSays checks the notes that say what a command did or why it found nothing: deletions
// and other writes, rows and columns that do not exist, a command of the other console, and a
// column written as one word where the command takes two.
func TestConsoleSays(t *testing.T) {
	now := base.Micros(1_700_000_000_000_000)
	s := New(Options{Now: func() base.Micros { now += 1000; return now }, Interpreters: []*Interpreter{HBaseInterpreter()}})
	mustDo(t, s, RunConsole{Text: "createtable people families=contact,S\nset people ann contact:mail=a@x.org contact:tel=1"})
	for _, c := range []struct {
		in   Dialect
		text string
		code base.Code
		args []string
	}{
		{CBT, "lookup people bob", base.NoteNoRow, []string{"people", `"bob"`}},
		{CBT, "read people columns=contact", base.NoteNoCells, []string{"people", "", "contact", "contact"}},
		{CBT, "lookup people ann columns=contact:fax", base.NoteNoCells, []string{"people", `"ann"`, "contact:fax", ""}},
		{CBT, "deletecolumn people ann contact tel", base.NoteVersionDeleted, []string{"people", `"ann"`, "contact:tel", "1"}},
		{CBT, "deletecolumn people ann contact tel", base.NoteVersionDeleted, []string{"people", `"ann"`, "contact:tel", "0"}},
		{CBT, "readmodifywrite people ann S:TOTAL increment=120", base.CodeColumnApart, []string{"readmodifywrite", "S:TOTAL", "S", "TOTAL"}},
		{CBT, "deletecolumn people ann contact:tel", base.CodeColumnApart, []string{"deletecolumn", "contact:tel", "contact", "tel"}},
		{CBT, "get 'people', 'ann'", base.CodeOtherShell, []string{"get", "hbase", "lookup"}},
		{CBT, "scan people", base.CodeOtherShell, []string{"scan", "hbase", "read"}},
		{HBase, "lookup people ann", base.CodeOtherShell, []string{"lookup", "cbt", "get"}},
		{HBase, "setgcpolicy people S maxversions=1", base.CodeOtherShell, []string{"setgcpolicy", "cbt", "alter"}},
		{CBT, "deletefamily people S", base.NoteFamilyGone, []string{"people", "S"}},
	} {
		r := s.Do(RunConsole{Text: c.text, Dialect: c.in})
		said := slices.ContainsFunc(r.Output, func(l OutputLine) bool {
			return l.Kind == LineNote && l.Code == c.code && slices.Equal(l.Args, c.args)
		})
		refused := r.Err != nil && r.Err.Code == c.code && slices.Equal(r.Err.Args, c.args)
		if !said && !refused {
			t.Errorf("%s: does not say %s %q: %v, %v", c.text, c.code, c.args, r.Output, r.Err)
		}
	}
	// A refused command is not reported as done.
	for dialect, text := range map[Dialect]string{CBT: "deletefamily people G", HBase: "alter 'people', 'delete' => 'G'"} {
		r := s.Do(RunConsole{Text: text, Dialect: dialect})
		if r.Err == nil || r.Err.Code != base.CodeNoFamily || slices.ContainsFunc(r.Output, func(l OutputLine) bool { return l.Kind == LineNote || l.Text == "Done.\n" }) {
			t.Errorf("%s: %v, %v", text, r.Output, r.Err)
		}
	}
	// A read that finds something prints no note.
	for _, text := range []string{"lookup people ann", "read people columns=contact:"} {
		r := s.Do(RunConsole{Text: text})
		if r.Err != nil || slices.ContainsFunc(r.Output, func(l OutputLine) bool { return l.Kind == LineNote }) {
			t.Errorf("%s: %v, %v", text, r.Output, r.Err)
		}
	}
}
