//go:build e2e && linux

package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/test/drive"
)

// TestJourneyAxe has axe look at every route, wide and narrow, and at every dialog, in each
// browser: what an element is called, and what is seen of its colours, each makes out in
// its own way.
func TestJourneyAxe(t *testing.T) {
	seldom(t)
	inEach(t, func(t *testing.T, kind drive.Kind) {
		v := visiting(t, kind, serveAt(t, "/some/deep/path/"))
		v.open("/")
		v.press("New sandbox")
		route := v.sandboxShown()
		v.accepted(orders...)
		v.saved()
		for _, at := range append(slices.Clone(routes), "/lessons/open/", route) {
			v.open(at)
			v.wait("h1, #step-title")
			v.axe(at)
			v.size(390, 844)
			v.axe(at + " on a phone")
			v.size(1440, 900)
		}
		v.open(route)
		for _, name := range []string{"Rename", "Share", "Export", "New table", "New from a recipe", "Paste…", "Find one in its keys", "Search", "Drop table orders", "Drop family C of orders"} {
			v.axeDialog(name, func() { v.press(name) })
		}
		v.axeDialog("keys", func() {
			v.run(`document.querySelector("main").focus()`)
			v.keys("?")
		})
		v.open("/sandboxes/")
		v.axeDialog("deleting", func() { v.press("Delete Sandbox 1") })
		v.axeDialog("deleting everything", func() { v.press("Delete everything…") })
		v.axeDialog("exporting", func() { v.press("Export Sandbox 1") })
		v.goTo("about:blank")
		v.open(linkTo(t, "Scores", scores, perPlayer))
		v.axeDialog("a link", func() {})
		v.goTo("about:blank")
		v.open(linkTo(t, "Scores", scores, perPlayer))
		v.press("Make a sandbox of it")
		v.sandboxShown()
		v.axeDialog("a question", func() { v.press("+ ask") })
		v.strict = false
		v.run(`tabletop.crash("worker")`)
		v.says("dialog.recovery", "The engine stopped")
		v.axe("the engine's end")
		v.press("Continue")
		v.gone("dialog.recovery")
		v.ready()
		v.run(`tabletop.crash("page")`)
		v.says("dialog.recovery", "The page stopped")
		v.axe("the page's end")
	})
}

// axeDialog has axe look at a dialog, and sees that Escape closes it and the focus is
// somewhere.
func (v *visit) axeDialog(name string, open func()) {
	v.t.Helper()
	open()
	v.wait("dialog[open]")
	v.axe("the dialog of " + name)
	v.until(`document.activeElement.closest("dialog[open]")`)
	v.keys(drive.Escape)
	v.gone("dialog[open]")
	v.until(`document.activeElement !== document.body`)
}

// TestJourneyKeyboard is the journey without a mouse: a lesson's first steps from Home, a
// sandbox, what a dialog asks, and the way back, by keys alone. The focus is never lost.
func TestJourneyKeyboard(t *testing.T) {
	seldom(t)
	inEach(t, func(t *testing.T, kind drive.Kind) {
		l, _ := source(t)
		v := visiting(t, kind, serveAt(t, "/some/deep/path/"))
		goal := func(id string) { t.Helper(); v.wait(fmt.Sprintf("[data-goal=%q][data-state=passed]", id)) }
		v.open("/")
		v.enter("link", l.Title)
		v.says("#step-title", l.Steps[0].Title)
		v.saved()
		v.enter("button", "Load the five games")
		goal("games-loaded")
		v.types("textbox", "Console", "count games"+drive.Enter)
		goal("rows-counted")
		v.tabTo("button", "Check", drive.Shift)
		v.keys(drive.Tab, drive.Shift)
		v.until(`document.activeElement.type === "radio"`)
		const chosen = `document.activeElement.labels[0].innerText.trim()`
		for at := valueOf[string](v, chosen); at != "Jo's"; at = valueOf[string](v, chosen) { // from the last of them: WebKit does not wrap
			v.keys(drive.ArrowUp)
			v.until(chosen + " !== " + asJSON(at))
		}
		v.keys(" ") // where it was the last, it had the focus alone
		v.until(`document.activeElement.checked`)
		v.enter("button", "Check")
		goal("loss-found")
		v.until(`[...document.querySelectorAll("button")].some((b) => b.textContent === "Next step" && b.ariaDisabled !== "true")`)
		v.enter("button", "Next step")
		v.says("#step-title", l.Steps[1].Title)
		v.until(onTitle)
		v.types("textbox", "Console", "read games prefix=LoL#201503"+drive.Enter)
		goal("march-read")

		v.enter("link", "Lessons", drive.Shift)
		v.wait(`[data-lesson="` + slug + `"]`)
		v.enter("button", "New sandbox")
		route := v.sandboxShown()
		for _, line := range orders[:4] {
			v.types("textbox", "Console", line+drive.Enter)
			v.until(consoleText + ` === ""`)
		}
		v.has("orders", "at#001", "be#001", "be#002")
		v.enter("button", "Undo", drive.Shift)
		v.gone(`[data-key="at#001"]`)
		v.enter("button", "Share")
		v.until(`document.activeElement.closest("dialog[open]")`)
		v.keys(drive.Escape)
		v.gone("dialog[open]")
		v.until(`document.activeElement.textContent === "Share"`)
		v.tabTo("grid", "orders")
		v.keys(drive.ArrowDown + drive.ArrowRight + " ")
		v.wait(".cell-panel:not([hidden])")
		v.saved()
		v.reload()
		v.has("orders", "be#001", "be#002")
		v.enter("link", "Sandboxes")
		v.says("h1", "Sandboxes")
		v.enter("link", "Sandbox 1")
		v.until(fmt.Sprintf("location.pathname.endsWith(%q)", strings.TrimPrefix(route, "/")))
	})
}

// tabTo presses Tab until the element with a role and a name has the focus, which is seen
// to be somewhere on the way. Behind the page's end Firefox has its own buttons, from
// which no key of a test leads back: what lies before is gone to with Shift held.
func (v *visit) tabTo(role, name string, held ...string) {
	v.t.Helper()
	if role == "textbox" && name == "Console" {
		v.until(consoleEditor)
	}
	var way []string
	for range 2 * farthest {
		v.keys(drive.Tab, held...)
		if valueOf[bool](v, fmt.Sprintf(`%s(%q, %q).includes(document.activeElement)`, byName, role, name)) {
			if fault := valueOf[string](v, focusFault); fault != "" {
				v.t.Errorf("the focus on %s %q: %s", role, name, fault)
			}
			return
		}
		way = append(way, valueOf[string](v, `((e) => e.tagName + " " + (e.ariaLabel ?? e.textContent).trim().slice(0, 30))(document.activeElement)`))
	}
	v.fail("Tab does not lead to %s %q, but to %s", role, name, strings.Join(way, ", "))
}

// enter goes to an element by Tab and presses Enter there.
func (v *visit) enter(role, name string, held ...string) {
	v.t.Helper()
	v.tabTo(role, name, held...)
	v.keys(drive.Enter)
}

// types goes to a field by Tab and types.
func (v *visit) types(role, name, text string) {
	v.t.Helper()
	if !valueOf[bool](v, fmt.Sprintf(`%s(%q, %q).includes(document.activeElement)`, byName, role, name)) {
		v.tabTo(role, name)
	}
	v.keys(text)
}
