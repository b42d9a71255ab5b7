//go:build !js

package host

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabletop/engine"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
)

func TestRemember(t *testing.T) {
	line := func(s string) ConsoleHistoryEntry { return ConsoleHistoryEntry{Text: s} }
	inHBase := ConsoleHistoryEntry{engine.HBase, "a"}
	history := AddToConsoleHistory(AddToConsoleHistory(AddToConsoleHistory(AddToConsoleHistory(nil, line("a")), line("b")), inHBase), line("a"))
	if want := []ConsoleHistoryEntry{line("b"), inHBase, line("a")}; !reflect.DeepEqual(history, want) {
		t.Errorf("remembered %v, not %v", history, want)
	}
	if got := AddToConsoleHistory(AddToConsoleHistory(history, line("")), line(strings.Repeat("x", MaxHistoryEntryBytes+1))); !reflect.DeepEqual(got, history) {
		t.Errorf("remembered %v", got)
	}
	many, long := history, history
	for i := range 2 * MaxHistoryEntries {
		many = AddToConsoleHistory(many, line(fmt.Sprint(i)))
		long = AddToConsoleHistory(long, line(fmt.Sprint(i, strings.Repeat("x", MaxHistoryEntryBytes-10))))
	}
	if len(many) != MaxHistoryEntries || many[MaxHistoryEntries-1].Text != fmt.Sprint(2*MaxHistoryEntries-1) {
		t.Errorf("%d lines are remembered, the last %v", len(many), many[len(many)-1])
	}
	n := 0
	for _, r := range long {
		n += len(r.Text)
	}
	if n > maxHistoryBytes || n < maxHistoryBytes-MaxHistoryEntryBytes {
		t.Errorf("%d bytes are remembered", n)
	}
}

func TestHistoryStaysWithItsSandbox(t *testing.T) {
	s, all := newListStore(), newTabs()
	p := newTab(t, s, all)
	first := p.sandbox()
	p.console("createtable t families=f")
	p.console("count t")
	p.console("frobnicate")
	p.ask(ExecuteRequest{engine.RunConsole{Dialect: engine.HBase, Text: "count 't'"}})
	want := []ConsoleHistoryEntry{{Text: "createtable t families=f"}, {Text: "count t"}, {Text: "frobnicate"}, {engine.HBase, "count 't'"}}
	ls := []ConsoleHistoryEntry{{Text: "ls"}}
	p.saved()
	p.ask(RenameSandbox{ID: first, Title: "Another"})
	second := p.sandbox()
	p.console("ls")
	if a := p.ask(OpenWorkspace{Kind: KindSandbox, ID: first}); !reflect.DeepEqual(a.Opened.History, want) {
		t.Errorf("the history is %v, not %v", a.Opened.History, want)
	}
	if a := p.ask(ResetWorkspace{}); !reflect.DeepEqual(a.Opened.History, want) {
		t.Errorf("after a reset the history is %v", a.Opened.History)
	}
	if a := p.ask(OpenWorkspace{Kind: KindSandbox, ID: second}); !reflect.DeepEqual(a.Opened.History, ls) {
		t.Errorf("the other sandbox has the history %v", a.Opened.History)
	}

	// Another tab may read, and its lines are not stored.
	q := newTab(t, s, all)
	if a := q.ask(OpenWorkspace{Kind: KindSandbox, ID: second}); !a.Opened.ReadOnly || !reflect.DeepEqual(a.Opened.History, ls) {
		t.Errorf("the other tab has opened %+v", a.Opened)
	}
	q.console("help")
	p.saved()
	kept := func(id string) []ConsoleHistoryEntry {
		l, _ := s.Load(t.Context(), id, 0)
		n, err := decodeNote(KindSandbox, l.Note)
		if err != nil {
			t.Fatal(err)
		}
		return n.History
	}
	if got := kept(second); !slices.Equal(got, ls) {
		t.Errorf("kept is %v", got)
	}
	// An unreadable history is empty, and the workspace opens.
	l, _ := s.Load(t.Context(), first, 0)
	l.Meta.Note = []byte{255, 1, 2}
	s.Put(t.Context(), l.Meta, l.Entries)
	if a := p.ask(OpenWorkspace{Kind: KindSandbox, ID: first}); a.Err != nil || a.Opened.History != nil {
		t.Errorf("opened %+v, %v", a.Opened, a.Err)
	}
}

// TestLoadGoesWithItsSandbox tests that the settings of a load are there when the sandbox is
// opened again, in a duplicate, in its file, in both kinds of link, and in a tab that follows
// it.
func TestLoadGoesWithItsSandbox(t *testing.T) {
	s, all := newListStore(), newTabs()
	p := newTab(t, s, all)
	first := p.sandbox()
	p.ask(ExecuteRequest{engine.LoadRecords{Table: "t", Template: "{a}", Columns: []plan.FieldColumn{{Field: "a", Family: "f", Qualifier: "a"}}, Data: dataset.Spec{Fields: []string{"a"}, Records: [][]string{{"1"}, {"2"}}}}})
	q := newTab(t, s, all)
	q.ask(OpenWorkspace{Kind: KindSandbox, ID: first})
	const load = `set "writes" "20000"`
	p.ask(SaveSandboxSettings{load})
	p.ask(SaveSandboxSettings{strings.Repeat("x", MaxSandboxSettings+1)})
	p.console("count t") // after it, the load stays
	p.saved()
	wait(q, func(e OtherTabChangesApplied) bool { return e.SandboxSettings == load })
	q.ask(SaveSandboxSettings{"of a tab that only looks"})
	var file, link, designs Answer
	file = p.ask(ExportWorkspace{ID: first})
	link = p.ask(ShareAsLink{Room: 8000})
	designs = p.ask(ShareAsLink{Experiment: true, Room: 8000})
	for name, made := range map[string]Answer{
		"itself":      {SandboxID: first},
		"a duplicate": p.ask(DuplicateWorkspace{first, "another"}),
		"a copy":      p.ask(CreateSandbox{Title: "copy", FromOpen: true}),
		"a file":      p.ask(ImportFile{file.File.Data}),
		"a link":      p.ask(CreateFromLink{link.SharedLink.Text}),
		"designs":     p.ask(CreateFromLink{designs.SharedLink.Text}),
	} {
		if a := p.ask(OpenWorkspace{Kind: KindSandbox, ID: made.SandboxID}); a.Opened == nil || a.Opened.SandboxSettings != load {
			t.Errorf("%s: %+v, %v", name, a.Opened, a.Err)
		}
		p.console("createtable more families=f") // a change writes the note again
		if a := p.ask(ResetWorkspace{}); a.Opened.SandboxSettings != load {
			t.Errorf("%s, emptied: %q", name, a.Opened.SandboxSettings)
		}
	}
}
