//go:build e2e

package grid

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tabletop/web/e2e"
)

// lined is a JavaScript expression for the choices of a question, in the order in which they
// are shown.
const lined = `[...document.querySelectorAll(".line li")].map((e) => e.dataset.value)`

// TestListIsDragged orders a list with the mouse, by touch on a handle, and with the arrow
// keys. The whole list must be visible on a small screen.
func TestListIsDragged(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Size(1280, 720)
	tab.Open("/lessons/byte-order/")
	tab.Wait(".line button:not([aria-disabled])")
	if low := e2e.Eval[float64](tab, `document.querySelector(".question .line + .row").getBoundingClientRect().bottom`); low > 720 {
		t.Errorf("what checks the list ends at %.0f of 720 pixels", low)
	}
	before := e2e.Eval[[]string](tab, lined)
	mouse := func(kind input.DispatchMouseEventType, at [2]float64) {
		e2e.Do(tab, "mouse", func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
			_, err := cdp.Call(ctx, t, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind, X: at[0], Y: at[1], Button: input.MouseButtonLeft, Buttons: 1, ClickCount: 1})
			return chromedp.Void{}, err
		})
	}
	row := func(n string) string { return `document.querySelector(".line li:nth-child(` + n + `) code")` }
	mouse(input.DispatchMouseEventTypeMousePressed, tab.Spot(row("1"), 0.5))
	for _, n := range []string{"2", "3", "4"} {
		mouse(input.DispatchMouseEventTypeMouseMoved, tab.Spot(row(n), 0.9))
	}
	mouse(input.DispatchMouseEventTypeMouseReleased, tab.Spot(row("1"), 0.5))
	tab.Until(lined + `[0] !== "` + before[0] + `"`)
	after := e2e.Eval[[]string](tab, lined)
	if after[0] != before[1] || len(after) != len(before) {
		t.Errorf("dragged by the mouse, %v stand in place of %v", after, before)
	}
	if e2e.Eval[string](tab, `String(getSelection())`) != "" {
		t.Error("dragging selects text")
	}

	tab.Run(`document.querySelector(".line li:nth-child(2) button:last-child").focus()`)
	tab.Press(kb.ArrowDown)
	tab.Until(lined + `.join() !== "` + strings.Join(after, ",") + `"`)
	tab.Touch()
	grip := func(n string) string { return `document.querySelector(".line li:nth-child(` + n + `) .grip")` }
	was := strings.Join(e2e.Eval[[]string](tab, lined), ",")
	tab.Drag(tab.Spot(grip("1"), 0.5), tab.Spot(grip("2"), 0.5), tab.Spot(grip("3"), 0.9))
	tab.Until(lined + `.join() !== "` + was + `"`)
}
