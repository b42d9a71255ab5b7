//go:build e2e && bench

package bench

import (
	"fmt"
	"os"
	"testing"
	"time"

	"tabletop/web/e2e"
)

// solveStep solves the current step by its own solution and waits for its goals.
func solveStep(tab *e2e.Tab) {
	tab.T.Helper()
	press(tab, "Show a solution")
	const do = `document.querySelectorAll('button[aria-label^="Do it for me"]')`
	tab.Until(do + `.length > 0`)
	for i := range e2e.Eval[int](tab, do+`.length`) {
		tab.Until(fmt.Sprintf(`%s[%d] && %[1]s[%[2]d].getAttribute("aria-disabled") !== "true"`, do, i))
		tab.Run(fmt.Sprintf(`%s[%d].click()`, do, i))
		tab.Until(`!document.querySelector("progress")`)
	}
	tab.Until(`document.querySelectorAll('[data-goal][data-state="open"]').length === 0`)
}

// toGrowing goes to the step of a lesson that loads a table of a chosen size.
func toGrowing(tab *e2e.Tab) {
	tab.T.Helper()
	tab.Open("/lessons/lol-scores/" + e2e.Teacher)
	tab.Ready()
	for range 3 {
		solveStep(tab)
		press(tab, "Next step")
		tab.Until(`document.querySelectorAll('[data-goal][data-state="passed"]').length === 0`)
	}
	tab.Run(fmt.Sprintf(e2e.Slide, "line"))
	press(tab, "Guess")
	tab.Wait(`[data-goal="line-drawn"][data-state="passed"]`)
}

// press clicks the button whose text begins with the given text. It does not look for roles and
// names: once they are queried, Chromium keeps its accessibility tree up to date, which slows
// the page down.
func press(tab *e2e.Tab, text string) {
	tab.T.Helper()
	find := fmt.Sprintf(`[...document.querySelectorAll("button")].find(b => b.textContent.startsWith(%q) && b.getAttribute("aria-disabled") !== "true")`, text)
	tab.Until(`!!` + find)
	tab.Run(find + `.click()`)
}

// watchPauses is a script that measures the page's longest pause between two turns of its event
// loop. It sets a timer of four milliseconds for that.
const watchPauses = `(() => {
	globalThis.pauses = {longest: 0};
	let last = performance.now();
	setInterval(() => {
		const now = performance.now();
		pauses.longest = Math.max(pauses.longest, now - last);
		last = now;
	}, 4);
})()`

// keyEvery is the time between two keys of a fast typist.
const keyEvery = 120 * time.Millisecond

// TestBenchLoadMillion measures the longest pause of the page while a million rows are loaded
// and the reader types, and how long it takes to cancel a load.
func TestBenchLoadMillion(t *testing.T) {
	figures := timed(t)
	_, tab := e2e.Start(t)
	toGrowing(tab)
	const running = `!!document.querySelector("progress")`
	tab.Until(e2e.ConsoleEditor)
	tab.Run(watchPauses)
	begun := e2e.Eval[float64](tab, `performance.now()`)
	press(tab, "1,000,000")
	tab.Until(running)
	typed := ""
	tab.Run(e2e.ConsoleEditor + `.focus()`)
	for keys := time.Tick(keyEvery); e2e.Eval[bool](tab, running); <-keys {
		tab.Press("k")
		typed += "k"
	}
	took := e2e.Eval[float64](tab, `performance.now()`) - begun
	longest := e2e.Eval[float64](tab, `pauses.longest`)
	if got := e2e.Eval[string](tab, e2e.ConsoleText); got != typed {
		t.Errorf("typed %q, the console holds %q", typed, got)
	}
	t.Logf("two loads of 1,000,000 rows took %.1f s, %d keys typed meanwhile", took/1000, len(typed))
	figures.Add("page-gap-loading-1m", longest, "<0.28x")

	tab.Until(`!` + running)
	press(tab, "1,000,000")
	tab.Until(running + ` && +document.querySelector("progress").value > 0`)
	pressed := e2e.Eval[float64](tab, `(() => {
		const at = performance.now();
		[...document.querySelectorAll("button")].find(b => b.textContent === "Cancel").click();
		return at;
	})()`)
	tab.Until(`!` + running)
	gone := e2e.Eval[float64](tab, `performance.now()`)
	figures.Add("cancel-load-1m", gone-pressed, "<2.8x")
	figures.End(os.Stdout)
}
