package model

import (
	"testing"

	"tabletop/app/console"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine/base"
)

// TestUpdateAsksWhileUnsaved takes a newer version while changes are not saved. That
// loads the page again, and therefore asks first.
func TestUpdateAsksWhileUnsaved(t *testing.T) {
	p := sandbox(t).on(page.UpdateSite{})
	p.has(page.ApplySiteUpdate{})
	p.on(HostEvent{host.SaveStateChanged{State: host.SaveFailed, Err: base.Refuse(base.CodeStoreFull)}}, page.UpdateSite{})
	p.has(page.ApplySiteUpdate{Ask: true})
	p.on(HostEvent{host.SaveStateChanged{State: host.SavePending}}, page.UpdateSite{})
	p.has(page.ApplySiteUpdate{Ask: true})
	p.on(HostEvent{host.SaveStateChanged{State: host.SaveReadOnly}}, page.UpdateSite{})
	p.has(page.ApplySiteUpdate{})
}

// TestNamedBeforeItIsOpen opens a workspace. It is named before it is open, so that the
// deaths of an engine that it kills are counted, and the recovery screen can save it.
func TestNamedBeforeItIsOpen(t *testing.T) {
	at(t, page.Route{Screen: page.ScreenSandbox, ID: "abc"}).on(HostEvent{host.HostReady{}}).has(page.SetRecoveryWorkspace{ID: "abc"})
}

// TestReturnIsNoCrash restarts a worker that was ended because the page was left. The
// page does not say that the engine died.
func TestReturnIsNoCrash(t *testing.T) {
	if p := sandbox(t).on(WorkerRestarted{FromPageCache: true}); p.st.Notice != nil {
		t.Errorf("%+v", p.st.Notice)
	}
	p := sandbox(t).on(console.EnterPressed{Text: "count games"})
	if p.on(HostEvent{host.CallProgress{Seq: p.sent().Seq, Done: 1}}, WorkerRestarted{FromPageCache: true}); p.st.Notice == nil {
		t.Error("that a long call came to nothing is not said")
	}
	if p := sandbox(t).on(WorkerRestarted{}); p.st.Notice == nil {
		t.Error("that the engine died is not said")
	}
}
