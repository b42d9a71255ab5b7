//go:build e2e

package sandboxes

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/web/e2e"
)

// listed waits until the list of sandboxes has exactly these titles, in this order.
func listed(tab *e2e.Tab, want ...string) {
	tab.T.Helper()
	tab.Until(fmt.Sprintf(`%s.join("|") === %q`, e2e.Titles, strings.Join(want, "|")))
}

// remove deletes a sandbox in the list.
func remove(tab *e2e.Tab, title string) {
	tab.T.Helper()
	tab.Click("button", "Delete "+title)
	tab.Find("dialog", "Delete “"+title+"”?")
	tab.Run(`document.querySelector("dialog .danger").click()`)
	tab.Find("button", "Bring back "+title)
}

// toSandboxes opens the list of sandboxes with the link in the header.
func toSandboxes(tab *e2e.Tab) {
	tab.T.Helper()
	tab.Run(`document.querySelector("header nav a[href$='/sandboxes/']").click()`)
	tab.WaitText("h1", "Sandboxes")
}

// TestManager copies, sorts, searches, deletes and restores sandboxes in the list.
func TestManager(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Open("/sandboxes/")
	tab.Click("button", "Open Friends, two ways")
	tab.SandboxShown()
	tab.Has("the example", tab.Keys("friends"), []string{"Jose", "Sofia"})
	tab.Saved()
	toSandboxes(tab)
	tab.Click("button", "Open Game scores")
	tab.SandboxShown()
	tab.Wait(`[data-key^="LoL#2015"]`) // the rows of its first question
	tab.Reload()
	tab.Wait(`[data-key^="LoL#2015"]`)
	toSandboxes(tab)
	listed(tab, "Game scores", "Friends, two ways")
	tab.WaitText(".shelf", "1 table, 1,000 rows")
	tab.WaitText(".storage", "used of the")

	// Copying, sorting and searching.
	tab.Click("button", "Duplicate Game scores")
	listed(tab, "Game scores (copy)", "Game scores", "Friends, two ways")
	tab.Until(`document.activeElement.textContent === "Game scores (copy)"`)
	tab.Run(`(() => { const e = document.querySelector("#shelf-order"); e.value = "name"; e.dispatchEvent(new Event("change")) })()`)
	listed(tab, "Friends, two ways", "Game scores", "Game scores (copy)")
	tab.Type("searchbox", "Search sandboxes", "scores copy")
	listed(tab, "Game scores (copy)")
	tab.WaitText(".shelf-tools", "1 of 3")
	tab.Reload()
	listed(tab, "Friends, two ways", "Game scores", "Game scores (copy)")

	// Several are deleted, and restored in another order and after visiting other pages.
	remove(tab, "Game scores")
	remove(tab, "Friends, two ways")
	remove(tab, "Game scores (copy)")
	tab.Click("link", "Lessons")
	tab.Undo()
	toSandboxes(tab)
	listed(tab, "Game scores (copy)")
	tab.Click("button", "Bring back Game scores")
	listed(tab, "Game scores", "Game scores (copy)")
	tab.Click("button", "Bring back Friends, two ways")
	listed(tab, "Friends, two ways", "Game scores", "Game scores (copy)")
	tab.Click("link", "Friends, two ways")
	tab.SandboxShown()
	tab.Has("brought back", tab.Keys("friends"), []string{"Jose", "Sofia"})

	// Unfinished text in the console is there again after a reload.
	tab.Replace("textbox", "Console", "read friends pre")
	tab.Until(e2e.ConsoleText + ` === "read friends pre"`)
	tab.Reload()
	tab.SandboxShown()
	tab.Until(e2e.ConsoleText + ` === "read friends pre"`)

	// Everything is deleted, but only after the word is typed.
	toSandboxes(tab)
	tab.PressButton("Delete everything…")
	tab.PressButton("Delete everything")
	tab.WaitText("dialog", "Type the word “delete” first.")
	tab.Inspect("the last question")
	tab.Type("textbox", "Type “delete” to go on", "delete")
	tab.Enter()
	tab.WaitText(".empty", "No sandbox yet")
	if kept := e2e.Eval[[]string](tab, `Object.entries(localStorage).filter(([name, text]) => / (drafts|loads|views|hbase)$/.test(name) && text).map(([name]) => name)`); len(kept) > 0 {
		t.Errorf("kept beside the workspaces: %q", kept)
	}
	tab.Reload()
	tab.WaitText(".empty", "No sandbox yet")
}

// TestManagerOfLessons exports a lesson in progress from the list, begins it again, and undoes
// that.
func TestManagerOfLessons(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	l, _ := e2e.LoadLesson(t)
	tab := e2e.Begin(t)
	tab.Reach(l, "ask")
	keys := tab.Keys("games")
	tab.Saved()
	toSandboxes(tab)
	tab.WaitText(".shelf", "Step 2 of 6")
	if _, file := tab.Export("Export "+l.Title, "Tabletop file"); !strings.HasPrefix(string(file), "TABLETOP") {
		t.Errorf("the file begins %.20q", file)
	}
	tab.Click("button", "Begin again: "+l.Title)
	tab.Find("dialog", "Begin “"+l.Title+"” again?")
	tab.Run(`document.querySelector("dialog .danger").click()`)
	tab.WaitText(".notice", "is back at its start")
	tab.Click("link", "Lessons")
	tab.Click("link", l.Title)
	tab.At(l.Steps[0])
	tab.Undo()
	tab.At(l.Steps[1])
	tab.Until(fmt.Sprintf(`document.querySelectorAll("[role=grid] [data-key]").length === %d`, len(keys)))
	if got := tab.Keys("games"); !slices.Equal(got, keys) {
		t.Errorf("%q came back, not %q", got, keys)
	}
}

// TestManyInTheList checks that two hundred sandboxes are listed and searched quickly.
func TestManyInTheList(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Open("/sandboxes/")
	tab.Run(e2e.StoreWorkspaces + `(Array.from({length: 200}, (_, i) => ({id: "aaaaaaaa" + "abcdefghijklmno"[i / 15 | 0] + "abcdefghijklmno"[i % 15], kind: "sandbox", title: "Sandbox " + (i + 1), journal: []})))`)
	tab.Reload()
	tab.Until(e2e.Titles + `.length === 200`)
	tab.Run(`(() => { const e = document.querySelector("#shelf-order"); e.value = "name"; e.dispatchEvent(new Event("change")) })()`)
	tab.Until(e2e.Titles + `.slice(0, 3).join() === "Sandbox 1,Sandbox 2,Sandbox 3"`)
	tab.Type("searchbox", "Search sandboxes", "sandbox 20")
	listed(tab, "Sandbox 20", "Sandbox 120", "Sandbox 200")
}
