package model

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"tabletop/app/console"
	"tabletop/app/files"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/app/sandboxes"
	"tabletop/engine"
	"tabletop/engine/base"
)

// shelved is a page that lists sandboxes.
func shelved(t *testing.T, list ...host.SandboxSummary) *play {
	p := at(t, page.Route{Screen: page.ScreenSandboxes})
	p.st.Catalog = []page.LessonCard{{Slug: "scores", Title: "Scores"}}
	p.on(HostEvent{host.HostReady{}})
	return p.answer(host.Answer{WorkspaceList: &host.WorkspaceList{Sandboxes: list, Lessons: []host.LessonSummary{{Slug: "scores"}}}})
}

func TestOrderAndSearch(t *testing.T) {
	p := shelved(t,
		host.SandboxSummary{ID: "a", Title: "Sandbox 10", Created: 3, Changed: 9, Bytes: 5},
		host.SandboxSummary{ID: "b", Title: "sandbox 9", Created: 1, Changed: 8, Bytes: 7},
		host.SandboxSummary{ID: "c", Title: "Orders of 2015", Created: 2, Changed: 7, Bytes: 6},
		host.SandboxSummary{ID: "d", Title: "Sandbox 010", Created: 4, Changed: 6, Bytes: 1})
	p.has(page.AskBrowserStorage{})
	ids := func() (ids string) {
		for _, s := range p.st.Sandboxes.ListedSandboxes("en", p.st.WorkspaceList) {
			ids += s.ID
		}
		return ids
	}
	for order, want := range map[sandboxes.ListOrder]string{sandboxes.OrderChanged: "abcd", sandboxes.OrderName: "cbad", sandboxes.OrderSize: "bcad", sandboxes.OrderCreated: "dacb"} {
		p.on(sandboxes.OrderPicked{Order: order})
		p.has(page.StoreTextLocally{Name: sandboxes.StorageKey, Text: sandboxes.OrderNames[order]})
		if got := ids(); got != want {
			t.Errorf("%s: %s, want %s", sandboxes.OrderNames[order], got, want)
		}
		if sandboxes.ParseOrder(sandboxes.OrderNames[order]) != order {
			t.Errorf("%s is not remembered", sandboxes.OrderNames[order])
		}
	}
	if sandboxes.ParseOrder("nonsense") != sandboxes.OrderChanged {
		t.Error("an order that there is not was remembered")
	}
	p.on(sandboxes.OrderPicked{Order: sandboxes.OrderChanged})
	for query, want := range map[string]string{"": "abcd", "  ": "abcd", "SAND": "abd", "10 sand": "ad", "2015 orders": "c", "nothing": ""} {
		p.on(sandboxes.SearchTyped{Text: query})
		if got := ids(); got != want {
			t.Errorf("%q: %s, want %s", query, got, want)
		}
	}
	if s := p.st.Announcement.Parts[0]; s.Code != "shelf-found" {
		t.Errorf("%+v", s)
	}
	p.on(sandboxes.SearchTyped{Text: "x"}, Navigated{page.Route{Screen: page.ScreenHome}})
	if p.st.Sandboxes.Query != "" {
		t.Error("another page is searched for the same")
	}
}

// TestListIsReadAgain tests that the list is read again once a minute while it is shown, by one
// timer.
func TestListIsReadAgain(t *testing.T) {
	p := shelved(t)
	timer := func() (msgs []page.Msg) {
		for _, e := range p.effects {
			if after, ok := e.(page.SendMsgLater); ok && after.Wait == time.Minute {
				msgs = append(msgs, after.Msg)
			}
		}
		return msgs
	}
	first := timer()
	if len(first) != 1 {
		t.Fatalf("%+v", p.effects)
	}
	p.on(first[0])
	if c := p.sent().Call; c != (host.ListWorkspaces{}) {
		t.Fatalf("%+v", c)
	}
	p.answer(host.Answer{WorkspaceList: &host.WorkspaceList{}})
	second := timer()
	for _, m := range []page.Msg{first[0], Navigated{page.Route{Screen: page.ScreenReference}}} {
		if p.on(m); len(p.effects) > 0 && slices.ContainsFunc(p.effects, func(e page.Effect) bool { _, ok := e.(page.SendMsgLater); return ok }) {
			t.Errorf("%+v", p.effects)
		}
	}
	if p.on(second[0]); len(p.effects) > 0 {
		t.Errorf("%+v", p.effects)
	}
}

