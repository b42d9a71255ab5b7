package model

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"tabletop/app/console"
	"tabletop/app/history"
	"tabletop/app/host"
	"tabletop/app/i18n"
	"tabletop/app/key"
	"tabletop/app/lesson"
	"tabletop/app/page"
	"tabletop/app/questions"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/plan"
	"tabletop/engine/table"
	"tabletop/lessons"
)

// tried returns an attempt with one question.
func tried(state uint64, template string, scanned, wanted int64, skew float64) engine.DesignAttempt {
	return engine.DesignAttempt{
		State: state, Skew: skew, Designs: []engine.TableDesign{{Table: "games", Template: template}},
		Verdicts: []engine.Verdict{{Query: "q", Table: "games", Wanted: wanted, Found: wanted, Stats: table.ScanStats{RowsScanned: scanned, RowsReturned: wanted, BytesScanned: scanned * 10}}},
		Growth:   []engine.GrowthCost{{From: 1000, Records: 10_000, Scanned: scanned * 10, Wanted: wanted, Bytes: scanned * 100}},
	}
}

// comparedSandbox is a sandbox whose attempts have been asked for.
func comparedSandbox(t *testing.T) *play {
	p := sandbox(t)
	p.on(questions.DesignSettled{Version: p.st.Work.Version}).asks(engine.CompareDesigns{Load: p.st.Work.Load, WithoutGrowth: true})
	return p
}

func TestWeighing(t *testing.T) {
	p := sandbox(t)
	version := p.st.Work.Version
	p.has(page.SendMsgLater{Wait: 250 * time.Millisecond, Msg: questions.DesignSettled{Version: version}})
	if p.on(questions.DesignSettled{Version: version - 1}); len(p.effects) > 0 {
		t.Errorf("an old design was weighed: %+v", p.effects)
	}
	p.on(questions.DesignSettled{Version: version}).asks(engine.CompareDesigns{Load: p.st.Work.Load, WithoutGrowth: true})
	seq := p.sent().Seq
	if p.on(questions.DesignSettled{Version: version}); len(p.effects) > 0 {
		t.Errorf("it was weighed twice: %+v", p.effects)
	}
	if p.on(HostEvent{host.CallProgress{Seq: seq, Done: 1, Total: 2}}); p.st.Work.Running != nil {
		t.Error("weighing keeps the reader from working")
	}
	before := p.st
	p.answer(host.Answer{Seq: seq, Reply: &engine.Reply{Version: version, Answer: &engine.DesignsCompared{Attempts: []engine.DesignAttempt{tried(3, "{game}", 8, 2, 2)}}}})
	if !p.st.Work.Questions.Attempts.IsCurrent(&p.st.Work.Workspace) || len(p.st.Work.Questions.Attempts.All) != 1 || len(p.st.Work.Tables) != len(before.Work.Tables) {
		t.Errorf("%+v", p.st.Work.Questions.Attempts)
	}
	// Growth is measured next, and then nothing more.
	p.has(page.SendMsgLater{Wait: 250 * time.Millisecond, Msg: questions.DesignSettled{Version: version}})
	p.on(questions.DesignSettled{Version: version}).asks(engine.CompareDesigns{Load: p.st.Work.Load})
	p.answer(host.Answer{Reply: &engine.Reply{Version: version, Answer: &engine.DesignsCompared{Attempts: []engine.DesignAttempt{tried(3, "{game}", 8, 2, 2)}}}})
	if p.on(questions.DesignSettled{Version: version}); len(p.effects) > 0 {
		t.Errorf("what is known was weighed: %+v", p.effects)
	}
	// After a change they are measured again, and the old ones are shown meanwhile.
	p.on(history.UndoPressed{}, console.EnterPressed{Text: "set games k f:q=1"}).answer(host.Answer{Reply: &engine.Reply{Version: version + 1, Tables: p.st.Work.Tables}})
	p.has(page.SendMsgLater{Wait: 250 * time.Millisecond, Msg: questions.DesignSettled{Version: version + 1}})
	if p.st.Work.Questions.Attempts.IsCurrent(&p.st.Work.Workspace) || len(p.st.Work.Questions.Attempts.All) != 1 {
		t.Errorf("%+v", p.st.Work.Questions.Attempts)
	}
}

