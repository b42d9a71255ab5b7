//go:build e2e

package start

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"tabletop/web/e2e"
)

// TestInstallable checks that the browser can install the site in each language, and that it
// finds no error in the manifest.
func TestInstallable(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	for _, route := range []string{"/", "/it/", "/zh-hant/"} {
		tab.Open(route)
		manifest := e2e.Do(tab, "read the manifest", func(ctx context.Context, target *chromedp.Target) (page.GetAppManifestResult, error) {
			return cdp.Call(ctx, target, page.GetAppManifest, page.GetAppManifestParams{})
		})
		if manifest.Data == "" {
			t.Errorf("%s: there is no manifest", route)
		}
		for _, e := range manifest.Errors {
			t.Errorf("%s: the manifest, line %d: %s", route, e.Line, e.Message)
		}
		found := e2e.Do(tab, "ask what stands in the way of installing", func(ctx context.Context, target *chromedp.Target) (page.GetInstallabilityErrorsResult, error) {
			return cdp.Call(ctx, target, page.GetInstallabilityErrors, cdp.Empty{})
		})
		for _, e := range found.InstallabilityErrors {
			if e.ErrorID == "in-incognito" { // every tab of these tests is incognito
				continue
			}
			t.Errorf("%s: %s %v", route, e.ErrorID, e.ErrorArguments)
		}
	}
}

// muted is a script that suppresses all messages of the worker that looks for the cached
// engine.
const muted = `globalThis.made = 0;
globalThis.Worker = class extends Worker {
	constructor(address, options) {
		super(address, options);
		this.mute = String(address).endsWith("#kept");
		made++;
	}
	addEventListener(...of) { if (!this.mute) super.addEventListener(...of); }
	get onmessage() { return super.onmessage; }
	set onmessage(f) { if (!this.mute) super.onmessage = f; }
}`

// TestKeptEngineDoesNotCome simulates a browser that never returns the cached engine. The page
// must try once more in another way.
func TestKeptEngineDoesNotCome(t *testing.T) {
	_, tab := visited(t)
	tab.BeforeScripts(muted)
	tab.Reload()
	if n := e2e.Eval[int](tab, `made`); n != 2 {
		t.Errorf("%d workers", n)
	}
}

// visited returns a site and a tab after the first visit. The site's server is stopped.
func visited(t *testing.T) (*e2e.Site, *e2e.Tab) {
	t.Helper()
	e2e.Seldom(t)
	t.Parallel()
	site, tab := e2e.Start(t)
	tab.Open("/")
	tab.Wait("html[data-offline=ready]")
	site.Stop()
	return site, tab
}

// TestFirstVisitWorksOffline stops the server after the first visit and opens pages.
func TestFirstVisitWorksOffline(t *testing.T) {
	site, tab := visited(t)
	tab.Reload()
	// In a new tab, pages that were never visited.
	other := tab.Browser.Tab(t, site)
	for i, route := range e2e.Routes {
		if testing.Short() && i%2 != 0 {
			continue
		}
		other.Open(route)
		other.Wait("h1")
	}
	other.Navigate("about:blank")
	other.Open(e2e.LinkTo(t, "Offline", e2e.Scores))
	other.WaitText(".held-tables", "scores")
	other.Navigate(site.URL + "reference")
	other.Ready()
	if got, want := e2e.Eval[string](other, "location.href"), site.URL+"reference/"; got != want {
		t.Errorf("offline, the page's address is %s, not %s", got, want)
	}
	// All of this must come from the cache.
	if e2e.Eval[bool](other, `performance.getEntriesByType("resource").some((r) => r.name.startsWith(tabletop.base) && r.workerStart === 0)`) {
		t.Error("a file was not asked of the service worker")
	}
}

// TestOfflineAfterTheBrowserWasKilled kills the browser after the first visit, and opens the
// site without a server.
func TestOfflineAfterTheBrowserWasKilled(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	site := e2e.ServeAt(t, "/some/deep/path/")
	dir := e2e.NewProfile(t)
	first := e2e.Launch(t, dir)
	tab := first.Tab(t, site)
	tab.Open("/")
	tab.Wait("html[data-offline=ready]")
	site.Stop()
	first.Kill(t)
	tab = e2e.Launch(t, dir).Tab(t, site)
	tab.Open("/reference/")
}

// TestUpdateWaitsForTheReader deploys a new version. The page must use it only when the reader
// agrees.
func TestUpdateWaitsForTheReader(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	css, err := os.ReadFile(filepath.Join(e2e.DistDir, "app.css"))
	if err != nil {
		t.Fatal(err)
	}
	next := e2e.Variant(t, map[string]string{"app.css": string(css) + "html { --edition: 2 }\n"})
	const edition = "getComputedStyle(document.documentElement).getPropertyValue('--edition').trim()"

	site, tab := e2e.Start(t)
	tab.Open("/")
	tab.Wait("html[data-offline=ready]")
	old := e2e.Eval[string](tab, "tabletop.version")
	bystander := tab.Browser.Tab(t, site)
	bystander.Open("/reference/")

	site.Deploy(next)
	tab.Run("addEventListener('tabletop-update', () => { window.told = true })")
	tab.Run("tabletop.checkUpdate()")
	tab.Wait("html[data-update=ready]")
	tab.Until("window.told")
	bystander.Wait("html[data-update=ready]")

	// A reload keeps the complete old version, and still offers the new one.
	tab.Reload()
	tab.Wait("html[data-update=ready]")
	if got := e2e.Eval[string](tab, "tabletop.version"); got != old {
		t.Errorf("the version became %s without being asked", got)
	}
	if got := e2e.Eval[string](tab, edition); got != "" {
		t.Errorf("the style is of edition %s, the page is not", got)
	}

	tab.Run("tabletop.update()")
	tab.Until("globalThis.tabletop?.version && tabletop.version !== '" + old + "'")
	tab.Ready()
	if got := e2e.Eval[string](tab, edition); got != "2" {
		t.Errorf("after the update the style is of edition %q", got)
	}
	if n := e2e.Eval[int](tab, "caches.keys().then((names) => names.length)"); n != 1 {
		t.Errorf("there are %d caches after the update", n)
	}
	if got := e2e.Eval[string](bystander, "tabletop.version"); got != old {
		t.Errorf("the other tab was reloaded under its reader")
	}
	bystander.Run("tabletop.update()")
	bystander.Until("globalThis.tabletop?.version && tabletop.version !== '" + old + "'")

	site.Stop()
	tab.Reload()
}

