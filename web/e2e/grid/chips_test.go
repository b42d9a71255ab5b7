//go:build e2e

package grid

import (
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"

	"tabletop/web/e2e"
)

// TestChips salts a field of the key with its chip, and asks a question whose cost must appear
// beside the others.
func TestChips(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.OpenExample(t, "Game scores")
	tab.WaitText(`[data-query="corrie"]`, "Records with game “LoL”, player “Corrie” and date beginning with “201503”")
	chips := func(want string) {
		t.Helper()
		tab.Until(`[...document.querySelectorAll("[aria-label='Row key'] [data-segment]")].map((e) => e.dataset.segment).join() === "` + want + `"`)
	}
	chips("game,date,player")
	for _, step := range []struct{ key, want string }{{kb.ArrowLeft, "game,player,date"}, {kb.ArrowRight, "game,date,player"}} {
		tab.Focus("button", "player") // the moved field keeps the focus, so that it can be moved further
		tab.Press(step.key)
		chips(step.want)
		tab.Until(`document.activeElement.dataset.segment === "player"`)
	}
	// Key presses that come faster than the page draws move the same chip.
	for range 6 {
		tab.Press(kb.ArrowLeft + kb.ArrowLeft)
		chips("player,game,date")
		tab.Press(kb.ArrowRight + kb.ArrowRight)
		chips("game,date,player")
	}
	tab.Until(`document.querySelector("#template-games").value === "{game}#{date}#{player}"`)

	// The pointer drags the chip and the others make room. Escape puts it back, and a release
	// leaves it at the new place.
	shown := `[...document.querySelectorAll("[aria-label='Row key'] [data-segment]")].sort((a, b) => a.getBoundingClientRect().x - b.getBoundingClientRect().x).map((e) => e.dataset.segment).join()`
	for _, end := range []string{"Escape", "release"} {
		from, to := tab.Spot(`document.querySelector("[data-segment=player]")`, 0.5), tab.Spot(`document.querySelector("[data-segment=game]")`, 0.5)
		tab.Mouse(input.DispatchMouseEventTypeMousePressed, from)
		tab.Mouse(input.DispatchMouseEventTypeMouseMoved, [2]float64{(from[0] + to[0]) / 2, to[1] + 4})
		tab.Mouse(input.DispatchMouseEventTypeMouseMoved, [2]float64{to[0] - 20, to[1] + 4})
		tab.Until(shown + ` === "player,game,date"`)
		if end == "Escape" {
			tab.Shot("chips-lifted")
			tab.Press(kb.Escape)
			tab.Until(shown + ` === "game,date,player"`)
		}
		tab.Mouse(input.DispatchMouseEventTypeMouseReleased, [2]float64{to[0] - 20, to[1] + 4})
	}
	chips("player,game,date")
	tab.Press(kb.Backspace)
	chips("game,date")
	tab.Click("button", "add player")
	chips("game,date,player")
	tab.Until(`document.querySelector("#template-games").value === "{game}#{date}#{player}"`)

	// A trial is put back or kept. It is one step of the history, however many keys were tried.
	tab.Gone(".key-trial")
	steps := func(want string) {
		t.Helper()
		tab.Until(`document.querySelector(".time .opens").dataset.step === "` + want + `"`)
	}
	tab.Until(`document.activeElement.dataset.segment === "player"`)
	before := e2e.Eval[int](tab, `+document.querySelector(".time .opens").dataset.step`)
	tab.Press(kb.ArrowLeft)
	tab.Wait(".key-trial")
	chips("game,player,date")
	steps(strconv.Itoa(before + 1))
	tab.Press(kb.ArrowLeft)
	chips("player,game,date")
	tab.Wait(`[data-query="corrie"][data-path="prefix"]`)
	steps(strconv.Itoa(before + 1))
	tab.Press(kb.Escape)
	chips("game,date,player")
	tab.Gone(".key-trial")
	steps(strconv.Itoa(before))
	tab.Focus("button", "player")
	tab.Press(kb.ArrowLeft)
	tab.Shot("chips-tried")
	tab.Click("button", "Keep")
	tab.Gone(".key-trial")
	steps(strconv.Itoa(before + 1))
	tab.Focus("button", "player")
	tab.Press(kb.ArrowRight)
	chips("game,date,player")
	steps(strconv.Itoa(before + 2))

	tab.Click("button", "player")
	tab.Choose("Transform 1", "a salt")
	tab.WaitText(`.chip[aria-expanded="true"] .via`, "4 salts")
	tab.Until(`document.querySelector("#template-games").value === "{game}#{date}#{player|salt:4}"`)
	tab.Axe()
	tab.Shot("chips-menu")
	tab.Press(kb.Escape)
	tab.Gone(".chip-menu:popover-open")
	tab.Until(`document.activeElement.dataset.segment === "player"`)
	tab.WaitText(`[data-claim="lossy"]`, "The key does not hold all of player")
	tab.Click("button", "+ ask")
	tab.Replace("textbox", "Name (may be empty)", "Jo in all games")
	tab.Choose("Field", "player")
	tab.Replace("combobox", "Value", "Jo")
	tab.Choose("Which of them", "the latest by date")
	tab.Replace("textbox", "How many", "2")
	tab.Click("checkbox", "win")
	tab.Axe()
	tab.Shot("chips")
	tab.Prefer("prefers-color-scheme", "dark")
	tab.AxeColours()
	tab.Shot("chips-dark")
	tab.Enter()
	tab.Wait(`[data-query="Jo in all games"][data-path="scan"]`)
	tab.WaitText(`[data-query="Jo in all games"]`, "Records with player “Jo”, the latest 2 by date, only win")
	tab.WaitText(`[data-query="Jo in all games"]`, "of which 2 are wanted. The key does not put date in order")
	told(tab, "3 questions asked of this data. Returns")
	tab.Size(e2e.Screens[1].Width, e2e.Screens[1].Height)
	tab.Part("Design")
	if wide := e2e.Eval[int](tab, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("a phone shows %d pixels of width", wide)
	}
	tab.Shot("chips-phone-dark")
	tab.Touch()
	tab.Tap(`document.querySelector("[data-segment=player]")`)
	tab.Wait(".chip-menu:popover-open")
	tab.Hittable("a chip's menu")
	tab.Shot("chips-menu-phone")
	tab.Press(kb.Escape)
	unfold(tab)
	tab.Click("button", "Remove: Jo in all games")
	tab.Gone(`[data-query="Jo in all games"]`)
}

// unfold opens the parts of the cards that are closed at first.
func unfold(tab *e2e.Tab) {
	tab.T.Helper()
	tab.Run(`document.querySelectorAll(".cards details").forEach((e) => { e.open = true; })`)
}
