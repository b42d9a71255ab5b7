//go:build e2e

package journey

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"tabletop/web/e2e"
)

// TestStoreDeleted deletes the database from another tab. With the next change the complete
// sandbox must be stored again.
func TestStoreDeleted(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	_, tab := e2e.Start(t)
	route := tab.NewSandbox()
	tab.Commands(e2e.Orders...)
	tab.Saved()
	other := tab.Browser.Tab(t, tab.Site)
	other.Open("/reference/")
	if !e2e.Eval[bool](other, `new Promise((done) => {
		const request = indexedDB.deleteDatabase(`+databaseName+`);
		request.onsuccess = () => done(true);
		request.onerror = request.onblocked = () => done(false);
	})`) {
		t.Fatal("the page stands in the way of deleting the database")
	}
	tab.Commands("set orders z#1 O:total=1")
	tab.Saved()
	other.Close()
	tab.Open(route)
	tab.Has("stored again", tab.Keys("orders"), append(slices.Clone(e2e.OrderKeys), "z#1"))
}

// TestStoreBlocked keeps an older version of the database open elsewhere. Meanwhile the page
// must not say that changes are saved; it must save them once the database is released.
func TestStoreBlocked(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	site, older := e2e.Start(t)
	older.Allow("404") // the browser requests an icon
	older.Navigate(site.URL + "app.css")
	older.Run(`new Promise((done) => {
		const request = indexedDB.open("tabletop /some/deep/path", 2);
		request.onupgradeneeded = () => ["workspaces", "journal"].forEach((name) => request.result.createObjectStore(name));
		request.onsuccess = () => done(globalThis.held = request.result);
	}).then(() => undefined)`)
	tab := older.Browser.Tab(t, site)
	tab.Open("/sandboxes/")
	tab.WaitText("main", "storage has not opened yet")
	tab.Gone(".empty")
	tab.PressButton("Export everything")
	tab.WaitText(".running", "waits until")
	tab.Inspect("a storage that is waited for")
	tab.Shot("store-waits")
	tab.PressButton("Cancel")
	tab.Gone(".running.panel")
	tab.PressButton("New sandbox")
	tab.Until(`/\/sandboxes\/[a-z2-7]{10}\/$/.test(location.pathname)`)
	tab.Wait(`[data-saved="failed"]`)
	tab.Commands(e2e.Orders...)
	tab.Wait(`[data-saved="failed"]`)
	tab.Shot("store-blocked")
	older.Run(`held.close()`)
	tab.Saved()
	tab.Reload()
	tab.Saved()
	tab.Has("stored when it could be", tab.Keys("orders"), e2e.OrderKeys)
}

// TestStoreForbidden uses a browser that stores nothing. The page must work, and say that
// nothing is stored.
func TestStoreForbidden(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	for what, script := range map[string]string{
		"throws": `Object.defineProperty(self, "indexedDB", {get() { throw new DOMException("storage is forbidden", "SecurityError"); }});`,
		"absent": `Object.defineProperty(self, "indexedDB", {value: undefined});`,
	} {
		t.Run(what, func(t *testing.T) {
			if what == "throws" {
				e2e.Seldom(t)
			}
			tab := e2e.Shared(t).Tab(t, e2e.ServeDir(t, e2e.WorkerWith(t, script), "/"))
			tab.Open("/")
			tab.PressButton("New sandbox")
			tab.Until(`/\/sandboxes\/[a-z2-7]{10}\/$/.test(location.pathname)`)
			tab.Commands(e2e.Orders...)
			tab.Wait(`[data-saved="failed"]`)
			_, file := tab.Export("Export", "Tabletop file")
			if _, journal := e2e.Unpack(t, file); len(journal) != len(e2e.Orders) {
				t.Errorf("the file holds %d changes", len(journal))
			}
		})
	}
}

// TestAllStorageRefused makes every storage API of the browser throw, as some browsers do if
// all cookies are blocked. The page must work, and say that nothing is stored.
func TestAllStorageRefused(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	const script = `
		for (const [of, name] of [[self, "indexedDB"], [navigator, "locks"], [navigator, "storage"], [navigator, "storageBuckets"]])
			Object.defineProperty(of, name, {configurable: true, get() { throw new DOMException("no", "SecurityError"); }});
		self.BroadcastChannel = class { constructor() { throw new DOMException("no", "SecurityError"); } };`
	dir := e2e.WorkerWith(t, script)
	boot := filepath.Join(dir, "boot.js")
	text, err := os.ReadFile(boot)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(boot, append([]byte(script+"\n"), text...), 0o644); err != nil {
		t.Fatal(err)
	}
	tab := e2e.Shared(t).Tab(t, e2e.ServeDir(t, dir, "/"))
	tab.Open("/sandboxes/")
	tab.WaitText("[role=alert]", "stores nothing here")
	tab.PressButton("New sandbox")
	tab.Until(`/\/sandboxes\/[a-z2-7]{10}\/$/.test(location.pathname)`)
	tab.WaitText("[role=alert]", "stores nothing here")
	tab.Commands(e2e.Orders...)
	tab.Wait(`[data-saved="failed"]`)
	tab.Has("the table", tab.Keys("orders"), e2e.OrderKeys)
}

// TestOddTwoSitesApart serves two sites at one origin. Earlier versions shared one database
// between them, and with it sandboxes, locks and messages. Each must have its own.
func TestOddTwoSitesApart(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	root := t.TempDir()
	for _, name := range []string{"a", "b"} {
		if err := os.Symlink(e2e.DistDir, filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "index.html"), nil, 0o644); err != nil { // the server accepts only a folder with an index
		t.Fatal(err)
	}
	site := e2e.ServeDir(t, root, "/")
	a := e2e.Shared(t).Tab(t, site)
	b := a.Browser.Tab(t, site)
	listed := func(tab *e2e.Tab, path string, want ...string) {
		t.Helper()
		tab.Navigate(site.URL + path + "/sandboxes/")
		tab.Ready()
		if got := e2e.Eval[[]string](tab, e2e.Titles+`.sort()`); !slices.Equal(got, want) {
			t.Errorf("%s lists %q, not %q", path, got, want)
		}
	}
	for i, tab := range []*e2e.Tab{a, b} {
		path := string(rune('a' + i))
		listed(tab, path)
		tab.PressButton("New sandbox")
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
