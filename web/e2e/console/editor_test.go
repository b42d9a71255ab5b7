//go:build e2e

package console

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tabletop/web/e2e"
)

// coloured is a JavaScript expression for the parts of the console's text that have a kind, as
// "kind:text".
const coloured = `[...document.querySelectorAll(".cm-content [class^=t-]")].map((e) => e.className.slice(2) + ":" + e.textContent)`

// TestConsoleEditor types commands. They are coloured while they are typed, an error is marked
// once the caret has left it, and Enter begins a second line if the command is not complete.
func TestConsoleEditor(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.NewSandbox()
	tab.Commands(e2e.Orders...)
	tab.Replace("textbox", "Console", "set orders be#9 O:total=12@1000")
	tab.Has("the colours", e2e.Eval[[]string](tab, coloured), []string{
		"name:set", "table:orders", "row:be#9", "family:O", "punct::", "qualifier:total", "punct:=", "value:12", "timestamp:@1000"})

	const fault = `document.querySelector(".cm-content .fault")`
	tab.Replace("textbox", "Console", "read orders prefx=be")
	tab.Until(fault + ` === null || ` + fault + `.textContent === "prefx"`)
	tab.Press(kb.Home)
	tab.Until(fault + `?.textContent === "prefx"`)
	if got := e2e.Eval[string](tab, fault+`.title`); !strings.Contains(got, "Did you mean prefix?") {
		t.Errorf("the fault is explained as %q", got)
	}

	// After an open quote Enter begins another line, and Shift+Enter does so everywhere.
	n := e2e.Eval[int](tab, e2e.Entries)
	tab.Replace("textbox", "Console", "set orders be#9 C:name='Ann")
	tab.Enter()
	tab.Press("Lee'")
	tab.Until(e2e.ConsoleText + " === \"set orders be#9 C:name='Ann\\nLee'\"")
	if got := e2e.Eval[int](tab, e2e.Entries); got != n {
		t.Fatal("what is not complete was run")
	}
	tab.Press("\r", chromedp.KeyModifiers(chromedp.ModifierShift))
	tab.Press("count orders")
	tab.Enter()
	if got := tab.Printed(n); !strings.HasSuffix(strings.TrimSpace(got), "6") {
		t.Errorf("two commands printed %q", got)
	}
	tab.Until(e2e.ConsoleText + ` === ""`)
	if role, name := tab.Focused(); role != "textbox" || name != "Console" {
		t.Errorf("the focus is on %s %q", role, name)
	}

	// Ctrl+Z undoes what was brought back from the history.
	tab.Press(kb.ArrowUp)
	tab.Until(e2e.ConsoleText + `.endsWith("count orders")`)
	tab.Press("z", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	tab.Until(e2e.ConsoleText + ` === ""`)
	tab.Press(kb.Escape)
	if role, name := tab.Focused(); role == "textbox" {
		t.Errorf("Escape leaves the focus on %s %q", role, name)
	}
}

// TestEditorComesWhenWanted opens a page without the console's editor, goes to the console and
// types at once. The editor is loaded then, and no typed text may be lost.
func TestEditorComesWhenWanted(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.NewSandbox()
	const asked = `[...document.scripts].some((s) => s.src.endsWith("editor.js"))`
	if e2e.Eval[bool](tab, asked) {
		t.Error("the editor is fetched before anybody goes to the console")
	}
	tab.Run(`document.querySelector("#console").focus()`)
	tab.Press("help count")
	tab.Until(e2e.ConsoleEditor + ` && ` + asked)
	if got := e2e.Eval[string](tab, e2e.ConsoleText); got != "help count" {
		t.Errorf("the console holds %q", got)
	}
	tab.Enter()
	tab.Until(e2e.ConsoleText + ` === ""`)
	if got := tab.Printed(0); !strings.Contains(got, "count") {
		t.Errorf("printed %q", got)
	}
}

// TestConsoleWithoutEditor prevents the editor from loading. The plain field must work in its
// place.
func TestConsoleWithoutEditor(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	site := e2e.ServeAt(t, "/")
	site.Deploy(e2e.Variant(t, map[string]string{"editor.js": ""}))
	tab := e2e.Shared(t).Tab(t, site)
	tab.NewSandbox()
	for i, line := range append([]string{}, e2e.Orders...) {
		tab.Run(`document.querySelector("textarea").focus()`)
		tab.Press(line)
		tab.Enter()
		tab.Printed(i)
	}
	tab.Has("the table", tab.Keys("orders"), e2e.OrderKeys)
	tab.Press(kb.ArrowUp)
	tab.Until(fmt.Sprintf(`document.querySelector("textarea").value === %q`, e2e.Orders[len(e2e.Orders)-1]))
}

// offered is a JavaScript expression for the completions that the console offers, as "text:
// explanation".
const offered = `[...document.querySelectorAll(".cm-tooltip-autocomplete li")].map((e) => [...e.children].map((c) => c.textContent).join(": "))`

// offers waits until the console offers completions, the first of which is first.
func offers(tab *e2e.Tab, first string) {
	tab.T.Helper()
	tab.Until(fmt.Sprintf(offered+`[0] === %q`, first))
}

// TestCompletion writes a command by choosing from the completions.
func TestCompletion(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.NewSandbox()
	tab.Commands(e2e.Orders...)
	n := e2e.Eval[int](tab, e2e.Entries)
	tab.Replace("textbox", "Console", "rea")
	offers(tab, "read: Reads rows in key order.")
	tab.Press(kb.Tab)
	offers(tab, "orders: 5 rows")
	tab.Press(kb.Tab)
	tab.Until(e2e.ConsoleText + ` === "read orders "`)
	tab.Press("pr")
	offers(tab, "prefix=: scans just the keys that begin with this.")
	tab.Find("option", "prefix= scans just the keys that begin with this.")
	tab.Press("e" + kb.ArrowDown) // in the visible list, while the next one is being computed
	tab.Enter()
	offers(tab, "at#: 1 row")
	tab.Has("the keys", e2e.Eval[[]string](tab, offered), []string{"at#: 1 row", "be#: 3 rows", "ch#: 1 row"})
	tab.Axe()
	tab.Press(kb.ArrowDown + kb.ArrowDown)
	tab.Enter()
	offers(tab, "be#001: 1 row")
	if got := e2e.Eval[int](tab, e2e.Entries); got != n {
		t.Fatal("choosing has run the command")
	}
	tab.Press(kb.Escape)
	tab.Gone(".cm-tooltip-autocomplete")
	if role, name := tab.Focused(); role != "textbox" || name != "Console" {
		t.Errorf("after Escape the focus is on %s %q", role, name)
	}
	tab.Enter()
	tab.Printed(n)
	tab.Has("returned", tab.Marked("orders", "returned"), []string{"be#001", "be#002", "be#003"})

	// A key that was just written is offered, quoted if necessary.
	tab.Commands("set orders 'be 1' C:full=x")
	tab.Replace("textbox", "Console", "lookup orders be")
	offers(tab, "be 1: 1 row")
	tab.Press(kb.Tab)
	tab.Until(e2e.ConsoleText + " === \"lookup orders 'be 1' \"")

	// If the reader has not chosen a completion, Enter runs the text unchanged.
	n = e2e.Eval[int](tab, e2e.Entries)
	tab.Replace("textbox", "Console", "count order")
	offers(tab, "orders: 6 rows")
	tab.Enter()
	if got := tab.Printed(n); !strings.Contains(got, `no table "order"`) {
		t.Errorf("it printed %q", got)
	}

	// On a phone a completion is chosen by touch.
	tab.Size(390, 844)
	tab.Part("Console")
	tab.Replace("textbox", "Console", "set orders k O:")
	offers(tab, "total=")
	tab.Axe()
	tab.Click("option", "total=")
	tab.Until(e2e.ConsoleText + ` === "set orders k O:total="`)
}

// TestCompletionInHBase does the same in the HBase shell.
func TestCompletionInHBase(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.NewSandbox()
	tab.Commands(e2e.Orders...)
	tab.Click("radio", "HBase shell")
	tab.Replace("textbox", "Console", "scan 'or")
	offers(tab, "orders: 5 rows")
	tab.Press(kb.Tab)
	tab.Press(", {ROWP")
	offers(tab, "ROWPREFIXFILTER: the beginning of the keys.")
	tab.Press(kb.Tab)
	offers(tab, "at#: 1 row")
	tab.Press("'b")
	offers(tab, "be#: 3 rows")
	tab.Press(kb.Tab)
	offers(tab, "be#001: 1 row")
	tab.Press("'}")
	tab.Until(e2e.ConsoleText + " === \"scan 'orders', {ROWPREFIXFILTER => 'be#'}\"")
	n := e2e.Eval[int](tab, e2e.Entries)
	tab.Enter()
	tab.Printed(n)
	tab.Has("returned", tab.Marked("orders", "returned"), []string{"be#001", "be#002", "be#003"})
}

// TestHistory searches for earlier commands, also after the page was reloaded.
func TestHistory(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.NewSandbox()
	tab.Commands(e2e.Orders...)
	tab.Commands("read orders prefix=be", "count orders")
	tab.Saved()
	tab.Reload()
	tab.Focus("textbox", "Console")
	tab.Press(kb.ArrowUp)
	tab.Until(e2e.ConsoleText + ` === "count orders"`)
	tab.Replace("textbox", "Console", "be#00")
	tab.Press("r", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	const found = `[...document.querySelectorAll(".recall [role=option]")].map((e) => e.textContent)`
	tab.Until(found + `.length === 3 && document.activeElement.getAttribute("role") === "combobox"`)
	if role, name := tab.Focused(); role != "combobox" || name != "Search what was run" {
		t.Fatalf("the focus is on %s %q", role, name)
	}
	tab.Axe()
	tab.Press("2")
	tab.Until(found + `.length === 1`)
	tab.Enter()
	tab.Until(e2e.ConsoleText + `.startsWith("set orders be#002")`)
	if role, name := tab.Focused(); role != "textbox" || name != "Console" {
		t.Fatalf("the focus is on %s %q", role, name)
	}

	// On a phone, by touch. Escape changes nothing.
	tab.Size(390, 844)
	tab.Part("Console")
	tab.Click("button", "Recall")
	tab.Until(found + `[0] === "count orders"`)
	tab.Axe()
	tab.Press(kb.Escape)
	tab.Gone(".recall [role=option]")
	tab.Click("button", "Recall")
	tab.Click("option", "read orders prefix=be")
	tab.Until(e2e.ConsoleText + ` === "read orders prefix=be"`)
	n := e2e.Eval[int](tab, e2e.Entries)
	tab.Enter()
	tab.Printed(n)
}

// TestScript pastes a script that takes a while. The page counts the commands, and the first
// refused one ends the script with its line number.
func TestScript(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.NewSandbox()
	tab.Commands(e2e.Orders...)
	tab.Focus("textbox", "Console")
	var script strings.Builder
	const lines = 12_000 // enough that a fast machine reports progress too
	for i := range lines {
		fmt.Fprintf(&script, "set orders k#%05d O:total=%d\n", i, i)
	}
	script.WriteString("set orders k#x X:total=1\nset orders k#y O:total=1\n")
	tab.Run(`globalThis.counted = []; new MutationObserver(() => {
		const text = document.querySelector(".running .num")?.textContent;
		if (text && counted.at(-1) !== text) counted.push(text);
	}).observe(document.querySelector(".bench"), {childList: true, subtree: true, characterData: true})`)
	n := e2e.Eval[int](tab, e2e.Entries)
	tab.Run(fmt.Sprintf(`(() => {
		const clipboardData = new DataTransfer();
		clipboardData.setData("text/plain", %q);
		document.activeElement.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true, cancelable: true}));
	})()`, script.String()))
	tab.Enter()
	tab.Until(fmt.Sprintf(`document.querySelectorAll("[role=log] .log-entry")[%d]?.querySelector(".refused")`, n))
	if got := tab.Text(fmt.Sprintf(`[role=log] .log-entry:nth-child(%d) .refused`, n+1)); !strings.Contains(got, `Line 12,001: Table orders has no family "X"`) {
		t.Errorf("the script is answered with %q", got)
	}
	counted := e2e.Eval[[]string](tab, `counted`)
	if len(counted) == 0 || !strings.HasSuffix(counted[0], " of 12,002 commands") {
		t.Errorf("counted were %q", counted)
	}
	if got := strings.TrimSpace(tab.Command("count orders")); got != "12005" {
		t.Errorf("afterwards there are %s rows", got)
	}
}
