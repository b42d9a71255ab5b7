package model

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/app/console"
	"tabletop/app/host"
	"tabletop/app/key"
	"tabletop/app/lesson"
	"tabletop/app/page"
	"tabletop/app/sandboxes"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/table"
	"tabletop/lessons"
)

// play is a page whose effects are only looked at.
type play struct {
	t       *testing.T
	st      State
	effects []page.Effect
}

func at(t *testing.T, r page.Route) *play {
	return &play{t: t, st: New("", "en", nil, r)}
}

// on sends messages and keeps the effects of the last.
func (p *play) on(msgs ...page.Msg) *play {
	for _, m := range msgs {
		p.st.PendingScrolls = 0 // the browser has scrolled since the message before
		p.st, p.effects = Update(p.st, m)
	}
	return p
}

// sent returns the last call sent, and fails the test if there is none.
func (p *play) sent() host.SentCall {
	p.t.Helper()
	for _, e := range slices.Backward(p.effects) {
		if s, ok := e.(page.SendCall); ok {
			return s.Sent
		}
	}
	p.t.Fatalf("nothing was sent: %+v", p.effects)
	return host.SentCall{}
}

func (p *play) has(want page.Effect) {
	p.t.Helper()
	if !slices.ContainsFunc(p.effects, func(e page.Effect) bool { return reflect.DeepEqual(e, want) }) {
		p.t.Errorf("no effect %+v in %+v", want, p.effects)
	}
}

func (p *play) answer(a host.Answer) *play {
	p.t.Helper()
	if a.Seq == 0 {
		a.Seq = p.sent().Seq
	}
	return p.on(HostEvent{a})
}

// sandbox is a page with an open sandbox that has a designed table.
func sandbox(t *testing.T) *play {
	p := at(t, page.Route{Screen: page.ScreenSandbox, ID: "abc"}).on(HostEvent{host.HostReady{}})
	return p.answer(host.Answer{
		Opened: &host.OpenedWorkspace{ID: "abc", Title: "Mine"},
		Reply:  &engine.Reply{Version: 1, Tables: []engine.TableInfo{designedTable("{game}#{date}")}},
		Page:   &engine.RowPage{Table: "games", Total: 4, Rows: make([]engine.PageRow, 4)},
	})
}

func designedTable(template string) engine.TableInfo {
	return engine.TableInfo{Name: "games", Rows: 4, KeptRecords: 4, Template: template, Fields: []string{"game", "player", "date"}, Records: 5}
}

func TestOpeningASandbox(t *testing.T) {
	p := at(t, page.Route{Screen: page.ScreenSandbox, ID: "abc"}).on(HostEvent{host.HostReady{}})
	if s := p.sent(); !reflect.DeepEqual(s.Call, host.OpenWorkspace{Kind: host.KindSandbox, ID: "abc"}) {
		t.Fatalf("%+v", s)
	}
	p.answer(host.Answer{Opened: &host.OpenedWorkspace{ID: "abc", Title: "Mine"}, Reply: &engine.Reply{}})
	p.has(page.MarkReady{})
	p.has(page.SetRecoveryWorkspace{ID: "abc"})
	if p.st.Work.ID != "abc" || p.st.Work.Title != "Mine" {
		t.Errorf("%+v", p.st.Work)
	}
	p.on(Navigated{page.Route{Screen: page.ScreenSandbox, ID: "gone"}}).answer(host.Answer{Err: base.Refuse(base.CodeNoSandbox, "gone")})
	if p.st.Route.Screen != page.ScreenNotFound {
		t.Errorf("%+v", p.st.Route)
	}
}

