//go:build e2e

package start

import (
	"testing"

	"tabletop/web/e2e"
)

// TestAddressAndTitle checks that title and address name what is shown, and that a reload shows
// it again. The browser's back button leads through steps and pages, but not through every
// change of the view.
func TestAddressAndTitle(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	tab.Open("/reference/#filters")
	tab.Until(`document.title === "Bigtable’s filters · Reference · Tabletop"`)
	tab.Open("/sandboxes/")
	tab.Until(`document.title === "Sandboxes · Tabletop"`)
	tab.Usable("Quotes of a market")
	tab.Click("button", "Open Quotes of a market")
	tab.SandboxShown()
	tab.Wait(`[data-segment]`)
	tab.Until(`/^\w+ · Quotes of a market · Tabletop$/.test(document.title)`)
	length := e2e.Eval[int](tab, "history.length")
	tab.Click("radio", "Heat")
	tab.Until(`location.search === "?view=heat" && /^Heat: /.test(document.title)`)
	tab.Reload()
	tab.Wait(`[role=grid][aria-label="Heat map"], .load`)
	tab.Click("radio", "Pairs")
	tab.Until(`location.search === "?view=pairs" && !/Heat/.test(document.title)`)
	tab.Reload()
	tab.Until(`document.querySelector(".pairs")`)
	if got := e2e.Eval[int](tab, "history.length"); got != length {
		t.Errorf("looking left %d entries", got-length)
	}
	tab.Run("history.back()")
	tab.Until(`location.pathname.endsWith("/sandboxes/") && document.title === "Sandboxes · Tabletop"`)
	tab.Run("history.forward()")
	tab.Until(`location.search === "?view=pairs" && document.querySelector(".pairs")`)
}

// TestStepsInTheHistory goes to the next step of a lesson, back, and forward.
func TestStepsInTheHistory(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	l, _ := e2e.LoadLesson(t)
	tab.Open("/lessons/" + e2e.LessonSlug + "/")
	first := e2e.Eval[string](tab, `document.querySelector("#step-title").textContent`)
	tab.Solve(l, 0)
	tab.NextStep()
	tab.Until(`location.search === "?step=2"`)
	second := e2e.Eval[string](tab, `document.querySelector("#step-title").textContent`)
	if title := e2e.Eval[string](tab, "document.title"); first == second || len(title) < len(second) || title[:len(second)] != second {
		t.Errorf("%q, %q: the window is called %q", first, second, title)
	}
	tab.Run("history.back()")
	tab.WaitText("#step-title", first)
	tab.Until(`location.search === ""`)
	tab.Run("history.forward()")
	tab.WaitText("#step-title", second)
	tab.Until(`location.search === "?step=2"`)
	tab.Reload()
	tab.WaitText("#step-title", second)
	tab.Run("history.back()")
	tab.WaitText("#step-title", first)
}
