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
	f := archive.File{All: true, Spaces: make([]archive.Space, n)}
	for i := range f.Spaces {
		f.Spaces[i].Title = "x"
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

func (s *heldStore) PutAll(ctx context.Context, list []WorkspaceRecord, went func(int)) error {
	return s.listStore.PutAll(ctx, list, func(done int) {
		went(done)
		if done == base.MaxSpaces/2 {
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
	if a := p.ask(Import{crowd(t, 20_000)}); a.Err == nil || a.Err.Code != base.CodeManySpaces || a.Err.Args[1] != fmt.Sprint(base.MaxSpaces) {
		t.Errorf("%+v", a.Err)
	}
}

// TestImportIsOneStep imports as many sandboxes as a file may hold. The console works
// meanwhile, and a cancelled import leaves nothing.
func TestImportIsOneStep(t *testing.T) {
	data := crowd(t, base.MaxSpaces)
	for _, cancel := range []bool{true, false} {
		p, s := heldTab(t)
		seq := p.send(Import{data})
		<-s.at
		if a := p.console("set t a f:q=1"); a.Err != nil || a.Page.Total != 1 {
			t.Fatalf("%+v", a)
		}
		list := p.send(List{}) // it has to wait
		want := 1
		if cancel {
			p.send(Cancel{seq})
			if a := wait(p, func(a Answer) bool { return a.Seq == seq }); a.Err == nil || a.Err.Code != base.CodeCancelled {
				t.Errorf("%+v", a.Err)
			}
		} else {
			close(s.let)
			a := wait(p, func(a Answer) bool { return a.Seq == seq })
			if want += base.MaxSpaces; a.Err != nil || a.Imported.Sandboxes != base.MaxSpaces || len(a.WorkspaceList.Sandboxes) != want {
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
	seq := p.send(Import{crowd(t, base.MaxSpaces)})
	<-s.at
	time.AfterFunc(2*time.Duration(progressAfter)*time.Microsecond, func() { p.host.Receive(SentCall{Call: lentProgress{}}) })
	wait(p, func(e Progress) bool { return e.Seq == seq && e.Done > 0 && e.Total == base.MaxSpaces })
	close(s.let)
	wait(p, func(a Answer) bool { return a.Seq == seq && a.Err == nil })
}

// TestExportOfEverything exports as many workspaces as a file may hold, which can be
// imported again, and refuses to export one more.
func TestExportOfEverything(t *testing.T) {
	s := newListStore()
	p := newTab(t, s, newTabs())
	data := crowd(t, base.MaxSpaces)
	if a := p.ask(Import{data}); a.Err != nil {
		t.Fatal(a.Err)
	}
	a := p.ask(ExportAll{})
	if a.Err != nil {
		t.Fatal(a.Err)
	}
	if again := newTab(t, newListStore(), newTabs()).ask(Import{a.File.Data}); again.Err != nil {
		t.Error(again.Err)
	}
	p.ask(Create{Title: "one more"})
	if a := p.ask(ExportAll{}); a.Err == nil || a.Err.Code != base.CodeManySpaces || a.Err.Args[0] != fmt.Sprint(base.MaxSpaces+1) {
		t.Errorf("%+v", a.Err)
	}
}

// TestClearIsOneStep deletes everything at once, while a call waits.
func TestClearIsOneStep(t *testing.T) {
	p, s := heldTab(t)
	p.ask(Create{Title: "Other"})
	p.ask(Open{Kind: KindSandbox, ID: p.ask(Create{Title: "Third"}).Made})
	seq := p.send(Clear{})
	<-s.at
	late := p.send(Create{Title: "after it"})
	close(s.let)
	for _, seq := range []uint64{seq, late} {
		if a := wait(p, func(a Answer) bool { return a.Seq == seq }); a.Err != nil {
			t.Error(a.Err)
		}
	}
	if l := p.ask(List{}).WorkspaceList.Sandboxes; len(l) != 1 || l[0].Title != "after it" {
		t.Errorf("%+v", l)
	}
}
