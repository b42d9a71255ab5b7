//go:build e2e

package e2e

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
)

// linkTo returns the route of a link that holds requests.
func linkTo(t *testing.T, title string, requests ...engine.Request) string {
	t.Helper()
	c := link.Content{Title: title}
	for i, r := range requests {
		c.Changes = append(c.Changes, engine.Change{At: base.Micros(1_700_000_000_000_000 + i*1000), Request: r})
	}
	text, err := link.Encode(c)
	if err != nil {
		t.Fatal(err)
	}
	return "/sandboxes/#open=" + text
}

// scores is a table with a design.
var scores = engine.Load{
	Table: "scores", Template: "{game}#{day}",
	Columns: []plan.Column{{Field: "player", Family: "f", Qualifier: "player"}},
	Data: dataset.Spec{
		Fields:  []string{"game", "player", "day"},
		Records: [][]string{{"Go", "Ann", "20150301"}, {"Go", "Bob", "20150302"}, {"LoL", "Cid", "20150301"}},
		Recipe: &dataset.Recipe{Count: 2000, Seed: 4, Gens: []dataset.Gen{
			{Field: "game", Values: []string{"Go", "LoL", "Chess"}},
			{Field: "player", Kind: dataset.Names, PerValue: 40},
			{Field: "day", Kind: dataset.Days, From: "20150101", To: "20151231"},
		}},
	},
}

var perPlayer = engine.Workload{Queries: []plan.Query{{ID: "ann", Where: []plan.Cond{{Field: "player", Value: "Ann"}}}}}

// posting keeps what the page sends to its worker.
const posting = `globalThis.posted = []; { const post = Worker.prototype.postMessage;
	Worker.prototype.postMessage = function (m, ...more) {
		if (m?.frame) posted.push(btoa(String.fromCharCode(...m.frame)));
		return post.call(this, m, ...more);
	}; }`

// onlyListed fails the test where the page has asked its worker for anything but
// the list of sandboxes, or anything is stored.
func (tab *Tab) onlyListed() {
	tab.t.Helper()
	frames := Eval[[]string](tab, "posted")
	if len(frames) == 0 {
		tab.t.Error("nothing was sent")
	}
	for _, f := range frames {
		data, err := base64.StdEncoding.DecodeString(f)
		if err != nil {
			tab.t.Fatal(err)
		}
		sent, err := host.DecodeSent(data)
		if err != nil {
			tab.t.Fatal(err)
		}
		if sent.Call != host.Call(host.List{}) {
			tab.t.Errorf("the page asked for %+v", sent.Call)
		}
	}
	if stored := Eval[int](tab, `indexedDB.databases().then((all) => Promise.all(all.map(({ name }) => new Promise((resolve, reject) => {
		const open = indexedDB.open(name);
		open.onerror = () => reject(open.error);
		open.onsuccess = () => {
			const stores = [...open.result.objectStoreNames];
			Promise.all(stores.map((s) => new Promise((counted) => {
				open.result.transaction(s).objectStore(s).count().onsuccess = (e) => counted(e.target.result);
			}))).then((counts) => { open.result.close(); resolve(counts.reduce((a, b) => a + b, 0)); });
		};
	})))).then((counts) => counts.reduce((a, b) => a + b, 0))`); stored != 0 {
		tab.t.Errorf("%d records are stored", stored)
	}
}

// seen is what a reader sees of the open sandbox, and what it prints, times and all.
func (tab *Tab) seen() []string {
	tab.t.Helper()
	return append([]string{tab.Command("read scores start=A end=C"), tab.Command("read notes")}, Eval[[]string](tab, `[".time-bar .num", ".time-what", ".asked .asks", ".schema", "h1"].map((css) => document.querySelector(css).textContent)`)...)
}