// TestUpdateIsAllOrNothing deploys a version of which one file is still the old one. The
// service worker must not use any file of it.
func TestUpdateIsAllOrNothing(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	css, err := os.ReadFile(filepath.Join(e2e.DistDir, "app.css"))
	if err != nil {
		t.Fatal(err)
	}
	next := e2e.Variant(t, map[string]string{"app.css": string(css) + "html { --edition: 2 }\n"})
	site, tab := e2e.Start(t)
	tab.Open("/")
	tab.Wait("html[data-offline=ready]")

	// A deployment with some files still old.
	if err := os.WriteFile(filepath.Join(next, "app.css"), css, 0o644); err != nil {
		t.Fatal(err)
	}
	site.Deploy(next)
	tab.Run(`(async () => {
		const registration = await navigator.serviceWorker.ready;
		const found = new Promise((resolve) => registration.addEventListener("updatefound", () => {
			const worker = registration.installing;
			worker.addEventListener("statechange", () => resolve(window.ended = worker.state));
		}));
		await tabletop.checkUpdate();
		await found;
	})()`)
	if got := e2e.Eval[string](tab, "window.ended"); got != "redundant" {
		t.Errorf("the half deployment became %s", got)
	}
	site.Stop()
	tab.Reload()
}

// TestSitesOnOneOriginKeepTheirCaches checks that an update deletes the site's old caches but
// not those of other sites.
func TestSitesOnOneOriginKeepTheirCaches(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	one := e2e.ServeAt(t, "/")
	tab := e2e.Shared(t).Tab(t, one)
	tab.Open("/")
	tab.Wait("html[data-offline=ready]")
	tab.Run(`caches.open("tabletop " + tabletop.base + "neighbour/ 0123")`)
	tab.Run(`caches.open("tabletop " + tabletop.base + " 0123")`)
	css, err := os.ReadFile(filepath.Join(e2e.DistDir, "app.css"))
	if err != nil {
		t.Fatal(err)
	}
	old := e2e.Eval[string](tab, "tabletop.version")
	one.Deploy(e2e.Variant(t, map[string]string{"app.css": string(css) + "html { --edition: 2 }\n"}))
	tab.Run("tabletop.checkUpdate()")
	tab.Wait("html[data-update=ready]")
	tab.Run("tabletop.update()")
	tab.Until("globalThis.tabletop?.version && tabletop.version !== '" + old + "'")
	tab.Ready()
	tab.Wait("html[data-offline=ready]")
	names := e2e.Eval[[]string](tab, "caches.keys()")
	if len(names) != 2 {
		t.Errorf("the caches are %q: want ours and the neighbour's", names)
	}
}

// TestReloadTakesTheMend runs a broken version while its repaired version is waiting. The
// button Reload on the recovery screen must load the repaired one.
func TestReloadTakesTheMend(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	site, tab := e2e.Start(t)
	tab.Open("/")
	tab.Wait("html[data-offline=ready]")
	mended := e2e.Eval[string](tab, "tabletop.version")
	site.Deploy(e2e.Variant(t, map[string]string{"worker.js": `throw new Error("broken");`}))
	tab.Run("tabletop.checkUpdate()")
	tab.Wait("html[data-update=ready]")
	tab.Run("tabletop.update()")
	tab.Find("alertdialog", "The engine keeps stopping")
	site.Deploy(e2e.DistDir)
	tab.Run(`navigator.serviceWorker.getRegistration().then((r) => r.update())`)
	tab.Run(`globalThis.waits = false; const look = setInterval(() => navigator.serviceWorker.getRegistration().then((r) => { waits = r.waiting !== null; }), 20)`)
	tab.Until("waits")
	tab.Click("button", "Reload")
	tab.Ready()
	if got := e2e.Eval[string](tab, "tabletop.version"); got != mended {
		t.Errorf("the version is %s, want %s", got, mended)
	}
}

// TestOfflineAfterStart checks that the files for offline use are fetched after the page is
// ready, not while it starts.
func TestOfflineAfterStart(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	_, tab := e2e.Start(t)
	tab.BeforeScripts(`{
		const { register } = ServiceWorkerContainer.prototype;
		ServiceWorkerContainer.prototype.register = function (...all) {
			globalThis.registered = "ready: " + document.documentElement.dataset.ready;
			return register.apply(this, all);
		};
	}`)
	tab.Open("/lessons/sorted-map/")
	tab.Wait("html[data-offline=ready]")
	if got := e2e.Eval[string](tab, `registered`); got != "ready: yes" {
		t.Errorf("what is kept for offline is fetched when the page is %q", got)
	}
}
