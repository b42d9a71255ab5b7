//go:build e2e && bench && linux

package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tabletop/web/e2e"
	"tabletop/web/test/drive"
	"tabletop/web/test/fixedwork"
)

// tellsMemory is a script that makes page and worker report the memory of their programs, in
// bytes.
const tellsMemory = `{
	const made = WebAssembly.instantiate;
	WebAssembly.instantiate = async (...args) => {
		const instance = await made(...args);
		if (!(instance instanceof WebAssembly.Instance)) return instance; // what unpacks the program
		const channel = (globalThis.memoryTold = new BroadcastChannel("memory")); // Firefox forgets what nobody holds
		const of = "document" in globalThis ? "page" : "worker";
		channel.onmessage = ({ data }) => data === "ask" && channel.postMessage([of, instance.exports.mem.buffer.byteLength]);
		return instance;
	};
}
`

// memory is a JavaScript expression for the memory of both programs together, in megabytes.
// WebAssembly never gives memory back before the tab or the worker ends.
const memory = `new Promise((done) => {
	const channel = (globalThis.memoryAsked = new BroadcastChannel("memory")), all = new Map();
	channel.onmessage = ({ data: [of, bytes] }) => {
		if (all.set(of, bytes).size < 2) return;
		clearInterval(asking);
		channel.close();
		done((all.get("page") + all.get("worker")) / 1e6);
	};
	const asking = setInterval(() => channel.postMessage("ask"), 100);
})`

// benched returns a folder with the built site in which the pauses of each page are measured
// from its first script on.
func benched(t *testing.T) string {
	t.Helper()
	dir := e2e.WorkerWith(t, "")
	for name, script := range map[string]string{"early.js": watchPauses + ";\n", "run.js": tellsMemory} {
		name = filepath.Join(dir, name)
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, append([]byte(script), data...), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestBenchGaps measures in each browser the longest time for which the page does not respond,
// and the memory that it uses. Everything but undoing is done several times, and the median
// counts: page, worker and browser share two processors, so single times vary widely.
func TestBenchGaps(t *testing.T) {
	const rows = 1_000_000
	const rounds, loads = 5, 3
	const large = 3 * time.Minute
	holds := func(rows int) string {
		return fmt.Sprintf(`document.querySelector("[role=grid]")?.getAttribute("aria-rowcount") === "%d" && !document.querySelector("progress")`, rows+1)
	}
	painted := `new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(pauses.longest), 50)))`
	e2e.InEach(t, func(t *testing.T, kind drive.Kind) {
		goal := "<0.33x"
		if kind == drive.Chromium {
			goal = "<0.28x"
		}
		gaps := map[string][]float64{}
		gap := func(v *e2e.Visit, name string) {
			gaps[name] = append(gaps[name], e2e.ValueOf[float64](v, painted))
			v.Run(`pauses.longest = 0`)
		}
		button := func(text string) string {
			return fmt.Sprintf(`[...document.querySelectorAll("button")].find((b) => b.textContent.startsWith(%q) && b.ariaDisabled !== "true")`, text)
		}
		press := func(v *e2e.Visit, text string) {
			v.Until(`!!` + button(text))
			v.Run(button(text) + `.click()`)
		}
		v := e2e.Visiting(t, kind, e2e.ServeDir(t, benched(t), "/"))
		site := workSite(t)
		v.GoTo(site.URL)
		figures := fixedwork.Begin(string(kind), func() float64 { return e2e.ValueOf[float64](v, `took()`) })
		again := func() {
			v.GoTo(site.URL)
			figures.Again()
		}
		for range rounds {
			v.GoTo("about:blank")
			v.Open("/lessons/sorted-map/")
			v.Saved()
			gap(v, "opening")
		}
		fmt.Printf("BENCH memory-start-%s-mb %.0fMB <=64MB\n", kind, e2e.ValueOf[float64](v, memory))
		again()

		var route string
		for range loads {
			v.Open("/")
			v.Press("New sandbox")
			route = v.SandboxShown()
			v.Upload("Pick files", e2e.WriteFile(t, "rows.csv", cbtRows(rows)))
			v.Wait(".picked li")
			v.Accepted("createtable t families=f")
			v.Console()
			v.Run(e2e.ConsoleEditor + `.set("import t rows.csv")`)
			v.Until(e2e.ConsoleText + ` === "import t rows.csv"`)
			e2e.ValueOf[float64](v, painted)
			v.Run(`pauses.longest = 0`)
			v.Keys(drive.Enter)
			v.UntilWithin(large, holds(rows))
			gap(v, "million")
			v.UntilWithin(large, e2e.There(`[data-saved="saved"]`))
		}
		time.Sleep(3 * time.Second) // time for a snapshot
		v.Run(`pauses.longest = 0`)
		press(v, "↶")
		v.UntilWithin(large, holds(0))
		gap(v, "undo")
		press(v, "↷")
		v.UntilWithin(large, holds(rows))
		v.UntilWithin(large, e2e.There(`[data-saved="saved"]`))
		fmt.Printf("BENCH memory-million-%s-mb %.0fMB <=512MB\n", kind, e2e.ValueOf[float64](v, memory))
		time.Sleep(5 * time.Second)
		again()

		for range rounds {
			v.GoTo("about:blank")
			v.GoTo(v.Site.URL + strings.TrimPrefix(route, "/"))
			v.UntilWithin(large, holds(rows))
			gap(v, "restoring")
		}
		fmt.Printf("BENCH memory-restored-%s-mb %.0fMB <=512MB\n", kind, e2e.ValueOf[float64](v, memory))
		again()

		resting := `!!document.querySelector(".traffic .primary[aria-disabled]")`
		mapped := func(maps int) string {
			return fmt.Sprintf(`!(%s) && document.querySelectorAll("[data-diagnosis]").length === %d`, resting, maps)
		}
		for range rounds {
			v.GoTo("about:blank")
			v.Open(e2e.LinkTo(t, "Battery", e2e.Battery(120_000), e2e.OfCorrie))
			press(v, "Make a sandbox of it")
			v.SandboxShown()
			v.Click("radio", "Heat")
			v.Until(`document.querySelector(".sentence")`)
			press(v, "More, compare")
			v.Wait(".traffic .primary")
			v.UntilWithin(large, mapped(1))
			e2e.ValueOf[float64](v, painted)
			v.Run(`pauses.longest = 0`)
			press(v, "Simulate again")
			v.Until(resting)
			v.UntilWithin(large, mapped(1))
			gap(v, "simulating")
			v.Run(`(() => { const e = document.querySelector("#heat-compare"); e.value = [...e.options].at(-1).value; e.dispatchEvent(new Event("change", {bubbles: true})); })()`)
			v.Wait("#heat-template")
			v.Run(`document.querySelector("#heat-template").focus()`)
			v.Keys("{user}#{time}")
			e2e.ValueOf[float64](v, painted)
			v.Run(`pauses.longest = 0`)
			v.UntilWithin(large, mapped(2))
			gap(v, "twin")
		}
		for _, name := range []string{"opening", "million", "undo", "restoring", "simulating", "twin"} {
			t.Logf("%s, each time: %.0f ms", name, gaps[name])
			figures.Add(fmt.Sprintf("gap-%s-%s-ms", name, kind), median(gaps[name]), goal)
		}
		v.GoTo(site.URL)
		figures.End(os.Stdout)
	})
}
