//go:build e2e

package lessons

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tabletop/lessons/author"
	"tabletop/web/e2e"
)

// TestLessonFromFile cancels a long file, drops a file with several mistakes, and chooses it
// again with one mistake and then with none. It does the lesson's step and finds the lesson
// again, also without a network, until it is removed.
func TestLessonFromFile(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	sound, err := os.ReadFile(filepath.Join(e2e.RootDir, "lessons", "testdata", "small.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	site, tab := e2e.Start(t)
	tab.Open("/")
	if n := site.Transfers("author.wasm.bin"); n > 0 {
		t.Errorf("the program that checks lessons was fetched %d times unasked", n)
	}
	tab.Click("link", "Open a lesson file")
	tab.WaitText("h1", "Open a lesson file")
	tab.Axe()
	long, err := author.Pack(os.DirFS(filepath.Join(e2e.RootDir, "lessons", "content", "lol-scores")), "lol-scores", "")
	if err != nil {
		t.Fatal(err)
	}
	tab.Upload("Choose a file…", e2e.WriteFile(t, "long.txtar", long))
	tab.WaitText("#main", "Checking long.txtar")
	tab.Click("button", "Cancel")
	tab.Until(`document.activeElement.id === "main"`)
	tab.Wait(`#lesson-file[aria-label="Choose a file…"]`)
	broken := strings.NewReplacer(`"minutes"`, `"minuets"`, "## hint 2", "## hint 4").Replace(string(sound))
	tab.Run(fmt.Sprintf(`(() => {
		const data = new DataTransfer();
		data.items.add(new File([%q], "small.txtar", { type: "text/plain" }));
		const over = new DragEvent("dragover", { dataTransfer: data, bubbles: true, cancelable: true });
		document.querySelector("#main").dispatchEvent(over);
		if (!over.defaultPrevented) throw new Error("the page does not take what is dragged over it");
		document.querySelector("#main").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
	})()`, broken))
	tab.WaitText(".problems", "Line 6 in lesson.json")
	tab.WaitText(".problems", `"minuets": 5`)
	tab.WaitText(".problems", `"minuets" means nothing here. Did you mean "minutes"?`)
	tab.WaitText(".problems", `There is no text for "step one/hint 2". Write it under the heading ## hint 2`)
	tab.Until(`document.activeElement.id === "verdict"`)
	tab.Axe()
	tab.Shot("open-broken")
	file := e2e.WriteFile(t, "small.txtar", []byte(strings.Replace(string(sound), `{"one": [{"type": "set t a`, `{"one": [{"type": "set t c`, 1)))
	tab.Upload("Choose another file…", file)
	tab.WaitText(".problems", `The solution does not pass the goal "there".`)
	tab.Until(`document.querySelectorAll(".problems li").length === 1`)
	if err := os.WriteFile(file, sound, 0o600); err != nil {
		t.Fatal(err)
	}
	tab.Upload("Choose another file…", file)
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
	tab.Undo()
	tab.Wait(`.card[data-lesson="own-small"][data-state="done"]`)
	tab.Click("button", "Remove A small lesson")
	tab.Gone(`[data-lesson="own-small"]`)
	tab.Navigate(tab.Site.URL + "lessons/own-small/")
	tab.WaitText("h1", "There is nothing here")
}

// TestOddCheckerOfAnOlderVersion opens a lesson's file in a page whose version is no longer
// deployed. Earlier versions then said that the file might need more memory than the browser
// has.
func TestOddCheckerOfAnOlderVersion(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	sound, err := os.ReadFile(filepath.Join(e2e.RootDir, "lessons", "testdata", "small.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	site, tab := e2e.Start(t)
	tab.Allow("Failed to find a valid digest")
	tab.Open("/lessons/open/")
	tab.Wait("html[data-offline=ready]")
	next := t.TempDir()
	if err := os.CopyFS(next, os.DirFS(e2e.DistDir)); err != nil {
		t.Fatal(err)
	}
	for name, more := range map[string]string{"author.wasm.bin": "more", "sw.js": "\n// later"} {
		data, err := os.ReadFile(filepath.Join(next, name))
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(string(data), e2e.VersionIn(t, filepath.Join(e2e.DistDir, "boot.js"), "GOAPP_VERSION"), "0123456789abcdef")
		if err := os.WriteFile(filepath.Join(next, name), []byte(text+more), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	site.Deploy(next)
	tab.Upload("Choose a file…", e2e.WriteFile(t, "small.txtar", sound))
	tab.WaitText("#verdict", "There is a newer version of this page")
	tab.Inspect("a newer version")
	tab.Run(`document.documentElement.dataset.before = "yes"`)
	tab.Run(`[...document.querySelectorAll("#verdict button")].find((b) => b.textContent === "Reload").click()`)
	tab.Until(`!document.documentElement.dataset.before && document.documentElement.dataset.ready === "yes"`)
}
