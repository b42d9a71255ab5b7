package model

import (
	"slices"
	"testing"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/app/recipe"
	"tabletop/engine"
	"tabletop/engine/base"
)

// TestRefusedRecipe tests that a refused recipe is told in its form and nowhere else.
func TestRefusedRecipe(t *testing.T) {
	p := sandbox(t).on(recipe.FormOpened{})
	sample := p.sent().Seq
	p.answer(host.Answer{Reply: &engine.Reply{Version: 1, Answer: &engine.LoadPreviewed{Rows: []engine.KeyedRecord{{Key: "k"}}}}})
	if _, waits := p.st.Calls[sample]; waits || p.st.Dialog != page.DialogRecipe {
		t.Fatalf("%+v", p.st.Calls)
	}
	p.on(recipe.FormSubmitted{})
	load := p.sent().Seq
	p.on(HostEvent{host.CallProgress{Seq: load, Done: 1, Total: 10_000}})
	if r := p.st.Work.Running; r == nil || r.Action != "running-load" || p.st.Dialog != page.DialogNone {
		t.Errorf("%+v", r)
	}
	if c := p.on(CancelCallPressed{}).sent().Call; c != (host.CancelCall{Seq: load}) {
		t.Errorf("%+v", c)
	}
	p.on(HostEvent{host.Answer{Seq: load, Reply: &engine.Reply{Version: 1, Err: base.Refuse(base.CodeFieldAmbiguous, "sensor", "x")}}})
	if p.st.Dialog != page.DialogRecipe || p.st.Notice != nil {
		t.Errorf("%+v", p.st.Notice)
	}
	if slices.ContainsFunc(p.st.Announcement.Parts, func(s page.AnnouncementPart) bool { return s.Err != nil }) {
		t.Error("it is said twice")
	}
	load = p.on(recipe.FormSubmitted{}).sent().Seq
	p.on(WorkerRestarted{}, HostEvent{host.HostReady{}})
	if p.on(HostEvent{host.Answer{Seq: load, Err: base.Refuse(base.CodeCancelled)}}); p.st.Dialog != page.DialogNone {
		t.Error("an answer of an engine that is gone opens the form")
	}
}
