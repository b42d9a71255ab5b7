//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"tabletop/lessons"
)

// TestChallenge: a design that is graded and fails says by what; a better one passes,
// stands beside the references, and is still the best after a reload.
func TestChallenge(t *testing.T) {
	seldom(t)
	t.Parallel()
	l, err := lessons.Load(os.DirFS(filepath.Join(rootDir, "lessons")), "chat-inbox", "en")
	if err != nil {
		t.Fatal(err)
	}
	tab := begin(t)
	tab.BeforeScripts(walker)
	tab.Open("/lessons/" + l.Slug + "/")
	_, sheet := stepOf(t, l, "sheet")
	_, design := stepOf(t, l, "design")
	tab.WaitText("#step-title", sheet.Title)
	tab.walked("the sheet", "walkStep("+asJSON(goalsOf(sheet))+", "+asJSON(len(l.Solution[0]))+", 'Show a solution', 'Do it for me')")
	tab.walked("behind the sheet", "walkOn('Next step', "+asJSON(design.Title)+")")

	tab.WaitText(".score", "No design has been graded yet.")
	tab.Wait(`[data-score="open"]`)
	tab.TabTo("button", "Be graded")
	tab.Enter()
	tab.Wait(`[data-criterion="write-skew"][data-state="missed"]`)
	tab.Wait(`[data-criterion="rows-a-minute"][data-state="missed"]`)
	tab.Wait(`[data-criterion="answers"][data-state="met"]`)
	tab.WaitText(".score", "2 of 4 pars met.")
	tab.WaitText(".explain", "over par")
	tab.open("pars")
	tab.Wait(`[data-reference="owner-time"]`) // it is a design of one's own
	tab.Shot("challenge-missed")

	tab.Fill("textbox", "Row key template", "{owner}#{time}")
	tab.Wait(`[data-query="inbox"][data-rows-scanned="20"]`)
	tab.Click("button", "Be graded again")
	tab.Wait(`[data-score="passed"]`)
	tab.WaitText(".score", "4 of 4 pars met.")
	tab.WaitText("[role=status]", "✓ "+design.Goals[0].Text)
	tab.goal("pars", "passed")
	tab.WaitText(`[data-attempt="B"]`, "now")
	tab.WaitText(`[data-reference="both"]`, "both inboxes")
	tab.WaitText(".plane", "time first")
	tab.Axe()
	tab.Run(`document.querySelector(".plane").scrollIntoView()`)
	tab.Shot("challenge-passed")
	best := tab.Attribute(`[data-criterion="rows-a-minute"] [data-best]`, "data-best")
	if best == "0" {
		t.Error("there is no best")
	}
	tab.Size(screens[1].width, screens[1].height)
	tab.Prefer("prefers-color-scheme", "dark")
	tab.AxeColours()
	if wide := Eval[int](tab, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("a phone shows %d pixels of width", wide)
	}
	tab.Run(`document.querySelector(".score").scrollIntoView()`)
	tab.Shot("challenge-phone-dark")
	tab.Saved()
	tab.Reload()
	tab.Wait(`[data-score="passed"] [data-criterion="rows-a-minute"] [data-best="` + best + `"]`)
	tab.WaitText(".score", "Best so far: {owner}#{time}")
	tab.Wait(`[data-reference="owner-time"]`)
}
