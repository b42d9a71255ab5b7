package model

import (
	"reflect"
	"strings"
	"testing"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
)

func TestDialectOfTheConsole(t *testing.T) {
	p := sandbox(t).on(ConsoleTyped{"read games prefix=LoL cells-per-column=1"}, DialectPicked{engine.HBase})
	p.has(SetText{ID: ElementConsole, Text: "scan 'games', {ROWPREFIXFILTER => 'LoL'}"})
	p.has(Remember{Name: Remembered, Text: "abc"})
	p.on(ConsoleEntered{p.st.Work.Input})
	want := engine.Console{Dialect: engine.HBase, Text: "scan 'games', {ROWPREFIXFILTER => 'LoL'}"}
	if c := p.sent().Call; !reflect.DeepEqual(c, host.Execute{Request: want}) {
		t.Fatalf("%+v", c)
	}
	if e := p.st.Work.Log[0]; e.Dialect != engine.HBase || !e.Turns {
		t.Errorf("%+v", e)
	}
	p.on(Came{host.Saved{State: host.SaveDone}}, ConsoleEntered{"put 'games', 'k', 'f:q', 'v'"})
	if p.st.Work.Saved != host.SavePending {
		t.Error("a write in the HBase shell left the mark on saved")
	}
	p.on(ConsoleEntered{"scan 'games',"}).has(SetText{ID: ElementConsole, Text: "scan 'games',\n"})

	p.on(DialectPicked{engine.HBase})
	if len(p.effects) != 0 {
		t.Errorf("the dialect that is chosen already: %+v", p.effects)
	}
	p.on(ConsoleTyped{"scan 'ga"}, DialectPicked{engine.CBT}).has(Remember{Name: Remembered, Text: ""})
	if p.st.Work.Input != "scan 'ga" {
		t.Errorf("what cannot be turned became %q", p.st.Work.Input)
	}
}

// TestDialectIsKept: it comes back with its sandbox, also when that begins again.
func TestDialectIsKept(t *testing.T) {
	p := sandbox(t).on(DialectPicked{engine.HBase}).on(ResetPressed{})
	if p.answer(host.Answer{Opened: &host.Opened{ID: "abc"}, Reply: &engine.Reply{}}); p.st.Work.Dialect != engine.HBase {
		t.Error("beginning again lost the dialect")
	}
	p.on(Navigated{Route{Screen: ScreenSandbox, ID: "other"}})
	if p.answer(host.Answer{Opened: &host.Opened{ID: "other"}, Reply: &engine.Reply{}}); p.st.Work.Dialect != engine.CBT {
		t.Error("another sandbox took it over")
	}
	p.on(Navigated{Route{Screen: ScreenSandbox, ID: "abc"}})
	if p.answer(host.Answer{Opened: &host.Opened{ID: "abc"}, Reply: &engine.Reply{}}); p.st.Work.Dialect != engine.HBase {
		t.Error("coming back lost the dialect")
	}

	many := at(t, Route{Screen: ScreenSandbox, ID: "last"})
	many.st.InHBase = strings.Fields(strings.Repeat("x ", maxInHBase))
	if many.on(DialectPicked{engine.HBase}); len(many.st.InHBase) != maxInHBase || many.st.InHBase[maxInHBase-1] != "last" {
		t.Errorf("%d are remembered", len(many.st.InHBase))
	}
}

func TestTurningAnEntry(t *testing.T) {
	p := sandbox(t).on(ConsoleEntered{"count games"}, ConsoleEntered{"count"}, ConsoleEntered{"set games k f:q=" + strings.Repeat("x", page.MaxRemembered)})
	log := p.st.Work.Log
	if !log[0].Turns || log[1].Turns || log[2].Turns {
		t.Fatalf("they can be turned: %v, %v, %v", log[0].Turns, log[1].Turns, log[2].Turns)
	}
	before := p.st
	p.on(TurnPressed{log[0].Seq})
	if got := p.st.Work.Log[0].Turned; len(got) != 1 || got[0].Text != "count 'games'" || before.Work.Log[0].Turned != nil {
		t.Errorf("%+v", got)
	}
	if p.on(TurnPressed{log[0].Seq}); p.st.Work.Log[0].Turned != nil {
		t.Error("it is still shown")
	}
	p.on(TurnPressed{12345})
}

func TestPickedFiles(t *testing.T) {
	a, b := engine.File{Name: "a.csv", Text: ",f\n"}, engine.File{Name: "b.yml", Text: "x"}
	p := sandbox(t).on(FilesPicked{Files: []engine.File{a, b}})
	for text, want := range map[string][]engine.File{
		"import games a.csv":               {a, b},
		"read games format-file=b.yml":     {a, b},
		"ls\nlookup games k format-file=x": {a, b},
		"read games":                       nil,
		"import":                           nil,
	} {
		p.on(ConsoleEntered{text})
		if got := p.sent().Call; !reflect.DeepEqual(got, host.Execute{Request: engine.Console{Text: text, Files: want}}) {
			t.Errorf("%s: %+v", text, got)
		}
	}
	newer := engine.File{Name: "a.csv", Text: "newer"}
	p.on(FilesPicked{Files: []engine.File{newer}})
	if want := []engine.File{b, newer}; !reflect.DeepEqual(p.st.Work.Files, want) {
		t.Errorf("%+v", p.st.Work.Files)
	}
	p.on(FilesPicked{Size: engine.MaxFiles})
	if n := p.st.Notice; n == nil || n.Err.Code != base.CodeInputTooLong || len(p.st.Work.Files) != 2 {
		t.Errorf("%+v, %d files", n, len(p.st.Work.Files))
	}
	p.on(FileDropped{"b.yml"})
	if want := []engine.File{newer}; !reflect.DeepEqual(p.st.Work.Files, want) {
		t.Errorf("%+v", p.st.Work.Files)
	}
}
