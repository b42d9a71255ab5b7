//go:build e2e

package a11y

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"tabletop/web/e2e"
)

// inBoth runs axe-core on what is shown, on a desktop and on a phone, and the rules about
// colour in the dark scheme. Unless part is empty, the phone shows that part of the workbench.
func inBoth(tab *e2e.Tab, what, part string) {
	tab.T.Helper()
	for _, s := range e2e.Screens {
		tab.Size(s.Width, s.Height)
		if part != "" && s.Width < 1100 {
			tab.Run(fmt.Sprintf(`[...document.querySelectorAll(".dock button")].find((b) => b.textContent === %q).click()`, part))
			tab.Until(fmt.Sprintf(`document.querySelector(".dock [aria-pressed=true]").textContent === %q`, part))
		}
		tab.Inspect(what + ", " + s.Name)
		tab.Prefer("prefers-color-scheme", "dark")
		tab.AxeColours()
		tab.Prefer("prefers-color-scheme", "light")
	}
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
}

// TestStatesBeside examines what opens beside a workbench, or in few places only.
func TestStatesBeside(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	route := tab.NewSandbox()
	tab.Commands(e2e.Orders...)
	tab.Click("radio", "HBase shell")
	tab.Wait(`.console[data-dialect=hbase]`)
	tab.Replace("textbox", "Console", `scan 'orders', {FILTER => "PrefixFilter('be') AND ValueFilter(>, 'binary:1')"}`)
	tab.Click("button", "Scan builder")
	tab.Wait("#builder-filter-2_remove")
	inBoth(tab, "the scan builder with filters", "Console")

	tab.Click("button", "Scan builder")
	tab.Gone("#builder-filter-2_remove")
	tab.Click("radio", "cbt")
	tab.Wait(`.console[data-dialect=cbt]`)
	tab.Replace("textbox", "Console", kb.Backspace)
	tab.Press("re")
	tab.Wait(".cm-tooltip-autocomplete li")
	tab.Inspect("completions")

	second := tab.Browser.Tab(t, tab.Site)
	second.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	second.Open(route)
	second.Wait(`[data-saved="readonly"]`)
	inBoth(second, "a tab that reads only", "Table")
	second.Close()

	tab.Open("/lessons/" + e2e.LessonSlug + "/")
	tab.PressButton("Schema")
	inBoth(tab, "a lesson's schema", "Task")
}