func TestSeveralDeletionsAreUndone(t *testing.T) {
	p := shelved(t, host.SandboxSummary{ID: "a", Title: "A"}, host.SandboxSummary{ID: "b", Title: "B"})
	var gone []host.SandboxSummary
	remove := func(id, as, title string) {
		p.on(sandboxes.DeletePressed{ID: id})
		if c := p.sent().Call; c != (host.DeleteWorkspace{ID: id}) {
			t.Fatalf("%+v", c)
		}
		gone = append([]host.SandboxSummary{{ID: as, Title: title}}, gone...)
		p.answer(host.Answer{SandboxID: as, WorkspaceList: &host.WorkspaceList{Deleted: gone}})
		p.st.WorkspaceList = &host.WorkspaceList{Sandboxes: []host.SandboxSummary{{ID: "a", Title: "A"}, {ID: "b", Title: "B"}}}
	}
	remove("a", "a", "A")
	remove("b", "b", "B")
	remove("scores", "scores~x", "Scores")
	want := []sandboxes.DeletedWorkspace{{ID: "a", OriginalID: "a", Title: "A", From: p.st.Route}, {ID: "b", OriginalID: "b", Title: "B", From: p.st.Route},
		{ID: "scores~x", OriginalID: "scores", Title: "Scores", Lesson: true, From: p.st.Route}}
	if !reflect.DeepEqual(p.st.Sandboxes.Deleted, want) {
		t.Fatalf("%+v", p.st.Sandboxes.Deleted)
	}
	if n := p.st.Notice; n == nil || n.Code != "notice-begun" || n.Args[0] != "Scores" {
		t.Errorf("%+v", n)
	}
	p.on(Navigated{page.Route{Screen: page.ScreenHome}})
	if p.st.Notice == nil {
		t.Error("on another page it cannot be undone")
	}
	p.on(sandboxes.UndeletePressed{ID: "a"})
	if c := p.sent().Call; c != (host.UndeleteWorkspace{ID: "a"}) {
		t.Fatalf("%+v", c)
	}
	gone = gone[:2]
	p.answer(host.Answer{WorkspaceList: &host.WorkspaceList{Deleted: gone}})
	if len(p.st.Sandboxes.Deleted) != 2 || p.st.Notice != nil {
		t.Errorf("%+v, %+v", p.st.Sandboxes.Deleted, p.st.Notice)
	}
	remove("a", "a", "A")
	p.on(sandboxes.UndoDeletePressed{})
	if c := p.sent().Call; c != (host.UndeleteWorkspace{ID: "a"}) {
		t.Errorf("%+v", c)
	}
	p.answer(host.Answer{Err: base.Refuse(base.CodeStoreFull)})
	if len(p.st.Sandboxes.Deleted) != 3 || p.st.Notice == nil {
		t.Error("what could not be brought back is forgotten")
	}
}

