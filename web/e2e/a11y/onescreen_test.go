//go:build e2e

package a11y

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"

	"tabletop/web/e2e"
)

// outside is a JavaScript expression for the parts of a bench that are not completely within
// the window.
const outside = `[".key-bar", ".chips", ".status", ".prompt", ".load-card canvas", ".plane", ...[...document.querySelectorAll("[data-query] summary")].keys()].filter((of) => {
	const e = typeof of === "number" ? document.querySelectorAll("[data-query] summary")[of] : document.querySelector(of);
	const b = e?.getBoundingClientRect();
	return !b || b.width < 20 || b.top < 0 || b.left < 0 || b.bottom > innerHeight || b.right > innerWidth;
}).map(String)`

// whole is a JavaScript expression for the number of rows that are completely visible.
const whole = `(() => {
	const grid = document.querySelector("[role=grid]").getBoundingClientRect(), head = document.querySelector(".grid-head").getBoundingClientRect();
	return [...document.querySelectorAll("[role=row][data-key]")].filter((e) => { const b = e.getBoundingClientRect(); return b.top >= head.bottom - 1 && b.bottom <= grid.bottom + 1; }).length;
})()`

// shown is a JavaScript expression for what a bench shows that depends on the row key: rows,
// costs of questions, load, and designs.
const shown = `["[role=row][data-key]", "[data-query] .cost", ".load-card", ".attempts .num"].map((css) => [...document.querySelectorAll(css)].map((e) => e.dataset.key ?? e.textContent).join("|"))`

// TestOneScreen checks that the row key and everything that depends on it are visible together,
// and that moving a field of the key changes all of it.
func TestOneScreen(t *testing.T) {
	t.Parallel()
	tab := e2e.OpenExample(t, "Quotes of a market")
	tab.Until(`document.querySelectorAll("[data-query]").length === 3`)
	before := func() []string { return e2e.Eval[[]string](tab, shown) }
	changed := func(how string, was []string) {
		t.Helper()
		tab.Until(fmt.Sprintf(`%s.every((now, i) => now !== %s[i])`, shown, listed(was)))
		t.Log(how, before()[1:])
	}
	tab.Wait(".load-card canvas")
	tab.WaitText(".attempts", "Change the key")
	was := before()
	tab.Run(`document.querySelector(".chips [data-segment=symbol]").focus()`)
	tab.Press(kb.ArrowRight)
	changed("by keyboard", was)
	if !strings.Contains(e2e.Eval[string](tab, `document.activeElement.dataset.segment ?? ""`), "symbol") {
		t.Error("the field that was moved has lost the focus")
	}
	for _, s := range [][2]int64{{1440, 900}, {1280, 720}} {
		tab.Size(s[0], s[1])
		if n := e2e.Eval[int](tab, whole); n < 8 {
			t.Errorf("%v: %d rows are in sight", s, n)
		}
		if out := e2e.Eval[[]string](tab, outside); len(out) > 0 {
			t.Errorf("%v: out of sight: %v", s, out)
		}
		tab.Shot(fmt.Sprintf("one-screen-%d", s[0]))
	}
	// Long content of the column at the side, also where it is hidden, must not make the page
	// itself longer.
	tab.Run(`document.querySelectorAll("[data-query] summary, [data-query] [aria-expanded=false]").forEach((e) => e.click())`)
	tab.Until(`document.querySelector(".cards").scrollHeight > document.querySelector(".cards").clientHeight + 100`)
	if over := e2e.Eval[int](tab, `document.documentElement.scrollHeight - innerHeight`); over > 0 {
		t.Errorf("the page is %d pixels longer than the window", over)
	}
	was = before()
	centre := func(field string) [2]float64 {
		return tab.Spot(fmt.Sprintf(`document.querySelector(".chips [data-segment=%s]")`, field), 0.5)
	}
	from, to := centre("quotetime"), centre("exchange")
	to[0] -= 20
	tab.Mouse(input.DispatchMouseEventTypeMousePressed, from)
	tab.Mouse(input.DispatchMouseEventTypeMouseMoved, [2]float64{(from[0] + to[0]) / 2, to[1]})
	tab.Mouse(input.DispatchMouseEventTypeMouseMoved, to)
	tab.Mouse(input.DispatchMouseEventTypeMouseReleased, to)
	changed("by pointer", was)
	if segment := e2e.Eval[string](tab, `document.querySelector(".chips [data-segment]").dataset.segment`); segment != "quotetime" {
		t.Errorf("the first field is %s", segment)
	}
}

// listed returns the texts as a JavaScript array.
func listed(texts []string) string {
	b, _ := json.Marshal(texts)
	return string(b)
}
