//go:build e2e

package start

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tabletop/app/i18n"
	"tabletop/lessons/author"
	"tabletop/web/e2e"
)

// crooked is a JavaScript expression for the visible texts that an element around them cuts
// off, or that overlap. Each line of text is first clipped to its visible part; text that is
// scrolled away does not count. Data from tables may be cut off, since the rows show that
// themselves.
const crooked = `(() => {
	const bad = [], lines = [];
	const name = (e) => e.tagName.toLowerCase() + (e.id && "#" + e.id) + [...e.classList].map((c) => "." + c).join("");
	const top = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
	const walk = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
	for (let node; (node = walk.nextNode()); ) {
		const e = node.parentElement;
		if (!node.data.trim() || e.closest(".skip, .bytes, [role=grid], .cm-editor, svg, option, code")) continue;
		if (!e.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
		const above = [];
		for (let a = e; a && a !== document.documentElement; a = a.parentElement) above.push([a, getComputedStyle(a)]);
		if (above.some(([, s]) => s.clipPath === "inset(50%)")) continue; // for screen readers only
		const over = above.find(([a, s]) => a.matches("[popover], dialog") || ["fixed", "sticky"].includes(s.position))?.[0];
		const range = document.createRange();
		range.selectNodeContents(node);
		for (const r of range.getClientRects()) {
			const slack = r.height / 4; // the box of a font is higher than its letters
			let box = { left: r.left, right: r.right, top: r.top + slack, bottom: r.bottom - slack }, cut = "";
			for (const [a, s] of above) {
				if (s.overflowX === "visible" && s.overflowY === "visible") continue;
				const c = a.getBoundingClientRect(), hides = (o) => ["hidden", "clip"].includes(o);
				if (hides(s.overflowX) && c.width > 0 && (box.right > c.right + 1.5 || box.left < c.left - 1.5)) cut ||= name(a);
				if (hides(s.overflowY) && c.height > 0 && (box.bottom > c.bottom + 1.5 || box.top < c.top - 1.5)) cut ||= name(a);
				box = { left: Math.max(box.left, c.left), right: Math.min(box.right, c.right), top: Math.max(box.top, c.top), bottom: Math.min(box.bottom, c.bottom) };
				if (["auto", "scroll"].includes(s.overflowX) || ["auto", "scroll"].includes(s.overflowY)) {
					if (box.right <= box.left || box.bottom <= box.top) break;
				}
			}
			if (cut) bad.push(node.data.trim().slice(0, 80) + " is cut off by " + cut);
			if (box.right - box.left > 1 && box.bottom - box.top > 1) lines.push({ ...box, node, over });
		}
	}
	lines.sort((a, b) => a.top - b.top);
	lines.forEach((a, i) => {
		for (const b of lines.slice(i + 1)) {
			if (b.top >= a.bottom - 1) break;
			if (a.node === b.node || a.over !== b.over) continue;
			if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5) bad.push(a.node.data.trim().slice(0, 60) + " and " + b.node.data.trim().slice(0, 60) + " overlap in " + name(b.node.parentElement));
		}
	});
	return [...new Set(bad)];
})()`

// announced is a script that collects in heard what a screen reader would announce by itself.
const announced = `globalThis.heard = [];
	new MutationObserver((all) => {
		for (const { target } of all) {
			const live = (target.nodeType === 1 ? target : target.parentElement)?.closest("[role=status], [role=alert], [role=log], [aria-live]");
			if (live && live.ariaLive !== "off" && live.textContent.trim()) heard.push(live.textContent.trim());
		}
	}).observe(document, { subtree: true, childList: true, characterData: true });`

// words is a JavaScript expression for all texts that are shown, that name elements, or that
// were announced.
const words = `[
	...[...document.body.querySelectorAll("*")].flatMap((e) => [e.ariaLabel, e.title, e.placeholder, e.alt]),
	...document.body.innerText.split("\n"), document.title, ...heard
].filter(Boolean)`

// A speaker is a tab that is examined in one language.
type speaker struct {
	*e2e.Tab
	lang    string
	foreign []string // parts of English sentences that do not occur in the language
}

