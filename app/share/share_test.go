package share

import (
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/link"
	"tabletop/lessons"
	"tabletop/web/test/pagetest"
)

// play is a page around this part.
type play struct {
	*pagetest.Page
	s State
}

func (p *play) on(msgs ...Msg) *play {
	for _, m := range msgs {
		p.Turn(func(t *page.Update) { Update(t, &p.s, m) })
	}
	return p
}

// close closes the dialog, as the page does.
func (p *play) close() *play {
	p.Turn(func(t *page.Update) {
		t.Dialog = page.DialogNone
		OnDialogClosed(t, &p.s)
	})
	return p
}

// sandboxMade brings the answer to the call for a sandbox, and returns whether it is opened.
func (p *play) sandboxMade(a host.Answer) (shown bool) {
	return len(p.answer(a).Passed) == 0
}

// answer brings the answer to a call for a link, given by its number, or to the last one.
func (p *play) answer(a host.Answer) *play {
	p.T.Helper()
	return p.on(p.Answered(a).(Msg))
}

func start(t *testing.T) *play { return &play{Page: pagetest.New(t)} }

// textOf returns the text of a link with requests.
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
		if text, ok := LinkInFragment(fragment); !ok || text != want {
			t.Errorf("%q: %q", fragment, text)
		}
	}
	for _, fragment := range []string{"", "#", "#main", "#opened=AQ"} {
		if text, ok := LinkInFragment(fragment); ok {
			t.Errorf("%q: %q", fragment, text)
		}
	}
}

func TestOpenedLinkIsOnlyShown(t *testing.T) {
	load := engine.LoadRecords{Table: "games", Template: "{a}", Data: dataset.Spec{Fields: []string{"a"}, Records: [][]string{{"1"}}, Recipe: &dataset.Recipe{Count: 1_000_000}}}
	text := textOf(t, "Theirs",
		engine.RunConsole{Text: "createtable t families=f\n\nset t r f:q=1\n  nonsense <b>"},
		engine.RunConsole{Dialect: engine.HBase, Text: "create 'h', 'f'"},
		load,
		engine.SetWorkload{},
		engine.Undo{}, engine.Redo{},
		engine.SaveCheckpoint{Name: "c"}, engine.DeleteCheckpoint{Name: "c"},
		engine.RunConsole{Text: "import t x.csv", Files: []engine.PickedFile{{Name: "x.csv", Text: "12345"}}},
	)
	p := start(t).on(LinkOpened{text})
	p.Quiet()
	if p.State.Dialog != page.DialogOpenedLink || p.s.OpenedLink.Err != nil {
		t.Fatalf("%+v", p.s.OpenedLink)
	}
	queries, loads := engine.DescribeChange(engine.SetWorkload{}), engine.DescribeChange(load)
	want := LinkContent{
		Title:  "Theirs",
		Tables: []LinkTable{{Name: "t"}, {Name: "h"}, {Name: "games", Template: "{a}", Records: 1_000_000, GivenRecords: 1}},
		Changes: []LinkChange{
			{Command: "createtable t families=f"}, {Command: "set t r f:q=1"}, {Command: "nonsense <b>"}, {Command: "create 'h', 'f'"},
			{Note: &loads}, {Note: &queries}, {Code: "held-undo"}, {Code: "held-redo"},
			{Code: "held-checkpoint", Args: []string{"c"}}, {Code: "held-drop-checkpoint", Args: []string{"c"}},
			{Command: "import t x.csv"}, {Code: "held-file", Args: []string{"x.csv", "5"}},
		},
	}
	if got := p.s.OpenedLink.Content; !reflect.DeepEqual(got, want) {
		t.Errorf("%+v\nwant %+v", got, want)
	}
	of := engine.Change{Request: engine.RestoreRows{Target: load, Rows: make([]engine.RowToRestore, 3)}}
	more := engine.Change{Request: engine.RestoreRows{Target: engine.LoadRecords{Table: "games"}, Rows: make([]engine.RowToRestore, 2)}}
	if got := holding(link.Content{Changes: []engine.Change{of, more}}); !reflect.DeepEqual(got.Tables, want.Tables[2:]) || len(got.Changes) != 2 || got.Changes[1].Note.Args[1] != "2" {
		t.Errorf("of restored rows is told %+v", got)
	}
	if got := holding(link.Content{Settings: "x"}).Changes; !reflect.DeepEqual(got, []LinkChange{{Code: "held-load"}}) {
		t.Errorf("of a load is told %+v", got)
	}
	shown := p.s.OpenedLink
	if p.on(LinkOpened{text}); p.s.OpenedLink != shown {
		t.Error("the same link was opened again")
	}
	p.close().Has(RemoveLinkFromAddress{})
	if len(p.Effects) != 1 || p.s.OpenedLink != nil {
		t.Errorf("%+v", p.Effects)
	}
	p.close().Quiet()
}

