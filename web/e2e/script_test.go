//go:build e2e

package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// TestLongScript pastes nearly a mebibyte of commands, stops them on the way, and
// mends a script at the line that is refused.
func TestLongScript(t *testing.T) {
	seldom(t)
	t.Parallel()
	tab := begin(t)
	tab.newSandbox()
	tab.commands(orders...)
	var script strings.Builder
	for i := range 22000 {
		fmt.Fprintf(&script, "set orders k#%06d O:total=%d C:name=xyz\n", i, i)
	}
	tab.Focus("textbox", "Console")
	tab.Paste(script.String())
	tab.Until(fmt.Sprintf(consoleText+`.length === %d`, script.Len()))
	n := Eval[int](tab, entries)
	tab.Enter()
	tab.WaitText(".running .num", "of 22,000 commands")
	tab.Click("button", "Cancel")
	tab.Until(fmt.Sprintf(`document.querySelectorAll("[role=log] .log-entry")[%d]?.querySelector(".refused")`, n))
	tab.Gone(".running:not([hidden])")
	if got := strings.TrimSpace(tab.Command("count orders")); len(got) > 5 || got == "22005" {
		t.Errorf("a script that was cancelled has left %s rows", got)
	}

	tab.Focus("textbox", "Console")
	n = Eval[int](tab, entries)
	tab.Paste("set orders z#1 O:total=1\nset orders z#2 X:total=1\nset orders z#3 O:total=1")
	tab.Enter()
	tab.Until(consoleText + ` === "set orders z#2 X:total=1\nset orders z#3 O:total=1"`)
	tab.WaitText(".cm-line.refused-line .fault", "set orders z#2 X:total=1")
	tab.WaitText(".log", "This command and those behind it are in the console again.")
	tab.Axe()
	tab.Shot("script-back")
	tab.Prefer("prefers-color-scheme", "dark")
	tab.Size(390, 844)
	tab.part("Console")
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
