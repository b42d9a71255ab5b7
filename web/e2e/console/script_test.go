//go:build e2e

package console

import (
	"fmt"
	"strings"
	"testing"

	"tabletop/web/e2e"
)

// TestLongScript pastes nearly one MiB of commands and stops them before the end. It also
// corrects a script at the line that was refused.
func TestLongScript(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.NewSandbox()
	tab.Commands(e2e.Orders...)
	var script strings.Builder
	for i := range 22000 {
		fmt.Fprintf(&script, "set orders k#%06d O:total=%d C:name=xyz\n", i, i)
	}
	tab.Focus("textbox", "Console")
	tab.Paste(script.String())
	tab.Until(fmt.Sprintf(e2e.ConsoleText+`.length === %d`, script.Len()))
	n := e2e.Eval[int](tab, e2e.Entries)
	tab.Enter()
	tab.WaitText(".running .num", "of 22,000 commands")
	tab.Click("button", "Cancel")
	tab.Until(fmt.Sprintf(`document.querySelectorAll("[role=log] .log-entry")[%d]?.querySelector(".refused")`, n))
	tab.Gone(".running:not([hidden])")
	if got := strings.TrimSpace(tab.Command("count orders")); len(got) > 5 || got == "22005" {
		t.Errorf("a script that was cancelled has left %s rows", got)
	}

	tab.Focus("textbox", "Console")
	n = e2e.Eval[int](tab, e2e.Entries)
	tab.Paste("set orders z#1 O:total=1\nset orders z#2 X:total=1\nset orders z#3 O:total=1")
	tab.Enter()
	tab.Until(e2e.ConsoleText + ` === "set orders z#2 X:total=1\nset orders z#3 O:total=1"`)
	tab.WaitText(".cm-line.refused-line .fault", "set orders z#2 X:total=1")
	tab.WaitText(".log", "This command and those after it are in the console again.")
	tab.Axe()
	tab.Shot("script-back")
	tab.Prefer("prefers-color-scheme", "dark")
	tab.Size(390, 844)
	tab.Part("Console")
	tab.Axe()
	tab.Shot("script-back-phone-dark")
	tab.Size(1440, 900)
	tab.Replace("textbox", "Console", "set orders z#2 O:total=1")
	tab.Gone(".cm-line.refused-line")
	tab.Enter()
	tab.Printed(n + 1)
	if got := strings.TrimSpace(tab.Command("count orders prefix=z#")); got != "2" {
		t.Errorf("mended, the script has left %s rows", got)
	}
}

// TestScriptUndone pastes a script of many commands and undoes it as one step. Earlier changes
// can still be undone, also after the page is reloaded.
func TestScriptUndone(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	tab.NewSandbox()
	tab.Commands("createtable orders families=O", "set orders first O:total=1")
	var script strings.Builder
	for i := range 300 {
		fmt.Fprintf(&script, "set orders k#%03d O:total=%d\n", i, i)
	}
	tab.Focus("textbox", "Console")
	n := e2e.Eval[int](tab, e2e.Entries)
	tab.Paste(script.String())
	tab.Enter()
	tab.Printed(n)
	rows := func(want string) {
		t.Helper()
		if got := strings.TrimSpace(tab.Command("count orders")); got != want {
			t.Errorf("there are %s rows, not %s", got, want)
		}
	}
	step := func(of, what string) {
		t.Helper()
		tab.WaitText(".time-bar .num", of)
		tab.WaitText(".time-what", what)
	}
	const said = "300 commands, from “set orders k#000 O:total=0” on"
	rows("301")
	step("3 of 3", said)
	tab.PressButton("History")
	tab.Shot("script-step")
	tab.Axe()
	tab.Size(390, 844)
	tab.Shot("script-step-phone")
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	tab.PressButton("Undo")
	step("2 of 3", "set orders first O:total=1")
	rows("1")
	tab.PressButton("Redo")
	step("3 of 3", said)
	rows("301")
	tab.PressButton("Undo")
	tab.Saved()
	tab.Reload()
	step("2 of 3", "set orders first O:total=1")
	tab.PressButton("Redo")
	step("3 of 3", said)
	rows("301")
	for range 3 {
		tab.PressButton("Undo")
	}
	step("0 of 3", "The start")
}
