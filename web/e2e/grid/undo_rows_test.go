//go:build e2e

package grid

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"tabletop/web/e2e"
)

// TestRowsAfterQuickUndos keeps five new keys one after the other, and undoes them as fast as a button
// can be pressed. The grid must then show rows under the first key, wherever it has been scrolled to.
func TestRowsAfterQuickUndos(t *testing.T) {
	t.Parallel()
	tab := e2e.OpenExample(t, "Quotes of a market")
	tab.Until(`document.querySelectorAll("[role=grid][aria-label=QUOTE] [role=row][data-key]").length > 5`)
	step := func(n int) {
		tab.Until(`document.querySelector(".time .opens").dataset.step === "` + strconv.Itoa(n) + `"`)
	}
	template := `document.querySelector("#template-QUOTE").value`
	first := e2e.Eval[string](tab, template)
	begin := e2e.Eval[int](tab, `+document.querySelector(".time .opens").dataset.step`)
	for try := range e2e.Times(4, 12) {
		for i := range 5 {
			tab.Run(`document.querySelector("[aria-label='Row key'] [data-segment]").focus()`)
			tab.Press(kb.ArrowRight)
			tab.Wait(".key-trial")
			tab.Run(`[...document.querySelectorAll(".key-trial button")].find((e) => e.textContent === "Keep").click()`)
			step(begin + i + 1)
		}
		tab.Run(fmt.Sprintf(`(async () => {
			for (let i = 0; i < 5; i++) {
				document.querySelector(".time [aria-label=Undo]").click()
				await new Promise((done) => setTimeout(done, %d))
			}
		})()`, []int{0, 20, 60, 120}[try%4]))
		step(begin)
		tab.Until(template + ` === "` + first + `"`)
		tab.Until(`[...document.querySelectorAll("[role=grid][aria-label=QUOTE] [role=row][data-key]")].every((row) => /^(NASDAQ|NYSE  )#/.test(row.dataset.key))`)
		if keys := tab.Keys("QUOTE"); len(keys) < 5 || !slices.IsSortedFunc(keys, strings.Compare) {
			t.Errorf("try %d: the grid shows %q", try, keys)
		}
	}
}
