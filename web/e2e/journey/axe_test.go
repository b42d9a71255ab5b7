//go:build e2e && linux

package journey

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/web/e2e"
	"tabletop/web/test/drive"
)

// TestJourneyAxe runs axe-core on every route, wide and narrow, and on every dialog, in each
// browser, since browsers compute names and colours differently.
func TestJourneyAxe(t *testing.T) {
	e2e.Seldom(t)
	e2e.InEach(t, func(t *testing.T, kind drive.Kind) {
		v := e2e.Visiting(t, kind, e2e.ServeAt(t, "/some/deep/path/"))
		v.Open("/")
		v.Press("New sandbox")
		route := v.SandboxShown()
		v.Accepted(e2e.Orders...)
		v.Saved()
		for _, at := range append(slices.Clone(e2e.Routes), "/lessons/open/", route) {
			v.Open(at)
			v.Wait("h1, #step-title")
			v.Axe(at)
			v.Size(390, 844)
			v.Axe(at + " on a phone")
			v.Size(1440, 900)
		}
		v.Open(route)
		for _, name := range []string{"Rename", "Share", "Export", "New table", "New from a recipe", "Paste…", "Find one in its keys", "Search", "Drop table orders", "Drop family C of orders"} {
			axeDialog(v, name, func() { v.Press(name) })
		}
		axeDialog(v, "keys", func() {
			v.Run(`document.querySelector("main").focus()`)
			v.Keys("?")
		})
		v.Open("/sandboxes/")
		axeDialog(v, "deleting", func() { v.Press("Delete Sandbox 1") })
		axeDialog(v, "deleting everything", func() { v.Press("Delete everything…") })
		axeDialog(v, "exporting", func() { v.Press("Export Sandbox 1") })
		v.GoTo("about:blank")
		v.Open(e2e.LinkTo(t, "Scores", e2e.Scores, e2e.PerPlayer))
		axeDialog(v, "a link", func() {})
		v.GoTo("about:blank")
		v.Open(e2e.LinkTo(t, "Scores", e2e.Scores, e2e.PerPlayer))
		v.Press("Make a sandbox of it")
		v.SandboxShown()
		axeDialog(v, "a question", func() { v.Press("+ ask") })
		v.Strict = false
		v.Run(`tabletop.crash("worker")`)
		v.Says("dialog.recovery", "The engine stopped")
		v.Axe("the engine's end")
		v.Press("Continue")
		v.Gone("dialog.recovery")
		v.Ready()
		v.Run(`tabletop.crash("page")`)
		v.Says("dialog.recovery", "The page stopped")
		v.Axe("the page's end")
	})
}

// axeDialog opens a dialog and runs axe-core on it. Escape must close it, and the focus must
// then be visible.
func axeDialog(v *e2e.Visit, name string, open func()) {
	v.T.Helper()
	open()
	v.Wait("dialog[open]")
	v.Axe("the dialog of " + name)
	v.Until(`document.activeElement.closest("dialog[open]")`)
	v.Keys(drive.Escape)
	v.Gone("dialog[open]")
	v.Until(`document.activeElement !== document.body`)
}

