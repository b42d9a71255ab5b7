//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// newSandbox makes an empty sandbox the way a reader does, from Home, and
// returns its route.
func (tab *Tab) newSandbox() string {
	tab.t.Helper()
	tab.Open("/")
	tab.press("New sandbox")
	return tab.sandboxShown()
}

// sandboxShown waits until a sandbox is on the page and stored, and returns its
// route.
func (tab *Tab) sandboxShown() string {
	tab.t.Helper()
	tab.Until(`/\/sandboxes\/[a-z2-7]{10}\/$/.test(location.pathname)`)
	tab.Saved()
	path := Eval[string](tab, "location.href")
	return strings.TrimPrefix(path, strings.TrimSuffix(tab.site.URL, "/"))
}

// commands runs lines in the console, none of which may be refused.
func (tab *Tab) commands(lines ...string) {
	tab.t.Helper()
	for _, line := range lines {
		tab.Command(line)
	}
	if refused := Eval[[]string](tab, `[...document.querySelectorAll("[role=log] .refused")].map((e) => e.innerText)`); len(refused) > 0 {
		tab.fail("refused: %q", refused)
	}
}

// recorded runs commands one by one, so that each is a record of the journal by itself.
func (tab *Tab) recorded(lines ...string) {
	tab.t.Helper()
	for _, line := range lines {
		tab.commands(line)
		tab.Saved()
	}
}

// orders fills a table that the tests here read.
var orders = []string{
	"createtable orders families=O:maxversions=3,C",
	"set orders be#002 O:total=12 C:name=Ann",
	"set orders be#001 O:total=7 C:name=Bob",
	"set orders at#001 O:total=99",
	"set orders ch#001 O:total=1 C:name=Cid",
	"set orders be#003 O:total=5",
}

var orderKeys = []string{"at#001", "be#001", "be#002", "be#003", "ch#001"}

func (tab *Tab) has(what string, got, want []string) {
	tab.t.Helper()
	if !slices.Equal(got, want) {
		tab.t.Errorf("%s: %q, want %q", what, got, want)
	}
}

func TestSandboxConsole(t *testing.T) {
	t.Parallel()
	tab := begin(t)
	tab.newSandbox()
	tab.commands(orders...)
	tab.has("the table", tab.Keys("orders"), orderKeys)
	for _, c := range []struct {
		line              string
		returned, scanned []string // keys, as the table marks them
		cells             string   // scanned, as the metric has them
	}{
		{"read orders prefix=be#", []string{"be#001", "be#002", "be#003"}, nil, "5"},
		{"read orders start=at end=be#002", []string{"at#001", "be#001"}, nil, "3"},
		{"read orders regex=.*#001", []string{"at#001", "be#001", "ch#001"}, []string{"be#002", "be#003"}, "8"},
		{"lookup orders be#002", []string{"be#002"}, nil, "2"},
		{"read orders prefix=be# count=2", []string{"be#001", "be#002"}, nil, "4"},
		{"count orders", orderKeys, nil, "8"},
	} {
		printed := tab.Command(c.line)
		tab.Until(fmt.Sprintf(`document.querySelectorAll("[data-key][data-scan=returned]").length === %d`, len(c.returned)))
		tab.has(c.line+" returned", tab.Marked("orders", "returned"), c.returned)
		tab.has(c.line+" scanned", tab.Marked("orders", "scanned"), c.scanned)
		for metric, want := range map[string]string{
			"rows-returned": fmt.Sprint(len(c.returned)),
			"rows-scanned":  fmt.Sprint(len(c.returned) + len(c.scanned)),
			"cells-scanned": c.cells,
			"seeks":         "1",
			"tablets":       "1",
		} {
			if got := tab.Metric(metric); got != want {
				t.Errorf("%s: %s is %s, not %s", c.line, metric, got, want)
			}
		}
		if strings.HasPrefix(c.line, "count") {
			if strings.TrimSpace(printed) != fmt.Sprint(len(c.returned)) {
				t.Errorf("%s printed %q", c.line, printed)
			}
			continue
		}
		for _, key := range orderKeys {
			if strings.Contains(printed, key) != slices.Contains(c.returned, key) {
				t.Errorf("%s printed\n%s", c.line, printed)
			}
		}
	}
	if got := tab.Command("ls"); !strings.Contains(got, "orders") {
		t.Errorf("ls printed %q", got)
	}
	if got := tab.Command("ls orders"); !strings.Contains(got, "C") || !strings.Contains(got, "O") || !strings.Contains(got, "3") {
		t.Errorf("ls orders printed %q", got)
	}
	tab.commands("deleterow orders be#002")
	tab.Gone(`[data-key="be#002"]`)
	tab.has("the table after deleterow", tab.Keys("orders"), []string{"at#001", "be#001", "be#003", "ch#001"})
	if got := strings.TrimSpace(tab.Command("count orders")); got != "4" {
		t.Errorf("after deleterow there are %s rows", got)
	}

	// What was typed comes back, the last line first.
	tab.Focus("textbox", "Console")
	tab.Press(kb.ArrowUp + kb.ArrowUp)
	tab.Until(consoleText + ` === "deleterow orders be#002"`)
	tab.Press(kb.ArrowDown + kb.ArrowDown)
	tab.Until(consoleText + ` === ""`)
	tab.Shot("sandbox-desktop-light")
}

