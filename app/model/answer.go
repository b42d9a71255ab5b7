package model

import (
	"cmp"
	"slices"
	"tabletop/app/advisor"
	"tabletop/app/console"
	"tabletop/app/files"
	"tabletop/app/grid"
	"tabletop/app/heat"
	"tabletop/app/history"
	"tabletop/app/host"
	"tabletop/app/key"
	"tabletop/app/lesson"
	"tabletop/app/page"
	"tabletop/app/questions"
	"tabletop/app/sandboxes"
	"tabletop/app/scan"
	"tabletop/app/schema"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/lessons"
)

// came handles an event of the worker.
func (u *update) came(e host.Event) {
	switch e := e.(type) {
	case host.HostReady:
		u.Ready = true
		u.arrive()
	case host.CallProgress:
		if w, ok := u.Calls[e.Seq]; ok && !w.IsIdleWork() {
			u.Work.Running = &page.RunningCall{Seq: e.Seq, Action: w.Running, Done: e.Done, Total: e.Total}
		}
	case host.SaveStateChanged:
		u.Work.Saved, u.Work.SaveErr = e.State, e.Err
		u.Work.ReadOnly = e.State == host.SaveReadOnly
		if !u.Work.ReadOnly && u.Notice != nil && u.Notice.Kind == page.NoticeTakeOver {
			u.Notice = nil
		}
		u.troubled(e)
		u.markReady()
		if e.State == host.SaveReadOnly && u.Notice == nil {
			u.Notice = &page.Notice{Code: "notice-readonly", Kind: page.NoticeTakeOver}
		}
	case host.WriteLockFreed:
		if u.Work.ReadOnly {
			u.send(host.TakeOverWorkspace{Free: true}, "running-open")
		}
	case host.OtherTabChangesApplied, host.WorkspaceReplaced, host.UnsavedAtTakeover, host.LateChangesMerged, host.WorkspaceListChanged:
		u.elsewhereCame(e)
	case host.FilePiece:
		if _, ok := u.Calls[e.Seq]; ok {
			u.do(page.GatherDownloadPiece{FilePiece: e})
		}
	case host.ExportSizeMeasured:
		files.OnExportSizeMeasured(&u.Files, e)
	case host.Answer:
		if r := u.Work.Running; r != nil && r.Seq == e.Seq && e.Page != nil {
			// The rows of a long call change most of the page, so they are drawn a moment
			// later.
			moved := movedBy(u.Calls[e.Seq].Window, *e.Page)
			u.do(page.SendMsgAfterDraw{Msg: pageCame{Seq: e.Seq, Version: e.Reply.Version, Page: *e.Page, Moved: moved}})
			e.Page, u.rows = nil, e.Seq
		}
		u.answered(e)
	default:
		panic("model: an event that nothing handles")
	}
}

// answered handles the answer to a call, in a fixed order: first the common state is updated,
// then the parts that follow every answer, then the part that asked. An answer to a call from
// before a restart of the worker is ignored.
func (u *update) answered(a host.Answer) {
	w, ok := u.Calls[a.Seq]
	if !ok {
		return
	}
	if w.Slot == (page.AnswerSlot{}) { // a part that awaits the answer does so until it gets it
		delete(u.Calls, a.Seq)
	}
	if u.Work.Running != nil && u.Work.Running.Seq == a.Seq {
		u.Work.Running = nil
	}
	u.turn.Answered = w
	// An outdated preview must not change what is shown, but its part has to know of it.
	err, of := page.AnswerError(a), a
	if scan.IsStalePreview(u.turn, &u.Work.Scan, w) {
		of.Reply, of.Page, of.Strip = nil, nil, nil
	}
	u.apply(w, of, err)
	u.onReply(w, of)
	u.learned(w, a)
	w.Dropped = u.Calls[a.Seq].Dropped
	delete(u.Calls, a.Seq)
	switch {
	case w.Dropped:
	case w.Then != nil:
		u.handle(w.Then(a))
	case err != nil && !u.Work.HasLogEntry(a.Seq):
		u.refused(w, err)
	}
	u.markReady()
}

