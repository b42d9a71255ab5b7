//go:build e2e

package grid

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"tabletop/web/e2e"
)

// TestKeyStandsStill gives a table of many rows another key. While it is rewritten, which the page shows,
// the chips and the buttons beside them must not move, so that the next click meets them.
func TestKeyStandsStill(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Size(1280, 720)
	tab.NewSandbox()
	tab.Click("button", "New from a recipe")
	tab.WaitText(".recipe-rows", "sensor")
	tab.Replace("textbox", "Records", "90000")
	tab.WaitText(".recipe-rows [role=status]", "The first 5 of 90,000")
	tab.Click("button", "Make the table")
	tab.Until(`document.querySelectorAll("[role=grid] [role=row][data-key]").length > 5 && document.querySelector(".running")?.hidden`)
	tab.Run(`(() => {
		globalThis.tops = new Set()
		globalThis.seen = false
		const look = () => {
			tops.add(Math.round(document.querySelector(".keybar .chips").getBoundingClientRect().top))
			seen ||= !!document.querySelector(".running.panel")
			requestAnimationFrame(look)
		}
		look()
	})()`)
	tab.Run(`document.querySelector("[aria-label='Row key'] [data-segment]").focus()`)
	tab.Press(kb.ArrowRight)
	tab.Wait(".key-trial")
	tab.Until(`globalThis.seen && document.querySelector(".running")?.hidden`)
	if tops := e2e.Eval[[]float64](tab, `[...tops]`); len(tops) != 1 {
		t.Errorf("the chips were %v px from the top", tops)
	}
}