// TestReadyWithItsRows tests that the page is ready only with the rows that come after the rest
// of an answer.
func TestReadyWithItsRows(t *testing.T) {
	p := at(t, page.Route{Screen: page.ScreenSandbox, ID: "abc"}).on(HostEvent{host.HostReady{}})
	seq := p.sent().Seq
	p.on(HostEvent{host.CallProgress{Seq: seq, Done: 1, Total: 2}})
	rows := engine.RowPage{Table: "games", Total: 4, Rows: make([]engine.PageRow, 4)}
	p.answer(host.Answer{Seq: seq, Opened: &host.OpenedWorkspace{ID: "abc"}, Reply: &engine.Reply{Version: 1, Tables: []engine.TableInfo{{Name: "games", Rows: 4}}}, Page: &rows})
	p.has(page.SendMsgAfterDraw{Msg: pageCame{seq, 1, rows, true}})
	for other := range p.st.Calls { // the other calls
		p.on(HostEvent{host.Answer{Seq: other}})
	}
	if p.st.marked {
		t.Error("ready without its rows")
	}
	p.on(pageCame{seq, 1, rows, true}).has(page.MarkReady{})
}

func TestConsoleLine(t *testing.T) {
	p := sandbox(t).on(console.TextTyped{Text: "count games"}, console.EnterPressed{Text: "count games"})
	p.has(page.SetFieldText{ID: page.ElementConsole, Text: ""})
	if c := p.sent().Call; !reflect.DeepEqual(c, host.ExecuteRequest{Request: engine.RunConsole{Text: "count games"}}) {
		t.Fatalf("%+v", c)
	}
	if l := p.st.Work.Log; len(l) != 1 || l[0].Input != "count games" || l[0].Done {
		t.Fatalf("%+v", l)
	}
	read := &engine.ReadReport{Table: "games", Stats: table.ScanStats{RowsScanned: 4}}
	p.answer(host.Answer{Reply: &engine.Reply{Version: 1, Read: read, Output: []engine.OutputLine{{Text: "4\n"}}}, Micros: 12})
	if l := p.st.Work.Log[0]; !l.Done || l.Lines[0].Text != "4\n" || p.st.Work.LastRead != read || p.st.Work.ReadMicros != 12 {
		t.Errorf("%+v", p.st.Work)
	}
}

func TestIncompleteLineGoesOn(t *testing.T) {
	p := sandbox(t).on(console.EnterPressed{Text: `set games "LoL`})
	p.has(page.SetFieldText{ID: page.ElementConsole, Text: "set games \"LoL\n"})
	if len(p.st.Work.Log) != 0 {
		t.Error("an incomplete line was run")
	}
}

func TestHugePasteIsRefusedAndKept(t *testing.T) {
	p := sandbox(t).on(console.EnterPressed{Text: strings.Repeat("x", engine.MaxConsoleText+1)})
	l := p.st.Work.Log
	if len(l) != 1 || l[0].Err == nil || l[0].Err.Code != base.CodeInputTooLong || !l[0].Done {
		t.Fatalf("%+v", l)
	}
	for _, e := range p.effects {
		if _, cleared := e.(page.SetFieldText); cleared {
			t.Error("the paste was taken away")
		}
	}
}

func TestHistory(t *testing.T) {
	p := sandbox(t).on(console.EnterPressed{Text: "ls"}, console.EnterPressed{Text: "ls"}, console.EnterPressed{Text: "count games"}, console.TextTyped{Text: "re"})
	for _, want := range []string{"count games", "ls"} {
		p.on(console.HistoryRecalled{By: -1}).has(page.SetFieldText{ID: page.ElementConsole, Text: want})
	}
	if p.on(console.HistoryRecalled{By: -1}); len(p.effects) != 0 {
		t.Errorf("went past the oldest: %+v", p.effects)
	}
	p.on(console.HistoryRecalled{By: 1}, console.HistoryRecalled{By: 1}).has(page.SetFieldText{ID: page.ElementConsole, Text: "re"})
}

func TestSavedMark(t *testing.T) {
	p := sandbox(t).on(HostEvent{host.SaveStateChanged{State: host.SaveDone}})
	p.on(console.EnterPressed{Text: "count games"})
	if p.st.Work.Saved != host.SaveDone {
		t.Error("a read made the mark show saving")
	}
	p.on(console.EnterPressed{Text: "set games k f:q=1"})
	if p.st.Work.Saved != host.SavePending {
		t.Error("a write left the mark on saved")
	}
	p.on(HostEvent{host.SaveStateChanged{State: host.SaveFailed, Err: base.Refuse(base.CodeStoreFull)}})
	if p.st.Work.Saved != host.SaveFailed || p.st.Work.SaveErr == nil {
		t.Errorf("%+v", p.st.Work)
	}
}

