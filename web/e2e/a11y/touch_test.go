//go:build e2e

package a11y

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"tabletop/web/e2e"
)

// Inset sets the safe-area insets: how many pixels at each side the corners of the screen, or
// what the system draws over it, take up.
func Inset(tab *e2e.Tab, top, right, bottom, left int64) {
	tab.T.Helper()
	e2e.Do(tab, "set the insets", func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, emulation.SetSafeAreaInsetsOverride, emulation.SetSafeAreaInsetsOverrideParams{
			Insets: &emulation.SafeAreaInsets{Top: &top, Right: &right, Bottom: &bottom, Left: &left}})
		return chromedp.Void{}, err
	})
}

// labelled returns a JavaScript expression for the visible button with a text or a name.
func labelled(name string) string {
	return fmt.Sprintf(`[...document.querySelectorAll("button, label, [role=option], summary")].find((e) => e.checkVisibility() && (e.ariaLabel ?? e.textContent).trim() === %q)`, name)
}

// hardToHit is a JavaScript expression for the visible buttons, links and fields whose area for
// a finger is less than 44 pixels wide or high, each with its size. It measures around the
// middle, in each direction, how far a tap still reaches the element. Elements within a text
// are exempt, since they are as high as its lines.
const hardToHit = `[...document.querySelectorAll("button, a[href], select, input, summary")].map((e) => {
	const {left, top, width, height} = e.getBoundingClientRect(), x = left + width / 2, y = top + height / 2;
	const is = (x, y) => { const at = document.elementFromPoint(x, y); return at && (e.contains(at) || at.closest("label")?.contains(e)); };
	if (width < 2 || e.closest(".prose, .lead, dd > p, .sentence") || !is(x, y)) return "";
	const reach = (dx, dy) => { let n = 0; while (n < 22 && is(x + n * dx, y + n * dy)) n++; return n; };
	const w = reach(-1, 0) + reach(1, 0), h = reach(0, -1) + reach(0, 1);
	return w < 43 || h < 43 ? (e.ariaLabel || e.textContent || e.id) + " " + w + "x" + h : "";
}).filter(Boolean).join(", ")`

// starter opens the first ready-made sandbox and returns its address.
func starter(tab *e2e.Tab) string {
	tab.T.Helper()
	tab.Open("/sandboxes/")
	const first = `document.querySelector(".starter > button[aria-disabled=false], .starter > button:not([aria-disabled])")`
	tab.Until(first)
	tab.Run(first + `.click()`)
	tab.Until(`document.querySelector(".chips")`)
	tab.Saved()
	return e2e.Eval[string](tab, `location.href`)
}

// eachScreen opens each kind of page in turn and calls look. Finally it opens the workbench at
// the address bench.
func eachScreen(tab *e2e.Tab, bench string, look func(what string)) {
	tab.T.Helper()
	for _, r := range []string{"/", "/sandboxes/", "/reference/", "/lessons/sorted-map/"} {
		tab.Open(r)
		look(r)
	}
	tab.Navigate(bench)
	tab.Ready()
	tab.Saved()
}

// eachPart shows each part of a workbench on a phone, and then its heat map, and calls look for
// each.
func eachPart(tab *e2e.Tab, look func(part string)) {
	tab.T.Helper()
	for _, part := range []string{"Task", "Table", "Design", "Console"} {
		tab.Tap(e2e.Docked(part))
		tab.Until(e2e.Docked(part) + `.ariaPressed === "true"`)
		tab.Run(e2e.NextFrame)
		look(part)
	}
	tab.Tap(labelled("Table"))
	tab.Run(`[...document.querySelectorAll(".switch input")].at(-1).click()`)
	tab.Until(`document.querySelector(".load") && document.querySelector(".heat-status")?.textContent`)
	tab.Run(e2e.NextFrame)
	look("Heat")
}

// TestTargets checks that a finger can hit everything on each kind of page and in each part of
// a workbench.
func TestTargets(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	route := starter(tab)
	for _, width := range []int64{390, 430}[:e2e.Times(1, 2)] {
		tab.Size(width, 844)
		tab.Touch()
		look := func(what string) {
			t.Helper()
			tab.Run(e2e.NextFrame)
			if got := e2e.Eval[string](tab, hardToHit); got != "" {
				t.Errorf("%d pixels, %s: %s", width, what, got)
			}
		}
		eachScreen(tab, route, look)
		eachPart(tab, look)
	}
}

