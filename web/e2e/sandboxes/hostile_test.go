//go:build e2e

package sandboxes

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tabletop/web/e2e"
)

// hostile are byte sequences that could harm a page, in the console's $'…' notation, with the
// text that a reader should see.
var hostile = []struct{ name, bytes, shown string }{
	{"markup", `<img src=x onerror=hurt()>`, `<img src=x onerror=hurt()>`},
	{"script", `</pre></script><script>hurt()</script>`, `</pre></script><script>hurt()</script>`},
	{"entity", `&lt;b&gt;&#x202e;`, `&lt;b&gt;&#x202e;`},
	{"control", `a\x00\x1b[31m\x7f`, `a\x00\x1b[31m\x7f`},
	{"bidi", `a\u202eb\u2066c\u200f`, `a\u202eb\u2066c\u200f`},
	{"invisible", `a\u200bb\u200dc\ufeff\u3164\ufe0f`, `a\u200bb\u200dc\ufeff\u3164\ufe0f`},
	{"invalid", `\xff\xc3(\xed\xa0\x80`, `\xff\xc3(\xed\xa0\x80`},
	{"right", `שלום#12`, `שלום#12`},
	{"words", strings.Repeat("nowhere-to-break", 60), "nowhere-to-breaknowhere"},
}

// watch is a script that records events which hostile data must never cause.
const watch = `globalThis.harm = []; globalThis.hurt = () => harm.push("a script ran");
	addEventListener("securitypolicyviolation", (e) => harm.push("blocked: " + e.violatedDirective + " " + e.blockedURI));
	addEventListener("DOMContentLoaded", () => { globalThis.scripts = document.scripts.length; });`

// faults is a JavaScript expression for everything that is wrong with the display of data:
// recorded harm, unreadable text, text that reorders its surroundings, and elements wider than
// the window.
const faults = `(() => {
	const found = [...harm];
	for (const e of document.querySelectorAll("img:not(.cm-widgetBuffer:not([src])), iframe, object, embed, body [onerror], body [onclick], body [onload]")) found.push("element " + e.outerHTML.slice(0, 80));
	if (document.scripts.length > scripts + 1) found.push("more scripts: " + document.scripts.length);
	const bad = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\u2800\u3164\u115f\u034f\ufe00-\ufe0f]/u, right = /[\u0590-\u08ff]/;
	const judge = (text, where, apart) => {
		const isolated = /\u2068[^\u2068\u2069]*\u2069/g;
		if (bad.test(text.replaceAll(isolated, "").replaceAll(/[\n\t]/g, ""))) found.push("illegible in " + where + ": " + JSON.stringify(text.slice(0, 90)));
		if (!apart && right.test(text.replaceAll(isolated, ""))) found.push("not kept apart in " + where + ": " + text.slice(0, 90));
	};
	const at = (e) => e.tagName.toLowerCase() + (e.id ? "#" + e.id : "") + (e.className ? "." + String(e.className).replaceAll(" ", ".") : "");
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let n = walk.nextNode(); n; n = walk.nextNode()) {
		const e = n.parentElement;
		if (!e.closest("script, style, textarea")) judge(n.data, at(e), e.closest("bdi, .cm-content [dir]"));
	}
	for (const e of document.querySelectorAll("[title], [aria-label], [aria-valuetext], [placeholder], [alt]")) {
		for (const name of ["title", "aria-label", "aria-valuetext", "placeholder", "alt"]) judge(e.getAttribute(name) ?? "", name + " of " + at(e), false);
	}
	judge(document.title, "the title", false);
	if (document.scrollingElement.scrollWidth > innerWidth) {
		const wide = [...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && e.checkVisibility());
		found.push("wider than the window: " + document.scrollingElement.scrollWidth + " " + wide.slice(0, 4).map(at).join(", "));
	}
	return [...new Set(found)];
})()`

// harmless fails the test for each fault in the current state, on both screens; on the phone,
// in the given parts of a workbench.
func harmless(tab *e2e.Tab, what string, in ...string) {
	tab.T.Helper()
	for _, s := range e2e.Screens {
		tab.Size(s.Width, s.Height)
		if !s.Narrow || len(in) == 0 {
			judge(tab, what+" on a "+s.Name)
			continue
		}
		for _, part := range in {
			tab.Part(part)
			judge(tab, what+" on a "+s.Name+", "+part)
		}
	}
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
}

// judge fails the test for each fault on the current screen.
func judge(tab *e2e.Tab, what string) {
	tab.T.Helper()
	for _, fault := range e2e.Eval[[]string](tab, faults) {
		tab.T.Errorf("%s: %s", what, fault)
	}
}

