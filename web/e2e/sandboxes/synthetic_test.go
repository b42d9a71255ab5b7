//go:build e2e

package sandboxes

import (
	"fmt"
	"strings"
	"testing"

	"tabletop/engine"
	"tabletop/engine/link"
	"tabletop/engine/plan"
	"tabletop/engine/wire"
	"tabletop/web/e2e"
)

// TestSyntheticLink shares a design with synthetic data, ten times as many, and opens the link. Its figures must be
// those that the dialog has said, and it must hold no name of the data.
func TestSyntheticLink(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Open(e2e.LinkTo(t, "Battery", e2e.Battery(2000), engine.SetWorkload{Queries: []plan.Query{
		{ID: "Ada’s battery", Where: []plan.Cond{{Field: "user", Value: "Ada"}}},
		{ID: "nobody’s battery", Where: []plan.Cond{{Field: "user", Value: "Nobody"}}},
	}}))
	tab.Click("button", "Make a sandbox of it")
	tab.SandboxShown()
	tab.Saved()
	tab.PressButton("Share")
	tab.WaitText("dialog", "steps to run")
	tab.Run(`document.querySelector("#share-synthetic").click()`)
	const costs = `[...document.querySelectorAll(".share-costs td")].map((e) => Number(e.textContent.replace(/,/g, "")))`
	tab.UntilWithin(e2e.Patience*3, costs+`.length === 2`)
	if got := e2e.Eval[[]int](tab, costs); got[0] != 2000 || got[1] != 2000 {
		t.Errorf("a full scan reads %d rows here and %d in the link", got[0], got[1])
	}
	tab.WaitText("dialog", "left out: nobody’s battery")
	tab.Shot("synthetic-link")
	tab.Axe()
	choose := func(field, value string) {
		tab.Run(fmt.Sprintf(`(() => {
			const e = document.querySelector("#%s");
			e.value = "%s";
			e.dispatchEvent(new Event("input", {bubbles: true}));
			e.dispatchEvent(new Event("change", {bubbles: true}));
		})()`, field, value))
	}
	choose("share-size", "10")
	tab.UntilWithin(e2e.Patience*3, costs+`[1] > 15000`) // some of them at the same time, so that they share a row
	choose("share-axis", "user")
	tab.UntilWithin(e2e.Patience*3, costs+`[1] === 20000`)
	tab.Size(390, 844)
	tab.Shot("synthetic-link-390")
	tab.Size(1280, 720)
	tab.Shot("synthetic-link-1280")
	_, text, _ := strings.Cut(e2e.Eval[string](tab, `document.querySelector("#link-text").value`), "#open=")
	content, err := link.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	if held := string(wire.Encode(&content, wire.EngineSets)); strings.Contains(held, "Ada") {
		t.Error("the link holds the name that the question is about")
	}
	tab.Click("button", "Open it")
	tab.WaitText("dialog", "generated from a recipe")
	tab.Click("button", "Make a sandbox of it")
	tab.UntilWithin(e2e.Patience*3, `[...document.querySelectorAll("[data-figure^='scanned-']")].some((e) => e.dataset.value === "20000")`)
}