// underCorners is a JavaScript function for the controls that lie partly within the insets,
// which are given in the order top, right, bottom, left. The bottom inset does not count on a
// page that scrolls.
const underCorners = `((top, right, bottom, left) => {
	const full = !!document.querySelector(".page.full");
	return [...document.querySelectorAll("button, a[href], select, input, summary, .top, .views, .key-bar")].map((e) => {
		const b = e.getBoundingClientRect();
		if (b.width < 2 || !e.checkVisibility({visibilityProperty: true}) || e.closest(".unseen, .skip")) return "";
		const x = Math.min(Math.max(b.left + b.width / 2, 0), innerWidth - 1), y = Math.min(Math.max(b.top + b.height / 2, 0), innerHeight - 1);
		const at = document.elementFromPoint(x, y);
		if (!e.contains(at)) return ""; // it has been scrolled out of sight
		const under = b.left < left || b.right > innerWidth - right || b.top < top || full && b.bottom > innerHeight - bottom;
		return under ? (e.ariaLabel || e.textContent || e.id || e.className).trim().slice(0, 40) + " " + [b.left, b.top, b.right, b.bottom].map(Math.round) : "";
	}).filter(Boolean);
})`

// tall is a JavaScript function for the visible height of the main element in a part of a
// workbench.
const tall = `((part) => {
	const css = {Task: ".left", Table: "[role=grid]", Design: ".work > .cards", Console: ".console .prompt", Heat: ".load"}[part];
	const b = document.querySelector(css).getBoundingClientRect(), dock = document.querySelector(".dock").getBoundingClientRect();
	return Math.round(Math.min(b.bottom, dock.top) - Math.max(b.top, 0));
})`

// TestScreens checks, in upright and in landscape format, that nothing lies within the insets
// of a phone's screen and that each part of a workbench has enough room. It also checks that
// the line of the console is visible while the keyboard is on the screen.
func TestScreens(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	route := starter(tab)
	tab.Touch()
	screens := []struct {
		name          string
		width, height int64
		insets        [4]int64 // top, right, bottom, left
	}{
		{"upright", 390, 844, [4]int64{47, 0, 34, 0}},
		{"across", 844, 390, [4]int64{0, 47, 21, 47}},
		{"large-across", 932, 430, [4]int64{0, 59, 21, 59}},
		{"tablet", 1180, 820, [4]int64{24, 0, 20, 0}},
	}
	for _, screen := range screens[:e2e.Times(1, len(screens))] {
		tab.Size(screen.width, screen.height)
		Inset(tab, screen.insets[0], screen.insets[1], screen.insets[2], screen.insets[3])
		look := func(what string) {
			t.Helper()
			tab.Run(e2e.NextFrame)
			under := e2e.Eval[[]string](tab, fmt.Sprintf("%s(%d, %d, %d, %d)", underCorners, screen.insets[0], screen.insets[1], screen.insets[2], screen.insets[3]))
			if len(under) > 0 {
				t.Errorf("%s, %s: under the corners are %q", screen.name, what, under)
			}
			if wide := e2e.Eval[int](tab, `document.scrollingElement.scrollWidth - innerWidth`); wide > 0 {
				t.Errorf("%s, %s: it is %d pixels wider than the screen", screen.name, what, wide)
			}
			tab.Shot("screen-" + screen.name + "-" + strings.Trim(strings.ReplaceAll(what, "/", "-"), "-"))
		}
		eachScreen(tab, route, look)
		if screen.width >= 900 && screen.height >= 480 { // the whole page is shown
			look("bench")
			continue
		}
		eachPart(tab, func(part string) {
			look(part)
			least := 90
			if part == "Console" {
				least = 24
			}
			if got := e2e.Eval[int](tab, fmt.Sprintf("%s(%q)", tall, part)); got < least {
				t.Errorf("%s: of %s %d pixels are in sight", screen.name, part, got)
			}
		})
		tab.Run(`[...document.querySelectorAll(".switch input")][0].click()`)
		tab.Tap(labelled("Console"))
		// The keyboard takes 336 pixels in upright format and 200 in landscape.
		rest := screen.height - 336
		if screen.width > screen.height {
			rest = screen.height - 200
		}
		tab.Size(screen.width, rest)
		Inset(tab, screen.insets[0], screen.insets[1], 0, screen.insets[3])
		tab.Run(`document.querySelector(".cm-content").focus()`)
		tab.Run(e2e.NextFrame)
		if !e2e.Eval[bool](tab, `(({top, bottom}) => top >= 0 && bottom <= innerHeight)(document.querySelector(".cm-content").getBoundingClientRect())`) {
			t.Errorf("%s: with the keyboard, in %d pixels, the line of the console is out of sight", screen.name, rest)
		}
		tab.Shot("screen-" + screen.name + "-keyboard")
	}
}

// headerOut is a JavaScript expression for the parts of the header that are not within the
// window, or that overlap others.
const headerOut = `[...document.querySelectorAll(".top > *, .top nav > *, .top .state > *")].filter((e) => {
	const b = e.getBoundingClientRect();
	if (b.width < 1 || !e.checkVisibility()) return false;
	const next = e.nextElementSibling?.getBoundingClientRect();
	return b.left < 0 || b.right > innerWidth + 0.5 || next?.width > 1 && b.right > next.left + 0.5;
}).map((e) => (e.className || e.textContent) + " " + Math.round(e.getBoundingClientRect().left) + "-" + Math.round(e.getBoundingClientRect().right))`

