//go:build e2e

package grid

import (
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tabletop/web/e2e"
)

// firstRows scrolls the table to its first rows. A table with a question opens at the rows that
// the question reads.
func firstRows(tab *e2e.Tab) {
	tab.T.Helper()
	tab.Wait("[role=grid] [role=row][data-key]")
	// The page scrolls to the rows of the first question once it has been measured.
	tab.Run("globalThis.steady = 0")
	tab.Until(`((box) => {
		steady = box.scrollTop === 0 && document.querySelector("[aria-rowindex='2'] [role=rowheader]") ? steady + 1 : 0;
		box.scrollTop = 0;
		return steady > 20;
	})(document.querySelector("[role=grid]"))`)
}

// TestAskForRows selects rows, makes a question of what they have in common, and runs its read;
// with the pointer, and with the keyboard alone.
func TestAskForRows(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.OpenExample(t, "Game scores")
	firstRows(tab)
	row := func(n string) [2]float64 {
		return tab.Spot(`document.querySelector("[aria-rowindex='`+n+`'] [role=rowheader]")`, 0.3)
	}
	tab.Mouse(input.DispatchMouseEventTypeMousePressed, row("2"))
	tab.Mouse(input.DispatchMouseEventTypeMouseMoved, row("3"))
	tab.Mouse(input.DispatchMouseEventTypeMouseMoved, row("4"))
	tab.Mouse(input.DispatchMouseEventTypeMouseReleased, row("4"))
	tab.WaitText(".offer", "3 rows chosen")
	tab.Axe()
	tab.Shot("ask-offer")
	first := tab.Keys("games")[0]
	tab.Click("button", "Ask for these")
	tab.Until(`document.activeElement.id === "ask-name"`)
	tab.Until(`document.querySelector(".foretold .num")`)
	scanned := e2e.Eval[string](tab, `document.querySelector(".foretold .num").textContent`)
	tab.Replace("textbox", "Name (may be empty)", "Those days")
	tab.Replace("textbox", "Asked, times a second", "7")
	tab.Axe()
	tab.Shot("ask-dialog")
	tab.Prefer("prefers-color-scheme", "dark")
	tab.AxeColours()
	tab.Shot("ask-dialog-dark")
	tab.Prefer("prefers-color-scheme", "light")
	tab.Click("button", "Ask it")
	tab.Gone("#dialog")
	const card = `[data-query="Those days"]`
	tab.Wait(card + `[data-rows-scanned="` + scanned + `"]`)
	reads := func(dialect, command string) {
		t.Helper()
		tab.Run(`[...document.querySelectorAll('` + card + ` .reads label')].find((l) => l.textContent === "` + dialect + `").querySelector("input").click()`)
		tab.WaitText(card+" .read-lines", command)
		tab.Click("button", "Run: Those days")
		tab.WaitText(`[role=log]`, command)
		tab.Until(`document.querySelector("[data-metric='rows-scanned']").dataset.value === "` + scanned + `"`)
		if got := tab.Marked("games", "returned"); len(got) < 3 || got[0] != first {
			t.Errorf("the read returns %q", got)
		}
	}
	tab.Run(`document.querySelector('` + card + ` summary').click()`)
	tab.Wait(card + " .reads")
	tab.Axe()
	tab.Shot("ask-card")
	reads("cbt", "read games ")
	reads("HBase shell", "scan 'games',")
	// The load uses the same rate for the question.
	tab.Click("radio", "Heat")
	tab.WaitText("main", "Those days")
	tab.Until(`[...document.querySelectorAll("input")].some((f) => f.value === "7")`)
	tab.Click("radio", "Rows")
	for e2e.Eval[bool](tab, `document.querySelector('`+card+`') !== null`) {
		tab.Click("button", "Undo")
		tab.Run("new Promise(r => setTimeout(r, 200))")
	}

	tab.Run(`document.querySelector("#grid").focus()`)
	tab.Press(kb.Home, chromedp.KeyModifiers(chromedp.ModifierCtrl))
	tab.Press(kb.ArrowDown, chromedp.KeyModifiers(chromedp.ModifierShift))
	tab.WaitText(".offer", "2 rows chosen")
	told(tab, "2 rows chosen")
	tab.Press("a")
	tab.Until(`document.activeElement.id === "ask-name"`)
	tab.Press(kb.Escape)
	tab.Gone("#dialog")
	tab.Until(`document.activeElement.id === "grid"`)
	tab.Press("a")
	tab.Until(`document.activeElement.id === "ask-name"`)
	tab.Press("By keys")
	tab.Enter()
	tab.Wait(`[data-query="By keys"]`)
	tab.Until(`document.activeElement.id === "grid"`)
	tab.Saved()
}

// TestAskOnAPhone selects two rows by touch and checks that the whole form is visible.
func TestAskOnAPhone(t *testing.T) {
	t.Parallel()
	tab := e2e.OpenExample(t, "Game scores")
	tab.Size(e2e.Screens[1].Width, e2e.Screens[1].Height)
	tab.Part("Table")
	tab.Touch()
	firstRows(tab)
	tab.Tap(`document.querySelector("[aria-rowindex='2'] [role=rowheader]")`)
	tab.Shot("ask-phone-panel")
	tab.Tap(`[...document.querySelectorAll(".cell-panel button")].find((b) => b.textContent === "Choose more rows")`)
	tab.WaitText(".offer", "Pick the row")
	tab.Tap(`document.querySelector("[aria-rowindex='4'] [role=rowheader]")`)
	tab.WaitText(".offer", "3 rows chosen")
	tab.Hittable("the offer")
	tab.Axe()
	tab.Shot("ask-phone-offer")
	tab.Tap(`document.querySelector(".offer .primary")`)
	tab.Until(`document.querySelector(".foretold .num")`)
	tab.Hittable("the form for a question")
	tab.Axe()
	tab.Shot("ask-phone")
	tab.Tap(`document.querySelector("#dialog [type=submit]")`)
	tab.Wait(`[data-query="q1"]`)
	if part := e2e.Eval[string](tab, `document.querySelector("main").dataset.tab`); part != "design" {
		t.Errorf("the card stands on another part than %s", part)
	}
	tab.Shot("ask-phone-card")
}