func TestSandboxSurvivesAKilledBrowser(t *testing.T) {
	seldom(t)
	t.Parallel()
	site := serveAt(t, "/some/deep/path/")
	dir := profile(t)
	first := launch(t, dir)
	tab := first.Tab(t, site)
	route := tab.newSandbox()
	tab.commands(orders...)
	tab.commands("deleterow orders ch#001")
	tab.Saved()
	first.Kill(t)

	tab = launch(t, dir).Tab(t, site)
	tab.Open(route)
	tab.has("the table", tab.Keys("orders"), orderKeys[:4])
	if got := tab.Command("lookup orders be#002"); !strings.Contains(got, "Ann") || !strings.Contains(got, "12") {
		t.Errorf("the row is\n%s", got)
	}
	if got := tab.Command("ls orders"); !strings.Contains(got, "3") {
		t.Errorf("the families are\n%s", got)
	}
	tab.Open("/sandboxes/")
	if got := Eval[[]string](tab, `[...document.querySelectorAll(".shelf a")].map((a) => a.pathname)`); len(got) != 1 || !strings.HasSuffix(got[0], route) {
		t.Errorf("the list holds %q, not %s", got, route)
	}
}

func TestLessonAsSandbox(t *testing.T) {
	t.Parallel()
	l, _ := source(t)
	tab := begin(t)
	tab.reach(l, "ask")
	keys := tab.Keys("games")
	tab.press("Open as sandbox")
	tab.sandboxShown()
	tab.WaitText("h1", l.Title)
	tab.has("the sandbox", tab.Keys("games"), keys)
	tab.commands("deleterow games Starcraft#20150303", "set games Chess#20150401 GAME:PLAYER=Jo")
	// The key designer is there as well, and works without a lesson.
	tab.Fill("textbox", "Row key template", "{game}#{player}#{date}")
	tab.Until(`document.querySelector("[data-key='LoL#Jo#20150302']")`)
	tab.Saved()
	tab.Click("link", "Lessons")
	tab.Click("link", l.Title)
	step := l.Steps[1]
	tab.at(step)
	tab.Until(fmt.Sprintf(`document.querySelectorAll("[role=grid][aria-label=games] [data-key]").length === %d`, len(keys)))
	tab.has("the lesson", tab.Keys("games"), keys)
	tab.open(goalsOf(step)...)
	tab.Reload()
	tab.has("the lesson", tab.Keys("games"), keys)
}

func TestSecondTab(t *testing.T) {
	seldom(t)
	t.Parallel()
	first := begin(t)
	route := first.newSandbox()
	first.commands(orders...)
	first.Saved()

	second := first.browser.Tab(t, first.site)
	second.Open(route)
	second.Wait(`[data-saved="readonly"]`)
	second.WaitText("[role=status]", "open in another tab")
	second.has("the second tab", second.Keys("orders"), orderKeys)
	if got := strings.TrimSpace(second.Command("count orders")); got != "5" {
		t.Errorf("count printed %q", got)
	}
	if got := second.Command("set orders x O:total=1"); !strings.Contains(got, "reading only") {
		t.Errorf("a write to what is read-only printed %q", got)
	}
	second.has("after a refused write", second.Keys("orders"), orderKeys)
	second.Shot("sandbox-readonly")

	// Taken over by hand: the other one is told.
	second.Click("button", "Go on here instead")
	second.Saved()
	first.Wait(`[data-saved="readonly"]`)
	first.WaitText("[role=status]", "open in another tab")
	second.accepted("set orders x#1 O:total=1")
	second.Saved()
	if got := first.Command("set orders y O:total=1"); !strings.Contains(got, "reading only") {
		t.Errorf("a write where it was taken away printed %q", got)
	}

	// Taken over by itself when the other one goes.
	second.Close()
	first.Saved()
	first.Gone("[data-saved=readonly]")
	first.Wait(`[data-key="x#1"]`)
	first.accepted("set orders z#1 O:total=1")
	first.Saved()
	first.Reload()
	first.has("at last", first.Keys("orders"), append(slices.Clone(orderKeys), "x#1", "z#1"))
}

// accepted runs a line that must not be refused, though earlier ones were.
func (tab *Tab) accepted(line string) {
	tab.t.Helper()
	n := Eval[int](tab, entries)
	tab.Command(line)
	if Eval[bool](tab, fmt.Sprintf(`!!document.querySelectorAll("[role=log] .log-entry")[%d].querySelector(".refused")`, n)) {
		tab.fail("refused: %s", line)
	}
}

