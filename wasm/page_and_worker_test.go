//go:build !js

package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"tabletop/app/code"
	"tabletop/app/code/keyprograms"
	"tabletop/app/console"
	"tabletop/app/host"
	"tabletop/app/i18n"
	"tabletop/app/jobs"
	"tabletop/app/lesson"
	"tabletop/app/model"
	shared "tabletop/app/page"
	"tabletop/app/shell"
	"tabletop/engine/base"
	"tabletop/engine/console/client"
	"tabletop/lessons"
	"tabletop/lessons/author"
	"tabletop/lessons/content"
	"tabletop/wasm/bridge"
	"tabletop/wasm/store"
)

// desk is the page and its worker in one process. The shell runs on the test's goroutine and the
// host on another, and frames go through a pipe between them.
type desk struct {
	t        *testing.T
	shell    *shell.Shell
	port     bridge.Port
	msgs     chan shared.Msg
	fields   map[string]string
	ready    bool
	copied   string
	language shared.Language
	forgot   int // how often a link was removed from the address
}

// one is the locks of a single tab: every lock is granted.
type one struct{}

func (one) TryLock(string, bool, func()) bool { return true }
func (one) WhenFree(string, func())           {}
func (one) Release(string)                    {}

func newDesk(t *testing.T, kept host.Store, r shared.Route) *desk {
	page, worker := bridge.Pipe()
	begun := time.Now()
	h := host.New(host.Options{
		Store: kept, Locks: one{}, Yield: func() {},
		Lesson: func(_ context.Context, slug string) (*lessons.Lesson, error) {
			return author.Load(content.Files, slug, "en")
		},
		Now:       func() base.Micros { return base.Micros(time.Now().UnixMilli()) * 1000 },
		Monotonic: func() base.Micros { return base.Micros(time.Since(begun).Microseconds()) + 1 },
		NewID:     func() string { return "aaaaaaaaaa" },
		Send:      func(e host.Event) { _ = worker.Send(host.EncodeEvent(e)) },
	})
	worker.Receive(func(frame []byte) {
		s, err := host.DecodeSentCall(frame)
		if err != nil {
			panic(err)
		}
		h.ReceiveCall(s)
	})
	d := &desk{t: t, port: page, msgs: make(chan shared.Msg, 1000), fields: map[string]string{}}
	page.Receive(func(frame []byte) {
		e, err := host.DecodeEvent(frame)
		if err != nil {
			panic(err)
		}
		d.msgs <- model.HostEvent{Event: e}
	})
	d.shell = shell.New(model.New("", "en", nil, r), d, d)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { h.Serve(ctx); close(done) }()
	t.Cleanup(func() {
		cancel()
		h.ReceiveCall(host.SentCall{Call: host.ListWorkspaces{}})
		<-done
		page.Close()
		worker.Close()
	})
	d.shell.Send(model.Navigated{Route: r})
	return d
}

// until handles messages until the page shows something.
func (d *desk) until(what string, shown func(model.State) bool) {
	d.t.Helper()
	deadline := time.After(3 * time.Minute)
	for !shown(d.shell.State()) {
		select {
		case m := <-d.msgs:
			d.shell.Send(m)
		case <-deadline:
			d.t.Fatalf("never: %s", what)
		}
	}
}

