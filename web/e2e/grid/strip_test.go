//go:build e2e

package grid

import (
	"context"
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"tabletop/web/e2e"
)

// TestTimelineByTouch goes back and forward in time on a phone, by touch alone.
func TestTimelineByTouch(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.NewSandbox()
	tab.Commands(e2e.Orders...)
	tab.Command("read orders prefix=be")
	tab.Size(390, 844)
	tab.Click("button", "History")
	const state, at = `document.querySelector("#time-step")`, `document.querySelector(".time-bar .label").textContent`
	tap := func(name string) {
		t.Helper()
		x, y := middle(tab, fmt.Sprintf(`[...document.querySelectorAll(".time button, .looking button, #dialog button")].find((b) => (b.ariaLabel ?? b.textContent) === %q)`, name))
		touch(tab, input.DispatchTouchEventTypeTouchStart, x, y)
		touch(tab, input.DispatchTouchEventTypeTouchEnd, x, y)
	}
	tab.Until(at + ` === "6 of 6"`)
	tap("Undo")
	tab.Until(at + ` === "5 of 6"`)
	tap("Redo")
	tab.Until(at + ` === "6 of 6"`)
	x, y := middle(tab, state)
	wide := e2e.Eval[float64](tab, state+`.getBoundingClientRect().width`)
	tab.Drag([2]float64{x + wide/2 - 8, y}, [2]float64{x + 0.4*wide, y}, [2]float64{x + 0.2*wide, y}, [2]float64{x, y})
	tab.Until(at + ` === "3 of 6"`)
	tab.WaitText(".looking", "after change 3")
	if tag := e2e.Eval[string](tab, `getComputedStyle(document.querySelector(".metrics"), "::before").content`); tag != `"At present"` {
		t.Errorf("the metrics say %s", tag)
	}
	tab.Shot("timeline-phone")
	tab.Axe()
	tap("Show now")
	tab.Until(at + ` === "6 of 6" && ` + state + `.value === "6"`)
	x, y = middle(tab, `document.querySelector("#checkpoint-name")`)
	touch(tab, input.DispatchTouchEventTypeTouchStart, x, y)
	touch(tab, input.DispatchTouchEventTypeTouchEnd, x, y)
	tab.Until(`document.activeElement.id === "checkpoint-name"`)
	tab.Paste("all of it")
	tap("Keep this state")
	tab.WaitText(".checkpoints", "all of it")
	tap("Begin again…")
	tab.WaitText("#dialog", "Everything in this sandbox goes")
	tap("Begin again")
	tab.Until(`document.querySelector("#time-step").disabled`)
	small := e2e.Eval[[]string](tab, `[...document.querySelectorAll(".time button, .time input, .looking button")].filter((e) => {
		const b = e.getBoundingClientRect();
		return b.width > 0 && (b.width < 24 || b.height < 24);
	}).map((e) => e.outerHTML)`)
	if len(small) > 0 {
		t.Errorf("too small for a finger: %q", small)
	}
}

// middle scrolls an element into view and returns the position of its middle on the screen.
func middle(tab *e2e.Tab, element string) (x, y float64) {
	tab.T.Helper()
	tab.Until(element)
	at := e2e.Eval[[]float64](tab, `((e) => {
		e.scrollIntoView({block: "center"});
		const b = e.getBoundingClientRect();
		return [b.left + b.width / 2, b.top + b.height / 2];
	})(`+element+`)`)
	return at[0], at[1]
}

// place returns the position on the screen of a fraction of the strip's height.
func place(tab *e2e.Tab, part float64) (x, y float64) {
	tab.T.Helper()
	box := e2e.Eval[[]float64](tab, `((b) => [b.left, b.top, b.width, b.height])(`+e2e.Strip+`.getBoundingClientRect())`)
	return box[0] + box[2]/2, box[1] + part*box[3]
}

// pointer moves the mouse to a fraction of the strip's height, or presses or releases its
// button there.
func pointer(tab *e2e.Tab, kind input.DispatchMouseEventType, part float64) {
	tab.T.Helper()
	x, y := place(tab, part)
	e2e.Do(tab, string(kind), func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		e := input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: "left", ClickCount: 1}
		if kind == input.DispatchMouseEventTypeMouseMoved {
			e.ClickCount = 0
		}
		_, err := cdp.Call(ctx, t, input.DispatchMouseEvent, e)
		return chromedp.Void{}, err
	})
}

