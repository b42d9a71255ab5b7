//go:build e2e

package grid

import (
	"fmt"
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
	tab.Fill("textbox", "Row key template", "{player}#{date}#{game}")
	tab.WaitText(`[data-attempt="C"]`, "now")
	tab.Saved()
	tab.Reload()
	tab.WaitText(`[data-attempt="C"]`, "now")
	tab.WaitText(`[data-attempt="A"]`, "{game}#{date}#{player}")
}

// TestOverloadedAttempts checks that the notes on designs whose nodes cannot do the load stay
// within their card, on every screen.
func TestOverloadedAttempts(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.OpenExample(t, "Game scores")
	tab.Wait(`[data-query="corrie"][data-path="prefix"]`)
	tab.Fill("textbox", "Row key template", "{game}#{player}#{date}")
	tab.Wait(`[data-query="corrie"][data-rows-scanned="4"]`)
	tab.Click("radio", "Heat")
	tab.Wait("#heat-writes")
	tab.Run(`(() => { const e = document.querySelector("#heat-writes"); e.value = "900000"; for (const of of ["input", "change"]) e.dispatchEvent(new Event(of, {bubbles: true})); })()`)
	tab.WaitText(`[data-attempt="A"]`, "too much for 8 of 8 nodes")
	tab.WaitText(".attempts .example", "does not count as unbeaten")
	unfold(tab)
	for _, size := range [][2]int64{{1440, 900}, {1280, 720}, {390, 844}} {
		tab.Size(size[0], size[1])
		if size[0] < 900 {
			tab.Part("Design")
		}
		tab.Run(`document.querySelector(".attempt-list").scrollIntoView()`)
		tab.Shot(fmt.Sprintf("overloaded-%d", size[0]))
		tab.Until(`[...document.querySelectorAll(".attempt-list .over")].every((e) => {
			const text = document.createRange();
			text.selectNodeContents(e);
			return text.getBoundingClientRect().right <= e.closest(".attempt-list").getBoundingClientRect().right + 0.5;
		})`)
	}
}
