package model

import (
	"reflect"
	"testing"

	"tabletop/app/console"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
)

func TestDialectOfTheConsole(t *testing.T) {
	p := sandbox(t).on(console.TextTyped{Text: "read games prefix=LoL cells-per-column=1"}, console.DialectPicked{Dialect: engine.HBase})
	p.has(page.SetFieldText{ID: page.ElementConsole, Text: "scan 'games', {ROWPREFIXFILTER => 'LoL'}"})
	p.has(page.StoreTextLocally{Name: console.StorageKey, Text: "abc=hbase"})
	p.on(console.EnterPressed{Text: p.st.Work.Input})
	want := engine.RunConsole{Dialect: engine.HBase, Text: "scan 'games', {ROWPREFIXFILTER => 'LoL'}"}
	if c := p.sent().Call; !reflect.DeepEqual(c, host.ExecuteRequest{Request: want}) {
		t.Fatalf("%+v", c)
	}
	if e := p.st.Work.Log[0]; e.Dialect != engine.HBase || !e.CanTranslate {
		t.Errorf("%+v", e)
	}
	p.on(HostEvent{host.SaveStateChanged{State: host.SaveDone}}, console.EnterPressed{Text: "put 'games', 'k', 'f:q', 'v'"})
	if p.st.Work.Saved != host.SavePending {
		t.Error("a write in the HBase shell left the mark on saved")
	}
	p.on(console.EnterPressed{Text: "scan 'games',"}).has(page.SetFieldText{ID: page.ElementConsole, Text: "scan 'games',\n"})

	p.on(console.DialectPicked{Dialect: engine.HBase})
	if len(p.effects) != 0 {
		t.Errorf("the dialect that is chosen already: %+v", p.effects)
	}
	p.on(console.TextTyped{Text: "scan 'ga"}, console.DialectPicked{Dialect: engine.CBT}).has(page.StoreTextLocally{Name: console.StorageKey, Text: ""})
	if p.st.Work.Input != "scan 'ga" {
		t.Errorf("what cannot be turned became %q", p.st.Work.Input)
	}
}

// TestDialectIsKept tests that a sandbox keeps its dialect, also when it is reset.
func TestDialectIsKept(t *testing.T) {
	p := sandbox(t).on(console.DialectPicked{Dialect: engine.HBase}).on(ResetWorkspacePressed{})
	if p.answer(host.Answer{Opened: &host.OpenedWorkspace{ID: "abc"}, Reply: &engine.Reply{}}); p.st.Work.Dialect != engine.HBase {
		t.Error("beginning again lost the dialect")
	}
	p.on(Navigated{page.Route{Screen: page.ScreenSandbox, ID: "other"}})
	if p.answer(host.Answer{Opened: &host.OpenedWorkspace{ID: "other"}, Reply: &engine.Reply{}}); p.st.Work.Dialect != engine.CBT {
		t.Error("another sandbox took it over")
	}
	p.on(Navigated{page.Route{Screen: page.ScreenSandbox, ID: "abc"}})
	if p.answer(host.Answer{Opened: &host.OpenedWorkspace{ID: "abc"}, Reply: &engine.Reply{}}); p.st.Work.Dialect != engine.HBase {
		t.Error("coming back lost the dialect")
	}
}
