//go:build e2e

package journey

import (
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	"tabletop/engine"
	"tabletop/web/e2e"
)

// forbidden is a script for a worker that takes IndexedDB away, so that nothing can be stored.
const forbidden = `Object.defineProperty(self, "indexedDB", {value: undefined});`

// TestLeavingUnsavedAsks reloads the page while it shows "Not saved". The browser must ask
// first, and the table must still be there.
func TestLeavingUnsavedAsks(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Shared(t).Tab(t, e2e.ServeDir(t, e2e.WorkerWith(t, forbidden), "/"))
	tab.Open("/")
	tab.Asked(true)
	tab.PressButton("New sandbox")
	tab.Until(`/\/sandboxes\/[a-z2-7]{10}\/$/.test(location.pathname)`)
	tab.Commands(e2e.Orders...)
	tab.Wait(`[data-saved="failed"]`)
	tab.Run(`setTimeout(() => location.reload())`)
	isAsked(tab, 1)
	tab.Has("the table", tab.Keys("orders"), e2e.OrderKeys)
	// The button that loads a newer version asks too, once.
	tab.Run(`document.dispatchEvent(new Event("tabletop-update"))`)
	tab.Click("button", "Reload")
	isAsked(tab, 2)
	tab.Has("the table", tab.Keys("orders"), e2e.OrderKeys)
	tab.Asked(false)
	tab.Run(`document.documentElement.dataset.before = "yes"`)
	tab.Click("button", "Reload")
	tab.Until(`!document.documentElement.dataset.before && document.documentElement.dataset.ready === "yes"`)
	if n := tab.Asked(false); n != 3 {
		t.Errorf("the reader was asked %d times, want 3", n)
	}
}

// isAsked waits until the browser has opened the given number of dialogs, and dismisses them.
func isAsked(tab *e2e.Tab, times int) {
	tab.T.Helper()
	for deadline := time.Now().Add(e2e.Patience); tab.Asked(true) < times; {
		if time.Now().After(deadline) {
			tab.Fail("nobody asked whether to leave")
		}
		tab.Run(e2e.NextFrame)
	}
}

// TestLeavingSavedAsksNothing leaves a page whose changes are saved. The browser must not ask.
func TestLeavingSavedAsksNothing(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.NewSandbox()
	tab.Commands(e2e.Orders...)
	tab.Saved()
	tab.Reload()
	tab.Saved()
	tab.Open("/")
	if n := tab.Asked(true); n != 0 {
		t.Errorf("the reader was asked %d times", n)
	}
}

// sees is like Until for a page that the browser may have kept: it evaluates the expression
// anew each time, in the page that is shown at that time.
func sees(tab *e2e.Tab, expression string) {
	tab.T.Helper()
	for deadline := time.Now().Add(e2e.Patience); !e2e.Eval[bool](tab, "!!("+expression+")"); {
		if time.Now().After(deadline) {
			tab.Fail("in %v this did not come true: %s", e2e.Patience, expression)
		}
	}
}

// returns is the flag for the number of times that a sandbox is left.
var returns = flag.Int("returns", 0, "how often TestLeftWhileItSaves leaves a sandbox while it saves, and comes back; 0 is 6 times, and none with -short")

// TestLeftWhileItSaves leaves a sandbox while it is being saved, and comes back. A page that
// the browser keeps must release the lock and the database. The test leaves by an address, by
// the browser's history, and by the event of a browser that keeps pages. Each time everything
// that was shown as saved must be there, and everything that was accepted must be stored.
func TestLeftWhileItSaves(t *testing.T) {
	if *returns == 0 {
		e2e.Seldom(t)
		*returns = 6
	}
	t.Parallel()
	_, tab := e2e.Start(t)
	route := tab.NewSandbox()
	tab.Commands("createtable t families=f")
	tab.Saved()
	address := tab.Site.URL + strings.TrimPrefix(route, "/")
	shown := 1
	tab.Commands("set t saved-0000 f:q=1")
	tab.Saved()
	slow, kept := 0, false
	var longest, limit time.Duration
	usable := func(tab *e2e.Tab, how string, go_ func()) {
		t.Helper()
		begun := time.Now()
		go_()
		sees(tab, `document.documentElement.dataset.ready === "yes" && document.querySelector("[data-saved=saved]")`)
		took := time.Since(begun)
		longest = max(longest, took)
		if took > limit {
			slow++
		}
		if took > 2*time.Second {
			t.Logf("%s it took %v, of %v", how, took, limit)
		}
		if got := askEngine(tab, []engine.RowWindow{{Table: "t", Count: 1}})[0].Page.Total; got != shown {
			t.Fatalf("%s there are %d rows, want %d", how, got, shown)
		}
	}
	for i := range *returns {
		if i%3 == 0 {
			// The limit is two seconds, or more if the machine is busy: four times what a
			// reload takes without other work. It is measured again as the sandbox grows.
			begun := time.Now()
			tab.Reload()
			tab.Saved()
			limit = max(2*time.Second, 4*time.Since(begun))
		}
		// Rows that are still being saved when the page is left, and one with a new key.
		var lines []string
		for n := range 200 {
			lines = append(lines, fmt.Sprintf("set t again-%03d f:q=%d.%d", n, i, n))
		}
		lines = append(lines, fmt.Sprintf("set t saved-%04d f:q=%d", i+1, i))
		script(tab, lines...)
		if i == 0 {
			shown += 200
		}
		shown++
		switch i % 3 {
		case 0: // like a browser that keeps the page, while another tab opens the sandbox at once
			tab.Run(`dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }))`)
			other := tab.Browser.Tab(t, tab.Site)
			usable(other, "in the next page", func() { other.Navigate(address) })
			other.Close()
			usable(tab, "back at the page that was kept", func() { tab.Run(`dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))`) })
			if tab.Asked(false); e2e.Eval[bool](tab, `document.querySelector(".notices").textContent.includes("engine stopped")`) {
				t.Error("the return is called a crash")
			}
		case 1:
			tab.Saved()
			tab.Navigate(tab.Site.URL + "reference/")
			usable(tab, "by the address", func() { tab.Navigate(address) })
		case 2:
			tab.Saved()
			tab.Navigate(tab.Site.URL + "reference/")
			usable(tab, "by going back", func() { tab.Run(`setTimeout(() => history.back())`) })
			tab.Run(`setTimeout(() => history.forward())`)
			sees(tab, `location.pathname.endsWith("/reference/")`)
			usable(tab, "by going back again", func() { tab.Run(`setTimeout(() => history.back())`) })
			kept = kept || e2e.Eval[bool](tab, "tabletop.returned")
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