func TestTemplateEditing(t *testing.T) {
	p := sandbox(t)
	p.on(key.TemplateTyped{Table: "games", Text: "{game}#{pl"})
	if d := p.st.Work.Key.Drafts["games"]; d.Err == nil || d.Text != "{game}#{pl" {
		t.Fatalf("%+v", d)
	}
	p.on(key.TemplateTyped{Table: "games", Text: "{nope}"})
	if d := p.st.Work.Key.Drafts["games"]; d.Err == nil || d.Err.Code != base.CodeTemplateField {
		t.Errorf("%+v", d)
	}
	text := "{game}#{player}#{date}"
	p.on(key.TemplateTyped{Table: "games", Text: text}).has(page.SendMsgLater{Wait: 150 * time.Millisecond, Msg: key.TemplateDraftSettled{Table: "games", Text: text}})
	p.on(key.TemplateTyped{Table: "games", Text: text + "!"}, key.TemplateDraftSettled{Table: "games", Text: text})
	if len(p.effects) != 0 {
		t.Errorf("an old text was taken: %+v", p.effects)
	}
	p.on(key.TemplateTyped{Table: "games", Text: text}, key.TemplateDraftSettled{Table: "games", Text: text})
	if c := p.sent().Call; !reflect.DeepEqual(c, host.ExecuteRequest{Request: engine.Rekey{Table: "games", Template: text, Trial: 2}}) {
		t.Errorf("%+v", c)
	}
	p.answer(host.Answer{Reply: &engine.Reply{Version: 2, Tables: []engine.TableInfo{designedTable(text)}}})
	for _, e := range p.effects {
		if _, set := e.(page.SetFieldText); set {
			t.Errorf("the field that is being edited was overwritten: %+v", e)
		}
	}
	p.on(key.FieldMoved{Table: "games", Field: "player", By: 1}).has(page.FocusElement{ID: key.ChipElementID("games", "player")})
	p.has(page.SetFieldText{ID: page.TemplateElementID("games"), Text: "{game}#{date}#{player}"})
	if c := p.sent().Call.(host.ExecuteRequest).Request.(engine.Rekey); c.Template != "{game}#{date}#{player}" || c.Trial != 2 {
		t.Errorf("%+v", c)
	}
}

// TestRowsOfAChangedKey tests that rows from before a table was rewritten are not shown after
// it, for any order of the calls. If records share keys, a preview has fewer rows than it says,
// which is no reason to ask for rows.
func TestRowsOfAChangedKey(t *testing.T) {
	p, text := sandbox(t), "{game}"
	rows := func(key base.RowKey, total int) engine.RowPage {
		return engine.RowPage{Table: "games", Total: total, Rows: slices.Repeat([]engine.PageRow{{Key: key}}, 4)}
	}
	shows := func(key base.RowKey) {
		t.Helper()
		if got := p.st.Work.Page.Rows[0].Key; got != key {
			t.Errorf("the rows are those of %q, want %q", got, key)
		}
	}
	asking := func(is func(engine.Request) bool) func(host.Call) bool {
		return func(c host.Call) bool {
			run, ok := c.(host.ExecuteRequest)
			return ok && is(run.Request)
		}
	}
	p.on(key.TemplateTyped{Table: "games", Text: text}, key.TemplateDraftSettled{Table: "games", Text: text})
	rekey := p.seqOf(asking(func(r engine.Request) bool { _, is := r.(engine.Rekey); return is }))
	p.answer(host.Answer{
		Seq:   p.seqOf(asking(func(r engine.Request) bool { _, is := r.(engine.PreviewRekey); return is })),
		Reply: &engine.Reply{Version: 1, Tables: p.st.Work.Tables, Answer: &engine.RekeyPreviewed{Page: rows("glimpsed", 5)}},
	})
	shows("glimpsed")
	if p.st.Seq != rekey {
		t.Errorf("a glimpse was not enough: %+v", p.effects)
	}
	p.st.Calls = maps.Clone(p.st.Calls)
	p.st.Calls[rekey+1] = page.PendingCall{Call: host.ExecuteRequest{Request: engine.Refresh{}}, Window: p.st.Work.Window}
	was := rows("before", 4)
	p.answer(host.Answer{Seq: rekey + 1, Reply: &engine.Reply{Version: 1, Tables: p.st.Work.Tables}, Page: &was})
	is := rows("after", 4)
	p.answer(host.Answer{Seq: rekey, Reply: &engine.Reply{Version: 2, Tables: []engine.TableInfo{designedTable(text)}}, Page: &is})
	shows("after")
}

