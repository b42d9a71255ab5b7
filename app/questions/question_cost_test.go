package questions

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/plan"
	"tabletop/engine/table"
	"tabletop/lessons"
	"tabletop/web/test/pagetest"
)

func asker(t *testing.T) (*pagetest.Page, *State, func(...Msg)) {
	p, s := pagetest.New(t, engine.TableInfo{Name: "games", Template: "{game}#{player}", Fields: []string{"game", "player"}, Rows: 9}), &State{}
	return p, s, func(msgs ...Msg) {
		for _, m := range msgs {
			p.Turn(func(t *page.Update) { Update(t, s, m); AfterMessage(t, s) })
		}
	}
}

func proposed(p *engine.QuestionPlan) host.Answer {
	return host.Answer{Reply: &engine.Reply{Version: 1, Answer: p}}
}

// TestAskingAboutRows tests that chosen rows become a question, that its cost is told before it
// is asked, and that it gets the rate of the form.
func TestAskingAboutRows(t *testing.T) {
	p, s, on := asker(t)
	p.Turn(func(t *page.Update) { OpenFormForRows(t, s, 2, 5) })
	p.Asks(engine.PlanQuestion{Table: "games", First: 2, Last: 5})
	where := []plan.Cond{{Field: "game", Value: "LoL"}, {Field: "player", Op: plan.Between, Value: "Ann", To: "Boc"}}
	on(p.Answered(proposed(&engine.QuestionPlan{Query: plan.Query{Where: where}})).(Msg))
	if p.State.Dialog != page.DialogQuestion || len(s.FormState.Form.Conds) != 2 || s.FormState.Form.Conds[1].Cond != where[1] {
		t.Fatalf("%+v", s.FormState.Form)
	}
	p.Asks(engine.PlanQuestion{Query: plan.Query{ID: "q1", Where: where}, Measure: true})
	cost := p.Answered(proposed(&engine.QuestionPlan{Verdict: engine.Verdict{Table: "games", Stats: table.ScanStats{RowsScanned: 4}}})).(Msg)
	if on(cost); s.FormState.Cost.Verdict.Stats.RowsScanned != 4 {
		t.Errorf("%+v", s.FormState.Cost)
	}
	// A changed form is measured after a moment, and the old cost is not shown any more.
	on(FieldChanged{ID: ConditionElementID(CondTo, 1), Value: "C"})
	p.Has(page.SendMsgLater{Wait: 250 * time.Millisecond, Msg: settled{s.FormState.round}})
	if on(settled{s.FormState.round - 1}); len(p.Effects) > 0 {
		t.Errorf("%+v", p.Effects)
	}
	on(settled{s.FormState.round})
	late := proposed(&engine.QuestionPlan{})
	late.Seq = p.LastCall().Seq
	if s.FormState.Cost != nil {
		t.Error("a cost of another question")
	}
	// An invalid question has no cost, and is refused when it is asked.
	on(FieldChanged{ID: ConditionElementID(CondTo, 1), Value: "A"}, settled{s.FormState.round + 1})
	if p.Answered(late) != nil {
		t.Error("an answer that came too late is shown")
	}
	on(FormSubmitted{})
	if s.FormState.Form == nil || s.FormState.Form.Conds[1].Refused != "ask-order" {
		t.Fatal("it is asked")
	}
	on(FieldChanged{ID: ConditionElementID(CondTo, 1), Value: "Boc"}, FieldChanged{ID: ElementName, Value: "mine"}, FieldChanged{ID: ElementRate, Value: "1e3"}, FormSubmitted{})
	p.Has(page.FocusElement{ID: ElementRate})
	on(FieldChanged{ID: ElementRate, Value: " 30 "}, FormSubmitted{})
	p.Asks(engine.SetWorkload{Queries: []plan.Query{{ID: "mine", Where: where}}})
	p.Passes(page.SetQueryRate{Query: "mine", Rate: "30"})
	p.Has(page.FocusElement{ID: page.ElementGrid})
	if p.State.Dialog != page.DialogNone || s.FormState.Form != nil {
		t.Error("the form is open")
	}
	// Under another name it keeps its rate.
	p.Work.Timeline.Workload = []plan.Query{{ID: "mine", Where: where}}
	on(FormOpened{Query: "mine"}, FieldChanged{ID: ElementName, Value: "yours"}, FormSubmitted{})
	p.Passes(page.SetQueryRate{Query: "yours", Was: "mine"})
	// The twentieth question is the last.
	p.Work.Timeline.Workload = make([]plan.Query, maxQueries)
	p.Turn(func(t *page.Update) { OpenFormForRows(t, s, 2, 5) })
	if p.Quiet(); p.State.Notice == nil {
		t.Error("nothing says why")
	}
	p.Work.Timeline.Workload, p.Work.Tables[0].Template = nil, ""
	p.Turn(func(t *page.Update) { OpenFormForRows(t, s, 2, 5) }).Quiet()
}

