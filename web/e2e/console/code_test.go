//go:build e2e

package console

import (
	"strings"
	"testing"

	"tabletop/web/e2e"
)

// TestCode shows a command of the log, and one of a lesson's solution, as code of a programming
// language. The choice of the language is remembered.
func TestCode(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.NewSandbox()
	tab.Command("createtable games families=GAME:maxversions=2")
	tab.Command("set games LoL#1 GAME:KDA=4.25")
	tab.Run(`[...document.querySelectorAll(".log .ran button:not(.turn)")].at(-1).click()`)
	tab.WaitText(".as-code pre", `mut.Set("GAME", "KDA", bigtable.Now(), []byte("4.25"))`)
	if text := tab.Text(".as-code pre"); !strings.Contains(text, "\n  return err\n}") {
		t.Errorf("the code reads\n%s", text)
	}
	tab.Axe()
	tab.Shot("code")
	tab.Run(`{ const all = document.querySelector(".as-code select"); all.value = "Python"; all.dispatchEvent(new Event("change")); }`)
	tab.WaitText(".as-code pre", `table.mutate_row("LoL#1", [data.SetCell("GAME", "KDA", "4.25")])`)
	tab.Click("button", "Copy")
	tab.Find("button", "Copied")
	tab.Run(`document.querySelectorAll(".log .ran button:not(.turn)")[0].click()`)
	tab.WaitText(".as-code pre", `column_family.MaxVersionsGCRule(2)`)
	tab.Size(390, 844)
	tab.Click("button", "Console")
	tab.Axe()
	tab.Shot("code-phone")
	tab.Size(1440, 900)

	tab.Saved()
	tab.Reload()
	tab.Command("deleterow games LoL#1")
	tab.Run(`[...document.querySelectorAll(".log .ran button:not(.turn)")].at(-1).click()`)
	tab.WaitText(".as-code pre", `data.DeleteAllFromRow()`)
}
