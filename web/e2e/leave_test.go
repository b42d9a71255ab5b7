//go:build e2e

package e2e

import (
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	"tabletop/engine"
)

// forbidden has a worker that may store nothing.
const forbidden = `Object.defineProperty(self, "indexedDB", {value: undefined});`

// TestLeavingUnsavedAsks reloads the page while the mark says "Not saved". The browser
// asks first, and the table is still there.
func TestLeavingUnsavedAsks(t *testing.T) {
	seldom(t)
	t.Parallel()
	tab := shared(t).Tab(t, serveDir(t, workerWith(t, forbidden), "/"))
	tab.Open("/")
	tab.Asked(true)
	tab.press("New sandbox")
	tab.Until(`/\/sandboxes\/[a-z2-7]{10}\/$/.test(location.pathname)`)
	tab.commands(orders...)
	tab.Wait(`[data-saved="failed"]`)
	tab.Run(`setTimeout(() => location.reload())`)
	tab.asks(1)
	tab.has("the table", tab.Keys("orders"), orderKeys)
	// So does the button that takes a newer version, once.
	tab.Run(`document.dispatchEvent(new Event("tabletop-update"))`)
	tab.Click("button", "Reload")
	tab.asks(2)
	tab.has("the table", tab.Keys("orders"), orderKeys)
	tab.Asked(false)
	tab.Run(`document.documentElement.dataset.before = "yes"`)
	tab.Click("button", "Reload")
	tab.Until(`!document.documentElement.dataset.before && document.documentElement.dataset.ready === "yes"`)
	if n := tab.Asked(false); n != 3 {
		t.Errorf("the reader was asked %d times, want 3", n)
	}
}

// asks waits until the browser has asked so often.
func (tab *Tab) asks(times int) {
	tab.t.Helper()
	for deadline := time.Now().Add(patience); tab.Asked(true) < times; {
		if time.Now().After(deadline) {
			tab.fail("nobody asked whether to leave")
		}
		tab.Run(nextFrame)
	}
}

// TestLeavingSavedAsksNothing leaves a page whose changes are saved. The browser does not
// ask.
func TestLeavingSavedAsksNothing(t *testing.T) {
	seldom(t)
	t.Parallel()
	tab := begin(t)
	tab.newSandbox()
	tab.commands(orders...)
	tab.Saved()
	tab.Reload()
	tab.Saved()
	tab.Open("/")
	if n := tab.Asked(true); n != 0 {
		t.Errorf("the reader was asked %d times", n)
	}
}

// sees is Until for a page that the browser may have kept: it asks again each time, and
// whichever page is shown by then.
func (tab *Tab) sees(expression string) {
	tab.t.Helper()
	for deadline := time.Now().Add(patience); !Eval[bool](tab, "!!("+expression+")"); {
		if time.Now().After(deadline) {
			tab.fail("in %v this did not come true: %s", patience, expression)
		}
	}
}

var returns = flag.Int("returns", 0, "how often TestLeftWhileItSaves leaves a sandbox while it saves, and comes back; 0 is 6 times, and none with -short")

// TestLeftWhileItSaves leaves a sandbox while it saves, and comes back. A page that a
// browser keeps for the way back must keep neither the lock nor the database. It is left
// by an address, with the browser going back and forward, and as a browser leaves it that
// keeps pages. What was shown as saved is there each time, and what was accepted is
// stored.
func TestLeftWhileItSaves(t *testing.T) {
	if *returns == 0 {
		seldom(t)
		*returns = 6
	}
	t.Parallel()
	_, tab := start(t)
	route := tab.newSandbox()
	tab.commands("createtable t families=f")
	tab.Saved()
	address := tab.site.URL + strings.TrimPrefix(route, "/")
	shown := 1
	tab.commands("set t saved-0000 f:q=1")
	tab.Saved()
	slow, kept := 0, false
	var longest, limit time.Duration
	usable := func(tab *Tab, how string, go_ func()) {
		t.Helper()
		begun := time.Now()
		go_()
		tab.sees(`document.documentElement.dataset.ready === "yes" && document.querySelector("[data-saved=saved]")`)
		took := time.Since(begun)
		longest = max(longest, took)
		if took > limit {
			slow++
		}
		if took > 2*time.Second {
			t.Logf("%s it took %v, of %v", how, took, limit)
		}
		if got := tab.ask([]engine.Window{{Table: "t", Count: 1}})[0].Page.Total; got != shown {
			t.Fatalf("%s there are %d rows, want %d", how, got, shown)
		}
	}
	for i := range *returns {
		if i%3 == 0 {
			// Two seconds, where the machine has nothing else to do: what a page takes that
			// nobody stands in the way of is measured again as the sandbox grows.
			begun := time.Now()
			tab.Reload()
			tab.Saved()
			limit = max(2*time.Second, 4*time.Since(begun))
		}
		// Rows that are on their way when the page goes, and one that is not any more.
		var lines []string
		for n := range 200 {
			lines = append(lines, fmt.Sprintf("set t again-%03d f:q=%d.%d", n, i, n))
		}
		lines = append(lines, fmt.Sprintf("set t saved-%04d f:q=%d", i+1, i))
		tab.script(lines...)
		if i == 0 {
			shown += 200
		}
		shown++
		switch i % 3 {
		case 0: // as one that keeps the page: another tab goes on with it at once
			tab.Run(`dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }))`)
			other := tab.browser.Tab(t, tab.site)
			usable(other, "in the next page", func() { other.Navigate(address) })
			other.Close()
			usable(tab, "back at the page that was kept", func() { tab.Run(`dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))`) })
			if tab.Asked(false); Eval[bool](tab, `document.querySelector(".notices").textContent.includes("engine stopped")`) {
				t.Error("the return is called a crash")
			}
		case 1:
			tab.Saved()
			tab.Navigate(tab.site.URL + "reference/")
			usable(tab, "by the address", func() { tab.Navigate(address) })
		case 2:
			tab.Saved()
			tab.Navigate(tab.site.URL + "reference/")
			usable(tab, "by going back", func() { tab.Run(`setTimeout(() => history.back())`) })
			tab.Run(`setTimeout(() => history.forward())`)
			tab.sees(`location.pathname.endsWith("/reference/")`)
			usable(tab, "by going back again", func() { tab.Run(`setTimeout(() => history.back())`) })
			kept = kept || Eval[bool](tab, "tabletop.returned")
			usable(tab, "by the address, from itself", func() { tab.Navigate(address) })
		}
	}
	if *returns > 2 && !kept {
		t.Error("the browser never kept the page")
	}
	t.Logf("%d returns, the longest %v, %d too long", *returns, longest, slow)
	if slow > 0 {
		t.Errorf("%d times the page was not to be used for too long", slow)
	}
}
