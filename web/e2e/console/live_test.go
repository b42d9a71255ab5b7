//go:build e2e

package console

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"tabletop/web/e2e"
)

// TestReadIsLive types a read without running it. Metrics, table and strip show what it would
// touch. While the text is not a valid read, they show again what the last read touched.
func TestReadIsLive(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Ladder()
	tab.Command("read t prefix=r00")
	tab.Until(e2e.MetricValue("rows-scanned") + ` === 10`)
	log := e2e.Eval[int](tab, e2e.Entries)

	tab.Type("textbox", "Console", "read t prefix=r3")
	tab.Until(e2e.MetricValue("rows-scanned") + ` === 100 && document.querySelector("[data-read=preview]")`)
	tab.Until(e2e.Strip + `.dataset.spans === "300-400!"`)
	tab.Until(`document.querySelector('[data-key="r300"]')?.dataset.scan === "returned"`)
	tab.Until(`document.querySelector(".grid-legend").innerText.includes("Preview: would scan 100 rows and return 100.")`)
	tab.Press("1 regex=r..5")
	tab.Until(e2e.MetricValue("rows-scanned") + ` === 10 && ` + e2e.MetricValue("rows-returned") + ` === 1`)
	tab.Until(e2e.Strip + `.dataset.spans === "310-320 315-316!"`)
	tab.Until(`document.querySelector('[data-key="r314"]')?.dataset.scan === "scanned"`)
	if n := e2e.Eval[int](tab, e2e.Entries); n != log {
		t.Errorf("a preview is in the log: %d entries, %d before", n, log)
	}
	tab.Press("(") // no valid pattern any more
	tab.Until(e2e.MetricValue("rows-scanned") + ` === 10 && document.querySelector("[data-read=last]")`)
	tab.Until(e2e.Strip + `.dataset.spans === "0-10!"`)
	tab.Press(kb.Backspace)
	tab.Until(`document.querySelector("[data-read=preview]")`)
	tab.Enter()
	tab.Until(e2e.MetricValue("rows-returned") + ` === 1 && document.querySelector("[data-read=last]")`)
	tab.Until(e2e.Strip + `.dataset.spans === "310-320 315-316!"`)
}

// TestLiveOnAPhone types a read while the table is hidden. The table shows the rows of the read
// once the reader switches to it.
func TestLiveOnAPhone(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Ladder()
	tab.Size(390, 844)
	tab.PressButton("Console")
	tab.Type("textbox", "Console", "read t prefix=r5")
	tab.Until(e2e.MetricValue("rows-scanned") + ` === 100 && document.querySelector("[data-read=preview]")`)
	tab.PressButton("Table")
	tab.Until(`(() => {
		const row = document.querySelector('[data-key="r500"][data-scan=returned]')?.getBoundingClientRect();
		const grid = document.querySelector("#grid").getBoundingClientRect();
		return row && row.top >= grid.top && row.bottom <= grid.bottom;
	})()`)
	tab.Axe()
}

// TestStripMovesTheGrid moves the grid with the strip, by keys and by clicking.
func TestStripMovesTheGrid(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Ladder()
	tab.Focus("slider", "Rows in sight")
	tab.Press(kb.End)
	tab.Until(`document.querySelector('[data-key="r599"]')`)
	tab.Until(e2e.Strip + `.getAttribute("aria-valuetext").endsWith("–600 of 600")`)
	tab.Press(kb.Home)
	tab.Until(`document.querySelector('[data-key="r000"]')`)
	tab.Until(e2e.Strip + `.getAttribute("aria-valuetext").startsWith("rows 1–")`)
	tab.Press(kb.PageDown)
	tab.Until(`document.querySelector("#grid").scrollTop > 0`)
	tab.Click("slider", "Rows in sight")
	tab.Until(`document.querySelector('[data-key="r300"]')`)
	if !e2e.Eval[bool](tab, `(() => {
		const canvas = document.querySelector(".strip canvas");
		return canvas.width > 0 && [...canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data].some((v) => v > 0);
	})()`) {
		t.Error("nothing is painted")
	}
}

// TestReplay goes through a read row by row, with buttons and with keys.
func TestReplay(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Prefer("prefers-reduced-motion", "reduce")
	tab.Ladder()
	tab.Command("read t start=r100 end=r300 regex=r..5")
	tab.Click("button", "Replay step by step")
	const step = `document.querySelector(".replay .step").innerText`
	tab.Until(step + `.includes("1 of 200") && ` + step + `.includes("r100") && ` + step + `.includes("the key does not match")`)
	tab.Until(`document.querySelector('[data-key="r100"]')?.dataset.at === "yes"`)
	for range 5 {
		tab.Click("button", "Next row")
	}
	tab.Until(step + `.includes("6 of 200") && ` + step + `.includes("kept: 2 of 2 cells pass")`)
	tab.Press(kb.ArrowLeft)
	tab.Until(step + `.includes("5 of 200")`)
	tab.Press(kb.End)
	tab.Until(step + `.includes("200 of 200") && document.querySelector('[data-key="r299"]')?.dataset.at === "yes"`)
	tab.Press(kb.Home)
	tab.Until(step + `.includes("1 of 200")`)
	tab.Click("button", "Play")
	tab.Until(step + `.includes("3 of 200")`)
	tab.Click("button", "Pause")
	tab.Axe()
	tab.Press(kb.Escape)
	tab.Until(`!document.querySelector(".replay")`)
	if role, name := tab.Focused(); role != "button" || name != "Replay step by step" {
		t.Errorf("the focus is on %s %q", role, name)
	}
}

// TestMetricsExplainThemselves opens the explanation of a metric with the keyboard.
func TestMetricsExplainThemselves(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Ladder()
	tab.Command("read t prefix=r00")
	tab.Command("read t prefix=r1")
	tab.WaitText(".metrics", "90 more")
	tab.Focus("button", "Seek")
	tab.Enter()
	tab.Until(`document.querySelector("#about-seeks").checkVisibility()`)
	tab.Axe()
	tab.Press(kb.Escape)
	tab.Until(`!document.querySelector("#about-seeks").checkVisibility()`)
}
