//go:build !js

package host

import (
	"context"
	"slices"
	"strings"
	"testing"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/plan"
	"tabletop/lessons"
	"tabletop/lessons/author"
	"tabletop/lessons/content"
)

// scores is a [Options].Lesson for a test lesson.
func scores(_ context.Context, slug string) (*lessons.Lesson, error) {
	l, err := author.Load(content.Files, slug, "en")
	if err != nil {
		return nil, base.Refuse(base.CodeNoLesson, slug)
	}
	return l, nil
}

// lessonTab is a tab with the lesson open.
func lessonTab(t *testing.T, s Store) (*tab, *lessons.Lesson) {
	t.Helper()
	p := newTab(t, s, newTabs())
	p.host.Lesson = scores
	a := p.ask(OpenWorkspace{Kind: KindLesson, ID: "lol-scores"})
	if a.Err != nil || a.Outcome == nil {
		t.Fatalf("%+v", a)
	}
	l, err := scores(context.Background(), "lol-scores")
	if err != nil {
		t.Fatal(err)
	}
	return p, l
}

func TestProgressNeverGoesBack(t *testing.T) {
	for range 20 {
		p, l := lessonTab(t, newListStore())
		last := uint64(0)
		for _, a := range l.Solution[0] {
			last = p.send(DoLessonAction{a})
		}
		var passed []string
		for range l.Solution[0] {
			a := wait(p, func(a Answer) bool { return a.Seq > last-uint64(len(l.Solution[0])) })
			for _, id := range passed {
				if !slices.Contains(a.Outcome.Progress.Passed, id) {
					t.Fatalf("%s had passed, then only %q", id, a.Outcome.Progress.Passed)
				}
			}
			passed = a.Outcome.Progress.Passed
		}
		if len(passed) != len(l.Steps[0].Goals) {
			t.Fatalf("the solution passed %q", passed)
		}
	}
}

func TestLessonIsKeptAndBegunAgain(t *testing.T) {
	s := newListStore()
	p, l := lessonTab(t, s)
	for _, a := range l.Solution[0] {
		p.ask(DoLessonAction{a})
	}
	if a := p.ask(DoLessonAction{lessons.Next{}}); a.Outcome.Progress.Step != 1 {
		t.Fatalf("%+v", a.Outcome)
	}
	p.ask(NoteHintSeen{1})
	p.saved()

	q, _ := lessonTab(t, s)
	a := q.ask(OpenWorkspace{Kind: KindLesson, ID: "lol-scores"})
	if pr := a.Outcome.Progress; pr.Step != 1 || len(pr.Passed) != 3 || pr.Hints[1] != 1 || a.Page.Total != 4 {
		t.Errorf("%+v, %d rows", pr, a.Page.Total)
	}
	copied := q.ask(CreateSandbox{Title: "Copy", FromOpen: true}).SandboxID
	if a := q.ask(ResetWorkspace{}); a.Outcome.Progress.Step != 0 || len(a.Outcome.Progress.Passed) != 0 || len(a.Reply.Tables) != 0 {
		t.Errorf("%+v", a.Outcome)
	}
	if a := q.ask(OpenWorkspace{Kind: KindSandbox, ID: copied}); a.Page.Total != 4 || a.Outcome != nil {
		t.Errorf("the sandbox holds %d rows", a.Page.Total)
	}
}

// TestHistoryStaysWithItsLesson tests that the console's history is stored with the reader's
// progress, survives a restart of the lesson, and has the lesson's own commands.
func TestHistoryStaysWithItsLesson(t *testing.T) {
	s := newListStore()
	p, l := lessonTab(t, s)
	for _, a := range l.Solution[0] {
		p.ask(DoLessonAction{a})
	}
	p.console("ls")
	want := []ConsoleHistoryEntry{{Text: "count games"}, {Text: "ls"}}
	p.saved()

	q, _ := lessonTab(t, s)
	a := q.ask(OpenWorkspace{Kind: KindLesson, ID: "lol-scores"})
	if !slices.Equal(a.Opened.History, want) || len(a.Outcome.Progress.Passed) != len(l.Steps[0].Goals) {
		t.Errorf("the history is %v, passed are %q", a.Opened.History, a.Outcome.Progress.Passed)
	}
	if a := q.ask(ResetWorkspace{}); !slices.Equal(a.Opened.History, want) || len(a.Outcome.Progress.Passed) != 0 {
		t.Errorf("after a reset the history is %v, passed are %q", a.Opened.History, a.Outcome.Progress.Passed)
	}
	q.saved()

	r, _ := lessonTab(t, s)
	if a := r.ask(ListWorkspaces{}); len(a.WorkspaceList.Lessons) != 1 || a.WorkspaceList.Lessons[0].Slug != "lol-scores" {
		t.Errorf("the shelf has %+v", a.WorkspaceList.Lessons)
	}
}

