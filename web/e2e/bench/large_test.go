//go:build e2e && bench && linux

package bench

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"

	"tabletop/web/e2e"
)

// readings writes a file of n readings of sensors with eight columns, where n is rows, and
// returns its path. A row is about 100 bytes: decimals, gaps, and quoted notes. Each device
// sends one value each minute.
func readings(t *testing.T, rows int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "readings.csv")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	const devices = 2_000
	metrics := []string{"temperature", "humidity", "pressure"}
	notes := []string{"", "calibrated in the workshop", "battery low, replaced", `said "check again"`, "window open"}
	r := rand.New(rand.NewPCG(43, 9))
	begun := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	b := bufio.NewWriterSize(f, 1<<20)
	fmt.Fprint(b, "device,site,ts,metric,value,quality,firmware,note\n")
	for i := range rows {
		device := i % devices
		value, quality := strconv.FormatFloat(15+10*r.NormFloat64(), 'f', 2, 64), ""
		if r.IntN(20) == 0 {
			value = ""
		}
		if r.IntN(3) > 0 {
			quality = strconv.FormatFloat(r.Float64(), 'f', 3, 64)
		}
		note := notes[r.IntN(len(notes))]
		if strings.ContainsAny(note, `,"`) {
			note = `"` + strings.ReplaceAll(note, `"`, `""`) + `"`
		}
		fmt.Fprintf(b, "dev-%08d,building-%03d/floor-%d,%s,%s,%s,%s,v%d.%d.%d,%s\n", device, device%97, device%7,
			begun.Add(time.Duration(i/devices)*time.Minute).Format(time.RFC3339), metrics[device%3], value, quality, device%3, device%14, device%31, note)
	}
	if err := b.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// benchHost serves the scripts and the packages with which the other engines are measured.
func benchHost(t *testing.T) *e2e.Site {
	t.Helper()
	dir := filepath.Join(e2e.RootDir, "web", "test", "bench")
	if _, err := os.Stat(filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal("web/test/bench has no packages: make bench installs them")
	}
	mux := http.NewServeMux()
	mux.Handle("GET /", http.FileServer(http.Dir(filepath.Join(dir, "static"))))
	mux.Handle("GET /modules/", http.StripPrefix("/modules", http.FileServer(http.Dir(filepath.Join(dir, "node_modules")))))
	return serve(t, mux)
}

// peak starts to watch the private memory of the processes that draw a browser's pages. The
// function that it returns stops that and returns the maximum in megabytes.
func peak(t *testing.T, b *e2e.Browser) (most func() float64) {
	t.Helper()
	browser := chromedp.FromContext(b.Context).Browser.Process().Pid
	var highest atomic.Int64
	ctx, stop := context.WithCancel(context.Background())
	over := make(chan struct{})
	go func() {
		defer close(over)
		for ctx.Err() == nil {
			highest.Store(max(highest.Load(), drawing(browser)))
			time.Sleep(50 * time.Millisecond)
		}
	}()
	return func() float64 {
		stop()
		<-over
		return float64(highest.Load()) / 1000
	}
}

// drawing returns the current private memory, in kB, of the drawing processes among the
// children of a process and their children.
func drawing(parent int) (kB int64) {
	children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%[1]d/children", parent)) // the process may have ended
	for child := range strings.FieldsSeq(string(children)) {
		pid, err := strconv.Atoi(child)
		if err != nil {
			continue
		}
		if command, _ := os.ReadFile("/proc/" + child + "/cmdline"); strings.Contains(string(command), "--type=renderer") {
			kB += ownMemory(child)
		}
		kB += drawing(pid)
	}
	return kB
}

// ownMemory returns the private memory of a process in kB. It does not include mapped files.
func ownMemory(pid string) (kB int64) {
	status, _ := os.ReadFile("/proc/" + pid + "/status")
	for line := range strings.Lines(string(status)) {
		name, rest, _ := strings.Cut(line, ":")
		if name == "RssAnon" || name == "RssShmem" {
			n, _ := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			kB += n
		}
	}
	return kB
}

// brought is the result of importing a long file and exporting it again.
type brought struct{ seconds, peakMB, export float64 }

// bringsIn makes another engine import the file.
func bringsIn(t *testing.T, name, file string) (out brought) {
	b := e2e.Launch(t, e2e.NewProfile(t))
	defer b.Close()
	tab := b.Tab(t, benchHost(t))
	tab.Navigate(tab.Site.URL + "large.html")
	tab.UploadTo("input", file)
	tab.Run(fmt.Sprintf(`start(%q).then(() => { globalThis.started = true; }, (e) => { globalThis.failed = String(e); })`, name))
	tab.UntilWithin(time.Minute, `globalThis.started || globalThis.failed`)
	most := peak(t, b)
	act := func(what string) float64 {
		tab.Run(fmt.Sprintf(`globalThis.done = null; %s().then((v) => { globalThis.done = v; }, (e) => { globalThis.failed = String(e); })`, what))
		tab.UntilWithin(5*time.Minute, `globalThis.done || globalThis.failed`)
		if failed := e2e.Eval[string](tab, `globalThis.failed ?? ""`); failed != "" {
			t.Fatalf("%s: %s: %s", name, what, failed)
		}
		return e2e.Eval[float64](tab, `done.millis`) / 1000
	}
	out.seconds = act("bring")
	out.peakMB = most()
	out.export = act("write")
	return out
}