// TestWeighingGivesWay tests that measuring stops for anything that the reader does, and begins
// again later.
func TestWeighingGivesWay(t *testing.T) {
	for name, m := range map[string]page.Msg{"typing a template": key.TemplateTyped{Table: "games", Text: "{game}#{pl"}, "a command": console.EnterPressed{Text: "count games"}} {
		p := comparedSandbox(t)
		seq := p.sent().Seq
		p.on(m)
		if !slices.ContainsFunc(p.effects, func(e page.Effect) bool {
			s, ok := e.(page.SendCall)
			return ok && s.Sent.Call == host.Call(host.CancelCall{Seq: seq})
		}) {
			t.Errorf("%s: %+v", name, p.effects)
		}
		p.on(HostEvent{host.Answer{Seq: seq, Err: base.Refuse(base.CodeCancelled)}})
		if p.st.Notice != nil || p.st.Work.Questions.Attempts.All != nil {
			t.Errorf("%s: %+v", name, p.st)
		}
	}
	p := comparedSandbox(t)
	p.answer(host.Answer{Err: base.Refuse(base.CodeCancelled)}).has(page.SendMsgLater{Wait: 250 * time.Millisecond, Msg: questions.DesignSettled{Version: p.st.Work.Version}})
	p = comparedSandbox(t)
	if p.answer(host.Answer{Err: base.Refuse(base.CodeNoSandbox)}); len(p.effects) > 0 {
		t.Errorf("it is asked again and again: %+v", p.effects)
	}
}

func TestWeighingInLessons(t *testing.T) {
	st := State{State: page.State{Lesson: lesson.NewLessonState(&lessons.Lesson{Steps: []lessons.Step{{}, {Panels: []lessons.Panel{lessons.PanelDesigner}}, {}}})}}
	st.Work.Tables = []engine.TableInfo{designedTable("{game}")}
	for step, want := range []bool{false, true, true} {
		if st.Lesson.Step = step; page.ShowsKeyDesigner(&st.State, &st.Work.Workspace) != want {
			t.Errorf("step %d: %v", step, !want)
		}
	}
}

// TestFiguresAreAttempts tests that a lesson's earlier figures are measured with the designs,
// and again when there are more of them.
func TestFiguresAreAttempts(t *testing.T) {
	p := sandbox(t)
	p.st.Lesson = lesson.NewLessonState(&lessons.Lesson{Steps: []lessons.Step{{Panels: []lessons.Panel{lessons.PanelDesigner}}}})
	p.st.Lesson.Progress.Figures = []engine.DesignMeasurement{{Template: "{a}"}}
	version := p.st.Work.Version
	p.on(questions.DesignSettled{Version: version}).asks(engine.CompareDesigns{EarlierMeasurements: p.st.Lesson.Progress.Figures, WithoutGrowth: true})
	measured := engine.DesignAttempt{State: engine.FirstProposedState | 7, Designs: []engine.TableDesign{{Table: "games", Template: "{player}"}}}
	p.answer(host.Answer{Reply: &engine.Reply{Version: version, Answer: &engine.DesignsCompared{Attempts: []engine.DesignAttempt{measured}}}})
	p.on(questions.DesignSettled{Version: version}).asks(engine.CompareDesigns{EarlierMeasurements: p.st.Lesson.Progress.Figures})
	p.answer(host.Answer{Reply: &engine.Reply{Version: version, Answer: &engine.DesignsCompared{Attempts: []engine.DesignAttempt{measured}}}})
	if p.on(questions.DesignSettled{Version: version}); len(p.effects) > 0 {
		t.Errorf("what is known is weighed: %+v", p.effects)
	}
	more := append(slices.Clone(p.st.Lesson.Progress.Figures), engine.DesignMeasurement{Template: "{b}"})
	p.on(lesson.ActionPressed{Action: lessons.Grow{}})
	p.answer(host.Answer{Outcome: &lessons.Outcome{Progress: lessons.Progress{Figures: more}}}).has(page.SendMsgLater{Wait: 250 * time.Millisecond, Msg: questions.DesignSettled{Version: version}})
	p.on(questions.DesignSettled{Version: version}).asks(engine.CompareDesigns{EarlierMeasurements: more, WithoutGrowth: true})
	// It is applied by its template, and never by a state.
	if p.on(questions.DesignAdopted{State: measured.State}); p.sent().Call == nil || p.st.Work.Key.Drafts["games"].Text != "{player}" {
		t.Errorf("%+v", p.effects)
	}
	measured.Designs[0].Table = "gone"
	p.st.Work.Questions.Attempts.All = []engine.DesignAttempt{measured}
	if p.on(questions.DesignAdopted{State: measured.State}); len(p.effects) > 0 {
		t.Errorf("%+v", p.effects)
	}
}

