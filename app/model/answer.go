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
	"tabletop/app/scan"
	"tabletop/app/schema"
	"tabletop/app/shelf"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/lessons"
)

// came takes an event of the worker.
func (u *update) came(e host.Event) {
	switch e := e.(type) {
	case host.Ready:
		u.Ready = true
		u.arrive()
	case host.Progress:
		if w, ok := u.Calls[e.Seq]; ok && !w.Idle() {
			u.Work.Running = &page.Running{Seq: e.Seq, Action: w.Running, Done: e.Done, Total: e.Total}
		}
	case host.Saved:
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
	case host.LockFreed:
		if u.Work.ReadOnly {
			u.send(host.TakeOver{Free: true}, "running-open")
		}
	case host.Synced, host.WorkspaceReplaced, host.UnsavedChanges, host.Merged, host.ShelfChanged:
		u.elsewhereCame(e)
	case host.FilePiece:
		if _, ok := u.Calls[e.Seq]; ok {
			u.do(page.GatherPiece{FilePiece: e})
		}
	case host.FileMeasured:
		files.Weighed(&u.Files, e)
	case host.Answer:
		if r := u.Work.Running; r != nil && r.Seq == e.Seq && e.Page != nil {
			// What a long call brings changes most of the page.
			moved := movedBy(u.Calls[e.Seq].Window, *e.Page)
			u.do(page.SendAfterDraw{Msg: PageCame{Seq: e.Seq, Page: *e.Page, Moved: moved}})
			e.Page, u.rows = nil, e.Seq
		}
		u.answered(e)
	default:
		panic("model: an event that nothing handles")
	}
}

// answered takes the answer to a call: first what all parts share is brought up to date, then
// the parts that follow everything hear of it, and then the part that has asked handles it.
func (u *update) answered(a host.Answer) {
	w, ok := u.Calls[a.Seq]
	if !ok {
		return
	}
	delete(u.Calls, a.Seq)
	if u.Work.Running != nil && u.Work.Running.Seq == a.Seq {
		u.Work.Running = nil
	}
	u.turn.Answered = w
	err, of := page.Failure(a), a
	if scan.Stale(u.turn, &u.Work.Scan, w.Call, a) {
		of.Reply, of.Page, of.Strip = nil, nil, nil
	}
	u.apply(w, of, err)
	u.onReply(w, of)
	u.learned(w, a)
	switch {
	case w.Then != nil:
		u.handle(w.Then(a))
	case err != nil && !u.Work.InLog(a.Seq):
		u.refused(w, err)
	}
	u.markReady()
}

// apply brings what all parts share up to date with an answer. Calls are answered in any
// order; what belongs to an older call than one already answered is still told in the log,
// but the tables shown are only ever replaced by newer ones.
func (u *update) apply(w page.Pending, a host.Answer, err *base.Error) {
	if a.Opened != nil {
		u.ownLesson(*a.Opened)
		u.opened(w, a)
	}
	u.behind(w)
	if a.File != nil {
		u.do(page.Download{File: *a.File})
		if a.File.Now {
			u.Notice = &page.Notice{Code: "notice-file-now"}
		}
	}
	shelf.OnReply(u.turn, &u.Manager, a)
	if err == nil {
		u.worthKeeping(w.Call)
	}
	console.Ended(u.turn, w.Call, a)
	u.result(w, a, err)
	if a.Reply != nil && a.Reply.Version >= u.Work.Version && host.NatureOf(w.Call).Rows {
		u.replied(w, a)
	}
}

// onReply tells the parts that follow everything of an answer. A reply that is older than the
// tables which are shown says nothing of those.
func (u *update) onReply(w page.Pending, a host.Answer) {
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
		questions.Changed(u.turn, &u.Work.Questions)
	}
}

// learned takes what the lesson said to what happened.
func (u *update) learned(w page.Pending, a host.Answer) {
	if a.Err != nil && a.Err.Code == base.CodeGuessFirst {
		lesson.Waits(u.turn, w, a.Seq)
	}
	if a.Outcome != nil {
		lesson.Answered(u.turn, &u.Course, w, *a.Outcome)
		u.forgetAnswered()
		questions.Changed(u.turn, &u.Work.Questions)
	}
}

// forgetAnswered takes away what was said of a question that had to be answered first, once
// it is answered.
func (u *update) forgetAnswered() {
	if n := u.Notice; n != nil && u.answeredSince(n.Err) {
		u.Notice = nil
	}
	if u.answeredSince(u.Work.Heat.Err) {
		u.Work.Heat.Err = nil
	}
}

