//go:build e2e

package journey

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"tabletop/app/host/archive"
	"tabletop/engine"
	"tabletop/engine/wire"
	"tabletop/web/e2e"
)

// databaseName is a JavaScript expression for the name of the site's database, on one of its
// pages.
const databaseName = `("tabletop " + new URL(tabletop.base).pathname.replace(/\/$/, "")).trim()`

// record returns a record of a journal, in base64. It holds one entry, a command typed into the
// console. It has the format of package wasm/store, but one copy in place of two.
func record(number uint64, command string) string {
	entry := typed(command)
	out := []byte{'J', 2, 1}
	out = binary.BigEndian.AppendUint32(out, uint32(4+len(entry)))
	data := append(binary.BigEndian.AppendUint32(nil, uint32(len(entry))), entry...)
	sum := crc32.ChecksumIEEE(slices.Concat(binary.BigEndian.AppendUint64(nil, number), data, []byte{2}))
	return base64.StdEncoding.EncodeToString(append(binary.BigEndian.AppendUint32(out, sum), data...))
}

// typed returns the journal entry of a command.
func typed(command string) []byte {
	return wire.EncodeChange(engine.Change{At: 1000, Request: engine.RunConsole{Text: command}})
}

// TestPageStops crashes the page and exports sandboxes from the recovery screen.
func TestPageStops(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Allow(e2e.AfterExit)
	tab.Open("/sandboxes/")
	one, four := fmt.Sprintf("%q, %q", record(1, "createtable t"), record(2, "createfamily t f")), fmt.Sprintf("%q", record(1, "createtable four"))
	tab.Run(e2e.StoreWorkspaces + `([
		{id: "aaaaaaaaaa", kind: "sandbox", title: "Loads / of: keys", journal: [` + one + `]},
		{id: "bbbbbbbbbb", kind: "sandbox", title: "Other", journal: [` + four + `]},
		{id: "lol-scores", kind: "lesson", title: "Scores", journal: [` + four + `]},
	])`)
	tab.Run("tabletop.workspace = 'aaaaaaaaaa'; tabletop.crash('page')")
	tab.Find("alertdialog", "The page stopped")
	if !e2e.Eval[bool](tab, "document.querySelector('dialog.recovery').contains(document.activeElement)") {
		t.Error("the focus is not in the dialog")
	}
	if e2e.Eval[bool](tab, "'ready' in document.documentElement.dataset") {
		t.Error("the page says it is ready")
	}
	tab.WaitText(".recovery pre", "panic: a crash was asked for")
	tab.WaitText(".recovery pre", "goroutine")
	tab.Press(kb.Escape)
	tab.Press(kb.Escape)
	tab.Find("button", "Reload")
	if n := e2e.Eval[int](tab, "document.querySelectorAll('.recovery-buttons button').length"); n != 2 {
		t.Errorf("there are %d buttons, not export and reload", n)
	}
	tab.Axe()
	tab.Shot("recovery-page")
	tab.Size(320, 640)
	tab.Prefer("prefers-color-scheme", "dark")
	tab.Axe()
	tab.Shot("recovery-page-phone-dark")
	if box := e2e.Eval[[]float64](tab, "(({x, y, width, height}) => [x, y, width, height])(document.querySelector('.recovery').getBoundingClientRect())"); !slices.Equal(box, []float64{0, 0, 320, 640}) {
		t.Errorf("the dialog covers %v of a phone", box)
	}
	if e2e.Eval[bool](tab, "document.querySelector('.recovery').scrollWidth > innerWidth") {
		t.Error("the dialog is wider than a phone")
	}

	name, file := tab.Download(func() { tab.Click("button", "Export my data") })
	if name != "Loads of keys.tabletop" {
		t.Errorf("the file is called %q", name)
	}
	title, journal := e2e.Unpack(t, file)
	if title != "Loads / of: keys" || !slices.Equal(journal, []string{string(typed("createtable t")), string(typed("createfamily t f"))}) {
		t.Errorf("the file holds %q, %q", title, journal)
	}

	// If no workspace is open, there is a link for each sandbox.
	tab.Run("tabletop.workspace = ''")
	tab.Click("button", "Export my data")
	tab.Find("link", "Loads of keys.tabletop")
	_, file = tab.Download(func() { tab.Click("link", "Other.tabletop") })
	if title, journal := e2e.Unpack(t, file); title != "Other" || !slices.Equal(journal, []string{string(typed("createtable four"))}) {
		t.Errorf("the file holds %q, %q", title, journal)
	}
	if strings.Contains(tab.Text(".recovery"), "Scores") {
		t.Error("a lesson's workspace is among the sandboxes")
	}

	tab.Click("button", "Reload")
	tab.Until("!document.querySelector('.recovery') && document.documentElement.dataset.ready === 'yes'")
}