// The sandbox from a link is asked for once. The dialog tells if it is refused or lost.
func TestKeptLink(t *testing.T) {
	text := textOf(t, "Theirs", engine.Undo{})
	p := start(t).on(LinkOpened{text}, CreateSandboxPressed{})
	asked := p.LastCall()
	if !reflect.DeepEqual(asked.Call, host.CreateFromLink{Text: text}) || !p.s.OpenedLink.IsCreating() {
		t.Errorf("%+v", asked)
	}
	p.on(CreateSandboxPressed{}).Quiet()
	shown := p.sandboxMade(host.Answer{Seq: asked.Seq, Err: base.Refuse(base.CodeStoreFull)})
	if l := p.s.OpenedLink; !shown || p.State.Dialog != page.DialogOpenedLink || l.Refused == nil || l.IsCreating() || len(p.Effects) > 0 {
		t.Errorf("%+v %+v", l, p.Effects)
	}
	p.on(CreateSandboxPressed{}).s.OnWorkerRestarted()
	if l := p.s.OpenedLink; l.Refused == nil || l.Refused.Code != base.CodeRestarted || l.IsCreating() {
		t.Errorf("%+v", l)
	}
	shown = p.sandboxMade(host.Answer{Seq: p.on(CreateSandboxPressed{}).LastCall().Seq, SandboxID: "abc"})
	p.Has(RemoveLinkFromAddress{})
	if shown || p.State.Dialog != page.DialogNone || p.s.OpenedLink != nil {
		t.Errorf("%+v", p.s.OpenedLink)
	}
}

func TestBadLinkIsNotKept(t *testing.T) {
	p := start(t).on(LinkOpened{"nonsense"})
	if e := p.s.OpenedLink.Err; e == nil || e.Code != base.CodeLinkDamaged {
		t.Errorf("%+v", p.s.OpenedLink)
	}
	if p.on(CreateSandboxPressed{}).Quiet(); p.State.Dialog != page.DialogOpenedLink {
		t.Error("it is not shown")
	}
	early := start(t)
	early.State.Ready = false // the worker does not answer yet
	if early.on(LinkOpened{textOf(t, "")}, CreateSandboxPressed{}).Quiet(); early.State.Dialog != page.DialogOpenedLink {
		t.Error("it is not shown")
	}
	p.close().on(CreateSandboxPressed{}).Quiet()
}

func TestLongLinkIsListedInPart(t *testing.T) {
	script := strings.Builder{}
	for i := range maxTables + 3 {
		fmt.Fprintf(&script, "createtable t%d families=f\n", i)
	}
	for range maxItems {
		script.WriteString("set t0 r f:q=1\n")
	}
	h := open(textOf(t, "", engine.RunConsole{Text: script.String()})).Content
	if len(h.Tables) != maxTables || h.MoreTables != 3 || len(h.Changes) != maxItems || h.MoreChanges != maxTables+3 {
		t.Errorf("%d tables, %d items and %d", len(h.Tables), len(h.Changes), h.MoreChanges)
	}
}