// TestHeaderFits checks that the whole header is visible at each width in each language.
func TestHeaderFits(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	bench := "/" + strings.TrimPrefix(starter(tab), tab.Site.URL)
	widths := []int64{320, 360, 375, 389, 390, 430, 480, 481, 520, 600, 760, 880, 900, 960, 1040, 1099, 1100, 1200}
	if testing.Short() {
		widths = []int64{320, 390, 481, 760, 1099}
	}
	for _, language := range []string{"", "/it", "/zh-hant"}[:e2e.Times(1, 3)] {
		for _, route := range []string{"/", "/lessons/sorted-map/", bench} {
			tab.Size(1280, 800)
			tab.Open(language + route)
			for _, width := range widths {
				tab.Size(width, 800)
				tab.Run(e2e.NextFrame)
				if out := e2e.Eval[[]string](tab, headerOut); len(out) > 0 {
					t.Errorf("%s%s, %d pixels: %q", language, route, width, out)
				}
			}
		}
	}
}

// TestTouch uses the workbench with a finger, on a phone.
func TestTouch(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.NewSandbox()
	tab.Size(390, 844)
	tab.Touch()
	tap := func(name string) {
		t.Helper()
		tab.Until(labelled(name) + " || (" + e2e.OpensMenu(name) + ", false)")
		tab.Tap(labelled(name))
	}
	tap("Console")
	tab.Commands(e2e.Orders...)
	for i := range 6 {
		tab.Commands(fmt.Sprintf("set orders a0%d O:total=1\nset orders a1%d O:total=1\nset orders a2%d O:total=1\nset orders a3%d O:total=1\nset orders a4%d O:total=1", i, i, i, i, i))
	}
	tab.Commands("read orders prefix=be")

	// The grid scrolls under the finger, and the strip moves it through the table.
	tap("Table")
	tab.Until(`document.querySelector('[role=grid] [data-key="a00"]')?.checkVisibility()`)
	tab.Run(`document.querySelector("[role=grid]").scrollTop = 0`)
	grid := `document.querySelector("[role=grid]")`
	tab.Drag(tab.Spot(grid, 0.8), tab.Spot(grid, 0.6), tab.Spot(grid, 0.4), tab.Spot(grid, 0.3), tab.Spot(grid, 0.2))
	tab.Until(grid + `.scrollTop > 20`)
	strip := `document.querySelector("#strip")`
	tab.Drag(tab.Spot(strip, 0.3), tab.Spot(strip, 0.6), tab.Spot(strip, 0.99))
	tab.Until(grid + `.scrollTop > 50 && document.querySelector('[role=grid] [data-key="ch#001"]')`)
	tab.Drag(tab.Spot(strip, 0.9), tab.Spot(strip, 0.01))
	tab.Until(grid + `.scrollTop === 0`)

	// A cell: showing it, and writing it.
	tab.Tap(`document.querySelector('[role=grid] [data-key="a00"] [aria-colindex="3"]')`)
	tab.WaitText(".cell-panel", "1 version")
	tap("Edit")
	tab.Wait("#cell-text:focus")
	tab.Press("7")
	tab.Enter()
	tab.WaitText(`[data-key="a00"]`, "17")
	tab.Tap(`document.querySelector(".cell-panel .shut")`)
	tab.Gone(".cell-panel:not([hidden])")
	tap("Nested")
	tab.Wait(".nested")
	tap("Rows")
	tab.Wait("#grid[role=grid]")
	tap("Replay step by step")
	tab.WaitText(".step", "1 of 3")
	tap("Next row")
	tab.WaitText(".step", "2 of 3")
	tab.Tap(`[...document.querySelectorAll(".replay button")].at(-1)`)
	tab.Gone(".replay")

	// The schema, the timeline, and the explanation of a metric.
	tap("Schema")
	tap("Find garbage in orders")
	tab.WaitText("#garbage-orders", "garbage")
	tap("History")
	tap("Undo")
	tab.Until(`document.querySelector(".time-what").textContent.length > 0 && ` + labelled("Redo") + `.ariaDisabled !== "true"`)
	tap("Redo")
	tap("History")
	tap("Table")
	tap("Rows scanned")
	tab.Wait("#about-rows-scanned:popover-open")
	tab.Run(`document.querySelector(":popover-open").hidePopover()`)

	// The console: the other dialect, and the history.
	tap("Console")
	tap("HBase shell")
	tab.Wait(`.console[data-dialect=hbase]`)
	tap("cbt")
	tap("Recall")
	tab.Tap(`document.querySelector(".recall [role=option]")`)
	tab.Until(e2e.ConsoleText + ` !== ""`)
}