// TestHostileData puts hostile bytes into all parts of a sandbox.
func TestHostileData(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.BeforeScripts(watch)
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	tab.NewSandbox()
	tab.Commands("createtable h families=F")
	for _, h := range hostile {
		tab.Command(fmt.Sprintf(`set h $'%s' F:$'%s'=$'%s'`, h.bytes, h.bytes, h.bytes))
	}
	tab.Command(`set h long F:text=` + strings.Repeat("x", 100_000))
	tab.Command(`set h long F:bytes=$'` + strings.Repeat(`\xffy`, 50_000) + `'`)
	if refused := e2e.Eval[[]string](tab, `[...document.querySelectorAll("[role=log] .refused")].map((e) => e.innerText)`); len(refused) > 0 {
		t.Fatalf("refused: %q", refused)
	}
	seen := func(where, css string) {
		t.Helper()
		text := e2e.Eval[string](tab, fmt.Sprintf(`[...document.querySelectorAll(%q)].map((e) => e.textContent).join("\n")`, css))
		for _, h := range hostile {
			if !strings.Contains(text, h.shown) {
				t.Errorf("%s does not show %s: %.2000q", where, h.name, text)
			}
		}
	}
	seen("the grid", "[role=grid] [role=rowheader]")
	seen("the log", "[role=log] .ran")
	harmless(tab, "grid", "Table", "Console")

	tab.Commands("read h", "lookup h long")
	seen("cbt's output", "[role=log] .said")
	tab.Run(`document.querySelectorAll("[role=log] .ran button").forEach((turn) => turn.click())`)
	tab.Until(`document.querySelectorAll("[role=log] pre.turned").length >= 10`)
	harmless(tab, "cbt output", "Console")
	tab.Click("radio", "HBase shell")
	tab.Commands("scan 'h'")
	harmless(tab, "hbase output", "Console")
	tab.Click("radio", "cbt")
	for _, view := range []string{"Pairs", "Nested"} {
		tab.Click("radio", view)
		tab.WaitText(".listed", `\u202e`)
		seen("the view "+view, ".listed")
		harmless(tab, "the view "+view, "Table")
	}
	tab.Click("radio", "Rows")
	tab.Wait("[role=grid] [role=row][data-key]")
	tab.Focus("grid", "h")
	tab.Press(" ")
	for range 11 {
		tab.Press(kb.ArrowDown)
		tab.Until(`document.querySelector(".cell-panel h3")?.textContent === document.querySelector("[role=grid] .active .key")?.textContent`)
		judge(tab, "details of a row")
	}
	tab.Press(kb.End)
	tab.WaitText(".cell-panel", "1 version")
	tab.Press(kb.Home + kb.ArrowRight)
	harmless(tab, "details", "Table")
	tab.Focus("grid", "h")
	tab.Press(kb.F2)
	judge(tab, "edit field")
	tab.Press(kb.Escape)
	tab.Press(kb.Escape)

	// The replay, its announcements, and a typed command.
	tab.Click("button", "Replay step by step")
	for range len(hostile) {
		tab.Press(kb.ArrowRight)
		judge(tab, "replay")
	}
	harmless(tab, "replay", "Table")
	tab.Focus("button", "Play")
	tab.Press(kb.Escape)
	tab.Gone(".replay")
	tab.Replace("textbox", "Console", kb.Backspace)
	tab.Paste("read h prefix='a\u202e\u200bb\u3164 שלום 12 <img src=x onerror=hurt()>'")
	tab.Until(`document.querySelector(".cm-content").textContent.includes("\\u202e\\u200bb\\u3164")`)
	harmless(tab, "editor", "Console")
	tab.Replace("textbox", "Console", "lookup h ")
	tab.Wait(".cm-tooltip-autocomplete li")
	harmless(tab, "completion")
	tab.Press(kb.Escape)
	tab.Replace("textbox", "Console", kb.Backspace)
	tab.Press("r", chromedp.KeyModifiers(e2e.Ctrl))
	tab.Wait(".recall [role=option]")
	harmless(tab, "recall", "Console")
	tab.Press(kb.Escape)

	// Refused commands.
	for _, line := range []string{
		`createtable $'<img src=x onerror=hurt()>\u202e\x00'`, `read $'h\u202eשלום<script>hurt()</script>'`, `set h k $'\u202e<b>':q=1`,
		`read h start=$'z\u202e' end=$'a\x00<b>'`, `read h regex=$'(\u202e<b>'`, `$'\u202e<b>hurt'`, `read h $'\u202e'=1`, "createtable a\u202eb<b>",
		`import h ` + "'\u202e<b>.csv'",
	} {
		tab.Command(line)
	}
	harmless(tab, "refusals", "Console")

	// Names: of a checkpoint, a file and the sandbox, and a text to search for.
	tab.PressButton("History")
	tab.Focus("textbox", "Name of a checkpoint")
	tab.Paste(strings.Repeat("שלום", 10))
	tab.Enter()
	tab.WaitText(".notice", "1 to 60 bytes")
	tab.Replace("textbox", "Name of a checkpoint", kb.Backspace)
	tab.Paste("<b>\u202e\u200bשלום 1 " + strings.Repeat("w", 35))
	tab.Enter()
	tab.Wait(".checkpoints li")
	dir := t.TempDir()
	file := filepath.Join(dir, "<img src=x onerror=hurt()>\u202eשלום"+strings.Repeat("w", 120)+".csv")
	if err := os.WriteFile(file, []byte(",F,F\n,<b>\u202e,\u200b\nk\u202e,<script>,שלום 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	tab.Upload("Pick files", file)
	tab.Wait(".picked li")
	judge(tab, "checkpoints")
	tab.Click("button", "History")
	harmless(tab, "names", "Console", "Task")
	tab.Click("button", "Rename")
	tab.Find("dialog", "Rename the sandbox")
	tab.Replace("textbox", "New name", kb.Backspace)
	tab.Paste("<img src=x onerror=hurt()>\u202e\u200bשלום 1" + strings.Repeat("w", 35))
	tab.Enter()
	tab.WaitText("h1", `\u202e\u200b`)
	tab.Saved()
	harmless(tab, "title", "Task")
	tab.Click("button", "Delete")
	judge(tab, "dialog")
	tab.PressButton("Cancel")
	tab.Open("/sandboxes/")
	tab.Wait(".shelf li")
	harmless(tab, "shelf")
	tab.Open("/reference/")
	tab.Focus("searchbox", "Search the reference")
	tab.Paste("<img src=x onerror=hurt()>\u202e")
	harmless(tab, "reference")
}
