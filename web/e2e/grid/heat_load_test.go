//go:build e2e

package grid

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"tabletop/web/e2e"
)

// chips is a JavaScript expression for the fields of the key, in order.
const chips = `[...document.querySelectorAll(".chips [data-segment]")].map((e) => e.dataset.segment).join(" ")`

// TestLoads simulates the named loads. Where the table is hot it tries the remedies, and it
// compares the key with the previous one.
func TestLoads(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	tab.Open(e2e.LinkTo(t, "Battery", e2e.Battery(6_000), e2e.OfCorrie))
	tab.Click("button", "Make a sandbox of it")
	tab.Click("radio", "Heat")
	const chosen = `#heat-presets [aria-pressed="true"]`
	tab.Click("button", "All in order of time")
	tab.Wait(chosen + " .bad")
	tab.WaitText(".heat-status", "Sequential.")
	tab.Until(`document.querySelector("#heat-writes").value === "10000" && document.querySelector("#heat-order").value === "0"`)

	// The remedies, each with its measured effect.
	tab.Wait(".load-card [aria-expanded=false]")
	tab.TapFirst(".load-card [aria-expanded=false]")
	tab.WaitText(".remedies", "time leads the key and goes up with time")
	tab.Until(`/^Move time to the end\s*hot · [\d.]+× → even · [\d.]+× “Corrie’s battery” reads [\d,.]+ → [\d,.]+ rows? no question reads more$/.test(document.querySelector(".remedies button")?.innerText.replace(/\n/g, " ") ?? "")`)
	tab.Until(`[...document.querySelectorAll(".said-aloud")].some((e) => /remed(y is|ies are) measured/.test(e.textContent))`)
	tab.Shot("heat-remedies")
	tab.Axe()
	tab.Run(`document.querySelector(".remedies button").focus()`)
	tab.Press(kb.Enter)
	tab.Until(chips + ` === "user time"`)
	tab.Find("button", "Keep")
	tab.Wait(chosen + " .good")
	tab.Gone(".remedies li")

	tab.Click("button", "More, compare")
	tab.Focus("combobox", "Compare with")
	tab.Press("the key before")
	tab.Until(`document.querySelectorAll("[data-diagnosis]").length === 2 && document.querySelector("#heat-grid-1")`)
	tab.WaitText(".heat-status", "Under {user}#{time} the busiest node has")
	tab.WaitText(".heat-status", "times as much")
	tab.Until(`document.querySelectorAll(".heat-figure")[0].textContent.includes("even ·") && document.querySelectorAll(".heat-figure")[1].textContent.includes("hot ·")`)
	tab.Axe()
	tab.Click("button", "Put back")
	tab.Until(chips + ` === "time user"`)
	tab.Wait(chosen + " .bad")

	tab.Click("button", "Nightly batch")
	tab.WaitText(".remedies", "sorted by key")
	tab.WaitText(".remedies button", "Write it in no order")
	tab.TapFirst(".remedies button")
	tab.Until(`document.querySelector("#heat-order").value === "1"`)
	tab.Gone(".remedies li")
	tab.Click("button", "Reads as asked")
	tab.WaitText(".sentence", "Corrie’s battery")
	tab.WaitText(".heat-more", "No rate is given for “Corrie’s battery”: 0.1 a second is taken. Write your own over it.")
	tab.Fill("spinbutton", "Asked a second: Corrie’s battery", "250")
	tab.Until(`!document.querySelector(".heat-more .label:not([hidden])")`)
	tab.Wait(chosen + " b")

	tab.Click("radio", "Rows")
	tab.Fill("textbox", "Row key template", "{user}")
	tab.Until(`document.querySelector(".key-size").textContent.includes("lost")`)
	tab.Click("radio", "Heat")
	tab.Until(`document.querySelector("#heat-presets .cannot")?.textContent === "All in order of time"`)
	tab.Click("button", "All in order of time")
	tab.WaitText(".traffic [role=status]", "no field that goes up with time")
}
