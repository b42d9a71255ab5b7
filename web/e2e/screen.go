//go:build e2e

package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// A Screen is a size of the viewport, in CSS pixels. A narrow screen shows one part of the
// workbench at a time.
type Screen struct {
	Name          string
	Width, Height int64
	Narrow        bool
}

// Screens are the sizes in which tests examine the states of the page. The first is the
// default.
var Screens = []Screen{{"desktop", 1440, 900, false}, {"phone", 390, 844, true}}

// Parts are the parts of a workbench that a narrow screen shows one at a time.
var Parts = []string{"Task", "Table", "Console", "Design"}

// everywhere calls f in every size and both colour schemes, and on a narrow screen once for
// each of the parts in. The name passed to f is name with the size, the scheme and the part.
// Under -short it uses only the wide screen in the dark scheme and the narrow screen in the
// light one. At the end the page has the light scheme and the first size.
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

// Part selects a part of the workbench on a narrow screen.
func (tab *Tab) Part(name string) {
	tab.T.Helper()
	tab.Run(Docked(name) + ".click()")
	tab.Until(Docked(name) + `.ariaPressed === "true"`)
}

// Docked returns a JavaScript expression for the button in the dock that selects a part. If no
// button has the part's name, it is the first button: the part Task has another name in a
// sandbox.
func Docked(part string) string {
	return fmt.Sprintf(`([...document.querySelectorAll(".dock button")].find((b) => b.textContent === %q) ?? document.querySelector(".dock button"))`, part)
}

// Examine checks the current state of the page in every size and colour scheme, and in the
// given parts of the workbench: it runs axe-core, with all rules in the light scheme and the
// rules about colour in the dark one, and takes a picture.
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

// FocusFault is a JavaScript expression that says what is wrong with the focus, or "" if
// nothing is. The focus must be on a visible element, and the element must show it, for
// instance by an outline.
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

// small is a JavaScript expression for the interactive elements that are less than 24 pixels
// high or wide, which is too small for a finger. Links within a sentence are exempt.
const small = `[...document.querySelectorAll("a[href], button, input, select, textarea, summary, [role=slider], [role=option], [role=gridcell], [role=rowheader]")].filter((e) => {
	if (!e.checkVisibility({visibilityProperty: true}) || e.closest(".unseen, .skip")) return false;
	if (e.matches("a") && getComputedStyle(e).display === "inline" && e.parentElement.matches("p, span, li, dd, td")) return false;
	const box = (e.closest("label") ?? e).getBoundingClientRect();
	return box.width > 0 && (box.width < 23.9 || box.height < 23.9);
}).map((e) => e.tagName + "." + e.className + " " + (e.ariaLabel ?? e.textContent).slice(0, 40) + " " + JSON.stringify(e.getBoundingClientRect()))`

// Hittable fails the test if an interactive element is too small for a finger, or if the page
// is wider than the window.
func (tab *Tab) Hittable(what string) {
	tab.T.Helper()
	for _, e := range Eval[[]string](tab, small) {
		tab.T.Errorf("%s: too small: %s", what, e)
	}
	if wide := Eval[string](tab, `document.scrollingElement.scrollWidth > innerWidth ? [...document.querySelectorAll("body *")].filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 1).slice(0, 5).map((e) => e.tagName + "." + e.className).join(", ") : ""`); wide != "" {
		tab.T.Errorf("%s: wider than the window: %s", what, fmt.Sprint(wide))
	}
}

// Inspect runs axe-core and [Tab.Hittable] on the current state of the page; what names that
// state.
func (tab *Tab) Inspect(what string) {
	tab.T.Helper()
	tab.T.Log(what)
	tab.Hittable(what)
	tab.Axe()
}
