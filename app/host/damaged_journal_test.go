//go:build !js

package host

import (
	"bytes"
	"testing"

	"tabletop/engine"
)

// TestDamagedJournal opens a sandbox with an unreadable entry in its journal. The rest is
// there, the answer tells of the damage, changes are possible, and the unreadable record can be
// exported.
func TestDamagedJournal(t *testing.T) {
	s := newListStore()
	p := newTab(t, s, newTabs())
	id := p.sandbox()
	p.console("createtable t families=f\nset t r1 f:q=1\nset t r2 f:q=1\nset t r3 f:q=1")
	p.saved()
	p.ask(CreateSandbox{Title: "Another"}) // so that the next tab opens it again
	s.entries[id][1].Data = []byte("torn")
	m := s.metas[id]
	m.Next = 2 // a number before the other entries
	s.metas[id] = m

	q := newTab(t, s, newTabs())
	a := q.ask(OpenWorkspace{Kind: KindSandbox, ID: id})
	if a.Err != nil || a.Opened.Damaged != 1 || a.Page.Total != 2 {
		t.Fatalf("%+v, %+v", a.Opened, a.Page)
	}
	if a := q.ask(ExportDamagedRecords{ID: id}); a.Err != nil || a.File.Name != "Mine.damaged" || !bytes.Equal(a.File.Data, []byte("\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x04torn")) {
		t.Errorf("%+v, %v", a.File, a.Err)
	}
	q.console("set t r4 f:q=1")
	q.saved()
	r := newTab(t, s, newTabs())
	if a := r.ask(OpenWorkspace{Kind: KindSandbox, ID: id}); a.Page.Total != 3 || a.Opened.Damaged != 1 {
		t.Errorf("%d rows, %d damaged", a.Page.Total, a.Opened.Damaged)
	}
	if a := r.ask(ExecuteRequest{engine.Undo{}}); a.Err != nil || a.Page.Total != 2 {
		t.Errorf("after an undo %d rows", a.Page.Total)
	}
	if a := r.ask(ExportDamagedRecords{ID: "nowhere"}); a.Err == nil {
		t.Error("a sandbox that is none has a damaged part")
	}
}