// apply updates the common state with an answer. Answers may come in any order. An answer that
// is older than one already handled still appears in the log, but tables are only replaced by
// newer ones.
func (u *update) apply(w page.PendingCall, a host.Answer, err *base.Error) {
	if a.Opened != nil {
		u.ownLesson(*a.Opened)
		u.opened(w, a)
	}
	u.behind(w)
	if a.File != nil && w.Slot != page.SlotSandboxFile {
		u.do(page.DownloadFile{File: *a.File})
		if a.File.JournalLost {
			u.Notice = &page.Notice{Code: "notice-file-now"}
		}
	}
	sandboxes.OnReply(u.turn, &u.Sandboxes, a)
	if err == nil {
		u.worthKeeping(w.Call)
	}
	console.LogAnswer(u.turn, w.Call, a)
	u.result(w, a, err)
	if a.Reply != nil && a.Reply.Version >= u.Work.Version && host.TraitsOfCall(w.Call).BringsRows {
		u.replied(w, a)
		if _, opens := w.Call.(host.OpenWorkspace); opens {
			questions.MarkAfterOpening(u.turn)
		}
	} else if a.Page != nil {
		u.turn.FetchRows() // the rows of an older version are refused
	}
}

// onReply passes an answer to the parts that follow every answer. Parts that look at the tables
// do not get a reply that is older than the tables shown.
func (u *update) onReply(w page.PendingCall, a host.Answer) {
	heat.OnReply(u.turn, &u.Work.Heat, w.Call)
	key.OnReply(u.turn, &u.Work.Key, w.Call, a)
	if a.Reply == nil {
		return
	}
	schema.OnReply(u.turn, &u.Work.Schema, a.Reply)
	advisor.OnReply(u.turn, &u.Work.Advisor, a.Reply)
	if a.Reply.Version >= u.Work.Version {
		scan.OnReply(u.turn, &u.Work.Scan, w.Call, a)
		grid.OnReply(u.turn, &u.Work.Grid, a.Seq, a.Reply)
		questions.ScheduleMeasuring(u.turn, &u.Work.Questions)
	}
}

// learned handles what the lesson says about an answer.
func (u *update) learned(w page.PendingCall, a host.Answer) {
	if a.Err != nil && a.Err.Code == base.CodeGuessFirst {
		lesson.HoldCall(u.turn, w, a.Seq)
	}
	if a.Outcome != nil {
		lesson.OnOutcome(u.turn, &u.Course, w, *a.Outcome)
		u.forgetAnswered()
		questions.ScheduleMeasuring(u.turn, &u.Work.Questions)
	}
}

// forgetAnswered removes refusals that asked the reader to answer a question first, once the
// question is answered.
func (u *update) forgetAnswered() {
	if n := u.Notice; n != nil && u.answeredSince(n.Err) {
		u.Notice = nil
	}
	if u.answeredSince(u.Work.Heat.Err) {
		u.Work.Heat.Err = nil
	}
}

// answeredSince reports whether err asked for the answer to a question that has been answered
// now.
func (u *update) answeredSince(err *base.Error) bool {
	return err != nil && err.Code == base.CodeGuessFirst && u.Lesson != nil && !u.Lesson.BlocksActions(err.Args[0])
}

// markReady marks the document as ready, once, when the first page is complete. If the store is
// not open, the page is as complete as it can be.
func (u *update) markReady() {
	incomplete := u.HasCallsUnderWay() || u.rows > 0 || u.Route.Screen == page.ScreenLesson && u.Lesson == nil
	if u.marked || !u.Ready || incomplete && u.Storage.StoreError() == nil {
		return
	}
	u.marked = true
	u.do(page.MarkReady{})
}