// TestEngineStopsAndGoesOn crashes the engine. A new one is started, and the reader continues.
func TestEngineStopsAndGoesOn(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Open("/")
	tab.Focus("link", "Reference")
	tab.Run("globalThis.dead = tabletop.worker; tabletop.crash('worker')")
	tab.Find("alertdialog", "The engine stopped")
	tab.WaitText(".recovery pre", "panic: a crash was asked for")
	tab.Ready() // at once, while the dialog is open
	if e2e.Eval[bool](tab, "tabletop.worker === dead") {
		t.Error("the dead worker is still in charge")
	}
	tab.Axe()
	tab.Shot("recovery-engine")
	tab.Click("button", "Continue")
	tab.Gone(".recovery")
	if got := e2e.Eval[string](tab, "document.activeElement.textContent"); got != "Reference" {
		t.Errorf("the focus is on %q, not where it was", got)
	}
	// Escape continues too.
	tab.Run("tabletop.crash('worker')")
	tab.Wait(".recovery")
	tab.Ready()
	tab.Press(kb.Escape)
	tab.Gone(".recovery")
}

// TestEngineKeepsStopping crashes the engine several times in a short time. The page must stop
// starting it.
func TestEngineKeepsStopping(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Open("/")
	for range 3 {
		tab.Run("globalThis.dead = tabletop.worker; tabletop.crash('worker')")
		tab.Until("tabletop.worker !== dead")
		tab.Find("alertdialog", "The engine stopped")
		tab.Ready()
	}
	tab.Run("globalThis.dead = tabletop.worker; tabletop.crash('worker')")
	tab.Find("alertdialog", "The engine keeps stopping")
	if !e2e.Eval[bool](tab, "tabletop.worker === dead") {
		t.Error("another worker was started")
	}
	if n := e2e.Eval[int](tab, "document.querySelectorAll('.recovery-buttons button').length"); n != 2 {
		t.Errorf("there are %d buttons, not export and reload", n)
	}
	tab.Press(kb.Escape)
	tab.Press(kb.Escape)
	tab.Click("button", "Reload")
	tab.Until("!document.querySelector('.recovery') && document.documentElement.dataset.ready === 'yes'")
}

// TestEngineDoesNotLoad serves programs that cannot be loaded.
func TestEngineDoesNotLoad(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	whole, err := os.ReadFile(filepath.Join(e2e.DistDir, "app.wasm.bin"))
	if err != nil {
		t.Fatal(err)
	}
	for _, broken := range []struct {
		name string
		file string
	}{
		{"cut off", string(whole[:len(whole)/2])},
		{"empty", ""},
		{"a page", "<!doctype html><title>Sign in</title>"},
	} {
		t.Run(broken.name, func(t *testing.T) {
			site := e2e.ServeDir(t, e2e.Variant(t, map[string]string{"app.wasm.bin": broken.file}), "/")
			tab := e2e.Shared(t).Tab(t, site)
			tab.Navigate(site.URL)
			tab.Find("alertdialog", "The engine could not be loaded")
			tab.Click("button", "Export my data")
			tab.WaitText(".recovery [role=status]", "nothing stored")
			if e2e.Eval[bool](tab, "indexedDB.databases().then((all) => all.length > 0)") {
				t.Error("looking for data has made a database")
			}
		})
	}
}