func TestOlderRepliesDoNotReplaceNewer(t *testing.T) {
	p := sandbox(t).on(console.EnterPressed{Text: "set games a f:q=1"})
	first := p.sent().Seq
	p.on(console.EnterPressed{Text: "set games b f:q=1"})
	second := p.sent().Seq
	newer := designedTable("{game}")
	p.answer(host.Answer{Seq: second, Reply: &engine.Reply{Version: 3, Tables: []engine.TableInfo{newer}}})
	p.answer(host.Answer{Seq: first, Reply: &engine.Reply{Version: 2, Output: []engine.OutputLine{{Text: "x"}}}})
	if len(p.st.Work.Tables) != 1 || p.st.Work.Tables[0].Template != "{game}" {
		t.Errorf("%+v", p.st.Work.Tables)
	}
	if !p.st.Work.Log[0].Done {
		t.Error("the older call's output is missing from the log")
	}
	p.answer(host.Answer{Seq: 999, Reply: &engine.Reply{Version: 9}})
	if len(p.st.Work.Tables) != 1 {
		t.Error("an answer to no call was taken")
	}
}

func TestProgressAndCancel(t *testing.T) {
	p := sandbox(t).on(key.TemplateTyped{Table: "games", Text: "{date}"}, key.TemplateDraftSettled{Table: "games", Text: "{date}"})
	seq := p.sent().Seq
	p.on(HostEvent{host.CallProgress{Seq: seq, Done: 10, Total: 100}})
	if r := p.st.Work.Running; r == nil || r.Total != 100 || r.Action != "running-load" {
		t.Fatalf("%+v", r)
	}
	p.on(CancelCallPressed{})
	if c := p.sent().Call; c != (host.CancelCall{Seq: seq}) {
		t.Errorf("%+v", c)
	}
	rows := engine.RowPage{Table: "games", Total: 7}
	p.answer(host.Answer{Seq: seq, Err: base.Refuse(base.CodeCancelled), Reply: &engine.Reply{Version: 1, Tables: []engine.TableInfo{designedTable("{game}#{date}")}}, Page: &rows}).
		has(page.SendMsgAfterDraw{Msg: pageCame{seq, 1, rows, false}})
	p.on(pageCame{seq - 1, 1, engine.RowPage{Table: "games", Total: 5}, false})
	p.on(pageCame{seq, 1, rows, false})
	p.on(pageCame{seq - 1, 1, engine.RowPage{Table: "games", Total: 6}, false})
	if p.st.Work.Page.Total != 7 {
		t.Errorf("%+v", p.st.Work.Page)
	}
	if p.st.Work.Running != nil || p.st.Notice != nil {
		t.Errorf("%+v, %+v", p.st.Work.Running, p.st.Notice)
	}
}

func TestRestart(t *testing.T) {
	p := sandbox(t).on(console.EnterPressed{Text: "set games a f:q=1"}, WorkerRestarted{})
	if l := p.st.Work.Log[0]; l.Err == nil || l.Err.Code != base.CodeRestarted {
		t.Errorf("%+v", l)
	}
	if p.st.Notice == nil || p.st.Ready {
		t.Error("the reader was not told")
	}
	p.on(HostEvent{host.HostReady{}})
	if c := p.sent().Call; c != (host.OpenWorkspace{Kind: host.KindSandbox, ID: "abc"}) {
		t.Errorf("%+v", c)
	}
	p.answer(host.Answer{Opened: &host.OpenedWorkspace{ID: "abc"}, Reply: &engine.Reply{}})
	p.has(page.MarkReady{})
	if len(p.st.Work.Log) != 1 {
		t.Error("the log was lost")
	}
}

