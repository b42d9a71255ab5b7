//go:build !js

package view

import (
	"fmt"
	"slices"
	"strconv"

	"tabletop/app/advisor"
	"tabletop/app/grid"
	"tabletop/app/host"
	"tabletop/app/key"
	"tabletop/app/model"
	"tabletop/app/openlesson"
	"tabletop/app/page"
	"tabletop/app/sandboxes"
	"tabletop/app/share"
	"tabletop/engine"
	"tabletop/engine/advise"
	"tabletop/engine/base"
	"tabletop/engine/plan"
	"tabletop/engine/table"
	"tabletop/lessons"
	"tabletop/lessons/author"
	"tabletop/lessons/content"
)

// course is the lesson of the pages.
var course = func() *lessons.Lesson {
	l, err := author.Load(content.Files, "lol-scores", "en")
	if err != nil {
		panic(err)
	}
	return l
}()

var catalog = []page.LessonCard{page.LessonCardOf(course)}

// stepNamed returns the index of a step of that lesson.
func stepNamed(id string) int {
	i := slices.IndexFunc(course.Steps, func(s lessons.Step) bool { return s.ID == id })
	if i < 0 {
		panic("no step " + id)
	}
	return i
}

func cells(player, win, kda string) []engine.PageCell {
	cell := func(q, v string) engine.PageCell {
		return engine.PageCell{Family: "GAME", Qualifier: base.Qualifier(q), Value: v, Size: int64(len(v)), Versions: 1}
	}
	return []engine.PageCell{cell("KDA", kda), cell("PLAYER", player), cell("WIN", win)}
}

var fields = []string{"game", "player", "date", "win", "kda"}

func designedState(id string) model.State {
	step := stepNamed(id)
	st := model.State{State: page.State{Lang: "en", Ready: true, Catalog: catalog, Route: page.Route{Screen: page.ScreenLesson, ID: "lol-scores"}}}
	st.Lesson = &page.LessonState{Lesson: course, Step: step, Progress: lessons.Progress{Step: step, Passed: []string{"games-loaded"}}}
	rows := []engine.PageRow{
		{Key: "LoL#20150301", Mark: engine.MarkReturned, Cells: cells("Corrie", "false", "4.25")},
		{Key: "LoL#20150302", Mark: engine.MarkScanned, Cells: cells("Sam", "true", "7.00")},
		{Key: "LoL#20150303", Mark: engine.MarkReturned, Cells: cells("Corrie", "true", "9.50")},
		{Key: "Starcraft#20150303", Cells: cells("Eriko", "true", "6.00")},
	}
	rows[1].Cells[0].Versions = 2
	st.Work = model.Workbench{Workspace: page.Workspace{
		ID: "lol-scores", Kind: host.KindLesson,
		Tables: []engine.TableInfo{{Name: "games", Rows: 4, KeptRecords: 4, Cells: 12, Bytes: 231, Template: "{game}#{date}", Fields: fields, Records: 5,
			Families: []engine.FamilyInfo{{Name: "GAME", GC: "<never>"}}}},
		Window:       engine.RowWindow{Table: "games", Count: 40},
		Page:         engine.RowPage{Table: "games", Total: 4, Rows: rows},
		LastRead:     &engine.ReadReport{Table: "games", Access: plan.Range, Stats: table.ScanStats{Seeks: 1, RowsScanned: 3, RowsReturned: 2, CellsScanned: 9, BytesScanned: 231, Tablets: 1}},
		PreviousRead: &engine.ReadReport{Table: "games", Stats: table.ScanStats{Seeks: 1, RowsScanned: 4, RowsReturned: 4, CellsScanned: 12, BytesScanned: 308, Tablets: 1}},
		ReadMicros:   1200,
		Verdicts: []engine.Verdict{
			{Query: "corrie", Table: "games", Template: "{game}#{date}", Access: plan.Prefix, InKey: []string{"game", "date"}, Residual: []string{"player"}, Wanted: 2,
				Stats: table.ScanStats{RowsScanned: 3, RowsReturned: 2}},
			{Query: "march", Table: "games", Template: "{game}#{date}", Access: plan.Prefix, InKey: []string{"game", "date"}, Wanted: 3, Stats: table.ScanStats{RowsScanned: 3, RowsReturned: 3}},
		},
		Log: []page.ConsoleLogEntry{
			{Done: true, Lines: []engine.OutputLine{{Kind: engine.LineNote, Code: base.NoteLoaded, Args: []string{"games", "5", "4", "{game}#{date}"}}}},
			{Input: "count games", Done: true, Lines: []engine.OutputLine{{Text: "4"}}},
			{Input: "read games prefx=LoL", Done: true, Err: base.RefuseAt(11, 16, base.CodeUnknownArg, "read", "prefx", "prefix")},
		},
	}, Grid: grid.State{Columns: gridColumns},
		Key: key.State{Drafts: map[string]key.TemplateDraft{"games": {Text: "{game}#{date}", Sent: "{game}#{date}"}}},
	}
	return st
}

