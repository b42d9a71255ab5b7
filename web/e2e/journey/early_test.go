//go:build e2e && linux

package journey

import (
	"testing"

	"tabletop/web/e2e"
	"tabletop/web/test/drive"
)

// held is the start of a script in which the promise told resolves when a message arrives on
// the channel "go". The worker waits for it.
const held = `const told = new Promise((go) => { new BroadcastChannel("go").onmessage = go; });`

// TestJourneyEarly clicks and types before the engine is available: while the page still shows
// the prerendered HTML, and while its program waits for the engine. Everything must be done in
// order once the engine is available, and a text that is being typed must stay. Meanwhile the
// text of every step can be read.
func TestJourneyEarly(t *testing.T) {
	for name, worker := range map[string]string{
		"prerendered": held + `const fetched = self.fetch; self.fetch = async (...args) => { await told; return fetched(...args); };`,
		"mounted":     held + `const post = self.postMessage.bind(self); self.postMessage = async (data, ...rest) => { if (data.frame) await told; post(data, ...rest); };`,
	} {
		t.Run(name, func(t *testing.T) {
			e2e.InEach(t, func(t *testing.T, kind drive.Kind) {
				if name != "prerendered" {
					e2e.Seldom(t)
				}
				v := e2e.Visiting(t, kind, e2e.ServeDir(t, e2e.WorkerWith(t, "{ "+worker+" }\n"), "/"))
				v.GoTo(v.Site.URL + "lessons/" + e2e.LessonSlug + "/")
				if name == "mounted" {
					v.Until(`globalThis.tabletop?.unsaved`)
				}
				v.Says("#boot", "what you type or tap is done")
				if name == "prerendered" {
					v.Until(`((steps) => steps.length > 2 && steps.every((e) => e.getClientRects().length > 0))([...document.querySelectorAll(".steps-text .step")])`)
				}
				taps(v, `[...document.querySelectorAll("button")].find((e) => e.textContent === "Load the five games")`)
				v.Says("#boot", "Kept")
				taps(v, `document.querySelector("input[value=Jo]")`)
				taps(v, `[...document.querySelectorAll("button")].find((e) => e.textContent === "Check")`)
				taps(v, `document.querySelector("#console").editor ? document.querySelector(".cm-content") : document.querySelector("#console")`)
				v.Keys("count games" + drive.Enter + "read ga")
				if e2e.ValueOf[bool](v, `Boolean(document.querySelector("[data-goal][data-state=passed], [role=log] .log-entry"))`) {
					t.Error("something was done without an engine")
				}
				v.Run(`new BroadcastChannel("go").postMessage("go")`)
				for _, goal := range []string{"games-loaded", "loss-found", "rows-counted"} {
					v.Wait(`[data-goal="` + goal + `"][data-state="passed"]`)
				}
				v.Until(e2e.ConsoleText + ` === "read ga"`)
				v.Until(`document.activeElement.closest(".editor")`)
				v.Keys("mes")
				v.Until(e2e.ConsoleText + ` === "read games"`)
				v.Saved()
				v.Judge()
			})
		})
	}
}

// taps clicks the point at the middle of an element. It does not check which element is there
// when the click arrives.
func taps(v *e2e.Visit, element string) {
	v.T.Helper()
	at := e2e.ValueOf[[]float64](v, `((e) => {
		e.scrollIntoView({block: "center"});
		const box = e.getBoundingClientRect();
		return [box.x + box.width / 2, box.y + box.height / 2];
	})(`+element+`)`)
	ctx, cancel := v.Within(e2e.Patience)
	defer cancel()
	v.Must("click "+element, v.Page.Click(ctx, at[0], at[1]))
}