func (d *desk) SendCall(s host.SentCall)            { _ = d.port.Send(host.EncodeSentCall(s)...) }
func (d *desk) SetAddress(shared.PlaceOnPage, bool) {}
func (d *desk) Draw()                               {}
func (d *desk) CallAfterDraw(f func())              { f() }
func (d *desk) CallLater(_ time.Duration, f func()) { f() }
func (d *desk) FetchLesson(slug, lang string, then func(*lessons.Lesson)) {
	l, err := author.Load(content.Files, slug, lang)
	if err != nil {
		d.t.Error(err)
	}
	then(l)
}
func (d *desk) FetchLanguage(e shared.FetchLanguage, then func(model.LanguageFetched)) {
	m := model.LanguageFetched{Tag: e.Tag, Catalog: []shared.LessonCard{}}
	if e.Slug != "" {
		m.Lesson, _ = author.Load(content.Files, e.Slug, e.Tag)
	}
	then(m)
}
func (d *desk) SetDocumentLanguage(t shared.Language) { d.language = t }
func (d *desk) AskSecondProgram(e shared.AskSecondProgram, then func(shared.SecondProgramAnswer)) {
	switch e.Job {
	case jobs.CheckLesson:
		v := author.CheckFile(e.Frame, "en")
		if v.Lesson != nil {
			v.Lesson.Slug = lessons.FromFilePrefix + v.Lesson.Slug
		}
		then(shared.SecondProgramAnswer{Frame: lessons.EncodeFileReport(v)})
	case jobs.WriteCode:
		written, err := code.HandleRequest(e.Frame, func(of string, l client.Unsupported) string { return i18n.ClientLackSentence("en", of, l) }, keyprograms.Write)
		if err != nil {
			d.t.Error(err)
		}
		then(shared.SecondProgramAnswer{Frame: written})
	}
}
func (d *desk) StopSecondProgram()                       {}
func (d *desk) PrintFrame(string)                        {}
func (d *desk) Navigate(r shared.Route)                  { d.shell.Send(model.Navigated{Route: r}) }
func (d *desk) MarkErrorInField(shared.MarkErrorInField) {}
func (d *desk) ShowCompletions()                         {}
func (d *desk) RemoveLinkFromAddress()                   { d.forgot++ }
func (d *desk) CopyToClipboard(_, text string, then func(bool)) {
	d.copied = text
	then(true)
}
func (d *desk) SetFieldText(id, text string)                            { d.fields[id] = text }
func (d *desk) FocusElement(string)                                     {}
func (d *desk) ScrollToElement(string)                                  {}
func (d *desk) ScrollGridToRow(_ int, then func())                      { then() }
func (d *desk) GatherDownloadPiece(host.FilePiece)                      {}
func (d *desk) DownloadFile(host.ExportedFile)                          {}
func (d *desk) SetWindowTitle(string, []string)                         {}
func (d *desk) SetRecoveryWorkspace(string)                             {}
func (d *desk) StoreTextLocally(_, _ string)                            {}
func (d *desk) MarkReady()                                              { d.ready = true }
func (d *desk) ApplySiteUpdate(bool)                                    {}
func (d *desk) AskStorageQuota(_, _ bool, _ func(model.BrowserStorage)) {}

// settled reports whether no request is under way.
func settled(st model.State) bool { return st.Work.ID != "" && !st.HasCallsUnderWay() }

func TestLessonThroughThePipe(t *testing.T) {
	kept := store.NewMemory()
	d := newDesk(t, kept, shared.Route{Screen: shared.ScreenLesson, ID: "lol-scores"})
	d.until("the lesson is open", settled)
	if !d.ready {
		t.Error("the page never said that it is ready")
	}
	l := d.shell.State().Lesson.Lesson
	for i := range l.Steps {
		if i < len(l.Solution) {
			for n, a := range l.Solution[i] {
				if g, ok := a.(lessons.Grow); ok && g.Records > 100_000 && testing.Short() {
					t.Skip("the largest size is left out")
				}
				d.shell.Send(lesson.SolutionActionPressed{Index: n})
				d.until("the action is done", settled)
			}
		}
		if !d.shell.State().Lesson.IsStepDone(i) {
			t.Fatalf("step %s: passed only %q", l.Steps[i].ID, d.shell.State().Lesson.Progress.Passed)
		}
		d.shell.Send(lesson.NextStepPressed{})
		d.until("the step is entered", settled)
	}
	if !d.shell.State().Lesson.Progress.Done {
		t.Error("the lesson is not done")
	}
	d.until("all is saved", func(st model.State) bool { return st.Work.Saved == host.SaveDone })

	again := newDesk(t, kept, shared.Route{Screen: shared.ScreenLesson, ID: "lol-scores"})
	again.until("the lesson is open again", settled)
	if st := again.shell.State(); !st.Lesson.Progress.Done || len(st.Work.Tables) != 2 {
		t.Errorf("came back with %+v and %d tables", st.Lesson.Progress, len(st.Work.Tables))
	}
}

func TestSandboxThroughThePipe(t *testing.T) {
	kept := store.NewMemory()
	d := newDesk(t, kept, shared.Route{Screen: shared.ScreenSandboxes})
	d.until("the shelf is there", func(st model.State) bool { return st.WorkspaceList != nil })
	d.shell.Send(model.CreateSandboxPressed{Title: "Mine"})
	d.until("the sandbox is open", settled)
	d.shell.Send(console.EnterPressed{Text: "createtable t families=f"})
	d.shell.Send(console.EnterPressed{Text: "set t r f:q=1"})
	d.shell.Send(console.EnterPressed{Text: "count t"})
	d.until("all is answered", settled)
	log := d.shell.State().Work.Log
	if last := log[len(log)-1]; strings.TrimSpace(last.Lines[0].Text) != "1" {
		t.Errorf("%+v", last)
	}
	if d.fields[shared.ElementConsole] != "" || d.shell.State().Work.Page.Total != 1 {
		t.Errorf("%+v", d.shell.State().Work)
	}
}