func TestDeleteAndUndo(t *testing.T) {
	p := at(t, page.Route{Screen: page.ScreenSandboxes}).on(HostEvent{host.HostReady{}})
	p.answer(host.Answer{WorkspaceList: &host.WorkspaceList{Sandboxes: []host.SandboxSummary{{ID: "abc"}}}})
	p.on(page.OpenDialog{Dialog: page.DialogDelete, ID: "abc"}, sandboxes.DeletePressed{ID: "abc"})
	p.answer(host.Answer{SandboxID: "abc", WorkspaceList: &host.WorkspaceList{Deleted: []host.SandboxSummary{{ID: "abc"}}}})
	if p.st.Notice == nil || p.st.Notice.Kind != page.NoticeUndo || len(p.st.WorkspaceList.Sandboxes) != 0 {
		t.Fatalf("%+v", p.st)
	}
	p.on(sandboxes.UndoDeletePressed{})
	if c := p.sent().Call; c != (host.UndeleteWorkspace{ID: "abc"}) {
		t.Errorf("%+v", c)
	}
}

func TestReadOnly(t *testing.T) {
	p := at(t, page.Route{Screen: page.ScreenSandbox, ID: "abc"}).on(HostEvent{host.HostReady{}})
	p.answer(host.Answer{Opened: &host.OpenedWorkspace{ID: "abc", ReadOnly: true}, Reply: &engine.Reply{}})
	if p.st.Notice == nil || p.st.Notice.Kind != page.NoticeTakeOver {
		t.Fatalf("%+v", p.st.Notice)
	}
	p.on(HostEvent{host.SaveStateChanged{State: host.SaveReadOnly}}, HostEvent{host.WriteLockFreed{}})
	if _, ok := p.sent().Call.(host.TakeOverWorkspace); !ok {
		t.Errorf("%+v", p.sent())
	}
	p.answer(host.Answer{Opened: &host.OpenedWorkspace{ID: "abc"}, Reply: &engine.Reply{}})
	if p.st.Notice != nil {
		t.Errorf("%+v", p.st.Notice)
	}
}

func TestOpenedReadOnlyIsMarkedSo(t *testing.T) {
	p := at(t, page.Route{Screen: page.ScreenSandbox, ID: "abc"}).on(HostEvent{host.HostReady{}})
	open := p.sent().Seq
	p.on(HostEvent{host.SaveStateChanged{State: host.SaveReadOnly}})
	p.answer(host.Answer{Seq: open, Opened: &host.OpenedWorkspace{ID: "abc", ReadOnly: true}, Reply: &engine.Reply{}})
	if p.st.Work.Saved != host.SaveReadOnly {
		t.Errorf("the mark shows %v", p.st.Work.Saved)
	}
}

func TestRename(t *testing.T) {
	p := sandbox(t).on(page.OpenDialog{Dialog: page.DialogRename, ID: "abc"}, sandboxes.RenameSubmitted{ID: "abc", Title: " Ours "})
	if c := p.sent().Call; c != (host.RenameSandbox{ID: "abc", Title: "Ours"}) {
		t.Fatalf("%+v", c)
	}
	p.answer(host.Answer{WorkspaceList: &host.WorkspaceList{}})
	p.has(page.SetWindowTitle{Code: "title-sandbox", Args: []string{"Ours", "games", ""}})
	if p.st.Work.Title != "Ours" {
		t.Errorf("the page still says %q", p.st.Work.Title)
	}
	p.on(sandboxes.RenameSubmitted{ID: "xyz", Title: "Other"}).answer(host.Answer{WorkspaceList: &host.WorkspaceList{}})
	if p.st.Work.Title != "Ours" {
		t.Errorf("renaming another made it %q", p.st.Work.Title)
	}
}

