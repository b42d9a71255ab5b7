//go:build e2e

package start

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"tabletop/web/e2e"
)

// touring opens an example as a reader who has not had the tour.
func touring(t *testing.T, width, height int64) *e2e.Tab {
	t.Helper()
	tab := e2e.Begin(t)
	tab.Size(width, height)
	tab.Open("/sandboxes/")
	tab.Run(`name = "tour"; for (const key of Object.keys(localStorage)) if (key.endsWith(" tour")) localStorage.removeItem(key)`)
	tab.Reload()
	tab.Usable("Quotes of a market")
	tab.Click("button", "Open Quotes of a market")
	tab.SandboxShown()
	tab.WaitText(".tour-note", "1 of 4")
	return tab
}

// uncovered is a JavaScript expression that is true if the note of the tour is within the
// window and does not cover the highlighted element.
const uncovered = `((a, b) => a.left >= 0 && a.top >= 0 && a.right <= innerWidth && a.bottom <= innerHeight && b.width > 8 &&
	(a.right <= b.left + 3 || b.right <= a.left + 3 || a.bottom <= b.top + 3 || b.bottom <= a.top + 3))(
	document.querySelector(".tour-note").getBoundingClientRect(), document.querySelector(".tour-ring").getBoundingClientRect())`

// TestTour follows the tour. Afterwards it is not shown again.
func TestTour(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := touring(t, e2e.Screens[0].Width, e2e.Screens[0].Height)
	tab.Until(uncovered)
	tab.WaitText(".tour-note .by-mouse", "The keys ← and →")
	tab.Axe()
	tab.Shot("tour-1")
	first := e2e.Eval[string](tab, `document.querySelector("[data-segment]").dataset.segment`)
	tab.Run(`document.querySelector("[data-segment]").focus()`)
	tab.Press(kb.ArrowRight)
	tab.WaitText(".tour-note", "2 of 4")
	if got := e2e.Eval[string](tab, `document.querySelector("[data-segment]").dataset.segment`); got == first {
		t.Error("the key is as it was")
	}
	tab.Until(uncovered)
	tab.Shot("tour-2")
	tab.Run(`document.querySelector("[role=row][data-key] [role=gridcell]:nth-child(2), [role=row][data-key] [role=gridcell]").click()`)
	tab.WaitText(".tour-note", "3 of 4")
	tab.Until(uncovered)
	tab.Shot("tour-3")
	tab.Run(`document.querySelector(".cards [data-query] summary").click()`)
	tab.WaitText(".tour-note", "4 of 4")
	tab.Until(uncovered)
	tab.Shot("tour-4")
	tab.Click("button", "Done")
	tab.Until(`!document.querySelector(".tour-note") && document.activeElement.id === "main"`)
	tab.Reload()
	tab.SandboxShown()
	tab.Wait(`[data-segment]`)
	if e2e.Eval[bool](tab, `!!document.querySelector(".tour-note")`) {
		t.Error("it is back")
	}
	tab.Press("?")
	tab.Click("button", "Take the one-minute tour")
	tab.WaitText(".tour-note", "1 of 4")
	tab.Press(kb.Escape)
	tab.Until(`!document.querySelector(".tour-note")`)
}

// TestTourOnAPhone follows the tour with the button Next alone.
func TestTourOnAPhone(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := touring(t, 390, 844)
	for _, at := range []string{"1 of 4", "2 of 4", "3 of 4", "4 of 4"} {
		tab.WaitText(".tour-note", at)
		tab.Until(uncovered)
		tab.Shot("tour-phone-" + at[:1])
		if at == "4 of 4" {
			tab.Click("button", "Skip the tour")
			break
		}
		tab.Click("button", "Next")
	}
	tab.Until(`!document.querySelector(".tour-note")`)
}
