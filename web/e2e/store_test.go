//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestStoreDeleted has another tab delete the database: with the next change the
// sandbox is stored again, all of it.
func TestStoreDeleted(t *testing.T) {
	seldom(t)
	t.Parallel()
	_, tab := start(t)
	route := tab.newSandbox()
	tab.commands(orders...)
	tab.Saved()
	other := tab.browser.Tab(t, tab.site)
	other.Open("/reference/")
	if !Eval[bool](other, `new Promise((done) => {
		const request = indexedDB.deleteDatabase(`+databaseName+`);
		request.onsuccess = () => done(true);
		request.onerror = request.onblocked = () => done(false);
	})`) {
		t.Fatal("the page stands in the way of deleting the database")
	}
	tab.commands("set orders z#1 O:total=1")
	tab.Saved()
	other.Close()
	tab.Open(route)
	tab.has("stored again", tab.Keys("orders"), append(slices.Clone(orderKeys), "z#1"))
}

// TestStoreBlocked has an older version of the database held open elsewhere: what
// is made meanwhile is not said to be saved, and is when the way is free.
func TestStoreBlocked(t *testing.T) {
	seldom(t)
	t.Parallel()
	site, older := start(t)
	older.Allow("404") // the browser looks for an icon
	older.Navigate(site.URL + "app.css")
	older.Run(`new Promise((done) => {
		const request = indexedDB.open("tabletop /some/deep/path", 2);
		request.onupgradeneeded = () => ["workspaces", "journal"].forEach((name) => request.result.createObjectStore(name));
		request.onsuccess = () => done(globalThis.held = request.result);
	}).then(() => undefined)`)
	tab := older.browser.Tab(t, site)
	tab.Open("/sandboxes/")
	tab.WaitText("main", "storage has not opened yet")
	tab.Gone(".empty")
	tab.press("Export everything")
	tab.WaitText(".running", "waits until")
	tab.inspect("a storage that is waited for")
	tab.Shot("store-waits")
	tab.press("Cancel")
	tab.Gone(".running.panel")
	tab.press("New sandbox")
	tab.Until(`/\/sandboxes\/[a-z2-7]{10}\/$/.test(location.pathname)`)
	tab.Wait(`[data-saved="failed"]`)
	tab.commands(orders...)
	tab.Wait(`[data-saved="failed"]`)
	tab.Shot("store-blocked")
	older.Run(`held.close()`)
	tab.Saved()
	tab.Reload()
	tab.Saved()
	tab.has("stored when it could be", tab.Keys("orders"), orderKeys)
}

// TestStoreForbidden has a browser that stores nothing: the page works, and says so.
func TestStoreForbidden(t *testing.T) {
	seldom(t)
	t.Parallel()
	for what, script := range map[string]string{
		"throws": `Object.defineProperty(self, "indexedDB", {get() { throw new DOMException("storage is forbidden", "SecurityError"); }});`,
		"absent": `Object.defineProperty(self, "indexedDB", {value: undefined});`,
	} {
		t.Run(what, func(t *testing.T) {
			if what == "throws" {
				seldom(t)
			}
			tab := shared(t).Tab(t, serveDir(t, workerWith(t, script), "/"))
			tab.Open("/")
			tab.press("New sandbox")
			tab.Until(`/\/sandboxes\/[a-z2-7]{10}\/$/.test(location.pathname)`)
			tab.commands(orders...)
			tab.Wait(`[data-saved="failed"]`)
			_, file := tab.export("Export", "Tabletop file")
			if _, journal := unpack(t, file); len(journal) != len(orders) {
				t.Errorf("the file holds %d changes", len(journal))
			}
		})
	}
}

// TestAllStorageRefused has a browser throw wherever the page could store something, as
// some do where all cookies are blocked. The page works, and says that nothing is stored.
func TestAllStorageRefused(t *testing.T) {
	seldom(t)
	t.Parallel()
	const script = `
		for (const [of, name] of [[self, "indexedDB"], [navigator, "locks"], [navigator, "storage"], [navigator, "storageBuckets"]])
			Object.defineProperty(of, name, {configurable: true, get() { throw new DOMException("no", "SecurityError"); }});
		self.BroadcastChannel = class { constructor() { throw new DOMException("no", "SecurityError"); } };`
	dir := workerWith(t, script)
	boot := filepath.Join(dir, "boot.js")
	text, err := os.ReadFile(boot)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(boot, append([]byte(script+"\n"), text...), 0o644); err != nil {
		t.Fatal(err)
	}
	tab := shared(t).Tab(t, serveDir(t, dir, "/"))
	tab.Open("/sandboxes/")
	tab.WaitText("[role=alert]", "stores nothing here")
	tab.press("New sandbox")
	tab.Until(`/\/sandboxes\/[a-z2-7]{10}\/$/.test(location.pathname)`)
	tab.WaitText("[role=alert]", "stores nothing here")
	tab.commands(orders...)
	tab.Wait(`[data-saved="failed"]`)
	tab.has("the table", tab.Keys("orders"), orderKeys)
}

// TestOddTwoSitesApart: two sites of one origin had one database between them, and with
// it all sandboxes, locks and news. Each has its own.
func TestOddTwoSitesApart(t *testing.T) {
	seldom(t)
	t.Parallel()
	root := t.TempDir()
	for _, name := range []string{"a", "b"} {
		if err := os.Symlink(distDir, filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "index.html"), nil, 0o644); err != nil { // or it is no site
		t.Fatal(err)
	}
	site := serveDir(t, root, "/")
	a := shared(t).Tab(t, site)
	b := a.browser.Tab(t, site)
	listed := func(tab *Tab, path string, want ...string) {
		t.Helper()
		tab.Navigate(site.URL + path + "/sandboxes/")
		tab.Ready()
		if got := Eval[[]string](tab, titles+`.sort()`); !slices.Equal(got, want) {
			t.Errorf("%s lists %q, not %q", path, got, want)
		}
	}
	for i, tab := range []*Tab{a, b} {
		path := string(rune('a' + i))
		listed(tab, path)
		tab.press("New sandbox")
		tab.Until(`/\/` + path + `\/sandboxes\/[a-z2-7]{10}\/$/.test(location.pathname)`)
		tab.Saved()
		listed(tab, path, "Sandbox 1")
	}
	a.Click("button", "Delete Sandbox 1")
	a.Wait("dialog .danger")
	a.Run(`document.querySelector("dialog .danger").click()`)
	a.WaitText(".notice", "is deleted")
	listed(b, "b", "Sandbox 1")
	listed(a, "a")
}
