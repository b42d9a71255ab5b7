package model

import (
	"maps"
	"slices"

	"tabletop/app/advisor"
	"tabletop/app/builder"
	"tabletop/app/console"
	"tabletop/app/files"
	"tabletop/app/find"
	"tabletop/app/grid"
	"tabletop/app/heat"
	"tabletop/app/history"
	"tabletop/app/home"
	"tabletop/app/host"
	"tabletop/app/key"
	"tabletop/app/lesson"
	"tabletop/app/openlesson"
	"tabletop/app/page"
	"tabletop/app/panes"
	"tabletop/app/questions"
	"tabletop/app/quizzes"
	"tabletop/app/recipe"
	"tabletop/app/recordpage"
	"tabletop/app/sandboxes"
	"tabletop/app/scan"
	"tabletop/app/schema"
	"tabletop/app/share"
	"tabletop/app/tablefiles"
	"tabletop/app/tour"
	"tabletop/engine"
	"tabletop/lessons"
)

// New returns the state of a page at a route before the worker has answered. base and lang are
// as in [page.State].
func New(base, lang string, catalog []page.LessonCard, route page.Route) State {
	st := State{State: page.State{Lang: lang, Base: base, Catalog: catalog, Route: route, Calls: map[uint64]page.PendingCall{}}}
	st.Work = emptyWorkbench(0)
	return st
}

// emptyWorkbench returns a workbench without a workspace. It does not show rows of calls before
// seq.
func emptyWorkbench(seq uint64) Workbench {
	return Workbench{Workspace: page.Workspace{Window: engine.RowWindow{Count: page.InitialRows, Margin: page.InitialRows}, ShownVersions: page.ShownVersions{PageCall: seq}}}
}

// Update returns the state after a message, and the effects to carry out. It does not change
// st.
func Update(st State, m page.Msg) (State, []page.Effect) {
	u := &update{State: st}
	u.Calls = maps.Clone(st.Calls)
	u.turn = &page.Update{State: &u.State.State, Work: &u.State.Work.Workspace, Sending: u.sending}
	u.run(m)
	if u.Work.Input != st.Work.Input && u.Work.Seed == st.Work.Seed {
		u.turn.SaveDraft(page.ConsoleDraftName, u.Work.Input)
	}
	if u.Work.Input != st.Work.Input || u.Work.Dialect != st.Work.Dialect {
		scan.AfterMessage(u.turn, &u.Work.Scan)
	}
	// Parts follow what the message has changed. u.follow does the same for the address and the
	// title.
	u.Work.Builder.AfterMessage(&u.Work.Workspace)
	heat.AfterMessage(u.turn, &u.Work.Heat)
	files.AfterMessage(u.turn, &u.Files)
	find.AfterMessage(u.turn, &u.Find)
	share.AfterMessage(u.turn, &u.Share)
	tour.AfterMessage(u.turn, &u.Tour, u.sight())
	u.follow()
	schema.AfterMessage(u.turn, &u.Work.Schema)
	tablefiles.AfterMessage(u.turn, &u.Work.TableFiles)
	questions.AfterMessage(u.turn, &u.Work.Questions)
	if len(u.turn.Announcements) > 0 {
		u.Announcement = u.Announcement.Next(u.turn.Announcements)
	}
	return u.State, u.turn.Effects
}

// update is the handling of one message: the state that becomes the next one, and the turn that
// the parts are given.
type update struct {
	State
	turn *page.Update
}

// run handles a message, and after it the messages that parts have passed on.
func (u *update) run(m page.Msg) {
	for next := []page.Msg{m}; len(next) > 0; {
		u.handle(next[0])
		next = append(next[1:], u.turn.Next...)
		u.turn.Next = nil
	}
}

func (u *update) do(e page.Effect)                        { u.turn.DoEffect(e) }
func (u *update) next() uint64                            { return u.turn.NextCallNumber() }
func (u *update) tell(s page.AnnouncementPart)            { u.turn.Announce(s) }
func (u *update) tellCode(code string, args ...string)    { u.turn.AnnounceSentence(code, args...) }
func (u *update) send(c host.Call, running string) uint64 { return u.turn.SendCall(c, running) }

// sending stops the work of parts that the call makes useless. It is [page.Update.Sending].
func (u *update) sending(c host.Call) {
	key.BeforeCall(u.turn, &u.Work.Key, c)
	history.BeforeCall(u.turn, &u.Work.Time, c)
	if !host.TraitsOfCall(c).OnlyLooks {
		questions.StopMeasuring(u.turn, &u.Work.Questions)
	}
	u.remind(c)
}

