//go:build e2e

package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// focusFault is the expression of what is wrong with the focus, "" for nothing: it
// must be on something that can be seen, and be seen to be there.
const focusFault = `(() => {
	const e = document.activeElement;
	if (e === null || e === document.body) return "it is lost";
	const at = e.tagName + "#" + e.id + "." + e.className + " " + (e.ariaLabel ?? e.textContent.slice(0, 40));
	if (!e.checkVisibility()) return "it is out of sight, on " + at;
	const shows = (e) => { const s = getComputedStyle(e); return s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 1; };
	const cell = e.id === "grid" && e.querySelector(".active");
	if (shows(cell || e) || e.closest(".prompt") && getComputedStyle(e.closest(".prompt")).boxShadow !== "none") return "";
	if (e.closest(".cell-edit") && parseFloat(getComputedStyle(e).borderTopWidth) >= 2) return "";
	return e.matches("main") ? "" : "it cannot be seen, on " + at;
})()`

// kept fails the test where the focus is lost, or cannot be seen.
func (tab *Tab) kept() {
	tab.t.Helper()
	tab.Until(focusFault + ` === ""`)
}

// on waits until the focus is on the element with a role and a name.
func (tab *Tab) on(role, name string) {
	tab.t.Helper()
	atRole, atName := "", ""
	for range 200 {
		tab.kept()
		if atRole, atName = tab.Focused(); atRole == role && atName == name {
			return
		}
		tab.Run(`new Promise(requestAnimationFrame)`)
	}
	tab.fail("the focus is on %s %q, not on %s %q", atRole, atName, role, name)
}

// key goes to an element by Tab, from the page's start, and presses Enter there.
func (tab *Tab) key(role, name string) {
	tab.t.Helper()
	tab.Run(`document.querySelector("main").focus()`)
	tab.TabTo(role, name)
	tab.kept()
	tab.Enter()
}

// item takes an item of a menu that opens beside what it is about.
func (tab *Tab) item(of, name string) {
	tab.t.Helper()
	tab.key("button", "More for "+of)
	tab.TabTo("button", name)
	tab.Enter()
}

