package model

import (
	"testing"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/app/share"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/link"
)

// The sandbox from a link is opened. If it cannot be made, only the link's dialog tells why.
func TestLinkBecomesASandbox(t *testing.T) {
	text, err := link.Encode(link.Content{Title: "Theirs", Changes: []engine.Change{{At: 1000, Request: engine.Undo{}}}})
	if err != nil {
		t.Fatal(err)
	}
	p := at(t, page.Route{Screen: page.ScreenSandboxes}).on(HostEvent{host.HostReady{}}).answer(host.Answer{WorkspaceList: &host.WorkspaceList{}})
	p.on(share.LinkOpened{Text: text})
	if len(p.effects) > 0 || p.st.Dialog != page.DialogOpenedLink {
		t.Fatalf("%+v", p.effects)
	}
	p.on(page.CloseDialog{})
	p.has(share.RemoveLinkFromAddress{})
	if p.st.Share.OpenedLink != nil || p.st.Dialog != page.DialogNone {
		t.Errorf("%+v", p.st.Share)
	}
	p.on(share.LinkOpened{Text: text}, share.CreateSandboxPressed{}).answer(host.Answer{Err: base.Refuse(base.CodeStoreFull)})
	if l := p.st.Share.OpenedLink; p.st.Dialog != page.DialogOpenedLink || l.Refused == nil || p.st.Notice != nil || len(p.effects) > 0 {
		t.Errorf("%+v %+v", l, p.effects)
	}
	p.on(share.CreateSandboxPressed{}, WorkerRestarted{})
	if l := p.st.Share.OpenedLink; l.Refused == nil || l.Refused.Code != base.CodeRestarted || l.IsCreating() {
		t.Errorf("%+v", l)
	}
	p.on(HostEvent{host.HostReady{}}).answer(host.Answer{WorkspaceList: &host.WorkspaceList{}})
	p.on(share.CreateSandboxPressed{}).answer(host.Answer{SandboxID: "abc", WorkspaceList: &host.WorkspaceList{}})
	p.has(share.RemoveLinkFromAddress{})
	p.has(page.Navigate{Route: page.Route{Screen: page.ScreenSandbox, ID: "abc"}})
	if p.st.Dialog != page.DialogNone || p.st.Share.OpenedLink != nil {
		t.Errorf("%+v", p.st.Share)
	}
}

// If a link cannot be made, its dialog tells why and offers a file instead.
func TestSharedAsAFile(t *testing.T) {
	p := sandbox(t).on(share.ShareSandboxPressed{})
	p.answer(host.Answer{Err: base.Refuse(base.CodeStoreFull)})
	if s := p.st.Share.SharedLink; s.Err == nil || p.st.Notice != nil || p.st.Work.Saved != host.SaveDone {
		t.Errorf("%+v", s)
	}
	p.on(page.ExportWorkspace{ID: "abc"})
	if c := p.sent().Call; c != (host.ExportWorkspace{ID: "abc"}) || p.st.Dialog != page.DialogNone {
		t.Errorf("%+v", c)
	}
}
