//go:build e2e

package journey

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"

	"tabletop/web/e2e"
)

// quota sets how many bytes the browser grants the site; nil is the browser's default.
func quota(tab *e2e.Tab, bytes *float64) {
	tab.T.Helper()
	u, err := url.Parse(tab.Site.URL)
	if err != nil {
		tab.T.Fatal(err)
	}
	e2e.Do(tab, "set the quota", func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, storage.OverrideQuotaForOrigin, storage.OverrideQuotaForOriginParams{Origin: u.Scheme + "://" + u.Host, QuotaSize: bytes})
		return chromedp.Void{}, err
	})
}

// TestFullDisk fills the browser's storage. The page must say at once that nothing more can be
// stored, offer the work as a file, also after another tab has taken it over, and store it as
// soon as there is space again.
func TestFullDisk(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	site, tab := e2e.Start(t)
	other := tab.Browser.Tab(t, site)
	route := other.NewSandbox()
	other.Commands("createtable t families=f")
	other.Saved()
	tab.NewSandbox()
	tab.Commands(e2e.Orders...)
	tab.Saved()
	none := 1.0
	quota(tab, &none)
	// The browser computes the remaining space only every half minute.
	for deadline := time.Now().Add(2 * time.Minute); ; {
		tab.Commands("set orders z#1 O:total=1")
		tab.Until(`/saved|failed/.test(document.querySelector("[data-saved]").dataset.saved)`)
		if tab.Attribute("[data-saved]", "data-saved") == "failed" {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("a disk that is full takes more")
		}
		time.Sleep(300 * time.Millisecond) // a pause, because the log holds two hundred commands only
	}
	tab.WaitText("[role=alert]", "storage is full")
	tab.Inspect("a full disk")
	tab.Shot("full-disk")
	tab.Has("the table", tab.Keys("orders"), append(append([]string{}, e2e.OrderKeys...), "z#1"))
	name, file := tab.Download(func() { tab.Click("button", "Save as a file") })
	if !strings.HasSuffix(name, ".tabletop") || !strings.HasPrefix(string(file), "TABLETOP") {
		t.Errorf("%q begins %.20q", name, file)
	}

	other.Commands("set t only f:here=1")
	other.Wait("[data-saved=failed]")
	taker := second(other, route)
	taker.Click("button", "Go on here instead")
	taker.Gone("[data-saved=readonly]")
	other.WaitText(".notice", "before 1 change made here could be saved")
	other.Inspect("what could not be saved")
	other.Shot("left")
	other.Has("the tab that it was made in", other.Keys("t"), []string{"only"})
	_, file = other.Download(func() { other.Click("button", "Save as a file") })
	if _, journal := e2e.Unpack(t, file); len(journal) != 2 {
		t.Errorf("the file holds %d changes", len(journal))
	}
	taker.Has("the tab that took it over", taker.Keys("t"), nil)
	taker.Close()
	other.Close()

	quota(tab, nil)
	tab.Commands("set orders z#2 O:total=1")
	tab.Saved()
	tab.Gone(".notice")
	tab.Reload()
	tab.Wait("[role=row][data-key='z#2']")
	tab.Has("stored", tab.Keys("orders"), append(append([]string{}, e2e.OrderKeys...), "z#1", "z#2"))
}

// TestDamagedIsTold damages a stored change. The page must count the damaged changes, offer
// them as a file, and show everything else.
func TestDamagedIsTold(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	route := tab.NewSandbox()
	recorded(tab, e2e.Orders...)
	tab.Open("/reference/")
	tab.Run(`(async (id) => {
		const database = await new Promise((resolve, reject) => {
			const request = indexedDB.open(` + databaseName + `);
			request.onsuccess = () => resolve(request.result);
			request.onerror = () => reject(request.error);
		});
		const transaction = database.transaction("journal", "readwrite");
		const key = id + "/" + String(3).padStart(20, "0");
		transaction.objectStore("journal").put(new Uint8Array([1, 2, 3]), key);
		await new Promise((resolve) => { transaction.oncomplete = resolve; });
		database.close();
	})("` + path.Base(route) + `")`)
	tab.Open(route)
	tab.WaitText(".notice", "1 change of this could not be read")
	tab.Has("the rest", tab.Keys("orders"), []string{"at#001", "be#002", "be#003", "ch#001"})
	if name, file := tab.Download(func() { tab.Click("button", "Save the damaged part") }); !strings.HasSuffix(name, ".damaged") || len(file) == 0 {
		t.Errorf("%q with %d bytes", name, len(file))
	}
	tab.Inspect("a damaged sandbox")
}

// TestBrowserLosesItsDatabase damages the browser's own files, as a kill may do, so that the
// browser deletes the database. Everything that was saved must still be there, from the spare.
func TestBrowserLosesItsDatabase(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	dir, site := e2e.NewProfile(t), e2e.ServeAt(t, "/")
	b := e2e.Launch(t, dir)
	tab := b.Tab(t, site)
	route := tab.NewSandbox()
	tab.Commands(e2e.Orders...)
	tab.Saved()
	spared(tab, len(e2e.Orders))
	b.Kill(t)

	logs, err := filepath.Glob(filepath.Join(dir, "Default", "IndexedDB", "*.leveldb", "*.log"))
	if err != nil || len(logs) != 1 {
		t.Fatal("the logs of the database", logs, err)
	}
	log, err := os.ReadFile(logs[0])
	if err != nil {
		t.Fatal(err)
	}
	log[len(log)/2] ^= 0xff
	if err := os.WriteFile(logs[0], log, 0o600); err != nil {
		t.Fatal(err)
	}

	tab = e2e.Launch(t, dir).Tab(t, site)
	tab.Open(route)
	tab.Saved()
	tab.Has("the table", tab.Keys("orders"), e2e.OrderKeys)
	tab.Commands("set orders z#1 O:total=1")
	tab.Saved()
	tab.Open("/sandboxes/")
	tab.Until(`document.querySelectorAll("main [href*='/sandboxes/']").length > 0`)
}

// spared waits until the spare has the change with the given number, and so all earlier ones.
func spared(tab *e2e.Tab, changes int) {
	tab.T.Helper()
	e2e.Eval[bool](tab, fmt.Sprintf(`(async () => {
		const answer = (request) => new Promise((done, failed) => { request.onsuccess = () => done(request.result); request.onerror = () => failed(request.error); });
		const bucket = await navigator.storageBuckets.open("spare");
		const db = await answer(bucket.indexedDB.open(`+databaseName+`));
		const last = async () => +((await answer(db.transaction("journal").objectStore("journal").getAllKeys())).at(-1) ?? "0").slice(-20);
		while (await last() < %d) await new Promise((done) => setTimeout(done, 20));
		db.close();
		return true;
	})()`, changes))
}

// recorded runs commands one by one and waits after each until it is saved, so that each is a
// record of its own in the journal.
func recorded(tab *e2e.Tab, lines ...string) {
	tab.T.Helper()
	for _, line := range lines {
		tab.Commands(line)
		tab.Saved()
	}
}