// TestUndoOutlivesTheEngine restarts the engine after a sandbox was deleted. The page
// lists what the store can still bring back.
func TestUndoOutlivesTheEngine(t *testing.T) {
	p := shelved(t, host.SandboxSummary{ID: "a", Title: "A"}).on(sandboxes.DeletePressed{ID: "a"})
	p.answer(host.Answer{SandboxID: "a", WorkspaceList: &host.WorkspaceList{Deleted: []host.SandboxSummary{{ID: "a", Title: "A"}}}})
	p.on(WorkerRestarted{}, HostEvent{host.HostReady{}})
	p.answer(host.Answer{WorkspaceList: &host.WorkspaceList{Deleted: []host.SandboxSummary{{ID: "a", Title: "A"}}}})
	if d := p.st.Sandboxes.Deleted; len(d) != 1 || d[0].ID != "a" {
		t.Fatalf("%+v", d)
	}
	p.on(sandboxes.UndeletePressed{ID: "a"})
	if c := p.sent().Call; c != (host.UndeleteWorkspace{ID: "a"}) {
		t.Errorf("%+v", c)
	}
	// Another tab lists it too, and can bring it back.
	q := shelved(t)
	q.st.WorkspaceList = nil
	q.on(Navigated{page.Route{Screen: page.ScreenSandboxes}})
	q.answer(host.Answer{WorkspaceList: &host.WorkspaceList{Deleted: []host.SandboxSummary{{ID: "a", Title: "A"}}}})
	if d := q.st.Sandboxes.Deleted; len(d) != 1 || d[0].Title != "A" {
		t.Errorf("%+v", d)
	}
}

// TestReplacedIsTold brings back a lesson that had been begun again. The page says that
// this replaced the newer work, and offers to undo it.
func TestReplacedIsTold(t *testing.T) {
	p := shelved(t)
	p.st.Sandboxes.Deleted = []sandboxes.DeletedWorkspace{{ID: "scores~x", OriginalID: "scores", Title: "Scores", Lesson: true}}
	p.on(sandboxes.UndeletePressed{ID: "scores~x"})
	p.answer(host.Answer{SandboxID: "scores~y", WorkspaceList: &host.WorkspaceList{Deleted: []host.SandboxSummary{{ID: "scores~y"}}}})
	if n := p.st.Notice; n == nil || n.Code != "notice-replaced" || n.Kind != page.NoticeUndo || n.Args[0] != "Scores" {
		t.Fatalf("%+v", n)
	}
	p.on(sandboxes.UndoDeletePressed{})
	if c := p.sent().Call; c != (host.UndeleteWorkspace{ID: "scores~y"}) {
		t.Errorf("%+v", c)
	}
}

// TestNoRoomForTheUndo tests that nothing is offered for a workspace that was removed for good.
func TestNoRoomForTheUndo(t *testing.T) {
	p := shelved(t, host.SandboxSummary{ID: "a", Title: "A"}).on(sandboxes.DeletePressed{ID: "a"})
	p.answer(host.Answer{WorkspaceList: &host.WorkspaceList{}})
	if n := p.st.Notice; n == nil || n.Code != "notice-gone" || n.Kind != page.NoticePlain {
		t.Errorf("%+v", n)
	}
}

// TestListWaitsForTheStore shows the page of sandboxes while the store does not answer.
// There is no list, and the page says why; so it does of each attempt to make something.
func TestListWaitsForTheStore(t *testing.T) {
	p := at(t, page.Route{Screen: page.ScreenSandboxes}).on(HostEvent{host.HostReady{}}, HostEvent{host.SaveStateChanged{State: host.SaveFailed, Err: base.Refuse(base.CodeStoreBlocked)}})
	p.has(page.MarkReady{})
	if p.st.WorkspaceList != nil || p.st.Storage.StoreError() == nil {
		t.Fatalf("%+v, %+v", p.st.WorkspaceList, p.st.Storage)
	}
	for _, m := range []page.Msg{CreateSandboxPressed{Title: "One"}, files.ExportAllPressed{}, files.FileChosen{Name: "a.tabletop", Data: []byte("TABLETOP ")}} {
		p.on(NoticeClosed{}, m)
		if n := p.st.Notice; n == nil || n.Kind != page.NoticeExport || n.Err.Code != base.CodeStoreBlocked {
			t.Errorf("%T: %+v", m, n)
		}
	}
	p.on(HostEvent{host.SaveStateChanged{State: host.SaveDone}}, CreateSandboxPressed{Title: "Two"})
	if p.st.Notice != nil || p.st.Storage.StoreError() != nil {
		t.Errorf("%+v", p.st.Notice)
	}
}

