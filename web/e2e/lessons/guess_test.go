//go:build e2e

package lessons

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"tabletop/lessons"
	"tabletop/lessons/author"
	"tabletop/web/e2e"
)

// lessonNamed returns a lesson as it is published.
func lessonNamed(t *testing.T, slug string) *lessons.Lesson {
	t.Helper()
	l, err := author.Load(os.DirFS(filepath.Join(e2e.RootDir, "lessons", "content")), slug, "en")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestGuessIsDrawn checks that the first guess is kept, that the measured value is drawn beside
// it, and that both are still shown after a reload.
func TestGuessIsDrawn(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.BeforeScripts(e2e.Walker)
	l := lessonNamed(t, "friends")
	tab.Open("/lessons/friends/" + e2e.Teacher)
	for i := range 2 {
		tab.WaitText("#step-title", l.Steps[i].Title)
		tab.WalkStep(l, i)
		tab.Walked("on", "walkOn('Next step', "+e2e.JSON(l.Steps[i+1].Title)+")")
	}
	rows := `[data-question="rows"]`
	tab.Click("button", "Let twenty people join")
	tab.Until(`document.activeElement?.id === "question-rows"`)
	tab.WaitText(rows, "Answer first. What you ran waits")
	tab.Axe()
	tab.Shot("guess-asked")
	tab.Type("textbox", l.Steps[2].Asks[0].Text, "100")
	tab.Click("button", "Guess")
	tab.WaitText(rows+" .guessed", "You said")
	tab.Goal("rows-known", "passed")
	tab.Goal("joined", "passed") // the waiting request has been run
	tab.WaitText(rows+" .guessed", "66")
	tab.Wait(rows + " svg.bars")
	tab.Axe()
	tab.Shot("guess-drawn")
	tab.Saved()
	tab.Reload()
	tab.WaitText(rows+" .guessed", "100")
	tab.WaitText(rows+" .guessed", "66")
}

// TestConsoleWaitsForAnswer checks that a command which would change the state that an open
// question is about waits until the question is answered, and then runs.
func TestConsoleWaitsForAnswer(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Open("/lessons/atomic-rows/")
	tab.Click("button", "Send the transfer")
	tab.Goal("fault-met", "passed")
	tab.Command("read accounts") // a read does not wait
	tab.Type("textbox", "Console", "set accounts bob acct:balance=80")
	tab.Enter()
	tab.Until(`document.activeElement?.id === "question-total"`)
	tab.GoalsAreOpen("repaired")
	tab.Type("textbox", lessonNamed(t, "atomic-rows").Steps[0].Asks[0].Text, "120")
	tab.Enter()
	tab.Goal("total-known", "passed")
	tab.Goal("repaired", "passed")
}

// TestOutcomeInSight checks that the reason of a failure and the button to the next step are
// visible beside the console, however long the step is.
func TestOutcomeInSight(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Open("/lessons/sorted-map/")
	tab.Size(1280, 720)
	inSight := func(css string) {
		t.Helper()
		tab.Until(fmt.Sprintf(`((e) => {
			const b = e?.getBoundingClientRect();
			return b && b.top > 0 && b.bottom <= innerHeight && e.contains(document.elementFromPoint(b.left + b.width / 2, b.bottom - 8));
		})(document.querySelector(%q))`, css))
	}
	tab.Click("button", "Guess")
	tab.Goal("place-marked", "passed")
	tab.Command("set web www.example.com contents:html=Welcome")
	inSight(".explain")
	tab.Axe()
	tab.Command("set web com.example.www contents:html=Welcome")
	tab.Gone(".explain")
	tab.Command("lookup web com.example.www")
	inSight(".onward button")
}
