//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// small is the expression of what a finger must hit and is less than 24 pixels
// high or wide; what stands within a sentence may be.
const small = `[...document.querySelectorAll("a[href], button, input, select, textarea, summary, [role=slider], [role=option], [role=gridcell], [role=rowheader]")].filter((e) => {
	if (!e.checkVisibility({visibilityProperty: true}) || e.closest(".unseen, .skip")) return false;
	if (e.matches("a") && getComputedStyle(e).display === "inline" && e.parentElement.matches("p, span, li, dd, td")) return false;
	const box = (e.closest("label") ?? e).getBoundingClientRect();
	return box.width > 0 && (box.width < 23.9 || box.height < 23.9);
}).map((e) => e.tagName + "." + e.className + " " + (e.ariaLabel ?? e.textContent).slice(0, 40) + " " + JSON.stringify(e.getBoundingClientRect()))`

// hittable fails the test for what is too small to be hit, or leads off the page
// sideways.
func (tab *Tab) hittable(what string) {
	tab.t.Helper()
	for _, e := range Eval[[]string](tab, small) {
		tab.t.Errorf("%s: too small: %s", what, e)
	}
	if wide := Eval[string](tab, `document.scrollingElement.scrollWidth > innerWidth ? [...document.querySelectorAll("body *")].filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 1).slice(0, 5).map((e) => e.tagName + "." + e.className).join(", ") : ""`); wide != "" {
		tab.t.Errorf("%s: wider than the window: %s", what, fmt.Sprint(wide))
	}
}

// a state is something that can be open on a workbench.
type state struct {
	name string
	open func(*Tab)
	in   []string // the parts of a narrow screen that show it
}

// states follow one another: each begins where the one before has ended.
var states = []state{
	{"a form for a table", func(tab *Tab) { tab.button("New table"); tab.Wait("#schema-form:focus") }, nil},
	{"a form for a family, refused", func(tab *Tab) {
		tab.Press(kb.Escape)
		tab.button("Add family to orders")
		tab.Wait("#schema-form:focus")
		tab.Press("no name")
		tab.Enter()
		tab.WaitText(".field-error", "cannot name")
	}, []string{"Task"}},
	{"a form for a rule, sizes and garbage", func(tab *Tab) {
		tab.button("Change rule of O in orders")
		tab.Wait("#schema-form:focus")
		tab.button("Measure orders")
		tab.WaitText(".schema-sizes", "Row keys")
		tab.button("Find garbage in orders")
		tab.WaitText("#garbage-orders", "garbage")
		tab.Run(`document.querySelectorAll("details").forEach((e) => e.open = true)`)
	}, []string{"Task"}},
	{"a row's details", func(tab *Tab) {
		tab.Focus("grid", "orders")
		tab.Press(kb.Home + " ")
		tab.Find("region", "Row")
	}, []string{"Table"}},
	{"a field over a cell", func(tab *Tab) {
		tab.Focus("grid", "orders")
		tab.Press(kb.ArrowRight + kb.F2)
		tab.Wait("#cell-text:focus")
	}, []string{"Table"}},
	{"a form for a row", func(tab *Tab) {
		tab.Press(kb.Escape)
		tab.button("Add row")
		tab.Wait("#new-row:focus")
	}, []string{"Table"}},
	{"a replay", func(tab *Tab) {
		tab.Press(kb.Escape)
		tab.button("Replay step by step")
		tab.WaitText(".step", "1 of")
	}, []string{"Table"}},
	{"an earlier state, with checkpoints", func(tab *Tab) {
		tab.button("History")
		tab.Type("textbox", "Name of a checkpoint", "one")
		tab.Enter()
		tab.Wait(".checkpoints li")
		tab.Focus("slider", "Changes")
		tab.Press(kb.ArrowLeft)
		tab.Wait(".looking:not([hidden])")
	}, []string{"Table", "Task"}},
	{"a preview, files and a notice", func(tab *Tab) {
		tab.button("Show now")
		file := filepath.Join(tab.t.TempDir(), "orders.csv")
		if err := os.WriteFile(file, []byte("x"), 0o644); err != nil {
			tab.t.Fatal(err)
		}
		tab.Upload("Pick files", file)
		tab.Wait(".picked li")
		tab.Run(`(of => of.matches(":popover-open") || of.showPopover())(document.querySelector("#time-panel"))`)
		tab.Focus("textbox", "Name of a checkpoint")
		tab.Paste(strings.Repeat("é", 60))
		tab.Enter()
		tab.Wait(".notice.wrong")
		tab.Replace("textbox", "Console", "read orders prefix=be")
		tab.Wait(".preview-text")
	}, []string{"Console", "Table"}},
	{"what was run, turned and recalled", func(tab *Tab) {
		tab.Replace("textbox", "Console", kb.Backspace)
		tab.Press("r", chromedp.KeyModifiers(ctrl))
		tab.Wait(".recall [role=option]")
		tab.Run(`[...document.querySelectorAll("[role=log] .ran .turn")].at(-1).click()`)
		tab.Wait(".log .turned")
	}, []string{"Console"}},
	{"what a metric means", func(tab *Tab) {
		tab.Press(kb.Escape)
		tab.Click("button", "Rows scanned")
		tab.Wait("#about-rows-scanned:popover-open")
	}, []string{"Table"}},
	{"a question", func(tab *Tab) {
		tab.Press(kb.Escape)
		tab.button("Drop table orders")
		tab.Find("dialog", "Drop table orders?")
	}, nil},
}

// inspect has axe look at what is shown, and measures what is to be hit.
func (tab *Tab) inspect(what string) {
	tab.t.Helper()
	tab.t.Log(what)
	tab.hittable(what)
	tab.Axe()
}

// TestStates opens all that can be open on a workbench, and looks at each in both
// sizes, and at the least width that the page is made for.
func TestStates(t *testing.T) {
	seldom(t)
	t.Parallel()
	tab := begin(t)
	tab.Size(screens[0].width, screens[0].height)
	tab.newSandbox()
	tab.commands(orders...)
	tab.commands("read orders prefix=be")
	for _, s := range states {
		s.open(tab)
		tab.inspect(s.name)
		tab.Prefer("prefers-color-scheme", "dark")
		tab.AxeColours()
		in := s.in
		if in == nil {
			in = []string{""}
		}
		for _, width := range []int64{390, 320} {
			tab.Size(width, screens[1].height)
			for _, part := range in {
				if part != "" {
					tab.Run(`document.querySelectorAll(":popover-open").forEach((e) => e.hidePopover())`)
					tab.part(part)
				}
				tab.hittable(s.name + " in " + part)
				if width == 390 {
					tab.AxeColours()
					tab.Prefer("prefers-color-scheme", "light")
					tab.inspect(s.name + " in " + part)
				}
				tab.Shot("state-" + strings.ReplaceAll(strings.ReplaceAll(s.name, " ", "-"), ",", "") + "-" + part)
			}
		}
		tab.Prefer("prefers-color-scheme", "light")
		tab.Size(screens[0].width, screens[0].height)
	}
}
