package model

import (
	"reflect"
	"testing"

	"tabletop/app/console"
	"tabletop/app/heat"
	"tabletop/app/history"
	"tabletop/app/host"
	"tabletop/app/lesson"
	"tabletop/app/page"
	"tabletop/app/schema"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/table"
	"tabletop/lessons"
)

// tells fails the test unless the last message has told exactly this one thing.
func (p *play) tells(want page.AnnouncementPart) *play {
	p.t.Helper()
	if got := p.st.Announcement.Parts; !reflect.DeepEqual(got, []page.AnnouncementPart{want}) {
		p.t.Errorf("told was %+v, not %+v", got, want)
	}
	p.st.Announcement.Parts = nil
	return p
}

func code(code string, args ...string) page.AnnouncementPart {
	return page.AnnouncementPart{Code: code, Args: args}
}

// TestWhatTheTimelineTells tests that the timeline tells its own moves, and the root other
// changes.
func TestWhatTheTimelineTells(t *testing.T) {
	p := past(t)
	done := func() host.Answer { return host.Answer{Reply: &engine.Reply{Version: 3}} }
	p.on(history.CheckpointMade{Name: "one"}).answer(done()).tells(code("said-checkpoint", "one"))
	p.on(history.CheckpointRemoved{Name: "one"}).answer(done()).tells(code("said-checkpoint-gone", "one"))
	p.on(history.AdvanceClockPressed{By: 24 * 3600 * 1e6}).answer(done()).tells(code("said-clock", "24"))
	p.on(ResetWorkspacePressed{}).answer(done()).tells(code("said-reset"))
	p.on(history.RedoPressed{}).answer(done())
	if p.st.Announcement.Parts != nil || p.st.Work.Time.MoveToAnnounce(&p.st.Work.Workspace) != history.MoveForward {
		t.Errorf("of doing again %+v is told, and moved %v", p.st.Announcement.Parts, p.st.Work.Time.MoveToAnnounce(&p.st.Work.Workspace))
	}
	p.on(history.CheckpointPressed{Name: "a"}).answer(done())
	if p.st.Announcement.Parts != nil || p.st.Work.Time.MoveToAnnounce(&p.st.Work.Workspace) != history.MoveBack {
		t.Errorf("of going back %+v is told, and moved %v", p.st.Announcement.Parts, p.st.Work.Time.MoveToAnnounce(&p.st.Work.Workspace))
	}
	p.on(history.CheckpointMade{Name: "two"}).answer(host.Answer{Err: base.Refuse(base.CodeReadOnly)})
	if p.st.Announcement.Parts != nil {
		t.Errorf("of what was refused %+v is told", p.st.Announcement.Parts)
	}
}

func TestWhatCompactionTells(t *testing.T) {
	c := &engine.GarbageReport{Table: "games", Removed: true, Families: []table.FamilyGarbage{{Family: "f", Versions: table.GarbageTotals{Cells: 3, Bytes: 40}}}}
	sandbox(t).on(schema.CompactPressed{Table: "games"}).answer(host.Answer{Reply: &engine.Reply{Answer: c}}).tells(code("garbage-gone", "3", "40"))
}

func TestWhatTheShellTells(t *testing.T) {
	p := sandbox(t).on(console.DialectPicked{Dialect: engine.HBase})
	prints := func(line string, text ...string) *play {
		r := &engine.Reply{}
		for _, s := range text {
			r.Output = append(r.Output, engine.OutputLine{Text: s})
		}
		return p.on(console.EnterPressed{Text: line}).answer(host.Answer{Reply: r})
	}
	prints("create 't', 'f'", "Created table t\n", "Took 0.0100 seconds\n=> Hbase::Table - t\n").tells(page.AnnouncementPart{Text: "Created table t"})
	prints("put 't', 'r', 'f:q', 'v'", "Took 0.0100 seconds\n").tells(code("said-done"))
	prints("list", "TABLE\na\nb\n2 row(s)\n", "Took 0.0100 seconds\n=> [\"a\", \"b\"]\n").tells(code("said-lines", "4"))
}

func TestWhatFilesTell(t *testing.T) {
	p := sandbox(t)
	p.on(console.FilesPicked{Files: []engine.PickedFile{{Name: "a.csv"}}}).tells(code("said-picked", "1", "a.csv"))
	p.on(console.FilesPicked{Files: []engine.PickedFile{{Name: "b"}, {Name: "c"}}}).tells(code("said-picked", "2", "b"))
	p.on(console.PickedFileRemoved{Name: "b"}).tells(code("said-unpicked", "b"))
	if p.on(console.FilesPicked{Size: engine.MaxConsoleFiles + 1}); p.st.Announcement.Parts != nil || p.st.Notice == nil {
		t.Error("files that are refused are told to be there")
	}
}

