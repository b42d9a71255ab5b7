//go:build !js

package host

import (
	"fmt"
	"reflect"
	"testing"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
)

// told returns what a page shows of a state of the timeline.
func told(p *tab, state uint64) Answer {
	p.t.Helper()
	p.state = state
	a := p.ask(ExecuteRequest{engine.Refresh{}})
	p.state = 0
	a.Seq, a.Micros = 0, 0
	return a
}

func TestSandboxGoesAsALink(t *testing.T) {
	p := newTab(t, newListStore(), newTabs())
	p.sandbox()
	p.console("createtable t families=f:maxversions=2\nset t r1 f:q=1")
	p.ask(ExecuteRequest{engine.LoadRecords{
		Table: "games", Template: "{game}#{n}", Columns: []plan.FieldColumn{{Field: "game", Family: "f", Qualifier: "g"}},
		Data: dataset.Spec{Fields: []string{"game", "n"}, Records: [][]string{{"Go", "1"}, {"Go", "2"}, {"LoL", "1"}}},
	}})
	p.ask(ExecuteRequest{engine.SetWorkload{Queries: []plan.Query{{ID: "go", Where: []plan.Cond{{Field: "game", Value: "Go"}}}}}})
	p.ask(ExecuteRequest{engine.SaveCheckpoint{Name: "here"}})
	p.ask(ExecuteRequest{engine.Rekey{Table: "games", Template: "{n}#{game}"}})
	p.console("set t r2 f:q=2")
	p.ask(ExecuteRequest{engine.Undo{}})
	shared := p.ask(ShareAsLink{Room: 8000})
	if shared.Err != nil || shared.SharedLink.Text == "" || shared.SharedLink.Size != len(shared.SharedLink.Text) || shared.SharedLink.Shortened {
		t.Fatalf("%+v %v", shared.SharedLink, shared.Err)
	}
	if len(shared.WorkspaceList.Sandboxes) != 1 {
		t.Errorf("%+v", shared.WorkspaceList)
	}

	fresh := newListStore()
	q := newTab(t, fresh, newTabs())
	made := q.ask(CreateFromLink{shared.SharedLink.Text})
	if made.Err != nil || made.SandboxID == "" || made.WorkspaceList.Sandboxes[0].Title != "Mine" {
		t.Fatalf("%+v %v", made, made.Err)
	}
	opened := q.ask(OpenWorkspace{Kind: KindSandbox, ID: made.SandboxID})
	if opened.Err != nil || opened.Opened.Damaged != 0 {
		t.Fatalf("%+v", opened)
	}
	timeline := opened.Reply.Timeline
	if len(timeline.Steps) != 5 || timeline.Now != 4 || timeline.Truncated || len(timeline.Checkpoints) != 1 {
		t.Errorf("%+v", timeline)
	}
	for _, step := range append(timeline.Steps, engine.TimelineStep{}) {
		if got, want := told(q, step.State), told(p, step.State); !reflect.DeepEqual(got, want) {
			t.Errorf("state %d: %+v\nwant %+v", step.State, got, want)
		}
	}

	only := p.ask(ShareAsLink{Experiment: true, Room: 8000})
	made = q.ask(CreateFromLink{only.SharedLink.Text})
	opened = q.ask(OpenWorkspace{Kind: KindSandbox, ID: made.SandboxID})
	if tables := opened.Reply.Tables; len(tables) != 1 || tables[0].Template != "{n}#{game}" || tables[0].Rows != 3 || len(opened.Reply.Verdicts) != 1 {
		t.Errorf("%+v", opened.Reply)
	}
	if n, _ := fresh.size(""); n != 2 {
		t.Errorf("%d workspaces", n)
	}
}

func TestLongJournalIsSharedShortened(t *testing.T) {
	p := newTab(t, newListStore(), newTabs())
	id := p.sandbox()
	noise := func(n, records int) dataset.Spec {
		s := dataset.Spec{Fields: []string{"a"}}
		for i := range records {
			s.Records = append(s.Records, []string{fmt.Sprintf("%x", uint32(n*1000+i)*2654435761)})
		}
		return s
	}
	load := func(n, records int) {
		p.ask(ExecuteRequest{engine.LoadRecords{Table: "t", Template: "{a}", Data: noise(n, records), Columns: []plan.FieldColumn{{Field: "a", Family: "f", Qualifier: "a"}}}})
	}
	for n := range 3 {
		load(n, 300)
	}
	whole := p.ask(ShareAsLink{Room: 1 << 20}).SharedLink
	if whole.Text == "" || whole.Shortened {
		t.Fatalf("%+v", whole)
	}
	less := p.ask(ShareAsLink{Room: whole.Size - 1}).SharedLink
	if less.Text == "" || !less.Shortened || less.Size > whole.Size/2 {
		t.Fatalf("%d characters, of %d", less.Size, whole.Size)
	}
	want := told(p, 0)
	made := p.ask(CreateFromLink{less.Text})
	opened := p.ask(OpenWorkspace{Kind: KindSandbox, ID: made.SandboxID})
	if got := opened.Page; !reflect.DeepEqual(got, want.Page) {
		t.Errorf("%+v\nwant %+v", got, want.Page)
	}
	p.ask(OpenWorkspace{Kind: KindSandbox, ID: id})
	if s := p.ask(ShareAsLink{Room: 100}).SharedLink; s.Text != "" || s.Size != less.Size {
		t.Errorf("%d characters, want %d", s.Size, less.Size)
	}
	load(4, 30_000)
	if s := p.ask(ShareAsLink{Room: 8000}).SharedLink; s.Text != "" || s.Size != 0 {
		t.Errorf("%+v", s)
	}
}

func TestWhatCannotBeShared(t *testing.T) {
	s := newListStore()
	p := newTab(t, s, newTabs())
	if a := p.ask(ShareAsLink{Room: 8000}); a.Err == nil || a.Err.Code != base.CodeNoSandbox {
		t.Errorf("%+v", a)
	}
	p.sandbox()
	if a := p.ask(ShareAsLink{Experiment: true, Room: 8000}); a.Err == nil || a.Err.Code != base.CodeNoDesign {
		t.Errorf("%+v", a)
	}
	if a := p.ask(CreateFromLink{"nonsense"}); a.Err == nil || a.Err.Code != base.CodeLinkDamaged || len(s.metas) != 1 {
		t.Errorf("%+v", a)
	}
}
