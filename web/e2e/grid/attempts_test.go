//go:build e2e

package grid

import (
	"testing"

	"tabletop/web/e2e"
)

// TestAttempts checks that each key that was tried is measured and listed with the others, that
// two can be compared, and that an earlier one can be used again.
func TestAttempts(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.OpenExample(t, "Game scores")
	tab.Wait(`[data-query="corrie"][data-path="prefix"] .projected`)
	tab.WaitText(".asked", "it is a projection")
	tab.Fill("textbox", "Row key template", "{game}#{player}#{date}")
	tab.Wait(`[data-query="corrie"][data-rows-scanned="4"][data-rows-returned="4"]`)
	tab.WaitText(`[data-attempt="B"]`, "unbeaten")
	tab.Wait(".plane .best")
	unfold(tab)
	tab.TabTo("button", "Compare A")
	tab.Enter()
	tab.WaitText(".compared h3", "A and B (now)")
	tab.Axe()
	tab.Prefer("prefers-color-scheme", "dark")
	tab.AxeColours()
	tab.Size(e2e.Screens[1].Width, e2e.Screens[1].Height)
	tab.Part("Design")
	if wide := e2e.Eval[int](tab, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("a phone shows %d pixels of width", wide)
	}
	tab.Shot("attempts-phone-dark")
	tab.Click("button", "Use this key: A")
	tab.Wait(`[data-query="corrie"][data-rows-scanned="53"]`)
	tab.WaitText(`[data-attempt="A"]`, "now")
	if text := e2e.Eval[string](tab, `document.querySelector("#template-games").value`); text != "{game}#{date}#{player}" {
		t.Errorf("the key is %q", text)
	}
}