// TestAttemptsAreTaken tests that the key of an attempt is applied as if it had been typed.
func TestAttemptsAreTaken(t *testing.T) {
	p := comparedSandbox(t)
	now := tried(3, "{game}#{date}", 4, 2, 3)
	now.Current = true
	all := []engine.DesignAttempt{tried(1, "{game}", 8, 2, 2), now, tried(4, "{date}#{game}", 2, 2, 8)}
	p.answer(host.Answer{Reply: &engine.Reply{Version: p.st.Work.Version, Answer: &engine.DesignsCompared{Attempts: all}}})
	p.on(questions.DesignAdopted{State: 4})
	p.has(page.SetFieldText{ID: page.TemplateElementID("games"), Text: "{date}#{game}"})
	p.asks(engine.Rekey{Table: "games", Template: "{date}#{game}", Trial: 3})
	p.st.Work.Running = nil
	all[0].Designs = append(all[0].Designs, engine.TableDesign{Table: "games_2", Template: "{date}"})
	p.on(questions.DesignAdopted{State: 1}).asks(engine.GoToState{State: 1})
	all[0].Name = "two"
	p.on(questions.DesignAdopted{State: 1}).asks(engine.RestoreCheckpoint{Name: "two"})
	p.st.Work.ReadOnly = true
	if p.on(questions.DesignAdopted{State: 1}); len(p.effects) > 0 {
		t.Errorf("%+v", p.effects)
	}
}

func TestAsking(t *testing.T) {
	p := sandbox(t).on(questions.FormOpened{})
	if p.st.Dialog != page.DialogQuestion || p.st.DialogID != questions.ConditionElementID(questions.CondField, 0) {
		t.Errorf("menu %d, focus %s", p.st.Dialog, p.st.DialogID)
	}
	p.on(questions.FieldChanged{ID: questions.ConditionElementID(questions.CondField, 0), Value: "player"}, questions.FieldChanged{ID: questions.ConditionElementID(questions.CondValue, 0), Value: "Corrie"})
	p.on(questions.ConditionAdded{})
	p.has(page.FocusElement{ID: questions.ConditionElementID(questions.CondField, 1)})
	if c := p.st.Work.Questions.FormState.Form.Conds[1]; c.Field != "game" {
		t.Errorf("%+v", c)
	}
	p.on(questions.FieldChanged{ID: questions.ConditionElementID(questions.CondOp, 1), Value: "2"}, questions.FieldChanged{ID: questions.ConditionElementID(questions.CondValue, 1), Value: "L"}, questions.FieldChanged{ID: questions.ConditionElementID(questions.CondTo, 1), Value: "M"}, questions.FormSubmitted{})
	corrie := plan.Cond{Field: "player", Value: "Corrie"}
	first := plan.Query{ID: "q1", Where: []plan.Cond{corrie, {Field: "game", Op: plan.Between, Value: "L", To: "M"}}}
	p.has(page.FocusElement{ID: questions.ElementNew})
	if p.st.Work.Questions.FormState.Form != nil || p.st.Work.Saved != host.SavePending {
		t.Error("the form is open, or nothing is saved")
	}
	if all := p.asksOf(t); !reflect.DeepEqual(all, []plan.Query{first}) {
		t.Fatalf("%+v", all)
	}

	// A changed question keeps its place and gets a name. What a condition has no more is removed.
	p.on(questions.FormOpened{Query: "q1"})
	if f := p.st.Work.Questions.FormState.Form; f.Name != "" || len(f.Conds) != 2 {
		t.Errorf("%+v", f)
	}
	p.on(questions.FieldChanged{ID: questions.ElementName, Value: " mine "}, questions.FieldChanged{ID: questions.ConditionElementID(questions.CondOp, 1), Value: "1"}, questions.ConditionRemoved{At: 0}, questions.FormSubmitted{})
	p.has(page.FocusElement{ID: questions.QuestionButtonID("q1")})
	mine := plan.Query{ID: "mine", Where: []plan.Cond{{Field: "game", Op: plan.HasPrefix, Value: "L"}}}
	if all := p.asksOf(t); !reflect.DeepEqual(all, []plan.Query{mine}) {
		t.Fatalf("%+v", all)
	}

	// A question without conditions asks for all records, and gets the first free name.
	p.on(questions.FormOpened{}, questions.ConditionRemoved{At: 0}, questions.FormSubmitted{})
	if all := p.asksOf(t); !reflect.DeepEqual(all, []plan.Query{mine, {ID: "q1"}}) {
		t.Fatalf("%+v", all)
	}
	p.on(questions.FormOpened{Query: "q1"}, questions.FieldChanged{ID: questions.ElementName, Value: "mine"}, questions.FormSubmitted{})
	if f := p.st.Work.Questions.FormState.Form; f == nil || f.Refused != "ask-taken" {
		t.Errorf("%+v", f)
	}
	// So is a name that the page gives to one without.
	p.on(page.CloseDialog{}, questions.FormOpened{}, questions.ConditionRemoved{At: 0}, questions.FieldChanged{ID: questions.ElementName, Value: i18n.PageText(p.st.Lang, "words-all")}, questions.FormSubmitted{})
	if f := p.st.Work.Questions.FormState.Form; f == nil || f.Refused != "ask-taken" {
		t.Errorf("%+v", f)
	}
	p.on(page.CloseDialog{}, questions.QuestionRemoved{Query: "mine"})
	if all := p.asksOf(t); len(all) != 1 || all[0].ID != "q1" {
		t.Fatalf("%+v", all)
	}
	p.st.Work.Verdicts = []engine.Verdict{{Query: "q1"}}
	if p.on(questions.QuestionRemoved{Query: "q1"}).asksOf(t); len(p.st.Work.Verdicts) > 0 {
		t.Error("the last question is still judged")
	}
}

