//go:build e2e && bench

package e2e

import (
	"fmt"
	"testing"
	"time"
)

// solveStep has the shown step solved by its own solution and waits for its
// goals.
func solveStep(tab *Tab) {
	tab.t.Helper()
	press(tab, "Show a solution")
	const do = `document.querySelectorAll('button[aria-label^="Do it for me"]')`
	tab.Until(do + `.length > 0`)
	for i := range Eval[int](tab, do+`.length`) {
		tab.Until(fmt.Sprintf(`%s[%d] && %[1]s[%[2]d].getAttribute("aria-disabled") !== "true"`, do, i))
		tab.Run(fmt.Sprintf(`%s[%d].click()`, do, i))
		tab.Until(`!document.querySelector("progress")`)
	}
	tab.Until(`document.querySelectorAll('[data-goal][data-state="open"]').length === 0`)
}

// toGrowing goes to the step of a lesson that loads a table of a chosen size.
func toGrowing(tab *Tab) {
	tab.t.Helper()
	tab.Open("/lessons/lol-scores/" + teacher)
	tab.Ready()
	for range 3 {
		solveStep(tab)
		press(tab, "Next step")
		tab.Until(`document.querySelectorAll('[data-goal][data-state="passed"]').length === 0`)
	}
	tab.Run(fmt.Sprintf(slide, "line"))
	press(tab, "Guess")
	tab.Wait(`[data-goal="line-drawn"][data-state="passed"]`)
}

// press clicks the button whose text begins so. It does not ask for roles and
// names: once somebody has, Chromium keeps its accessibility tree up to date,
// and the page pays for that.
func press(tab *Tab, text string) {
	tab.t.Helper()
	find := fmt.Sprintf(`[...document.querySelectorAll("button")].find(b => b.textContent.startsWith(%q) && b.getAttribute("aria-disabled") !== "true")`, text)
	tab.Until(`!!` + find)
	tab.Run(find + `.click()`)
}

// watchPauses measures the page's longest pause between two turns of its event loop,
// which it asks for every four milliseconds.
const watchPauses = `(() => {
	globalThis.pauses = {longest: 0};
	let last = performance.now();
	setInterval(() => {
		const now = performance.now();
		pauses.longest = Math.max(pauses.longest, now - last);
		last = now;
	}, 4);
})()`

// keyEvery is the time between two keys of somebody who types fast.
const keyEvery = 120 * time.Millisecond

func TestBenchLoadMillion(t *testing.T) {
	_, tab := start(t)
	toGrowing(tab)
	const running = `!!document.querySelector("progress")`
	tab.Until(consoleEditor)
	tab.Run(watchPauses)
	begun := Eval[float64](tab, `performance.now()`)
	press(tab, "1,000,000")
	tab.Until(running)
	typed := ""
	tab.Run(consoleEditor + `.focus()`)
	for keys := time.Tick(keyEvery); Eval[bool](tab, running); <-keys {
		tab.Press("k")
		typed += "k"
	}
	took := Eval[float64](tab, `performance.now()`) - begun
	longest := Eval[float64](tab, `pauses.longest`)
	if got := Eval[string](tab, consoleText); got != typed {
		t.Errorf("typed %q, the console holds %q", typed, got)
	}
	t.Logf("two loads of 1,000,000 rows took %.1f s, %d keys typed meanwhile", took/1000, len(typed))
	fmt.Printf("BENCH page-gap-loading-1m %.0fms <50ms\n", longest)

	tab.Until(`!` + running)
	press(tab, "1,000,000")
	tab.Until(running + ` && +document.querySelector("progress").value > 0`)
	pressed := Eval[float64](tab, `(() => {
		const at = performance.now();
		[...document.querySelectorAll("button")].find(b => b.textContent === "Cancel").click();
		return at;
	})()`)
	tab.Until(`!` + running)
	gone := Eval[float64](tab, `performance.now()`)
	fmt.Printf("BENCH cancel-load-1m %.0fms <500ms\n", gone-pressed)
}
