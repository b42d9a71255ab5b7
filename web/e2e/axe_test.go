//go:build e2e

package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// A screen is a size to look at the page in; it is narrow where the page shows
// one part at a time.
type screen struct {
	name          string
	width, height int64
	narrow        bool
}

var screens = []screen{{"desktop", 1440, 900, false}, {"phone", 390, 844, true}}

// parts are the parts of a workbench that a narrow screen shows one at a time.
var parts = []string{"Task", "Table", "Console", "Design"}

// everywhere does something in every size and colour scheme, and in those parts of
// a workbench where only one is shown; in make test on a large screen in the dark and on
// a small one in the light.
func (tab *Tab) everywhere(name string, in []string, f func(name string)) {
	tab.t.Helper()
	for _, s := range screens {
		tab.Size(s.width, s.height)
		for _, scheme := range []string{"light", "dark"} {
			if testing.Short() && s.narrow == (scheme == "dark") {
				continue
			}
			tab.Prefer("prefers-color-scheme", scheme)
			at := name + "-" + s.name + "-" + scheme
			if len(in) == 0 || !s.narrow {
				f(at)
				continue
			}
			for _, part := range in {
				tab.part(part)
				f(at + "-" + part)
			}
			tab.part(parts[0])
		}
	}
	tab.Prefer("prefers-color-scheme", "light")
	tab.Size(screens[0].width, screens[0].height)
}

// part shows a part of the workbench on a narrow screen.
func (tab *Tab) part(name string) {
	tab.t.Helper()
	tab.Run(docked(name) + ".click()")
	tab.Until(docked(name) + `.ariaPressed === "true"`)
}

// docked is the button of a part of the workbench; that of the task is the first, which
// has another name in a sandbox.
func docked(part string) string {
	return fmt.Sprintf(`([...document.querySelectorAll(".dock button")].find((b) => b.textContent === %q) ?? document.querySelector(".dock button"))`, part)
}

// examine takes a picture of a state of the page and has axe look at it, in every
// size and scheme, and in those parts of a workbench that have changed.
func (tab *Tab) examine(name string, in ...string) {
	tab.t.Helper()
	tab.everywhere(name, in, func(at string) {
		tab.t.Log(at)
		if strings.Contains(at, "-light") {
			tab.Axe()
		} else {
			tab.colours()
		}
		tab.Shot(at)
	})
}

func TestAxePages(t *testing.T) {
	t.Parallel()
	tab := begin(t)
	tab.Open("/")
	tab.examine("home")
	tab.Open("/reference/")
	tab.examine("reference")
	tab.Open("/sandboxes/")
	tab.examine("sandboxes-empty")
}

func TestAxeLesson(t *testing.T) {
	seldom(t)
	t.Parallel()
	l, _ := source(t)
	tab := begin(t)
	tab.Size(screens[0].width, screens[0].height)
	tab.Open("/lessons/" + slug + "/" + teacher)
	for i, step := range l.Steps {
		tab.at(step)
		switch step.ID {
		case "load":
			tab.perform(l, step, l.Solution[i][0])
			tab.Click("radio", step.Asks[0].Choices[0].Text)
			tab.press("Check")
			tab.WaitText(".wrong-answer", "Not yet")
			tab.press("Next hint (1 of 3)")
			tab.press("Show a solution")
			tab.WaitText(".solution", "A solution")
			tab.examine("load", parts...)
		case "key":
			tab.Fill("textbox", "Row key template", "{game}#{date}#{player}")
			tab.keyed(l.Table, "{game}#{date}#{player}")
			tab.examine("key", parts...)
			tab.Fill("textbox", "Row key template", "{game}#{plyer}")
			tab.Wait(".field-error")
			tab.examine("key-error", "Design")
		}
		if i == len(l.Steps)-1 {
			break
		}
		tab.solve(l, i)
		if step.ID == "grow" {
			tab.examine("grow", "Table", "Design")
		}
		tab.next()
	}
	tab.examine("debrief", "Task")
	tab.Open("/")
	tab.Wait(`[data-lesson="` + slug + `"][data-state="done"]`)
	tab.examine("home-done")
}

func TestAxeSandbox(t *testing.T) {
	t.Parallel()
	tab := begin(t)
	tab.Size(screens[0].width, screens[0].height)
	tab.newSandbox()
	tab.examine("sandbox-empty", parts...)
	tab.commands(orders...)
	tab.commands("read orders regex=.*#001")
	tab.examine("sandbox-table", parts...)
	tab.Command("read order prefix=b")
	tab.Wait("[role=log] .refused")
	tab.examine("sandbox-error", "Console")
	tab.Click("button", "Rename")
	tab.Find("dialog", "Rename the sandbox")
	tab.examine("sandbox-rename")
	tab.press("Cancel")
	tab.Open("/sandboxes/")
	tab.Wait(".shelf li")
	tab.examine("sandboxes")
}
