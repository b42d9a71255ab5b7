//go:build e2e

package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestLessonInHBase solves the first step of a lesson in the HBase shell, and finds
// what was run again after a reload, in both dialects.
func TestLessonInHBase(t *testing.T) {
	seldom(t)
	t.Parallel()
	tab := begin(t)
	l, _ := source(t)
	tab.Open("/lessons/" + l.Slug + "/" + teacher)
	tab.Click("radio", "HBase shell")
	tab.Wait(`.console[data-dialect=hbase]`)
	tab.Click("button", "Show a solution")
	tab.WaitText(".solution", "count 'games'")
	tab.WaitText(".solution .t-name", "count")
	tab.perform(l, l.Steps[0], l.Solution[0][0])
	tab.Click("button", "Do it for me: Run this in the console.")
	tab.goal("rows-counted", "passed")
	tab.WaitText(".log .ran[data-dialect=hbase] .t-table", "games")
	tab.Axe()
	tab.Shot("lesson-hbase")

	// An edit in the grid is said in the dialect too.
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
	tab.Until(consoleText + `.startsWith("put 'games'")`)
	tab.Press(kb.ArrowUp)
	tab.Until(consoleText + ` === "count 'games'"`)
	tab.Click("radio", "cbt")
	tab.Wait(`.console[data-dialect=cbt]`)
	tab.Click("button", "Recall")
	tab.Wait(".recall [role=option]")
	if got := Eval[[]string](tab, `[...document.querySelectorAll(".recall [role=option]")].map((e) => e.textContent)`); len(got) != 2 || !strings.HasPrefix(got[0], "put 'games'") || !strings.HasSuffix(got[0], "HBase shell") {
		t.Errorf("the search finds %q", got)
	}
	tab.Axe()
	tab.Shot("recall-dialects")
	tab.Enter()
	tab.Until(consoleText + ` === "set games LoL#x GAME:WIN=true"`)
}
