//go:build e2e && bench

package bench

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"tabletop/web/e2e"
)

// moved is a script that measures the moving of chips. Its function globalThis.moved(…) returns
// a promise of times in milliseconds, each from the last key press to a frame: "rows" is the
// frame that shows rows with other keys, "questions" the one that shows other costs of the
// questions, and "map" the one that shows another small heat map.
const moved = `(() => {
	const read = {
		rows: () => [...document.querySelectorAll("[role=grid] [data-key]")].slice(0, 8).map((e) => e.dataset.key).join(),
		questions: () => [...document.querySelectorAll("[data-query]")].map((e) => e.dataset.rowsScanned).join(),
	};
	let pressed, took, picture;
	const before = {};
	const paint = (what) => {
		took[what] = 0;
		const mine = took, began = pressed;
		requestAnimationFrame(() => {
			const channel = new MessageChannel();
			channel.port1.onmessage = () => { mine[what] = performance.now() - began; };
			channel.port2.postMessage(0);
		});
	};
	const put = CanvasRenderingContext2D.prototype.putImageData;
	CanvasRenderingContext2D.prototype.putImageData = function (image, ...at) {
		if (this.canvas.matches(".heat-mini")) {
			let sum = 0;
			for (let i = 0; i < image.data.length; i += 101) sum = (31 * sum + image.data[i]) | 0;
			if (sum !== picture && took && took.map === undefined) paint("map");
			if (sum !== picture) globalThis.pictures = 1 + (globalThis.pictures ?? 0);
			picture = sum;
		}
		return put.call(this, image, ...at);
	};
	document.addEventListener("keydown", () => {
		pressed = performance.now();
		took = {};
		for (const what in read) before[what] = read[what]();
	}, true);
	new MutationObserver(() => {
		for (const what in read) {
			const now = read[what]();
			if (took !== undefined && took[what] === undefined && now !== before[what]) paint(what);
		}
	}).observe(document.body, {subtree: true, childList: true, attributes: true, attributeFilter: ["data-key", "data-rows-scanned"]});
	globalThis.moved = async (...what) => {
		while (!what.every((w) => took?.[w]) || document.querySelector("progress")) await new Promise((next) => setTimeout(next, 4));
		return what.map((w) => took[w]);
	};
})()`

// TestBenchChip moves a chip of a table of 100,000 records to another place and back.
func TestBenchChip(t *testing.T) {
	figures := timed(t)
	_, tab := e2e.Start(t)
	toGrowing(tab)
	press(tab, "100,000")
	tab.Until(`!document.querySelector("progress") && document.querySelector("[role=slider]")?.getAttribute("aria-valuetext").endsWith("of 100,000")`)
	tab.Run(moved)
	var rows, questions []float64
	// A design that was shown before is shown at once, so this one is left first.
	tab.Run(`document.querySelector("[data-segment=game]").focus()`)
	for range 2 {
		tab.Press(kb.ArrowRight)
		tab.Until(`document.querySelector("progress") === null && document.activeElement.dataset.segment === "game"`)
	}
	tab.Until(`[...document.querySelectorAll("[data-segment]")].map((e) => e.dataset.segment).join() === "player,date,game" && document.querySelector(".key-trial")`)
	tab.Run(`document.querySelector("[data-segment=player]").focus()`)
	for i := range 40 {
		tab.Press([]string{kb.ArrowRight, kb.ArrowLeft}[i%2])
		took := e2e.Eval[[]float64](tab, `moved("rows", "questions")`)
		rows, questions = append(rows, took[0]), append(questions, took[1])
	}
	figures.Add("chip-to-rows-100k-ms", p95(rows), "<=0.83x")
	figures.Add("chip-to-questions-100k-ms", p95(questions), "<=5.6x")
	figures.End(os.Stdout)
	t.Logf("rows %.0f, questions %.0f", rows, questions)
}

// p95 returns the 95th percentile.
func p95(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)*95/100]
}

// TestBenchChipMap moves a chip of a table whose load is simulated without a request of the
// reader: a table of 100,000 records, and a larger one whose result is only estimated. The
// longest pause of the page is measured between the key and the map, without the event of the
// key itself.
func TestBenchChipMap(t *testing.T) {
	figures := timed(t)
	for _, of := range []struct {
		name    string
		records int64
		leave   int // which button to press, Keep or Put back; a design that was shown before is shown at once
	}{{"100k", 100_000, 0}, {"estimated", 1_000_000, 1}} {
		_, tab := e2e.Start(t)
		tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
		tab.Open(e2e.LinkTo(t, "Battery", e2e.Battery(of.records), e2e.OfCorrie))
		tab.Run(moved)
		press(tab, "Make a sandbox of it")
		tab.UntilWithin(2*time.Minute, `!document.querySelector("progress") && document.querySelectorAll("[data-segment]").length === 2 && !!document.querySelector(".heat-mini")`)
		tab.Run(watchPauses)
		var rows, questions, maps []float64
		for i := range 13 {
			tab.Run(`document.querySelector("[data-segment]").focus()`)
			if i == 1 {
				tab.Run(`pauses.longest = 0`) // the first move computes what the later ones reuse
			}
			tab.Press(kb.ArrowRight)
			if took := e2e.Eval[[]float64](tab, `moved("rows", "questions", "map")`); i > 0 {
				rows, questions, maps = append(rows, took[0]), append(questions, took[1]), append(maps, took[2])
			}
			tab.Run(fmt.Sprintf(`globalThis.pictures = 0; document.querySelectorAll(".key-trial button")[%d].click()`, of.leave))
			tab.UntilWithin(time.Minute, fmt.Sprintf(`!document.querySelector(".key-trial") && pictures >= %d`, of.leave)) // the map of the previous key
			tab.Run(`new Promise((done) => setTimeout(done, 1000))`)
		}
		longest := e2e.Eval[float64](tab, `pauses.longest`)
		figures.Again()
		figures.Add("chip-to-map-"+of.name+"-ms", p95(maps), "<=8.3x")
		figures.Add("chip-longest-gap-"+of.name+"-ms", longest, "<0.28x")
		if of.records > 100_000 {
			figures.Add("chip-to-rows-"+of.name+"-ms", p95(rows), "<=0.83x")
			figures.Add("chip-to-questions-"+of.name+"-ms", p95(questions), "<=5.6x")
		}
		t.Logf("rows %.0f, questions %.0f, maps %.0f", rows, questions, maps)
	}
	figures.End(os.Stdout)
}