// TestUndoGoesBack tests that a workspace is shown again on the page where it was deleted.
func TestUndoGoesBack(t *testing.T) {
	p := sandbox(t).on(sandboxes.DeletePressed{ID: "abc"})
	p.answer(host.Answer{SandboxID: "abc", WorkspaceList: &host.WorkspaceList{Deleted: []host.SandboxSummary{{ID: "abc", Title: "Mine"}}}}).has(page.Navigate{Route: page.Route{Screen: page.ScreenSandboxes}})
	if d := p.st.Sandboxes.Deleted; len(d) != 1 || d[0].Title != "Mine" {
		t.Fatalf("%+v", d)
	}
	p.on(Navigated{page.Route{Screen: page.ScreenSandboxes}}, sandboxes.UndoDeletePressed{})
	p.answer(host.Answer{WorkspaceList: &host.WorkspaceList{}}).has(page.Navigate{Route: page.Route{Screen: page.ScreenSandbox, ID: "abc"}})

	// A lesson that is shown is opened again.
	q := at(t, page.Route{Screen: page.ScreenLesson, ID: "scores"}).on(HostEvent{host.HostReady{}})
	q.st.Sandboxes.Deleted = []sandboxes.DeletedWorkspace{{ID: "scores~x", OriginalID: "scores", Lesson: true}}
	q.on(sandboxes.UndeletePressed{ID: "scores~x"})
	q.answer(host.Answer{WorkspaceList: &host.WorkspaceList{}})
	if c := q.sent().Call; c != (host.OpenWorkspace{Kind: host.KindLesson, ID: "scores"}) {
		t.Errorf("%+v", c)
	}
}

func TestRenameInPlace(t *testing.T) {
	p := shelved(t, host.SandboxSummary{ID: "a", Title: "A"}).on(sandboxes.RenameBegun{ID: "a"})
	if p.st.Sandboxes.Renaming != "a" {
		t.Fatal("there is no field")
	}
	p.on(sandboxes.RenameCancelled{}).has(page.FocusElement{ID: sandboxes.RenameButtonID("a")})
	p.on(sandboxes.RenameBegun{ID: "a"}, sandboxes.RenameSubmitted{ID: "a", Title: " B "}).has(page.FocusElement{ID: sandboxes.RenameButtonID("a")})
	if c := p.sent().Call; c != (host.RenameSandbox{ID: "a", Title: "B"}) || p.st.Sandboxes.Renaming != "" {
		t.Errorf("%+v, %+v", c, p.st.Sandboxes)
	}
}

func TestCopiesAndExamples(t *testing.T) {
	p := shelved(t, host.SandboxSummary{ID: "a", Title: "A"}).on(sandboxes.DuplicatePressed{ID: "a", Title: "A (copy)"})
	if c := p.sent().Call; c != (host.DuplicateWorkspace{ID: "a", Title: "A (copy)"}) {
		t.Fatalf("%+v", c)
	}
	p.answer(host.Answer{SandboxID: "b", WorkspaceList: &host.WorkspaceList{Sandboxes: []host.SandboxSummary{{ID: "b", Title: "A (copy)"}}}}).has(page.FocusElement{ID: sandboxes.WorkspaceLinkID("b")})
	if s := p.st.Announcement.Parts[0]; s.Code != "said-copied" || s.Args[0] != "A (copy)" {
		t.Errorf("%+v", s)
	}
	p.on(sandboxes.ExamplePressed{Example: "games", Title: "Games"})
	if c := p.sent().Call; c != (host.CreateFromExample{Example: "games", Title: "Games"}) {
		t.Fatalf("%+v", c)
	}
	p.answer(host.Answer{SandboxID: "c", WorkspaceList: &host.WorkspaceList{}}).has(page.Navigate{Route: page.Route{Screen: page.ScreenSandbox, ID: "c"}})
}

