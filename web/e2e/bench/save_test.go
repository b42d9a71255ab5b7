//go:build e2e && bench

package bench

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/web/e2e"
)

// cbtRows returns a file for cbt import with n rows of one cell, where n is rows.
func cbtRows(rows int) []byte {
	var b strings.Builder
	b.WriteString(",f\n,q\n")
	for i := range rows {
		fmt.Fprintf(&b, "r%07d,v\n", i)
	}
	return []byte(b.String())
}

// measureSaves is a script that records two values for each Enter: the time until the page
// shows the result and that it is saved, and how many bytes the worker has written to the
// database meanwhile.
const measureSaves = `(() => {
	globalThis.saves = [];
	let bytes = 0;
	new BroadcastChannel("probe").onmessage = ({data}) => { bytes += data[1]; };
	addEventListener("keydown", (e) => {
		if (e.key !== "Enter") return;
		const entered = performance.now(), before = ` + e2e.Entries + `;
		bytes = 0;
		const look = () => {
			if (` + e2e.Entries + ` === before || document.querySelector("[data-saved]").dataset.saved !== "saved") {
				requestAnimationFrame(look);
				return;
			}
			const took = performance.now() - entered;
			setTimeout(() => saves.push([took, bytes]), 20); // the worker's last message may still be on its way
		};
		requestAnimationFrame(look);
	}, true);
})()`

// measure is the format of a script that measures a time into the variable took. Its first
// argument is code that calls begin, and its second a condition on what is drawn; the time runs
// from begin until the condition holds.
const measure = `(() => {
	globalThis.took = 0;
	const begin = () => {
		const begun = performance.now();
		const look = () => {
			if (%[2]s) took = performance.now() - begun;
			else requestAnimationFrame(look);
		};
		requestAnimationFrame(look);
	};
	%[1]s;
})()`

// stillness is a JavaScript expression for a promise that resolves once the worker has written
// nothing for a while. Before that a snapshot may be in progress.
const stillness = `new Promise((done) => {
	let last = performance.now();
	const channel = new BroadcastChannel("probe");
	channel.onmessage = () => { last = performance.now(); };
	const tick = setInterval(() => {
		if (performance.now() - last > 1500) {
			clearInterval(tick);
			channel.close();
			done(true);
		}
	}, 50);
})`

// TestBenchSave sets one cell of a sandbox again and again, in a table of a thousand rows and
// in one of a million, and then opens the large sandbox again.
func TestBenchSave(t *testing.T) {
	site := e2e.ServeDir(t, e2e.WorkerWith(t, e2e.Probe), "/")
	tab := e2e.Shared(t).Tab(t, site)
	var took, bytes []float64
	var imported, opened float64
	for _, rows := range []int{1_000, 1_000_000} {
		route := tab.NewSandbox()
		tab.Upload("Pick files", e2e.WriteFile(t, "rows.csv", cbtRows(rows)))
		tab.Wait(".picked li")
		tab.Commands("createtable t families=f")
		shows := fmt.Sprintf(`document.querySelector("[role=grid]")?.getAttribute("aria-rowcount") === "%d" && !document.querySelector("progress")`, rows+1)
		tab.Type("textbox", "Console", "import t rows.csv")
		tab.Run(fmt.Sprintf(measure, `addEventListener("keydown", begin, { once: true, capture: true })`, shows))
		tab.Enter()
		tab.UntilWithin(2*time.Minute, "took")
		imported = e2e.Eval[float64](tab, "took")
		tab.Saved()
		tab.Run(stillness)

		tab.Run(measureSaves)
		for i := range 25 {
			tab.Type("textbox", "Console", fmt.Sprintf("set t r%07d f:q=%d", i*rows/25, i))
			tab.Enter()
			tab.Until(fmt.Sprintf("saves.length === %d", i+1))
		}
		saves := e2e.Eval[[][]float64](tab, "saves")
		var times []float64
		most := 0.0
		for _, s := range saves {
			times = append(times, s[0])
			most = max(most, s[1])
		}
		slices.Sort(times)
		took, bytes = append(took, times[len(times)/2]), append(bytes, most)
		t.Logf("%d rows: imported in %.0f ms; a cell is saved in %.1f ms, with at most %.0f bytes", rows, imported, times[len(times)/2], most)
		tab.Run(stillness)

		tab.Open("/sandboxes/")
		tab.Wait(".shelf li a")
		link := fmt.Sprintf(`document.querySelector('.shelf a[href*=%q]')`, strings.TrimPrefix(route, "/"))
		tab.Until(link)
		tab.Run(fmt.Sprintf(measure, "begin(); "+link+".click()", shows))
		tab.UntilWithin(2*time.Minute, "took")
		opened = e2e.Eval[float64](tab, "took")
		t.Logf("%d rows: opened in %.0f ms", rows, opened)
	}
	fmt.Printf("BENCH save-bytes-1m %.0f <65536\n", bytes[1])
	fmt.Printf("BENCH save-1m-vs-1k %.2fx <=2x\n", took[1]/took[0])
	fmt.Printf("BENCH open-vs-import %.1fx >=5x\n", imported/opened)
}
