//go:build e2e

package start

import (
	"os"
	"path/filepath"
	"testing"

	"tabletop/web/e2e"
)

// refusing is a script that makes those APIs throw which a browser refuses when the reader
// allows a site no data.
const refusing = `for (const [of, name] of [[window, "localStorage"], [window, "sessionStorage"], [Navigator.prototype, "serviceWorker"]]) {
	Object.defineProperty(of, name, { configurable: true, get() { throw new DOMException("Access is denied for this document.", "SecurityError"); } });
}
globalThis.BroadcastChannel = class { constructor() { throw new DOMException("Access is denied for this document.", "SecurityError"); } };`

// TestSiteDataBlocked starts the page with site data blocked. Then localStorage throws, as it
// may also do in a page that another site embeds. The page must not stay at "Loading the
// engine…".
func TestSiteDataBlocked(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	_, tab := e2e.Start(t)
	tab.BeforeScripts(refusing)
	tab.Open("/sandboxes/")
	tab.PressButton("New sandbox")
	tab.Until(`/\/sandboxes\/[a-z2-7]{10}\/$/.test(location.pathname)`)
	tab.Commands(e2e.Orders...)
	tab.Has("the table", tab.Keys("orders"), e2e.OrderKeys)
}

// without returns a folder with the built site in which a file is missing.
func without(t *testing.T, name string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(e2e.DistDir)); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, name)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestErrorsOfTheStart makes the start fail in several ways. The page must not stay at "Loading
// the engine…". It must say what failed, and offer access to the stored data.
func TestErrorsOfTheStart(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	for name, c := range map[string]struct{ dir, script, says string }{
		"an error":            {e2e.WorkerWith(t, `self.fetch = () => new Promise(() => {});`), `addEventListener("DOMContentLoaded", () => { throw new Error("thrown early"); });`, "thrown early"},
		"a promise":           {e2e.WorkerWith(t, `self.fetch = () => new Promise(() => {});`), `addEventListener("DOMContentLoaded", () => Promise.reject(new Error("rejected early")));`, "rejected early"},
		"no worker":           {e2e.DistDir, `globalThis.Worker = class { constructor() { throw new Error("no worker is to be had"); } };`, "no worker is to be had"},
		"no first script":     {without(t, "boot.js"), "", "boot.js did not load"},
		"no last script":      {without(t, "run.js"), "", "run.js did not load"},
		"a trap in the page":  {e2e.DistDir, `Object.defineProperty(Document.prototype, "title", { get() { return ""; }, set() { throw new RangeError("Maximum call stack size exceeded"); } });`, "Maximum call stack"},
		"no recovery either":  {without(t, "recovery.js"), `globalThis.Worker = undefined;`, ""},
		"no WebAssembly here": {e2e.WorkerWith(t, `self.WebAssembly = undefined;`), "", "does not run WebAssembly"},
	} {
		t.Run(name, func(t *testing.T) {
			tab := e2e.Shared(t).Tab(t, e2e.ServeDir(t, c.dir, "/"))
			for _, text := range []string{"early", "no worker", "404", "is not a function", "not a constructor", "Maximum call stack", "already exited", "MIME"} {
				tab.Allow(text)
			}
			if c.script != "" {
				tab.BeforeScripts(c.script)
			}
			tab.Navigate(tab.Site.URL)
			if c.says == "" {
				tab.Until(`!/^Loading/.test(document.querySelector("#boot").textContent)`)
				return
			}
			tab.WaitText("dialog.recovery pre", c.says)
			tab.Click("button", "Export my data")
			tab.WaitText(".recovery [role=status]", "nothing stored")
		})
	}
}

// TestStartGoesOnAfterAnError makes a script throw an error that does not affect the page. The
// recovery screen must disappear by itself.
func TestStartGoesOnAfterAnError(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	_, tab := e2e.Start(t)
	tab.Allow("of somebody else")
	tab.BeforeScripts(`addEventListener("DOMContentLoaded", () => { throw new Error("of somebody else"); });
		new MutationObserver(() => { if (document.querySelector("dialog.recovery")) globalThis.shown = true; }).observe(document, { subtree: true, childList: true });`)
	tab.Open("/")
	tab.Gone("dialog.recovery")
	tab.Until("shown")
}