// handle passes a message to its part, or handles it here if it belongs to none. A new type of
// message needs a case here.
func (u *update) handle(m page.Msg) {
	switch m := m.(type) {
	// Messages of parts.
	case tablefiles.Msg:
		tablefiles.Update(u.turn, &u.Work.TableFiles, m)
	case advisor.Msg:
		advisor.Update(u.turn, &u.Work.Advisor, m)
	case builder.Msg:
		builder.Update(u.turn, &u.Work.Builder, m)
	case history.Msg:
		history.Update(u.turn, &u.Work.Time, m)
	case heat.Msg:
		heat.Update(u.turn, &u.Work.Heat, m)
	case questions.Msg:
		questions.Update(u.turn, &u.Work.Questions, m)
	case key.Msg:
		key.Update(u.turn, &u.Work.Key, m)
	case page.SetTemplate:
		key.SetTemplate(u.turn, &u.Work.Key, m.Table, m.Template)
	case page.ShowRows:
		grid.ShowPage(u.turn, &u.Work.Grid, m.Seq, m.Version, m.Page, m.Moved)
	case find.Msg:
		find.Update(u.turn, &u.Find, m)
	case page.InferTemplate:
		find.OpenDialog(u.turn, &u.Find, m)
	case page.SelectRows:
		grid.SelectRows(u.turn, &u.Work.Grid, m.From, m.To)
	case page.AskAboutRows:
		questions.OpenFormForRows(u.turn, &u.Work.Questions, m.First, m.Last)
	case page.SetQueryRate:
		heat.Update(u.turn, &u.Work.Heat, heat.QueryRateSet(m))
	case page.StopMeasuring:
		questions.StopMeasuring(u.turn, &u.Work.Questions)
	case page.RestoreCheckpoint:
		history.Update(u.turn, &u.Work.Time, history.CheckpointPressed(m))
	case page.GoToState:
		history.Update(u.turn, &u.Work.Time, history.StatePressed(m))
	case recipe.Msg:
		recipe.Update(u.turn, &u.Work.Recipe, m)
	case files.Msg:
		files.Update(u.turn, &u.Files, m)
	case page.ExportWorkspace:
		files.Update(u.turn, &u.Files, files.ExportPressed{ID: m.ID})
	case share.Msg:
		share.Update(u.turn, &u.Share, m)
	case recordpage.Msg:
		recordpage.Update(u.turn, &u.Record, m)
	case console.Msg:
		console.Update(u.turn, &u.Work.Console, m)
	case page.RunConsoleText:
		console.Update(u.turn, &u.Work.Console, console.EnterPressed{Text: u.Work.Input})
	case page.RecallCommand:
		console.Update(u.turn, &u.Work.Console, console.HistoryRecalled(m))
	case page.SwitchDialect:
		console.Update(u.turn, &u.Work.Console, console.DialectPicked(m))
	case page.ConsoleRan:
		scan.OnConsoleRan(u.turn, &u.Work.Scan)
	case lesson.Msg:
		lesson.Update(u.turn, m)
	case page.LessonStepShown:
		u.stepped(m.Panels)
	case page.SimulateStepLoad:
		u.Work.Heat.Set, u.Work.Heat.Open = heat.SettingsWithNodes(m.Nodes), true
		heat.Update(u.turn, &u.Work.Heat, heat.SimulatePressed{})
	case page.CodeMsg:
		page.UpdateCode(u.turn, m)
	case page.SaveFile:
		u.do(page.DownloadFile(m))
	case schema.Msg:
		schema.Update(u.turn, &u.Work.Schema, m)
	case quizzes.Msg:
		quizzes.Update(u.turn, &u.Quizzes, m)
	case home.Msg:
		home.Update(u.turn, &u.Home, m)
	case panes.Msg:
		panes.Update(u.turn, &u.Panes, m)
	case tour.Msg:
		tour.Update(u.turn, &u.Tour, m)
	case page.ShowHeatMap:
		u.Work.Heat.Open = true
	case grid.Msg:
		if _, picked := m.(grid.LayoutPicked); picked {
			u.Work.Heat.Open = false
		}
		// The root remembers the layout of each workspace.
		as := u.Work.Grid.Layout
		grid.Update(u.turn, &u.Work.Grid, m)
		if u.Work.Grid.Layout != as {
			u.Layouts = grid.SaveLayout(u.turn, u.Layouts, u.Work.Grid.Layout)
		}
	case scan.Msg:
		scan.Update(u.turn, &u.Work.Scan, m)
	case page.GridScrolled:
		u.PendingScrolls = max(u.PendingScrolls-1, 0)
	case page.ShowTable:
		u.turn.ShowTable(m.Table)
	case sandboxes.Msg:
		sandboxes.Update(u.turn, &u.Sandboxes, m)
	case page.WorkspaceDeleted:
		sandboxes.OnWorkspaceDeleted(u.turn, &u.Sandboxes, m)
	case page.SandboxMade:
		files.OnSandboxMade(u.turn, &u.Files, m)
	case page.ShowRefusal:
		if i := u.Work.LogEntryIndex(m.Seq); i >= 0 {
			u.tellRefusal(i, m.Err)
		} else {
			u.refused(m.Of, m.Err)
		}
	case page.OpenRoute:
		u.arrive()
	case page.AllWorkspacesDeleted:
		u.forgetKept()
		u.leave(u.Seq)
	case page.CloseWorkspace:
		u.leave(u.Seq)
	case openlesson.Msg:
		openlesson.Update(u.turn, &u.OpenLesson, m)
	case page.ShowPageTab:
		u.revealed(m.Tab)

	// Messages of the root.
	case Navigated:
		u.navigated(m.Route)
	case NavigatedToPlace:
		u.placed(m.Place)
	case LessonFetched:
		u.fetched(m)
	case page.LanguagePicked:
		u.languagePicked(m.Tag)
	case LanguageFetched:
		u.languageCame(m)
	case HostEvent:
		u.came(m.Event)
	case pageCame:
		u.turned(m.Seq, m.Version, m.Page, m.Moved)
		if m.Seq == u.rows {
			u.rows = 0
			u.markReady()
		}
	case WorkerRestarted:
		u.restarted(m.FromPageCache)
	case SiteUpdateReady:
		u.UpdateReady = true
	case page.UpdateSite:
		u.do(page.ApplySiteUpdate{Ask: u.HasUnsavedChanges()})

	case PageTabPicked:
		u.Work.Tab = m.Tab
		if m.Tab == page.TabTable {
			u.do(page.ScrollGridToRow{Offset: u.Work.Window.Offset}) // it could not be scrolled while it was hidden
		}

	case ReferenceSearchTyped:
		u.Search = m.Text

	case CancelCallPressed:
		if u.Work.Running != nil {
			u.do(page.SendCall{Sent: host.SentCall{Seq: u.next(), Call: host.CancelCall{Seq: u.Work.Running.Seq}}})
		}
	case page.OpenDialog:
		u.Dialog, u.DialogID = m.Dialog, m.ID
		files.OnDialogOpened(u.turn, &u.Files)
	case page.CloseDialog:
		u.Dialog = page.DialogNone
		share.OnDialogClosed(u.turn, &u.Share)
		recordpage.OnDialogClosed(u.turn, &u.Record)
	case ResetWorkspacePressed:
		u.Dialog = page.DialogNone
		u.send(host.ResetWorkspace{}, "running-open")
	case RecordPressed:
		recordpage.Open(u.turn, &u.Record, recordpage.KnownDesigns(u.Work.Questions.Attempts.All))
	case TakeOverPressed:
		u.send(host.TakeOverWorkspace{}, "running-open")
	case ExportUnsavedPressed:
		u.send(host.ExportUnsaved{}, "")
	case followSettled:
		u.tellFollowed()
	case NoticeClosed:
		// Closing the notice about unsaved changes shows again that the workspace is read-only.
		left := u.Notice != nil && u.Notice.Kind == page.NoticeUnsaved
		if u.Notice != nil && u.Notice.Kind == page.NoticePersist {
			u.settle()
		}
		if u.Notice = nil; left && u.Work.ReadOnly {
			u.Notice = &page.Notice{Code: "notice-readonly", Kind: page.NoticeTakeOver}
		}

	case CreateSandboxPressed:
		u.turn.MakeSandbox(host.CreateSandbox{FromOpen: m.FromOpen, Title: u.newTitle(m)}, "")
	case PersistStoragePressed:
		u.settle()
		u.Storage.sure = true
		u.do(page.AskBrowserStorage{Persist: true, MayPrompt: true})
	case StorageQuotaReceived:
		u.storageCame(m.Storage)
	case ExportDamagedPressed:
		u.send(host.ExportDamagedRecords{ID: u.Work.ID}, "")
	default:
		panic("model: a message that nothing handles")
	}
}