func TestLink(t *testing.T) {
	seldom(t)
	t.Parallel()
	tab := begin(t)
	tab.BeforeScripts(posting)
	tab.Size(screens[0].width, screens[0].height)
	tab.Open(linkTo(t, "Scores", scores, perPlayer, engine.Console{Text: "createtable notes families=n\nset notes a n:text=hello"}))
	tab.Find("dialog", "A link to “Scores”")
	tab.WaitText(".held-tables", "2,000 records under {game}#{day}: 3 given")
	tab.WaitText(".held-items", "set notes a n:text=hello")
	tab.onlyListed()
	tab.examine("link-opened")
	tab.press("Not now")
	tab.Gone("dialog")
	tab.Until(`location.hash === ""`)
	tab.WaitText(".empty", "No sandbox yet")
	tab.onlyListed()

	// Pasted into the address once more, and kept, by keyboard.
	tab.Run(fmt.Sprintf("location.hash = %q", strings.TrimPrefix(linkTo(t, "Scores", scores, perPlayer, engine.Console{Text: "createtable notes families=n\nset notes a n:text=hello"}), "/sandboxes/")))
	tab.TabTo("button", "Make a sandbox of it")
	tab.Enter()
	tab.sandboxShown()
	tab.WaitText("h1", "Scores")
	tab.Until(`document.querySelector(".time-bar .num").textContent === "4 of 4"`)
	tab.Fill("textbox", "Row key template", "{player}#{day}#{game}")
	tab.Until(`document.querySelector("[data-query=ann][data-path=prefix]")`)
	tab.commands("set scores zzz f:player=me", "deleterow scores zzz")
	tab.Focus("textbox", "Console")
	tab.Press(kb.Escape)
	tab.button("Undo")
	tab.Until(`document.querySelector(".time-bar .num").textContent === "6 of 7"`)
	tab.Saved()

	// Shared, and opened where nothing is stored yet.
	want := tab.seen()
	tab.button("Share")
	tab.Find("dialog", "Share Scores")
	tab.Wait("#link-text")
	tab.examine("link-shared")
	address := Eval[string](tab, `document.getElementById("link-text").value`)
	if size := fmt.Sprintf("%d", len(address)); !strings.Contains(strings.ReplaceAll(tab.Text("#share-status"), ",", ""), size+" of at most 8000") {
		t.Errorf("%s characters are shown as %s", size, tab.Text("#share-status"))
	}
	tab.TabTo("button", "Copy link")
	tab.Enter()
	tab.WaitText("#share-status", "Copied.")
	tab.Click("radio", "Only the experiment: designed tables made anew, and the questions asked of them")
	tab.Until(`document.getElementById("link-text")?.value.length < ` + fmt.Sprint(len(address)))
	only := Eval[string](tab, `document.getElementById("link-text").value`)
	tab.Press(kb.Escape)
	tab.Gone("dialog")

	other := shared(t).Tab(t, tab.site)
	other.Size(screens[0].width, screens[0].height)
	other.Navigate(address)
	other.Ready()
	other.press("Make a sandbox of it")
	other.sandboxShown()
	other.Until(`document.querySelector(".time-bar .num").textContent === "6 of 7"`)
	other.Wait("[data-query=ann][data-path=prefix]")
	if got := other.seen(); !reflect.DeepEqual(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	other.Navigate(only)
	other.Ready()
	other.Find("dialog", "A link to an experiment from “Scores”")
	other.press("Make a sandbox of it")
	other.Until(`document.querySelector(".time-bar .num")?.innerText === "2 of 2"`)
	other.Wait("[data-query=ann][data-path=prefix]")
	other.Open("/sandboxes/")
	other.Until(`document.querySelectorAll(".shelf li").length === 2`)
}

func TestTooMuchForALink(t *testing.T) {
	seldom(t)
	t.Parallel()
	tab := begin(t)
	tab.Size(screens[1].width, screens[1].height)
	var script strings.Builder
	script.WriteString("createtable t families=f")
	for i := range uint32(1200) {
		fmt.Fprintf(&script, "\nset t %x f:q=%x", i*2654435761, (i+9)*2246822519)
	}
	tab.Open(linkTo(t, "Much", engine.Console{Text: script.String()}))
	tab.WaitText(".held-items", "and 1,001 more that are not listed")
	tab.examine("link-long")
	tab.press("Make a sandbox of it")
	tab.sandboxShown()
	tab.button("Share")
	tab.WaitText("#share-status", "too much for a link")
	tab.examine("link-too-much")
	name, data := tab.Download(func() { tab.button("Export as a file") })
	if name != "Much.tabletop" || len(data) < 10_000 {
		t.Errorf("%s of %d bytes", name, len(data))
	}
}

func TestBadLinks(t *testing.T) {
	seldom(t)
	t.Parallel()
	tab := begin(t)
	tab.BeforeScripts(posting)
	whole := linkTo(t, "x", scores)
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
		tab.onlyListed()
		tab.press("Close")
		tab.Until(`location.hash === ""`)
	}
}