// TestAhead checks that the worker is started once, before the page is drawn. If ahead.js is
// missing, boot.js must start it.
func TestAhead(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	for _, dir := range []string{e2e.DistDir, without(t, "ahead.js")} {
		tab := e2e.Shared(t).Tab(t, e2e.ServeDir(t, dir, "/"))
		tab.Allow("404")
		tab.Allow("MIME")
		tab.BeforeScripts(`globalThis.loaders = []; globalThis.Worker = class extends Worker {
			constructor(address, options) { super(address, options); loaders.push(options.name + " " + document.readyState); }
		};`)
		tab.Open("/lessons/sorted-map/")
		when := "loading"
		if dir != e2e.DistDir {
			when = "interactive"
		}
		if got, want := e2e.Eval[string](tab, `loaders.join()`), "loader en "+when; got != want {
			t.Errorf("the page started %q, want %q", got, want)
		}
	}
}

// hasty is a script that shortens the wait of twenty seconds before the page reports a slow
// start.
const hasty = `const patient = setInterval; globalThis.setInterval = (f, wait) => patient(f, wait === 20000 ? 40 : wait);`

// TestSlowStart delays the start in several ways. The page must say what it is waiting for, and
// start once that arrives.
func TestSlowStart(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	// The scripts below wait for the promise told.
	const told = `const told = new Promise((go) => { new BroadcastChannel("go").onmessage = go; });`
	for name, c := range map[string]struct{ worker, page, says string }{
		"half a download": {told + `const plain = self.fetch; self.fetch = async (...args) => {
			const data = new Uint8Array(await (await plain(...args)).arrayBuffer());
			return new Response(new ReadableStream({ async start(to) { to.enqueue(data.slice(0, 1e6)); await told; to.enqueue(data.slice(1e6)); to.close(); } }));
		};`, "", "Still loading the engine: 1.0 of 2."},
		"compiling":   {told + `const compile = WebAssembly.compileStreaming; WebAssembly.compileStreaming = async (from) => { const made = await compile(from); await told; return made; };`, "", "Still compiling"},
		"the page":    {"", told + `const make = WebAssembly.instantiate; WebAssembly.instantiate = async (...args) => { await told; return make(...args); };`, "Still starting the page"},
		"the answers": {told + `const post = self.postMessage.bind(self); self.postMessage = async (data, ...rest) => { if (data.frame) await told; post(data, ...rest); };`, "", "Still waiting for the engine"},
	} {
		t.Run(name, func(t *testing.T) {
			if name != "the answers" {
				e2e.Seldom(t)
			}
			dir := e2e.DistDir
			if c.worker != "" {
				dir = e2e.WorkerWith(t, c.worker)
			}
			tab := e2e.Shared(t).Tab(t, e2e.ServeDir(t, dir, "/"))
			tab.BeforeScripts(hasty + c.page)
			tab.Navigate(tab.Site.URL)
			tab.WaitText("#boot", c.says)
			tab.Run(`new BroadcastChannel("go").postMessage("go")`)
			tab.Ready()
			tab.Gone("dialog")
		})
	}
}

// TestPageFromAFolder opens the page from a folder of the disk, where it cannot work. The page
// must say so.
func TestPageFromAFolder(t *testing.T) {
	t.Parallel()
	tab := e2e.Shared(t).Tab(t, e2e.ServeAt(t, "/"))
	for _, text := range []string{"origin", "CORS", "ERR_FAILED"} {
		tab.Allow(text)
	}
	tab.Navigate("file://" + filepath.Join(e2e.DistDir, "index.html"))
	tab.Find("alertdialog", "Tabletop wants a web server")
	tab.WaitText(".recovery", "python3 -m http.server")
	tab.Axe()
}

// TestTooMuchRecursion throws the error that Firefox throws when a stack is too deep. The page
// must treat it as the end of its program.
func TestTooMuchRecursion(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	_, tab := e2e.Start(t)
	tab.Allow("too much recursion")
	tab.Allow(e2e.AfterExit)
	tab.Open("/")
	tab.Run(`(() => {
		class InternalError extends Error { name = "InternalError"; }
		const key = new KeyboardEvent("keydown", { key: "z" });
		Object.defineProperty(key, "ctrlKey", { get() { throw new InternalError("too much recursion"); } });
		document.dispatchEvent(key);
	})()`)
	tab.Find("alertdialog", "The page stopped")
	tab.WaitText(".recovery pre", "InternalError: too much recursion")
}