func TestEverythingIsDeleted(t *testing.T) {
	p := shelved(t, host.SandboxSummary{ID: "a"})
	p.st.Sandboxes.Deleted = []sandboxes.DeletedWorkspace{{ID: "b"}}
	p.on(page.OpenDialog{Dialog: page.DialogDeleteAll, ID: ""}, sandboxes.DeleteAllPressed{})
	if c := p.sent().Call; c != (host.DeleteAllWorkspaces{}) {
		t.Fatalf("%+v", c)
	}
	p.answer(host.Answer{WorkspaceList: &host.WorkspaceList{}})
	if p.st.Dialog != page.DialogNone || len(p.st.Sandboxes.Deleted) != 0 || p.st.Notice == nil || p.st.Notice.Kind != page.NoticePlain {
		t.Errorf("%+v", p.st)
	}
}

// TestPromise tests that the browser is asked once to keep what is stored, at the first
// accepted change of a sandbox, and that its answer is kept.
func TestPromise(t *testing.T) {
	asked := func(p *play) bool {
		return slices.ContainsFunc(p.effects, func(e page.Effect) bool { return e == page.Effect(page.AskBrowserStorage{Persist: true}) })
	}
	p := sandbox(t).on(console.EnterPressed{Text: "read games"})
	if p.answer(host.Answer{Reply: &engine.Reply{Version: 1}}); asked(p) {
		t.Error("asked for a read")
	}
	p.on(console.EnterPressed{Text: "set games k f:q"})
	if p.answer(host.Answer{Reply: &engine.Reply{Version: 1, Err: base.Refuse(base.CodeStoreFull)}}); asked(p) {
		t.Error("asked for what was refused")
	}
	p.on(console.EnterPressed{Text: "set games k f:q=1"})
	if p.answer(host.Answer{Reply: &engine.Reply{Version: 2}}); asked(p) {
		t.Error("asked before it is stored")
	}
	if p.on(HostEvent{host.SaveStateChanged{State: host.SaveDone}}); !asked(p) {
		t.Error("not asked")
	}
	p.on(StorageQuotaReceived{BrowserStorage{Measured: true, Used: 1, Quota: 2, Persistence: PersistenceGranted}})
	p.on(StorageQuotaReceived{BrowserStorage{Measured: true, Used: 2, Quota: 2}})
	if s := p.st.Storage; s.Used != 2 || s.Persistence != PersistenceGranted {
		t.Errorf("%+v", s)
	}
	p.on(console.EnterPressed{Text: "set games k f:q=2"})
	if p.answer(host.Answer{Reply: &engine.Reply{Version: 3}}).on(HostEvent{host.SaveStateChanged{State: host.SaveDone}}); asked(p) {
		t.Error("asked twice")
	}
}

// TestKeepIsAskedFor has a browser that asks its reader before it promises to keep
// anything. It is asked only when the reader wants that, and the reader is offered it
// once.
func TestKeepIsAskedFor(t *testing.T) {
	would := StorageQuotaReceived{BrowserStorage{WouldPrompt: true, Persistence: PersistenceNone}}
	offered := func(p *play) bool { return p.st.Notice != nil && p.st.Notice.Kind == page.NoticePersist }
	p := sandbox(t).on(would)
	if !offered(p) {
		t.Fatalf("%+v", p.st.Notice)
	}
	p.on(PersistStoragePressed{}).has(page.AskBrowserStorage{Persist: true, MayPrompt: true})
	p.has(page.StoreTextLocally{Name: PersistenceStorageKey, Text: "asked"})
	if p.on(StorageQuotaReceived{BrowserStorage{Persistence: PersistenceGranted}}); p.st.Notice == nil || p.st.Notice.Code != "promise-given" {
		t.Errorf("%+v", p.st.Notice)
	}
	p.on(NoticeClosed{}, StorageQuotaReceived{BrowserStorage{Persistence: PersistenceGranted}})
	if p.st.Notice != nil {
		t.Errorf("it is told again: %+v", p.st.Notice)
	}
	p = sandbox(t).on(would, NoticeClosed{})
	p.has(page.StoreTextLocally{Name: PersistenceStorageKey, Text: "asked"})
	if p.on(would); offered(p) {
		t.Error("it is offered again")
	}
	p = sandbox(t)
	p.st.Storage.Decided = true // as of an earlier visit
	if p.on(would); offered(p) {
		t.Error("it is offered in each session")
	}
	if p = sandbox(t).on(StorageQuotaReceived{BrowserStorage{WouldPrompt: true, Persistence: PersistenceGranted}}); offered(p) {
		t.Error("it is offered where it is given")
	}
}