// navigated changes the route. It leaves dialogs, notices and the lesson of the last route,
// fetches a lesson of the site, and opens the workspace once the worker is ready.
func (u *update) navigated(r page.Route) {
	same := u.Route == r
	if same && u.there() {
		return // only the place has changed, see NavigatedToPlace
	}
	u.OpenError = nil
	u.Route = r
	u.Dialog = page.DialogNone
	u.Course = lesson.State{}
	openlesson.Leave(u.turn, &u.OpenLesson)
	if !same {
		if u.Notice != nil && u.Notice.Kind != page.NoticeUndo && u.Notice.Kind != page.NoticeExport && (u.Notice.Of == "" || u.Notice.Of != r.ID) {
			u.Notice = nil
		}
		u.Search = ""
		u.Sandboxes.Leave()
		u.Quizzes.Leave()
	}
	if r.Screen != page.ScreenLesson || u.Lesson == nil || u.Lesson.Lesson.Slug != r.ID {
		u.Lesson = nil
	}
	// The place comes in a message of its own, see NavigatedToPlace.
	u.address.PlaceOnPage, u.address.due = page.PlaceOnPage{}, nil
	if r.Screen == page.ScreenLesson && u.Lesson == nil && !lessons.IsSlugFromFile(r.ID) { // a lesson from a file comes with its workspace
		u.do(page.FetchLesson{Slug: r.ID})
	}
	if u.Ready {
		u.arrive()
	}
}

