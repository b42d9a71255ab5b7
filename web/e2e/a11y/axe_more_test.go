//go:build e2e

package a11y

import (
	"testing"

	"tabletop/web/e2e"
)

// everyWidth examines what is shown in both sizes and colour schemes: axe-core, and the sizes
// of what a finger has to hit. It also measures these at the smallest width that the page
// supports.
func everyWidth(tab *e2e.Tab, what string) {
	tab.T.Helper()
	for _, width := range []int64{1440, 390, 320} {
		tab.Size(width, 844)
		tab.Inspect(what)
		tab.Prefer("prefers-color-scheme", "dark")
		tab.AxeColours()
		tab.Shot("judge-" + what)
		tab.Prefer("prefers-color-scheme", "light")
	}
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
}

// TestStatesOfPages examines a page that does not exist and a search without results.
func TestStatesOfPages(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	tab.Open("/sandboxes/none/")
	tab.Wait("main .button.primary")
	everyWidth(tab, "missing")
	tab.Open("/reference/")
	tab.Type("searchbox", "Search the reference", "qqqq")
	tab.Until(`[...document.querySelectorAll(".reference > section")].every((e) => e.hidden)`)
	everyWidth(tab, "nothing-found")
}