// placeholders matches the parts of a sentence that are filled in.
var placeholders = regexp.MustCompile(`\{[^{}]*\}|[{}|]`)

// foreignTo returns pieces of English sentences, each of several words, that no sentence of the
// language contains.
func foreignTo(t *testing.T, lang string) []string {
	t.Helper()
	said := func(lang string) (texts []string) {
		files, err := i18n.ReadSentenceFiles(i18n.TextFiles, lang)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			for _, e := range f.Entries {
				texts = append(texts, e.Text)
			}
		}
		return texts
	}
	own, all := strings.Join(said(lang), "\n"), []string(nil)
	for _, text := range said("en") {
		for _, piece := range placeholders.Split(text, -1) {
			piece = strings.Trim(piece, " .,:;()“”")
			if len(piece) >= 10 && strings.Contains(piece, " ") && !strings.Contains(own, piece) {
				all = append(all, piece)
			}
		}
	}
	if len(all) < 500 {
		t.Fatalf("only %d pieces of English are known", len(all))
	}
	return all
}

// look fails the test for texts that are cut off or overlap, for a page wider than the window,
// and for English texts.
func (s *speaker) look(at string) {
	s.T.Helper()
	s.T.Log(at)
	if wide := e2e.Eval[int](s.Tab, "document.scrollingElement.scrollWidth - innerWidth"); wide > 0 {
		s.T.Errorf("%s: %d pixels wider than the window", at, wide)
	}
	for _, e := range e2e.Eval[[]string](s.Tab, crooked) {
		s.T.Errorf("%s: %s", at, e)
	}
	s.listen(at)
	s.Shot("tongue-" + s.lang + "-" + strings.ReplaceAll(at, " ", "-"))
}

// listen fails the test for English texts that are shown, name an element, or were announced.
func (s *speaker) listen(at string) {
	s.T.Helper()
	if got := e2e.Eval[string](s.Tab, "document.documentElement.lang"); got != s.lang {
		s.T.Errorf("%s: the page says it is in %q", at, got)
	}
	var bad []string
	for _, text := range e2e.Eval[[]string](s.Tab, words) {
		for _, piece := range s.foreign {
			if _, rest, ok := strings.Cut(" "+text+" ", piece); ok && !strings.ContainsAny(rest[:1], "abcdefghijklmnopqrstuvwxyz") && !slices.Contains(bad, text) {
				bad = append(bad, text)
				s.T.Errorf("%s: in English: %q", at, text)
			}
		}
	}
}

// says returns a sentence of the page in the tab's language.
func (s *speaker) says(code string, args ...string) string {
	return i18n.PageText(s.lang, code, args...)
}

// walk does a lesson with the buttons of its solution.
func (s *speaker) walk(slug string) {
	s.T.Helper()
	l, err := author.Load(os.DirFS(filepath.Join(e2e.RootDir, "lessons", "content")), slug, s.lang)
	if err != nil || l.Lang != s.lang {
		s.T.Fatalf("%s is not told in %s: %v", slug, s.lang, err)
	}
	s.Open(i18n.LanguagePathPrefix(s.lang) + "/lessons/" + slug + "/" + e2e.Teacher)
	for i, step := range l.Steps {
		s.WaitText("#step-title", step.Title)
		s.Walked(slug+" "+step.ID, fmt.Sprintf("walkStep(%s, %d, %s, %s)", e2e.JSON(e2e.GoalsOf(step)), len(l.Solution[i]), e2e.JSON(s.says("show-solution")), e2e.JSON(s.says("do-it"))))
		s.look(slug + " " + step.ID)
		if i == len(l.Steps)-2 {
			s.Axe()
		}
		if i+1 < len(l.Steps) {
			s.Walked(slug+" behind "+step.ID, fmt.Sprintf("walkOn(%s, %s)", e2e.JSON(s.says("next-step")), e2e.JSON(l.Steps[i+1].Title)))
		}
	}
	s.Wait(fmt.Sprintf("[data-lesson=%q][data-state=done]", slug))
	s.Saved()
}

