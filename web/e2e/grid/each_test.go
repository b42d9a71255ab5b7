//go:build e2e

package grid

import (
	"testing"

	"tabletop/web/e2e"
)

// TestAskOfEach asks for the latest rows of each server. For few rows the read seeks each
// server; for many it is cheaper to read all rows. The form must predict the cost of both, and
// both questions must be there after a reload.
func TestAskOfEach(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.OpenExample(t, "A fleet of servers")
	tab.Click("button", "+ ask")
	tab.Click("button", "Remove condition 1")
	tab.Choose("Which of them", "the latest by ts")
	tab.Replace("textbox", "How many", "0")
	tab.Choose("Counted", "of each hostname")
	tab.Replace("textbox", "Name (may be empty)", "Last two of each")
	tab.Click("button", "Ask it")
	tab.Until(`document.activeElement.id === "ask-many"`)
	tab.Axe()
	tab.Shot("each-refused")
	asked := func(scanned string) {
		t.Helper()
		tab.Until(`document.querySelector(".foretold .num")?.textContent === "` + scanned + `"`)
		tab.WaitText(".foretold .words", "of each hostname")
	}
	tab.Replace("textbox", "How many", "2")
	tab.Gone("#ask-many[aria-invalid=true]")
	asked("801")
	tab.Axe()
	tab.Shot("each-dialog")
	tab.Prefer("prefers-color-scheme", "dark")
	tab.AxeColours()
	tab.Shot("each-dialog-dark")
	tab.Prefer("prefers-color-scheme", "light")
	tab.Click("button", "Ask it")
	tab.Gone("#dialog")
	const card = `[data-query="Last two of each"]`
	tab.Wait(card + `[data-rows-scanned="801"]`)
	tab.Run(`document.querySelector('` + card + ` summary').click()`)
	tab.WaitText(card, "Returns 801 of 801 wanted. One read takes the latest of each hostname from the end of its rows and skips to the next hostname: 401 seeks.")
	tab.WaitText(card+" .reads", "A program finds each hostname as it goes")
	tab.Axe()
	tab.Shot("each-card")
	tab.Click("button", "Run: Last two of each")
	tab.WaitText("[role=log]", "read METRIC ")

	// For 24 of each server's 25 rows it is cheaper to read all rows.
	tab.Click("button", "Change: Last two of each")
	tab.Until(`document.querySelector("#ask-each").value === "hostname"`)
	tab.Replace("textbox", "How many", "24")
	asked("10,002")
	tab.Click("button", "Ask it")
	tab.Wait(card + `[data-rows-scanned="10002"]`)
	tab.WaitText(card, "of which 9,601 are wanted. Rows lie by hostname, but there are few of each: reading all 10,002 takes less than a seek for each, so the reader sorts them.")
	tab.Click("button", "Undo")
	tab.Wait(card + `[data-rows-scanned="801"]`)
	tab.Saved()
	tab.Reload()
	tab.Wait(card + `[data-rows-scanned="801"]`)

	tab.Size(e2e.Screens[1].Width, e2e.Screens[1].Height)
	tab.Part("Design")
	tab.Touch()
	tab.Tap(`document.querySelector("#ask-new")`)
	tab.Choose("Which of them", "the latest by ts")
	tab.Choose("Counted", "of each hostname")
	tab.Hittable("the form for the latest of each")
	tab.Axe()
	tab.Shot("each-phone")
}
