//go:build e2e

package grid

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tabletop/web/e2e"
)

// cursor is a JavaScript expression for the text of the cell that the grid's keys act on.
const cursor = `document.getElementById(document.querySelector("[role=grid]").getAttribute("aria-activedescendant"))?.textContent`

// lastRun is a JavaScript expression for the last command in the console's log.
const lastRun = `[...document.querySelectorAll("[role=log] .ran pre")].at(-1)?.textContent`

// TestGridByKeyboard shows, writes, adds and deletes cells and rows with keys alone.
func TestGridByKeyboard(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	tab.NewSandbox()
	tab.Commands(e2e.Orders...)
	tab.TabBackTo("grid", "orders")
	tab.Press(kb.End, chromedp.KeyModifiers(e2e.Ctrl))
	tab.Until(cursor + ` !== undefined && document.querySelector("[role=grid] .active").parentElement.dataset.key === "ch#001"`)
	tab.Press(kb.Home, chromedp.KeyModifiers(e2e.Ctrl))
	tab.Until(cursor + ` === "at#001"`)
	tab.Press(kb.ArrowDown + kb.ArrowDown + kb.ArrowRight)
	tab.Until(cursor + ` === "Ann"`)

	// A cell is shown with its versions, and then written in place.
	tab.Press(" ")
	tab.Find("region", "Cell")
	tab.WaitText(".cell-panel", "1 version")
	tab.Press(kb.F2)
	tab.Until(`document.activeElement.id === "cell-text" && document.activeElement.value === "Ann"`)
	tab.Replace("textbox", "Value of C:name in row be#002", "it's Anne")
	tab.Shot("grid-edit")
	tab.Press(kb.Escape)
	tab.Gone("#cell-text")
	tab.Until(cursor + ` === "Ann" && document.activeElement.id === "grid"`)
	tab.Press(kb.F2)
	tab.Until(`document.activeElement.id === "cell-text"`)
	tab.Replace("textbox", "Value of C:name in row be#002", "it's Anne")
	tab.Enter()
	tab.Until(cursor + ` === "it's Anne×2"`)
	tab.Until(lastRun + ` === "set orders be#002 C:name=$'it\\'s Anne'"`)
	tab.WaitText(".cell-panel", "2 versions")
	tab.Until(`document.activeElement.id === "grid"`)
	tab.Examine("grid-cell", "Table")
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)

	// After a deletion the cursor stays.
	tab.Focus("grid", "orders")
	tab.Press(kb.Delete)
	tab.Until(lastRun + ` === "deletecolumn orders be#002 C name"`)
	tab.WaitText(".cell-panel", "no cell here")
	tab.Press(kb.Escape)
	tab.Gone(".cell-panel:not([hidden])")
	tab.Press(kb.Home)
	tab.Until(cursor + ` === "be#002"`)
	tab.Press(kb.Delete)
	tab.Gone(`[data-key="be#002"]`)
	tab.Until(lastRun + ` === "deleterow orders be#002"`)

	// A new row, by its form.
	tab.PressButton("Add row")
	tab.Until(`document.activeElement.id === "new-row"`)
	tab.Press(" new key ")
	tab.Type("textbox", "Qualifier", "q")
	tab.Type("textbox", "Value", "<b>v</b>")
	tab.Examine("grid-add", "Table")
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	tab.Focus("textbox", "Value")
	tab.Enter()
	tab.Wait(`[data-key=" new key "]`)
	tab.Until(lastRun + ` === "set orders ' new key ' C:q='<b>v</b>'"`)
	tab.Gone("#new-row")
}