// TestHostileLink: what a link holds is shown and run as data, wherever it comes
// to stand on the page.
// elsewhere is the expression of what the page has asked other hosts for.
const elsewhere = `performance.getEntriesByType("resource").map((e) => e.name).filter((name) => new URL(name).origin !== location.origin && !/^(data|blob):/.test(name))`

// evilWork is a sandbox with markup and worse wherever there is text.
func evilWork() (title string, requests []engine.Request) {
	evil := "<img src=//evil.example/x onerror=hurt()>\u202e\u200bשלום 1"
	bad := scores
	bad.Table = "t<script>hurt()</script>"
	fields := []string{evil, "b<b>", "c"}
	odd := engine.Load{
		Table: "odd", Template: "{b<b>}#{c}", Columns: []plan.Column{{Field: evil, Family: "f", Qualifier: base.Qualifier(evil)}},
		Data: dataset.Spec{Fields: fields, Records: [][]string{{evil, evil, "</script>"}}, Recipe: &dataset.Recipe{Count: 5, Gens: []dataset.Gen{
			{Field: evil, Values: []string{evil}}, {Field: "b<b>", Values: []string{evil}}, {Field: "c", Values: []string{"1", "2"}},
		}}},
	}
	deep := strings.Repeat("(", 30_000)
	return evil + strings.Repeat("w", 200), []engine.Request{bad, odd,
		engine.Workload{Queries: []plan.Query{{ID: evil, Where: []plan.Cond{{Field: evil, Value: evil}}}}},
		engine.Console{Text: "createtable h families=F\nset h '" + evil + "' F:q='" + evil + "'\nread h filter='" + deep + "'\n" + evil, Files: []engine.File{{Name: evil, Text: evil}}},
		engine.Console{Dialect: engine.HBase, Text: "create '" + evil + "', 'f'\nscan 'h', {FILTER => \"" + deep + "\"}"},
		engine.Checkpoint{Name: "<b>\u202e" + strings.Repeat("w", 30)}, engine.Restore{Name: evil}, engine.Redo{}, engine.Undo{},
		engine.Compact{Table: evil}, engine.Advance{By: -5},
	}
}

// TestHostileFile brings in a file that somebody else has made.
func TestHostileFile(t *testing.T) {
	seldom(t)
	t.Parallel()
	tab := begin(t)
	tab.BeforeScripts(watch)
	tab.Size(screens[0].width, screens[0].height)
	title, requests := evilWork()
	space := archive.Space{Title: title, Created: 1, Changed: 1}
	for i, r := range requests {
		space.Journal = append(space.Journal, wire.EncodeChange(engine.Change{At: base.Micros(1_700_000_000_000_000 + i*1000), Request: r}))
	}
	file, err := archive.Encode(archive.File{All: true, Spaces: []archive.Space{space}})
	if err != nil {
		t.Fatal(err)
	}
	tab.Open("/sandboxes/")
	tab.Upload("From file…", put(t, "<b>evil.tabletop", file))
	tab.Wait(".shelf li a")
	tab.harmless("the shelf")
	tab.Run(`document.querySelector(".shelf li a").click()`)
	tab.sandboxShown()
	tab.harmless("what a file held", parts...)
	tab.Open("/sandboxes/")
	tab.Upload("From file…", put(t, "<img src=x onerror=hurt()>.tabletop", append([]byte("TABLETOP 2\n"), file[40:]...)))
	tab.Wait(".notice.wrong")
	tab.harmless("a file that is refused")
	if away := Eval[[]string](tab, elsewhere); len(away) > 0 {
		t.Errorf("asked elsewhere: %q", away)
	}
}

func TestHostileLink(t *testing.T) {
	t.Parallel()
	tab := begin(t)
	tab.BeforeScripts(watch)
	tab.BeforeScripts(posting)
	tab.Size(screens[0].width, screens[0].height)
	title, requests := evilWork()
	route := linkTo(t, title, requests...)
	tab.Open(route)
	tab.WaitText("dialog h2", `\u202e\u200b`)
	tab.WaitText(".held-items", "<img src=//evil.example/x onerror=hurt()>")
	tab.harmless("a link")
	tab.onlyListed()
	tab.press("Make a sandbox of it")
	tab.sandboxShown()
	tab.WaitText("h1", `\u202e\u200b`)
	tab.harmless("its sandbox", parts...)
	tab.button("Share")
	tab.Wait("#link-text")
	tab.harmless("its share")
	tab.press("Close")
	if away := Eval[[]string](tab, elsewhere); len(away) > 0 {
		t.Errorf("asked elsewhere: %q", away)
	}
}
