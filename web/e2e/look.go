//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// Shot keeps a picture of the viewport as .cache/shots/<name>.png, where the flag
// -shots asks for pictures, which take a while.
func (tab *Tab) Shot(name string) {
	tab.T.Helper()
	if !*shots {
		return
	}
	png := Do(tab, "take a picture", chromedp.CaptureScreenshot())
	if err := os.MkdirAll(shotsDir, 0o755); err != nil {
		tab.T.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(shotsDir, name+".png"), png, 0o644); err != nil {
		tab.T.Fatal(err)
	}
}

// Axe fails the test for every violation that axe-core finds on the page.
func (tab *Tab) Axe() {
	tab.T.Helper()
	tab.axe("")
}

// AxeColours is Axe with the rules about colour alone, the only ones that another
// colour scheme can break; what examine does not see of them is left to make test-all.
func (tab *Tab) AxeColours() {
	tab.T.Helper()
	if testing.Short() {
		return
	}
	tab.colours()
}

func (tab *Tab) colours() {
	tab.T.Helper()
	tab.axe(`runOnly: ["color-contrast", "link-in-text-block"]`)
}

func (tab *Tab) axe(options string) {
	tab.T.Helper()
	if !Eval[bool](tab, axeThere) {
		tab.Run(AxeScript(tab.T))
	}
	for _, violation := range Eval[[]string](tab, AxeViolations(options)) {
		tab.T.Errorf("axe: %s", violation)
	}
}

// axeThere is the expression of whether a page has axe-core.
const axeThere = `"axe" in globalThis`

// AxeScript returns a script that gives it to a page.
func AxeScript(t *testing.T) string {
	t.Helper()
	script, err := os.ReadFile(filepath.Join(RootDir, "web", "e2e", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatalf("run npm ci in web/e2e: %v", err)
	}
	return "(() => {" + string(script) + "\n})()"
}

// AxeViolations returns the expression of what axe-core finds wrong on the page, with
// further options of its run. A colour on its way to another is neither. And axe says in
// full what is wrong only, not what is right.
func AxeViolations(options string) string {
	return `Promise.allSettled(document.getAnimations()
		.filter((animation) => Number.isFinite(animation.effect.getComputedTiming().endTime))
		.map((animation) => animation.finished))
		.then(() => axe.run({resultTypes: ["violations"], ` + options + `}))
		.then((found) => found.violations.flatMap((violation) =>
			violation.nodes.map((node) => violation.id + ": " + node.target.join(" ") + ": " + node.failureSummary)))`
}
