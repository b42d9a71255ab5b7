//go:build !js

package host

import (
	"testing"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/wire"
)

// TestRefusedEntriesAreTold opens sandboxes whose journals hold changes that the engine
// refuses. The rest is there, and each refused change is counted and named.
func TestRefusedEntriesAreTold(t *testing.T) {
	set := func(table string) engine.Request { return engine.RunConsole{Text: "set " + table + " r1 f:q=1"} }
	vast := engine.LoadRecords{Table: "vast", Template: "{v}", Data: dataset.Spec{Fields: []string{"v"}, Recipe: &dataset.Recipe{
		Count: 5_000_000, Gens: []dataset.Generator{{Field: "v", Kind: dataset.Filler, From: "1000", To: "1000"}},
	}}}
	for _, c := range []struct {
		name   string
		holds  []engine.Request
		rows   int
		count  int
		named  int
		first  string
		reason base.Code
	}{
		{"a write to a missing table", []engine.Request{set("t"), set("nope"), set("t")}, 1, 1, 1, "set nope r1 f:q=1", base.CodeNoTable},
		{"a load too vast", []engine.Request{vast, set("t")}, 1, 1, 1, "", base.CodeBadRecipe},
		{"an undo of nothing", []engine.Request{engine.Undo{}, engine.Undo{}, set("t")}, 0, 2, 2, "", ""},
		{"more than are named", []engine.Request{set("a"), set("b"), set("c"), set("d"), set("e"), set("g"), set("t")}, 1, 6, engine.MaxRefusedNamed, "set a r1 f:q=1", base.CodeNoTable},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newListStore()
			p := newTab(t, s, newTabs())
			id := p.sandbox()
			p.console("createtable t families=f")
			p.saved()
			p.ask(CreateSandbox{Title: "Another"}) // so that the next tab opens it again
			m := s.metas[id]
			for _, r := range c.holds {
				s.entries[id] = append(s.entries[id], JournalEntry{Seq: m.Next, Data: wire.EncodeChange(engine.Change{At: 1000, Request: r})})
				m.Next++
			}
			s.metas[id] = m

			q := newTab(t, s, newTabs())
			a := q.ask(OpenWorkspace{Kind: KindSandbox, ID: id})
			if a.Err != nil {
				t.Fatal(a.Err)
			}
			u := a.Opened.RefusedChanges
			if u.Count != c.count || len(u.Named) != c.named || a.Opened.Damaged != 0 || a.Page.Total != c.rows {
				t.Fatalf("%+v, %d rows", a.Opened, a.Page.Total)
			}
			if u.Named[0].Description.Text != c.first || u.Named[0].Reason == nil || c.reason != "" && u.Named[0].Reason.Code != c.reason {
				t.Errorf("%+v, %v", u.Named[0].Description, u.Named[0].Reason)
			}
			if a := q.ask(ResetWorkspace{}); a.Err != nil || a.Opened.RefusedChanges.Count != 0 {
				t.Errorf("begun again: %v, %+v", a.Err, a.Opened)
			}
		})
	}
}