// TestBenchLarge imports a file of 100 MB and exports it again. The time runs from choosing the
// file until its rows are shown and saved. The test imports the same file with sql.js, using
// prepared statements, and with read_csv of DuckDB-wasm, each in a browser of its own.
func TestBenchLarge(t *testing.T) {
	rows := 1_000_000
	if n, err := strconv.Atoi(os.Getenv("BENCH_LARGE_ROWS")); err == nil {
		rows = n
	}
	file := readings(t, rows)
	if info, err := os.Stat(file); err == nil {
		t.Logf("%d rows, %.1f MB", rows, float64(info.Size())/1e6)
	}
	figures := timed(t)
	ours, gap, begins := bringsInHere(t, file, rows)
	figures.Add("large-gap-ms", gap, "<0.56x")
	figures.Add("large-export-begins-s", begins*1000, "<=28x")
	figures.End(os.Stdout)
	sqljs, duckdb := bringsIn(t, "sqljs", file), bringsIn(t, "duckdb", file)
	for name, b := range map[string]brought{"tabletop": ours, "sql.js": sqljs, "DuckDB-wasm": duckdb} {
		t.Logf("%-12s in %.1f s, at most %.0f MB, out %.1f s", name, b.seconds, b.peakMB, b.export)
	}
	fmt.Printf("BENCH large-import-s %.1fs\n", ours.seconds)
	fmt.Printf("BENCH large-import-vs-sqljs %.2fx <1x\n", ours.seconds/sqljs.seconds)
	fmt.Printf("BENCH large-import-vs-duckdb %.2fx <=3x\n", ours.seconds/duckdb.seconds)
	fmt.Printf("BENCH large-memory-mb %.0fMB <800MB\n", ours.peakMB)
	fmt.Printf("BENCH large-memory-vs-sqljs %.2fx\n", ours.peakMB/sqljs.peakMB)
	fmt.Printf("BENCH large-memory-vs-duckdb %.2fx\n", ours.peakMB/duckdb.peakMB)
	fmt.Printf("BENCH large-export-vs-sqljs %.2fx\n", ours.export/sqljs.export)
	fmt.Printf("BENCH large-export-vs-duckdb %.2fx\n", ours.export/duckdb.export)
}

// bringsInHere makes the page import the file and export it as values. The result gap is the
// longest time for which the page does not respond, in milliseconds; begins is how many seconds
// after *Export* is pressed the download begins.
func bringsInHere(t *testing.T, file string, rows int) (out brought, gap, begins float64) {
	b := e2e.Launch(t, e2e.NewProfile(t))
	defer b.Close()
	tab := b.Tab(t, e2e.ServeDir(t, benched(t), "/"))
	tab.Open("/sandboxes/")
	tab.Wait(`input[type=file][aria-label="From file…"]`)
	most := peak(t, b)
	tab.Run(`pauses.longest = 0; globalThis.marks = {}; addEventListener("change", () => { marks.chosen = performance.now(); }, { once: true, capture: true })`)
	tab.Upload("From file…", file)
	tab.UntilWithin(3*time.Minute, largeMake)
	tab.Run(`marks.read = performance.now(); document.querySelector("#map-template").value = "{device}#{ts}"; document.querySelector("#map-template").dispatchEvent(new Event("input", { bubbles: true }))`)
	tab.Until(`document.querySelector(".map-keys").textContent.includes("dev-00000000#2026")`)
	t.Logf("read in %.1f s; gap %.0f ms", e2e.Eval[float64](tab, `marks.read - marks.chosen`)/1000, e2e.Eval[float64](tab, `pauses.longest`))
	begun := e2e.Eval[float64](tab, `(() => { const at = performance.now(); `+largeMake+`.click(); return at; })()`)
	shown := fmt.Sprintf(`document.querySelector("[role=grid]")?.getAttribute("aria-rowcount") === "%d" && !document.querySelector("progress")`, rows+1)
	tab.UntilWithin(3*time.Minute, shown)
	t.Logf("shown in %.1f s", (e2e.Eval[float64](tab, `performance.now()`)-begun)/1000)
	tab.UntilWithin(3*time.Minute, shown+` && `+e2e.There(`[data-saved="saved"]`))
	made := e2e.Eval[float64](tab, `performance.now()`) - begun
	t.Logf("saved in %.1f s", made/1000)
	out.seconds = (e2e.Eval[float64](tab, `marks.read - marks.chosen`) + made) / 1000
	gap = e2e.Eval[float64](tab, `pauses.longest`)
	tab.Run(`new Promise((done) => setTimeout(done, 5000))`) // time for a snapshot
	out.peakMB = most()
	t.Logf("memory of WebAssembly: %.0f MB, peak %.0f MB", e2e.Eval[float64](tab, memory), out.peakMB)

	pressed := time.Now()
	press(tab, "Export")
	tab.Wait(".forms")
	ctx, cancel := context.WithTimeout(tab.Context, 5*time.Minute)
	defer cancel()
	downloads := chromedp.BrowserEvents(ctx, browser.DownloadWillBegin)
	tab.UntilWithin(5*time.Minute, largeValues)
	tab.Run(largeValues + `.click()`)
	for _, err := range downloads {
		if err != nil {
			t.Fatal(err)
		}
		break
	}
	begins = time.Since(pressed).Seconds()
	tab.UntilWithin(5*time.Minute, `!document.querySelector("progress")`)
	out.export = time.Since(pressed).Seconds()
	return out, gap, begins
}

const (
	largeMake   = `[...document.querySelectorAll("[role=dialog] .primary, dialog .primary")].find((b) => b.textContent.startsWith("Make") && b.ariaDisabled !== "true")`
	largeValues = `[...document.querySelectorAll(".forms button")].find((b) => b.textContent.includes("CSV") && b.ariaDisabled !== "true")`
)
