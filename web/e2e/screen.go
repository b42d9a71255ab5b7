//go:build e2e

package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// A Screen is a size to look at the page in; it is narrow where the page shows
// one part at a time.
type Screen struct {
	Name          string
	Width, Height int64
	Narrow        bool
}

// Screens are the sizes that states of the page are looked at in.
var Screens = []Screen{{"desktop", 1440, 900, false}, {"phone", 390, 844, true}}

// Parts are the parts of a workbench that a narrow screen shows one at a time.
var Parts = []string{"Task", "Table", "Console", "Design"}

// everywhere does something in every size and colour scheme, and in those parts of
// a workbench where only one is shown; in make test on a large screen in the dark and on
// a small one in the light.
func (tab *Tab) everywhere(name string, in []string, f func(name string)) {
	tab.T.Helper()
	for _, s := range Screens {
		tab.Size(s.Width, s.Height)
		for _, scheme := range []string{"light", "dark"} {
			if testing.Short() && s.Narrow == (scheme == "dark") {
				continue
			}
			tab.Prefer("prefers-color-scheme", scheme)
			at := name + "-" + s.Name + "-" + scheme
			if len(in) == 0 || !s.Narrow {
				f(at)
				continue
			}
			for _, part := range in {
				tab.Part(part)
				f(at + "-" + part)
			}
			tab.Part(Parts[0])
		}
	}
	tab.Prefer("prefers-color-scheme", "light")
	tab.Size(Screens[0].Width, Screens[0].Height)
}

// Part shows a part of the workbench on a narrow screen.
func (tab *Tab) Part(name string) {
	tab.T.Helper()
	tab.Run(Docked(name) + ".click()")
	tab.Until(Docked(name) + `.ariaPressed === "true"`)
}

// Docked is the button of a part of the workbench; that of the task is the first, which
// has another name in a sandbox.
func Docked(part string) string {
	return fmt.Sprintf(`([...document.querySelectorAll(".dock button")].find((b) => b.textContent === %q) ?? document.querySelector(".dock button"))`, part)
}

// Examine takes a picture of a state of the page and has axe look at it, in every
// size and scheme, and in those parts of a workbench that have changed.
func (tab *Tab) Examine(name string, in ...string) {
	tab.T.Helper()
	tab.everywhere(name, in, func(at string) {
		tab.T.Log(at)
		if strings.Contains(at, "-light") {
			tab.Axe()
		} else {
			tab.colours()
		}
		tab.Shot(at)
	})
}

// FocusFault is the expression of what is wrong with the focus, "" for nothing: it
// must be on something that can be seen, and be seen to be there.
const FocusFault = `(() => {
	const e = document.activeElement;
	if (e === null || e === document.body) return "it is lost";
	const at = e.tagName + "#" + e.id + "." + e.className + " " + (e.ariaLabel ?? e.textContent.slice(0, 40));
	if (!e.checkVisibility()) return "it is out of sight, on " + at;
	const shows = (e) => { const s = getComputedStyle(e); return s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 1; };
	const cell = e.id === "grid" && e.querySelector(".active");
	if (shows(cell || e) || e.closest(".prompt") && getComputedStyle(e.closest(".prompt")).boxShadow !== "none") return "";
	if (e.closest(".cell-edit") && parseFloat(getComputedStyle(e).borderTopWidth) >= 2) return "";
	return e.matches("main") ? "" : "it cannot be seen, on " + at;
})()`

// small is the expression of what a finger must hit and is less than 24 pixels
// high or wide; what stands within a sentence may be.
const small = `[...document.querySelectorAll("a[href], button, input, select, textarea, summary, [role=slider], [role=option], [role=gridcell], [role=rowheader]")].filter((e) => {
	if (!e.checkVisibility({visibilityProperty: true}) || e.closest(".unseen, .skip")) return false;
	if (e.matches("a") && getComputedStyle(e).display === "inline" && e.parentElement.matches("p, span, li, dd, td")) return false;
	const box = (e.closest("label") ?? e).getBoundingClientRect();
	return box.width > 0 && (box.width < 23.9 || box.height < 23.9);
}).map((e) => e.tagName + "." + e.className + " " + (e.ariaLabel ?? e.textContent).slice(0, 40) + " " + JSON.stringify(e.getBoundingClientRect()))`

// Hittable fails the test for what is too small to be hit, or leads off the page
// sideways.
func (tab *Tab) Hittable(what string) {
	tab.T.Helper()
	for _, e := range Eval[[]string](tab, small) {
		tab.T.Errorf("%s: too small: %s", what, e)
	}
	if wide := Eval[string](tab, `document.scrollingElement.scrollWidth > innerWidth ? [...document.querySelectorAll("body *")].filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 1).slice(0, 5).map((e) => e.tagName + "." + e.className).join(", ") : ""`); wide != "" {
		tab.T.Errorf("%s: wider than the window: %s", what, fmt.Sprint(wide))
	}
}

// Inspect has axe look at what is shown, and measures what is to be hit.
func (tab *Tab) Inspect(what string) {
	tab.T.Helper()
	tab.T.Log(what)
	tab.Hittable(what)
	tab.Axe()
}
