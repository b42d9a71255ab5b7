//go:build e2e

package e2e

import "testing"

// drawn is the expression of how many elements the console's text is drawn with.
const drawn = `document.querySelectorAll(".cm-content *").length`

// TestOddInvisibleCharacters puts 19,000 characters that cannot be seen into the
// console. Each was drawn as an element of its own with its escape in it, and a key
// took nine seconds; of emoji, which are joined by such characters, one. The first are
// drawn, and behind them is told how much more there is; what is run is all of it.
func TestOddInvisibleCharacters(t *testing.T) {
	seldom(t)
	t.Parallel()
	tab := begin(t)
	tab.newSandbox()
	tab.commands("createtable t families=f")
	for what, text := range map[string]string{
		"zero width":  `"\u200b".repeat(19000)`,
		"alternating": `"a\u200b".repeat(9500)`,
		"emoji":       `"\u{1f468}\u200d\u{1f469}".repeat(3800)`,
	} {
		tab.Replace("textbox", "Console", "set t r f:q=")
		tab.Run(`document.execCommand("insertText", false, ` + text + `)`)
		tab.Until(consoleText + `.startsWith("set t r f:q=" + ` + text + `.slice(0, 10))`)
		tab.Press("x")
		tab.Until(`` + consoleText + ` === "set t r f:q=" + ` + text + ` + "x"`)
		if n := Eval[int](tab, drawn); n > 1000 {
			t.Errorf("%s are drawn with %d elements", what, n)
		}
		tab.Until(`/and [\d,]+ more characters/.test(document.querySelector(".cm-content").textContent)`)
	}
	n := Eval[int](tab, entries)
	tab.Enter()
	tab.Printed(n)
	tab.Until(consoleText + ` === ""`)
	if n := Eval[int](tab, drawn); n > 10 {
		t.Errorf("nothing is drawn with %d elements", n)
	}
}
