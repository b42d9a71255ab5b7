//go:build e2e && bench

package bench

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"tabletop/web/e2e"
	"tabletop/web/test/fixedwork"
)

// scrubbed is a JavaScript function that calls act in each frame. It returns the 95th
// percentile of the times between frames in milliseconds, and how many different texts told has
// returned meanwhile. Browsers round the time of a frame to tenths of a millisecond, so a
// difference may be wrong by up to one.
const scrubbed = `(async (act, told) => {
	const way = [], seen = new Set();
	let before = null;
	await new Promise((done) => {
		const frame = (now) => {
			if (before !== null) way.push(now - before - 0.1);
			before = now;
			seen.add(told());
			if (way.length === 240) return done();
			act(way.length);
			requestAnimationFrame(frame);
		};
		requestAnimationFrame(frame);
	});
	way.sort((a, b) => a - b);
	return {P95: way[Math.floor(way.length * 0.95)], Longest: way.at(-1), Seen: seen.size};
})`

// frame is the time between two frames in milliseconds, when the page does not delay them.
const frame = 16.6

// watchAnswers is a script that measures how long console commands take, from Enter to their
// output.
const watchAnswers = `(() => {
	globalThis.answers = [];
	let pressed = 0;
	document.addEventListener("keydown", (e) => { if (e.key === "Enter") pressed = performance.now(); }, true);
	new MutationObserver(() => {
		const last = [...document.querySelectorAll("[role=log] .log-entry")].at(-1);
		if (pressed && last && [...last.children].some((line) => !line.matches(".ran"))) {
			answers.push(performance.now() - pressed);
			pressed = 0;
		}
	}).observe(document.querySelector("[role=log]"), {subtree: true, childList: true});
})()`

// whileSimulating measures three simulations: of the same key again, of another key beside it,
// and of both while console commands read rows. For the first two it adds the longest pause
// of the page until their results have been painted, and for the third the time of the slowest
// command. Key presses are not part of the pauses: the browser delays timers until it has
// painted what a key changed.
func whileSimulating(tab *e2e.Tab, figures *fixedwork.Group) {
	const resting = `!!document.querySelector(".traffic .primary[aria-disabled]")`
	const frames = `new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(pauses.longest), 50)))`
	mapped := func(maps int) string {
		return fmt.Sprintf(`!(%s) && document.querySelectorAll("[data-diagnosis]").length === %d`, resting, maps)
	}
	tab.Until(e2e.ConsoleEditor + ` && !!document.querySelector(".sentence")`)
	press(tab, "More, compare")
	tab.Wait(".traffic .primary")
	tab.UntilWithin(2*time.Minute, mapped(1))
	tab.Run(watchPauses)
	e2e.Eval[float64](tab, frames) // opening is not measured
	tab.Run(`pauses.longest = 0`)
	press(tab, "Simulate again")
	tab.Until(resting)
	tab.UntilWithin(2*time.Minute, mapped(1))
	figures.Add("simulate-longest-gap-ms", e2e.Eval[float64](tab, frames), "<0.28x")
	tab.Run(`(() => { const e = document.querySelector("#heat-compare"); e.value = [...e.options].at(-1).value; e.dispatchEvent(new Event("change", {bubbles: true})); })()`)
	tab.Wait("#heat-template")
	tab.Run(`document.querySelector("#heat-template").focus()`)
	tab.Press("{user}#{time}")
	e2e.Eval[float64](tab, frames) // typing is not measured
	tab.Run(`pauses.longest = 0`)
	tab.UntilWithin(2*time.Minute, mapped(2))
	figures.Add("simulate-twin-longest-gap-ms", e2e.Eval[float64](tab, frames), "<0.28x")
	tab.Run(watchAnswers)
	press(tab, "Simulate again")
	tab.Until(resting)
	tab.Run(e2e.ConsoleEditor + `.focus()`)
	commands := 0
	for ; e2e.Eval[bool](tab, resting); commands++ {
		tab.Press("lookup battery 2015" + kb.Enter)
		tab.Until(fmt.Sprintf(`answers.length === %d`, commands+1))
	}
	tab.T.Logf("%d commands while simulating: %.0f ms", commands, e2e.Eval[[]float64](tab, `answers`))
	figures.Add("console-answer-simulating", e2e.Eval[float64](tab, `Math.max(...answers)`), "<0.56x")
	if commands == 0 {
		tab.T.Error("no command ran while it simulated")
	}
}

// TestBenchHeat moves the pointer over a heat map of 1,000 × 400 cells, and changes its time
// and its brightness.
func TestBenchHeat(t *testing.T) {
	figures := timed(t)
	_, tab := e2e.Start(t)
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	tab.Open(e2e.LinkTo(t, "Battery", e2e.Battery(120_000), e2e.OfCorrie))
	press(tab, "Make a sandbox of it")
	const heat = `[...document.querySelectorAll("[role=radiogroup] label")].find((l) => l.textContent === "Heat")`
	tab.Until(`!!` + heat)
	tab.Run(heat + `.click()`)
	whileSimulating(tab, figures)
	figures.Again()
	tab.UntilWithin(2*time.Minute, `document.querySelector("#heat-grid-0")?.ariaRowCount === "1000" && document.querySelector("#heat-grid-0").ariaColCount === "400"`)
	tab.Run(`document.querySelector(".heat-tools").scrollIntoView()`)
	slide := func(of string) string {
		return `(i) => { const e = document.querySelector("` + of + `"); e.value = (7 * i) % (+e.max + 1); e.dispatchEvent(new Event("input", {bubbles: true})); }`
	}
	most := 0.0
	for _, way := range []struct {
		name, act, told string
		least           int
	}{
		{"pointer", `(i) => {
			const e = document.querySelector("#heat-grid-0"), b = e.getBoundingClientRect();
			e.dispatchEvent(new PointerEvent("pointermove", {clientX: b.left + b.width * i / 240, clientY: b.top + b.height * (i % 40) / 40, bubbles: true}));
		}`, `() => document.querySelector("#heat-cell-0").ariaLabel`, 100},
		{"time", slide("#heat-scrub"), `() => document.querySelector("#heat-scrub").getAttribute("aria-valuetext")`, 100},
		{"brightness", slide(".heat-bright input"), `() => document.querySelector(".heat-bright input").getAttribute("aria-valuetext")`, 9},
	} {
		saw := e2e.Eval[struct {
			P95, Longest float64
			Seen         int
		}](tab, fmt.Sprintf(`%s(%s, %s)`, scrubbed, way.act, way.told))
		t.Logf("%s: 95 of 100 frames within %.1f ms, the longest %.1f ms, %d different", way.name, saw.P95, saw.Longest, saw.Seen)
		if saw.Seen < way.least {
			t.Errorf("%s: only %d different things were shown", way.name, saw.Seen)
		}
		most = max(most, saw.P95)
	}
	figures.Add("heat-frame-ms", max(0, most-frame), "<0.05x")
	figures.End(os.Stdout)
}
