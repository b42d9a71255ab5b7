//go:build e2e

package grid

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tabletop/web/e2e"
)

// told waits until the page has announced a sentence that begins with the text.
func told(tab *e2e.Tab, text string) {
	tab.T.Helper()
	tab.Until(fmt.Sprintf(`[...document.querySelectorAll("[role=status]")].some((e) => e.textContent.trim().startsWith(%q))`, text))
}

// TestSchemaPane makes, changes and drops tables and families, and collects garbage. Where it
// is quick it uses the keyboard alone.
func TestSchemaPane(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	tab.NewSandbox()
	tab.PressButton("New table")
	tab.Wait("#schema-form:focus")
	tab.Type("textbox", "Name", "scores")
	tab.Replace("textbox", "Families, with commas between them", "GAME:maxversions=1,INFO")
	tab.Enter()
	tab.Ran("createtable scores families=GAME:maxversions=1,INFO")
	tab.Gone("#schema-form")

	tab.PressButton("Add family to scores")
	tab.Type("textbox", "Name", "SUM")
	tab.Replace("textbox", "Garbage-collection rule", "maxage=often")
	tab.PressButton("Create")
	tab.WaitText(".field-error", "maxage")
	tab.Replace("textbox", "Garbage-collection rule", "maxage=1d")
	tab.Run(`const type = document.querySelector("#form-type"); type.value = "intsum"; type.dispatchEvent(new Event("change", {bubbles: true}))`)
	tab.PressButton("Create")
	tab.Ran("createfamily scores SUM:maxage=1d:intsum")
	tab.WaitText(".schema-families", "intsum")

	tab.Commands("set scores a GAME:q=1 INFO:q=1", "set scores a GAME:q=2", "set scores b GAME:q=1", "addtocell scores c SUM:n=1", "setgcpolicy scores GAME never")
	tab.PressButton("Change rule of GAME in scores")
	tab.Replace("textbox", "Garbage-collection rule", "maxversions=1")
	tab.PressButton("Change")
	tab.Ran("setgcpolicy scores GAME maxversions=1")

	tab.PressButton("Measure scores")
	tab.WaitText(".schema-sizes", "Row keys")
	tab.PressButton("Find garbage in scores")
	told(tab, "Collecting would remove 1 cell")
	tab.PressButton("History")
	tab.PressButton("30 days pass")
	tab.Wait(`[data-ahead="2592000000000"]`)
	tab.PressButton("Find garbage in scores")
	told(tab, "Collecting would remove 2 cells")
	tab.WaitText("#garbage-scores", "1 row would vanish: c")
	tab.Shot("schema-garbage")
	tab.Axe()
	tab.PressButton("Collect garbage from scores")
	told(tab, "2 cells removed")
	tab.WaitText("[role=log]", "Garbage collected from scores: 2 cells")
	tab.Has("the rows left", tab.Keys("scores"), []string{"a", "b"})

	tab.PressButton("Drop family INFO of scores")
	tab.WaitText("#dialog", "Drop family INFO of scores?")
	tab.Click("button", "Drop")
	tab.Ran("deletefamily scores INFO")
	tab.Saved()
	tab.Reload()
	tab.Ready()
	tab.Has("the rows after a reload", tab.Keys("scores"), []string{"a", "b"})
	tab.Wait(`[data-ahead="2592000000000"]`)
	if got := tab.Text(".schema-families"); strings.Contains(got, "INFO") || !strings.Contains(got, "maxversions=1") {
		t.Errorf("the families are %q", got)
	}
}

// TestTimeline goes back and forward in time in all ways that the page offers.
func TestTimeline(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	route := tab.NewSandbox()
	tab.Commands(e2e.Orders...)
	shows := func(what string, n int) {
		t.Helper()
		tab.Until(fmt.Sprintf(`document.querySelectorAll("[role=grid] [data-key]").length === %d`, n))
	}
	shows("all", 5)
	// The controls stay in their places while changes are being stored.
	tab.Run(`window.places = new Set(); (function look() {
		places.add(Math.round(document.querySelector(".time button").getBoundingClientRect().left));
		requestAnimationFrame(look);
	})()`)
	tab.PressButton("Undo")
	shows("undone", 4)
	told(tab, "Back at change 5")
	tab.Run(`document.activeElement.blur()`)
	tab.Press("z", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	shows("undone by key", 3)
	tab.Press("Z", chromedp.KeyModifiers(chromedp.ModifierCtrl|chromedp.ModifierShift))
	shows("done again by key", 4)
	tab.PressButton("Redo")
	shows("done again", 5)
	if n := e2e.Eval[int](tab, `places.size`); n != 1 {
		t.Errorf("the controls of the timeline were in %d places", n)
	}
	// In a field with text the keys act on the field, not on the timeline.
	tab.Type("textbox", "Console", "x")
	tab.Press("z", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	shows("typed", 5)

	tab.PressButton("History")
	tab.Type("textbox", "Name of a checkpoint", "five orders")
	tab.Enter()
	tab.WaitText(".checkpoints", "five orders")
	tab.Focus("slider", "Changes")
	tab.Press(strings.Repeat(kb.ArrowLeft, 3))
	shows("looked at", 2)
	told(tab, "Looking at the state after change 3")
	tab.Shot("timeline-looking")
	tab.Axe()
	tab.PressButton("Show now")
	shows("now", 5)
	tab.Until(`document.querySelector("#time-step").value === "6"`)
	tab.Focus("slider", "Changes")
	tab.Press(strings.Repeat(kb.ArrowLeft, 4))
	shows("looked at again", 1)
	tab.PressButton("Go back to here")
	shows("gone back", 1)
	told(tab, "Back at change 2")
	tab.Commands("set orders only O:total=1")
	tab.PressButton("Go to checkpoint five orders")
	shows("the checkpoint", 5)
	tab.PressButton("Undo")
	shows("before the checkpoint", 2)
	tab.Saved()
	tab.Open(route)
	shows("after a reload", 2)
	tab.PressButton("Redo")
	shows("done again after a reload", 5)
	tab.PressButton("History")
	tab.PressButton("Delete checkpoint five orders")
	tab.Gone(".checkpoints")
	tab.PressButton("Begin again…")
	tab.WaitText("#dialog", "Everything in this sandbox goes")
	tab.Click("button", "Begin again")
	tab.Gone("[role=grid]")
	tab.Saved()
}
