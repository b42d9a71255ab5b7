//go:build e2e

package sandboxes

import (
	"encoding/base64"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"tabletop/app/host"
	"tabletop/app/host/archive"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/link"
	"tabletop/engine/plan"
	"tabletop/engine/wire"
	"tabletop/web/e2e"
)

// posting is a script that records what the page sends to its worker.
const posting = `globalThis.posted = []; { const post = Worker.prototype.postMessage;
	Worker.prototype.postMessage = function (m, ...more) {
		if (m?.frame) posted.push(btoa(String.fromCharCode(...m.frame)));
		return post.call(this, m, ...more);
	}; }`

// onlyListed fails the test if the page has sent its worker any call but that for the list of
// sandboxes, or if anything is stored.
func onlyListed(tab *e2e.Tab) {
	tab.T.Helper()
	frames := e2e.Eval[[]string](tab, "posted")
	if len(frames) == 0 {
		tab.T.Error("nothing was sent")
	}
	for _, f := range frames {
		data, err := base64.StdEncoding.DecodeString(f)
		if err != nil {
			tab.T.Fatal(err)
		}
		sent, err := host.DecodeSentCall(data)
		if err != nil {
			tab.T.Fatal(err)
		}
		if sent.Call != host.Call(host.ListWorkspaces{}) {
			tab.T.Errorf("the page asked for %+v", sent.Call)
		}
	}
	if stored := e2e.Eval[int](tab, `indexedDB.databases().then((all) => Promise.all(all.map(({ name }) => new Promise((resolve, reject) => {
		const open = indexedDB.open(name);
		open.onerror = () => reject(open.error);
		open.onsuccess = () => {
			const stores = [...open.result.objectStoreNames];
			Promise.all(stores.map((s) => new Promise((counted) => {
				open.result.transaction(s).objectStore(s).count().onsuccess = (e) => counted(e.target.result);
			}))).then((counts) => { open.result.close(); resolve(counts.reduce((a, b) => a + b, 0)); });
		};
	})))).then((counts) => counts.reduce((a, b) => a + b, 0))`); stored != 0 {
		tab.T.Errorf("%d records are stored", stored)
	}
}

// seen returns what the page shows of the open sandbox, and the output of reads with all
// timestamps.
func seen(tab *e2e.Tab) []string {
	tab.T.Helper()
	return append([]string{tab.Command("read scores start=A end=C"), tab.Command("read notes")}, e2e.Eval[[]string](tab, `[".time-bar .num", ".time-what", ".asked .asks", ".schema", "h1"].map((css) => document.querySelector(css).textContent)`)...)
}

