//go:build e2e

package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// titles is the expression of the titles in the list of sandboxes.
const titles = `[...document.querySelectorAll(".shelf:not(.gone) .shelf-name > a")].map((a) => a.textContent)`

// listed waits until the list of sandboxes holds the titles, in that order.
func (tab *Tab) listed(want ...string) {
	tab.t.Helper()
	tab.Until(fmt.Sprintf(`%s.join("|") === %q`, titles, strings.Join(want, "|")))
}

// remove deletes a sandbox of the list.
func (tab *Tab) remove(title string) {
	tab.t.Helper()
	tab.Click("button", "Delete "+title)
	tab.Find("dialog", "Delete “"+title+"”?")
	tab.Run(`document.querySelector("dialog .danger").click()`)
	tab.Find("button", "Bring back "+title)
}

// toSandboxes goes to the list of sandboxes by the page's head.
func (tab *Tab) toSandboxes() {
	tab.t.Helper()
	tab.Run(`document.querySelector("header nav a[href$='/sandboxes/']").click()`)
	tab.WaitText("h1", "Sandboxes")
}

// undo presses what a notice offers.
func (tab *Tab) undo() {
	tab.t.Helper()
	tab.Until(`document.querySelector(".notice button")?.textContent === "Undo"`)
	tab.Run(`document.querySelector(".notice button").click()`)
}

func TestManager(t *testing.T) {
	seldom(t)
	t.Parallel()
	tab := begin(t)
	tab.Open("/sandboxes/")
	tab.Click("button", "Open Friends, two ways")
	tab.sandboxShown()
	tab.has("the example", tab.Keys("friends"), []string{"Jose", "Sofia"})
	tab.Saved()
	tab.toSandboxes()
	tab.Click("button", "Open Game scores")
	tab.sandboxShown()
	tab.Wait(`[data-key^="LoL#2015"]`) // about the rows of its first question
	tab.Reload()
	tab.Wait(`[data-key^="LoL#2015"]`)
	tab.toSandboxes()
	tab.listed("Game scores", "Friends, two ways")
	tab.WaitText(".shelf", "1 table, 1,000 rows")
	tab.WaitText(".storage", "used of the")

	// Copied, sorted, searched.
	tab.Click("button", "Duplicate Game scores")
	tab.listed("Game scores (copy)", "Game scores", "Friends, two ways")
	tab.Until(`document.activeElement.textContent === "Game scores (copy)"`)
	tab.Run(`(() => { const e = document.querySelector("#shelf-order"); e.value = "name"; e.dispatchEvent(new Event("change")) })()`)
	tab.listed("Friends, two ways", "Game scores", "Game scores (copy)")
	tab.Type("searchbox", "Search sandboxes", "scores copy")
	tab.listed("Game scores (copy)")
	tab.WaitText(".shelf-tools", "1 of 3")
	tab.Reload()
	tab.listed("Friends, two ways", "Game scores", "Game scores (copy)")

	// Several are deleted, and come back in any order and after other pages.
	tab.remove("Game scores")
	tab.remove("Friends, two ways")
	tab.remove("Game scores (copy)")
	tab.Click("link", "Lessons")
	tab.undo()
	tab.toSandboxes()
	tab.listed("Game scores (copy)")
	tab.Click("button", "Bring back Game scores")
	tab.listed("Game scores", "Game scores (copy)")
	tab.Click("button", "Bring back Friends, two ways")
	tab.listed("Friends, two ways", "Game scores", "Game scores (copy)")
	tab.Click("link", "Friends, two ways")
	tab.sandboxShown()
	tab.has("brought back", tab.Keys("friends"), []string{"Jose", "Sofia"})

	// What is half typed into the console is there again after a reload.
	tab.Replace("textbox", "Console", "read friends pre")
	tab.Until(consoleText + ` === "read friends pre"`)
	tab.Reload()
	tab.sandboxShown()
	tab.Until(consoleText + ` === "read friends pre"`)

	// All of it goes when the word is typed, and not before.
	tab.toSandboxes()
	tab.press("Delete everything…")
	tab.press("Delete everything")
	tab.WaitText("dialog", "Type the word “delete” first.")
	tab.inspect("the last question")
	tab.Type("textbox", "Type “delete” to go on", "delete")
	tab.Enter()
	tab.WaitText(".empty", "No sandbox yet")
	if kept := Eval[[]string](tab, `Object.entries(localStorage).filter(([name, text]) => / (drafts|loads|views|hbase)$/.test(name) && text).map(([name]) => name)`); len(kept) > 0 {
		t.Errorf("kept beside the workspaces: %q", kept)
	}
	tab.Reload()
	tab.WaitText(".empty", "No sandbox yet")
}

func TestManagerOfLessons(t *testing.T) {
	seldom(t)
	t.Parallel()
	l, _ := source(t)
	tab := begin(t)
	tab.reach(l, "ask")
	keys := tab.Keys("games")
	tab.Saved()
	tab.toSandboxes()
	tab.WaitText(".shelf", "Step 2 of 6")
	if _, file := tab.export("Export "+l.Title, "Tabletop file"); !strings.HasPrefix(string(file), "TABLETOP") {
		t.Errorf("the file begins %.20q", file)
	}
	tab.Click("button", "Begin again: "+l.Title)
	tab.Find("dialog", "Begin “"+l.Title+"” again?")
	tab.Run(`document.querySelector("dialog .danger").click()`)
	tab.WaitText(".notice", "is back at its start")
	tab.Click("link", "Lessons")
	tab.Click("link", l.Title)
	tab.at(l.Steps[0])
	tab.undo()
	tab.at(l.Steps[1])
	tab.Until(fmt.Sprintf(`document.querySelectorAll("[role=grid] [data-key]").length === %d`, len(keys)))
	if got := tab.Keys("games"); !slices.Equal(got, keys) {
		t.Errorf("%q came back, not %q", got, keys)
	}
}

// TestManyInTheList: two hundred sandboxes are listed and searched without delay.
func TestManyInTheList(t *testing.T) {
	seldom(t)
	t.Parallel()
	tab := begin(t)
	tab.Open("/sandboxes/")
	tab.Run(store + `(Array.from({length: 200}, (_, i) => ({id: "aaaaaaaa" + "abcdefghijklmno"[i / 15 | 0] + "abcdefghijklmno"[i % 15], kind: "sandbox", title: "Sandbox " + (i + 1), journal: []})))`)
	tab.Reload()
	tab.Until(titles + `.length === 200`)
	tab.Run(`(() => { const e = document.querySelector("#shelf-order"); e.value = "name"; e.dispatchEvent(new Event("change")) })()`)
	tab.Until(titles + `.slice(0, 3).join() === "Sandbox 1,Sandbox 2,Sandbox 3"`)
	tab.Type("searchbox", "Search sandboxes", "sandbox 20")
	tab.listed("Sandbox 20", "Sandbox 120", "Sandbox 200")
}