// TestReadsOfCards tests that the reads of an open card are asked for once for each version,
// and are copied and run in the dialect that is shown.
func TestReadsOfCards(t *testing.T) {
	p, s, on := asker(t)
	q := plan.Query{ID: "q", Where: []plan.Cond{{Field: "game", Value: "LoL"}}}
	p.Work.Timeline.Workload = []plan.Query{q}
	p.Work.Verdicts = []engine.Verdict{{Query: "q", Table: "games"}, {Query: "none"}}
	on(unfolded{Query: "none", Open: true})
	p.Quiet()
	on(unfolded{Query: "q", Open: true})
	p.Asks(engine.PlanQuestion{Query: q})
	came := proposed(&engine.QuestionPlan{Verdict: engine.Verdict{Table: "games"}, Reads: []engine.ReadCommand{
		{Text: "read games prefix=a#"}, {Text: "read games prefix=b# filter='if(key(/a/), pass(), block())'", TextWithoutFilter: "read games prefix=b#"},
	}})
	on(p.Answered(came).(Msg))
	p.Quiet()
	on(DialectPicked{Dialect: engine.HBase}, copyPressed{Query: "q"})
	want := "scan 'games', {ROWPREFIXFILTER => 'a#'}\nscan 'games', {ROWPREFIXFILTER => 'b#'}"
	p.Has(CopyQuestionRead{ID: "reads-q", Query: "q", Text: want})
	if on(CopyEnded{Query: "q", Done: true}); s.Reads.Copied != "q" {
		t.Error("nothing says that it is copied")
	}
	on(runPressed{Query: "q"})
	if !reflect.DeepEqual(p.Passed, []page.Msg{page.SwitchDialect{Dialect: engine.HBase}, spoken{want}, page.ShowPageTab{Tab: page.TabConsole}}) {
		t.Errorf("%+v", p.Passed)
	}
	on(spoken{want})
	p.Passes(page.RunConsoleText{})
	if p.Work.Input != want {
		t.Errorf("the console holds %q", p.Work.Input)
	}
	p.Work.Version = 2
	p.Turn(func(t *page.Update) { AfterMessage(t, s) }).Asks(engine.PlanQuestion{Query: q})
	if text := (&update{&page.Update{Work: &p.Work}, s}).text("q"); strings.TrimSpace(text) != "" {
		t.Errorf("%q of another key", text)
	}
	on(unfolded{Query: "q"})
	p.Quiet()
	// A lesson that asks the reader for a read does not show it.
	goal := lessons.Goal{ID: "read", Check: lessons.LatestReads{Table: "games"}}
	p.State.Lesson = &page.LessonState{Lesson: &lessons.Lesson{Steps: []lessons.Step{{Goals: []lessons.Goal{goal}}}, Queries: []lessons.Query{{Query: q}}}}
	p.Restart()
	on(unfolded{Query: "q", Open: true})
	p.Quiet()
	p.State.Lesson.Progress.Passed = []string{"read"}
	p.Turn(func(t *page.Update) { AfterMessage(t, s) }).Asks(engine.PlanQuestion{Query: q})
}

// TestCardsOfAPath tests that at the stop of a path a card has the grid mark its question's rows, also
// when it is pressed again.
func TestCardsOfAPath(t *testing.T) {
	p, _, on := asker(t)
	p.State.Lesson = &page.LessonState{Lesson: &lessons.Lesson{Path: true}}
	for _, open := range []bool{true, false} {
		on(unfolded{Query: "q", Open: open})
		p.Asks(engine.MarkQuestion{Query: "q"})
	}
}

// TestWrongWhileTyping tests that a bound which is not a number is refused after a moment, and
// that an empty field is not.
func TestWrongWhileTyping(t *testing.T) {
	_, s, on := asker(t)
	on(FormOpened{}, FieldChanged{ID: ConditionElementID(CondOp, 0), Value: "3"}, settled{s.FormState.round + 1})
	if c := s.FormState.Form.Conds[0]; c.Op != plan.Numbers || c.Refused != "" {
		t.Fatalf("%+v", c)
	}
	on(FieldChanged{ID: ConditionElementID(CondValue, 0), Value: "22,5"})
	on(settled{s.FormState.round})
	if c := s.FormState.Form.Conds[0]; c.Refused != "ask-number" {
		t.Errorf("%+v", c)
	}
	on(FieldChanged{ID: ConditionElementID(CondValue, 0), Value: "22.5"})
	on(settled{s.FormState.round})
	if c := s.FormState.Form.Conds[0]; c.Refused != "" {
		t.Errorf("%+v", c)
	}
}
