//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"tabletop/lessons"
)

// lessonNamed returns a lesson as it is shipped.
func lessonNamed(t *testing.T, slug string) *lessons.Lesson {
	t.Helper()
	l, err := lessons.Load(os.DirFS(filepath.Join(rootDir, "lessons")), slug, "en")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestGuessIsDrawn: a guess is kept as it was first, what was measured is drawn beside it
// once it is there, and both are still there in the next visit.
func TestGuessIsDrawn(t *testing.T) {
	t.Parallel()
	tab := begin(t)
	tab.BeforeScripts(walker)
	l := lessonNamed(t, "friends")
	tab.Open("/lessons/friends/" + teacher)
	for i := range 2 {
		tab.WaitText("#step-title", l.Steps[i].Title)
		tab.walkStep(l, i)
		tab.walked("on", "walkOn('Next step', "+asJSON(l.Steps[i+1].Title)+")")
	}
	rows := `[data-question="rows"]`
	tab.Click("button", "Let twenty people join")
	tab.Until(`document.activeElement?.id === "question-rows"`)
	tab.WaitText(rows, "Answer first. What you ran waits")
	tab.Axe()
	tab.Shot("guess-asked")
	tab.Type("spinbutton", l.Steps[2].Asks[0].Text, "100")
	tab.Click("button", "Guess")
	tab.WaitText(rows+" .guessed", "You said")
	tab.goal("rows-known", "passed")
	tab.goal("joined", "passed") // what waited has been run
	tab.WaitText(rows+" .guessed", "66")
	tab.Wait(rows + " svg.bars")
	tab.Axe()
	tab.Shot("guess-drawn")
	tab.Saved()
	tab.Reload()
	tab.WaitText(rows+" .guessed", "100")
	tab.WaitText(rows+" .guessed", "66")
}

// TestConsoleWaitsForAnswer: what would change the state that a question is about is not
// run while that is open, and is once it is answered.
func TestConsoleWaitsForAnswer(t *testing.T) {
	t.Parallel()
	tab := begin(t)
	tab.Open("/lessons/atomic-rows/")
	tab.Click("button", "Send the transfer")
	tab.goal("fault-met", "passed")
	tab.Command("read accounts") // looking is free
	tab.Type("textbox", "Console", "set accounts bob acct:balance=80")
	tab.Enter()
	tab.Until(`document.activeElement?.id === "question-total"`)
	tab.open("repaired")
	tab.Type("spinbutton", lessonNamed(t, "atomic-rows").Steps[0].Asks[0].Text, "120")
	tab.Enter()
	tab.goal("total-known", "passed")
	tab.goal("repaired", "passed")
}