// opened shows the workspace that an answer has opened. If it is another one than before, or
// was reset, the workbench starts anew; only what belongs to the console and the save mark
// stays. The last notice tells if the workspace is read-only or damaged.
func (u *update) opened(w page.PendingCall, a host.Answer) {
	o := a.Opened
	u.OpenError = nil
	fresh := u.Work.ID != o.ID || u.Work.Kind != o.Kind
	_, again := w.Call.(host.ResetWorkspace)
	typed := u.Work.Input
	if again || fresh {
		// These stay, except that another workspace has a history of its own.
		history, tab, files := u.Work.History, u.Work.Tab, u.Work.Console.Files
		saved, why := u.Work.Saved, u.Work.SaveErr // the worker tells them before the answer
		u.leave(a.Seq)
		grid.SetLayout(u.turn, &u.Work.Grid, grid.LayoutOfWorkspace(u.Layouts, o.ID))
		u.Work.Saved, u.Work.SaveErr = saved, why
		if fresh {
			history = o.History
		}
		u.Work.History, u.Work.Recall, u.Work.Tab, u.Work.Console.Files = history, len(history), tab, files
		u.Work.Dialect = console.DialectOfWorkspace(&u.State.State, o.ID)
	}
	if again && u.Lesson != nil {
		u.Lesson = lesson.NewLessonState(u.Lesson.Lesson)
	}
	u.Work.ID, u.Work.Kind, u.Work.Title, u.Work.ReadOnly = o.ID, o.Kind, o.Title, o.ReadOnly
	u.Work.Settings = o.SandboxSettings
	u.Work.Heat.RestoreLoadSettings(o.SandboxSettings)
	if u.Work.Seed = o.Seed; fresh && typed == "" {
		u.restoreDraft()
	}
	if fresh {
		files.OnWorkspaceOpened(u.turn, &u.Files)
	}
	// So that the answer's tables are newer than those shown.
	u.Work.Version, u.Work.PageVersion = 0, 0
	u.Work.Window.State = 0
	u.do(page.SetRecoveryWorkspace{ID: o.ID})
	if o.ReadOnly {
		u.Notice = &page.Notice{Code: "notice-readonly", Kind: page.NoticeTakeOver}
	} else if u.Notice != nil && u.Notice.Kind == page.NoticeTakeOver {
		u.Notice = nil
	}
	switch {
	case o.ReadOnly:
	case o.Damaged > 0:
		u.Notice = &page.Notice{Code: "notice-damaged", Args: []string{page.FormatInt(int64(o.Damaged))}, Kind: page.NoticeDamaged, RefusedChanges: o.RefusedChanges}
	case o.RefusedChanges.Count > 0:
		u.Notice = &page.Notice{Code: "notice-unmade", Args: []string{page.FormatInt(int64(o.RefusedChanges.Count))}, Kind: page.NoticeRefusedChanges, RefusedChanges: o.RefusedChanges}
	}
}

// restoreDraft sets the console's text to what was typed and not run at the last visit.
func (u *update) restoreDraft() {
	for _, d := range u.turn.WorkspaceDrafts() {
		if d.Name == page.ConsoleDraftName {
			u.turn.SetConsoleText(d.Text)
		}
	}
}

// refused shows a refusal that has no entry in the log: by the screen, in the part that it
// belongs to, or else as a notice.
func (u *update) refused(w page.PendingCall, err *base.Error) {
	switch {
	case err.Code == base.CodeCancelled:
		u.stopped(w.Call, err)
	case err.Code == base.CodeNoSandbox && u.OpenError != nil: // the opening was cancelled before
	case err.Code == base.CodeNoSandbox && u.Route.Screen == page.ScreenSandbox && asksOpen(w.Call) || u.noOwn(err) && asksOpen(w.Call):
		u.Route.Screen = page.ScreenNotFound
	default:
		if key.ShowTemplateRefusal(u.turn, &u.Work.Key, w.Call, err) {
			return
		}
		if _, opens := w.Call.(host.OpenWorkspace); opens && u.Route.Screen == page.ScreenSandbox && u.Work.ID == "" {
			u.OpenError = err
			return
		}
		u.Notice = &page.Notice{Err: err}
	}
}

// stopped handles the cancelling of a call. If it was to open a workspace, and no other one is
// being opened, the workbench is emptied so that the reader cannot type into it.
func (u *update) stopped(c host.Call, why *base.Error) {
	for _, w := range u.Calls {
		if _, opens := w.Call.(host.OpenWorkspace); opens {
			return
		}
	}
	switch c.(type) {
	case host.OpenWorkspace, host.ResetWorkspace, host.TakeOverWorkspace:
		if u.Route.Screen == page.ScreenSandbox || u.Route.Screen == page.ScreenLesson {
			u.OpenError = why
			u.leave(u.Seq)
		}
	}
}

// asksOpen reports whether a call is about the workspace of the route. If such a call is
// refused because there is no such workspace, the route leads nowhere.
func asksOpen(c host.Call) bool {
	switch c.(type) {
	case host.OpenWorkspace, host.ExecuteRequest, host.DoLessonAction, host.ResetWorkspace, host.TakeOverWorkspace:
		return true
	}
	return false
}