func TestSharing(t *testing.T) {
	p := start(t)
	p.State.Site = "https://example.org/t"
	before := p.Work.Saved
	p.on(ShareSandboxPressed{})
	if c := p.LastCall().Call; !reflect.DeepEqual(c, host.ShareAsLink{Room: limit - len("https://example.org/t/sandboxes/#open=")}) {
		t.Fatalf("%+v", c)
	}
	first := p.LastCall().Seq
	if !p.s.SharedLink.IsPending() || p.State.Dialog != page.DialogShare || p.Work.Saved != before {
		t.Errorf("%+v", p.s.SharedLink)
	}
	p.on(ShareSandboxPressed{LinkExperiment})
	second := p.LastCall()
	if c, ok := second.Call.(host.ShareAsLink); !ok || !c.Experiment {
		t.Errorf("%+v", second)
	}
	text := textOf(t, "Mine", engine.Undo{})
	p.answer(host.Answer{Seq: first, SharedLink: &host.SharedLink{Text: text, Size: len(text)}})
	if !p.s.SharedLink.IsPending() {
		t.Error("the answer to the choice before is shown")
	}
	p.answer(host.Answer{Seq: second.Seq, SharedLink: &host.SharedLink{Text: text, Size: len(text), Shortened: true}})
	want := "https://example.org/t/sandboxes/#open=" + text
	s := *p.s.SharedLink
	if s.IsPending() || s.Kind != LinkExperiment || !s.Shortened || s.Link != want || s.Size != len(want) || s.Content.Title != "Mine" || len(s.Content.Changes) != 1 {
		t.Errorf("%+v", s)
	}
	p.on(copyPressed{}).Has(CopyShareLink{elementLink, want})
	if p.on(CopyEnded{false}); p.s.SharedLink.CopyResult != CopyRefused {
		t.Errorf("%+v", p.s.SharedLink)
	}
	if p.on(CopyEnded{true}); p.s.SharedLink.CopyResult != CopyDone {
		t.Errorf("%+v", p.s.SharedLink)
	}
	p.close()
	if p.s.SharedLink != nil || len(p.Effects) > 0 {
		t.Errorf("%+v", p.Effects)
	}
	if p.on(CopyEnded{true}, copyPressed{}); p.s.SharedLink != nil || len(p.Effects) > 0 {
		t.Errorf("%+v", p.Effects)
	}
}

func TestWhatIsTooMuchForALink(t *testing.T) {
	p := start(t).on(ShareSandboxPressed{})
	p.answer(host.Answer{SharedLink: &host.SharedLink{Size: 9000}})
	if s := p.s.SharedLink; s.Link != "" || s.Size != 9000+len("/sandboxes/#open=") || s.IsPending() {
		t.Errorf("%+v", s)
	}
	if p.on(copyPressed{}); len(p.Effects) > 0 {
		t.Errorf("%+v", p.Effects)
	}
	p.on(ShareSandboxPressed{}).answer(host.Answer{SharedLink: &host.SharedLink{}})
	if s := p.s.SharedLink; s.Link != "" || s.Size != 0 || s.Err != nil {
		t.Errorf("%+v", s)
	}
	p.on(ShareSandboxPressed{}).answer(host.Answer{Err: base.Refuse(base.CodeStoreFull)})
	if s := p.s.SharedLink; s.Err == nil || p.State.Notice != nil {
		t.Errorf("%+v", s)
	}
	p.on(ShareSandboxPressed{}).s.OnWorkerRestarted()
	if s := p.s.SharedLink; s.IsPending() || s.Err == nil || s.Err.Code != base.CodeRestarted {
		t.Errorf("%+v", s)
	}
}