func figures() []engine.DesignMeasurement {
	var out []engine.DesignMeasurement
	for _, n := range []int64{1000, 100000, 1000000} {
		for _, f := range []engine.DesignMeasurement{
			{Template: "{game}#{date}#{player}", Query: "corrie", Scanned: n / 24, Returned: 4, Micros: n / 20},
			{Template: "{game}#{player}#{date}", Query: "corrie", Scanned: 4, Returned: 4, Micros: 120},
			{Template: "{game}#{date}#{player}", Query: "march", Scanned: n / 24, Returned: n / 24, Micros: n / 22},
			{Template: "{game}#{player}#{date}", Query: "march", Scanned: n / 2, Returned: n / 24, Micros: n / 2},
		} {
			f.Records, f.Rows = n, n
			out = append(out, f)
		}
	}
	return out
}

func manyRows() engine.RowPage {
	p := engine.RowPage{Table: "games", Total: 100000}
	for i := range 60 {
		r := engine.PageRow{Key: base.RowKey(fmt.Sprintf("LoL#Ada#%d", 20150301+i)), Cells: cells("Ada", "true", strconv.Itoa(i)+".25")}
		if i > 3 && i < 9 {
			r.Mark = engine.MarkReturned
		}
		p.Rows = append(p.Rows, r)
	}
	return p
}

// gridColumns are the columns of cells.
var gridColumns = []grid.Column{{Family: "GAME", Qualifier: "KDA"}, {Family: "GAME", Qualifier: "PLAYER"}, {Family: "GAME", Qualifier: "WIN"}}

// withCell is a sandbox with an open cell, whose value is in the field.
func withCell(st model.State) model.State {
	st.Work.Grid.Cursor = grid.Cursor{Row: 1, Key: "LoL#20150302", Column: gridColumns[0]}
	st.Work.Grid.Details = &grid.CellDetails{Cells: &engine.VersionsRead{
		ReadVersions: engine.ReadVersions{Table: "games", Row: "LoL#20150302", Family: "GAME", Qualifier: "KDA"}, Cells: 2, Bytes: 12,
		Versions: []engine.CellVersion{{At: 1425254400000000, Value: "7.00", Size: 100_000}, {At: 1000, Value: "\x00\x00\x00\x00\x00\x00\x00\x2a", Size: 8}}}}
	st.Work.Grid.Edit = &grid.CellEdit{Original: "7.00"}
	return st
}