// finger puts a finger on a fraction of the strip's height, moves it there or lifts it.
func finger(tab *e2e.Tab, kind input.DispatchTouchEventType, part float64) {
	tab.T.Helper()
	x, y := place(tab, part)
	touch(tab, kind, x, y)
}

// touch puts a finger on the screen, moves it or lifts it.
func touch(tab *e2e.Tab, kind input.DispatchTouchEventType, x, y float64) {
	tab.T.Helper()
	e2e.Do(tab, string(kind), func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		e := input.DispatchTouchEventParams{Type: kind, TouchPoints: []*input.TouchPoint{{X: x, Y: y}}}
		if kind == input.DispatchTouchEventTypeTouchEnd {
			e.TouchPoints = []*input.TouchPoint{}
		}
		_, err := cdp.Call(ctx, t, input.DispatchTouchEvent, e)
		return chromedp.Void{}, err
	})
}

// firstRow is a JavaScript expression for the number of the first visible row.
const firstRow = `+` + e2e.Strip + `.ariaValueNow`

// tipShown is a JavaScript expression that is true if the tip of the strip is visible.
const tipShown = `getComputedStyle(document.querySelector(".strip-tip")).visibility === "visible"`

// tipNear returns a JavaScript expression that is true if the tip names the given row, or one
// that shares a pixel of the strip with it.
func tipNear(row int) string {
	return fmt.Sprintf(`Math.abs(document.querySelector(".strip-tip b").textContent.slice(1) - %d) <= 2`, row)
}

// TestStripByPointer uses the strip with the mouse.
func TestStripByPointer(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	tab.Ladder()
	tab.Command("read t start=r100 end=r150 regex=r.*5")
	pointer(tab, input.DispatchMouseEventTypeMouseMoved, 0.5)
	tab.Until(tipShown + " && " + tipNear(300))
	tab.WaitText(".strip-tip", " of 600")
	for _, meaning := range []string{"returned", "scanned in vain", "a tablet begins", "rows in sight"} {
		tab.WaitText(".strip-tip li", meaning)
	}
	tab.Shot("strip-tip")
	tab.Prefer("prefers-color-scheme", "dark")
	tab.Shot("strip-tip-dark")
	tab.Prefer()

	// While the strip is dragged, rows and tip follow.
	pointer(tab, input.DispatchMouseEventTypeMousePressed, 0.5)
	for part := 0.5; part < 0.9; part += 0.05 {
		pointer(tab, input.DispatchMouseEventTypeMouseMoved, part)
	}
	pointer(tab, input.DispatchMouseEventTypeMouseMoved, 0.9)
	tab.Until(`document.querySelector('[data-key="r540"]') && ` + tipNear(540))
	pointer(tab, input.DispatchMouseEventTypeMouseReleased, 0.9)
	before := e2e.Eval[int](tab, firstRow)
	pointer(tab, input.DispatchMouseEventTypeMouseMoved, 0.2)
	tab.Until(tipNear(120))
	if now := e2e.Eval[int](tab, firstRow); now != before {
		t.Errorf("the rows moved from %d to %d with nothing pressed", before, now)
	}
	tab.Run(`document.querySelector("#console").scrollIntoView()`)
	e2e.Do(tab, "move away", chromedp.MouseClickXY(5, 300))
	tab.Until(`!(` + tipShown + `)`)
}

// TestStripByTouch uses the strip by touch.
func TestStripByTouch(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Ladder()
	tab.Command("read t start=r100 end=r150 regex=r.*5")
	tab.Size(390, 844)
	tab.Part("Table")
	finger(tab, input.DispatchTouchEventTypeTouchStart, 0.1)
	for _, part := range []float64{0.2, 0.3, 0.4, 0.5} {
		finger(tab, input.DispatchTouchEventTypeTouchMove, part)
	}
	tab.Until(`document.querySelector('[data-key="r300"]') && ` + tipShown + " && " + tipNear(300))
	tab.Until(`((b) => b.left >= 0 && b.right <= 390)(document.querySelector(".strip-tip").getBoundingClientRect())`)
	tab.Shot("strip-phone")
	finger(tab, input.DispatchTouchEventTypeTouchEnd, 0.5)
	tab.Until(`!(` + tipShown + `)`)
	if wide := e2e.Eval[float64](tab, e2e.Strip+`.getBoundingClientRect().width`); wide < 24 {
		t.Errorf("the strip is %.0f pixels wide", wide)
	}
}
