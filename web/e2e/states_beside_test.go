//go:build e2e

package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// inBoth has axe look at what is shown on a desktop and on a phone, in one part of
// a workbench if part is not empty, and at its colours in the dark.
func (tab *Tab) inBoth(what, part string) {
	tab.t.Helper()
	for _, s := range screens {
		tab.Size(s.width, s.height)
		if part != "" && s.width < 1100 {
			tab.Run(fmt.Sprintf(`[...document.querySelectorAll(".dock button")].find((b) => b.textContent === %q).click()`, part))
			tab.Until(fmt.Sprintf(`document.querySelector(".dock [aria-pressed=true]").textContent === %q`, part))
		}
		tab.inspect(what + ", " + s.name)
		tab.Prefer("prefers-color-scheme", "dark")
		tab.AxeColours()
		tab.Prefer("prefers-color-scheme", "light")
	}
	tab.Size(screens[0].width, screens[0].height)
}

// TestStatesBeside looks at what comes up beside a workbench, or in few places.
func TestStatesBeside(t *testing.T) {
	seldom(t)
	t.Parallel()
	tab := begin(t)
	tab.Size(screens[0].width, screens[0].height)
	route := tab.newSandbox()
	tab.commands(orders...)
	tab.Click("radio", "HBase shell")
	tab.Wait(`.console[data-dialect=hbase]`)
	tab.Replace("textbox", "Console", `scan 'orders', {FILTER => "PrefixFilter('be') AND ValueFilter(>, 'binary:1')"}`)
	tab.Click("button", "Scan builder")
	tab.Wait("#builder-filter-2_remove")
	tab.inBoth("the scan builder with filters", "Console")

	tab.Click("button", "Scan builder")
	tab.Gone("#builder-filter-2_remove")
	tab.Click("radio", "cbt")
	tab.Wait(`.console[data-dialect=cbt]`)
	tab.Replace("textbox", "Console", kb.Backspace)
	tab.Press("re")
	tab.Wait(".cm-tooltip-autocomplete li")
	tab.inspect("completions")

	second := tab.browser.Tab(t, tab.site)
	second.Size(screens[0].width, screens[0].height)
	second.Open(route)
	second.Wait(`[data-saved="readonly"]`)
	second.inBoth("a tab that reads only", "Table")
	second.Close()

	tab.Open("/lessons/" + slug + "/")
	tab.button("Schema")
	tab.inBoth("a lesson's schema", "Task")
}
