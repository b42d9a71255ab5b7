//go:build e2e

package sandboxes

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"tabletop/web/e2e"
)

// slow makes the page's thread slower by a factor. Chromium cannot do that for workers.
func slow(tab *e2e.Tab, times float64) {
	tab.T.Helper()
	e2e.Do(tab, "slow the processor", func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: times})
		return chromedp.Void{}, err
	})
}

// reopenedRows returns a file of measurements with n rows that have different keys, where n is
// rows. A file of few rows has many columns, because the engine makes no snapshot of what it
// computes in less than a quarter of a second.
func reopenedRows(rows int) []byte {
	wide := 4
	if rows <= 5_000 {
		wide = 120
	}
	var b strings.Builder
	b.WriteString("device,site,ts")
	for c := range wide {
		fmt.Fprintf(&b, ",m%02d", c)
	}
	b.WriteByte('\n')
	for i := range rows {
		fmt.Fprintf(&b, "dev-%04d,site%d,%d", i%20, i%4, 1719830400000+int64(i)*60000)
		for c := range wide {
			fmt.Fprintf(&b, ",%d.%02d", (i+c)%90, i*37%100)
		}
		b.WriteByte('\n')
	}
	return []byte(b.String())
}

// counted is a script that counts in the variable engines how many workers the page has
// started.
const counted = `
	globalThis.engines = 0;
	globalThis.Worker = class extends Worker {
		constructor(...args) { super(...args); engines++; }
	};`

// stored returns a JavaScript expression for the value under a key of an object store in the
// database.
func stored(store, key string) string {
	return fmt.Sprintf(`(async () => {
		const answer = (request) => new Promise((done, failed) => { request.onsuccess = () => done(request.result); request.onerror = () => failed(request.error); });
		const db = await answer(indexedDB.open("tabletop"));
		try { return await answer(db.transaction(%[1]q).objectStore(%[1]q).get(%[2]s)); } finally { db.close(); }
	})()`, store, key)
}

// JavaScript expressions.
var (
	// sandboxID is the id of the open sandbox.
	sandboxID = `location.pathname.split("/").at(-2)`
	// claimed is the token of the engine that owns the sandbox's snapshots; each opening
	// changes it.
	claimed = stored("chunks", sandboxID+` + "/" + "0".repeat(20)`) + `.then((token) => String.fromCharCode(...(token ?? [])))`
	// ended is the message of an engine that has stopped, or "".
	ended = `document.querySelector(".recovery pre")?.textContent ?? (engines > 1 ? "another engine" : "")`
	// manifest is the size in bytes of the last snapshot's manifest.
	manifest = stored("snapshots", sandboxID) + `.then((bytes) => bytes?.length ?? 0)`
)

// TestOpenedAgain opens sandboxes again and again with a slow processor. The engine must never
// stop. Earlier versions stopped at nearly each opening of a sandbox of 5,000 rows whose
// manifest had more than 64 KiB, since Chromium fetches such values separately.
func TestOpenedAgain(t *testing.T) {
	for _, c := range []struct{ rows, few, all int }{{5, 2, 30}, {5_000, 2, 30}, {100_000, 0, 30}} {
		t.Run(fmt.Sprint(c.rows), func(t *testing.T) {
			if e2e.Times(c.few, c.all) == 0 {
				t.Skip("left to make test-all")
			}
			t.Parallel()
			tab := e2e.Launch(t, e2e.NewProfile(t)).Tab(t, e2e.ServeAt(t, "/")) // a profile on disk, since values in memory are never fetched separately
			tab.Touch()
			tab.BeforeScripts(counted)
			openAgain(tab, imported(tab, c.rows), c.rows, e2e.Times(c.few, c.all))
		})
	}
}

// imported makes a sandbox of a file of readings and returns its route.
func imported(tab *e2e.Tab, rows int) (route string) {
	tab.T.Helper()
	tab.Open("/sandboxes/")
	tab.Upload("From file…", e2e.WriteFile(tab.T, "readings.csv", reopenedRows(rows)))
	tab.Find("dialog", "Values to rows")
	tab.Replace("textbox", "Key template", "{site}#{device}#{ts}")
	tab.Click("button", "Make a sandbox")
	tab.UntilWithin(5*time.Minute, `document.querySelector("[data-saved=saved]") && `+showsAll(rows))
	return tab.SandboxShown()
}

// showsAll returns a JavaScript expression that is true if all rows of the table have arrived.
func showsAll(rows int) string {
	return fmt.Sprintf(`document.querySelector("[role=grid]")?.getAttribute("aria-rowcount") === "%d" && !document.querySelector("progress")`, rows+1)
}

// openAgain opens a sandbox several times. Each time it waits until the engine has claimed the
// snapshots, and checks that it still answers.
func openAgain(tab *e2e.Tab, route string, rows, times int) {
	tab.T.Helper()
	apart := func() bool { return e2e.Eval[int](tab, manifest) > 64<<10 }
	for late := time.Now().Add(2 * time.Minute); rows >= 5_000 && !apart(); {
		if time.Now().After(late) {
			tab.T.Fatalf("the list of what is in the snapshot has %d bytes and is not fetched apart: this shows nothing", e2e.Eval[int](tab, manifest))
		}
	}
	slow(tab, 6)
	token := e2e.Eval[string](tab, claimed)
	stopped := 0
	for i := range times {
		tab.Navigate(tab.Site.URL + strings.TrimPrefix(route, "/"))
		tab.UntilWithin(2*time.Minute, `document.querySelector(".recovery") || document.documentElement.dataset.ready && `+showsAll(rows))
		before, late := token, time.Now().Add(2*time.Minute)
		for token == before && e2e.Eval[string](tab, ended) == "" && time.Now().Before(late) {
			token = e2e.Eval[string](tab, claimed)
		}
		if token == before {
			tab.T.Errorf("opening %d: the engine has not taken over its snapshots", i+1)
		}
		said := e2e.Eval[string](tab, ended)
		if said == "" {
			tab.Command("ls")
			said = e2e.Eval[string](tab, ended)
		}
		if said != "" {
			stopped++
			tab.T.Errorf("opening %d: the engine has stopped: %s", i+1, said)
		}
	}
	tab.T.Logf("%d rows: stopped in %d of %d openings", rows, stopped, times)
}