func TestSandboxShelf(t *testing.T) {
	seldom(t)
	t.Parallel()
	tab := begin(t)
	route := tab.newSandbox()
	tab.commands(orders...)
	tab.Click("button", "Rename")
	tab.Find("dialog", "Rename the sandbox")
	tab.Replace("textbox", "New name", `My "orders" / März`)
	tab.Enter()
	const title = `My "orders" / März`
	tab.WaitText("h1", title)
	tab.Reload()
	tab.WaitText("h1", title)

	tab.Open("/sandboxes/")
	tab.Click("button", "Rename "+title)
	tab.Replace("textbox", "New name", "Orders")
	tab.press("Cancel")
	tab.Find("link", title)
	tab.Click("button", "Rename "+title)
	tab.Replace("textbox", "New name", "Orders")
	tab.Enter()
	tab.Find("link", "Orders")

	name, file := tab.export("Export Orders", "Tabletop file")
	if name != "Orders.tabletop" {
		t.Errorf("the file is called %q", name)
	}
	if got, journal := unpack(t, file); got != "Orders" || len(journal) != len(orders) {
		t.Errorf("the file holds %q with %d changes", got, len(journal))
	}

	// Deleted, brought back, deleted for good.
	tab.Click("button", "Delete Orders")
	tab.Find("dialog", "Delete “Orders”?")
	tab.press("Cancel")
	tab.Find("link", "Orders")
	tab.Click("button", "Delete Orders")
	tab.Shot("sandboxes-delete")
	tab.Click("button", "Delete")
	tab.WaitText(".empty", "No sandbox yet")
	tab.Click("button", "Undo")
	tab.Click("link", "Orders")
	tab.sandboxShown()
	tab.WaitText("h1", "Orders")
	tab.has("brought back", tab.Keys("orders"), orderKeys)
	tab.Click("button", "Delete")
	tab.Find("dialog", "Delete “Orders”?")
	tab.Run(`document.querySelector("dialog .danger").click()`)
	tab.WaitText(".empty", "No sandbox yet")
	tab.Open(route)
	tab.WaitText("h1", "There is nothing here")

	// A file brings it back, under an address of its own.
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, file, 0o644); err != nil {
		t.Fatal(err)
	}
	tab.Open("/sandboxes/")
	tab.Upload("From file…", path)
	imported := tab.sandboxShown()
	if imported == route {
		t.Error("what was imported has the address of what was deleted")
	}
	tab.WaitText("h1", "Orders")
	tab.has("imported", tab.Keys("orders"), orderKeys)
	tab.Reload()
	tab.has("imported, after a reload", tab.Keys("orders"), orderKeys)
	_, again := tab.export("Export", "Tabletop file")
	if string(again) != string(file) {
		t.Error("exported again, the file has become another")
	}

	// Any other file is refused.
	const other = "This file is not a sandbox that can be opened"
	for what, c := range map[string]struct{ data, said string }{
		"another file": {"PNG", other}, "a file cut short": {string(file[:len(file)-3]), other}, "an empty file": {"", "is empty"},
	} {
		if err := os.WriteFile(path, []byte(c.data), 0o644); err != nil {
			t.Fatal(err)
		}
		tab.Open("/sandboxes/")
		tab.Find("link", "Orders")
		tab.Upload("From file…", path)
		tab.WaitText("[role=alert]", c.said)
		if n := Eval[int](tab, `document.querySelectorAll(".shelf:not(.gone) > li").length`); n != 1 {
			t.Errorf("%s: there are %d sandboxes", what, n)
		}
	}
}

func TestVisitedOnceWorksWithoutTheServer(t *testing.T) {
	seldom(t)
	t.Parallel()
	l, _ := source(t)
	for _, prefix := range []string{"/", "/some/deep/path/"} {
		t.Run(prefix, func(t *testing.T) {
			if prefix == "/" {
				seldom(t)
			}
			site := serveAt(t, prefix)
			browser := shared(t)
			tab := browser.Tab(t, site)
			// A deep link is the first thing that is opened.
			tab.Open("/lessons/" + slug + "/")
			tab.Wait("html[data-offline=ready]")
			tab.press("Open as sandbox")
			route := tab.sandboxShown()
			tab.commands(orders...)
			tab.Saved()
			site.Stop()
			tab.Close()

			other := browser.Tab(t, site)
			other.Open(route)
			other.Saved()
			other.Wait(`[data-key="be#002"]`)
			if got := strings.TrimSpace(other.Command("count orders")); got != "5" {
				t.Errorf("offline, count printed %q", got)
			}
			other.Open("/lessons/" + slug + "/")
			other.at(l.Steps[0])
			other.solve(l, 0)
			other.next()
			other.at(l.Steps[1])
			other.Open("/")
			other.Click("link", "Continue: "+l.Title)
			other.at(l.Steps[1])
			other.Shot("offline-lesson")
		})
	}
}

// example opens a sandbox to begin with on a wide screen.
func example(t *testing.T, name string) *Tab {
	t.Helper()
	tab := begin(t)
	tab.Size(screens[0].width, screens[0].height)
	tab.Open("/sandboxes/")
	tab.usable(name)
	tab.Click("button", "Open "+name)
	tab.sandboxShown()
	return tab
}
