//go:build e2e

package sandboxes

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tabletop/engine"
	"tabletop/web/e2e"
)

// exported returns the journal of the open sandbox, from its exported file.
func exported(tab *e2e.Tab) []string {
	tab.T.Helper()
	_, file := tab.Export("Export", "Tabletop file")
	_, journal := e2e.Unpack(tab.T, file)
	return journal
}

// TestBadInputChangesNothing runs invalid commands. Each must be refused with a sentence that
// names the error, the text that is wrong must be marked, and neither the table nor the journal
// may change.
func TestBadInputChangesNothing(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.NewSandbox()
	tab.Commands(e2e.Orders...)
	tab.Saved()
	before := exported(tab)
	for _, c := range []struct {
		line  string
		says  []string
		fault string // the marked text, "" for none
	}{
		{"read order", []string{`no table "order"`, "Did you mean orders?"}, ""},
		{"set nowhere k O:total=1", []string{`no table "nowhere"`}, ""},
		{"set orders k X:total=1", []string{`has no family "X"`, "Declared: C, O", "createfamily orders X"}, ""},
		{"frobnicate orders", []string{`no command "frobnicate"`}, "frobnicate"},
		{"red orders", []string{`no command "red"`, "Did you mean read?"}, "red"},
		{"set orders", []string{"set lacks", "set TABLE ROW"}, ""},
		{"set orders k total", []string{`"total" is not a cell`, "FAMILY:QUALIFIER=VALUE"}, "total"},
		{"read orders prefx=be", []string{"no argument prefx", "Did you mean prefix?"}, "prefx"},
		{"read orders count=many", []string{`count cannot be "many"`, "whole number"}, "many"},
		{"read orders prefix=a start=b", []string{"prefix", "start", "Keep one of them"}, ""},
		{"read orders start=z end=a", []string{`from "z" to "a"`, "sorts after"}, ""},
		{"read orders regex=[", []string{`The pattern "["`, "cannot be read: a ] is missing"}, ""},
		{"set orders '' O:total=1", []string{"row key cannot be empty"}, ""},
		{"createtable orders", []string{`a table "orders" already`}, ""},
		{"createtable -x", []string{`"-x" cannot name a table`}, ""},
		{"createtable t families=O:maxversions=none", []string{"garbage-collection rule"}, ""},
	} {
		n := e2e.Eval[int](tab, e2e.Entries)
		got := tab.Command(c.line)
		for _, part := range c.says {
			if !strings.Contains(got, part) {
				t.Errorf("%s is answered with %q, which lacks %q", c.line, got, part)
			}
		}
		entry := fmt.Sprintf(`document.querySelectorAll("[role=log] .log-entry")[%d]`, n)
		if !e2e.Eval[bool](tab, entry+`.querySelector(".refused") !== null`) {
			t.Errorf("%s is not marked as refused", c.line)
		}
		if fault := e2e.Eval[string](tab, entry+`.querySelector(".fault")?.textContent ?? ""`); c.fault != "" && fault != c.fault {
			t.Errorf("%s: %q is marked, not %q", c.line, fault, c.fault)
		}
	}

	// A key that is too long, pasted as a reader would.
	n := e2e.Eval[int](tab, e2e.Entries)
	tab.Focus("textbox", "Console")
	tab.Paste("set orders " + strings.Repeat("k", 4097) + " O:total=1")
	tab.Enter()
	if got := tab.Printed(n); !strings.Contains(got, "The row key has 4,097 bytes; 4,096 is the most") {
		t.Errorf("a key of 4,097 bytes is answered with %q", got)
	}

	// A text that is too long stays in the console, so that nothing is lost.
	n++
	tab.Paste(strings.Repeat("x", 1<<20+1))
	tab.Enter()
	if got := tab.Printed(n); !strings.Contains(got, "The input has 1,048,577 bytes") || !strings.Contains(got, e2e.Thousands(engine.MaxConsoleText)+" is the most") {
		t.Errorf("a text of 1 MB is answered with %q", got)
	}
	if got := e2e.Eval[int](tab, e2e.ConsoleText+`.length`); got != 1<<20+1 {
		t.Errorf("of the text of 1 MB %d characters are left in the console", got)
	}
	tab.Press("a", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	tab.Press(kb.Delete)

	if got := strings.TrimSpace(tab.Command("count orders")); got != "5" {
		t.Errorf("after all this there are %s rows", got)
	}
	tab.Has("the table", tab.Keys("orders"), e2e.OrderKeys)
	tab.Saved()
	if !slices.Equal(exported(tab), before) {
		t.Error("the journal is another")
	}

	// A script runs up to the refused line, and the page says which line it is.
	n = e2e.Eval[int](tab, e2e.Entries)
	tab.Focus("textbox", "Console")
	tab.Paste("set orders s#1 O:total=1\nset orders s#2 X:total=1\nset orders s#3 O:total=1")
	tab.Enter()
	tab.Until(fmt.Sprintf(`document.querySelectorAll("[role=log] .log-entry")[%d]?.querySelector(".refused")`, n))
	if got := tab.Printed(n); !strings.Contains(got, `Line 2: Table orders has no family "X"`) {
		t.Errorf("a script is answered with %q", got)
	}
	tab.Has("the table after the script", tab.Keys("orders"), append(slices.Clone(e2e.OrderKeys), "s#1"))
	tab.Shot("sandbox-refused")
}

// TestTemplateWithAnError puts invalid templates into the field. Each is refused with a
// sentence and marked, and neither the table nor a goal may change.
func TestTemplateWithAnError(t *testing.T) {
	t.Parallel()
	l, _ := e2e.LoadLesson(t)
	tab := e2e.Begin(t)
	step := tab.Reach(l, "key")
	keys := tab.Keys("games")
	const verdict = `[data-query="corrie"]`
	scanned := tab.Attribute(verdict, "data-rows-scanned")
	for _, c := range []struct{ text, says, fault string }{
		{"{game}#{plyer}", `The data has no field "plyer". Did you mean player? Its fields: game, player, date, win, kda`, "{plyer}"},
		{"{game}#{date", `is not a field. A field is a name in braces`, "{date"},
		{"{game}{date}", "Nothing separates {game} from {date}", "{game}{date}"},
		{"{game}#{game}", "{game} is in the template twice", "{game}"},
		{"{Game}", "is not a field", "{Game}"},
	} {
		// The text is pasted, since the tables could follow a part of it that is typed.
		tab.Focus("textbox", "Row key template")
		tab.Press("a", chromedp.KeyModifiers(chromedp.ModifierCtrl))
		tab.Paste(c.text)
		tab.Until(fmt.Sprintf(`document.querySelector(".field-error code")?.textContent === %q`, c.text))
		if got := tab.Text(".field-error"); !strings.Contains(got, c.says) {
			t.Errorf("%s is answered with %q, which lacks %q", c.text, got, c.says)
		}
		if got := tab.Text(".field-error .fault"); got != c.fault {
			t.Errorf("%s: %q is marked, not %q", c.text, got, c.fault)
		}
		if tab.Attribute("#template-games", "aria-invalid") != "true" {
			t.Errorf("%s: the field is not said to be invalid", c.text)
		}
	}
	tab.Press("a", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	tab.Press(kb.Delete)
	tab.WaitText(".field-error", "The template is empty")
	tab.Has("the table", tab.Keys("games"), keys)
	if got := tab.Attribute(verdict, "data-rows-scanned"); got != scanned {
		t.Errorf("the question scans %s rows, not %s as before", got, scanned)
	}
	tab.GoalsAreOpen(e2e.GoalsOf(step)...)
	tab.Saved()
	tab.Reload()
	tab.Has("the table after a reload", tab.Keys("games"), keys)
	if got := e2e.Eval[string](tab, `document.querySelector("#template-games").value`); got != "{game}#{date}" {
		t.Errorf("after a reload the template is %q", got)
	}
}

// TestCrashKeepsTheSandbox crashes the page, and in another run the engine. The export must
// have all changes, and afterwards the sandbox can be used as before.
func TestCrashKeepsTheSandbox(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	for _, where := range []string{"page", "worker"} {
		t.Run(where, func(t *testing.T) {
			tab := e2e.Begin(t)
			tab.NewSandbox()
			tab.Commands(e2e.Orders...)
			tab.Saved()
			if where == "page" {
				tab.Allow(e2e.AfterExit)
			}
			tab.Run("tabletop.crash('" + where + "')")
			tab.Find("alertdialog", map[string]string{"page": "The page stopped", "worker": "The engine stopped"}[where])
			tab.Shot("crash-" + where)
			_, file := tab.Download(func() { tab.Click("button", "Export my data") })
			if _, journal := e2e.Unpack(t, file); len(journal) != len(e2e.Orders) {
				t.Errorf("the file holds %d changes", len(journal))
			}
			if where == "page" {
				tab.Click("button", "Reload")
			} else {
				tab.Ready()
				tab.Click("button", "Continue")
			}
			tab.Gone(".recovery")
			tab.Ready()
			tab.Saved()
			tab.Has("afterwards", tab.Keys("orders"), e2e.OrderKeys)
			accepted(tab, "set orders new#1 O:total=3")
			if got := strings.TrimSpace(tab.Command("count orders")); got != "6" {
				t.Errorf("there are %s rows", got)
			}
			tab.Saved()
			tab.Reload()
			tab.Has("after a reload", tab.Keys("orders"), append(slices.Clone(e2e.OrderKeys), "new#1"))

			// The file is as good as one that was exported without a crash.
			path := t.TempDir() + "/saved.tabletop"
			if err := os.WriteFile(path, file, 0o644); err != nil {
				t.Fatal(err)
			}
			tab.Open("/sandboxes/")
			tab.Upload("From file…", path)
			tab.SandboxShown()
			tab.Has("imported", tab.Keys("orders"), e2e.OrderKeys)
		})
	}
}

// TestHostileBytesAreInert stores bytes that look like markup or code.
func TestHostileBytesAreInert(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.BeforeScripts(`globalThis.hit = 0; addEventListener("securitypolicyviolation", (e) => { hit++; });`)
	route := tab.NewSandbox()
	const html = `<img src=x onerror="globalThis.hit=9">`
	tab.Commands(
		`createtable t families=F`,
		`set t '`+html+`' 'F:`+html+`=</span><script>globalThis.hit=9</script>'`,
		`set t 'say "hi" & <b>bye</b>' F:q='"quoted"'`,
		`set t "a'b" F:q="it's"`,
		`set t $'rtl\u202e\u200fend' F:q=$'\u202etxt.exe'`,
		`set t $'\x00\xff\n' F:q=$'\xfe\x01'`,
		`read t`,
	)
	want := []string{`\x00\xff\n`, html, `a'b`, `rtl\u202e\u200fend`, `say "hi" & <b>bye</b>`}
	for i, key := range want {
		want[i] = strings.ReplaceAll(key, `"`, `\"`) // the form of %q
	}
	shown := func(what string) {
		t.Helper()
		tab.Has(what, tab.Keys("t"), want)
		if n := e2e.Eval[int](tab, `document.querySelectorAll("body img, main script, h1 *, [role=grid] b, [role=log] b").length`); n != 0 {
			t.Errorf("%s: %d elements were made of the bytes", what, n)
		}
		if hit := e2e.Eval[int](tab, "hit"); hit != 0 {
			t.Errorf("%s: something of the bytes has run or was asked for", what)
		}
		if text := e2e.Eval[string](tab, `document.body.innerText`); strings.ContainsAny(text, "\u202e\u200f\x00\x01") {
			t.Errorf("%s: a character that turns or ends the text is on the page as it is", what)
		}
		for _, part := range []string{html, `say "hi" & <b>bye</b>`, "</span><script>", `"quoted"`, `rtl\u202e\u200fend`, `\u202etxt.exe`} {
			if !e2e.Eval[bool](tab, fmt.Sprintf(`[...document.querySelectorAll("[role=grid] [role]")].some((e) => e.textContent.includes(%q))`, part)) {
				t.Errorf("%s: the table does not show %s", what, part)
			}
		}
	}
	shown("typed")
	tab.Shot("sandbox-hostile")
	tab.Click("button", "Rename")
	tab.Replace("textbox", "New name", html)
	tab.Enter()
	tab.WaitText("h1", html)
	tab.Reload()
	tab.WaitText("h1", html)
	shown("after a reload")
	tab.Open("/sandboxes/")
	tab.Find("link", html)
	tab.Click("button", "Delete "+html)
	tab.Find("dialog", "Delete “"+html+"”?")
	tab.PressButton("Cancel")
	name, _ := tab.Export("Export "+html, "Tabletop file")
	if strings.ContainsAny(name, `<>"/\`) || !strings.HasSuffix(name, ".tabletop") {
		t.Errorf("the file is called %q", name)
	}
	if n := e2e.Eval[int](tab, `document.querySelectorAll("body img").length + hit`); n != 0 {
		t.Error("the list made an element of the title")
	}
	tab.Open(route)
	shown("opened again")
}

// TestNoSidewaysScrolling examines every page at the narrowest width of WCAG, which is also the
// width of a desktop at 400 % zoom.
func TestNoSidewaysScrolling(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	l, _ := e2e.LoadLesson(t)
	tab := e2e.Begin(t)
	fits := func(name string) {
		t.Helper()
		tab.Size(320, 640)
		tab.Until(`innerWidth === 320`)
		if w := e2e.Eval[int](tab, "document.scrollingElement.scrollWidth"); w > 320 {
			wide := e2e.Eval[[]string](tab, `[...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > 321).slice(0, 8).map((e) => e.tagName + "." + e.className + " " + Math.round(e.getBoundingClientRect().right))`)
			t.Errorf("%s is %d pixels wide: %q", name, w, wide)
		}
		tab.Run("scrollBy(50, 0)")
		if x := e2e.Eval[int](tab, "scrollX"); x != 0 {
			t.Errorf("%s scrolls sideways by %d", name, x)
		}
		tab.Shot("narrow-" + name)
	}
	everyPart := func(name string) {
		t.Helper()
		tab.Size(320, 640)
		for _, part := range e2e.Parts {
			tab.Part(part)
			fits(name + "-" + part)
		}
		tab.Part(e2e.Parts[0])
		tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	}
	tab.Open("/")
	fits("home")
	tab.Open("/reference/")
	fits("reference")
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	step := tab.Reach(l, "grow")
	tab.Perform(l, step, l.Solution[3][0])
	tab.Perform(l, step, l.Solution[3][1])
	everyPart("grow")
	tab.NewSandbox()
	everyPart("sandbox-empty")
	tab.Commands(e2e.Orders...)
	tab.Commands("set orders "+strings.Repeat("long", 60)+" C:"+strings.Repeat("wide", 40)+"="+strings.Repeat("value", 100), "read orders")
	tab.Command(strings.Repeat("unknown", 40))
	everyPart("sandbox")
	tab.Open("/sandboxes/")
	tab.Wait(".shelf li")
	fits("sandboxes")
}

// TestWorkbenchFillsTheWindow checks that on a wide screen the parts of a workbench scroll,
// each by itself, and the page never does.
func TestWorkbenchFillsTheWindow(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	l, _ := e2e.LoadLesson(t)
	tab := e2e.Begin(t)
	fills := func(name string) {
		t.Helper()
		for i, height := range []int64{900, 640, 900} {
			tab.Size(1440, height)
			if i == 2 { // for a reader with a larger or a wider font
				tab.Run(`document.documentElement.style.fontSize = "21px"`)
			}
			tab.Until(fmt.Sprintf("innerHeight === %d", height))
			if h := e2e.Eval[int64](tab, "document.scrollingElement.scrollHeight"); h > height {
				below := e2e.Eval[[]string](tab, `[...document.querySelectorAll("main *")].filter((e) => getComputedStyle(e).position === "absolute" && e.getBoundingClientRect().bottom > innerHeight).slice(0, 5).map((e) => e.tagName + "." + e.className + " " + e.textContent)`)
				t.Errorf("%s: the page is %d pixels high in a window of %d: %q", name, h, height, below)
			}
		}
		tab.Run(`document.documentElement.style.fontSize = ""`)
	}
	tab.Size(1440, 900)
	tab.Reach(l, "ask")
	tab.Command("read games")
	fills("ask")
	tab.NewSandbox()
	tab.Commands(e2e.Orders...)
	tab.Commands("read orders")
	fills("sandbox")
}