// TestWhatALessonTells tests that an explanation is told once each time it is given, and that a
// right answer is told.
func TestWhatALessonTells(t *testing.T) {
	l := &lessons.Lesson{Slug: "x", Steps: []lessons.Step{{ID: "s", Asks: []lessons.Question{{ID: "q"}}}}}
	p := at(t, page.Route{Screen: page.ScreenLesson, ID: "x"}).on(LessonFetched{"x", l}, HostEvent{host.HostReady{}})
	p.answer(host.Answer{Opened: &host.OpenedWorkspace{Kind: host.KindLesson, ID: "x"}, Reply: &engine.Reply{}, Outcome: &lessons.Outcome{}})
	for n := range 2 {
		before := p.st.Announcement.Number
		p.on(lesson.AnswerTyped{Question: "q", Value: "7"}, lesson.AnswerSubmitted{Question: "q"}).answer(host.Answer{Outcome: &lessons.Outcome{Explain: "<p>No.</p>", ExplainID: "q=7"}})
		if p.tells(page.AnnouncementPart{Text: "No."}).st.Announcement.Number != before+1 {
			t.Errorf("time %d: it was told %d times", n, p.st.Announcement.Number-before)
		}
	}
	p.on(lesson.AnswerTyped{Question: "q", Value: "8"}, lesson.AnswerSubmitted{Question: "q"}).answer(host.Answer{Outcome: &lessons.Outcome{}}).tells(code("right"))
}

// TestWhatIsToldFast tests that the previous announcement is kept beside the present one, since
// both may come before either is heard; but not a part whose words would change with the map.
func TestWhatIsToldFast(t *testing.T) {
	p := past(t)
	for _, name := range []string{"one", "two"} {
		p.on(history.CheckpointMade{Name: name}).answer(host.Answer{Reply: &engine.Reply{Version: 3}})
	}
	if got, want := p.st.Announcement.Previous, []page.AnnouncementPart{code("said-checkpoint", "one")}; !reflect.DeepEqual(got, want) {
		t.Errorf("before that %+v was told, not %+v", got, want)
	}
	p.tells(code("said-checkpoint", "two"))
	said := page.Announcement{}.Next([]page.AnnouncementPart{{Text: "one"}, {Value: heat.MapAnnouncement{}}}).Next([]page.AnnouncementPart{{Text: "two"}})
	if want := []page.AnnouncementPart{{Text: "one"}}; !reflect.DeepEqual(said.Previous, want) {
		t.Errorf("before that %+v was told, not %+v", said.Previous, want)
	}
}

// TestAnsweredIsForgotten tests that a refusal which asks for an answer first is removed once
// the question is answered, both in the heat map and in the notice.
func TestAnsweredIsForgotten(t *testing.T) {
	q := lessons.Question{ID: "q", Text: "How many?", Kind: lessons.EnterNumber, Guess: true}
	l := &lessons.Lesson{Slug: "x", Steps: []lessons.Step{{ID: "s", Asks: []lessons.Question{q}, Goals: []lessons.Goal{{ID: "g", Check: lessons.QuestionAnswered{Question: "q"}}, {ID: "h"}}}}}
	p := at(t, page.Route{Screen: page.ScreenLesson, ID: "x"}).on(LessonFetched{"x", l}, HostEvent{host.HostReady{}})
	p.answer(host.Answer{Opened: &host.OpenedWorkspace{Kind: host.KindLesson, ID: "x"}, Reply: &engine.Reply{}, Outcome: &lessons.Outcome{}})
	said := base.Refuse(base.CodeGuessFirst, q.Text)
	p.st.Notice, p.st.Work.Heat.Err = &page.Notice{Err: said}, said
	p.on(lesson.AnswerTyped{Question: "q", Value: "x"}, lesson.AnswerSubmitted{Question: "q"})
	if p.st.Notice == nil || p.st.Work.Heat.Err == nil {
		t.Fatal("it is forgotten before an answer")
	}
	p.on(lesson.AnswerTyped{Question: "q", Value: "8"}, lesson.AnswerSubmitted{Question: "q"})
	p.answer(host.Answer{Outcome: &lessons.Outcome{Progress: lessons.Progress{Answers: []lessons.Answer{{Question: "q", Value: "8"}}, Passed: []string{"g"}}}})
	if p.st.Notice != nil || p.st.Work.Heat.Err != nil {
		t.Errorf("after the answer there are %+v and %v", p.st.Notice, p.st.Work.Heat.Err)
	}
}
