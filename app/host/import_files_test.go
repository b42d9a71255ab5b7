//go:build !js

package host

import (
	"context"
	"fmt"
	"testing"
	"time"

	"tabletop/app/host/archive"
	"tabletop/engine/base"
)

// crowd returns a file of n sandboxes with the same name.
func crowd(t *testing.T, n int) []byte {
	t.Helper()
	f := archive.File{Everything: true, Workspaces: make([]archive.Workspace, n)}
	for i := range f.Workspaces {
		f.Workspaces[i].Title = "x"
	}
	data, err := archive.Encode(f)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// heldStore is a store whose import waits until the test lets it go on.
type heldStore struct {
	*listStore
	at  chan int      // how many workspaces it has stored
	let chan struct{} // closed to let it go on
}

func (s *heldStore) PutAll(ctx context.Context, list []WorkspaceToStore, went func(int)) error {
	return s.listStore.PutAll(ctx, list, func(done int) {
		went(done)
		if done == base.MaxWorkspaces/2 {
			s.at <- done
			select {
			case <-s.let:
			case <-ctx.Done():
			}
		}
	})
}

func (s *heldStore) Clear(ctx context.Context) error {
	s.at <- 0
	<-s.let
	return s.listStore.Clear(ctx)
}

func heldTab(t *testing.T) (*tab, *heldStore) {
	s := &heldStore{newListStore(), make(chan int), make(chan struct{})}
	p := newTab(t, s, newTabs())
	p.sandbox()
	p.console("createtable t families=f")
	p.saved()
	return p, s
}

// TestManySandboxesAreRefused imports a small file with 20,000 sandboxes. It is refused
// with the number that a file may hold.
func TestManySandboxesAreRefused(t *testing.T) {
	p := newTab(t, newListStore(), newTabs())
	if a := p.ask(ImportFile{crowd(t, 20_000)}); a.Err == nil || a.Err.Code != base.CodeManyWorkspaces || a.Err.Args[1] != fmt.Sprint(base.MaxWorkspaces) {
		t.Errorf("%+v", a.Err)
	}
}

// TestImportIsOneStep imports as many sandboxes as a file may hold. The console works
// meanwhile, and a cancelled import leaves nothing.
func TestImportIsOneStep(t *testing.T) {
	data := crowd(t, base.MaxWorkspaces)
	for _, cancel := range []bool{true, false} {
		p, s := heldTab(t)
		seq := p.send(ImportFile{data})
		<-s.at
		if a := p.console("set t a f:q=1"); a.Err != nil || a.Page.Total != 1 {
			t.Fatalf("%+v", a)
		}
		list := p.send(ListWorkspaces{}) // it has to wait
		want := 1
		if cancel {
			p.send(CancelCall{seq})
			if a := wait(p, func(a Answer) bool { return a.Seq == seq }); a.Err == nil || a.Err.Code != base.CodeCancelled {
				t.Errorf("%+v", a.Err)
			}
		} else {
			close(s.let)
			a := wait(p, func(a Answer) bool { return a.Seq == seq })
			if want += base.MaxWorkspaces; a.Err != nil || a.Imported.Sandboxes != base.MaxWorkspaces || len(a.WorkspaceList.Sandboxes) != want {
				t.Fatalf("%+v", a.Err)
			}
			met := map[string]bool{}
			for _, b := range a.WorkspaceList.Sandboxes {
				met[b.Title] = true
			}
			if len(met) != want {
				t.Errorf("%d titles for %d sandboxes", len(met), want)
			}
		}
		if a := wait(p, func(a Answer) bool { return a.Seq == list }); a.Err != nil || len(a.WorkspaceList.Sandboxes) != want {
			t.Errorf("%v, %d sandboxes", a.Err, len(a.WorkspaceList.Sandboxes))
		}
		p.saved()
	}
}

// TestImportTellsProgress imports many workspaces. The page is told how many of them are
// there.
func TestImportTellsProgress(t *testing.T) {
	p, s := heldTab(t)
	seq := p.send(ImportFile{crowd(t, base.MaxWorkspaces)})
	<-s.at
	time.AfterFunc(2*time.Duration(progressAfter)*time.Microsecond, func() { p.host.ReceiveCall(SentCall{Call: lentProgress{}}) })
	wait(p, func(e CallProgress) bool { return e.Seq == seq && e.Done > 0 && e.Total == base.MaxWorkspaces })
	close(s.let)
	wait(p, func(a Answer) bool { return a.Seq == seq && a.Err == nil })
}

// TestExportOfEverything exports as many workspaces as a file may hold, which can be
// imported again, and refuses to export one more.
func TestExportOfEverything(t *testing.T) {
	s := newListStore()
	p := newTab(t, s, newTabs())
	data := crowd(t, base.MaxWorkspaces)
	if a := p.ask(ImportFile{data}); a.Err != nil {
		t.Fatal(a.Err)
	}
	a := p.ask(ExportAllWorkspaces{})
	if a.Err != nil {
		t.Fatal(a.Err)
	}
	if again := newTab(t, newListStore(), newTabs()).ask(ImportFile{a.File.Data}); again.Err != nil {
		t.Error(again.Err)
	}
	p.ask(CreateSandbox{Title: "one more"})
	if a := p.ask(ExportAllWorkspaces{}); a.Err == nil || a.Err.Code != base.CodeManyWorkspaces || a.Err.Args[0] != fmt.Sprint(base.MaxWorkspaces+1) {
		t.Errorf("%+v", a.Err)
	}
}

// TestClearIsOneStep deletes everything at once, while a call waits.
func TestClearIsOneStep(t *testing.T) {
	p, s := heldTab(t)
	p.ask(CreateSandbox{Title: "Other"})
	p.ask(OpenWorkspace{Kind: KindSandbox, ID: p.ask(CreateSandbox{Title: "Third"}).SandboxID})
	seq := p.send(DeleteAllWorkspaces{})
	<-s.at
	late := p.send(CreateSandbox{Title: "after it"})
	close(s.let)
	for _, seq := range []uint64{seq, late} {
		if a := wait(p, func(a Answer) bool { return a.Seq == seq }); a.Err != nil {
			t.Error(a.Err)
		}
	}
	if l := p.ask(ListWorkspaces{}).WorkspaceList.Sandboxes; len(l) != 1 || l[0].Title != "after it" {
		t.Errorf("%+v", l)
	}
}