// TestAskable tests that the workload cannot be changed in a read-only workspace or an earlier
// state.
func TestAskable(t *testing.T) {
	p := sandbox(t)
	p.st.Work.ReadOnly = true
	if p.on(questions.FormOpened{}, questions.QuestionRemoved{Query: "q"}); p.st.Work.Questions.FormState.Form != nil || len(p.effects) > 0 {
		t.Errorf("%+v", p.effects)
	}
	p = sandbox(t)
	p.st.Work.Page.State = 7
	if p.on(questions.FormOpened{}); p.st.Work.Questions.FormState.Form != nil {
		t.Error("a form over what was before")
	}
}

// asksOf answers a change of the workload and returns the questions.
func (p *play) asksOf(t *testing.T) []plan.Query {
	t.Helper()
	s := p.sent()
	run, ok := s.Call.(host.ExecuteRequest)
	if !ok {
		t.Fatalf("sent %+v", s)
	}
	all := run.Request.(engine.SetWorkload).Queries
	p.answer(host.Answer{Seq: s.Seq, Page: &p.st.Work.Page, Reply: &engine.Reply{Version: p.st.Work.Version + 1, Tables: p.st.Work.Tables,
		Timeline: &engine.UndoTimeline{Workload: all}}})
	return all
}

// TestAskingLatest tests a question for the latest records by a field, with some columns, which
// is told with its cost.
func TestAskingLatest(t *testing.T) {
	p := sandbox(t).on(questions.FormOpened{}, questions.ConditionRemoved{At: 0})
	p.on(questions.FieldChanged{ID: questions.ElementTimeField, Value: "date"})
	if f := p.st.Work.Questions.FormState.Form; f.LatestCount != "10" {
		t.Errorf("%+v", f)
	}
	for _, few := range []string{"", "0", "x", "1000001"} {
		p.on(questions.FieldChanged{ID: questions.ElementLatestCount, Value: few}, questions.FormSubmitted{})
		p.has(page.FocusElement{ID: questions.ElementLatestCount})
		if f := p.st.Work.Questions.FormState.Form; f == nil || f.LatestCountRefusal != "ask-few" {
			t.Fatalf("%q: %+v", few, f)
		}
	}
	p.on(questions.FieldChanged{ID: questions.ElementLatestCount, Value: " 3 "}, questions.FieldChanged{ID: "ask-column-player", Value: "true"}, questions.FieldChanged{ID: "ask-column-date", Value: "true"}, questions.FieldChanged{ID: "ask-column-player", Value: "false"}, questions.FormSubmitted{})
	want := plan.Query{ID: "q1", Latest: plan.Latest{Field: "date", N: 3}, Columns: []string{"date"}}
	s := p.sent()
	all := s.Call.(host.ExecuteRequest).Request.(engine.SetWorkload).Queries
	if !reflect.DeepEqual(all, []plan.Query{want}) {
		t.Fatalf("%+v", all)
	}
	v := engine.Verdict{Query: "q1", Table: "games", Access: plan.Scan, LatestMethod: plan.ByReader, Wanted: 3, Found: 3, Stats: table.ScanStats{RowsScanned: 9, RowsReturned: 9}}
	p.answer(host.Answer{Seq: s.Seq, Page: &p.st.Work.Page, Reply: &engine.Reply{Version: p.st.Work.Version + 1, Tables: p.st.Work.Tables,
		Verdicts: []engine.Verdict{{Query: "other"}, v}, Timeline: &engine.UndoTimeline{Workload: all}}})
	said := []page.AnnouncementPart{code("said-queries", "1"), code("verdict-more", "9", "3"), code("newest-reader", "date")}
	if got := p.st.Announcement.Parts; !reflect.DeepEqual(got, said) {
		t.Errorf("told was %v", got)
	}
	// Three of each player.
	p.on(questions.FormOpened{Query: "q1"}, questions.FieldChanged{ID: questions.ElementPerField, Value: "player"}, questions.FormSubmitted{})
	if got := p.asksOf(t)[0]; got.Each != "player" || got.Latest != want.Latest {
		t.Fatalf("%+v", got)
	}
	p.on(questions.FormOpened{Query: "q1"})
	if f := p.st.Work.Questions.FormState.Form; f.PerField != "player" {
		t.Errorf("%+v", f)
	}
	p.on(questions.FieldChanged{ID: questions.ElementPerField, Value: ""}, questions.FormSubmitted{})
	if got := p.asksOf(t)[0]; got.Each != "" {
		t.Fatalf("%+v", got)
	}
	// The form shows it again; without a field it asks for all records.
	p.on(questions.FormOpened{Query: "q1"})
	if f := p.st.Work.Questions.FormState.Form; f.TimeField != "date" || f.LatestCount != "3" || !reflect.DeepEqual(f.Columns, []string{"date"}) {
		t.Errorf("%+v", f)
	}
	p.on(questions.FieldChanged{ID: questions.ElementTimeField, Value: ""}, questions.FieldChanged{ID: "ask-column-date", Value: "false"}, questions.FormSubmitted{})
	if all := p.asksOf(t); !reflect.DeepEqual(all, []plan.Query{{ID: "q1"}}) {
		t.Fatalf("%+v", all)
	}
}

