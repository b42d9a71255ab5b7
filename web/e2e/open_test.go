//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLessonFromFile opens a file with mistakes, then a sound one, does its step and
// finds it again, also without the network, until it is removed.
func TestLessonFromFile(t *testing.T) {
	sound, err := os.ReadFile(filepath.Join(rootDir, "lessons", "testdata", "small.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	site, tab := start(t)
	tab.Open("/")
	if n := site.Transfers("author.wasm.bin"); n > 0 {
		t.Errorf("the program that checks lessons was fetched %d times unasked", n)
	}
	tab.Click("link", "Open a lesson file")
	tab.WaitText("h1", "Open a lesson file")
	tab.Axe()
	broken := strings.NewReplacer(`"minutes"`, `"minuets"`, "## hint 2", "## hint 4").Replace(string(sound))
	tab.Upload("Choose a file…", put(t, "broken.txtar", []byte(broken)))
	tab.WaitText(".problems", "Line 6 in lesson.json")
	tab.WaitText(".problems", `"minuets": 5`)
	tab.WaitText(".problems", `"minuets" means nothing here. Did you mean "minutes"?`)
	tab.WaitText(".problems", `There is no text for "step one/hint 2". Write it under the heading ## hint 2`)
	tab.Until(`document.activeElement.id === "verdict"`)
	tab.Axe()
	tab.Shot("open-broken")
	tab.Upload("Choose another file…", put(t, "small.txtar", sound))
	tab.WaitText(".verdict", "The solution passes every goal: 1.")
	tab.WaitText(".verdict", "Each wrong attempt meets its explanation: 1.")
	tab.Axe()
	tab.Shot("open-good")
	tab.Click("button", "Begin")
	tab.Wait(`[data-lesson="own-small"][data-state="open"]`)
	tab.Command("set t a F:Q=1")
	tab.Wait(`[data-goal="there"][data-state="passed"]`)
	tab.Saved()
	tab.Reload()
	tab.Wait(`[data-goal="there"][data-state="passed"]`)
	tab.Wait(`[data-key="a"]`)
	tab.Until(`navigator.serviceWorker.controller !== null`)
	site.Stop()
	tab.Reload()
	tab.Wait(`[data-goal="there"][data-state="passed"]`)
	site.Start()

	tab.Click("link", "Lessons")
	tab.WaitText(".track:last-of-type h2", "Mine")
	tab.Wait(`.card[data-lesson="own-small"][data-state="done"]`)
	tab.Axe()
	tab.Shot("open-home")
	tab.Click("button", "Remove A small lesson")
	tab.Gone(`[data-lesson="own-small"]`)
	tab.undo()
	tab.Wait(`.card[data-lesson="own-small"][data-state="done"]`)
	tab.Click("button", "Remove A small lesson")
	tab.Gone(`[data-lesson="own-small"]`)
	tab.Navigate(tab.site.URL + "lessons/own-small/")
	tab.WaitText("h1", "There is nothing here")
}
