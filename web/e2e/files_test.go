//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"testing"
)

// put writes a file for the browser to pick.
func put(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// timelineText is what the timeline says of now.
const timelineText = `document.querySelector(".time-bar").innerText`

// TestEverythingMovesToAnotherProfile takes a sandbox with its timeline, and a
// lesson that is begun, to a browser that has seen nothing.
func TestEverythingMovesToAnotherProfile(t *testing.T) {
	l, _ := source(t)
	site := serveAt(t, "/some/deep/path/")
	tab := launch(t, profile(t)).Tab(t, site)
	tab.reach(l, "ask")
	tab.newSandbox()
	tab.commands(orders...)
	tab.commands("deleterow orders be#001")
	tab.press("Undo")
	tab.Wait(`[data-key="be#001"]`)
	tab.Saved()
	steps := Eval[string](tab, timelineText)
	tab.Open("/sandboxes/")
	tab.Find("link", "Sandbox 1")
	_, file := tab.Download(func() { tab.Click("button", "Export everything") })

	tab = launch(t, profile(t)).Tab(t, site)
	tab.Open("/sandboxes/")
	tab.Upload("From file…", put(t, "all.tabletop", file))
	tab.WaitText("[role=status]", "1 sandbox brought in, and 1 lesson.")
	tab.Shot("files-brought-in")
	tab.Click("link", "Sandbox 1")
	tab.Wait(`[data-key="be#001"]`)
	tab.has("the table", tab.Keys("orders"), orderKeys)
	if got := Eval[string](tab, timelineText); got != steps {
		t.Errorf("the timeline is\n%s\nnot\n%s", got, steps)
	}
	tab.press("Redo")
	tab.Gone(`[data-key="be#001"]`)
	tab.Open("/lessons/" + slug + "/")
	tab.at(l.Steps[1])
}