func TestLessonComesAfterItsProgress(t *testing.T) {
	p := sandbox(t).on(Navigated{page.Route{Screen: page.ScreenLesson, ID: "x"}})
	p.answer(host.Answer{
		Opened: &host.OpenedWorkspace{Kind: host.KindLesson, ID: "x"}, Reply: &engine.Reply{},
		Outcome: &lessons.Outcome{Progress: lessons.Progress{Step: 1, Passed: []string{"g1"}}},
	})
	p.on(LessonFetched{"x", &lessons.Lesson{Slug: "x", Steps: []lessons.Step{{ID: "one"}, {ID: "two"}}}})
	if l := p.st.Lesson; l == nil || l.Step != 1 || len(l.Progress.Passed) != 1 {
		t.Errorf("%+v", l)
	}
}

func TestLesson(t *testing.T) {
	l := &lessons.Lesson{Slug: "x", Title: "X", Steps: []lessons.Step{
		{ID: "one", Goals: []lessons.Goal{{ID: "g1", Text: "G1"}}, Hints: []string{"a", "b"}, Asks: []lessons.Question{{ID: "q"}}},
		{ID: "two"},
	}, Solution: [][]lessons.Action{{lessons.TypeCommand{Text: "ls"}}}}
	p := at(t, page.Route{Screen: page.ScreenLesson, ID: "x"}).on(LessonFetched{"x", l}, HostEvent{host.HostReady{}})
	if c := p.sent().Call; c != (host.OpenWorkspace{Kind: host.KindLesson, ID: "x"}) {
		t.Fatalf("%+v", c)
	}
	p.answer(host.Answer{Opened: &host.OpenedWorkspace{Kind: host.KindLesson, ID: "x"}, Reply: &engine.Reply{}, Outcome: &lessons.Outcome{}})
	p.has(page.MarkReady{})

	p.on(lesson.HintPressed{}, lesson.HintPressed{}, lesson.HintPressed{})
	if p.st.Lesson.Hints != 2 {
		t.Errorf("%d hints", p.st.Lesson.Hints)
	}
	p.on(lesson.AnswerTyped{Question: "q", Value: "7"}, lesson.AnswerSubmitted{Question: "q"})
	if c := p.sent().Call; c != (host.DoLessonAction{Action: lessons.Answer{Question: "q", Value: "7"}}) {
		t.Fatalf("%+v", c)
	}
	p.answer(host.Answer{Outcome: &lessons.Outcome{Explain: "No.", ExplainID: "q=7"}})
	if p.st.Lesson.WrongAnswers["q"] != "No." || !reflect.DeepEqual(p.st.Announcement.Parts, []page.AnnouncementPart{{Text: "No."}}) {
		t.Errorf("%+v", p.st.Lesson)
	}
	p.on(lesson.SolutionPressed{}, lesson.SolutionActionPressed{Index: 0})
	p.answer(host.Answer{Reply: &engine.Reply{}, Outcome: &lessons.Outcome{Fresh: []string{"g1"}, Progress: lessons.Progress{Passed: []string{"g1"}}}})
	if !p.st.Lesson.IsStepDone(0) || !strings.Contains(p.st.Announcement.Parts[len(p.st.Announcement.Parts)-1].Text, "G1") {
		t.Errorf("%+v", p.st.Lesson)
	}
	p.on(lesson.NextStepPressed{}).answer(host.Answer{Outcome: &lessons.Outcome{Progress: lessons.Progress{Step: 1, Passed: []string{"g1"}}}})
	if p.st.Lesson.Step != 1 {
		t.Errorf("%+v", p.st.Lesson)
	}
	p.has(page.FocusElement{ID: page.ElementStep})
	p.on(lesson.StepPicked{Step: 0}, lesson.StepPicked{Step: 5})
	if p.st.Lesson.Step != 0 {
		t.Errorf("%+v", p.st.Lesson)
	}
	p.on(ResetWorkspacePressed{})
	p.answer(host.Answer{Opened: &host.OpenedWorkspace{Kind: host.KindLesson, ID: "x"}, Reply: &engine.Reply{}, Outcome: &lessons.Outcome{}})
	if p.st.Lesson.Step != 0 || len(p.st.Lesson.Progress.Passed) != 0 {
		t.Errorf("%+v", p.st.Lesson)
	}
}