// answeredSince reports whether a refusal asked for the answer to a question that does not
// wait for one any more.
func (u *update) answeredSince(err *base.Error) bool {
	return err != nil && err.Code == base.CodeGuessFirst && u.Lesson != nil && !u.Lesson.Awaits(err.Args[0])
}

// markReady says on the document, once, that the first page is complete: as far as it
// can be where the store is not open.
func (u *update) markReady() {
	incomplete := u.Waiting() || u.rows > 0 || u.Route.Screen == page.ScreenLesson && u.Lesson == nil
	if u.marked || !u.Ready || incomplete && u.Storage.Shut() == nil {
		return
	}
	u.marked = true
	u.do(page.MarkReady{})
}

func (u *update) opened(w page.Pending, a host.Answer) {
	o := a.Opened
	u.Stopped = nil
	fresh := u.Work.ID != o.ID || u.Work.Kind != o.Kind
	_, again := w.Call.(host.Reset)
	typed := u.Work.Input
	if again || fresh {
		history, tab, files := u.Work.History, u.Work.Tab, u.Work.Console.Files
		saved, why := u.Work.Saved, u.Work.SaveErr // told before the answer
		u.Work = emptyWorkbench(a.Seq)
		grid.Lay(u.turn, &u.Work.Grid, grid.LayoutOf(u.Layouts, o.ID))
		u.Work.Saved, u.Work.SaveErr = saved, why
		if fresh {
			history = o.History
		}
		u.Work.History, u.Work.Recall, u.Work.Tab, u.Work.Console.Files = history, len(history), tab, files
		u.Work.Dialect = console.DialectOf(&u.State.State, o.ID)
	}
	if again && u.Lesson != nil {
		u.Lesson = lesson.New(u.Lesson.Lesson)
	}
	u.Work.ID, u.Work.Kind, u.Work.Title, u.Work.ReadOnly = o.ID, o.Kind, o.Title, o.ReadOnly
	u.Work.Heat.Lay(o.Load)
	if u.Work.Seed = o.Seed; fresh && typed == "" {
		u.restoreDraft()
	}
	if fresh {
		files.Entered(u.turn, &u.Files)
	}
	u.Work.Version = 0
	u.Work.Window.State = 0
	u.do(page.NameWorkspace{ID: o.ID})
	if o.ReadOnly {
		u.Notice = &page.Notice{Code: "notice-readonly", Kind: page.NoticeTakeOver}
	} else if u.Notice != nil && u.Notice.Kind == page.NoticeTakeOver {
		u.Notice = nil
	}
	switch {
	case o.ReadOnly:
	case o.Damaged > 0:
		u.Notice = &page.Notice{Code: "notice-damaged", Args: []string{page.Digits(int64(o.Damaged))}, Kind: page.NoticeDamaged, Unmade: o.Unmade}
	case o.Unmade.Count > 0:
		u.Notice = &page.Notice{Code: "notice-unmade", Args: []string{page.Digits(int64(o.Unmade.Count))}, Kind: page.NoticeUnmade, Unmade: o.Unmade}
	}
}

// restoreDraft puts into the console what was typed there at the last visit and not run.
func (u *update) restoreDraft() {
	for _, d := range u.turn.DraftsHere() {
		if d.Name == page.ConsoleDraft {
			u.turn.Write(d.Text)
		}
	}
}

// refused shows an error that has no place in the log.
func (u *update) refused(w page.Pending, err *base.Error) {
	switch {
	case err.Code == base.CodeCancelled:
		u.stopped(w.Call, err)
	case err.Code == base.CodeNoSandbox && u.Stopped != nil: // it was asked before
	case err.Code == base.CodeNoSandbox && u.Route.Screen == page.ScreenSandbox && asksOpen(w.Call) || u.noOwn(err) && asksOpen(w.Call):
		u.Route.Screen = page.ScreenMissing
	default:
		if key.Refused(u.turn, &u.Work.Key, w.Call, err) {
			return
		}
		if _, opens := w.Call.(host.Open); opens && u.Route.Screen == page.ScreenSandbox && u.Work.ID == "" {
			u.Stopped = err
			return
		}
		u.Notice = &page.Notice{Err: err}
	}
}

