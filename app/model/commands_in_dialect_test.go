package model

import (
	"reflect"
	"strings"
	"testing"

	"tabletop/app/console"
	"tabletop/app/grid"
	"tabletop/app/host"
	"tabletop/app/lesson"
	"tabletop/app/page"
	"tabletop/app/schema"
	"tabletop/engine"
	enginecmd "tabletop/engine/console"
	"tabletop/lessons"
)

// TestEverythingRunIsRemembered tests that commands which the grid, the outline and a lesson
// run are in the history, in the console's dialect.
func TestEverythingRunIsRemembered(t *testing.T) {
	p := sandbox(t).on(console.DialectPicked{Dialect: engine.HBase})
	p.st.Work.Page.Table = "games"
	p.on(grid.NewCellSubmitted{Row: "k", Family: "f", Qualifier: "q", Value: "v"})
	if e := p.st.Work.Log[0]; e.Input != "put 'games', 'k', 'f:q', 'v'" || e.Dialect != engine.HBase || e.DialectErr != nil || len(e.Tokens) == 0 {
		t.Errorf("a new cell ran %+v", e)
	}
	p.on(schema.FormOpened{Form: schema.FormFamily, Table: "games"}, schema.FieldChanged{ID: "schema-form", Value: "g"}, schema.FieldChanged{ID: "form-type", Value: "intsum"}, schema.FormSubmitted{})
	if e := p.st.Work.Log[1]; e.Dialect != engine.CBT || e.DialectErr == nil || !strings.HasPrefix(e.Input, "createfamily games g:") {
		t.Errorf("what HBase lacks ran %+v", e)
	}
	p.on(schema.DropConfirmed{Table: "games"})
	if got := p.st.Work.History; len(got) != 3 || got[2] != (host.ConsoleHistoryEntry{Dialect: engine.HBase, Text: "disable 'games'\ndrop 'games'"}) {
		t.Errorf("the history is %v", got)
	}
	if r := p.sent().Call.(host.ExecuteRequest).Request.(engine.RunConsole); r.Dialect != engine.HBase || r.Text != "disable 'games'\ndrop 'games'" {
		t.Errorf("sent was %+v", r)
	}
}

func TestLessonFollowsTheDialect(t *testing.T) {
	l := &lessons.Lesson{Slug: "x", Steps: []lessons.Step{{ID: "one"}}, Solution: [][]lessons.Action{{
		lessons.TypeCommand{Text: "count games"}, lessons.TypeCommand{Text: "samplerowkeys games"}, lessons.Answer{Question: "q", Value: "1"},
		lessons.RunRequest{Request: engine.RunConsole{Text: "ls"}},
	}}}
	p := at(t, page.Route{Screen: page.ScreenLesson, ID: "x"}).on(LessonFetched{"x", l}, HostEvent{host.HostReady{}})
	p.answer(host.Answer{Opened: &host.OpenedWorkspace{Kind: host.KindLesson, ID: "x", History: []host.ConsoleHistoryEntry{{Text: "ls"}}}, Reply: &engine.Reply{}, Outcome: &lessons.Outcome{}})
	p.on(console.DialectPicked{Dialect: engine.HBase})
	for i, want := range []lessons.Action{
		lessons.TypeCommand{Text: "count 'games'", Dialect: engine.HBase}, lessons.TypeCommand{Text: "samplerowkeys games"}, lessons.Answer{Question: "q", Value: "1"},
		lessons.RunRequest{Request: engine.RunConsole{Dialect: engine.HBase, Text: "list"}},
	} {
		if got := p.on(lesson.SolutionActionPressed{Index: i}).sent().Call; !reflect.DeepEqual(got, host.DoLessonAction{Action: want}) {
			t.Errorf("part %d ran %+v, want %+v", i, got, want)
		}
	}
	log := p.st.Work.Log
	if len(log) != 3 || log[0].DialectErr != nil || log[0].Dialect != engine.HBase || log[1].DialectErr == nil || log[1].Dialect != engine.CBT {
		t.Errorf("the log is %+v", log)
	}
	if n := len(p.st.Work.History); n != 4 {
		t.Errorf("%d texts are remembered", n)
	}
}

func TestSayingWhatNobodyCan(t *testing.T) {
	u := &update{State: sandbox(t).st}
	if s, err := u.Work.FormatCommand(enginecmd.Alter{Table: "t", Changes: []enginecmd.FamilyChange{{Family: "f", Versions: 1}, {Family: "g", Versions: 1}}}); err == nil {
		t.Errorf("several changes at once are said as %+v", s)
	}
}
