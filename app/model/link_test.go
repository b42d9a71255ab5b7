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
	p := at(t, page.Route{Screen: page.ScreenSandboxes}).on(Came{host.Ready{}}).answer(host.Answer{WorkspaceList: &host.WorkspaceList{}})
	p.on(share.Opened{Text: text})
	if len(p.effects) > 0 || p.st.Menu != page.MenuLink {
		t.Fatalf("%+v", p.effects)
	}
	p.on(page.MenuClosed{})
	p.has(share.Forget{})
	if p.st.Share.Opened != nil || p.st.Menu != page.MenuNone {
		t.Errorf("%+v", p.st.Share)
	}
	p.on(share.Opened{Text: text}, share.Kept{}).answer(host.Answer{Err: base.Refuse(base.CodeStoreFull)})
	if l := p.st.Share.Opened; p.st.Menu != page.MenuLink || l.Refused == nil || p.st.Notice != nil || len(p.effects) > 0 {
		t.Errorf("%+v %+v", l, p.effects)
	}
	p.on(share.Kept{}, Restarted{})
	if l := p.st.Share.Opened; l.Refused == nil || l.Refused.Code != base.CodeRestarted || l.Waits() {
		t.Errorf("%+v", l)
	}
	p.on(Came{host.Ready{}}).answer(host.Answer{WorkspaceList: &host.WorkspaceList{}})
	p.on(share.Kept{}).answer(host.Answer{Made: "abc", WorkspaceList: &host.WorkspaceList{}})
	p.has(share.Forget{})
	p.has(page.Navigate{Route: page.Route{Screen: page.ScreenSandbox, ID: "abc"}})
	if p.st.Menu != page.MenuNone || p.st.Share.Opened != nil {
		t.Errorf("%+v", p.st.Share)
	}
}

// If a link cannot be made, its dialog tells why and offers a file instead.
func TestSharedAsAFile(t *testing.T) {
	p := sandbox(t).on(share.Pressed{})
	p.answer(host.Answer{Err: base.Refuse(base.CodeStoreFull)})
	if s := p.st.Share.Own; s.Err == nil || p.st.Notice != nil || p.st.Work.Saved != host.SaveDone {
		t.Errorf("%+v", s)
	}
	p.on(page.ExportFile{ID: "abc"})
	if c := p.sent().Call; c != (host.Export{ID: "abc"}) || p.st.Menu != page.MenuNone {
		t.Errorf("%+v", c)
	}
}
