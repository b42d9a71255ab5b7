package panes

import (
	"testing"

	"tabletop/app/page"
	"tabletop/web/test/pagetest"
)

func TestParse(t *testing.T) {
	for kept, want := range map[string]State{
		"":                           {},
		"left=300 log=200":           {Left: 300, Console: 200},
		"left=1 right=99999":         {Left: 180, Right: 640},
		"left=x middle=300 =7 right": {},
	} {
		if got := Parse(kept); got != want {
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
		p.Has(page.Remember{Name: Remembered, Text: kept})
		if got := Parse(kept); got != s {
			t.Errorf("%q comes back as %v", kept, got)
		}
	}
	size(sized{Right, 300}, State{Right: 300}, "right=300")
	size(sized{Console, 5000}, State{Right: 300, Console: 900}, "right=300 log=900")
	size(sized{Right, 0}, State{Console: 900}, "log=900")
}