// TestMarkedAfterOpening tests that the first question's rows are asked for once a workspace was opened
// whose questions are measured but whose last read is not known, and never in another case.
func TestMarkedAfterOpening(t *testing.T) {
	verdicts := []engine.Verdict{{Query: "q", Table: "games"}}
	for _, c := range []struct {
		reply engine.Reply
		want  bool
	}{
		{engine.Reply{Version: 1, Verdicts: verdicts}, true},
		{engine.Reply{Version: 1, Verdicts: verdicts, Read: &engine.ReadReport{Table: "games"}}, false},
		{engine.Reply{Version: 1, Verdicts: []engine.Verdict{{Query: "q"}}}, false},
		{engine.Reply{Version: 1}, false},
	} {
		p := at(t, page.Route{Screen: page.ScreenSandbox, ID: "abc"}).on(HostEvent{host.HostReady{}})
		c.reply.Tables = []engine.TableInfo{designedTable("{game}")}
		p.answer(host.Answer{Opened: &host.OpenedWorkspace{ID: "abc"}, Reply: &c.reply, Page: &engine.RowPage{Table: "games"}})
		asked := slices.Contains(p.calls(), host.Call(host.ExecuteRequest{Request: engine.MarkQuestion{WhenIdle: true}}))
		if asked != c.want {
			t.Errorf("%+v: %+v", c.reply, p.calls())
		}
	}
}
