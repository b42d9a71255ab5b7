//go:build e2e && bench

package bench

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tabletop/web/e2e"
)

// frames is a script that observes the grid in each frame. It measures how long a part of the
// grid's box is not covered by rows, and how far the drawn rows lag behind the box: how long
// ago the box was scrolled to them. After a key press the rows may be there before the box is
// scrolled. Times are in milliseconds.
const frames = `(() => {
	const box = document.querySelector("[role=grid]"), high = 400_000;
	const seen = globalThis.frames = {blank: 0, behind: 0, late: 0, count: 0, longest: 0, on: true};
	const way = [];
	let blankSince = null, before = null;
	const frame = (now) => {
		if (!seen.on) return;
		const around = box.getBoundingClientRect(), head = box.querySelector(".grid-head").getBoundingClientRect();
		const rows = [...box.querySelectorAll(".grid-rows [data-key]")];
		const total = box.ariaRowCount - 1, fit = Math.max(1, box.clientHeight / head.height - 1);
		const top = box.scrollTop / head.height;
		const first = total > high ? top / (high - fit) * (total - fit) : top;
		way.push([now, first]);
		const from = rows[0]?.getBoundingClientRect().top ?? Infinity, to = rows.at(-1)?.getBoundingClientRect().bottom ?? -Infinity;
		const whole = from <= head.bottom + 1 && to >= Math.min(around.top + box.clientHeight, from + total * head.height) - 1 &&
			[.1, .5, .9].every((y) => document.elementFromPoint(around.left + 40, head.bottom + y * (around.top + box.clientHeight - head.bottom))?.closest("[data-key]"));
		if (whole) blankSince = null; else blankSince ??= now;
		if (blankSince !== null) seen.blank = Math.max(seen.blank, now - blankSince + 16.7);
		const begin = rows.length ? rows[0].ariaRowIndex - 2 : 0, end = begin + rows.length;
		let at = way.length - 1;
		if (begin <= first) while (at > 0 && !(begin <= way[at][1] + 1 && way[at][1] + fit - 1 <= end)) at--;
		seen.behind = Math.max(seen.behind, now - way[at][0]);
		if (at < way.length - 1) seen.late++;
		if (before !== null) seen.longest = Math.max(seen.longest, now - before);
		before = now;
		seen.count++;
		requestAnimationFrame(frame);
	};
	requestAnimationFrame(frame);
})()`

// watched is what the script frames has measured.
type watched struct {
	Blank, Behind, Longest float64
	Late, Count            int
}

// repeats is the time between two events of a key that is held down.
const repeats = 33 * time.Millisecond

// wheel turns the wheel over the grid several times, by a number of pixels each time.
func wheel(tab *e2e.Tab, by float64, times int) {
	tab.T.Helper()
	x := e2e.Eval[float64](tab, `(({left, width}) => left + width / 2)(document.querySelector("[role=grid]").getBoundingClientRect())`)
	y := e2e.Eval[float64](tab, `(({top, height}) => top + height / 2)(document.querySelector("[role=grid]").getBoundingClientRect())`)
	e2e.Do(tab, "turn the wheel", func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		for range times {
			_, err := cdp.Call(ctx, t, input.DispatchMouseEvent, input.DispatchMouseEventParams{
				Type: input.DispatchMouseEventTypeMouseWheel, X: x, Y: y, DeltaY: by, DeltaX: 1e-9, // zero would be left out of the message
			})
			if err != nil {
				return chromedp.Void{}, err
			}
		}
		return chromedp.Void{}, nil
	})
}

// TestBenchScroll scrolls through a million rows from the first to the last.
func TestBenchScroll(t *testing.T) {
	figures := timed(t)
	_, tab := e2e.Start(t)
	toGrowing(tab)
	press(tab, "1,000,000")
	const box, settled = `document.querySelector("[role=grid]")`, `!document.querySelector("[data-late]")`
	tab.UntilWithin(2*time.Minute, `!document.querySelector("progress") && document.querySelector("[role=slider]")?.getAttribute("aria-valuetext").endsWith("of 1,000,000")`)
	tab.Run(box + `.scrollIntoView({block: "center"})`)
	bottom := `[...document.querySelectorAll("[role=grid] [role=row]")].at(-1).ariaRowIndex === "1000001" && ` + settled
	most := 0.0
	for _, way := range []struct {
		name string
		run  func()
	}{
		{"wheel", func() {
			wheel(tab, 120, 120)
			wheel(tab, 600, 60)
			wheel(tab, 60_000, 220)
		}},
		{"thumb", func() {
			tab.Run(`new Promise((done) => {
				const box = document.querySelector("[role=grid]");
				let at = 0;
				const frame = () => {
					box.scrollTop = ++at / 240 * (box.scrollHeight - box.clientHeight);
					at < 240 ? requestAnimationFrame(frame) : done();
				};
				requestAnimationFrame(frame);
			})`)
		}},
		{"jumps", func() {
			tab.Run(`new Promise((done) => {
				const box = document.querySelector("[role=grid]");
				let at = 0;
				const frame = () => {
					if (++at % 6 === 0) box.scrollTop = at / 240 * (box.scrollHeight - box.clientHeight);
					at < 240 ? requestAnimationFrame(frame) : done();
				};
				requestAnimationFrame(frame);
			})`)
		}},
		{"keys", func() {
			tab.Run(box + `.focus()`)
			keys := time.Tick(repeats)
			for range 120 {
				tab.Press(kb.PageDown)
				<-keys
			}
			tab.Press(kb.End, chromedp.KeyModifiers(chromedp.Modifier(2)))
		}},
	} {
		// The last read may scroll the grid to its rows once more.
		tab.Until(`(` + box + `.scrollTop = 0, document.querySelector("[role=grid] [data-key]").ariaRowIndex === "2" && ` + settled + `)`)
		tab.Run(frames)
		way.run()
		tab.Until(bottom)
		saw := e2e.Eval[watched](tab, `(frames.on = false, frames)`)
		t.Logf("%s: blank %.0f ms, behind by %.0f ms at most and in %d of %d frames, the longest of %.0f ms",
			way.name, saw.Blank, saw.Behind, saw.Late, saw.Count, saw.Longest)
		most = max(most, saw.Blank)
	}
	figures.Add("scroll-blank-ms", most, "<=0.56x")
	figures.End(os.Stdout)
}
