//go:build e2e

package e2e

import (
	"context"
	"fmt"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// Mouse sends one event of the primary mouse button at a point, in CSS pixels of the viewport.
func (tab *Tab) Mouse(kind input.DispatchMouseEventType, at [2]float64) {
	tab.T.Helper()
	Do(tab, "mouse", func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, input.DispatchMouseEvent, input.DispatchMouseEventParams{
			Type: kind, X: at[0], Y: at[1], Button: input.MouseButtonLeft, Buttons: 1, ClickCount: 1})
		return chromedp.Void{}, err
	})
}

// Touch makes the browser report the tab as a touch screen.
func (tab *Tab) Touch() {
	tab.T.Helper()
	Do(tab, "emulate touch", func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
		return chromedp.Void{}, err
	})
}

// Drag puts a finger on the first point of a path, moves it through the other points, one per
// frame, holds it still at the last one and lifts it. Without the pause the browser would start
// to fling, and would use the next tap to stop the fling. A path of one point is a tap.
func (tab *Tab) Drag(way ...[2]float64) {
	tab.T.Helper()
	send := func(kind input.DispatchTouchEventType, points []*input.TouchPoint) {
		Do(tab, "touch", func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
			_, err := cdp.Call(ctx, t, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
			return chromedp.Void{}, err
		})
	}
	if len(way) > 1 {
		for range 8 {
			way = append(way, way[len(way)-1])
		}
	}
	for i, at := range way {
		kind := input.DispatchTouchEventTypeTouchMove
		if i == 0 {
			kind = input.DispatchTouchEventTypeTouchStart
		} else {
			tab.Run(`new Promise(requestAnimationFrame)`)
		}
		send(kind, []*input.TouchPoint{{X: at[0], Y: at[1]}})
	}
	send(input.DispatchTouchEventTypeTouchEnd, []*input.TouchPoint{})
}

// Tap taps the middle of the element that a JavaScript expression returns. It waits until the
// element has stood still for three frames and no other element covers its middle.
func (tab *Tab) Tap(expression string) {
	tab.T.Helper()
	tab.Until(expression + `?.checkVisibility()`)
	tab.Run(fmt.Sprintf(`(async () => {
		for (let last = "", still = 0; still < 3; ) {
			const e = %s;
			e?.scrollIntoView({block: "nearest"});
			const b = e?.getBoundingClientRect();
			const top = b && document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
			const at = JSON.stringify(b);
			still = at === last && top && (e.contains(top) || top.contains(e)) ? still + 1 : 0;
			last = at;
			await new Promise(requestAnimationFrame);
		}
	})()`, expression))
	tab.Drag(tab.Spot(expression, 0.5))
}

// Spot returns a point of an element in CSS pixels: the middle of its width, and the given
// fraction of its height (0 is the top, 1 the bottom).
func (tab *Tab) Spot(expression string, part float64) [2]float64 {
	tab.T.Helper()
	return Eval[[2]float64](tab, fmt.Sprintf(`((box) => [box.left + box.width / 2, box.top + box.height * %v])(%s.getBoundingClientRect())`, part, expression))
}