// TestTroubleIsTold tests that the store's trouble is told at once and until it is over, but
// not again after the reader has closed the notice.
func TestTroubleIsTold(t *testing.T) {
	full := HostEvent{host.SaveStateChanged{State: host.SaveFailed, Err: base.Refuse(base.CodeStoreFull)}}
	p := sandbox(t).on(full)
	if n := p.st.Notice; n == nil || n.Kind != page.NoticeExport || n.Err.Code != base.CodeStoreFull {
		t.Fatalf("%+v", n)
	}
	p.on(Navigated{page.Route{Screen: page.ScreenSandboxes}})
	if p.st.Notice == nil {
		t.Error("on another page it is forgotten")
	}
	if p.on(NoticeClosed{}, full); p.st.Notice != nil {
		t.Error("it came back")
	}
	p.on(HostEvent{host.SaveStateChanged{State: host.SaveFailed, Err: base.Refuse(base.CodeStoreFails, "x")}})
	if n := p.st.Notice; n == nil || n.Err.Code != base.CodeStoreFails {
		t.Errorf("%+v", n)
	}
	if p.on(HostEvent{host.SaveStateChanged{State: host.SaveDone}}); p.st.Notice != nil {
		t.Errorf("%+v", p.st.Notice)
	}
	if p.on(full); p.st.Notice == nil {
		t.Error("the next time it is not told")
	}
}

// TestUnmadeIsTold tests that changes which were refused when a sandbox was opened are told,
// with or without unreadable ones, but not if another tab writes the sandbox.
func TestUnmadeIsTold(t *testing.T) {
	refusedChanges := engine.RefusedChanges{Count: 2, Named: []engine.RefusedChange{{Reason: base.Refuse(base.CodeNoTable, "t")}}}
	for _, c := range []struct {
		name   string
		opened host.OpenedWorkspace
		kind   page.NoticeKind
		first  string
	}{
		{"alone", host.OpenedWorkspace{ID: "abc", RefusedChanges: refusedChanges}, page.NoticeRefusedChanges, "2"},
		{"beside what is damaged", host.OpenedWorkspace{ID: "abc", RefusedChanges: refusedChanges, Damaged: 3}, page.NoticeDamaged, "3"},
	} {
		p := at(t, page.Route{Screen: page.ScreenSandbox, ID: "abc"}).on(HostEvent{host.HostReady{}})
		p.answer(host.Answer{Opened: &c.opened, Reply: &engine.Reply{}})
		if n := p.st.Notice; n == nil || n.Kind != c.kind || n.Args[0] != c.first || n.RefusedChanges.Count != 2 {
			t.Errorf("%s: %+v", c.name, n)
		}
	}
}

func TestDamageIsTold(t *testing.T) {
	p := at(t, page.Route{Screen: page.ScreenSandbox, ID: "abc"}).on(HostEvent{host.HostReady{}})
	p.answer(host.Answer{Opened: &host.OpenedWorkspace{ID: "abc", Damaged: 3}, Reply: &engine.Reply{}})
	if n := p.st.Notice; n == nil || n.Kind != page.NoticeDamaged || n.Args[0] != "3" {
		t.Fatalf("%+v", n)
	}
	p.on(ExportDamagedPressed{})
	if c := p.sent().Call; c != (host.ExportDamagedRecords{ID: "abc"}) {
		t.Errorf("%+v", c)
	}
	f := host.ExportedFile{Name: "x.damaged", Data: []byte("torn")}
	p.answer(host.Answer{File: &f}).has(page.DownloadFile{File: f})
}
