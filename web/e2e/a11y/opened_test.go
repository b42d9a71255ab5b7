//go:build e2e

package a11y

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"tabletop/web/e2e"
)

// TestHistoryPanel closes the history panel with Escape, from the button that opens it and from
// within, and expects the focus on the button.
func TestHistoryPanel(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	tab.NewSandbox()
	tab.Commands(e2e.Orders...)
	key(tab, "button", "History")
	tab.Wait("#time-panel:popover-open")
	on(tab, "button", "History")
	tab.Press(kb.Escape)
	tab.Gone("#time-panel:popover-open")
	on(tab, "button", "History")
	tab.Enter()
	tab.TabTo("slider", "Changes")
	tab.Press(kb.Escape)
	tab.Gone("#time-panel:popover-open")
	on(tab, "button", "History")
}

// TestChipMenu opens the menu of each chip with Enter and with Space. The focus goes into the
// menu, and back to the chip at Escape.
func TestChipMenu(t *testing.T) {
	t.Parallel()
	tab := e2e.OpenExample(t, "Game scores")
	for _, field := range []string{"game", "date", "player"} {
		for _, k := range []string{kb.Enter, " "} {
			tab.Run(`document.querySelector("[aria-label='Row key'] [data-segment=` + field + `]").focus()`)
			tab.Press(k)
			tab.Wait(".chip-menu:popover-open")
			tab.Until(`document.activeElement.closest(".chip-menu") !== null`)
			kept(tab)
			tab.Press(kb.Escape)
			tab.Gone(".chip-menu:popover-open")
			tab.Until(`document.activeElement.matches("[data-segment=` + field + `][aria-expanded=false]")`)
		}
	}
}

// TestPanes checks that each border of the panes tells the size of its pane: at first, after a
// key, and when the window leaves less room.
func TestPanes(t *testing.T) {
	t.Parallel()
	tab := e2e.OpenExample(t, "Game scores")
	tab.Command("count games")
	const told = `[...document.querySelectorAll("[role=separator]")].every((e) => {
		const pane = e.matches(".of-left") ? e.previousElementSibling : e.matches(".of-right") ? e.nextElementSibling : e.parentElement.querySelector(".log");
		const size = Math.round(pane.getBoundingClientRect()[e.matches(".of-log") ? "height" : "width"]);
		const least = Number(e.ariaValueMin), most = Number(e.ariaValueMax);
		return Number(e.ariaValueNow) === Math.max(least, Math.min(size, most));
	})`
	tab.Until(`document.querySelectorAll("[role=separator]").length === 3`)
	tab.Until(told)
	for border, k := range map[string]string{".of-left": kb.ArrowRight, ".of-right": kb.ArrowLeft, ".of-log": kb.ArrowUp} {
		before := tab.Attribute(border, "aria-valuenow")
		tab.Run(`document.querySelector("` + border + `").focus()`)
		tab.Press(k)
		tab.Until(`document.querySelector("` + border + `").ariaValueNow !== "` + before + `"`)
		tab.Until(told)
	}
	tab.Size(1200, 700)
	tab.Until(told)
	tab.Size(1000, 500)
	tab.Until(told)
}
