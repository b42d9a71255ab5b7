//go:build e2e

package start

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/app/i18n"
	"tabletop/lessons"
	"tabletop/lessons/author"
	"tabletop/web/e2e"
)

// language selects a language by its tag.
func language(tab *e2e.Tab, tag string) {
	tab.T.Helper()
	tab.Run(`(() => { const s = document.querySelector("select.tongues"); s.value = "` + tag + `"; s.dispatchEvent(new Event("change", { bubbles: true })); })()`)
	tab.Wait(`html[lang="` + tag + `"]`)
}

// answersOf is a JavaScript expression for the questions of a step: the answer that was given,
// selected or typed in each, and the figures with which its guess was compared.
const answersOf = `JSON.stringify([...document.querySelectorAll("[data-question]")].map((q) => [q.dataset.question,
	[...q.querySelectorAll("input")].map((i) => i.type === "radio" ? [i.value, i.checked] : i.value),
	[...q.querySelectorAll("li[data-value]")].map((li) => li.dataset.value),
	q.querySelector("input") ? "" : q.innerText.match(/\d+/g)]))`

// TestTongueInALesson changes the language in the middle of a lesson. The page, the engine and
// the table must not be loaded again. The step, goals, answers and typed text must stay, in the
// new language.
func TestTongueInALesson(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	fsys := os.DirFS(filepath.Join(e2e.RootDir, "lessons", "content"))
	english, err := author.Load(fsys, "common-first", "en")
	if err != nil {
		t.Fatal(err)
	}
	own, err := author.Load(fsys, "common-first", "it")
	if err != nil || own.Lang != "it" {
		t.Fatalf("the lesson is not told in Italian: %v", err)
	}
	const keys = `JSON.stringify([...document.querySelectorAll("[role=row][data-key]")].map((row) => row.dataset.key))`
	tab := e2e.Begin(t)
	tab.Open("/lessons/common-first/" + e2e.Teacher)
	tab.Run(e2e.Walker)
	at := slices.IndexFunc(english.Steps, func(s lessons.Step) bool { return s.ID == "santiago" })
	for i, step := range english.Steps[:at] {
		tab.WaitText("#step-title", step.Title)
		tab.WalkStep(english, i)
		tab.NextStep()
	}
	tab.WaitText("#step-title", english.Steps[at].Title)
	tab.Perform(english, english.Steps[at], english.Solution[at][0])
	tab.Click("radio", "Put the city in front again")
	tab.PressButton("Check")
	tab.WaitText(".wrong-answer", "Not yet")
	tab.Click("radio", "Keep a second table that begins with the city")
	tab.Saved()
	answers := e2e.Eval[string](tab, answersOf)
	if !strings.Contains(answers, `["again",true]`) || !strings.Contains(answers, `"44"`) {
		t.Fatalf("the answers are %s", answers)
	}
	tab.Type("textbox", "Console", "count ")
	tab.Run(`globalThis.stayed = tabletop.worker`)
	rows := e2e.Eval[string](tab, keys)
	language(tab, "it")
	tab.WaitText("#step-title", own.Steps[at].Title)
	if got := e2e.Eval[string](tab, answersOf); got != answers {
		t.Errorf("the answers are\n%s\nand were\n%s", got, answers)
	}
	tab.Goal("santiago-foretold", "passed")
	tab.Goal("remedy-named", "open")
	tab.WaitText(".wrong-answer", i18n.PageText("it", "not-yet"))
	if got := e2e.Eval[string](tab, "location.pathname"); got != "/some/deep/path/it/lessons/common-first/" {
		t.Errorf("the address is %s", got)
	}
	if !e2e.Eval[bool](tab, "stayed === tabletop.worker") {
		t.Error("the page or its engine was loaded again")
	}
	if got := tab.Text(".cm-content"); strings.TrimSpace(got) != "count" {
		t.Errorf("the console holds %q", got)
	}
	if got := e2e.Eval[string](tab, keys); got != rows {
		t.Errorf("the rows are\n%s\nand were\n%s", got, rows)
	}
	if got := e2e.Eval[string](tab, "document.title"); !strings.Contains(got, own.Title) {
		t.Errorf("the title is %s", got)
	}
	tab.Reload()
	tab.WaitText("#step-title", own.Steps[at].Title)
	tab.Goal("santiago-foretold", "passed")
	tab.Open("/") // the chosen language is kept
	tab.Wait(`html[lang=it]`)
	if got := e2e.Eval[string](tab, "location.pathname"); got != "/some/deep/path/it/" {
		t.Errorf("the first page is %s", got)
	}
	language(tab, "en")
	tab.Open("/lessons/common-first/")
	tab.WaitText("#step-title", english.Steps[at].Title)
}

// TestTongueOfTheBrowser checks that a first visit is in the browser's language, that ?lang=
// selects another one for the visit, and that both lead to the address of the page in that
// language.
func TestTongueOfTheBrowser(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	site, tab := e2e.Start(t)
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

// TestTongueOffline checks that the files of a language are cached, also if the language is
// chosen later.
func TestTongueOffline(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	site, tab := e2e.Start(t)
	tab.Open("/it/")
	tab.Wait("html[data-offline=ready]")
	have := func(path string) bool {
		return e2e.Eval[bool](tab, `caches.match(tabletop.base + "`+path+`").then(Boolean)`)
	}
	if !have("it/lessons/byte-order/") || have("zh-hant/lessons/byte-order/") {
		t.Error("what is kept is not what the language needs")
	}
	language(tab, "zh-Hant")
	for _, path := range []string{"zh-hant/reference/", "lessons/byte-order/zh-Hant.bin"} {
		if !e2e.Eval[bool](tab, `(async () => {
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
