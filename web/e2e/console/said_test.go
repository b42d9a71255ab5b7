//go:build e2e

package console

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tabletop/web/e2e"
)

// hears calls act and waits until exactly one sentence has been announced for it.
func hears(tab *e2e.Tab, sentence string, act func()) {
	tab.T.Helper()
	tab.Run(`heard = []`)
	act()
	ctx, cancel := context.WithTimeout(tab.Context, e2e.Patience)
	defer cancel()
	if _, err := chromedp.Run(ctx, chromedp.Poll[bool](fmt.Sprintf(`heard.includes(%q)`, sentence), chromedp.WithPollingTimeout(0))); err != nil {
		tab.T.Errorf("told were %q, not %q", e2e.Eval[[]string](tab, `heard`), sentence)
		return
	}
	tab.Run(e2e.TwoFrames)
	if got := e2e.Eval[[]string](tab, `heard`); len(got) != 1 {
		tab.T.Errorf("told were %q, not %q alone", got, sentence)
	}
}

// TestSaid records what a screen reader would announce. The result of each action is announced
// once, in one sentence.
func TestSaid(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	tab.NewSandbox()
	tab.Commands(e2e.Orders...)
	tab.Run(e2e.Listen)
	run := func(line string) func() { return func() { tab.Command(line) } }
	hears(tab, "Read 3 rows of orders, 3 scanned.", run("read orders prefix=be"))
	hears(tab, "Read 3 rows of orders, 3 scanned.", run("read orders prefix=be"))
	hears(tab, "Read 5 rows of orders, 5 scanned. 5", run("count orders"))
	hears(tab, "1 cell written to row \"be#009\" of orders.", run("set orders be#009 O:total=1"))
	hears(tab, "Table more is made.", run("createtable more families=F"))
	hears(tab, "2 commands done.", run("set more a F:q=1\nset more b F:q=1"))
	hears(tab, `There is no table "order". Did you mean orders?`, run("read order"))
	hears(tab, "Line 2: There is no command \"raed\". Did you mean read? This command and those after it are in the console again.", run("count more\nraed more"))

	file := filepath.Join(t.TempDir(), "two.csv")
	if err := os.WriteFile(file, []byte(",F,F\n,a,b\nx,1,2\ny,3,4\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	hears(tab, "two.csv is picked.", func() { tab.Upload("Pick files", file) })
	hears(tab, "2 rows with 4 cells imported into more.", run("import more two.csv"))

	// The timeline, the grid and the schema pane.
	hears(tab, "Back at change 9: 2 commands, from “set more a F:q=1” on", func() { tab.PressButton("Undo") })
	tab.Show("orders")
	tab.Wait(`[role=grid][aria-label="orders"]`)
	tab.Focus("grid", "orders")
	tab.Press(kb.Home + kb.ArrowRight + kb.F2)
	tab.Wait("#cell-text:focus")
	hears(tab, "1 cell written to row \"at#001\" of orders.", func() {
		tab.Press("x")
		tab.Enter()
	})
	hears(tab, "1 version, 1 B of values", func() { tab.Press(" ") })
	tab.Press(kb.Escape)
	tab.PressButton("New table")
	tab.Wait("#schema-form:focus")
	hears(tab, "Table third is made.", func() {
		tab.Press("third")
		tab.Enter()
	})
	hears(tab, "There is no garbage now. It comes with age, or with more versions than a rule keeps.", func() { tab.PressButton("Find garbage in orders") })
	tab.PressButton("History")
	hears(tab, "Looking at the present state.", func() {
		tab.Focus("slider", "Changes")
		tab.Press(kb.ArrowLeft)
		tab.Wait(".looking:not([hidden])")
		tab.Run(`heard = []`)
		tab.PressButton("Show now")
	})

	// The preview of a read is announced when the typing pauses, not after each key.
	hears(tab, "Preview: would scan 4 rows and return 4.", func() { tab.Replace("textbox", "Console", "read orders prefix=be") })
	tab.Replace("textbox", "Console", kb.Backspace)
	tab.Command("read orders prefix=be")
	tab.Run(`heard = []`)
	tab.PressButton("Replay step by step")
	tab.Until(`heard.some((text) => text.startsWith("1 of 4 be#001 kept"))`)
	hears(tab, "2 of 4 be#002 kept: 2 of 2 cells pass", func() { tab.Press(kb.ArrowRight) })
	// During the replay the rows are not announced, because they pass too quickly.
	hears(tab, "The replay plays.", func() { tab.PressButton("Play") })
	tab.WaitText(".step", "3 of 4")
	hears(tab, "It pauses at row 3.", func() { tab.PressButton("Pause") })
}

// TestSaidOfChanges records the announcements for going back and forward in time, and for
// deletions.
func TestSaidOfChanges(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	tab.NewSandbox()
	tab.Commands("createtable t families=F:maxversions=1,G", "set t a F:q=1", "set t a F:q=2", "set t a G:q=3")
	tab.Until(e2e.ConsoleEditor)
	tab.Run(e2e.Listen)
	hears(tab, "Back at change 3: set t a F:q=2", func() { tab.PressButton("Undo") })
	hears(tab, "On at change 4: set t a G:q=3", func() { tab.PressButton("Redo") })
	tab.PressButton("History")
	hears(tab, "Checkpoint one keeps this state.", func() {
		tab.Type("textbox", "Name of a checkpoint", "one")
		tab.Enter()
	})
	tab.PressButton("Find garbage in t")
	tab.WaitText("#garbage-t", "Collecting would remove")
	hears(tab, "1 cell removed, 11 B freed. You can undo it on the timeline.", func() { tab.PressButton("Collect garbage from t") })
	hears(tab, "Back at change 6: back to checkpoint “one”", func() { tab.PressButton("Go to checkpoint one") })
	hears(tab, "Checkpoint one is deleted.", func() { tab.PressButton("Delete checkpoint one") })
	hears(tab, "24 hours have passed.", func() { tab.PressButton("1 day passes") })
	drops := func(name, title string) func() {
		return func() {
			tab.PressButton(name)
			tab.Find("dialog", title)
			tab.Run(`heard = []`)
			tab.PressButton("Drop")
		}
	}
	hears(tab, "Family F of t is deleted, with all its cells.", drops("Drop family F of t", "Drop family F of t?"))
	hears(tab, "Table t is deleted.", drops("Drop table t", "Drop table t?"))
}