// run runs a line in the console and returns its output.
func (s *speaker) run(line string) string {
	s.T.Helper()
	before := e2e.Eval[int](s.Tab, e2e.Entries)
	s.Until(e2e.ConsoleEditor)
	s.Fill("textbox", s.says("console"), line)
	s.Enter()
	return s.Printed(before)
}

// TestTongues uses each language but English on a wide and on a narrow screen: three lessons, a
// sandbox with an error, an export, and the recovery screen. No text may be cut off, overlap
// another or be in English, and axe-core must find nothing. In make test it does one lesson in
// the first of the languages on a narrow screen.
func TestTongues(t *testing.T) {
	t.Parallel()
	languages, err := i18n.ReadLanguages(i18n.TextFiles)
	if err != nil {
		t.Fatal(err)
	}
	first := ""
	for _, l := range languages {
		if l.Tag == "en" || !l.Complete {
			continue
		}
		first = cmp.Or(first, l.Tag)
		for _, size := range e2e.Screens {
			t.Run(l.Tag+" "+size.Name, func(t *testing.T) {
				if l.Tag != first || !size.Narrow {
					e2e.Seldom(t)
				}
				t.Parallel()
				s := &speaker{e2e.Begin(t), l.Tag, foreignTo(t, l.Tag)}
				s.Allow(e2e.AfterExit)
				s.Size(size.Width, size.Height)
				s.BeforeScripts(e2e.Walker)
				s.BeforeScripts(announced)
				s.visit(size)
			})
		}
	}
}

// visit does all parts of TestTongues in one language and size.
func (s *speaker) visit(size e2e.Screen) {
	s.T.Helper()
	home := i18n.LanguagePathPrefix(s.lang) + "/"
	part := func(code string) {
		s.T.Helper()
		if size.Narrow {
			s.Part(s.says(code))
		}
	}
	s.Open(home)
	s.look("home " + size.Name)
	for _, slug := range []string{"byte-order", "sorted-map", "field-promotion"}[:e2e.Times(1, 3)] {
		s.walk(slug)
	}
	s.Open(home)
	s.look("home with lessons done " + size.Name)
	s.Axe()
	s.Open(home + "reference/")
	s.look("reference " + size.Name)
	s.Axe()

	s.Open(home)
	s.PressButton(s.says("new-sandbox"))
	s.SandboxShown()
	part("tab-console")
	for _, line := range e2e.Orders {
		s.run(line)
	}
	s.run("read orders prefix=be")
	s.look("console " + size.Name)
	if got := s.run("read ordrs"); !strings.Contains(got, i18n.EngineSentence(s.lang, "no-table", "ordrs", "orders")) {
		s.T.Errorf("of a table that is not there is said %q", got)
	}
	s.look("error " + size.Name)
	s.Axe()
	for _, code := range []string{"tab-table", "tab-design", "tab-task"} {
		if part(code); size.Narrow || code == "tab-task" {
			s.look("sandbox " + code + " " + size.Name)
		}
	}
	s.Click("button", s.says("export"))
	s.WaitText("dialog [role=status]", s.says("weighed"))
	s.look("export " + size.Name)
	s.Axe()
	if name, data := s.Download(func() { s.Click("button", s.says("form-file")) }); !strings.HasSuffix(name, ".tabletop") || len(data) == 0 {
		s.T.Errorf("%d bytes came as %s", len(data), name)
	}
	s.Open(home + "sandboxes/")
	s.look("sandboxes " + size.Name)
	s.Axe()
	if len(e2e.Eval[[]string](s.Tab, "heard")) == 0 {
		s.T.Error("nothing was announced")
	}

	beside := i18n.JavaScriptSentences(s.lang)
	s.Run(`tabletop.crash("page")`)
	s.Find("alertdialog", beside["recover-page"])
	s.WaitText(".recovery pre", "goroutine")
	s.look("recovery " + size.Name)
	if name, data := s.Download(func() { s.Click("button", beside["recover-export"]) }); !strings.HasSuffix(name, ".tabletop") || len(data) == 0 {
		s.T.Errorf("%d bytes came as %s", len(data), name)
	}
	s.look("recovery with a file " + size.Name)
	s.Axe()
	s.Click("button", beside["recover-reload"])
	s.Ready()
}
