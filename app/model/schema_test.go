package model

import (
	"reflect"
	"testing"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/app/schema"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/table"
)

// TestSchemaOnThePage tests that the outline gets the answers to its calls and to others, that
// its commands are in the log with their results, and that a narrow screen can show it.
func TestSchemaOnThePage(t *testing.T) {
	p := sandbox(t).on(schema.CompactPressed{Table: "games"})
	gone := &engine.GarbageReport{Table: "games", Removed: true, Families: []table.FamilyGarbage{{Family: "f", Age: table.GarbageTotals{Cells: 2}}}}
	before := p.st.Work.Schema
	p.answer(host.Answer{Reply: &engine.Reply{Version: 2, Answer: gone, Timeline: &engine.UndoTimeline{}, Output: []engine.OutputLine{{Code: base.NoteCollected}}}})
	if l := p.st.Work.Log; len(l[len(l)-1].Lines) != 1 || reflect.DeepEqual(p.st.Work.Schema, before) {
		t.Errorf("%+v", p.st.Work.Schema)
	}
	p.on(PageTabPicked{page.TabTask})
	if p.st.Work.Tab != page.TabTask || p.st.Work.Schema.Open {
		t.Errorf("%+v", p.st.Work)
	}
}
