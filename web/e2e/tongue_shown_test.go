//go:build e2e

package e2e

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
	"tabletop/lessons"
)

// crooked is the expression of the texts in sight that are cut off by what they stand in,
// or lie over one another. Each line is cut to what its surroundings let be seen: what is
// scrolled away is neither. Data may be cut: the rows say so themselves.
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
		if (above.some(([, s]) => s.clipPath === "inset(50%)")) continue; // for screen readers alone
		const over = above.find(([a, s]) => a.matches("[popover], dialog") || ["fixed", "sticky"].includes(s.position))?.[0];
		const range = document.createRange();
		range.selectNodeContents(node);
		for (const r of range.getClientRects()) {
			const slack = r.height / 4; // a font's box is higher than its letters
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

// announced keeps what a screen reader is told of by itself.
const announced = `globalThis.heard = [];
	new MutationObserver((all) => {
		for (const { target } of all) {
			const live = (target.nodeType === 1 ? target : target.parentElement)?.closest("[role=status], [role=alert], [role=log], [aria-live]");
			if (live && live.ariaLive !== "off" && live.textContent.trim()) heard.push(live.textContent.trim());
		}
	}).observe(document, { subtree: true, childList: true, characterData: true });`

// words is the expression of all that is shown or said, but for what is a command or data:
// what is seen, what names things, and what was announced.
const words = `[
	...[...document.body.querySelectorAll("*")].flatMap((e) => [e.ariaLabel, e.title, e.placeholder, e.alt]),
	...document.body.innerText.split("\n"), document.title, ...heard
].filter(Boolean)`

// A speaker is a tab that is looked at in a language.
type speaker struct {
	*Tab
	lang    string
	foreign []string // parts of the English sentences that the language says otherwise
}

var placeholders = regexp.MustCompile(`\{[^{}]*\}|[{}|]`)

// foreignTo returns pieces of the English sentences, of several words each, that no sentence
// of a language has.
func foreignTo(t *testing.T, lang string) []string {
	t.Helper()
	said := func(lang string) (texts []string) {
		files, err := i18n.Files(i18n.Texts, lang)
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

// look fails the test for texts that are cut off or lie over one another, for a page wider
// than the window, and for English.
func (s *speaker) look(at string) {
	s.t.Helper()
	s.t.Log(at)
	if wide := Eval[int](s.Tab, "document.scrollingElement.scrollWidth - innerWidth"); wide > 0 {
		s.t.Errorf("%s: %d pixels wider than the window", at, wide)
	}
	for _, e := range Eval[[]string](s.Tab, crooked) {
		s.t.Errorf("%s: %s", at, e)
	}
	s.listen(at)
	s.Shot("tongue-" + s.lang + "-" + strings.ReplaceAll(at, " ", "-"))
}

// listen fails the test for English that is shown, names something, or was announced.
func (s *speaker) listen(at string) {
	s.t.Helper()
	if got := Eval[string](s.Tab, "document.documentElement.lang"); got != s.lang {
		s.t.Errorf("%s: the page says it is in %q", at, got)
	}
	var bad []string
	for _, text := range Eval[[]string](s.Tab, words) {
		for _, piece := range s.foreign {
			if _, rest, ok := strings.Cut(" "+text+" ", piece); ok && !strings.ContainsAny(rest[:1], "abcdefghijklmnopqrstuvwxyz") && !slices.Contains(bad, text) {
				bad = append(bad, text)
				s.t.Errorf("%s: in English: %q", at, text)
			}
		}
	}
}

// says is a sentence of the page in the tab's language.
func (s *speaker) says(code string, args ...string) string { return i18n.Text(s.lang, code, args...) }

// walk does a lesson by the buttons of its solution.
func (s *speaker) walk(slug string) {
	s.t.Helper()
	l, err := lessons.Load(os.DirFS(filepath.Join(rootDir, "lessons")), slug, s.lang)
	if err != nil || l.Lang != s.lang {
		s.t.Fatalf("%s is not told in %s: %v", slug, s.lang, err)
	}
	s.Open(i18n.Folder(s.lang) + "/lessons/" + slug + "/" + teacher)
	for i, step := range l.Steps {
		s.WaitText("#step-title", step.Title)
		s.walked(slug+" "+step.ID, fmt.Sprintf("walkStep(%s, %d, %s, %s)", asJSON(goalsOf(step)), len(l.Solution[i]), asJSON(s.says("show-solution")), asJSON(s.says("do-it"))))
		s.look(slug + " " + step.ID)
		if i == len(l.Steps)-2 {
			s.Axe()
		}
		if i+1 < len(l.Steps) {
			s.walked(slug+" behind "+step.ID, fmt.Sprintf("walkOn(%s, %s)", asJSON(s.says("next-step")), asJSON(l.Steps[i+1].Title)))
		}
	}
	s.Wait(fmt.Sprintf("[data-lesson=%q][data-state=done]", slug))
	s.Saved()
}

// run runs a line in the console.
func (s *speaker) run(line string) string {
	s.t.Helper()
	before := Eval[int](s.Tab, entries)
	s.Until(consoleEditor)
	s.Fill("textbox", s.says("console"), line)
	s.Enter()
	return s.Printed(before)
}

// TestTongues does in each language but English three lessons, a sandbox with an error, an
// export and what comes when the page stops, on a wide and on a narrow screen: nothing is
// cut off, lies over something else, or is in English, and axe finds nothing. In make test
// that is so of one lesson in the first of them, on a narrow screen.
func TestTongues(t *testing.T) {
	t.Parallel()
	languages, err := i18n.ReadLanguages(i18n.Texts)
	if err != nil {
		t.Fatal(err)
	}
	first := ""
	for _, l := range languages {
		if l.Tag == "en" || !l.Whole {
			continue
		}
		first = cmp.Or(first, l.Tag)
		for _, size := range screens {
			t.Run(l.Tag+" "+size.name, func(t *testing.T) {
				if l.Tag != first || !size.narrow {
					seldom(t)
				}
				t.Parallel()
				s := &speaker{begin(t), l.Tag, foreignTo(t, l.Tag)}
				s.Allow(afterExit)
				s.Size(size.width, size.height)
				s.BeforeScripts(walker)
				s.BeforeScripts(announced)
				s.visit(size)
			})
		}
	}
}

// visit does all of it.
func (s *speaker) visit(size screen) {
	s.t.Helper()
	home := i18n.Folder(s.lang) + "/"
	part := func(code string) {
		s.t.Helper()
		if size.narrow {
			s.part(s.says(code))
		}
	}
	s.Open(home)
	s.look("home " + size.name)
	for _, slug := range []string{"byte-order", "sorted-map", "field-promotion"}[:times(1, 3)] {
		s.walk(slug)
	}
	s.Open(home)
	s.look("home with lessons done " + size.name)
	s.Axe()
	s.Open(home + "reference/")
	s.look("reference " + size.name)
	s.Axe()

	s.Open(home)
	s.press(s.says("new-sandbox"))
	s.sandboxShown()
	part("tab-console")
	for _, line := range orders {
		s.run(line)
	}
	s.run("read orders prefix=be")
	s.look("console " + size.name)
	if got := s.run("read ordrs"); !strings.Contains(got, i18n.Sentence(s.lang, "no-table", "ordrs", "orders")) {
		s.t.Errorf("of a table that is not there is said %q", got)
	}
	s.look("error " + size.name)
	s.Axe()
	for _, code := range []string{"tab-table", "tab-design", "tab-task"} {
		if part(code); size.narrow || code == "tab-task" {
			s.look("sandbox " + code + " " + size.name)
		}
	}
	s.Click("button", s.says("export"))
	s.WaitText("dialog [role=status]", s.says("weighed"))
	s.look("export " + size.name)
	s.Axe()
	if name, data := s.Download(func() { s.Click("button", s.says("form-file")) }); !strings.HasSuffix(name, ".tabletop") || len(data) == 0 {
		s.t.Errorf("%d bytes came as %s", len(data), name)
	}
	s.Open(home + "sandboxes/")
	s.look("sandboxes " + size.name)
	s.Axe()
	if len(Eval[[]string](s.Tab, "heard")) == 0 {
		s.t.Error("nothing was announced")
	}

	beside := i18n.Beside(s.lang)
	s.Run(`tabletop.crash("page")`)
	s.Find("alertdialog", beside["recover-page"])
	s.WaitText(".recovery pre", "goroutine")
	s.look("recovery " + size.name)
	if name, data := s.Download(func() { s.Click("button", beside["recover-export"]) }); !strings.HasSuffix(name, ".tabletop") || len(data) == 0 {
		s.t.Errorf("%d bytes came as %s", len(data), name)
	}
	s.look("recovery with a file " + size.name)
	s.Axe()
	s.Click("button", beside["recover-reload"])
	s.Ready()
}
