//go:build e2e

package e2e

import "testing"

// TestAddressAndTitle: title and address say what is shown, a reload brings it back, and the
// way back leads through steps and pages, not through every look.
func TestAddressAndTitle(t *testing.T) {
	seldom(t)
	t.Parallel()
	tab := begin(t)
	tab.Size(screens[0].width, screens[0].height)
	tab.Open("/reference/#filters")
	tab.Until(`document.title === "Bigtable’s filters · Reference · Tabletop"`)
	tab.Open("/sandboxes/")
	tab.Until(`document.title === "Sandboxes · Tabletop"`)
	tab.usable("Quotes of a market")
	tab.Click("button", "Open Quotes of a market")
	tab.sandboxShown()
	tab.Wait(`[data-segment]`)
	tab.Until(`/^\w+ · Quotes of a market · Tabletop$/.test(document.title)`)
	length := Eval[int](tab, "history.length")
	tab.Click("radio", "Heat")
	tab.Until(`location.search === "?view=heat" && /^Heat: /.test(document.title)`)
	tab.Reload()
	tab.Wait(`[role=grid][aria-label="Heat map"], .load`)
	tab.Click("radio", "Pairs")
	tab.Until(`location.search === "?view=pairs" && !/Heat/.test(document.title)`)
	tab.Reload()
	tab.Until(`document.querySelector(".pairs")`)
	if got := Eval[int](tab, "history.length"); got != length {
		t.Errorf("looking left %d entries", got-length)
	}
	tab.Run("history.back()")
	tab.Until(`location.pathname.endsWith("/sandboxes/") && document.title === "Sandboxes · Tabletop"`)
	tab.Run("history.forward()")
	tab.Until(`location.search === "?view=pairs" && document.querySelector(".pairs")`)
}

// TestStepsInTheHistory goes on in a lesson, back, and forth.
func TestStepsInTheHistory(t *testing.T) {
	seldom(t)
	t.Parallel()
	tab := begin(t)
	tab.Size(screens[0].width, screens[0].height)
	l, _ := source(t)
	tab.Open("/lessons/" + slug + "/")
	first := Eval[string](tab, `document.querySelector("#step-title").textContent`)
	tab.solve(l, 0)
	tab.next()
	tab.Until(`location.search === "?step=2"`)
	second := Eval[string](tab, `document.querySelector("#step-title").textContent`)
	if title := Eval[string](tab, "document.title"); first == second || len(title) < len(second) || title[:len(second)] != second {
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
