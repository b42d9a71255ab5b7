//go:build e2e

package lessons

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"tabletop/lessons"
	"tabletop/lessons/author"
	"tabletop/web/e2e"
)

// TestChallenge tries a design that is graded and fails, with the reason. A better design
// passes, is listed with the references, and is still the best after a reload. Another person's
// design is added by a link.
func TestChallenge(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	l, err := author.Load(os.DirFS(filepath.Join(e2e.RootDir, "lessons", "content")), "chat-inbox", "en")
	if err != nil {
		t.Fatal(err)
	}
	tab := e2e.Begin(t)
	tab.BeforeScripts(e2e.Walker)
	tab.Open("/lessons/" + l.Slug + "/" + e2e.Teacher)
	_, sheet := stepOf(t, l, "sheet")
	_, design := stepOf(t, l, "design")
	tab.WaitText("#step-title", sheet.Title)
	tab.WalkStep(l, 0)
	tab.Until(`document.querySelector('[data-question="key"] input').value === "I find out next"`)
	tab.Walked("behind the sheet", "walkOn('Next step', "+e2e.JSON(design.Title)+")")

	tab.WaitText(".score", "No design has been graded yet.")
	tab.Wait(`[data-score="open"]`)
	tab.Fill("textbox", "Row key template", "{owner}#{time}#{sender}")
	tab.Wait(`[data-query="inbox"][data-rows-scanned="20"]`)
	tab.TabTo("button", "Be graded")
	tab.Enter() // the step waits for two guesses
	tab.Until(`document.activeElement?.id === "question-` + design.Asks[0].ID + `"`)
	for _, q := range design.Asks {
		tab.Type("textbox", q.Text, "100")
		tab.Run(`document.querySelector('[data-question="` + q.ID + `"] button').click()`)
		tab.WaitText(`[data-question="`+q.ID+`"] .guessed`, "You said")
	}
	tab.Click("button", "Be graded")
	tab.Wait(`[data-criterion="rows-a-minute"][data-state="missed"]`)
	tab.Wait(`[data-criterion="answers"][data-state="met"]`)
	tab.WaitText(".score", "2 of 3 pars met.")
	tab.Wait(`[data-medal="2"]`)
	tab.WaitText(".score", "What it costs")
	tab.WaitText(`[data-question="rows"] .guessed`, "It was")
	tab.WaitText(".explain", "over par")
	tab.GoalsAreOpen("pars")
	tab.Wait(`[data-reference="owner-time"]`) // it counts as one of the reader's own designs
	tab.Shot("challenge-missed")

	tab.Click("button", "Add a second table")
	tab.Wait("#template-inbox_2")
	tab.Fill("textbox", "Row key template", "{owner}#{sender}#{time}")
	tab.Until(`Number(document.querySelector('[data-query="from"]').dataset.rowsScanned) < 10`)
	tab.Click("button", "Be graded again")
	tab.Wait(`[data-score="passed"]`)
	tab.WaitText(".score", "3 of 3 pars met.")
	tab.WaitText("[role=status]", "✓ "+design.Goals[2].Text)
	tab.Goal("pars", "passed")
	tab.WaitText(`[data-attempt]`, "now")
	tab.WaitText(`[data-reference="turned"]`, "sender in front")
	tab.WaitText(".plane", "time first")
	tab.Axe()
	tab.Run(`document.querySelector(".plane").scrollIntoView()`)
	tab.Shot("challenge-passed")
	best := tab.Attribute(`[data-criterion="rows-a-minute"] [data-best]`, "data-best")
	if best == "0" {
		t.Error("there is no best")
	}
	tab.Size(e2e.Screens[1].Width, e2e.Screens[1].Height)
	tab.Prefer("prefers-color-scheme", "dark")
	tab.AxeColours()
	if wide := e2e.Eval[int](tab, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("a phone shows %d pixels of width", wide)
	}
	tab.Run(`document.querySelector(".score").scrollIntoView()`)
	tab.Shot("challenge-phone-dark")
	tab.Saved()
	tab.Reload()
	tab.Wait(`[data-score="passed"] [data-criterion="rows-a-minute"] [data-best="` + best + `"]`)
	tab.WaitText(".score", "Best so far: {owner}#{time}#{sender}")
	tab.Wait(`[data-reference="owner-time"]`)
	if n := e2e.Eval[int](tab, `document.querySelectorAll("[data-reference=rival]").length`); n != 0 {
		t.Error("there is a rival without a link")
	}
	tab.Open("/lessons/" + l.Slug + "/?" + url.Values{"design": {"{sender}#{owner}#{time}"}}.Encode())
	tab.WaitText(`[data-reference="rival"]`, "{sender}#{owner}#{time}")

	// The design in the link is a rival, and graded with the reader's.
	tab.WaitText(".rival", "A rival’s design came with the link.")
	tab.Click("button", "Be graded again")
	tab.Wait(`[data-rival="rival-behind"]`)
	tab.WaitText(".score thead", "Rival")
	tab.Shot("challenge-rival")
	tab.Saved()
	tab.Open("/it/lessons/" + l.Slug + "/")
	tab.WaitText(".rival", "Sei avanti al tuo rivale.")
}

// TestMedalInSight checks on a small screen that the goal with a medal is in sight whole when it is
// reached, above the line that leads to the next step, with and without hints below it.
func TestMedalInSight(t *testing.T) {
	t.Parallel()
	const seen = `(() => {
		const goal = document.querySelector('[data-goal="gold"][data-state="passed"]')?.getBoundingClientRect();
		const way = document.querySelector('.onward')?.closest('.came').getBoundingClientRect();
		const side = document.querySelector('.left').getBoundingClientRect();
		return !!goal && !!way && goal.height > 0 && goal.top >= side.top && goal.bottom <= Math.min(side.bottom, innerHeight, way.top);
	})()`
	for _, slug := range []string{"storage-bill", "late-readings"} {
		for _, hints := range []int{0, 3} {
			l, err := author.Load(os.DirFS(filepath.Join(e2e.RootDir, "lessons", "content")), slug, "en")
			if err != nil {
				t.Fatal(err)
			}
			tab := e2e.Begin(t)
			tab.Size(1280, 720)
			tab.Open("/lessons/" + slug + "/")
			tab.At(l.Steps[0])
			for n := range hints {
				tab.Click("button", fmt.Sprintf("Next hint (%d of 3)", n+1))
			}
			tab.Run(`document.querySelector('.left').scrollTop = 0`)
			for _, a := range l.Solution[0] {
				tab.Command(a.(lessons.TypeCommand).Text)
			}
			tab.Wait(`[data-goal="gold"][data-state="passed"]`)
			tab.Until(seen)
			tab.Shot("medal-" + slug)
		}
	}
}