func TestUnknownLesson(t *testing.T) {
	p := at(t, page.Route{Screen: page.ScreenLesson, ID: "x"}).on(LessonFetched{"x", nil})
	if p.st.Route.Screen != page.ScreenNotFound {
		t.Errorf("%+v", p.st.Route)
	}
}

func TestRoutes(t *testing.T) {
	for path, r := range map[string]page.Route{
		"/": {}, "/sandboxes/": {Screen: page.ScreenSandboxes}, "/sandboxes/ab2/": {Screen: page.ScreenSandbox, ID: "ab2"},
		"/lessons/lol-scores/": {Screen: page.ScreenLesson, ID: "lol-scores"}, "/reference/": {Screen: page.ScreenReference},
	} {
		if got := page.ParseRoute(path); got != r || got.Path() != path {
			t.Errorf("%s: %+v, back %s", path, got, got.Path())
		}
	}
	if r := page.ParseRoute("/lessons/a/b/"); r.Screen != page.ScreenNotFound {
		t.Errorf("%+v", r)
	}
}

func TestCatalog(t *testing.T) {
	want := []page.LessonCard{{Slug: "a", Title: "A", Track: "T", Summary: "S", Steps: []string{"1", "2"}}}
	got, err := page.DecodeCatalog(page.EncodeCatalog(want))
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestOddCancelledOpening tests that after a cancelled opening the page offers to open the
// workspace, and has nothing to type into. Before, there was an empty sandbox, and typing into
// it said that it may have been deleted.
func TestOddCancelledOpening(t *testing.T) {
	p := at(t, page.Route{Screen: page.ScreenSandbox, ID: "abc"}).on(HostEvent{host.HostReady{}})
	first := p.sent()
	p.on(HostEvent{host.Answer{Seq: first.Seq, Err: base.Refuse(base.CodeCancelled)}})
	if p.st.OpenError == nil {
		t.Fatal("it shows an empty sandbox")
	}
	if p.on(console.EnterPressed{Text: "ls"}).answer(host.Answer{Err: base.Refuse(base.CodeNoSandbox, "")}); p.st.Route.Screen != page.ScreenSandbox {
		t.Error("it is said that there is no such sandbox")
	}
	if c := p.on(page.OpenRoute{}).sent().Call; c != (host.OpenWorkspace{Kind: host.KindSandbox, ID: "abc"}) || p.st.OpenError != nil {
		t.Errorf("%+v", c)
	}
	p.answer(host.Answer{Opened: &host.OpenedWorkspace{ID: "abc", Title: "Mine"}, Reply: &engine.Reply{Version: 1}})
	if p.st.OpenError != nil || p.st.Work.ID != "abc" {
		t.Errorf("%+v", p.st.Work)
	}
	// A workspace that cannot be opened is not said to be missing either.
	out := at(t, page.Route{Screen: page.ScreenSandbox, ID: "abc"}).on(HostEvent{host.HostReady{}})
	seq := out.sent().Seq
	why := base.Refuse(base.CodeStoreNone, "closed")
	if out.on(HostEvent{host.Answer{Seq: seq, Err: why}}); out.st.OpenError != why || out.st.Notice != nil || out.st.Route.Screen != page.ScreenSandbox {
		t.Errorf("%+v", out.st.OpenError)
	}
	// An opening that another one replaces was not cancelled by the reader.
	q := at(t, page.Route{Screen: page.ScreenSandbox, ID: "abc"}).on(HostEvent{host.HostReady{}})
	seq = q.sent().Seq
	q.on(Navigated{page.Route{Screen: page.ScreenSandbox, ID: "other"}})
	if q.on(HostEvent{host.Answer{Seq: seq, Err: base.Refuse(base.CodeCancelled)}}); q.st.OpenError != nil {
		t.Error("what is being opened is said to be cancelled")
	}
}
