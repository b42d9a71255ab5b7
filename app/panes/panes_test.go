package panes

import (
	"testing"

	"tabletop/app/page"
	"tabletop/web/test/pagetest"
)

func TestParse(t *testing.T) {
	for kept, want := range map[string]State{
		"":                           {},
		"left=300 log=200":           {PaneLeft: 300, PaneConsole: 200},
		"left=1 right=99999":         {PaneLeft: 180, PaneRight: 640},
		"left=x middle=300 =7 right": {},
	} {
		if got := ParseSizes(kept); got != want {
			t.Errorf("%q is read as %v, want %v", kept, got, want)
		}
	}
}

func TestSized(t *testing.T) {
	p := pagetest.New(t)
	var s State
	size := func(m sized, want State, kept string) {
		t.Helper()
		p.Turn(func(turn *page.Update) { Update(turn, &s, m) })
		if s != want {
			t.Errorf("%v, want %v", s, want)
		}
		p.Has(page.StoreTextLocally{Name: StorageKey, Text: kept})
		if got := ParseSizes(kept); got != s {
			t.Errorf("%q comes back as %v", kept, got)
		}
	}
	size(sized{PaneRight, 300}, State{PaneRight: 300}, "right=300")
	size(sized{PaneConsole, 5000}, State{PaneRight: 300, PaneConsole: 900}, "right=300 log=900")
	size(sized{PaneRight, 0}, State{PaneConsole: 900}, "log=900")
}
