//go:build e2e

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// told waits until a screen reader has been told a sentence that begins so.
func (tab *Tab) told(text string) {
	tab.t.Helper()
	tab.Until(fmt.Sprintf(`[...document.querySelectorAll("[role=status]")].some((e) => e.textContent.trim().startsWith(%q))`, text))
}

// button presses the button with an accessible name as soon as it works.
func (tab *Tab) button(name string) {
	tab.t.Helper()
	tab.Until(fmt.Sprintf(`[...document.querySelectorAll("button")].some((b) => (b.ariaLabel ?? b.textContent) === %q && b.ariaDisabled !== "true")`, name))
	tab.Click("button", name)
}

// ran waits until the console's log ends with a command.
func (tab *Tab) ran(line string) {
	tab.t.Helper()
	tab.Until(fmt.Sprintf(`[...document.querySelectorAll("[role=log] .ran")].at(-1)?.textContent.includes(%q)`, line))
}

// TestSchemaPane makes, changes and drops tables and families, and collects
// garbage, with the keyboard alone where that is quick.
func TestSchemaPane(t *testing.T) {
	t.Parallel()
	tab := begin(t)
	tab.Size(screens[0].width, screens[0].height)
	tab.newSandbox()
	tab.button("New table")
	tab.Wait("#schema-form:focus")
	tab.Type("textbox", "Name", "scores")
	tab.Replace("textbox", "Families, with commas between them", "GAME:maxversions=1,INFO")
	tab.Enter()
	tab.ran("createtable scores families=GAME:maxversions=1,INFO")
	tab.Gone("#schema-form")

	tab.button("Add family to scores")
	tab.Type("textbox", "Name", "SUM")
	tab.Replace("textbox", "Garbage-collection rule", "maxage=often")
	tab.button("Create")
	tab.WaitText(".field-error", "maxage")
	tab.Replace("textbox", "Garbage-collection rule", "maxage=1d")
	tab.Run(`const type = document.querySelector("#form-type"); type.value = "intsum"; type.dispatchEvent(new Event("change", {bubbles: true}))`)
	tab.button("Create")
	tab.ran("createfamily scores SUM:maxage=1d:intsum")
	tab.WaitText(".schema-families", "intsum")

	tab.commands("set scores a GAME:q=1 INFO:q=1", "set scores a GAME:q=2", "set scores b GAME:q=1", "addtocell scores c SUM:n=1", "setgcpolicy scores GAME never")
	tab.button("Change rule of GAME in scores")
	tab.Replace("textbox", "Garbage-collection rule", "maxversions=1")
	tab.button("Change")
	tab.ran("setgcpolicy scores GAME maxversions=1")

	tab.button("Measure scores")
	tab.WaitText(".schema-sizes", "Row keys")
	tab.button("Find garbage in scores")
	tab.told("Collecting would remove 1 cell")
	tab.button("History")
	tab.button("30 days pass")
	tab.Wait(`[data-ahead="2592000000000"]`)
	tab.button("Find garbage in scores")
	tab.told("Collecting would remove 2 cells")
	tab.WaitText("#garbage-scores", "1 row would vanish: c")
	tab.Shot("schema-garbage")
	tab.Axe()
	tab.button("Collect garbage from scores")
	tab.told("2 cells removed")
	tab.WaitText("[role=log]", "Garbage collected from scores: 2 cells")
	tab.has("the rows left", tab.Keys("scores"), []string{"a", "b"})

	tab.button("Drop family INFO of scores")
	tab.WaitText("#dialog", "Drop family INFO of scores?")
	tab.Click("button", "Drop")
	tab.ran("deletefamily scores INFO")
	tab.Saved()
	tab.Reload()
	tab.Ready()
	tab.has("the rows after a reload", tab.Keys("scores"), []string{"a", "b"})
	tab.Wait(`[data-ahead="2592000000000"]`)
	if got := tab.Text(".schema-families"); strings.Contains(got, "INFO") || !strings.Contains(got, "maxversions=1") {
		t.Errorf("the families are %q", got)
	}
}

// TestTimeline goes back and forward in every way there is.
func TestTimeline(t *testing.T) {
	t.Parallel()
	tab := begin(t)
	tab.Size(screens[0].width, screens[0].height)
	route := tab.newSandbox()
	tab.commands(orders...)
	shows := func(what string, n int) {
		t.Helper()
		tab.Until(fmt.Sprintf(`document.querySelectorAll("[role=grid] [data-key]").length === %d`, n))
	}
	shows("all", 5)
	tab.button("Undo")
	shows("undone", 4)
	tab.told("Back at change 5")
	tab.Run(`document.activeElement.blur()`)
	tab.Press("z", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	shows("undone by key", 3)
	tab.Press("Z", chromedp.KeyModifiers(chromedp.ModifierCtrl|chromedp.ModifierShift))
	shows("done again by key", 4)
	tab.button("Redo")
	shows("done again", 5)
	// In a field with text the keys are the field's own.
	tab.Type("textbox", "Console", "x")
	tab.Press("z", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	shows("typed", 5)

	tab.button("History")
	tab.Type("textbox", "Name of a checkpoint", "five orders")
	tab.Enter()
	tab.WaitText(".checkpoints", "five orders")
	tab.Focus("slider", "Changes")
	tab.Press(strings.Repeat(kb.ArrowLeft, 3))
	shows("looked at", 2)
	tab.told("Looking at the state after change 3")
	tab.Shot("timeline-looking")
	tab.Axe()
	tab.button("Show now")
	shows("now", 5)
	tab.Until(`document.querySelector("#time-step").value === "6"`)
	tab.Focus("slider", "Changes")
	tab.Press(strings.Repeat(kb.ArrowLeft, 4))
	shows("looked at again", 1)
	tab.button("Go back to here")
	shows("gone back", 1)
	tab.told("Back at change 2")
	tab.commands("set orders only O:total=1")
	tab.button("Go to checkpoint five orders")
	shows("the checkpoint", 5)
	tab.button("Undo")
	shows("before the checkpoint", 2)
	tab.Saved()
	tab.Open(route)
	shows("after a reload", 2)
	tab.button("Redo")
	shows("done again after a reload", 5)
	tab.button("History")
	tab.button("Delete checkpoint five orders")
	tab.Gone(".checkpoints")
	tab.button("Begin again…")
	tab.WaitText("#dialog", "Everything in this sandbox goes")
	tab.Click("button", "Begin again")
	tab.Gone("[role=grid]")
	tab.Saved()
}
