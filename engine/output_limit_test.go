package engine

import (
	"strconv"
	"strings"
	"testing"

	"tabletop/engine/base"
)

// TestOutputIsBounded checks that a script with too much output runs completely, that the
// beginning of its output is kept, and that a note counts the rest.
func TestOutputIsBounded(t *testing.T) {
	s := New(Options{Now: func() base.Micros { return 5000 }})
	s.Do(RunConsole{Text: "createtable t families=f"})
	helps := len(s.Do(RunConsole{Text: "help"}).Output)
	const times = 2000
	r := s.Do(RunConsole{Text: strings.Repeat("help\n", times) + "set t k f:q=" + strings.Repeat("v", 100)})
	if r.Err != nil || len(r.Output) != maxOutputLines+1 {
		t.Fatalf("%d lines, %v", len(r.Output), r.Err)
	}
	left := strconv.Itoa(helps*times + 1 - maxOutputLines)
	if n := r.Output[maxOutputLines]; n.Code != base.NoteLeftOut || n.Args[0] != left {
		t.Errorf("the last line is %+v, not that %s are left out", n, left)
	}
	if tab, _ := s.Table("t"); tab.Len() != 1 {
		t.Error("what printed nothing has not run")
	}

	// The bound on bytes, and a script that is refused.
	s.Do(RunConsole{Text: "set t k f:q=" + strings.Repeat("v", 100_000)})
	r = s.Do(RunConsole{Text: strings.Repeat("read t\n", 100) + "nothing"})
	size := 0
	for _, l := range r.Output {
		size += len(l.Text)
	}
	if size < maxOutput || size > maxOutput+110_000 || r.Err == nil || r.Output[len(r.Output)-1].Code != base.NoteLeftOut {
		t.Errorf("%d bytes in %d lines, %v", size, len(r.Output), r.Err)
	}
}
