//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"tabletop/app/i18n"
	"tabletop/lessons"
)

// tongue takes an option of the select of languages.
func (tab *Tab) tongue(tag string) {
	tab.t.Helper()
	tab.Run(`(() => { const s = document.querySelector("select.tongues"); s.value = "` + tag + `"; s.dispatchEvent(new Event("change", { bubbles: true })); })()`)
	tab.Wait(`html[lang="` + tag + `"]`)
}

// answersOf is the expression of the questions of a step: what was given, is chosen or is
// typed in each, and the figures that its guess was compared with.
const answersOf = `JSON.stringify([...document.querySelectorAll("[data-question]")].map((q) => [q.dataset.question,
	[...q.querySelectorAll("input")].map((i) => i.type === "radio" ? [i.value, i.checked] : i.value),
	[...q.querySelectorAll("li[data-value]")].map((li) => li.dataset.value),
	q.querySelector("input") ? "" : q.innerText.match(/\d+/g)]))`

// TestTongueInALesson: in the middle of a lesson the language changes without loading the
// page, the engine or a table again; step, goals, answers and what is typed stay, in the
// other language.
func TestTongueInALesson(t *testing.T) {
	seldom(t)
	t.Parallel()
	fsys := os.DirFS(filepath.Join(rootDir, "lessons"))
	english, err := lessons.Load(fsys, "byte-order", "en")
	if err != nil {
		t.Fatal(err)
	}
	own, err := lessons.Load(fsys, "byte-order", "it")
	if err != nil || own.Lang != "it" {
		t.Fatalf("the lesson is not told in Italian: %v", err)
	}
	const keys = `JSON.stringify([...document.querySelectorAll("[role=row][data-key]")].map((row) => row.dataset.key))`
	tab := begin(t)
	tab.Open("/lessons/byte-order/" + teacher)
	tab.Run(walker)
	tab.WaitText("#step-title", english.Steps[0].Title)
	tab.walkStep(english, 0)
	tab.next()
	tab.WaitText("#step-title", english.Steps[1].Title)
	tab.walkStep(english, 1)
	tab.next()
	tab.WaitText("#step-title", english.Steps[2].Title)
	tab.perform(english, english.Steps[2], english.Solution[2][0])
	tab.Click("radio", "99")
	tab.press("Check")
	tab.WaitText(".wrong-answer", "Not yet")
	tab.Click("radio", "201")
	tab.Saved()
	answers := Eval[string](tab, answersOf)
	if !strings.Contains(answers, `["201",true]`) || !strings.Contains(answers, `"112"`) {
		t.Fatalf("the answers are %s", answers)
	}
	tab.Type("textbox", "Console", "count ")
	tab.Run(`globalThis.stayed = tabletop.worker`)
	rows := Eval[string](tab, keys)
	tab.tongue("it")
	tab.WaitText("#step-title", own.Steps[2].Title)
	if got := Eval[string](tab, answersOf); got != answers {
		t.Errorf("the answers are\n%s\nand were\n%s", got, answers)
	}
	tab.goal("caught-counted", "passed")
	tab.goal("stranger-named", "open")
	tab.WaitText(".wrong-answer", i18n.Text("it", "not-yet"))
	if got := Eval[string](tab, "location.pathname"); got != "/some/deep/path/it/lessons/byte-order/" {
		t.Errorf("the address is %s", got)
	}
	if !Eval[bool](tab, "stayed === tabletop.worker") {
		t.Error("the page or its engine was loaded again")
	}
	if got := tab.Text(".cm-content"); strings.TrimSpace(got) != "count" {
		t.Errorf("the console holds %q", got)
	}
	if got := Eval[string](tab, keys); got != rows {
		t.Errorf("the rows are\n%s\nand were\n%s", got, rows)
	}
	if got := Eval[string](tab, "document.title"); !strings.Contains(got, own.Title) {
		t.Errorf("the title is %s", got)
	}
	tab.Reload()
	tab.WaitText("#step-title", own.Steps[2].Title)
	tab.goal("caught-counted", "passed")
	tab.Open("/") // what is chosen is kept
	tab.Wait(`html[lang=it]`)
	if got := Eval[string](tab, "location.pathname"); got != "/some/deep/path/it/" {
		t.Errorf("the first page is %s", got)
	}
	tab.tongue("en")
	tab.Open("/lessons/byte-order/")
	tab.WaitText("#step-title", english.Steps[2].Title)
}

// TestTongueOfTheBrowser: a first visit is in the browser's language, ?lang= says another
// for the visit, and both lead to the page of the address.
func TestTongueOfTheBrowser(t *testing.T) {
	seldom(t)
	t.Parallel()
	site, tab := start(t)
	tab.BeforeScripts(`Object.defineProperty(navigator, "languages", { get: () => ["zh-CN", "zh-TW", "en"] })`)
	at := func(want string) {
		t.Helper()
		tab.Until(`location.href === ` + strconv.Quote(site.URL+want))
		tab.Wait("html[data-ready=yes]")
	}
	tab.Navigate(site.URL + "reference/?a=1#limits")
	at("zh-hant/reference/?a=1#limits")
	tab.Wait(`html[lang="zh-Hant"]`)
	tab.Navigate(site.URL + "sandboxes/?lang=it")
	at("it/sandboxes/")
	tab.Navigate(site.URL)
	at("it/")
	tab.Navigate(site.URL + "zh-hant/sandboxes/")
	at("zh-hant/sandboxes/")
	tab.Navigate(site.URL + "?lang=en")
	at("")
	if got := tab.Attribute(`link[hreflang="it"]`, "href"); got != "./it/" {
		t.Errorf("in Italian the page is said to be at %s", got)
	}
}

// TestTongueOffline: what a language needs is kept, also of one that is chosen later.
func TestTongueOffline(t *testing.T) {
	seldom(t)
	t.Parallel()
	site, tab := start(t)
	tab.Open("/it/")
	tab.Wait("html[data-offline=ready]")
	have := func(path string) bool {
		return Eval[bool](tab, `caches.match(tabletop.base + "`+path+`").then(Boolean)`)
	}
	if !have("it/lessons/byte-order/") || have("zh-hant/lessons/byte-order/") {
		t.Error("what is kept is not what the language needs")
	}
	tab.tongue("zh-Hant")
	for _, path := range []string{"zh-hant/reference/", "lessons/byte-order/zh-Hant.bin"} {
		if !Eval[bool](tab, `(async () => {
			for (let i = 0; i < 300; i++) {
				if (await caches.match(tabletop.base + "`+path+`")) return true;
				await new Promise((resolve) => setTimeout(resolve, 100));
			}
			return false;
		})()`) {
			t.Errorf("%s is not kept", path)
		}
	}
	site.Stop()
	tab.Open("/zh-hant/sandboxes/")
	tab.Wait(`html[lang="zh-Hant"] h1`)
	tab.Navigate(site.URL + "it/sandboxes/aaaaaaaaaa/")
	tab.Ready()
}