// TestJourneyKeyboard does the journey with keys alone: the first steps of a lesson from Home,
// a sandbox, a dialog, and the way back. The focus must never be lost.
func TestJourneyKeyboard(t *testing.T) {
	e2e.Seldom(t)
	e2e.InEach(t, func(t *testing.T, kind drive.Kind) {
		l, _ := e2e.LoadLesson(t)
		v := e2e.Visiting(t, kind, e2e.ServeAt(t, "/some/deep/path/"))
		goal := func(id string) { t.Helper(); v.Wait(fmt.Sprintf("[data-goal=%q][data-state=passed]", id)) }
		v.Open("/")
		enter(v, "link", l.Title)
		v.Says("#step-title", l.Steps[0].Title)
		v.Saved()
		enter(v, "button", "Load the five games")
		goal("games-loaded")
		types(v, "textbox", "Console", "count games"+drive.Enter)
		goal("rows-counted")
		tabTo(v, "button", "Check", drive.Shift)
		v.Keys(drive.Tab, drive.Shift)
		v.Until(`document.activeElement.type === "radio"`)
		const chosen = `document.activeElement.labels[0].innerText.trim()`
		for at := e2e.ValueOf[string](v, chosen); at != "Jo's"; at = e2e.ValueOf[string](v, chosen) { // from the last answer upwards, because WebKit does not wrap around
			v.Keys(drive.ArrowUp)
			v.Until(chosen + " !== " + e2e.JSON(at))
		}
		v.Keys(" ") // the last answer has the focus but is not yet selected
		v.Until(`document.activeElement.checked`)
		enter(v, "button", "Check")
		goal("loss-found")
		v.Until(`[...document.querySelectorAll("button")].some((b) => b.textContent === "Next step" && b.ariaDisabled !== "true")`)
		enter(v, "button", "Next step")
		v.Says("#step-title", l.Steps[1].Title)
		v.Until(e2e.OnTitle)
		types(v, "textbox", "Console", "read games prefix=LoL#201503"+drive.Enter)
		goal("march-read")

		enter(v, "link", "Lessons", drive.Shift)
		v.Wait(`[data-lesson="` + e2e.LessonSlug + `"]`)
		enter(v, "button", "New sandbox")
		route := v.SandboxShown()
		for _, line := range e2e.Orders[:4] {
			types(v, "textbox", "Console", line+drive.Enter)
			v.Until(e2e.ConsoleText + ` === ""`)
		}
		v.Has("orders", "at#001", "be#001", "be#002")
		enter(v, "button", "Undo", drive.Shift)
		v.Gone(`[data-key="at#001"]`)
		enter(v, "button", "Share")
		v.Until(`document.activeElement.closest("dialog[open]")`)
		v.Keys(drive.Escape)
		v.Gone("dialog[open]")
		v.Until(`document.activeElement.textContent === "Share"`)
		tabTo(v, "grid", "orders")
		v.Keys(drive.ArrowDown + drive.ArrowRight + " ")
		v.Wait(".cell-panel:not([hidden])")
		v.Saved()
		v.Reload()
		v.Has("orders", "be#001", "be#002")
		enter(v, "link", "Sandboxes")
		v.Says("h1", "Sandboxes")
		enter(v, "link", "Sandbox 1")
		v.Until(fmt.Sprintf("location.pathname.endsWith(%q)", strings.TrimPrefix(route, "/")))
	})
}

// tabTo presses Tab until the element with a role and a name has the focus, and checks that the
// focus is visible there. After the end of the page the focus moves to Firefox's own buttons,
// from which a test's keys cannot return; to go to an earlier element, hold Shift.
func tabTo(v *e2e.Visit, role, name string, held ...string) {
	v.T.Helper()
	if role == "textbox" && name == "Console" {
		v.Until(e2e.ConsoleEditor)
	}
	var way []string
	for range 2 * e2e.Farthest {
		v.Keys(drive.Tab, held...)
		if e2e.ValueOf[bool](v, fmt.Sprintf(`%s(%q, %q).includes(document.activeElement)`, e2e.ByName, role, name)) {
			if fault := e2e.ValueOf[string](v, e2e.FocusFault); fault != "" {
				v.T.Errorf("the focus on %s %q: %s", role, name, fault)
			}
			return
		}
		way = append(way, e2e.ValueOf[string](v, `((e) => e.tagName + " " + (e.ariaLabel ?? e.textContent).trim().slice(0, 30))(document.activeElement)`))
	}
	v.Fail("Tab does not lead to %s %q, but to %s", role, name, strings.Join(way, ", "))
}

// enter moves the focus to an element with Tab and presses Enter.
func enter(v *e2e.Visit, role, name string, held ...string) {
	v.T.Helper()
	tabTo(v, role, name, held...)
	v.Keys(drive.Enter)
}

// types moves the focus to a field with Tab, unless it is there, and types a text.
func types(v *e2e.Visit, role, name, text string) {
	v.T.Helper()
	if !e2e.ValueOf[bool](v, fmt.Sprintf(`%s(%q, %q).includes(document.activeElement)`, e2e.ByName, role, name)) {
		tabTo(v, role, name)
	}
	v.Keys(text)
}