// states are the pages that the tests draw, by name.
func states() map[string]model.State {
	at := func(s page.Screen, id string) model.State {
		return model.State{State: page.State{Lang: "en", Ready: true, Catalog: catalog, Route: page.Route{Screen: s, ID: id}}}
	}
	all := map[string]model.State{}
	all["home"] = at(page.ScreenHome, "")
	home := at(page.ScreenHome, "")
	home.WorkspaceList = &host.WorkspaceList{Lessons: []host.LessonSummary{{Slug: "lol-scores", Step: 2}}}
	home.UpdateReady = true
	all["home-begun"] = home

	first := designedState("load")
	first.Work = model.Workbench{Workspace: page.Workspace{ID: "lol-scores", Kind: host.KindLesson}}
	first.Lesson.Progress = lessons.Progress{}
	all["lesson-first"] = first

	asked := designedState("load")
	asked.Lesson.WrongAnswers = map[string]string{"lost": course.Steps[0].Asks[0].Wrong[0].Text}
	asked.Lesson.Answers = map[string]string{"lost": "Corrie"}
	asked.Lesson.Solution = true
	asked.Lesson.Hints = 1
	asked.Notice = &page.Notice{Code: "notice-readonly", Kind: page.NoticeTakeOver}
	asked.Work.Saved = host.SaveReadOnly
	all["lesson-asked"] = asked

	design := designedState("key")
	design.Lesson.Hints = 1
	design.Lesson.Explain = course.Steps[design.Lesson.Step].Notes[4].Text
	all["lesson-design"] = design

	wrong := designedState("key")
	wrong.Work.Key.Drafts = map[string]key.TemplateDraft{"games": {Text: "{game}{player}", Err: base.RefuseAt(0, 14, base.CodeTemplateAdjacent, "game", "player")}}
	wrong.Lesson.Progress.Passed = []string{"all-kept", "corrie-exact"}
	wrong.Work.Saved = host.SavePending
	wrong.Work.Tables = append(wrong.Work.Tables, engine.TableInfo{Name: "games_2", Rows: 5, KeptRecords: 5, Template: "{game}#{player}#{date}", Fields: fields, Records: 5})
	wrong.Work.Verdicts[0] = engine.Verdict{Query: "corrie", Missing: []string{"player"}}
	all["lesson-refused"] = wrong

	read := designedState("ask")
	read.Lesson.Progress.Passed = append(read.Lesson.Progress.Passed, "march-read")
	read.Lesson.Progress.Answers = []lessons.Answer{{Question: "visited", Value: "3"}}
	read.Lesson.Answers = map[string]string{"visited": "3"}
	all["lesson-ask"] = read

	second := designedState("second")
	second.Lesson.Solution, second.Lesson.Hints = true, 3
	all["lesson-second"] = second

	grow := designedState("grow")
	grow.Work.Running = &page.RunningCall{Seq: 4, Action: "running-measure", Done: 42000, Total: 100000}
	grow.Work.Page = manyRows()
	grow.Lesson.Progress.Figures = figures()
	all["lesson-grow"] = grow

	done := designedState("debrief")
	done.Work.Page = manyRows()
	done.Work.LastRead.Stats = table.ScanStats{Seeks: 1, RowsScanned: 1000000, RowsReturned: 1000000, CellsScanned: 3000000, BytesScanned: 104857600, Tablets: 12}
	done.Lesson.Progress.Figures = figures()
	done.Lesson.Progress.Done = true
	all["lesson-done"] = done

	listed := at(page.ScreenSandboxes, "")
	listed.WorkspaceList = &host.WorkspaceList{Sandboxes: []host.SandboxSummary{
		{ID: "abcdefghij", Title: "Scores of the spring league", Created: 1425213901001000, Changed: 1425213901001000, Entries: 12, Bytes: 40960, Tables: 2, Rows: 1200},
		{ID: "klmnopqrst", Title: "Untitled", Created: 1425213901001000, Changed: 1425213901001000, Entries: 1, Bytes: 120, Tables: -1}},
		Lessons: []host.LessonSummary{{Slug: "lol-scores", Step: 2, Changed: 1425213901001000, Bytes: 500}}, Now: 1425219901001000}
	listed.Sandboxes = sandboxes.State{Query: "s", Renaming: "klmnopqrst", Deleted: []sandboxes.DeletedWorkspace{{ID: "a", Title: "Gone"}, {ID: "lol-scores", Title: "Scores", Lesson: true}}}
	listed.Storage = model.BrowserStorage{Measured: true, Used: 5 << 20, Quota: 10 << 30, Persistence: model.PersistenceGranted}
	listed.Notice = &page.Notice{Code: "notice-deleted", Kind: page.NoticeUndo}
	all["sandboxes"] = listed
	empty := at(page.ScreenSandboxes, "")
	empty.WorkspaceList = &host.WorkspaceList{}
	all["sandboxes-empty"] = empty

	box := designedState("load")
	box.Route, box.Lesson = page.Route{Screen: page.ScreenSandbox, ID: "abcdefghij"}, nil
	box.Work.ID, box.Work.Kind, box.Work.Title = "abcdefghij", host.KindSandbox, "Scores of the spring league"
	box.Work.Tables[0].Template = ""
	box.Work.Page.Rows[3].Key = "Star\x00\xffcraft<b>"
	all["sandbox"] = box

	reviewed := box
	reviewed.Work.Advisor = advisor.State{Open: true, Advice: &engine.AdviceReport{Rows: 30_000, RowsExamined: 20_000, Report: advise.Report{Findings: findings(), Checked: advise.Rules}}}
	all["sandbox-advice"] = reviewed
	all["sandbox-two-tables"] = twoTables()

	holds := share.LinkContent{
		Title: "Mine", Tables: []share.LinkTable{{Name: "t"}, {Name: "games", Template: "{a}", Records: 9, GivenRecords: 2}, {Name: "u", Template: "{a}", Records: 9}, {Name: "v", Template: "{a}", Records: 2, GivenRecords: 2}},
		Changes: []share.LinkChange{{Command: "ls <b>"}, {Code: "held-undo"}, {Note: &engine.OutputLine{Kind: engine.LineNote, Code: base.NoteStepQueries, Args: []string{"2"}}}}, MoreChanges: 3, MoreTables: 2,
	}
	shared := box
	shared.Dialog, shared.Share.SharedLink = page.DialogShare, &share.LinkToShare{Link: "https://example.org/#open=AQ", Size: 28, Shortened: true, Content: holds, CopyResult: share.CopyDone}
	shared.Work.Tables = []engine.TableInfo{{Name: "games", Template: "{a}", Fields: []string{"a"}}}
	all["sandbox-share"] = shared
	toomuch := shared
	toomuch.Share.SharedLink = &share.LinkToShare{Size: 9000}
	all["sandbox-share-too-much"] = toomuch
	opened := listed
	opened.Dialog, opened.Share.OpenedLink = page.DialogOpenedLink, &share.OpenedLink{Text: "AQ", Content: holds}
	all["sandboxes-link"] = opened
	opened.Share.OpenedLink = &share.OpenedLink{Text: "x", Err: base.Refuse(base.CodeLinkDamaged)}
	all["sandboxes-link-damaged"] = opened

	full := box
	full.Work.Saved, full.Work.SaveErr = host.SaveFailed, base.Refuse(base.CodeStoreFull)
	full.Notice = &page.Notice{Err: full.Work.SaveErr, Kind: page.NoticeExport}
	all["sandbox-full"] = full
	damaged := box
	damaged.Notice = &page.Notice{Code: "notice-damaged", Args: []string{"3"}, Kind: page.NoticeDamaged}
	all["sandbox-damaged"] = damaged
	refusedChanges := box
	refusedChanges.Notice = &page.Notice{Code: "notice-unmade", Args: []string{"7"}, Kind: page.NoticeRefusedChanges, RefusedChanges: engine.RefusedChanges{Count: 7, Named: []engine.RefusedChange{
		{Description: engine.OutputLine{Kind: engine.LineInput, Text: "set nope r1 f:q=1"}, Reason: base.Refuse(base.CodeNoTable, "nope")},
		{Reason: base.Refuse(base.CodeNoTable, "other")},
	}}}
	all["sandbox-unmade"] = refusedChanges

	all["sandbox-cell"] = withCell(box)
	pairs := box
	pairs.Work.Grid.Layout, pairs.Work.Window.Count = grid.LayoutPairs, 3
	all["sandbox-pairs"] = pairs
	nested := pairs
	nested.Work.Grid.Layout = grid.LayoutNested
	all["sandbox-nested"] = nested
	form := box
	form.Work.Grid.NewCell = &grid.NewCellForm{}
	all["sandbox-add"] = form

	all["reference"] = at(page.ScreenReference, "")
	all["missing"] = at(page.ScreenNotFound, "")
	opening := at(page.ScreenOpenLesson, "")
	chosen := openlesson.FileChosen{Name: "one.txtar"}
	opening.OpenLesson = lessonFile(chosen, lessons.FileReport{Problems: lessons.Problems{
		{File: "lesson.json", Line: 6, Text: `"minuets": 5`, Said: "It means nothing here."}, {File: "en.md", Line: 9, Text: "long", At: "title", Said: "It is long.", Remark: true},
	}})
	all["lesson file with mistakes"] = opening
	opening.OpenLesson = lessonFile(chosen, lessons.FileReport{Lesson: course, Attempts: 3, Facts: 2})
	all["lesson file"] = opening
	opening.OpenLesson = lessonFile(chosen)
	all["lesson file on its way"] = opening
	return all
}

