//go:build e2e

package console

import (
	"testing"

	"tabletop/web/e2e"
)

// drawn is a JavaScript expression for the number of elements that draw the console's text.
const drawn = `document.querySelectorAll(".cm-content *").length`

// TestOddInvisibleCharacters puts 19,000 invisible characters into the console. Earlier
// versions drew each as an element with its escape, so that a key press took nine seconds, and
// one second for emoji, which are joined by such characters. Now the first ones are drawn,
// followed by how many more there are. Running the text still uses all of it.
func TestOddInvisibleCharacters(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.NewSandbox()
	tab.Commands("createtable t families=f")
	for what, text := range map[string]string{
		"zero width":  `"\u200b".repeat(19000)`,
		"alternating": `"a\u200b".repeat(9500)`,
		"emoji":       `"\u{1f468}\u200d\u{1f469}".repeat(3800)`,
	} {
		tab.Replace("textbox", "Console", "set t r f:q=")
		tab.Run(`document.execCommand("insertText", false, ` + text + `)`)
		tab.Until(e2e.ConsoleText + `.startsWith("set t r f:q=" + ` + text + `.slice(0, 10))`)
		tab.Press("x")
		tab.Until(`` + e2e.ConsoleText + ` === "set t r f:q=" + ` + text + ` + "x"`)
		if n := e2e.Eval[int](tab, drawn); n > 1000 {
			t.Errorf("%s are drawn with %d elements", what, n)
		}
		tab.Until(`/and [\d,]+ more characters/.test(document.querySelector(".cm-content").textContent)`)
	}
	n := e2e.Eval[int](tab, e2e.Entries)
	tab.Enter()
	tab.Printed(n)
	tab.Until(e2e.ConsoleText + ` === ""`)
	if n := e2e.Eval[int](tab, drawn); n > 10 {
		t.Errorf("nothing is drawn with %d elements", n)
	}
}
