//go:build e2e && linux

package e2e

import (
	"testing"

	"tabletop/test/drive"
)

// held has an engine come when it is told to.
const held = `const told = new Promise((go) => { new BroadcastChannel("go").onmessage = go; });`

// TestJourneyEarly taps and types while the engine is still to come: before the page's
// program has taken the place of what was prerendered, and while it waits for the engine.
// All of it is done in turn once that is there, and what was being typed stays. Every step
// can be read meanwhile.
func TestJourneyEarly(t *testing.T) {
	for name, worker := range map[string]string{
		"prerendered": held + `const fetched = self.fetch; self.fetch = async (...args) => { await told; return fetched(...args); };`,
		"mounted":     held + `const post = self.postMessage.bind(self); self.postMessage = async (data, ...rest) => { if (data.frame) await told; post(data, ...rest); };`,
	} {
		t.Run(name, func(t *testing.T) {
			inEach(t, func(t *testing.T, kind drive.Kind) {
				if name != "prerendered" {
					seldom(t)
				}
				v := visiting(t, kind, serveDir(t, workerWith(t, "{ "+worker+" }\n"), "/"))
				v.goTo(v.site.URL + "lessons/" + slug + "/")
				if name == "mounted" {
					v.until(`globalThis.tabletop?.unsaved`)
				}
				v.says("#boot", "what you type or tap is done")
				if name == "prerendered" {
					v.until(`((steps) => steps.length > 2 && steps.every((e) => e.getClientRects().length > 0))([...document.querySelectorAll(".steps-text .step")])`)
				}
				v.taps(`[...document.querySelectorAll("button")].find((e) => e.textContent === "Load the five games")`)
				v.says("#boot", "Kept")
				v.taps(`document.querySelector("input[value=Jo]")`)
				v.taps(`[...document.querySelectorAll("button")].find((e) => e.textContent === "Check")`)
				v.taps(`document.querySelector("#console").editor ? document.querySelector(".cm-content") : document.querySelector("#console")`)
				v.keys("count games" + drive.Enter + "read ga")
				if valueOf[bool](v, `Boolean(document.querySelector("[data-goal][data-state=passed], [role=log] .log-entry"))`) {
					t.Error("something was done without an engine")
				}
				v.run(`new BroadcastChannel("go").postMessage("go")`)
				for _, goal := range []string{"games-loaded", "loss-found", "rows-counted"} {
					v.wait(`[data-goal="` + goal + `"][data-state="passed"]`)
				}
				v.until(consoleText + ` === "read ga"`)
				v.until(`document.activeElement.closest(".editor")`)
				v.keys("mes")
				v.until(consoleText + ` === "read games"`)
				v.saved()
				v.judge()
			})
		})
	}
}

// taps clicks the middle of an element, whatever it is by then.
func (v *visit) taps(element string) {
	v.t.Helper()
	at := valueOf[[]float64](v, `((e) => {
		e.scrollIntoView({block: "center"});
		const box = e.getBoundingClientRect();
		return [box.x + box.width / 2, box.y + box.height / 2];
	})(`+element+`)`)
	ctx, cancel := v.within(patience)
	defer cancel()
	v.must("click "+element, v.page.Click(ctx, at[0], at[1]))
}