// TestGridByTouchAndPointer uses the grid by touch and with the pointer.
func TestGridByTouchAndPointer(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.NewSandbox()
	tab.Commands(e2e.Orders...)
	tab.Commands(`set orders be#002 C:raw=$'\x00\xff\u202e'`)
	tab.Focus("textbox", "Console")
	tab.Paste("set orders be#002 C:long='" + strings.Repeat("long ", 2000)[:9999] + "'")
	tab.Enter()
	tab.WaitText("[role=gridcell]", "long long")
	tab.Size(390, 844)
	tab.Part("Table")
	tab.Click("gridcell", "Bob")
	tab.WaitText(".cell-panel", "be#001")
	tab.PressButton("Edit")
	tab.Replace("textbox", "Value of C:name in row be#001", "Bo")
	tab.Shot("grid-phone-edit")
	tab.Enter()
	tab.Until(lastRun + ` === "set orders be#001 C:name=Bo"`)
	tab.WaitText(".cell-panel", "2 versions")
	tab.Click("button", "Close")
	for _, view := range []struct{ name, shows string }{{"Pairs", "C:long"}, {"Nested", "long"}} {
		tab.Click("radio", view.name)
		tab.WaitText(".listed", view.shows)
		tab.WaitText(".listed", `\x00\xff\u202e`)
		tab.WaitText(".listed", "@")
		tab.Examine("grid-"+strings.ToLower(view.name), "Table")
	}
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	tab.Click("radio", "Rows")
	tab.Click("gridcell", `\x00\xff\u202e`)
	tab.WaitText(".cell-panel", "00 ff e2 80 ae")
	tab.Examine("grid-bytes", "Table")
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	tab.Run(`document.querySelector('[data-key="be#002"] [aria-colindex="2"]').click()`)
	tab.WaitText(".cell-panel", "The first 4,096 of 9,999 bytes")
	tab.Until(`document.querySelector(".cell-panel pre").scrollHeight > 0`)
	tab.Shot("grid-long")

	// The complete value is fetched before it is edited, in a field of several lines.
	tab.PressButton("Edit")
	const field, name = `document.querySelector("textarea#cell-text")`, "Value of C:long in row be#002"
	tab.Until(field + `?.value.length === 9999 && document.activeElement === ` + field)
	tab.Examine("grid-tall", "Table")
	tab.Size(390, 844)
	tab.Part("Table")
	tab.PressButton("Edit") // showing another part has cancelled the editing
	tab.Until(field + `?.getBoundingClientRect().left >= 0 && ` + field + `.getBoundingClientRect().right <= 390`)
	tab.Shot("grid-tall-phone")
	tab.Focus("textbox", name)
	tab.Paste(" the end\nof it")
	tab.PressButton("Write")
	tab.Gone("#cell-text")
	tab.WaitText(".cell-panel", "2 versions")
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	tab.PressButton("Edit")
	tab.Until(field + `?.value.endsWith(" the end\nof it")`)
	tab.Replace("textbox", name, "two")
	tab.Enter()
	tab.Press("lines")
	tab.Press(kb.Enter, chromedp.KeyModifiers(e2e.Ctrl))
	tab.Until(lastRun + ` === "set orders be#002 C:long=$'two\\nlines'" && document.activeElement.id === "grid"`)
	tab.PressButton("Edit")
	tab.Until(field + `?.value === "two\nlines"`)
	tab.Press("lost" + kb.Escape)
	tab.Gone("#cell-text")
	tab.Until(`document.activeElement.id === "grid"`)

	// The form of the table is the same after a reload.
	tab.Click("radio", "Nested")
	tab.WaitText(".listed", "two")
	tab.Saved()
	tab.Reload()
	tab.WaitText(".listed.nested, .listed .nested", "two")
	tab.Until(`document.querySelector('input[name=view][value=view-nested]').checked`)
}