// recovered crashes the page and waits for the recovery screen; workspace is the id of the open
// workspace, or "".
func recovered(tab *e2e.Tab, workspace string) {
	tab.T.Helper()
	tab.Run(fmt.Sprintf("tabletop.workspace = %q; tabletop.crash('page')", workspace))
	tab.Find("alertdialog", "The page stopped")
}

// TestRecoveryOfADamagedRecord damages records of the journal. It must still be possible to
// import the file that the recovery screen saves.
func TestRecoveryOfADamagedRecord(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Allow(e2e.AfterExit)
	route := tab.NewSandbox()
	recorded(tab, e2e.Orders...)
	id := path.Base(route)
	// In both databases, one record gets no header, in one both copies no longer match their
	// checksums, and in one only the first copy.
	tab.Run(damage + `([{ at: 2, edit: () => new Uint8Array([1, 2, 3]).subarray(1) }, { at: 3, edit: (record) => { record[16] ^= 1; record[record.length - 1] ^= 1; } }, { at: 4, edit: (record) => { record[16] ^= 1; } }], "` + id + `")`)
	recovered(tab, id)
	_, file := tab.Download(func() { tab.Click("button", "Export my data") })
	f, err := archive.Decode(file, nil)
	if err != nil || len(f.Workspaces) != 1 || len(f.Workspaces[0].Journal) != len(e2e.Orders)-2 {
		t.Fatalf("%v: %d workspaces", err, len(f.Workspaces))
	}
	tab.WaitText(".recovery [role=status]", "2 damaged changes are left out")
}

// damage is a JavaScript function that changes records of a workspace's journal in every
// database of the site.
const damage = `(async (changes, id) => {
	const answer = (request) => new Promise((done, failed) => { request.onsuccess = () => done(request.result); request.onerror = () => failed(request.error); });
	const factories = [indexedDB];
	if ((await navigator.storageBuckets?.keys())?.includes("spare")) factories.push((await navigator.storageBuckets.open("spare")).indexedDB);
	for (const factory of factories) {
		for (const { name } of await factory.databases()) {
			const db = await answer(factory.open(name));
			const store = db.transaction("journal", "readwrite").objectStore("journal");
			for (const { at, edit } of changes) {
				const key = id + "/" + String(at).padStart(20, "0");
				const record = await answer(store.get(key));
				if (record) await answer(store.put(edit(record) ?? record, key));
			}
			db.close();
		}
	}
})`

// TestRecoveryWithoutATitle exports from the recovery screen while one workspace has no title.
// The others must be offered too, but not the deleted one.
func TestRecoveryWithoutATitle(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Allow(e2e.AfterExit)
	tab.Open("/reference/")
	one := fmt.Sprintf("%q", record(1, "createtable one"))
	tab.Run(e2e.StoreWorkspaces + `([
		{id: "aaaaaaaaaa", kind: "sandbox", journal: [` + one + `]},
		{id: "bbbbbbbbbb", kind: "sandbox", title: "Other", journal: [` + one + `]},
		{id: "cccccccccc", kind: "sandbox", title: "Gone", journal: [` + one + `], deleted: 1},
	])`)
	recovered(tab, "")
	tab.Click("button", "Export my data")
	_, file := tab.Download(func() { tab.Click("link", "sandbox.tabletop") })
	if title, journal := e2e.Unpack(t, file); title != "sandbox" || !slices.Equal(journal, []string{string(typed("createtable one"))}) {
		t.Errorf("the file holds %q, %q", title, journal)
	}
	tab.Find("link", "Other.tabletop")
	if strings.Contains(tab.Text(".recovery"), "Gone") {
		t.Error("what was deleted is offered")
	}
}

