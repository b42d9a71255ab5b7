package model

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/link"
)

// textOf returns the text of a link that holds requests.
func textOf(t *testing.T, title string, requests ...engine.Request) string {
	t.Helper()
	c := link.Content{Title: title}
	for _, r := range requests {
		c.Changes = append(c.Changes, engine.Change{At: 1000, Request: r})
	}
	text, err := link.Encode(c)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestLinkInTheAddress(t *testing.T) {
	for fragment, want := range map[string]string{
		"#open=AQx-_9": "AQx-_9", "#open=": "", "#open=AQ).": "AQ", "#open=AQ%20see": "AQ",
	} {
		if text, ok := LinkIn(fragment); !ok || text != want {
			t.Errorf("%q: %q", fragment, text)
		}
	}
	for _, fragment := range []string{"", "#", "#main", "#opened=AQ"} {
		if text, ok := LinkIn(fragment); ok {
			t.Errorf("%q: %q", fragment, text)
		}
	}
}

func TestOpenedLinkIsOnlyShown(t *testing.T) {
	load := engine.Load{Table: "games", Template: "{a}", Data: dataset.Spec{Fields: []string{"a"}, Records: [][]string{{"1"}}, Recipe: &dataset.Recipe{Count: 1_000_000}}}
	text := textOf(t, "Theirs",
		engine.Console{Text: "createtable t families=f\n\nset t r f:q=1\n  nonsense <b>"},
		engine.Console{Dialect: engine.HBase, Text: "create 'h', 'f'"},
		load,
		engine.Workload{},
		engine.Undo{}, engine.Redo{},
		engine.Checkpoint{Name: "c"}, engine.DropCheckpoint{Name: "c"},
		engine.Console{Text: "import t x.csv", Files: []engine.File{{Name: "x.csv", Text: "12345"}}},
	)
	p := at(t, Route{Screen: ScreenSandboxes}).on(Came{host.Ready{}}).answer(host.Answer{Shelf: &host.Shelf{}})
	p.on(LinkOpened{text})
	if len(p.effects) > 0 || p.st.Menu != MenuLink || p.st.Link.Err != nil {
		t.Fatalf("%+v %+v", p.effects, p.st.Link)
	}
	queries, loads := engine.Describe(engine.Workload{}), engine.Describe(load)
	want := Holding{
		Title:  "Theirs",
		Tables: []HeldTable{{Name: "t"}, {Name: "h"}, {Name: "games", Template: "{a}", Records: 1_000_000, Given: 1}},
		Items: []HeldItem{
			{Command: "createtable t families=f"}, {Command: "set t r f:q=1"}, {Command: "nonsense <b>"}, {Command: "create 'h', 'f'"},
			{Note: &loads}, {Note: &queries}, {Code: "held-undo"}, {Code: "held-redo"},
			{Code: "held-checkpoint", Args: []string{"c"}}, {Code: "held-drop-checkpoint", Args: []string{"c"}},
			{Command: "import t x.csv"}, {Code: "held-file", Args: []string{"x.csv", "5"}},
		},
	}
	if got := p.st.Link.Holds; !reflect.DeepEqual(got, want) {
		t.Errorf("%+v\nwant %+v", got, want)
	}
	shown := p.st.Link
	if p.on(LinkOpened{text}); p.st.Link != shown {
		t.Error("the same link was opened again")
	}
	p.on(MenuClosed{})
	p.has(ForgetLink{})
	if len(p.effects) != 1 || p.st.Link != nil || p.st.Menu != MenuNone {
		t.Errorf("%+v", p.effects)
	}
	p.on(MenuClosed{})
	if len(p.effects) > 0 {
		t.Errorf("%+v", p.effects)
	}
	p.on(LinkOpened{text}, LinkKept{})
	if c := p.sent().Call; !reflect.DeepEqual(c, host.Adopt{Text: text}) || !p.st.Link.Waits() {
		t.Errorf("%+v", c)
	}
	asked := p.sent().Seq
	if p.on(LinkKept{}); len(p.effects) > 0 {
		t.Errorf("asked twice: %+v", p.effects)
	}
	p.answer(host.Answer{Seq: asked, Err: base.Refuse(base.CodeStoreFull)})
	if l := p.st.Link; p.st.Menu != MenuLink || l.Refused == nil || l.Waits() || p.st.Notice != nil || len(p.effects) > 0 {
		t.Errorf("%+v %+v", l, p.effects)
	}
	p.on(LinkKept{}, Restarted{})
	if l := p.st.Link; l.Refused == nil || l.Refused.Code != base.CodeRestarted || l.Waits() {
		t.Errorf("%+v", l)
	}
	p.on(Came{host.Ready{}}).answer(host.Answer{Shelf: &host.Shelf{}})
	p.on(LinkKept{}).answer(host.Answer{Made: "abc", Shelf: &host.Shelf{}})
	p.has(ForgetLink{})
	p.has(Go{Route: Route{Screen: ScreenSandbox, ID: "abc"}})
	if p.st.Menu != MenuNone || p.st.Link != nil {
		t.Errorf("%+v", p.st.Link)
	}
}

func TestBadLinkIsNotKept(t *testing.T) {
	p := at(t, Route{Screen: ScreenSandboxes}).on(Came{host.Ready{}}).answer(host.Answer{Shelf: &host.Shelf{}})
	p.on(LinkOpened{"nonsense"})
	if e := p.st.Link.Err; e == nil || e.Code != base.CodeLinkDamaged {
		t.Errorf("%+v", p.st.Link)
	}
	if p.on(LinkKept{}); len(p.effects) > 0 || p.st.Menu != MenuLink {
		t.Errorf("%+v", p.effects)
	}
	whole := textOf(t, "")
	early := at(t, Route{Screen: ScreenSandboxes}).on(LinkOpened{whole}, LinkKept{})
	if len(early.effects) > 0 || early.st.Menu != MenuLink {
		t.Errorf("without an engine: %+v", early.effects)
	}
	if p.on(MenuClosed{}, LinkKept{}); len(p.effects) > 0 {
		t.Errorf("%+v", p.effects)
	}
}

func TestLongLinkIsListedInPart(t *testing.T) {
	script := strings.Builder{}
	for i := range maxLinkTables + 3 {
		fmt.Fprintf(&script, "createtable t%d families=f\n", i)
	}
	for range maxLinkItems {
		script.WriteString("set t0 r f:q=1\n")
	}
	h := openLink(textOf(t, "", engine.Console{Text: script.String()})).Holds
	if len(h.Tables) != maxLinkTables || h.MoreTables != 3 || len(h.Items) != maxLinkItems || h.MoreItems != maxLinkTables+3 {
		t.Errorf("%d tables, %d items and %d", len(h.Tables), len(h.Items), h.MoreItems)
	}
}

func TestSharing(t *testing.T) {
	p := sandbox(t)
	p.st.Site = "https://example.org/t"
	p.on(SharePressed{})
	if c := p.sent().Call; !reflect.DeepEqual(c, host.Share{Room: LinkLimit - len("https://example.org/t/sandboxes/#open=")}) {
		t.Fatalf("%+v", c)
	}
	first := p.sent().Seq
	if !p.st.Share.Waits() || p.st.Menu != MenuShare || p.st.Work.Saved != host.SaveDone {
		t.Errorf("%+v", p.st.Share)
	}
	p.on(SharePressed{Experiment: true})
	second := p.sent()
	if c, ok := second.Call.(host.Share); !ok || !c.Experiment {
		t.Errorf("%+v", second)
	}
	text := textOf(t, "Mine", engine.Undo{})
	p.answer(host.Answer{Seq: first, Shared: &host.Shared{Text: text, Size: len(text)}})
	if !p.st.Share.Waits() {
		t.Error("the answer to the choice before is shown")
	}
	p.answer(host.Answer{Seq: second.Seq, Shared: &host.Shared{Text: text, Size: len(text), Shortened: true}})
	want := "https://example.org/t/sandboxes/#open=" + text
	s := *p.st.Share
	if s.Waits() || !s.Experiment || !s.Shortened || s.Link != want || s.Size != len(want) || s.Holds.Title != "Mine" || len(s.Holds.Items) != 1 {
		t.Errorf("%+v", s)
	}
	p.on(CopyPressed{})
	p.has(Copy{ElementLink, want})
	if p.on(CopyEnded{false}); p.st.Share.Copied != CopiedRefused {
		t.Errorf("%+v", p.st.Share)
	}
	if p.on(CopyEnded{true}); p.st.Share.Copied != CopiedDone {
		t.Errorf("%+v", p.st.Share)
	}
	p.on(MenuClosed{})
	if p.st.Share != nil || len(p.effects) > 0 {
		t.Errorf("%+v", p.effects)
	}
	if p.on(CopyEnded{true}, CopyPressed{}); p.st.Share != nil || len(p.effects) > 0 {
		t.Errorf("%+v", p.effects)
	}
}

func TestWhatIsTooMuchForALink(t *testing.T) {
	p := sandbox(t).on(SharePressed{})
	p.answer(host.Answer{Shared: &host.Shared{Size: 9000}})
	if s := p.st.Share; s.Link != "" || s.Size != 9000+len("/sandboxes/#open=") || s.Waits() {
		t.Errorf("%+v", s)
	}
	if p.on(CopyPressed{}); len(p.effects) > 0 {
		t.Errorf("%+v", p.effects)
	}
	p.on(SharePressed{}).answer(host.Answer{Shared: &host.Shared{}})
	if s := p.st.Share; s.Link != "" || s.Size != 0 || s.Err != nil {
		t.Errorf("%+v", s)
	}
	p.on(SharePressed{}).answer(host.Answer{Err: base.Refuse(base.CodeStoreFull)})
	if s := p.st.Share; s.Err == nil || p.st.Notice != nil {
		t.Errorf("%+v", s)
	}
	p.on(SharePressed{}, Restarted{})
	if s := p.st.Share; s.Waits() || s.Err == nil || s.Err.Code != base.CodeRestarted {
		t.Errorf("%+v", s)
	}
}
