//go:build e2e

package e2e

import "testing"

// TestChips: a field is salted through its chip, and a question of one's own asked:
// what it costs shows beside the others.
func TestChips(t *testing.T) {
	seldom(t)
	t.Parallel()
	tab := example(t, "Game scores")
	tab.WaitText(`[data-query="corrie"]`, "Records with game “LoL”, player “Corrie”, date beginning with “201503”")
	for _, way := range []string{"left", "right"} { // who moves a field can move it on
		tab.Focus("button", "move player "+way)
		tab.Enter()
		tab.Until(`document.activeElement.ariaLabel === "move player ` + way + `" && document.activeElement.parentNode.innerText.includes("player")`)
	}
	tab.Until(`document.querySelector("#template-games").value === "{game}#{date}#{player}"`)
	tab.Click("button", "player: what becomes of it")
	tab.choose("Transform 1", "a salt")
	tab.WaitText(`.chip [aria-expanded="true"] .via`, "4 salts")
	tab.Until(`document.querySelector("#template-games").value === "{game}#{date}#{player|salt:4}"`)
	tab.WaitText(`[data-claim="lossy"]`, "The key does not hold all of player")
	tab.Click("button", "Ask another question")
	tab.Replace("textbox", "Name (may be empty)", "Jo in all games")
	tab.choose("Field", "player")
	tab.Replace("textbox", "Value", "Jo")
	tab.choose("Which of them", "the latest by date")
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
	tab.told("3 questions asked of this data. Returns")
	tab.Size(screens[1].width, screens[1].height)
	tab.part("Map")
	if wide := Eval[int](tab, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("a phone shows %d pixels of width", wide)
	}
	tab.Shot("chips-phone-dark")
	tab.Click("button", "Remove: Jo in all games")
	tab.Gone(`[data-query="Jo in all games"]`)
}
