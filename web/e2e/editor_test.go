//go:build e2e

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// coloured is the expression of the parts of the console's text that have a kind,
// as "kind:text".
const coloured = `[...document.querySelectorAll(".cm-content [class^=t-]")].map((e) => e.className.slice(2) + ":" + e.textContent)`

// TestConsoleEditor writes commands as a reader does: coloured while they are
// typed, the fault marked once the caret has left it, a second line where the
// first is not complete.
func TestConsoleEditor(t *testing.T) {
	t.Parallel()
	tab := begin(t)
	tab.newSandbox()
	tab.commands(orders...)
	tab.Replace("textbox", "Console", "set orders be#9 O:total=12@1000")
	tab.has("the colours", Eval[[]string](tab, coloured), []string{
		"name:set", "table:orders", "row:be#9", "family:O", "punct::", "qualifier:total", "punct:=", "value:12", "timestamp:@1000"})

	const fault = `document.querySelector(".cm-content .fault")`
	tab.Replace("textbox", "Console", "read orders prefx=be")
	tab.Until(fault + ` === null || ` + fault + `.textContent === "prefx"`)
	tab.Press(kb.Home)
	tab.Until(fault + `?.textContent === "prefx"`)
	if got := Eval[string](tab, fault+`.title`); !strings.Contains(got, "Did you mean prefix?") {
		t.Errorf("the fault is explained as %q", got)
	}

	// An open quote asks for another line, Shift+Enter makes one anywhere.
	n := Eval[int](tab, entries)
	tab.Replace("textbox", "Console", "set orders be#9 C:name='Ann")
	tab.Enter()
	tab.Press("Lee'")
	tab.Until(consoleText + " === \"set orders be#9 C:name='Ann\\nLee'\"")
	if got := Eval[int](tab, entries); got != n {
		t.Fatal("what is not complete was run")
	}
	tab.Press("\r", chromedp.KeyModifiers(chromedp.ModifierShift))
	tab.Press("count orders")
	tab.Enter()
	if got := tab.Printed(n); !strings.HasSuffix(strings.TrimSpace(got), "6") {
		t.Errorf("two commands printed %q", got)
	}
	tab.Until(consoleText + ` === ""`)
	if role, name := tab.Focused(); role != "textbox" || name != "Console" {
		t.Errorf("the focus is on %s %q", role, name)
	}

	// What comes back from the history can be taken back with Ctrl+Z.
	tab.Press(kb.ArrowUp)
	tab.Until(consoleText + `.endsWith("count orders")`)
	tab.Press("z", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	tab.Until(consoleText + ` === ""`)
	tab.Press(kb.Escape)
	if role, name := tab.Focused(); role == "textbox" {
		t.Errorf("Escape leaves the focus on %s %q", role, name)
	}
}

// TestEditorComesWhenWanted reads a page without the console's editor, and types at
// once where the console is gone to: nothing typed is lost to the editor that comes.
func TestEditorComesWhenWanted(t *testing.T) {
	t.Parallel()
	tab := begin(t)
	tab.newSandbox()
	const asked = `[...document.scripts].some((s) => s.src.endsWith("editor.js"))`
	if Eval[bool](tab, asked) {
		t.Error("the editor is fetched before anybody goes to the console")
	}
	tab.Run(`document.querySelector("#console").focus()`)
	tab.Press("help count")
	tab.Until(consoleEditor + ` && ` + asked)
	if got := Eval[string](tab, consoleText); got != "help count" {
		t.Errorf("the console holds %q", got)
	}
	tab.Enter()
	tab.Until(consoleText + ` === ""`)
	if got := tab.Printed(0); !strings.Contains(got, "count") {
		t.Errorf("printed %q", got)
	}
}

// TestConsoleWithoutEditor has the editor not come: the plain field does as well.
func TestConsoleWithoutEditor(t *testing.T) {
	seldom(t)
	t.Parallel()
	site := serveAt(t, "/")
	site.Deploy(variant(t, map[string]string{"editor.js": ""}))
	tab := shared(t).Tab(t, site)
	tab.newSandbox()
	for i, line := range append([]string{}, orders...) {
		tab.Run(`document.querySelector("textarea").focus()`)
		tab.Press(line)
		tab.Enter()
		tab.Printed(i)
	}
	tab.has("the table", tab.Keys("orders"), orderKeys)
	tab.Press(kb.ArrowUp)
	tab.Until(fmt.Sprintf(`document.querySelector("textarea").value === %q`, orders[len(orders)-1]))
}

// offered is the expression of what the console offers, as "what: explanation".
const offered = `[...document.querySelectorAll(".cm-tooltip-autocomplete li")].map((e) => [...e.children].map((c) => c.textContent).join(": "))`

// offers waits until the console offers something, the first of it being first.
func (tab *Tab) offers(first string) {
	tab.t.Helper()
	tab.Until(fmt.Sprintf(offered+`[0] === %q`, first))
}

// TestCompletion writes a command by choosing from what is offered.
func TestCompletion(t *testing.T) {
	t.Parallel()
	tab := begin(t)
	tab.newSandbox()
	tab.commands(orders...)
	n := Eval[int](tab, entries)
	tab.Replace("textbox", "Console", "rea")
	tab.offers("read: Reads rows in key order.")
	tab.Press(kb.Tab)
	tab.offers("orders: 5 rows")
	tab.Press(kb.Tab)
	tab.Until(consoleText + ` === "read orders "`)
	tab.Press("pr")
	tab.offers("prefix=: scans just the keys that begin with this.")
	tab.Find("option", "prefix= scans just the keys that begin with this.")
	tab.Press("e" + kb.ArrowDown) // in the list that is in sight, while the next is looked for
	tab.Enter()
	tab.offers("at#: 1 row")
	tab.has("the keys", Eval[[]string](tab, offered), []string{"at#: 1 row", "be#: 3 rows", "ch#: 1 row"})
	tab.Axe()
	tab.Press(kb.ArrowDown + kb.ArrowDown)
	tab.Enter()
	tab.offers("be#001: 1 row")
	if got := Eval[int](tab, entries); got != n {
		t.Fatal("choosing has run the command")
	}
	tab.Press(kb.Escape)
	tab.Gone(".cm-tooltip-autocomplete")
	if role, name := tab.Focused(); role != "textbox" || name != "Console" {
		t.Errorf("after Escape the focus is on %s %q", role, name)
	}
	tab.Enter()
	tab.Printed(n)
	tab.has("returned", tab.Marked("orders", "returned"), []string{"be#001", "be#002", "be#003"})

	// A key that is written meanwhile is offered, in quotes where it needs them.
	tab.commands("set orders 'be 1' C:full=x")
	tab.Replace("textbox", "Console", "lookup orders be")
	tab.offers("be 1: 1 row")
	tab.Press(kb.Tab)
	tab.Until(consoleText + " === \"lookup orders 'be 1' \"")

	// What nobody has chosen from is run as it stands.
	n = Eval[int](tab, entries)
	tab.Replace("textbox", "Console", "count order")
	tab.offers("orders: 6 rows")
	tab.Enter()
	if got := tab.Printed(n); !strings.Contains(got, `no table "order"`) {
		t.Errorf("it printed %q", got)
	}

	// On a phone a finger chooses.
	tab.Size(390, 844)
	tab.part("Console")
	tab.Replace("textbox", "Console", "set orders k O:")
	tab.offers("total=")
	tab.Axe()
	tab.Click("option", "total=")
	tab.Until(consoleText + ` === "set orders k O:total="`)
}

// TestCompletionInHBase does the same in the HBase shell.
func TestCompletionInHBase(t *testing.T) {
	seldom(t)
	t.Parallel()
	tab := begin(t)
	tab.newSandbox()
	tab.commands(orders...)
	tab.Click("radio", "HBase shell")
	tab.Replace("textbox", "Console", "scan 'or")
	tab.offers("orders: 5 rows")
	tab.Press(kb.Tab)
	tab.Press(", {ROWP")
	tab.offers("ROWPREFIXFILTER: the beginning of the keys.")
	tab.Press(kb.Tab)
	tab.offers("at#: 1 row")
	tab.Press("'b")
	tab.offers("be#: 3 rows")
	tab.Press(kb.Tab)
	tab.offers("be#001: 1 row")
	tab.Press("'}")
	tab.Until(consoleText + " === \"scan 'orders', {ROWPREFIXFILTER => 'be#'}\"")
	n := Eval[int](tab, entries)
	tab.Enter()
	tab.Printed(n)
	tab.has("returned", tab.Marked("orders", "returned"), []string{"be#001", "be#002", "be#003"})
}

// TestHistory looks for what was run, also after the page was loaded again.
func TestHistory(t *testing.T) {
	t.Parallel()
	tab := begin(t)
	tab.newSandbox()
	tab.commands(orders...)
	tab.commands("read orders prefix=be", "count orders")
	tab.Saved()
	tab.Reload()
	tab.Focus("textbox", "Console")
	tab.Press(kb.ArrowUp)
	tab.Until(consoleText + ` === "count orders"`)
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
	tab.Until(consoleText + `.startsWith("set orders be#002")`)
	if role, name := tab.Focused(); role != "textbox" || name != "Console" {
		t.Fatalf("the focus is on %s %q", role, name)
	}

	// On a phone, by touch; and Escape leaves all as it was.
	tab.Size(390, 844)
	tab.part("Console")
	tab.Click("button", "Recall")
	tab.Until(found + `[0] === "count orders"`)
	tab.Axe()
	tab.Press(kb.Escape)
	tab.Gone(".recall [role=option]")
	tab.Click("button", "Recall")
	tab.Click("option", "read orders prefix=be")
	tab.Until(consoleText + ` === "read orders prefix=be"`)
	n := Eval[int](tab, entries)
	tab.Enter()
	tab.Printed(n)
}

// TestScript pastes a script that takes a while: the commands are counted, and the
// first that is refused ends it with its line.
func TestScript(t *testing.T) {
	seldom(t)
	t.Parallel()
	tab := begin(t)
	tab.newSandbox()
	tab.commands(orders...)
	tab.Focus("textbox", "Console")
	var script strings.Builder
	const lines = 12_000 // so many that a quick machine tells of its progress too
	for i := range lines {
		fmt.Fprintf(&script, "set orders k#%05d O:total=%d\n", i, i)
	}
	script.WriteString("set orders k#x X:total=1\nset orders k#y O:total=1\n")
	tab.Run(`globalThis.counted = []; new MutationObserver(() => {
		const text = document.querySelector(".running .num")?.textContent;
		if (text && counted.at(-1) !== text) counted.push(text);
	}).observe(document.querySelector(".bench"), {childList: true, subtree: true, characterData: true})`)
	n := Eval[int](tab, entries)
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
	counted := Eval[[]string](tab, `counted`)
	if len(counted) == 0 || !strings.HasSuffix(counted[0], " of 12,002 commands") {
		t.Errorf("counted were %q", counted)
	}
	if got := strings.TrimSpace(tab.Command("count orders")); got != "12005" {
		t.Errorf("afterwards there are %s rows", got)
	}
}