// TestGridOfManyRows scrolls through a large table. The box must always show rows, and in the
// end those that it is scrolled to.
func TestGridOfManyRows(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	l, _ := e2e.LoadLesson(t)
	tab := e2e.Begin(t)
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	step := tab.Reach(l, "grow")
	for _, a := range l.Solution[3] {
		tab.Perform(l, step, a)
	}
	tab.Until(`+document.querySelector("[role=grid]").ariaRowCount > 90000`)
	tab.Run(`globalThis.blank = {now: 0, most: 0}; globalThis.frames = 0; (() => {
		const box = document.querySelector("[role=grid]");
		box.scrollIntoView({ block: "center" });
		const frame = () => {
			const around = box.getBoundingClientRect(), head = box.querySelector(".grid-head").getBoundingClientRect();
			const row = (y) => document.elementFromPoint(around.left + 40, y)?.closest("[data-key]");
			blank.now = row(head.bottom + 5) && row((head.bottom + around.bottom) / 2) ? 0 : blank.now + 1;
			blank.most = Math.max(blank.most, blank.now);
			if (++frames <= 200) box.scrollTop = frames / 200 * (box.scrollHeight - box.clientHeight);
			if (frames < 220) requestAnimationFrame(frame);
		};
		requestAnimationFrame(frame);
	})()`)
	tab.Until("frames === 220")
	if most := e2e.Eval[int](tab, "blank.most"); most > 5 {
		t.Errorf("the grid was blank for %d frames on end", most)
	}
	tab.Until(`[...document.querySelectorAll("[role=grid] [role=row]")].at(-1).ariaRowIndex === document.querySelector("[role=grid]").ariaRowCount && !document.querySelector("[data-late]")`)
	tab.Focus("grid", tab.Attribute("[role=grid]", "aria-label"))
	tab.Press(kb.Home, chromedp.KeyModifiers(e2e.Ctrl))
	tab.Until(`document.querySelector("[role=grid] .active")?.parentElement.ariaRowIndex === "2" && document.querySelector("[role=grid]").scrollTop === 0`)
	const row = `+document.querySelector("[role=grid] .active").parentElement.ariaRowIndex`
	at := 2
	for range 3 {
		tab.Press(kb.PageDown)
		tab.Until(inSight + fmt.Sprintf(` && %s > %d`, row, at))
		at = e2e.Eval[int](tab, row)
	}
	for range 30 {
		tab.Press(kb.ArrowDown)
	}
	tab.Until(inSight + fmt.Sprintf(` && %s === %d`, row, at+30))
	tab.Shot("grid-many")
}

// TestRowsFarDown checks that the style draws rows at the position in its property --from, to a
// fraction of a row, also far down in a table.
func TestRowsFarDown(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	_, tab := e2e.Start(t)
	tab.Open("/sandboxes/")
	tab.PressButton("New sandbox")
	tab.Commands(e2e.Orders...)
	at := e2e.Eval[float64](tab, `(() => {
		const rows = document.querySelector(".grid-rows"), row = document.querySelector(".grid-head").getBoundingClientRect().height;
		rows.style.setProperty("--from", "323456.467");
		return (rows.getBoundingClientRect().top - rows.parentElement.getBoundingClientRect().top) / row;
	})()`)
	if math.Abs(at-323456.467) > 0.05 {
		t.Errorf("rows that begin at row 323456.467 are drawn at %f", at)
	}
}

// TestScrolledBackAtOnce scrolls back while a read scrolls the grid to its rows. The grid must
// show the rows at the new scroll position. Earlier versions kept the rows of the read.
func TestScrolledBackAtOnce(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	tab.Open(e2e.LinkTo(t, "Battery", e2e.Battery(2000), e2e.OfCorrie))
	tab.Click("button", "Make a sandbox of it")
	tab.Wait("[role=grid] [data-key]")
	top := `document.querySelector("[role=grid] [data-key]").ariaRowIndex === "2" && !document.querySelector("[data-late]")`
	tab.Focus("grid", tab.Attribute("[role=grid]", "aria-label"))
	tab.Press(kb.End, chromedp.KeyModifiers(e2e.Ctrl))
	tab.Until(`[...document.querySelectorAll("[role=grid] [role=row]")].at(-1).ariaRowIndex === "2001"`)
	key := e2e.Eval[string](tab, `[...document.querySelectorAll("[role=grid] [data-key]")].at(-1).dataset.key`)
	tab.Press(kb.Home, chromedp.KeyModifiers(e2e.Ctrl))
	tab.Until(top)
	tab.Run(`(() => {
		const box = document.querySelector("[role=grid]"), of = Object.getOwnPropertyDescriptor(Element.prototype, "scrollTop");
		globalThis.scrolledTo = 0;
		Object.defineProperty(box, "scrollTop", { configurable: true, get: () => of.get.call(box), set(to) {
			of.set.call(box, to);
			scrolledTo = of.get.call(box);
			of.set.call(box, 0);
		}});
	})()`)
	tab.Commands("read battery start=" + key + " count=1")
	tab.Until(`scrolledTo > 0`)
	tab.Until(`document.querySelector("[role=grid]").scrollTop === 0 && ` + top)
}

// inSight is a JavaScript expression that is true if the cell under the cursor is visible.
const inSight = `((cell, box) => cell && cell.getBoundingClientRect().bottom <= box.getBoundingClientRect().bottom + 1 &&
	cell.getBoundingClientRect().top >= box.querySelector(".grid-head").getBoundingClientRect().bottom - 1)(
	document.querySelector("[role=grid] .active"), document.querySelector("[role=grid]"))`
