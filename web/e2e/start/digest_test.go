//go:build e2e

package start

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tabletop/web/e2e"
)

// damaged returns a folder with the built site in which one byte of the engine is changed, at a
// position in percent of its size.
func damaged(t *testing.T, at int) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(e2e.DistDir)); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "app.wasm.bin")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)*at/100] ^= 0x10
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestOddDamagedEngine serves an engine with a changed bit. Earlier versions ran it, with
// unpredictable results.
func TestOddDamagedEngine(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	for _, at := range []int{30, 99} {
		tab := e2e.Shared(t).Tab(t, e2e.ServeDir(t, damaged(t, at), "/"))
		tab.Navigate(tab.Site.URL)
		tab.Find("alertdialog", "The engine did not arrive whole")
		tab.WaitText(".recovery pre", "app.wasm.bin is not the file of this version")
	}
}

// TestOddDamagedEngineKept damages the engine in the cache. The page must fetch it again.
func TestOddDamagedEngineKept(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	_, tab := e2e.Start(t)
	tab.Open("/")
	tab.Wait("html[data-offline=ready]")
	const kept = `(async () => {
		const cache = await caches.open((await caches.keys())[0]);
		const answer = await cache.match(tabletop.base + "app.wasm.bin");
		const data = new Uint8Array(await answer.arrayBuffer());
		if (%t) {
			data[data.length >> 1] ^= 0x10;
			await cache.put(tabletop.base + "app.wasm.bin", new Response(data, { headers: answer.headers }));
		}
		return [answer.headers.get("Content-Type"), ...new Uint8Array(await crypto.subtle.digest("SHA-256", data))].join();
	})()`
	before := e2e.Eval[string](tab, fmt.Sprintf(kept, false))
	if !strings.HasPrefix(before, "application/wasm") {
		t.Errorf("the engine is kept packed: %s", before)
	}
	tab.Run(fmt.Sprintf(kept, true))
	tab.Reload()
	tab.Gone("dialog")
	if after := e2e.Eval[string](tab, fmt.Sprintf(kept, false)); after != before {
		t.Error("the damaged file is still kept")
	}
}

// TestPlantedInTheCache has a page at a neighbouring path fill the site's cache with its own
// scripts, before the first visit and again later. None of these scripts may run.
func TestPlantedInTheCache(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	site, tab := e2e.Start(t)
	tab.Allow("404")
	version := e2e.VersionIn(t, filepath.Join(e2e.DistDir, "boot.js"), `GOAPP_VERSION`)
	plant := fmt.Sprintf(`caches.open("tabletop %s %s").then((cache) => Promise.all(["boot.js", "update.js"].map((name) =>
		cache.put("%[1]s" + name, new Response("globalThis.planted = true;", { headers: { "Content-Type": "text/javascript" } })))))`, site.URL, version)
	tab.Navigate(strings.Replace(site.URL, "/some/deep/path/", "/neighbour/", 1))
	tab.Run(plant)
	tab.Open("/")
	tab.Wait("html[data-offline=ready]")
	tab.Reload()
	if e2e.Eval[bool](tab, "'planted' in globalThis") {
		t.Error("what was planted before the first visit has run")
	}
	tab.Run(plant)
	tab.Reload()
	if e2e.Eval[bool](tab, "'planted' in globalThis") {
		t.Error("what was planted later has run")
	}
	if e2e.Eval[bool](tab, "navigator.serviceWorker.controller === null") {
		t.Error("the service worker has no part in this")
	}
}
