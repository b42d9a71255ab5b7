//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// listen keeps in heard what a screen reader is told: the text of a live region
// whenever that has changed, but for what the editor says of its own text.
const listen = `globalThis.heard = []; (() => {
	const regions = "[role=status], [role=alert], [role=log], [aria-live=polite]:not(.cm-announced), [aria-live=assertive]";
	const texts = new Map();
	const hear = () => {
		for (const e of document.querySelectorAll(regions)) {
			const text = e.checkVisibility() ? e.textContent.trim() : "";
			if (text === (texts.get(e) ?? "")) continue;
			texts.set(e, text);
			if (text !== "" && e.ariaLive !== "off") heard.push(text);
		}
	};
	hear();
	heard = [];
	new MutationObserver(hear).observe(document.body, {subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["class", "hidden", "data-tab"]});
})()`

// hears does something and waits until exactly one sentence has been told of it.
func (tab *Tab) hears(sentence string, act func()) {
	tab.t.Helper()
	tab.Run(`heard = []`)
	act()
	ctx, cancel := context.WithTimeout(tab.ctx, patience)
	defer cancel()
	if _, err := chromedp.Run(ctx, chromedp.Poll[bool](fmt.Sprintf(`heard.includes(%q)`, sentence), chromedp.WithPollingTimeout(0))); err != nil {
		tab.t.Errorf("told were %q, not %q", Eval[[]string](tab, `heard`), sentence)
		return
	}
	tab.Run(twoFrames)
	if got := Eval[[]string](tab, `heard`); len(got) != 1 {
		tab.t.Errorf("told were %q, not %q alone", got, sentence)
	}
}

// TestSaid listens as a screen reader does: what came of each thing that is done is
// told once, in a sentence.
func TestSaid(t *testing.T) {
	t.Parallel()
	tab := begin(t)
	tab.Size(screens[0].width, screens[0].height)
	tab.newSandbox()
	tab.commands(orders...)
	tab.Run(listen)
	run := func(line string) func() { return func() { tab.Command(line) } }
	tab.hears("Read 3 rows of orders, 3 scanned.", run("read orders prefix=be"))
	tab.hears("Read 3 rows of orders, 3 scanned.", run("read orders prefix=be"))
	tab.hears("Read 5 rows of orders, 5 scanned. 5", run("count orders"))
	tab.hears("1 cell written to row \"be#009\" of orders.", run("set orders be#009 O:total=1"))
	tab.hears("Table more is made.", run("createtable more families=F"))
	tab.hears("2 commands done.", run("set more a F:q=1\nset more b F:q=1"))
	tab.hears(`There is no table "order". Did you mean orders?`, run("read order"))
	tab.hears("Line 2: There is no command \"raed\". Did you mean read? This command and those after it are in the console again.", run("count more\nraed more"))

	file := filepath.Join(t.TempDir(), "two.csv")
	if err := os.WriteFile(file, []byte(",F,F\n,a,b\nx,1,2\ny,3,4\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	tab.hears("two.csv is picked.", func() { tab.Upload("Pick files", file) })
	tab.hears("2 rows with 4 cells imported into more.", run("import more two.csv"))

	// The timeline, the grid and the schema pane.
	tab.hears("Back at change 9: 2 commands, from “set more a F:q=1” on", func() { tab.button("Undo") })
	tab.show("orders")
	tab.Wait(`[role=grid][aria-label="orders"]`)
	tab.Focus("grid", "orders")
	tab.Press(kb.Home + kb.ArrowRight + kb.F2)
	tab.Wait("#cell-text:focus")
	tab.hears("1 cell written to row \"at#001\" of orders.", func() {
		tab.Press("x")
		tab.Enter()
	})
	tab.hears("1 version, 1 B of values", func() { tab.Press(" ") })
	tab.Press(kb.Escape)
	tab.button("New table")
	tab.Wait("#schema-form:focus")
	tab.hears("Table third is made.", func() {
		tab.Press("third")
		tab.Enter()
	})
	tab.hears("There is no garbage now. It comes with age, or with more versions than a rule keeps.", func() { tab.button("Find garbage in orders") })
	tab.button("History")
	tab.hears("Looking at the present state.", func() {
		tab.Focus("slider", "Changes")
		tab.Press(kb.ArrowLeft)
		tab.Wait(".looking:not([hidden])")
		tab.Run(`heard = []`)
		tab.button("Show now")
	})

	// What would be read is told when the keys rest, and not at each of them.
	tab.hears("Preview: would scan 4 rows and return 4.", func() { tab.Replace("textbox", "Console", "read orders prefix=be") })
	tab.Replace("textbox", "Console", kb.Backspace)
	tab.Command("read orders prefix=be")
	tab.Run(`heard = []`)
	tab.button("Replay step by step")
	tab.Until(`heard.some((text) => text.startsWith("1 of 4 be#001 kept"))`)
	tab.hears("2 of 4 be#002 kept: 2 of 2 cells pass", func() { tab.Press(kb.ArrowRight) })
	// While it plays nothing is told of the rows: they go by too fast.
	tab.hears("The replay plays.", func() { tab.button("Play") })
	tab.WaitText(".step", "3 of 4")
	tab.hears("It pauses at row 3.", func() { tab.button("Pause") })
}

// TestSaidOfChanges listens to what goes back and forth in time, and takes away.
func TestSaidOfChanges(t *testing.T) {
	t.Parallel()
	tab := begin(t)
	tab.Size(screens[0].width, screens[0].height)
	tab.newSandbox()
	tab.commands("createtable t families=F:maxversions=1,G", "set t a F:q=1", "set t a F:q=2", "set t a G:q=3")
	tab.Until(consoleEditor)
	tab.Run(listen)
	tab.hears("Back at change 3: set t a F:q=2", func() { tab.button("Undo") })
	tab.hears("On at change 4: set t a G:q=3", func() { tab.button("Redo") })
	tab.button("History")
	tab.hears("Checkpoint one keeps this state.", func() {
		tab.Type("textbox", "Name of a checkpoint", "one")
		tab.Enter()
	})
	tab.button("Find garbage in t")
	tab.WaitText("#garbage-t", "Collecting would remove")
	tab.hears("1 cell removed, 11 B freed. You can undo it on the timeline.", func() { tab.button("Collect garbage from t") })
	tab.hears("Back at change 6: back to checkpoint “one”", func() { tab.button("Go to checkpoint one") })
	tab.hears("Checkpoint one is deleted.", func() { tab.button("Delete checkpoint one") })
	tab.hears("24 hours have passed.", func() { tab.button("1 day passes") })
	drops := func(name, title string) func() {
		return func() {
			tab.button(name)
			tab.Find("dialog", title)
			tab.Run(`heard = []`)
			tab.button("Drop")
		}
	}
	tab.hears("Family F of t is deleted, with all its cells.", drops("Drop family F of t", "Drop family F of t?"))
	tab.hears("Table t is deleted.", drops("Drop table t", "Drop table t?"))
}
