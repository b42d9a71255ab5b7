//go:build e2e

package sandboxes

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"tabletop/web/e2e"
)

// TestSandboxConsole runs commands and checks their output, the marked rows and the metrics.
func TestSandboxConsole(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.NewSandbox()
	tab.Commands(e2e.Orders...)
	tab.Has("the table", tab.Keys("orders"), e2e.OrderKeys)
	for _, c := range []struct {
		line              string
		returned, scanned []string // keys of the rows that the table marks
		cells             string   // scanned cells, as the metric shows them
	}{
		{"read orders prefix=be#", []string{"be#001", "be#002", "be#003"}, nil, "5"},
		{"read orders start=at end=be#002", []string{"at#001", "be#001"}, nil, "3"},
		{"read orders regex=.*#001", []string{"at#001", "be#001", "ch#001"}, []string{"be#002", "be#003"}, "8"},
		{"lookup orders be#002", []string{"be#002"}, nil, "2"},
		{"read orders prefix=be# count=2", []string{"be#001", "be#002"}, nil, "4"},
		{"count orders", e2e.OrderKeys, nil, "8"},
	} {
		printed := tab.Command(c.line)
		tab.Until(fmt.Sprintf(`document.querySelectorAll("[data-key][data-scan=returned]").length === %d`, len(c.returned)))
		tab.Has(c.line+" returned", tab.Marked("orders", "returned"), c.returned)
		tab.Has(c.line+" scanned", tab.Marked("orders", "scanned"), c.scanned)
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
		for _, key := range e2e.OrderKeys {
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
	tab.Commands("deleterow orders be#002")
	tab.Gone(`[data-key="be#002"]`)
	tab.Has("the table after deleterow", tab.Keys("orders"), []string{"at#001", "be#001", "be#003", "ch#001"})
	if got := strings.TrimSpace(tab.Command("count orders")); got != "4" {
		t.Errorf("after deleterow there are %s rows", got)
	}

	// The arrow key brings earlier commands back, the last one first.
	tab.Focus("textbox", "Console")
	tab.Press(kb.ArrowUp + kb.ArrowUp)
	tab.Until(e2e.ConsoleText + ` === "deleterow orders be#002"`)
	tab.Press(kb.ArrowDown + kb.ArrowDown)
	tab.Until(e2e.ConsoleText + ` === ""`)
	tab.Shot("sandbox-desktop-light")
}

// TestSandboxSurvivesAKilledBrowser kills the browser after changes were saved.
func TestSandboxSurvivesAKilledBrowser(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	site := e2e.ServeAt(t, "/some/deep/path/")
	dir := e2e.NewProfile(t)
	first := e2e.Launch(t, dir)
	tab := first.Tab(t, site)
	route := tab.NewSandbox()
	tab.Commands(e2e.Orders...)
	tab.Commands("deleterow orders ch#001")
	tab.Saved()
	first.Kill(t)

	tab = e2e.Launch(t, dir).Tab(t, site)
	tab.Open(route)
	tab.Has("the table", tab.Keys("orders"), e2e.OrderKeys[:4])
	if got := tab.Command("lookup orders be#002"); !strings.Contains(got, "Ann") || !strings.Contains(got, "12") {
		t.Errorf("the row is\n%s", got)
	}
	if got := tab.Command("ls orders"); !strings.Contains(got, "3") {
		t.Errorf("the families are\n%s", got)
	}
	tab.Open("/sandboxes/")
	if got := e2e.Eval[[]string](tab, `[...document.querySelectorAll(".shelf a")].map((a) => a.pathname)`); len(got) != 1 || !strings.HasSuffix(got[0], route) {
		t.Errorf("the list holds %q, not %s", got, route)
	}
}

// TestLessonAsSandbox makes a sandbox of a lesson's tables and changes it. The lesson must stay
// the same.
func TestLessonAsSandbox(t *testing.T) {
	t.Parallel()
	l, _ := e2e.LoadLesson(t)
	tab := e2e.Begin(t)
	tab.Reach(l, "ask")
	keys := tab.Keys("games")
	tab.PressButton("Open as sandbox")
	tab.SandboxShown()
	tab.WaitText("h1", l.Title)
	tab.Has("the sandbox", tab.Keys("games"), keys)
	tab.Commands("deleterow games Starcraft#20150303", "set games Chess#20150401 GAME:PLAYER=Jo")
	// The template can be edited there too, without a lesson.
	tab.Fill("textbox", "Row key template", "{game}#{player}#{date}")
	tab.Until(`document.querySelector("[data-key='LoL#Jo#20150302']")`)
	tab.Saved()
	tab.Click("link", "Lessons")
	tab.Click("link", l.Title)
	step := l.Steps[1]
	tab.At(step)
	tab.Until(fmt.Sprintf(`document.querySelectorAll("[role=grid][aria-label=games] [data-key]").length === %d`, len(keys)))
	tab.Has("the lesson", tab.Keys("games"), keys)
	tab.GoalsAreOpen(e2e.GoalsOf(step)...)
	tab.Reload()
	tab.Has("the lesson", tab.Keys("games"), keys)
}

// TestSecondTab opens a sandbox in two tabs, of which only one may write.
func TestSecondTab(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	first := e2e.Begin(t)
	route := first.NewSandbox()
	first.Commands(e2e.Orders...)
	first.Saved()

	second := first.Browser.Tab(t, first.Site)
	second.Open(route)
	second.Wait(`[data-saved="readonly"]`)
	second.WaitText("[role=status]", "open in another tab")
	second.Has("the second tab", second.Keys("orders"), e2e.OrderKeys)
	if got := strings.TrimSpace(second.Command("count orders")); got != "5" {
		t.Errorf("count printed %q", got)
	}
	if got := second.Command("set orders x O:total=1"); !strings.Contains(got, "reading only") {
		t.Errorf("a write to what is read-only printed %q", got)
	}
	second.Has("after a refused write", second.Keys("orders"), e2e.OrderKeys)
	second.Shot("sandbox-readonly")

	// The second tab takes over at the reader's request, and the first one says so.
	second.Click("button", "Go on here instead")
	second.Saved()
	first.Wait(`[data-saved="readonly"]`)
	first.WaitText("[role=status]", "open in another tab")
	accepted(second, "set orders x#1 O:total=1")
	second.Saved()
	if got := first.Command("set orders y O:total=1"); !strings.Contains(got, "reading only") {
		t.Errorf("a write where it was taken away printed %q", got)
	}

	// The first tab takes over by itself when the second one is closed.
	second.Close()
	first.Saved()
	first.Gone("[data-saved=readonly]")
	first.Wait(`[data-key="x#1"]`)
	accepted(first, "set orders z#1 O:total=1")
	first.Saved()
	first.Reload()
	first.Has("at last", first.Keys("orders"), append(slices.Clone(e2e.OrderKeys), "x#1", "z#1"))
}

// accepted runs a line that must not be refused. Earlier lines in the log may have been.
func accepted(tab *e2e.Tab, line string) {
	tab.T.Helper()
	n := e2e.Eval[int](tab, e2e.Entries)
	tab.Command(line)
	if e2e.Eval[bool](tab, fmt.Sprintf(`!!document.querySelectorAll("[role=log] .log-entry")[%d].querySelector(".refused")`, n)) {
		tab.Fail("refused: %s", line)
	}
}

// TestSandboxList renames, exports, deletes and restores a sandbox in the list.
func TestSandboxList(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	route := tab.NewSandbox()
	tab.Commands(e2e.Orders...)
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
	tab.PressButton("Cancel")
	tab.Find("link", title)
	tab.Click("button", "Rename "+title)
	tab.Replace("textbox", "New name", "Orders")
	tab.Enter()
	tab.Find("link", "Orders")

	name, file := tab.Export("Export Orders", "Tabletop file")
	if name != "Orders.tabletop" {
		t.Errorf("the file is called %q", name)
	}
	if got, journal := e2e.Unpack(t, file); got != "Orders" || len(journal) != len(e2e.Orders) {
		t.Errorf("the file holds %q with %d changes", got, len(journal))
	}

	// It is deleted, restored, and deleted for good.
	tab.Click("button", "Delete Orders")
	tab.Find("dialog", "Delete “Orders”?")
	tab.PressButton("Cancel")
	tab.Find("link", "Orders")
	tab.Click("button", "Delete Orders")
	tab.Shot("sandboxes-delete")
	tab.Click("button", "Delete")
	tab.WaitText(".empty", "No sandbox yet")
	tab.Click("button", "Undo")
	tab.Click("link", "Orders")
	tab.SandboxShown()
	tab.WaitText("h1", "Orders")
	tab.Has("brought back", tab.Keys("orders"), e2e.OrderKeys)
	tab.Click("button", "Delete")
	tab.Find("dialog", "Delete “Orders”?")
	tab.Run(`document.querySelector("dialog .danger").click()`)
	tab.WaitText(".empty", "No sandbox yet")
	tab.Open(route)
	tab.WaitText("h1", "There is nothing here")

	// A file restores it under a new address.
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, file, 0o644); err != nil {
		t.Fatal(err)
	}
	tab.Open("/sandboxes/")
	tab.Upload("From file…", path)
	imported := tab.SandboxShown()
	if imported == route {
		t.Error("what was imported has the address of what was deleted")
	}
	tab.WaitText("h1", "Orders")
	tab.Has("imported", tab.Keys("orders"), e2e.OrderKeys)
	tab.Reload()
	tab.Has("imported, after a reload", tab.Keys("orders"), e2e.OrderKeys)
	_, again := tab.Export("Export", "Tabletop file")
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
		if n := e2e.Eval[int](tab, `document.querySelectorAll(".shelf:not(.gone) > li").length`); n != 1 {
			t.Errorf("%s: there are %d sandboxes", what, n)
		}
	}
}

// TestVisitedOnceWorksWithoutTheServer stops the server after the first visit.
func TestVisitedOnceWorksWithoutTheServer(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	l, _ := e2e.LoadLesson(t)
	for _, prefix := range []string{"/", "/some/deep/path/"} {
		t.Run(prefix, func(t *testing.T) {
			if prefix == "/" {
				e2e.Seldom(t)
			}
			site := e2e.ServeAt(t, prefix)
			browser := e2e.Shared(t)
			tab := browser.Tab(t, site)
			// The first address that is opened is a deep link.
			tab.Open("/lessons/" + e2e.LessonSlug + "/")
			tab.Wait("html[data-offline=ready]")
			tab.PressButton("Open as sandbox")
			route := tab.SandboxShown()
			tab.Commands(e2e.Orders...)
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
			other.Open("/lessons/" + e2e.LessonSlug + "/")
			other.At(l.Steps[0])
			other.Solve(l, 0)
			other.NextStep()
			other.At(l.Steps[1])
			other.Open("/")
			other.Click("link", "Continue: "+l.Title)
			other.At(l.Steps[1])
			other.Shot("offline-lesson")
		})
	}
}
