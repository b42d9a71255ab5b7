//go:build e2e

package a11y

import (
	"testing"

	"tabletop/web/e2e"
)

// TestAxePages runs axe-core on the pages outside of lessons and sandboxes.
func TestAxePages(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Open("/")
	tab.Examine("home")
	tab.Open("/reference/")
	tab.Examine("reference")
	tab.Open("/sandboxes/")
	tab.Examine("sandboxes-empty")
}

// TestAxeLesson runs axe-core on the states of a lesson.
func TestAxeLesson(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	l, _ := e2e.LoadLesson(t)
	tab := e2e.Begin(t)
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	tab.Open("/lessons/" + e2e.LessonSlug + "/" + e2e.Teacher)
	for i, step := range l.Steps {
		tab.At(step)
		switch step.ID {
		case "load":
			tab.Perform(l, step, l.Solution[i][0])
			tab.Click("radio", step.Asks[0].Choices[0].Text)
			tab.PressButton("Check")
			tab.WaitText(".wrong-answer", "Not yet")
			tab.PressButton("Next hint (1 of 3)")
			tab.PressButton("Show a solution")
			tab.WaitText(".solution", "A solution")
			tab.Examine("load", e2e.Parts...)
		case "key":
			tab.Fill("textbox", "Row key template", "{game}#{date}#{player}")
			tab.Keyed(l.Table, "{game}#{date}#{player}")
			tab.Examine("key", e2e.Parts...)
			tab.Fill("textbox", "Row key template", "{game}#{plyer}")
			tab.Wait(".field-error")
			tab.Examine("key-error", "Design")
		}
		if i == len(l.Steps)-1 {
			break
		}
		tab.Solve(l, i)
		if step.ID == "grow" {
			tab.Examine("grow", "Table", "Design")
		}
		tab.NextStep()
	}
	tab.Examine("debrief", "Task")
	tab.Open("/")
	tab.Wait(`[data-lesson="` + e2e.LessonSlug + `"][data-state="done"]`)
	tab.Examine("home-done")
}

// TestAxeSandbox runs axe-core on the states of a sandbox.
func TestAxeSandbox(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	tab.NewSandbox()
	tab.Examine("sandbox-empty", e2e.Parts...)
	tab.Commands(e2e.Orders...)
	tab.Commands("read orders regex=.*#001")
	tab.Examine("sandbox-table", e2e.Parts...)
	tab.Command("read order prefix=b")
	tab.Wait("[role=log] .refused")
	tab.Examine("sandbox-error", "Console")
	tab.Click("button", "Rename")
	tab.Find("dialog", "Rename the sandbox")
	tab.Examine("sandbox-rename")
	tab.PressButton("Cancel")
	tab.Open("/sandboxes/")
	tab.Wait(".shelf li")
	tab.Examine("sandboxes")
}
