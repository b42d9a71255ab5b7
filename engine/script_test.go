package engine

import (
	"strings"
	"testing"

	"tabletop/engine/base"
)

// TestScriptProgress: of a script the commands are counted, up to the one that is
// refused; of one command the rows that it reads.
func TestScriptProgress(t *testing.T) {
	s := New(Options{Now: func() base.Micros { return 5000 }})
	task := s.Start(Console{Text: "createtable t families=f\n\n# none\n" + strings.Repeat("set t k f:q=1\n", 8) + "nothing\nset t l f:q=1"})
	last := int64(0)
	for !task.Step(1) {
		done, total := task.Progress()
		if total != 11 || done < last || done > 9 {
			t.Fatalf("%d of %d commands after %d", done, total, last)
		}
		last = done
	}
	last, _ = task.Progress()
	if last != 9 || task.Reply().ErrLine != 12 {
		t.Errorf("%d commands were counted, line %d is refused", last, task.Reply().ErrLine)
	}
	s.Do(Console{Text: "set t l f:q=1"})
	task = s.Start(Console{Text: "count t"})
	for !task.Step(1) {
	}
	if done, total := task.Progress(); done != 2 || total != 2 {
		t.Errorf("one command counts %d of %d", done, total)
	}
}
