//go:build e2e

package a11y

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tabletop/web/e2e"
)

// A state is something that can be open on a workbench.
type state struct {
	name string
	open func(*e2e.Tab)
	in   []string // parts of the workbench that show it on a narrow screen
}

// states are in order: each one begins where the previous one ended.
var states = []state{
	{"a form for a table", func(tab *e2e.Tab) { tab.PressButton("New table"); tab.Wait("#schema-form:focus") }, nil},
	{"a form for a family, refused", func(tab *e2e.Tab) {
		tab.Press(kb.Escape)
		tab.PressButton("Add family to orders")
		tab.Wait("#schema-form:focus")
		tab.Press("no name")
		tab.Enter()
		tab.WaitText(".field-error", "cannot name")
	}, []string{"Task"}},
	{"a form for a rule, sizes and garbage", func(tab *e2e.Tab) {
		tab.PressButton("Change rule of O in orders")
		tab.Wait("#schema-form:focus")
		tab.PressButton("Measure orders")
		tab.WaitText(".schema-sizes", "Row keys")
		tab.PressButton("Find garbage in orders")
		tab.WaitText("#garbage-orders", "garbage")
		tab.Run(`document.querySelectorAll("details").forEach((e) => e.open = true)`)
	}, []string{"Task"}},
	{"a row's details", func(tab *e2e.Tab) {
		tab.Focus("grid", "orders")
		tab.Press(kb.Home + " ")
		tab.Find("region", "Row")
	}, []string{"Table"}},
	{"a field over a cell", func(tab *e2e.Tab) {
		tab.Focus("grid", "orders")
		tab.Press(kb.ArrowRight + kb.F2)
		tab.Wait("#cell-text:focus")
	}, []string{"Table"}},
	{"a form for a row", func(tab *e2e.Tab) {
		tab.Press(kb.Escape)
		tab.PressButton("Add row")
		tab.Wait("#new-row:focus")
	}, []string{"Table"}},
	{"a replay", func(tab *e2e.Tab) {
		tab.Press(kb.Escape)
		tab.PressButton("Replay step by step")
		tab.WaitText(".step", "1 of")
	}, []string{"Table"}},
	{"an earlier state, with checkpoints", func(tab *e2e.Tab) {
		tab.PressButton("History")
		tab.Type("textbox", "Name of a checkpoint", "one")
		tab.Enter()
		tab.Wait(".checkpoints li")
		tab.Focus("slider", "Changes")
		tab.Press(kb.ArrowLeft)
		tab.Wait(".looking:not([hidden])")
	}, []string{"Table", "Task"}},
	{"a preview, files and a notice", func(tab *e2e.Tab) {
		tab.PressButton("Show now")
		file := filepath.Join(tab.T.TempDir(), "orders.csv")
		if err := os.WriteFile(file, []byte("x"), 0o644); err != nil {
			tab.T.Fatal(err)
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
	{"what was run, turned and recalled", func(tab *e2e.Tab) {
		tab.Replace("textbox", "Console", kb.Backspace)
		tab.Press("r", chromedp.KeyModifiers(e2e.Ctrl))
		tab.Wait(".recall [role=option]")
		tab.Run(`[...document.querySelectorAll("[role=log] .ran .turn")].at(-1).click()`)
		tab.Wait(".log .turned")
	}, []string{"Console"}},
	{"what a metric means", func(tab *e2e.Tab) {
		tab.Press(kb.Escape)
		tab.Click("button", "Rows scanned")
		tab.Wait("#about-rows-scanned:popover-open")
	}, []string{"Table"}},
	{"a question", func(tab *e2e.Tab) {
		tab.Press(kb.Escape)
		tab.PressButton("Drop table orders")
		tab.Find("dialog", "Drop table orders?")
	}, nil},
}

// TestStates opens everything that can be open on a workbench, and examines each state in both
// sizes and at the smallest width that the page supports.
func TestStates(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	tab.NewSandbox()
	tab.Commands(e2e.Orders...)
	tab.Commands("read orders prefix=be")
	for _, s := range states {
		s.open(tab)
		tab.Inspect(s.name)
		tab.Prefer("prefers-color-scheme", "dark")
		tab.AxeColours()
		in := s.in
		if in == nil {
			in = []string{""}
		}
		for _, width := range []int64{390, 320} {
			tab.Size(width, e2e.Screens[1].Height)
			for _, part := range in {
				if part != "" {
					tab.Run(`document.querySelectorAll(":popover-open").forEach((e) => e.hidePopover())`)
					tab.Part(part)
				}
				tab.Hittable(s.name + " in " + part)
				if width == 390 {
					tab.AxeColours()
					tab.Prefer("prefers-color-scheme", "light")
					tab.Inspect(s.name + " in " + part)
				}
				tab.Shot("state-" + strings.ReplaceAll(strings.ReplaceAll(s.name, " ", "-"), ",", "") + "-" + part)
			}
		}
		tab.Prefer("prefers-color-scheme", "light")
		tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	}
}