// TestKeyboard does all that the workbench offers with keys alone, and looks after
// each of them where the focus is.
func TestKeyboard(t *testing.T) {
	seldom(t)
	t.Parallel()
	tab := begin(t)
	tab.Size(screens[0].width, screens[0].height)
	tab.newSandbox()
	tab.key("button", "New table")
	tab.Wait("#schema-form:focus")
	tab.kept()
	tab.Press(kb.Tab + kb.Tab)
	tab.Enter() // cancels
	tab.Gone("#schema-form")
	tab.on("button", "New table")
	tab.Enter()
	tab.Wait("#schema-form:focus")
	tab.Press("orders" + kb.Tab + "O,C")
	tab.Enter()
	tab.ran("createtable orders families=O,C")
	tab.Gone("#schema-form")
	tab.on("button", "New table")
	tab.commands(orders[1:]...)

	// A family more, another rule, the garbage of both, and out.
	tab.key("button", "Add family to orders")
	tab.Wait("#schema-form:focus")
	tab.Press("X")
	tab.Enter()
	tab.WaitText(".schema-families", "X")
	tab.on("button", "Add family to orders")
	tab.item("O", "Change rule of O in orders")
	tab.Wait("#schema-form:focus")
	tab.Press("a", chromedp.KeyModifiers(ctrl))
	tab.Press("maxversions=1")
	tab.Enter()
	tab.Gone("#schema-form")
	tab.on("button", "More for O")
	tab.commands("set orders be#001 O:total=8")
	tab.item("orders", "Find garbage in orders")
	tab.WaitText("#garbage-orders", "would remove 1 cell")
	tab.key("button", "Collect garbage from orders")
	tab.WaitText("#garbage-orders", "1 cell removed")
	tab.kept()
	tab.item("X", "Drop family X of orders")
	tab.Find("dialog", "Drop family X of orders?")
	tab.TabTo("button", "Drop")
	tab.Enter()
	tab.ran("deletefamily orders X")
	tab.kept()
	tab.item("C", "Drop family C of orders")
	tab.Find("dialog", "Drop family C of orders?")
	tab.kept()
	tab.Press(kb.Escape)
	tab.Gone("#dialog")
	tab.on("button", "More for C")

	// The console: dialects, the same in the other, what was run.
	tab.Replace("textbox", "Console", "read orders prefix=be")
	tab.Wait(`[data-preview]`)
	tab.Enter()
	tab.ran("read orders prefix=be")
	tab.on("textbox", "Console")
	tab.Run(`document.querySelector(".log").focus()`)
	tab.TabTo("button", "Show in HBase shell")
	tab.Press(" ")
	tab.Wait(".log .turned")
	tab.on("button", "Show in HBase shell")
	tab.key("radio", "cbt")
	tab.Press(kb.ArrowRight)
	tab.Wait(`.console[data-dialect=hbase]`)
	tab.on("radio", "HBase shell")
	tab.Press(kb.ArrowLeft)
	tab.Wait(`.console[data-dialect=cbt]`)
	tab.key("button", "Clear")
	tab.Gone(".log-entry")
	tab.kept()

	// Replay, costs, strip, views.
	tab.key("button", "Replay step by step")
	tab.on("button", "Next row")
	tab.Press(kb.ArrowRight + kb.End + kb.Home)
	tab.WaitText(".step", "1 of 3")
	tab.on("button", "Next row")
	tab.Press(kb.Escape)
	tab.on("button", "Replay step by step")
	tab.key("button", "Seek")
	tab.Wait("#about-seeks:popover-open")
	tab.kept()
	tab.Press(kb.Escape)
	tab.on("button", "Seek")
	tab.Run(`document.querySelector("main").focus()`)
	tab.TabTo("slider", "Rows in sight")
	tab.Press(kb.End)
	tab.on("slider", "Rows in sight")
	tab.Run(`document.querySelector("main").focus()`)
	tab.TabTo("radio", "Rows")
	tab.Press(kb.ArrowRight)
	tab.Wait(".listed")
	tab.on("radio", "Pairs")
	tab.Press(kb.ArrowRight)
	tab.Wait(".nested")
	tab.on("radio", "Nested")
	tab.Press(kb.ArrowLeft)
	tab.Wait(".pairs")
	tab.Press(kb.ArrowLeft)
	tab.Wait("#grid[role=grid]")

	// The grid: details, writing, a new cell, and deleting.
	tab.TabTo("grid", "orders")
	tab.Press(kb.ArrowDown + kb.ArrowRight + " ")
	tab.Find("region", "Cell")
	tab.on("grid", "orders")
	tab.TabTo("button", "Close")
	tab.Enter()
	tab.Gone(".cell-panel:not([hidden])")
	tab.on("grid", "orders")
	tab.Press(kb.Home + " ")
	tab.TabTo("button", "Add cell")
	tab.Enter()
	tab.Wait(".new-cell :focus")
	tab.kept()
	tab.Press(kb.Escape)
	tab.on("grid", "orders")
	tab.key("button", "Add row")
	tab.Wait("#new-row:focus")
	tab.Press("zz" + kb.Tab + kb.Tab + "q" + kb.Tab + "v")
	tab.Enter()
	tab.Wait(`[data-key="zz"]`)
	tab.on("grid", "orders")
	tab.Press(kb.End, chromedp.KeyModifiers(ctrl))
	tab.Press(kb.Home + kb.Delete)
	tab.Gone(`[data-key="zz"]`)
	tab.on("grid", "orders")

	// The timeline.
	tab.key("button", "Undo")
	tab.Wait(`[data-key="zz"]`)
	tab.on("button", "Undo")
	tab.key("button", "Redo")
	tab.Gone(`[data-key="zz"]`)
	tab.kept()
	tab.key("button", "History")
	tab.TabTo("textbox", "Name of a checkpoint")
	tab.Press("one")
	tab.Enter()
	tab.Wait(".checkpoints li")
	tab.on("textbox", "Name of a checkpoint")
	tab.key("button", "Delete checkpoint one")
	tab.Gone(".checkpoints li")
	tab.kept()
	for _, name := range []string{"Show now", "Go back to here"} {
		tab.Run(`document.querySelector("main").focus()`)
		tab.TabTo("slider", "Changes")
		tab.Press(kb.ArrowLeft)
		tab.Wait(".looking:not([hidden])")
		tab.on("slider", "Changes")
		tab.TabTo("button", name)
		tab.Enter()
		tab.Gone(".looking:not([hidden])")
		tab.kept()
	}
	tab.key("button", "Begin again…")
	tab.Find("dialog", "Begin again?")
	tab.TabTo("button", "Begin again")
	tab.Enter()
	tab.Gone("#dialog")
	tab.Gone("[role=grid]")
	tab.kept()

	// The reference.
	tab.Open("/reference/")
	tab.TabTo("searchbox", "Search the reference")
	tab.Press("prefix")
	tab.WaitText(".search [role=status]", "entr")
	tab.kept()
}