// arrive asks the worker for what the route shows.
func (u *update) arrive() {
	u.OpenError = nil
	switch u.Route.Screen {
	case page.ScreenLesson:
		u.open(host.OpenWorkspace{Kind: host.KindLesson, ID: u.Route.ID})
	case page.ScreenSandbox:
		u.open(host.OpenWorkspace{Kind: host.KindSandbox, ID: u.Route.ID})
	default:
		u.send(host.ListWorkspaces{}, "")
		if u.Embed {
			share.Update(u.turn, &u.Share, share.CreateSandboxPressed{}) // open the link in the address
		}
	}
}

// open opens a workspace.
func (u *update) open(o host.OpenWorkspace) {
	if u.Work.ID != o.ID || u.Work.Kind != o.Kind {
		u.leave(u.Seq + 1)
		u.Work.Dialect = console.DialectOfWorkspace(&u.State.State, o.ID)
	}
	u.do(page.SetRecoveryWorkspace{ID: o.ID}) // before the opening, which the worker may not survive
	u.send(o, "running-open")
}

// leave empties the workbench, as emptyWorkbench does, and drops what its parts await.
func (u *update) leave(seq uint64) {
	u.turn.DropWorkspaceAnswers()
	u.Work = emptyWorkbench(seq)
}

// fetched shows a lesson that has come, if the route still asks for it.
func (u *update) fetched(m LessonFetched) {
	if u.Route.Screen != page.ScreenLesson || u.Route.ID != m.Slug {
		return
	}
	if m.Lesson == nil {
		u.Route.Screen = page.ScreenNotFound
		return
	}
	lesson.ShowLesson(u.turn, &u.Course, m.Lesson)
	u.markReady()
}

// restarted starts anew with another worker. What was stored comes back with it; calls without
// an answer are lost. The reader is told if the last worker died, or was ended during a long
// call.
func (u *update) restarted(returned bool) {
	if !returned || u.Work.Running != nil {
		u.Notice = &page.Notice{Code: "notice-restarted"}
	}
	console.OnWorkerRestarted(u.turn)
	clear(u.Calls)
	u.Share.OnWorkerRestarted()
	u.Work.Scan.OnWorkerRestarted()
	u.Work.Time.OnWorkerRestarted()
	u.Files.OnWorkerRestarted()
	u.Find.OnWorkerRestarted()
	u.Work.Running = nil
	u.Work.Heat.OnWorkerRestarted()
	u.Work.TableFiles.OnWorkerRestarted()
	u.Ready, u.marked, u.rows = false, false, 0
}

// revealed shows a part of the page.
func (u *update) revealed(tab page.PageTab) {
	if u.Work.Tab = tab; tab == page.TabTask {
		u.Work.Schema.Open = true
	}
}

// stepped opens the panels that a step of a lesson works with, and closes the others.
func (u *update) stepped(panels []lessons.Panel) {
	if u.Work.Heat.Open = slices.Contains(panels, lessons.PanelLoad); u.Work.Heat.Open {
		u.Work.Heat.Set = nil
	}
	u.Work.Schema.Open = slices.Contains(panels, lessons.PanelSchema)
	questions.ScheduleMeasuring(u.turn, &u.Work.Questions)
}

// newTitle returns the title of a new sandbox.
func (u *update) newTitle(m CreateSandboxPressed) string {
	if m.FromOpen && u.Lesson != nil {
		return u.Lesson.Lesson.Title
	}
	return m.Title
}