// lessonFile returns the state of the page that opens a lesson's file, once the reports have come.
func lessonFile(chosen openlesson.FileChosen, reports ...lessons.FileReport) (s openlesson.State) {
	u := &page.Update{State: &page.State{}, Work: &page.Workspace{}}
	openlesson.Update(u, &s, chosen)
	ask := u.Effects[len(u.Effects)-1].(page.AskSecondProgram)
	for _, r := range reports {
		openlesson.Update(u, &s, ask.Then(page.SecondProgramAnswer{Frame: lessons.EncodeFileReport(r)}).(openlesson.Msg))
	}
	return s
}

// unread are the pages before any script has run.
func unread() map[string]model.State {
	at := func(s page.Screen, id string) model.State {
		return model.State{State: page.State{Lang: "en", Base: "/__BASE__", Catalog: catalog, Route: page.Route{Screen: s, ID: id}}}
	}
	all := map[string]model.State{
		"home": at(page.ScreenHome, ""), "lesson": at(page.ScreenLesson, "lol-scores"), "sandboxes": at(page.ScreenSandboxes, ""),
		"sandbox": at(page.ScreenSandbox, "open"), "reference": at(page.ScreenReference, ""), "missing": at(page.ScreenNotFound, ""),
		"open": at(page.ScreenOpenLesson, ""),
	}
	lesson := all["lesson"]
	lesson.Lesson = &page.LessonState{Lesson: course, Prerendered: true}
	all["lesson"] = lesson
	return all
}
