//go:build e2e && bench

package bench

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"tabletop/web/e2e"
)

// painted is a script that measures key presses. Its function globalThis.painted(text) returns
// a promise of the time from the last key press to the frame that shows the preview of the
// text, in milliseconds.
const painted = `(() => {
	let pressed = 0;
	document.addEventListener("keydown", () => { pressed = performance.now(); }, true);
	const shown = (text) => [...document.querySelectorAll("[data-preview]")].some((e) => e.dataset.preview === text);
	const drawn = new Map();
	new MutationObserver(() => {
		const at = document.querySelector("[data-preview]")?.dataset.preview;
		if (at === undefined || drawn.get("text") === at) return;
		drawn.set("text", at);
		const began = pressed;
		requestAnimationFrame(() => {
			const channel = new MessageChannel();
			channel.port1.onmessage = () => { drawn.set("took", [at, performance.now() - began]); };
			channel.port2.postMessage(0);
		});
	}).observe(document.body, {subtree: true, childList: true, attributes: true, attributeFilter: ["data-preview"]});
	globalThis.painted = async (text) => {
		for (;;) {
			const [at, took] = drawn.get("took") ?? [];
			if (at === text && shown(text)) return took;
			await new Promise((next) => setTimeout(next, 4));
		}
	};
})()`

// liveKeys types a read key by key, several times, and returns the median time from a key to
// its painted preview, in milliseconds.
func liveKeys(tab *e2e.Tab) float64 {
	const begin, rest = "read games prefix=LoL#", "Corrie#201"
	tab.Until(e2e.ConsoleEditor)
	tab.Run(e2e.ConsoleEditor + `.focus()`)
	tab.Press(begin)
	e2e.Eval[float64](tab, fmt.Sprintf(`painted(%q)`, begin))
	var times []float64
	for range 8 {
		for i := range rest {
			tab.Press(rest[i : i+1])
			times = append(times, e2e.Eval[float64](tab, fmt.Sprintf(`painted(%q)`, begin+rest[:i+1])))
		}
		for i := len(rest) - 1; i >= 0; i-- {
			tab.Press(kb.Backspace)
			e2e.Eval[float64](tab, fmt.Sprintf(`painted(%q)`, begin+rest[:i]))
		}
	}
	for range begin {
		tab.Press(kb.Backspace)
	}
	tab.Until(`!document.querySelector("[data-preview]")`)
	slices.Sort(times)
	return times[len(times)/2]
}

// TestBenchLive measures the preview of a read while it is typed.
func TestBenchLive(t *testing.T) {
	_, tab := e2e.Start(t)
	toGrowing(tab)
	tab.Run(painted)
	const running = `!!document.querySelector("progress")`
	var median []float64
	for _, rows := range []string{"1,000", "1,000,000"} {
		press(tab, rows)
		tab.Until(fmt.Sprintf(`!%s && document.querySelector("[role=slider]")?.getAttribute("aria-valuetext").endsWith("of %s")`, running, rows))
		median = append(median, liveKeys(tab))
		t.Logf("%s rows: %.1f ms from key to paint", rows, median[len(median)-1])
	}
	fmt.Printf("BENCH keystroke-to-paint-1m-vs-1k %.2fx <=1.5x\n", median[1]/median[0])
}
