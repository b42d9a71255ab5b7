//go:build e2e

package lessons

import (
	"strconv"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"tabletop/web/e2e"
)

// TestPath begins the path with the first button of the first page, does its stops with the key's
// template and the buttons, and goes on to a track. No stop needs scrolling at 1280 × 720.
func TestPath(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Size(1280, 720)
	tab.Open("/")
	tab.Click("link", "Start: twenty minutes")
	fits := func(stop string) {
		t.Helper()
		tab.Shot("path-" + stop)
		if over := e2e.Eval[float64](tab, `Math.max(0, ...[...document.querySelectorAll(".stop-side > *, .stop .bench")].map((e) => e.getBoundingClientRect().bottom)) - innerHeight`); over > 0 {
			t.Errorf("%s: %.0f px are below the fold", stop, over)
		}
	}
	tab.WaitText("#step-title", "Which LoL games did Corrie play in March?")
	tab.Wait(`[data-query="corrie"][data-rows-scanned="6"]`)
	fits("game")
	tab.Focus("button", "player")
	tab.Press(kb.ArrowLeft)
	tab.Wait(`[data-query="corrie"][data-rows-scanned="2"]`)
	tab.Wait(`[data-goal="corrie-exact"][data-state="passed"]`)
	fits("game-exact")
	tab.Type("textbox", "With 100,000 games, how many rows would the key that you began with scan?", "300")
	tab.PressButton("Guess")
	tab.PressButton("Load 100,000 games")
	tab.WaitText(`[data-question="grown"]`, "4,242")
	fits("game-grown")
	tab.Click("button", "Next step")

	tab.WaitText("#step-title", "Where is the index for this statement?")
	tab.Wait(`[data-query="nora"][data-rows-scanned="2000"]`)
	fits("sql")
	tab.Click("button", "add customer")
	tab.Wait(`[data-segment="customer"]`)
	tab.Click("button", "add time")
	tab.Wait(`[data-segment="time"]`)
	tab.Focus("button", "order")
	tab.Press(kb.Backspace)
	tab.Wait(`[data-query="nora"][data-rows-scanned="12"]`)
	tab.Type("textbox", "And WHERE book = 'emma'? How many of the 2,000 rows does it scan under your key?", "200")
	tab.PressButton("Guess")
	tab.WaitText(`[data-question="book"]`, "2,000")
	fits("sql-done")
	tab.Click("button", "Next step")

	tab.WaitText("#step-title", "Ten nodes. Which of them work?")
	fits("nodes")
	tab.Type("textbox", "At any moment, what percentage of the work will the busiest of the ten nodes have?", "10")
	tab.PressButton("Guess")
	tab.PressButton("Run the traffic")
	tab.Wait(`[data-goal="hot-seen"][data-state="passed"]`)
	fits("nodes-hot")
	tab.Focus("button", "meter")
	tab.Press(kb.ArrowLeft)
	tab.PressButton("Run the traffic")
	tab.Wait(`[data-goal="all-work"][data-state="passed"]`)
	fits("nodes-cool")
	tab.Click("button", "Next step")

	tab.WaitText("#step-title", "Two questions about rented bikes")
	tab.Wait(`[data-query="bike"]`)
	fits("bikes")
	tab.Focus("button", "bike")
	tab.Press(kb.ArrowLeft)
	tab.Wait(`[data-query="bike"][data-rows-scanned="5"]`)
	// After a reload the first question's rows are marked again, and those of the other one once its card
	// is pressed.
	tab.Saved()
	tab.Reload()
	tab.Wait(`[data-query="bike"][data-marked="true"]`)
	tab.Run(`document.querySelector("[data-query=station] summary").click()`)
	tab.Wait(`[data-query="station"][data-marked="true"]`)
	tab.Wait(`[role=grid] [role=row][data-scan="scanned"]`)
	fits("bikes-marked")
	tab.PressButton("Be graded")
	tab.WaitText(".score", "pars met")
	tab.WaitText(".explain", "there can be two tables")
	fits("bikes-graded")
	tab.Click("button", "Add a second table")
	tab.Until(`document.querySelectorAll(".shown-table option").length === 2`)
	tab.Click("button", "add station")
	tab.Wait(`[data-segment="station"]`)
	tab.Focus("button", "station")
	tab.Press(kb.ArrowLeft + kb.ArrowLeft)
	tab.Wait(`li:first-child > [data-segment="station"]`)
	tab.Focus("button", "time")
	tab.Press(kb.ArrowLeft)
	tab.Wait(`[data-query="station"][data-rows-scanned="14"]`)
	fits("bikes-second")
	tab.PressButton("Be graded again")
	tab.Wait(`[data-medal="3"]`)
	fits("bikes-gold")
	tab.Click("button", "Next step")

	tab.WaitText("#step-title", "What you have found out")
	tab.WaitText(".stop-found", "4,242")
	fits("found")
	tab.Axe()

	// The tables of the first stop are gone, which it says.
	tab.Run(`document.querySelector(".stop-way button").click()`)
	tab.WaitText(".stop", "You are past this step")
	tab.Gone(".stop-body")
	tab.Axe()
	tab.Shot("path-over")
	tab.Run(`[...document.querySelectorAll(".stop-way button")].at(-1).click()`)
	tab.Wait(".stop-found")
	tab.Click("link", "The sorted map")
	tab.Wait(".work")
}

// TestPathInTheBrowsersLanguage looks at the first stop in other languages, on a phone and in the
// dark scheme.
func TestPathInTheBrowsersLanguage(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	for _, lang := range []string{"it", "zh-hant"} {
		for _, s := range [][2]int64{{1280, 720}, {390, 844}} {
			tab.Size(s[0], s[1])
			tab.Open("/" + lang + "/lessons/twenty-minutes/")
			tab.Wait(`[data-query="corrie"][data-rows-scanned="6"]`)
			tab.Shot("path-" + lang + "-" + strconv.FormatInt(s[0], 10))
			tab.Until(`document.documentElement.scrollWidth <= innerWidth`)
		}
	}
	tab.Open("/lessons/twenty-minutes/")
	tab.Wait(`[data-query="corrie"][data-rows-scanned="6"]`)
	tab.Prefer("prefers-color-scheme", "dark")
	tab.Axe()
	tab.Shot("path-dark")
}
