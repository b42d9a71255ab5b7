package model

import (
	"testing"

	"tabletop/app/console"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine/base"
)

// TestBreak10UpdateAsks: the button that takes a newer version loaded the page again at
// once, and what the mark called "Not saved" was lost.
func TestBreak10UpdateAsks(t *testing.T) {
	p := sandbox(t).on(page.UpdateNow{})
	p.has(page.ApplyUpdate{})
	p.on(Came{host.Saved{State: host.SaveFailed, Err: base.Refuse(base.CodeStoreFull)}}, page.UpdateNow{})
	p.has(page.ApplyUpdate{Ask: true})
	p.on(Came{host.Saved{State: host.SavePending}}, page.UpdateNow{})
	p.has(page.ApplyUpdate{Ask: true})
	p.on(Came{host.Saved{State: host.SaveReadOnly}}, page.UpdateNow{})
	p.has(page.ApplyUpdate{})
}

// TestBreak17NamedBeforeItIsOpen: what kills the engine while it is being opened had no
// name by which its deaths could be counted, nor for the recovery screen to save it.
func TestBreak17NamedBeforeItIsOpen(t *testing.T) {
	at(t, page.Route{Screen: page.ScreenSandbox, ID: "abc"}).on(Came{host.Ready{}}).has(page.NameWorkspace{ID: "abc"})
}

// TestBrowser01ReturnIsNoCrash: a worker that was ended because the page was left is
// another matter than one that died.
func TestBrowser01ReturnIsNoCrash(t *testing.T) {
	if p := sandbox(t).on(Restarted{Returned: true}); p.st.Notice != nil {
		t.Errorf("%+v", p.st.Notice)
	}
	p := sandbox(t).on(console.Entered{Text: "count games"})
	if p.on(Came{host.Progress{Seq: p.sent().Seq, Done: 1}}, Restarted{Returned: true}); p.st.Notice == nil {
		t.Error("that a long call came to nothing is not said")
	}
	if p := sandbox(t).on(Restarted{}); p.st.Notice == nil {
		t.Error("that the engine died is not said")
	}
}
