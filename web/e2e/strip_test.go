//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// TestTimelineByTouch goes back and forward on a phone, by touch alone.
func TestTimelineByTouch(t *testing.T) {
	seldom(t)
	t.Parallel()
	tab := begin(t)
	tab.newSandbox()
	tab.commands(orders...)
	tab.Command("read orders prefix=be")
	tab.Size(390, 844)
	tab.Click("button", "History")
	const state, at = `document.querySelector("#time-step")`, `document.querySelector(".time-bar .label").textContent`
	tap := func(name string) {
		t.Helper()
		x, y := tab.middle(fmt.Sprintf(`[...document.querySelectorAll(".time button, .looking button, #dialog button")].find((b) => (b.ariaLabel ?? b.textContent) === %q)`, name))
		tab.touch(input.DispatchTouchEventTypeTouchStart, x, y)
		tab.touch(input.DispatchTouchEventTypeTouchEnd, x, y)
	}
	tab.Until(at + ` === "6 of 6"`)
	tap("Undo")
	tab.Until(at + ` === "5 of 6"`)
	tap("Redo")
	tab.Until(at + ` === "6 of 6"`)
	x, y := tab.middle(state)
	wide := Eval[float64](tab, state+`.getBoundingClientRect().width`)
	tab.drag([2]float64{x + wide/2 - 8, y}, [2]float64{x + 0.4*wide, y}, [2]float64{x + 0.2*wide, y}, [2]float64{x, y})
	tab.Until(at + ` === "3 of 6"`)
	tab.WaitText(".looking", "after change 3")
	if tag := Eval[string](tab, `getComputedStyle(document.querySelector(".metrics"), "::before").content`); tag != `"At present"` {
		t.Errorf("the metrics say %s", tag)
	}
	tab.Shot("timeline-phone")
	tab.Axe()
	tap("Show now")
	tab.Until(at + ` === "6 of 6" && ` + state + `.value === "6"`)
	x, y = tab.middle(`document.querySelector("#checkpoint-name")`)
	tab.touch(input.DispatchTouchEventTypeTouchStart, x, y)
	tab.touch(input.DispatchTouchEventTypeTouchEnd, x, y)
	tab.Until(`document.activeElement.id === "checkpoint-name"`)
	tab.Paste("all of it")
	tap("Keep this state")
	tab.WaitText(".checkpoints", "all of it")
	tap("Begin again…")
	tab.WaitText("#dialog", "Everything in this sandbox goes")
	tap("Begin again")
	tab.Until(`document.querySelector("#time-step").disabled`)
	small := Eval[[]string](tab, `[...document.querySelectorAll(".time button, .time input, .looking button")].filter((e) => {
		const b = e.getBoundingClientRect();
		return b.width > 0 && (b.width < 24 || b.height < 24);
	}).map((e) => e.outerHTML)`)
	if len(small) > 0 {
		t.Errorf("too small for a finger: %q", small)
	}
}

// middle scrolls an element into view and returns where on the screen its middle
// is.
func (tab *Tab) middle(element string) (x, y float64) {
	tab.t.Helper()
	tab.Until(element)
	at := Eval[[]float64](tab, `((e) => {
		e.scrollIntoView({block: "center"});
		const b = e.getBoundingClientRect();
		return [b.left + b.width / 2, b.top + b.height / 2];
	})(`+element+`)`)
	return at[0], at[1]
}

// place returns where on the screen a part of the strip's height is.
func (tab *Tab) place(part float64) (x, y float64) {
	tab.t.Helper()
	box := Eval[[]float64](tab, `((b) => [b.left, b.top, b.width, b.height])(`+strip+`.getBoundingClientRect())`)
	return box[0] + box[2]/2, box[1] + part*box[3]
}

// pointer moves the mouse to a part of the strip's height, or presses or releases
// it there.
func (tab *Tab) pointer(kind input.DispatchMouseEventType, part float64) {
	tab.t.Helper()
	x, y := tab.place(part)
	do(tab, string(kind), func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		e := input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: "left", ClickCount: 1}
		if kind == input.DispatchMouseEventTypeMouseMoved {
			e.ClickCount = 0
		}
		_, err := cdp.Call(ctx, t, input.DispatchMouseEvent, e)
		return chromedp.Void{}, err
	})
}