// stopped leaves nothing to type into where the opening of a workspace was cancelled, and
// no other one is under way.
func (u *update) stopped(c host.Call, why *base.Error) {
	for _, w := range u.Calls {
		if _, opens := w.Call.(host.Open); opens {
			return
		}
	}
	switch c.(type) {
	case host.Open, host.Reset, host.TakeOver:
		if u.Route.Screen == page.ScreenSandbox || u.Route.Screen == page.ScreenLesson {
			u.Stopped, u.Work = why, emptyWorkbench(u.Seq)
		}
	}
}

// asksOpen reports whether a call is to the workspace of the route: what it refuses
// for want of it is the route's. Of another call that says nothing of what is shown.
func asksOpen(c host.Call) bool {
	switch c.(type) {
	case host.Open, host.Execute, host.DoAction, host.Reset, host.TakeOver:
		return true
	}
	return false
}

// replied shows what the engine answered.
func (u *update) replied(w page.Pending, a host.Answer) {
	r, work := a.Reply, &u.Work
	if work.Version != r.Version {
		work.Scan.Replay = nil
	}
	if work.Version < r.Version {
		work.Turned = min(work.Turned, a.Seq) // looks that were answered meanwhile saw the tables before
	}
	work.Version = r.Version
	before := work.Tables
	work.Tables = r.Tables
	if do, ok := w.Call.(host.DoAction); ok {
		u.showAdded(do.Action, before)
	}
	if r.Verdicts != nil || a.Page != nil && a.Page.State != work.Page.State {
		work.Verdicts, work.Starts = r.Verdicts, r.Starts
	}
	if r.Timeline != nil && len(r.Timeline.Workload) == 0 && a.Page != nil && a.Page.State == 0 {
		work.Verdicts, work.Starts = nil, nil
	}
	if now := a.Page == nil || a.Page.State == 0; now && r.Read == nil && len(r.Verdicts) > 0 && !slices.ContainsFunc(r.Verdicts, func(v engine.Verdict) bool { return v.Table != "" }) {
		work.Before, work.Read, work.Scan.Replay = nil, nil, nil // none can be asked: what the last one cost is no longer so
	}
	if r.Read != nil {
		work.Before, work.Read, work.Took, work.Scan.Replay = work.Read, r.Read, 0, nil
		work.ReadOf = r.Version
		if isRead(w.Call) && !r.Read.Asks {
			work.Took = cmp.Or(int64(r.Read.Took), max(a.Micros, 1)) // 0 is for what nobody has measured, not for a clock that ticks seldom
		}
	}
	if isRead(w.Call) {
		work.Console.More = r.More
	}
	if _, opens := w.Call.(host.Open); opens {
		defer u.showDesigned()
	}
	if a.Page != nil {
		turned := work.Turned
		u.turned(a.Seq, *a.Page, movedBy(w.Window, *a.Page))
		if scan.Previews(w.Call) {
			work.Turned = turned // of calls under way, what brings newer rows may be older
		}
	}
	if r.Timeline != nil {
		history.Came(u.turn, *r.Timeline)
	}
}

// showDesigned shows a table that has a key made of fields, where there is one.
func (u *update) showDesigned() {
	if u.Work.Table(u.Work.Page.Table).Template != "" {
		return
	}
	for _, t := range u.Work.Tables {
		if t.Template != "" {
			u.turn.ShowTable(t.Name)
			return
		}
	}
}

// showAdded shows the table that an action of a lesson has added.
func (u *update) showAdded(a lessons.Action, before []engine.TableInfo) {
	if _, adds := a.(lessons.AddTable); !adds {
		return
	}
	for _, t := range u.Work.Tables {
		if page.TableOf(before, t.Name).Name == "" {
			u.turn.ShowTable(t.Name)
		}
	}
}

func isRead(c host.Call) bool {
	run, ok := c.(host.Execute)
	if !ok {
		return false
	}
	switch run.Request.(type) {
	case engine.Console, engine.More:
		return true
	}
	return false
}

// movedBy reports whether a page holds other rows than those it was asked for.
func movedBy(asked engine.Window, p engine.Page) bool {
	return p.Table != asked.Table || p.First != asked.Offset
}

// turned shows a page of rows that a call brought; moved says that others were asked for
// than it has.
func (u *update) turned(seq uint64, p engine.Page, moved bool) {
	state := u.Work.Window.State
	grid.Came(u.turn, &u.Work.Grid, seq, p, moved)
	if u.Work.Window.State != state {
		history.Slide(u.turn)
	}
}
