//go:build e2e

package lessons

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"tabletop/web/e2e"
)

// TestLessonInHBase solves the first step of a lesson in the HBase shell. After a reload the
// log still has the commands, in both dialects.
func TestLessonInHBase(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	l, _ := e2e.LoadLesson(t)
	tab.Open("/lessons/" + l.Slug + "/" + e2e.Teacher)
	tab.Click("radio", "HBase shell")
	tab.Wait(`.console[data-dialect=hbase]`)
	tab.Click("button", "Show a solution")
	tab.WaitText(".solution", "count 'games'")
	tab.WaitText(".solution .t-name", "count")
	tab.Perform(l, l.Steps[0], l.Solution[0][0])
	tab.Click("button", "Do it for me: Run this in the console.")
	tab.Goal("rows-counted", "passed")
	tab.WaitText(".log .ran[data-dialect=hbase] .t-table", "games")
	tab.Axe()
	tab.Shot("lesson-hbase")

	// An edit in the grid is logged in the chosen dialect too.
	tab.Click("button", "Add row")
	tab.Type("textbox", "Row key", "LoL#x")
	tab.Type("textbox", "Qualifier", "WIN")
	tab.Type("textbox", "Value", "true")
	tab.Enter()
	tab.Until(`[...document.querySelectorAll(".log .ran[data-dialect=hbase]")].at(-1).textContent.includes("put 'games', 'LoL#x', 'GAME:WIN', 'true'")`)
	tab.Saved()
	tab.Reload()
	tab.Wait(`.console[data-dialect=hbase]`)
	tab.Focus("textbox", "Console")
	tab.Press(kb.ArrowUp)
	tab.Until(e2e.ConsoleText + `.startsWith("put 'games'")`)
	tab.Press(kb.ArrowUp)
	tab.Until(e2e.ConsoleText + ` === "count 'games'"`)
	tab.Click("radio", "cbt")
	tab.Wait(`.console[data-dialect=cbt]`)
	tab.Click("button", "Recall")
	tab.Wait(".recall [role=option]")
	if got := e2e.Eval[[]string](tab, `[...document.querySelectorAll(".recall [role=option]")].map((e) => e.textContent)`); len(got) != 2 || !strings.HasPrefix(got[0], "put 'games'") || !strings.HasSuffix(got[0], "HBase shell") {
		t.Errorf("the search finds %q", got)
	}
	tab.Axe()
	tab.Shot("recall-dialects")
	tab.Enter()
	tab.Until(e2e.ConsoleText + ` === "set games LoL#x GAME:WIN=true"`)
}
