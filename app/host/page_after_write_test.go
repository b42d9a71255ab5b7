//go:build !js

package host

import (
	"fmt"
	"strings"
	"testing"

	"tabletop/engine"
)

// TestWrittenRowIsOnThePage tests that the page after a write has the written row, and that the
// answer names the cell. A page that has the row in view does not move.
func TestWrittenRowIsOnThePage(t *testing.T) {
	p := newTab(t, newListStore(), newTabs())
	p.sandbox()
	script := "createtable t families=f"
	for i := range 100 {
		script += fmt.Sprintf("\nset t r%03d f:q=1", i)
	}
	p.console(script)
	for _, c := range []struct {
		line  string
		from  int
		first int
		wrote *engine.WrittenCell
	}{
		{"set t r050 f:other=2", 0, 48, &engine.WrittenCell{Table: "t", Row: "r050", Family: "f", Qualifier: "other"}},
		{"set t r050 f:a=2 f:b=3", 41, 41, &engine.WrittenCell{Table: "t", Row: "r050", Family: "f", Qualifier: "a"}},
		{"set t r001 f:q=2", 41, 0, &engine.WrittenCell{Table: "t", Row: "r001", Family: "f", Qualifier: "q"}},
		{"deletecolumn t r001 f q", 41, 41, nil},
		{"set t r001 f:q=2\nls t", 41, 41, nil},
		{"readmodifywrite t r099 f n append=x", 0, 90, &engine.WrittenCell{Table: "t", Row: "r099", Family: "f", Qualifier: "n"}},
	} {
		seq := p.sendAt(ExecuteRequest{engine.RunConsole{Text: c.line}}, engine.RowWindow{Table: "t", Offset: c.from, Count: 10})
		a := wait(p, func(a Answer) bool { return a.Seq == seq })
		if a.Reply.Err != nil || a.Page.First != c.first {
			t.Errorf("%s: %v, rows from %d, want %d", strings.ReplaceAll(c.line, "\n", "; "), a.Reply.Err, a.Page.First, c.first)
		}
		if w := a.Reply.WrittenCell; (w == nil) != (c.wrote == nil) || w != nil && *w != *c.wrote {
			t.Errorf("%s: wrote %+v", c.line, w)
		}
	}
}
