//go:build e2e

package a11y

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tabletop/web/e2e"
)

// kept fails the test if the focus is lost, or cannot be seen.
func kept(tab *e2e.Tab) {
	tab.T.Helper()
	tab.Until(e2e.FocusFault + ` === ""`)
}

// on waits until the element with a role and a name has the focus.
func on(tab *e2e.Tab, role, name string) {
	tab.T.Helper()
	atRole, atName := "", ""
	for range 200 {
		kept(tab)
		if atRole, atName = tab.Focused(); atRole == role && atName == name {
			return
		}
		tab.Run(`new Promise(requestAnimationFrame)`)
	}
	tab.Fail("the focus is on %s %q, not on %s %q", atRole, atName, role, name)
}

// key moves the focus to an element with Tab, from the start of the page, and presses Enter.
func key(tab *e2e.Tab, role, name string) {
	tab.T.Helper()
	tab.Run(`document.querySelector("main").focus()`)
	tab.TabTo(role, name)
	kept(tab)
	tab.Enter()
}

// item chooses an item of a menu that opens beside the element of.
func item(tab *e2e.Tab, of, name string) {
	tab.T.Helper()
	key(tab, "button", "More for "+of)
	tab.TabTo("button", name)
	tab.Enter()
}

// TestKeyboard uses all functions of the workbench with keys alone, and checks the focus after
// each.
func TestKeyboard(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	tab.NewSandbox()
	key(tab, "button", "New table")
	tab.Wait("#schema-form:focus")
	kept(tab)
	tab.Press(kb.Tab + kb.Tab)
	tab.Enter() // cancels
	tab.Gone("#schema-form")
	on(tab, "button", "New table")
	tab.Enter()
	tab.Wait("#schema-form:focus")
	tab.Press("orders" + kb.Tab + "O,C")
	tab.Enter()
	tab.Ran("createtable orders families=O,C")
	tab.Gone("#schema-form")
	on(tab, "button", "New table")
	tab.Commands(e2e.Orders[1:]...)

	// Another family, another rule, collecting the garbage of both, and closing the pane.
	key(tab, "button", "Add family to orders")
	tab.Wait("#schema-form:focus")
	tab.Press("X")
	tab.Enter()
	tab.WaitText(".schema-families", "X")
	on(tab, "button", "Add family to orders")
	item(tab, "O", "Change rule of O in orders")
	tab.Wait("#schema-form:focus")
	tab.Press("a", chromedp.KeyModifiers(e2e.Ctrl))
	tab.Press("maxversions=1")
	tab.Enter()
	tab.Gone("#schema-form")
	on(tab, "button", "More for O")
	tab.Commands("set orders be#001 O:total=8")
	item(tab, "orders", "Find garbage in orders")
	tab.WaitText("#garbage-orders", "would remove 1 cell")
	key(tab, "button", "Collect garbage from orders")
	tab.WaitText("#garbage-orders", "1 cell removed")
	kept(tab)
	item(tab, "X", "Drop family X of orders")
	tab.Find("dialog", "Drop family X of orders?")
	tab.TabTo("button", "Drop")
	tab.Enter()
	tab.Ran("deletefamily orders X")
	kept(tab)
	item(tab, "C", "Drop family C of orders")
	tab.Find("dialog", "Drop family C of orders?")
	kept(tab)
	tab.Press(kb.Escape)
	tab.Gone("#dialog")
	on(tab, "button", "More for C")

	// The console: the two dialects, a command translated to the other one, and the history.
	tab.Replace("textbox", "Console", "read orders prefix=be")
	tab.Wait(`[data-preview]`)
	tab.Enter()
	tab.Ran("read orders prefix=be")
	on(tab, "textbox", "Console")
	tab.Run(`document.querySelector(".log").focus()`)
	tab.TabTo("button", "Show in HBase shell")
	tab.Press(" ")
	tab.Wait(".log .turned")
	on(tab, "button", "Show in HBase shell")
	key(tab, "radio", "cbt")
	tab.Press(kb.ArrowRight)
	tab.Wait(`.console[data-dialect=hbase]`)
	on(tab, "radio", "HBase shell")
	tab.Press(kb.ArrowLeft)
	tab.Wait(`.console[data-dialect=cbt]`)
	key(tab, "button", "Clear")
	tab.Gone(".log-entry")
	kept(tab)

	// Replay, costs, strip, views.
	key(tab, "button", "Replay step by step")
	on(tab, "button", "Next row")
	tab.Press(kb.ArrowRight + kb.End + kb.Home)
	tab.WaitText(".step", "1 of 3")
	on(tab, "button", "Next row")
	tab.Press(kb.Escape)
	on(tab, "button", "Replay step by step")
	key(tab, "button", "Seek")
	tab.Wait("#about-seeks:popover-open")
	kept(tab)
	tab.Press(kb.Escape)
	on(tab, "button", "Seek")
	tab.Run(`document.querySelector("main").focus()`)
	tab.TabTo("slider", "Rows in sight")
	tab.Press(kb.End)
	on(tab, "slider", "Rows in sight")
	tab.Run(`document.querySelector("main").focus()`)
	tab.TabTo("radio", "Rows")
	tab.Press(kb.ArrowRight)
	tab.Wait(".listed")
	on(tab, "radio", "Pairs")
	tab.Press(kb.ArrowRight)
	tab.Wait(".nested")
	on(tab, "radio", "Nested")
	tab.Press(kb.ArrowLeft)
	tab.Wait(".pairs")
	tab.Press(kb.ArrowLeft)
	tab.Wait("#grid[role=grid]")

	// The grid: details, writing, a new cell, and deleting.
	tab.TabTo("grid", "orders")
	tab.Press(kb.ArrowDown + kb.ArrowRight + " ")
	tab.Find("region", "Cell")
	on(tab, "grid", "orders")
	tab.TabTo("button", "Close")
	tab.Enter()
	tab.Gone(".cell-panel:not([hidden])")
	on(tab, "grid", "orders")
	tab.Press(kb.Home + " ")
	tab.TabTo("button", "Add cell")
	tab.Enter()
	tab.Wait(".new-cell :focus")
	kept(tab)
	tab.Press(kb.Escape)
	on(tab, "grid", "orders")
	key(tab, "button", "Add row")
	tab.Wait("#new-row:focus")
	tab.Press("zz" + kb.Tab + kb.Tab + "q" + kb.Tab + "v")
	tab.Enter()
	tab.Wait(`[data-key="zz"]`)
	on(tab, "grid", "orders")
	tab.Press(kb.End, chromedp.KeyModifiers(e2e.Ctrl))
	tab.Press(kb.Home + kb.Delete)
	tab.Gone(`[data-key="zz"]`)
	on(tab, "grid", "orders")

	// The timeline.
	key(tab, "button", "Undo")
	tab.Wait(`[data-key="zz"]`)
	on(tab, "button", "Undo")
	key(tab, "button", "Redo")
	tab.Gone(`[data-key="zz"]`)
	kept(tab)
	key(tab, "button", "History")
	tab.TabTo("textbox", "Name of a checkpoint")
	tab.Press("one")
	tab.Enter()
	tab.Wait(".checkpoints li")
	on(tab, "textbox", "Name of a checkpoint")
	key(tab, "button", "Delete checkpoint one")
	tab.Gone(".checkpoints li")
	kept(tab)
	for _, name := range []string{"Show now", "Go back to here"} {
		tab.Run(`document.querySelector("main").focus()`)
		tab.TabTo("slider", "Changes")
		tab.Press(kb.ArrowLeft)
		tab.Wait(".looking:not([hidden])")
		on(tab, "slider", "Changes")
		tab.TabTo("button", name)
		tab.Enter()
		tab.Gone(".looking:not([hidden])")
		kept(tab)
	}
	key(tab, "button", "Begin again…")
	tab.Find("dialog", "Begin again?")
	tab.TabTo("button", "Begin again")
	tab.Enter()
	tab.Gone("#dialog")
	tab.Gone("[role=grid]")
	kept(tab)

	// The reference.
	tab.Open("/reference/")
	tab.TabTo("searchbox", "Search the reference")
	tab.Press("prefix")
	tab.WaitText(".search [role=status]", "entr")
	kept(tab)
}
