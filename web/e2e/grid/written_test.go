//go:build e2e

package grid

import (
	"strings"
	"testing"

	"tabletop/web/e2e"
)

// inGrid returns a JavaScript expression that is true if the cell with a text is visible in the
// grid's box, to the right of the fixed row keys.
func inGrid(text string) string {
	return `(() => {
		const box = document.querySelector("#grid"), within = box.getBoundingClientRect()
		const cell = [...box.querySelectorAll("[role=gridcell]")].find((e) => e.textContent.startsWith("` + text + `"))
		if (!cell) return false
		const at = cell.getBoundingClientRect(), key = box.querySelector("[role=columnheader]").getBoundingClientRect()
		return at.left >= key.right - 1 && at.right <= within.left + box.clientWidth + 1 &&
			at.top >= key.bottom - 1 && at.bottom <= within.top + box.clientHeight + 1
	})()`
}

// flashes is a JavaScript expression for the cells that are highlighted, each with the easing
// of its animation.
const flashes = `document.querySelector("#grid").getAnimations({subtree: true}).filter((a) => a.id === "written").map((a) => a.effect.target.textContent + " " + a.effect.getTiming().easing)`

// TestWrittenCellIsInSight writes cells to the right of and below the visible part. The grid
// must scroll to each written cell and highlight it for a moment, without a fade if the reader
// prefers reduced motion.
func TestWrittenCellIsInSight(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Size(1280, 720)
	tab.NewSandbox()
	script := []string{"createtable wide families=anchor,contents,meta"}
	for i := range 60 {
		script = append(script, "set wide row"+string(rune('a'+i/26))+string(rune('a'+i%26))+" anchor:com.example.a-long-name"+string(rune('a'+i%6))+"=some-text")
	}
	tab.Commands(script...)
	tab.Until(`document.querySelector("#grid")?.scrollWidth > document.querySelector("#grid").clientWidth + 400`)
	tab.Run(`document.querySelector("#grid").scrollTop = 0`)

	tab.Command("set wide rowzz meta:lang=far-away")
	tab.Until(inGrid("far-away"))
	tab.Until(`document.querySelector("#grid").scrollLeft > 0 && document.querySelector("#grid").scrollTop > 0`)
	if all := strings.Join(e2e.Eval[[]string](tab, flashes), ","); all != "far-away ease-in" && all != "" {
		t.Errorf("these flash: %s", all)
	}
	tab.Prefer("prefers-reduced-motion", "reduce")
	tab.Run(`Element.prototype.animate = (of => function (...a) { this.ownerDocument.body.dataset.flashed = this.textContent + " " + a[1].easing; return of.apply(this, a) })(Element.prototype.animate)`)
	tab.Command("set wide rowaa anchor:com.example.a-long-namea=again")
	tab.Until(inGrid("again"))
	if how := e2e.Eval[string](tab, `document.body.dataset.flashed ?? ""`); !strings.HasPrefix(how, "again") || !strings.HasSuffix(how, "steps(1, end)") {
		t.Errorf("what was written stands out by %q", how)
	}
	tab.Shot("written")
}