// replied shows the engine's reply to a call, which is not older than the tables that are
// shown.
func (u *update) replied(w page.PendingCall, a host.Answer) {
	r, work := a.Reply, &u.Work
	if work.Version != r.Version {
		work.Scan.Replay = nil
	}
	work.Version = r.Version
	before := work.Tables
	work.Tables = r.Tables
	if do, ok := w.Call.(host.DoLessonAction); ok {
		u.showAdded(do.Action, before)
	}
	// A reply without verdicts leaves the old ones, unless the page shows another state now.
	if r.Verdicts != nil || a.Page != nil && a.Page.State != work.Page.State {
		work.Verdicts, work.Starts = r.Verdicts, r.StartingCosts
	}
	// An empty workload has no verdicts.
	if r.Timeline != nil && len(r.Timeline.Workload) == 0 && a.Page != nil && a.Page.State == 0 {
		work.Verdicts, work.Starts = nil, nil
	}
	if now := a.Page == nil || a.Page.State == 0; now && r.Read == nil && len(r.Verdicts) > 0 && !slices.ContainsFunc(r.Verdicts, func(v engine.Verdict) bool { return v.Table != "" }) {
		work.PreviousRead, work.LastRead, work.Scan.Replay = nil, nil, nil // no question can be answered any more, so the last read's cost is out of date
	}
	if r.Read != nil {
		// The last read becomes the read before it.
		work.PreviousRead, work.LastRead, work.ReadMicros, work.Scan.Replay = work.LastRead, r.Read, 0, nil
		work.ReadOf, work.ReadTemplate = r.Version, work.TableByName(r.Read.Table).Template
		if isRead(w.Call) && !r.Read.ForQuestion {
			work.ReadMicros = cmp.Or(int64(r.Read.PrintedTime), max(a.Micros, 1)) // 0 means not measured; a coarse clock may measure 0
		}
	}
	if isRead(w.Call) {
		work.Console.HasMoreRows = r.More
	}
	if _, opens := w.Call.(host.OpenWorkspace); opens {
		defer u.showDesigned()
	}
	if a.Page != nil {
		turned := work.PageCall
		u.turned(a.Seq, r.Version, *a.Page, movedBy(w.Window, *a.Page))
		if scan.IsPreviewCall(w.Call) {
			work.PageCall = turned // a call before the preview may still bring newer rows
		}
	}
	if r.Timeline != nil {
		history.SetTimeline(u.turn, *r.Timeline)
	}
}

// showDesigned shows the first table that has a template, unless the table shown has one.
func (u *update) showDesigned() {
	if u.Work.TableByName(u.Work.Page.Table).Template != "" {
		return
	}
	for _, t := range u.Work.Tables {
		if t.Template != "" {
			u.turn.ShowTable(t.Name)
			return
		}
	}
}

// showAdded shows the table that an action of a lesson has added. before are the tables before
// it.
func (u *update) showAdded(a lessons.Action, before []engine.TableInfo) {
	if _, adds := a.(lessons.AddTable); !adds {
		return
	}
	for _, t := range u.Work.Tables {
		if page.TableByName(before, t.Name).Name == "" {
			u.turn.ShowTable(t.Name)
		}
	}
}

// isRead reports whether a call runs commands, or continues a read.
func isRead(c host.Call) bool {
	run, ok := c.(host.ExecuteRequest)
	if !ok {
		return false
	}
	switch run.Request.(type) {
	case engine.RunConsole, engine.PrintMore:
		return true
	}
	return false
}

// movedBy reports whether a page's rows are at another place than those that were asked for.
func movedBy(asked engine.RowWindow, p engine.RowPage) bool {
	return p.Table != asked.Table || p.First != asked.Offset
}

// turned shows the rows that a call has read from a version of the session. moved is as movedBy returns it.
func (u *update) turned(seq, version uint64, p engine.RowPage, moved bool) {
	state := u.Work.Window.State
	grid.ReceivePage(u.turn, &u.Work.Grid, seq, version, p, moved)
	if u.Work.Window.State != state {
		history.SyncSlider(u.turn)
	}
}