// TestSharingADesign tests that the link to a challenge has the keys of the reader's tables.
func TestSharingADesign(t *testing.T) {
	p := start(t)
	p.State.Site, p.State.Route = "https://example.org/t", page.Route{Screen: page.ScreenLesson, ID: "games"}
	p.Work.Tables = []engine.TableInfo{{Name: "games", Template: "{a}#{b}"}, {Name: "plain"}, {Name: "games_2", Template: "{b|salt:8}"}}
	l := &lessons.Lesson{Slug: "games", Steps: []lessons.Step{{}}}
	p.State.Lesson = &page.LessonState{Lesson: l}
	plain := "https://example.org/t" + p.State.Route.Path()
	if p.on(ShareLessonPressed{}); p.s.SharedLink.Link != plain || p.s.SharedLink.Design {
		t.Errorf("%+v", p.s.SharedLink)
	}
	l.Steps[0].Goals = []lessons.Goal{{Check: lessons.DesignGraded{}}}
	p.on(ShareLessonPressed{})
	u, err := url.Parse(p.s.SharedLink.Link)
	if got := u.Query()[DesignParam]; err != nil || !p.s.SharedLink.Design || !slices.Equal(got, []string{"{a}#{b}", "{b|salt:8}"}) || !strings.HasPrefix(p.s.SharedLink.Link, plain+"?") {
		t.Errorf("%+v", p.s.SharedLink)
	}
	if code := p.s.SharedLink.code("x"); strings.Count(code, "?") != 1 || !strings.Contains(code, "&amp;embed=1") {
		t.Error(code)
	}
}

// TestTablesOfNow tests that a link lists the tables of its end, without designs that were
// undone.
func TestTablesOfNow(t *testing.T) {
	load := func(table, template string) engine.Request {
		return engine.LoadRecords{Table: table, Template: template, Data: dataset.Spec{Fields: []string{"id"}, Records: [][]string{{"1"}}}}
	}
	for _, c := range []struct {
		name string
		did  []engine.Request
		want []string
	}{
		{"undone", []engine.Request{load("t", "{id}"), load("u", "{id}"), engine.Undo{}}, []string{"t {id}"}},
		{"redone", []engine.Request{load("t", "{id}"), load("u", "{id}"), engine.Undo{}, engine.Redo{}}, []string{"t {id}", "u {id}"}},
		{"key undone", []engine.Request{load("t", "{id}"), load("t", "{id|hash:4}"), engine.Undo{}}, []string{"t {id}"}},
		{"key", []engine.Request{load("t", "{id}"), load("t", "{id|hash:4}")}, []string{"t {id|hash:4}"}},
		{"dropped", []engine.Request{engine.RunConsole{Text: "createtable t families=f"}, engine.RunConsole{Text: "createtable u families=f\ndeletetable t"}}, []string{"u "}},
		{"drop undone", []engine.Request{engine.RunConsole{Text: "createtable t families=f\nread t\ndeletetable t"}, engine.Undo{}}, []string{"t "}},
		{"restored", []engine.Request{load("t", "{id}"), engine.SaveCheckpoint{Name: "a"}, load("u", "{id}"), engine.RestoreCheckpoint{Name: "a"}}, []string{"t {id}"}},
		{"nothing to undo", []engine.Request{load("t", "{id}"), engine.ForgetHistory{}, engine.Undo{}}, []string{"t {id}"}},
	} {
		var got []string
		for _, table := range open(textOf(t, "", c.did...)).Content.Tables {
			got = append(got, table.Name+" "+table.Template)
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestAllThatMakesTables tests that a link lists the table of every kind of request that makes
// one.
func TestAllThatMakesTables(t *testing.T) {
	at := func(requests ...engine.Request) (names []string) {
		c := link.Content{}
		for _, r := range requests {
			c.Changes = append(c.Changes, engine.Change{Request: r})
		}
		for _, of := range holding(c).Tables {
			names = append(names, of.Name)
		}
		return names
	}
	got := at(engine.MakeTableFromPrintedOutput{Table: "values"}, engine.LoadValuesText{Target: engine.LoadRecords{Table: "orders"}}, engine.CopyTable{Table: "orders", As: "orders-copy"})
	if want := []string{"values", "orders", "orders-copy"}; !slices.Equal(got, want) {
		t.Errorf("it makes %v, want %v", got, want)
	}
	if back := at(engine.MakeTableFromPrintedOutput{Table: "values"}, engine.Undo{}); len(back) > 0 {
		t.Errorf("what is undone makes %v", back)
	}
}
