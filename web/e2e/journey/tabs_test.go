//go:build e2e

package journey

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/web/e2e"
)

// script pastes lines into the console and runs them.
func script(tab *e2e.Tab, lines ...string) {
	tab.T.Helper()
	before := e2e.Eval[int](tab, e2e.Entries)
	tab.Replace("textbox", "Console", "")
	tab.Paste(strings.Join(lines, "\n"))
	tab.Enter()
	tab.Printed(before)
}

// second opens another tab with the same sandbox.
func second(tab *e2e.Tab, route string) *e2e.Tab {
	tab.T.Helper()
	other := tab.Browser.Tab(tab.T, tab.Site)
	other.Open(route)
	other.Wait(`[data-saved="readonly"]`)
	return other
}

// TestSecondTabFollows checks that a second tab shows the changes of the first.
func TestSecondTabFollows(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	first := e2e.Begin(t)
	route := first.NewSandbox()
	first.Commands(e2e.Orders...)
	first.Saved()
	second := second(first, route)
	second.Type("textbox", "Console", "read orders prefix=be")
	second.Until(`document.querySelectorAll("[data-key][data-scan=returned]").length === 3`)

	first.Commands("set orders be#004 O:total=3", "deleterow orders at#001")
	want := []string{"be#001", "be#002", "be#003", "be#004", "ch#001"}
	second.Wait(`[data-key="be#004"]`)
	second.Gone(`[data-key="at#001"]`)
	second.Has("the second tab", second.Keys("orders"), want)
	second.WaitText(".said-aloud", "followed from the other tab")
	second.Until(`document.querySelectorAll("[data-key][data-scan=returned]").length === 4`)
	if got := e2e.Eval[string](second, e2e.ConsoleText); got != "read orders prefix=be" {
		t.Errorf("the console holds %q", got)
	}
	second.Axe()
	second.Shot("sandbox-follows")

	// The first tab undoes a change.
	first.Click("button", "Undo")
	second.Wait(`[data-key="at#001"]`)

	// A third tab shows the list of sandboxes.
	third := first.Browser.Tab(t, first.Site)
	third.Open("/sandboxes/")
	third.Find("link", first.Text("h1"))
	first.Click("button", "Rename")
	first.Replace("textbox", "New name", "Orders")
	first.Enter()
	third.Find("link", "Orders")
	second.WaitText("h1", "Orders")
	third.Click("button", "Delete Orders")
	third.Click("button", "Delete")
	for _, tab := range []*e2e.Tab{first, second} {
		tab.WaitText("h1", "There is nothing here")
	}
}

// TestTwoTabsWrite writes rows in two tabs, which take the sandbox over from each other all the
// time. Nothing may be lost or doubled, and both must show the same.
func TestTwoTabsWrite(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	first := e2e.Begin(t)
	route := first.NewSandbox()
	first.Commands("createtable t families=f,sum:never:intsum")
	first.Saved()
	second := second(first, route)
	writer, reader := first, second
	const burst = 25
	bursts := e2e.Times(6, 20)
	for b := range bursts {
		var lines []string
		for i := range burst {
			n := b*burst + i
			lines = append(lines, fmt.Sprintf("set t r%03d f:q=%d", n, n), "addtocell t sums sum:n=1@1000")
		}
		script(writer, lines...)
		// Some rows are still being stored.
		reader.Click("button", "Go on here instead")
		reader.Gone("[data-saved=readonly]")
		writer.Wait("[data-saved=readonly]")
		writer, reader = reader, writer
	}
	writer.Saved()
	for _, tab := range []*e2e.Tab{first, second} {
		if got := strings.TrimSpace(tab.Command("count t")); got != fmt.Sprint(bursts*burst+1) {
			t.Errorf("there are %s rows", got)
		}
		if got := tab.Command("lookup t sums columns=sum:n"); !strings.Contains(got, fmt.Sprintf("%q", binary.BigEndian.AppendUint64(nil, uint64(bursts*burst)))) {
			t.Errorf("%d times 1 is\n%s", bursts*burst, got)
		}
	}
	if one, other := first.Command("read t"), second.Command("read t"); one != other || strings.Count(one, "f:q") < 100 {
		t.Errorf("one tab reads\n%s\nthe other\n%s", one, other)
	}
	// The reading tab shows fewer rows, because of its notice.
	a, b := first.Keys("t"), second.Keys("t")
	if n := min(len(a), len(b)); n < 5 || !slices.Equal(a[:n], b[:n]) {
		t.Errorf("one tab shows %q, the other %q", a, b)
	}
	// The reading tab takes over by itself and must have the same rows.
	writer.Close()
	reader.Saved()
	if got := strings.TrimSpace(reader.Command("count t")); got != fmt.Sprint(bursts*burst+1) {
		t.Errorf("at last there are %s rows", got)
	}
	reader.Reload()
	if got := strings.TrimSpace(reader.Command("count t")); got != fmt.Sprint(bursts*burst+1) {
		t.Errorf("opened again, there are %s rows", got)
	}
}