// A command that a lesson's action types runs after the earlier actions.
func TestActionsKeepTheirOrder(t *testing.T) {
	p, _ := lessonTab(t, newListStore())
	p.send(DoLessonAction{lessons.RunRequest{Request: many(300_000)}})
	count := p.send(DoLessonAction{lessons.TypeCommand{Text: "count " + many(1).Table}})
	a := wait(p, func(a Answer) bool { return a.Seq == count })
	if a.Err != nil || a.Reply.Err != nil || strings.TrimSpace(a.Reply.Output[0].Text) != "300000" {
		t.Errorf("%+v", a.Reply)
	}
}

// The request of an action is made from the key that the earlier actions leave.
func TestActionsSeeWhatRanBeforeThem(t *testing.T) {
	p, l := lessonTab(t, newListStore())
	for _, a := range l.Solution[0] {
		p.ask(DoLessonAction{a})
	}
	if a := p.ask(ExecuteRequest{engine.SetWorkload{Queries: []plan.Query{{ID: "all"}}}}); a.Reply.Err != nil {
		t.Fatal(a.Reply.Err)
	}
	const key = "{player}#{game}#{date}"
	p.send(DoLessonAction{lessons.RunRequest{Request: many(100_000)}})
	p.send(DoLessonAction{lessons.Template{Table: l.Table, Text: key}})
	grow := p.send(DoLessonAction{lessons.Grow{Records: 1000}})
	a := wait(p, func(a Answer) bool { return a.Seq == grow })
	if a.Err != nil || a.Reply.Err != nil {
		t.Fatalf("%v, %+v", a.Err, a.Reply)
	}
	figures := engine.AnswerAs[engine.DesignMeasurements](a.Reply.Answer)
	if !slices.ContainsFunc(figures, func(f engine.DesignMeasurement) bool { return f.Template == key }) {
		t.Errorf("measured are %+v", figures)
	}
}

// A lesson's checks never judge an estimate: neither the request for one, nor reads under
// one.
func TestEstimateIsNotJudged(t *testing.T) {
	p, _ := lessonTab(t, newListStore())
	load := many(engine.MaxTrialRecords + 1)
	if a := p.ask(DoLessonAction{lessons.RunRequest{Request: load}}); a.Err != nil || a.Reply.Err != nil || a.Outcome == nil {
		t.Fatalf("%+v", a)
	}
	simulate := ExecuteRequest{engine.SimulateLoad{Table: load.Table, Nodes: 3, Minutes: 10, Writes: 1000}}
	for _, judged := range []bool{false, true} {
		ask := engine.EstimateRekey{Table: load.Table, Template: load.Template}
		if judged {
			ask.Template = "" // ends it
		}
		if a := p.ask(ExecuteRequest{ask}); a.Err != nil || a.Reply.Err != nil || a.Outcome != nil {
			t.Errorf("%+v: %+v, outcome %+v", ask, a.Reply, a.Outcome)
		}
		if a := p.ask(simulate); a.Reply.Err != nil || (a.Outcome != nil) != judged {
			t.Errorf("behind %+v: %+v, outcome %+v", ask, a.Reply.Err, a.Outcome)
		}
	}
}

// TestReadIsThereAgain tests that a workspace that is opened again tells the read whose rows
// are marked.
func TestReadIsThereAgain(t *testing.T) {
	s := newListStore()
	p := newTab(t, s, newTabs())
	id := p.sandbox()
	p.ask(ExecuteRequest{engine.SetWorkload{Queries: []plan.Query{{ID: "some", Where: []plan.Cond{{Field: "b", Op: plan.Equal, Value: "x"}}}}}})
	asked := p.ask(ExecuteRequest{many(5)})
	p.saved()
	lit := func(a Answer) int {
		if a.Strip == nil {
			return 0
		}
		return len(a.Strip.Spans)
	}
	if lit(asked) == 0 || asked.Reply.Read == nil {
		t.Fatalf("nothing is lit: %+v", asked.Reply)
	}
	again := newTab(t, s, newTabs()).ask(OpenWorkspace{Kind: KindSandbox, ID: id})
	if r := again.Reply.Read; lit(again) > 0 != (r != nil) || r != nil && r.Stats.RowsScanned != asked.Reply.Read.Stats.RowsScanned {
		t.Errorf("%d spans are lit, of %+v", lit(again), r)
	}
	if lit(again) == 0 {
		t.Error("nothing is lit again")
	}
}

// TestNoCommandIsToldAtOnce tests that a text that is no command does not have to wait for an
// answer to the lesson's question, so that the reader learns what is wrong. A command has to
// wait.
func TestNoCommandIsToldAtOnce(t *testing.T) {
	p := newTab(t, newListStore(), newTabs())
	p.host.Lesson = scores
	if a := p.ask(OpenWorkspace{Kind: KindLesson, ID: "sorted-map"}); a.Err != nil {
		t.Fatal(a.Err)
	}
	if a := p.console("SELECT * FROM web"); a.Err != nil || a.Reply.Err == nil || a.Reply.Err.Code != base.CodeSQL {
		t.Errorf("told is %+v, %+v", a.Err, a.Reply)
	}
	for _, text := range []string{"read web", "read web\nSELECT * FROM web"} {
		if a := p.console(text); a.Err == nil || a.Err.Code != base.CodeGuessFirst {
			t.Errorf("%q does not wait: %+v", text, a.Err)
		}
	}
}