// finger puts a finger on a part of the strip's height, moves or lifts it.
func (tab *Tab) finger(kind input.DispatchTouchEventType, part float64) {
	tab.t.Helper()
	x, y := tab.place(part)
	tab.touch(kind, x, y)
}

// touch puts a finger on the screen, moves or lifts it.
func (tab *Tab) touch(kind input.DispatchTouchEventType, x, y float64) {
	tab.t.Helper()
	do(tab, string(kind), func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		e := input.DispatchTouchEventParams{Type: kind, TouchPoints: []*input.TouchPoint{{X: x, Y: y}}}
		if kind == input.DispatchTouchEventTypeTouchEnd {
			e.TouchPoints = []*input.TouchPoint{}
		}
		_, err := cdp.Call(ctx, t, input.DispatchTouchEvent, e)
		return chromedp.Void{}, err
	})
}

// firstRow is the expression of the number of the first row in sight.
const firstRow = `+` + strip + `.ariaValueNow`

const tipShown = `getComputedStyle(document.querySelector(".strip-tip")).visibility === "visible"`

// tipNear is the expression of a tip that names a row, or one so near that they
// share a pixel of the strip.
func tipNear(row int) string {
	return fmt.Sprintf(`Math.abs(document.querySelector(".strip-tip b").textContent.slice(1) - %d) <= 2`, row)
}

func TestStripByPointer(t *testing.T) {
	t.Parallel()
	tab := begin(t)
	tab.Size(screens[0].width, screens[0].height)
	tab.ladder()
	tab.Command("read t start=r100 end=r150 regex=r.*5")
	tab.pointer(input.DispatchMouseEventTypeMouseMoved, 0.5)
	tab.Until(tipShown + " && " + tipNear(300))
	tab.WaitText(".strip-tip", " of 600")
	for _, meaning := range []string{"returned", "scanned in vain", "a tablet begins", "rows in sight"} {
		tab.WaitText(".strip-tip li", meaning)
	}
	tab.Shot("strip-tip")
	tab.Prefer("prefers-color-scheme", "dark")
	tab.Shot("strip-tip-dark")
	tab.Prefer()

	// Dragged, rows and tip follow.
	tab.pointer(input.DispatchMouseEventTypeMousePressed, 0.5)
	for part := 0.5; part < 0.9; part += 0.05 {
		tab.pointer(input.DispatchMouseEventTypeMouseMoved, part)
	}
	tab.pointer(input.DispatchMouseEventTypeMouseMoved, 0.9)
	tab.Until(`document.querySelector('[data-key="r540"]') && ` + tipNear(540))
	tab.pointer(input.DispatchMouseEventTypeMouseReleased, 0.9)
	before := Eval[int](tab, firstRow)
	tab.pointer(input.DispatchMouseEventTypeMouseMoved, 0.2)
	tab.Until(tipNear(120))
	if now := Eval[int](tab, firstRow); now != before {
		t.Errorf("the rows moved from %d to %d with nothing pressed", before, now)
	}
	tab.Run(`document.querySelector("#console").scrollIntoView()`)
	do(tab, "move away", chromedp.MouseClickXY(5, 300))
	tab.Until(`!(` + tipShown + `)`)
}

func TestStripByTouch(t *testing.T) {
	seldom(t)
	t.Parallel()
	tab := begin(t)
	tab.ladder()
	tab.Command("read t start=r100 end=r150 regex=r.*5")
	tab.Size(390, 844)
	tab.part("Table")
	tab.finger(input.DispatchTouchEventTypeTouchStart, 0.1)
	for _, part := range []float64{0.2, 0.3, 0.4, 0.5} {
		tab.finger(input.DispatchTouchEventTypeTouchMove, part)
	}
	tab.Until(`document.querySelector('[data-key="r300"]') && ` + tipShown + " && " + tipNear(300))
	tab.Until(`((b) => b.left >= 0 && b.right <= 390)(document.querySelector(".strip-tip").getBoundingClientRect())`)
	tab.Shot("strip-phone")
	tab.finger(input.DispatchTouchEventTypeTouchEnd, 0.5)
	tab.Until(`!(` + tipShown + `)`)
	if wide := Eval[float64](tab, strip+`.getBoundingClientRect().width`); wide < 24 {
		t.Errorf("the strip is %.0f pixels wide", wide)
	}
}