// TestRecoveryFromTheSpare deletes the database. The recovery screen must then export the
// sandbox from the spare.
func TestRecoveryFromTheSpare(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Shared(t).Tab(t, e2e.ServeAt(t, "/"))
	tab.Allow(e2e.AfterExit)
	route := tab.NewSandbox()
	tab.Commands(e2e.Orders...)
	tab.Saved()
	spared(tab, len(e2e.Orders))
	tab.Open("/reference/")
	recovered(tab, "")
	tab.Run(`tabletop.worker.terminate(), indexedDB.databases().then((all) => Promise.all(all.map(({ name }) => new Promise((done) => { indexedDB.deleteDatabase(name).onsuccess = done; }))))`)
	tab.Run(fmt.Sprintf("tabletop.workspace = %q", path.Base(route)))
	_, file := tab.Download(func() { tab.Click("button", "Export my data") })
	if f, err := archive.Decode(file, nil); err != nil || len(f.Workspaces[0].Journal) != len(e2e.Orders) {
		t.Errorf("the file: %v, %d workspaces", err, len(f.Workspaces))
	}
}

// TestSandboxThatKillsTheEngine opens a sandbox with which the engine stops each time. The page
// must not open it again and again. It must show the engine's last message, and must blame
// memory only if memory was short.
func TestSandboxThatKillsTheEngine(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	// Each crash comes long after the previous one.
	tab.BeforeScripts(`let late = 0; const now = performance.now.bind(performance); performance.now = () => now() + late;`)
	tab.NewSandbox()
	tab.Click("button", "Rename")
	tab.Replace("textbox", "New name", "Too much")
	tab.Enter()
	tab.WaitText("h1", "Too much")
	tab.Commands(e2e.Orders...) // they are stored after the name
	tab.Saved()
	for range 2 {
		tab.Run("globalThis.dead = tabletop.worker; late += 45_000; tabletop.crash('worker')")
		tab.Until("tabletop.worker !== dead")
		tab.Find("alertdialog", "The engine stopped")
		tab.Ready()
		tab.Click("button", "Continue")
	}
	tab.Run("globalThis.dead = tabletop.worker; late += 45_000; tabletop.crash('worker')")
	tab.Find("alertdialog", "The engine stops with this open")
	tab.WaitText("#recovery-text", "“Too much” open, the last time saying “panic: a crash was asked for”")
	if strings.Contains(tab.Text("#recovery-text"), "memory") {
		t.Error("memory is blamed, which nobody has measured")
	}
	if e2e.Eval[bool](tab, "tabletop.worker !== dead") {
		t.Error("it is opened again all the same")
	}
	tab.Axe()
	tab.Shot("recovery-workspace")
	if name, file := tab.Download(func() { tab.Click("button", "Export my data") }); name != "Too much.tabletop" || len(file) == 0 {
		t.Errorf("%q with %d bytes", name, len(file))
	}
	tab.Click("button", "Other sandboxes")
	tab.Ready()
	tab.Find("link", "Too much")
}

// TestOutOfMemory ends the engine three times in each of the ways in which memory runs out:
// with the error of Go, with the error of a browser, and with all the memory that a wasm
// program can have.
func TestOutOfMemory(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	for _, end := range []string{
		`{reason: "fatal error: out of memory", lines: ["runtime: out of memory: cannot allocate 4194304-byte block (1073741824 in use)"], memory: 2 ** 30}`,
		`{reason: "RangeError: Array buffer allocation failed", lines: [], memory: 2 ** 30}`,
		`{reason: "RuntimeError: unreachable", lines: [], memory: 2 ** 32 - 65536}`,
	} {
		tab.NewSandbox()
		for n := range 3 {
			tab.Run(`globalThis.dead = tabletop.worker; dead.dispatchEvent(new MessageEvent("message", {data: {control: "exited", ...` + end + `}}))`)
			if n < 2 {
				tab.Until("tabletop.worker !== dead")
				tab.Ready()
				tab.Click("button", "Continue")
			}
		}
		tab.Find("alertdialog", "There is not enough memory for this")
		tab.WaitText("#recovery-text", "because this browser gave it no more memory")
	}
	tab.Axe()
	tab.Shot("recovery-memory")
}
