//go:build e2e

package e2e

import "testing"

// everyWidth has axe look at what is shown in both sizes and schemes, and measures what is
// to be hit, also at the least width.
func (tab *Tab) everyWidth(what string) {
	tab.t.Helper()
	for _, width := range []int64{1440, 390, 320} {
		tab.Size(width, 844)
		tab.inspect(what)
		tab.Prefer("prefers-color-scheme", "dark")
		tab.AxeColours()
		tab.Shot("judge-" + what)
		tab.Prefer("prefers-color-scheme", "light")
	}
	tab.Size(screens[0].width, screens[0].height)
}

// TestStatesOfPages looks at a page that is not there and a search that finds nothing.
func TestStatesOfPages(t *testing.T) {
	seldom(t)
	t.Parallel()
	tab := begin(t)
	tab.Size(screens[0].width, screens[0].height)
	tab.Open("/sandboxes/none/")
	tab.Wait("main .button.primary")
	tab.everyWidth("missing")
	tab.Open("/reference/")
	tab.Type("searchbox", "Search the reference", "qqqq")
	tab.Until(`[...document.querySelectorAll(".reference > section")].every((e) => e.hidden)`)
	tab.everyWidth("nothing-found")
}
