//go:build e2e

package sandboxes

import (
	"strings"
	"testing"

	"tabletop/web/e2e"
)

// TestKeyAsCode shows the key of an example as code in two languages. The code goes away when the table
// has another key.
func TestKeyAsCode(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Open("/sandboxes/")
	tab.PressButton("Open Quotes of a market")
	tab.SandboxShown()
	tab.Until(`document.querySelector("[data-figure^='scanned-']")`)
	tab.PressButton("Key as code")
	const shown = ".key-bar .as-code pre"
	tab.WaitText(shown, "func ParseRowKey(key string) (Record, error)")
	for _, want := range []string{"func RangesOfQuestion1(", "func Check() error", "// The question asks for "} {
		if text := tab.Text(shown); !strings.Contains(text, want) {
			t.Errorf("the code does not have %q:\n%s", want, text)
		}
	}
	tab.Axe()
	tab.Shot("key-code-1440")
	tab.Run(`{ const all = document.querySelector(".key-bar .as-code select"); all.value = "Python"; all.dispatchEvent(new Event("change")); }`)
	tab.WaitText(shown, "def parse_row_key(key: bytes) -> Record:")
	tab.Click("button", "Copy")
	tab.Find("button", "Copied")
	tab.Size(390, 844)
	tab.Shot("key-code-390")
	tab.Size(1280, 720)
	tab.Shot("key-code-1280")
	tab.Fill("textbox", "Row key template", "{symbol|pad:5}#{quotetime}#{exchange|pad:6}")
	tab.Enter()
	tab.Until(`document.querySelector(".key-bar") && !document.querySelector(".key-bar .as-code pre")`)
	tab.Until(`document.querySelectorAll(".attempt-list [data-attempt]").length === 2`)
	tab.Saved()
	tab.PressButton("Key as code")
	tab.WaitText(shown, "{symbol|pad:5}#{quotetime}#{exchange|pad:6}")
}
