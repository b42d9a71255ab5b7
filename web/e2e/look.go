//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// Shot writes a picture of the viewport to .cache/shots/<name>.png if the flag -shots is set.
// Without the flag it does nothing, because pictures take time.
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

// Axe fails the test for each violation that axe-core finds on the page.
func (tab *Tab) Axe() {
	tab.T.Helper()
	tab.axe("")
}

// AxeColours is like [Tab.Axe], but checks only the rules about colour, the only rules that
// another colour scheme can break. Under -short it does nothing.
func (tab *Tab) AxeColours() {
	tab.T.Helper()
	if testing.Short() {
		return
	}
	tab.colours()
}

// colours checks the page with the axe rules about colour.
func (tab *Tab) colours() {
	tab.T.Helper()
	tab.axe(`runOnly: ["color-contrast", "link-in-text-block"]`)
}

// axe runs axe-core with further options (JavaScript properties) and fails the test for each
// violation. It loads axe-core into the page if the page does not have it.
func (tab *Tab) axe(options string) {
	tab.T.Helper()
	if !Eval[bool](tab, axeThere) {
		tab.Run(AxeScript(tab.T))
	}
	for _, violation := range Eval[[]string](tab, AxeViolations(options)) {
		tab.T.Errorf("axe: %s", violation)
	}
}

// axeThere is a JavaScript expression that is true if axe-core is loaded in the page.
const axeThere = `"axe" in globalThis`

// AxeScript returns a script that loads axe-core into a page. It needs the packages of
// web/e2e/package.json.
func AxeScript(t *testing.T) string {
	t.Helper()
	script, err := os.ReadFile(filepath.Join(RootDir, "web", "e2e", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatalf("run npm ci in web/e2e: %v", err)
	}
	return "(() => {" + string(script) + "\n})()"
}

// AxeViolations returns a JavaScript expression for the violations that axe-core finds on the
// page, one text for each element. The options are further properties of its argument. The
// expression first waits for finite animations to end, since a colour in transition has no
// meaning for contrast. With resultTypes axe-core reports details of violations only, which is
// faster.
func AxeViolations(options string) string {
	return `Promise.allSettled(document.getAnimations()
		.filter((animation) => Number.isFinite(animation.effect.getComputedTiming().endTime))
		.map((animation) => animation.finished))
		.then(() => axe.run({resultTypes: ["violations"], ` + options + `}))
		.then((found) => found.violations.flatMap((violation) =>
			violation.nodes.map((node) => violation.id + ": " + node.target.join(" ") + ": " + node.failureSummary)))`
}