// TestLink opens a link, makes a sandbox of it, and shares that sandbox again.
func TestLink(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.BeforeScripts(posting)
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	tab.Open(e2e.LinkTo(t, "Scores", e2e.Scores, e2e.PerPlayer, engine.RunConsole{Text: "createtable notes families=n\nset notes a n:text=hello"}))
	tab.Find("dialog", "A link to “Scores”")
	tab.WaitText(".held-tables", "2,000 records under {game}#{day}: 3 given")
	tab.WaitText(".held-items", "set notes a n:text=hello")
	onlyListed(tab)
	tab.Examine("link-opened")
	tab.PressButton("Not now")
	tab.Gone("dialog")
	tab.Until(`location.hash === ""`)
	tab.WaitText(".empty", "No sandbox yet")
	onlyListed(tab)

	// Another link is pasted into the address and kept, with the keyboard.
	tab.Run(fmt.Sprintf("location.hash = %q", strings.TrimPrefix(e2e.LinkTo(t, "Scores", e2e.Scores, e2e.PerPlayer, engine.RunConsole{Text: "createtable notes families=n\nset notes a n:text=hello"}), "/sandboxes/")))
	tab.TabTo("button", "Make a sandbox of it")
	tab.Enter()
	tab.SandboxShown()
	tab.WaitText("h1", "Scores")
	tab.Until(`document.querySelector(".time-bar .num").textContent === "4 of 4"`)
	tab.Fill("textbox", "Row key template", "{player}#{day}#{game}")
	tab.Until(`document.querySelector("[data-query=ann][data-path=prefix]")`)
	tab.Commands("set scores zzz f:player=me", "deleterow scores zzz")
	tab.Focus("textbox", "Console")
	tab.Press(kb.Escape)
	tab.PressButton("Undo")
	tab.Until(`document.querySelector(".time-bar .num").textContent === "6 of 7"`)
	tab.Saved()

	// The sandbox is shared, and opened where nothing is stored.
	want := seen(tab)
	tab.PressButton("Share")
	tab.Find("dialog", "Share Scores")
	tab.Wait("#link-text")
	tab.Examine("link-shared")
	address := e2e.Eval[string](tab, `document.getElementById("link-text").value`)
	if size := fmt.Sprintf("%d", len(address)); !strings.Contains(strings.ReplaceAll(tab.Text("#share-status"), ",", ""), size+" of at most 8000") {
		t.Errorf("%s characters are shown as %s", size, tab.Text("#share-status"))
	}
	tab.TabTo("button", "Copy link")
	tab.Enter()
	tab.WaitText("#share-status", "Copied.")
	tab.Click("radio", "Only the experiment: designed tables made anew, and the questions asked of them")
	tab.Until(`document.getElementById("link-text")?.value.length < ` + fmt.Sprint(len(address)))
	only := e2e.Eval[string](tab, `document.getElementById("link-text").value`)
	tab.Press(kb.Escape)
	tab.Gone("dialog")

	other := e2e.Shared(t).Tab(t, tab.Site)
	other.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	other.Navigate(address)
	other.Ready()
	other.PressButton("Make a sandbox of it")
	other.SandboxShown()
	other.Until(`document.querySelector(".time-bar .num").textContent === "6 of 7"`)
	other.Wait("[data-query=ann][data-path=prefix]")
	if got := seen(other); !reflect.DeepEqual(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	other.Navigate(only)
	other.Ready()
	other.Find("dialog", "A link to an experiment from “Scores”")
	other.PressButton("Make a sandbox of it")
	other.Until(`document.querySelector(".time-bar .num")?.innerText === "2 of 2"`)
	other.Wait("[data-query=ann][data-path=prefix]")
	other.Open("/sandboxes/")
	other.Until(`document.querySelectorAll(".shelf li").length === 2`)
}

// TestTooMuchForALink shares a sandbox that is too large for a link.
func TestTooMuchForALink(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Size(e2e.Screens[1].Width, e2e.Screens[1].Height)
	var script strings.Builder
	script.WriteString("createtable t families=f")
	for i := range uint32(1200) {
		fmt.Fprintf(&script, "\nset t %x f:q=%x", i*2654435761, (i+9)*2246822519)
	}
	tab.Open(e2e.LinkTo(t, "Much", engine.RunConsole{Text: script.String()}))
	tab.WaitText(".held-items", "and 1,001 more that are not listed")
	tab.Examine("link-long")
	tab.PressButton("Make a sandbox of it")
	tab.SandboxShown()
	tab.PressButton("Share")
	tab.WaitText("#share-status", "too much for a link")
	tab.Examine("link-too-much")
	name, data := tab.Download(func() { tab.PressButton("Export as a file") })
	if name != "Much.tabletop" || len(data) < 10_000 {
		t.Errorf("%s of %d bytes", name, len(data))
	}
}

// TestBadLinks opens links that are damaged or too long.
func TestBadLinks(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.BeforeScripts(posting)
	whole := e2e.LinkTo(t, "x", e2e.Scores)
	for _, c := range []struct{ route, says string }{
		{whole[:len(whole)-5], "damaged"},
		{"/sandboxes/#open=", "damaged"},
		{"/sandboxes/#open=AmEGt7Y", "damaged"},
		{"/sandboxes/#open=" + strings.Repeat("A", link.MaxText+1), "characters"},
	} {
		tab.Navigate("about:blank")
		tab.Open(c.route)
		tab.Find("dialog", "This link cannot be opened")
		tab.WaitText("dialog [role=alert]", c.says)
		onlyListed(tab)
		tab.PressButton("Close")
		tab.Until(`location.hash === ""`)
	}
}

// elsewhere is a JavaScript expression for what the page has requested from other hosts.
const elsewhere = `performance.getEntriesByType("resource").map((e) => e.name).filter((name) => new URL(name).origin !== location.origin && !/^(data|blob):/.test(name))`

// evilWork returns a sandbox that has markup and other hostile text in all places for text.
func evilWork() (title string, requests []engine.Request) {
	evil := "<img src=//evil.example/x onerror=hurt()>\u202e\u200bשלום 1"
	bad := e2e.Scores
	bad.Table = "t<script>hurt()</script>"
	fields := []string{evil, "b<b>", "c"}
	odd := engine.LoadRecords{
		Table: "odd", Template: "{b<b>}#{c}", Columns: []plan.FieldColumn{{Field: evil, Family: "f", Qualifier: base.Qualifier(evil)}},
		Data: dataset.Spec{Fields: fields, Records: [][]string{{evil, evil, "</script>"}}, Recipe: &dataset.Recipe{Count: 5, Gens: []dataset.Generator{
			{Field: evil, Values: []string{evil}}, {Field: "b<b>", Values: []string{evil}}, {Field: "c", Values: []string{"1", "2"}},
		}}},
	}
	deep := strings.Repeat("(", 30_000)
	return evil + strings.Repeat("w", 200), []engine.Request{bad, odd,
		engine.SetWorkload{Queries: []plan.Query{{ID: evil, Where: []plan.Cond{{Field: evil, Value: evil}}}}},
		engine.RunConsole{Text: "createtable h families=F\nset h '" + evil + "' F:q='" + evil + "'\nread h filter='" + deep + "'\n" + evil, Files: []engine.PickedFile{{Name: evil, Text: evil}}},
		engine.RunConsole{Dialect: engine.HBase, Text: "create '" + evil + "', 'f'\nscan 'h', {FILTER => \"" + deep + "\"}"},
		engine.SaveCheckpoint{Name: "<b>\u202e" + strings.Repeat("w", 30)}, engine.RestoreCheckpoint{Name: evil}, engine.Redo{}, engine.Undo{},
		engine.CollectGarbage{Table: evil}, engine.AdvanceClock{By: -5},
	}
}

// TestHostileFile imports a file made by an attacker. Its content must be handled as data only.
func TestHostileFile(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.BeforeScripts(watch)
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	title, requests := evilWork()
	space := archive.Workspace{Title: title, Created: 1, Changed: 1}
	for i, r := range requests {
		space.Journal = append(space.Journal, wire.EncodeChange(engine.Change{At: base.Micros(1_700_000_000_000_000 + i*1000), Request: r}))
	}
	file, err := archive.Encode(archive.File{Everything: true, Workspaces: []archive.Workspace{space}})
	if err != nil {
		t.Fatal(err)
	}
	tab.Open("/sandboxes/")
	tab.Upload("From file…", e2e.WriteFile(t, "<b>evil.tabletop", file))
	tab.Wait(".shelf li a")
	harmless(tab, "the shelf")
	tab.Run(`document.querySelector(".shelf li a").click()`)
	tab.SandboxShown()
	harmless(tab, "what a file held", e2e.Parts...)
	tab.Open("/sandboxes/")
	tab.Upload("From file…", e2e.WriteFile(t, "<img src=x onerror=hurt()>.tabletop", append([]byte("TABLETOP 2\n"), file[40:]...)))
	tab.Wait(".notice.wrong")
	harmless(tab, "a file that is refused")
	if away := e2e.Eval[[]string](tab, elsewhere); len(away) > 0 {
		t.Errorf("asked elsewhere: %q", away)
	}
}

// TestHostileLink opens a link made by an attacker. Its content must be shown and run as data
// only, in all parts of the page.
func TestHostileLink(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.BeforeScripts(watch)
	tab.BeforeScripts(posting)
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	title, requests := evilWork()
	route := e2e.LinkTo(t, title, requests...)
	tab.Open(route)
	tab.WaitText("dialog h2", `\u202e\u200b`)
	tab.WaitText(".held-items", "<img src=//evil.example/x onerror=hurt()>")
	harmless(tab, "a link")
	onlyListed(tab)
	tab.PressButton("Make a sandbox of it")
	tab.SandboxShown()
	tab.WaitText("h1", `\u202e\u200b`)
	harmless(tab, "its sandbox", e2e.Parts...)
	tab.PressButton("Share")
	tab.Wait("#link-text")
	harmless(tab, "its share")
	tab.PressButton("Close")
	if away := e2e.Eval[[]string](tab, elsewhere); len(away) > 0 {
		t.Errorf("asked elsewhere: %q", away)
	}
}
