//go:build e2e

package grid

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tabletop/web/e2e"
)

// comparing opens the heat map of a new sandbox, with a field for a second key.
func comparing(tab *e2e.Tab) {
	tab.T.Helper()
	tab.Open(e2e.LinkTo(tab.T, "Battery", e2e.Battery(12_000), e2e.OfCorrie))
	tab.Click("button", "Make a sandbox of it")
	tab.Click("radio", "Heat")
	tab.Click("button", "More, compare")
	tab.Focus("combobox", "Compare with")
	tab.Press("another")
	tab.Wait("#heat-template")
}

// TestTypedFast types keys faster than the page draws, and checks that none is lost.
func TestTypedFast(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	comparing(tab)
	for i := range 9 {
		text := []string{"{percent}#{user}#{time}", "{user}{time}#{percent}", "{user}#{time}"}[i%3]
		tab.Run(`document.querySelector("#heat-template").select()`)
		tab.Press(text)
		tab.Until(fmt.Sprintf(`document.querySelector("#heat-template").value === %q`, text))
	}
}

// TestHeatMap puts two designs under the same load and examines their maps with the keyboard,
// the mouse and by touch. Then it shows the reader's own commands in the map.
func TestHeatMap(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	comparing(tab)
	tab.Fill("textbox", "Key to compare with", "{nothing}")
	tab.WaitText(".traffic [role=status]", "another value")
	tab.Fill("textbox", "Key to compare with", "{user}#{time}")
	// While the template is being typed, the map of an incomplete one may be shown.
	for i, want := range []string{"sequential", "even"} {
		tab.Wait(fmt.Sprintf("[data-map='%d'][data-diagnosis='%s']", i, want))
	}
	tab.Until(`[...document.querySelectorAll(".said-aloud")].some((e) => e.textContent.includes("are spread evenly over the keys"))`)
	tab.WaitText(".heat-figure", "busiest node")
	tab.WaitText(".heat-status", "times as much")
	tab.WaitText(".hot", "Would a split help?")
	colours := func(of string) string {
		return `((c) => {
		const d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data;
		const seen = new Set();
		for (let i = 0; i < d.length; i += 4) seen.add(d[i] << 16 | d[i + 1] << 8 | d[i + 2]);
		return seen.size;
	})(document.querySelector("` + of + `"))`
	}
	tab.Until(colours("#heat-grid-0 canvas") + ` > 5`)

	// By keyboard.
	tab.Find("grid", "Heat map")
	tab.Focus("grid", "Heat map")
	tab.Press(kb.Home, chromedp.KeyModifiers(chromedp.Modifier(2)))
	tab.Until(`document.querySelector("#heat-cell-0").ariaLabel.startsWith("Keys up to 2015")`)
	tab.Press(kb.ArrowDown)
	tab.Until(`document.querySelector("#heat-cell-0").ariaLabel.startsWith("Keys from 2015") && document.querySelector("#heat-cell-0").parentNode.ariaRowIndex === "2"`)
	tab.Until(`[...document.querySelectorAll(".said-aloud")].some((e) => e.textContent.includes("minute 0: Operations"))`)
	tab.Run(e2e.Listen)
	tab.Press(kb.ArrowUp)
	tab.Until(`heard.length > 0`)
	tab.Run(e2e.TwoFrames)
	if got := e2e.Eval[[]string](tab, `heard`); len(got) != 1 || !strings.HasPrefix(got[0], "Keys up to 2015") {
		t.Errorf("of one cell were told %q", got)
	}

	// The tablets at the time of the cursor, and what happens to them later.
	tab.Until(colours(".heat-tablets") + ` > 5 && document.querySelector(".heat-tablets").clientHeight === document.querySelector("#heat-grid-0").clientHeight`)
	tab.Until(`/ on node \d|, on nodes \d/.test(document.querySelector("#heat-cell-0").ariaLabel)`)
	tab.Click("button", "List the tablets then")
	tab.WaitText(".heat-tablets-then .tablets caption", "Minute 0: 12 of ")
	tab.WaitText(".heat-tablets-then", "In minute 0 none was split, moved or merged")
	tab.Wait(`.tablets tr[aria-current="true"]`)
	const strip = `document.querySelector(".heat-tablets").toDataURL()`
	tab.Run(`globalThis.before = ` + strip)
	tab.Focus("slider", "Minute")
	tab.Press(kb.End)
	tab.Until(strip + ` !== before`)
	tab.Until(`[...document.querySelectorAll(".tablets td")].some((td) => /^minute \d/.test(td.textContent))`)
	tab.Press(kb.Home)
	tab.Until(strip + ` === before`)
	tab.Focus("grid", "Heat map")
	tab.Press(kb.Enter)
	tab.WaitText(".behind", "Writes")
	tab.WaitText(".behind", "20150301120")
	tab.Shot("heat-pinned")
	tab.Axe()
	tab.Press(kb.Escape)
	tab.Gone(".behind")
	tab.Click("button", "Node load")
	tab.Until(`/^strongest: .+ and more$/.test(document.querySelector(".heat-bright input").getAttribute("aria-valuetext"))`)
	tab.Until(`/Node load \d/.test(document.querySelector("#heat-cell-0").ariaLabel)`)
	tab.Prefer("prefers-color-scheme", "dark")
	tab.Run(`document.querySelector(".heat").scrollIntoView()`)
	tab.Shot("heat-dark")
	tab.AxeColours()
	tab.Prefer()

	// By mouse: a dragged area is enlarged, in both maps for the same time.
	at := func(part float64) (x, y float64) {
		box := e2e.Eval[[]float64](tab, `((e) => { e.scrollIntoView({block: "center"}); const b = e.getBoundingClientRect(); return [b.left, b.top, b.width, b.height]; })(document.querySelector("#heat-grid-0"))`)
		return box[0] + part*box[2], box[1] + part*box[3]
	}
	mouse := func(kind input.DispatchMouseEventType, part float64) {
		t.Helper()
		x, y := at(part)
		e2e.Do(tab, string(kind), func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
			_, err := cdp.Call(ctx, t, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: "left", ClickCount: 1})
			return chromedp.Void{}, err
		})
	}
	mouse(input.DispatchMouseEventTypeMousePressed, 0.25)
	mouse(input.DispatchMouseEventTypeMouseMoved, 0.4)
	tab.Wait(".heat-drag")
	mouse(input.DispatchMouseEventTypeMouseMoved, 0.5)
	mouse(input.DispatchMouseEventTypeMouseReleased, 0.5)
	tab.Until(`+document.querySelector(".heat-times span").textContent > 10 && document.querySelectorAll(".heat-times")[1].textContent === document.querySelector(".heat-times").textContent`)
	tab.WaitText(".heat-tip", "minute")
	tab.Click("button", "Whole map")
	tab.Until(`document.querySelector(".heat-times span").textContent === "0"`)

	// The reader's own commands: each is shown at once.
	tab.Run(`document.querySelector(".sentence").scrollIntoView()`)
	tab.Click("button", "My commands")
	tab.WaitText(".heat", "Nothing yet: read or write a row of battery")
	tab.Command("lookup battery 20150301120")
	tab.Until(`document.querySelector("#heat-grid-0")?.ariaColCount === "1"`)
	tab.Command("read battery start=20150301120500 end=20150301120600")
	tab.Until(`document.querySelector("#heat-grid-0").ariaColCount === "2" && document.querySelector("#heat-cell-0").ariaLabel.includes(", command 2: Operations") && document.querySelector("#heat-scrub").value === "1"`)
	tab.WaitText(".heat-status", "2 of your commands: 2 reads and 0 writes")
	tab.Shot("heat-live")
	tab.Axe()
	tab.Click("button", "My commands")
	tab.Until(`document.querySelectorAll("[data-diagnosis]").length === 2`)

	// On a phone.
	tab.Size(390, 844)
	tab.Part("Table")
	tab.TapFirst("#heat-grid-1")
	tab.Wait(".behind li")
	tab.Until(`document.querySelector(".behind").getBoundingClientRect().bottom <= innerHeight + 1`)
	tab.Until(`document.documentElement.scrollWidth <= 390 && [...document.querySelectorAll(".load .scroll-x")].every((e) => e.scrollWidth <= e.clientWidth)`)
	tab.Run(`document.querySelector(".heat-figure").scrollIntoView()`)
	tab.Shot("heat-phone")
	tab.Axe()
	small := e2e.Eval[[]string](tab, `[...document.querySelectorAll(".load :is(button, input, select)")].filter((e) => {
		const b = e.getBoundingClientRect();
		return b.width > 0 && (b.width < 24 || b.height < 24);
	}).map((e) => e.outerHTML)`)
	if len(small) > 0 {
		t.Errorf("too small for a finger: %q", small)
	}
}
