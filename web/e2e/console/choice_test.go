//go:build e2e

package console

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"tabletop/web/e2e"
)

// TestChoicesKeepUp presses keys faster than the page draws. In the end the focus, the chosen
// option and what the page shows must agree.
func TestChoicesKeepUp(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.NewSandbox()
	tab.Commands(e2e.Orders...)
	shown := map[string]string{"view-grid": "#grid.grid", "view-pairs": "ol.pairs", "view-nested": "ol.nested", "view-heat": ".load"}
	views := []string{"view-grid", "view-pairs", "view-nested", "view-heat"}
	tab.Run(`document.querySelector("input[name=view]:checked").focus()`)
	const left, right = kb.ArrowLeft, kb.ArrowRight
	at := 0
	for i, keys := range []string{right + right, left + left, left, left + left, right + left, left + left + left, right + right, left + left, left + left, right + right} {
		for _, k := range keys {
			if string(k) == right {
				at = (at + 1) % 4
			} else {
				at = (at + 3) % 4
			}
		}
		tab.Press(keys)
		want := views[at]
		tab.Wait(shown[want])
		tab.Run(e2e.TwoFrames)
		if got := e2e.Eval[[]string](tab, `[document.activeElement.value, document.querySelector("input[name=view]:checked")?.value ?? ""]`); got[0] != want || got[1] != want {
			t.Fatalf("%d: the focus is on %s, chosen is %s, not %s", i, got[0], got[1], want)
		}
	}

	// The same for a select and a checkbox.
	tab.Replace("textbox", "Console", "read orders")
	tab.Click("button", "Scan builder")
	tab.Focus("combobox", "Which rows")
	for _, c := range []struct{ keys, want string }{
		{kb.ArrowDown + kb.ArrowDown + kb.ArrowDown, "range"}, {kb.ArrowUp + kb.ArrowUp + kb.ArrowDown, "prefix"}, {kb.End + kb.Home + kb.ArrowDown, "one"},
	} {
		tab.Press(c.keys)
		shows(tab, "builder-what", c.want)
		tab.Run(e2e.TwoFrames)
		shows(tab, "builder-what", c.want)
		if field := map[string]string{"range": "start", "prefix": "prefix", "one": "row"}[c.want]; field != "" {
			tab.Wait("#builder-" + field)
		}
	}
	tab.Press(kb.Home)
	tab.Focus("checkbox", "Without values")
	for n := 1; n <= 5; n++ {
		for range n {
			tab.Press(" ")
		}
		text := "read orders"
		if n%4 == 1 || n%4 == 2 { // 1, 3, 6, 10 and 15 keys in all
			text += " keys-only=true"
		}
		says(tab, text)
		tab.Until(fmt.Sprintf(`document.getElementById("builder-keys-only").checked === %v`, text != "read orders"))
	}
}
