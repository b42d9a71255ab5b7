//go:build e2e

package console

import (
	"strconv"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"tabletop/web/e2e"
)

// says waits until the console contains exactly this text.
func says(tab *e2e.Tab, text string) {
	tab.T.Helper()
	tab.Until(e2e.ConsoleText + ` === ` + strconv.Quote(text))
}

// shows waits until the field with an id in the scan builder has a value.
func shows(tab *e2e.Tab, id, value string) {
	tab.T.Helper()
	tab.Until(`document.getElementById(` + strconv.Quote(id) + `)?.value === ` + strconv.Quote(value))
}

// center scrolls an element to the middle of the window, where nothing covers it.
func center(tab *e2e.Tab, css string) {
	tab.T.Helper()
	tab.Run(`[...document.querySelectorAll(` + strconv.Quote(css) + `)].at(-1).scrollIntoView({block: "center"})`)
}

// TestScanBuilder builds a prefix scan with a filter in both dialects. It checks that the text
// in the console and the live preview follow the fields, and that the fields follow the text.
func TestScanBuilder(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Ladder()
	tab.Until(e2e.ConsoleEditor)
	tab.Click("button", "Scan builder")
	tab.Click("button", "Read t")
	says(tab, "read t")
	tab.Choose("Which rows", "keys that b")
	tab.TabTo("textbox", "Prefix")
	tab.Press("r3")
	says(tab, "read t prefix=r3")
	tab.Until(e2e.MetricValue("rows-scanned") + ` === 100 && document.querySelector("[data-read=preview]")`)
	tab.Replace("textbox", "Rows at most", "many")
	tab.WaitText("#builder-limit-refused", "many")
	says(tab, "read t prefix=r3")
	tab.Replace("textbox", "Rows at most", "05")
	says(tab, "read t prefix=r3 count=5")
	tab.Press(kb.Tab)
	shows(tab, "builder-limit", "5")
	center(tab, "#builder-add-column")
	tab.Click("button", "Add a column")
	tab.Replace("textbox", "Qualifier of column 1", "n|m")
	says(tab, "read t prefix=r3 columns='f:n|m' count=5")
	tab.Until(e2e.MetricValue("rows-returned") + ` === 5`)
	center(tab, "#builder-expression")
	tab.Replace("textbox", "Filter", "value(/7/)")
	says(tab, "read t prefix=r3 columns='f:n|m' filter='value(/7/)' count=5")
	tab.Until(e2e.MetricValue("rows-returned") + ` === 5 && ` + e2e.MetricValue("rows-scanned") + ` > 40`)
	tab.Replace("textbox", "Filter", "value(/7/")
	tab.Until(`document.getElementById("builder-expression-refused").textContent !== ""`)
	says(tab, "read t prefix=r3 columns='f:n|m' filter='value(/7/)' count=5")
	tab.Axe()
	tab.Shot("builder-cbt")

	// The fields follow the text.
	tab.Replace("textbox", "Console", "read t start=r1 end=r2 keys-only=true")
	shows(tab, "builder-start", "r1")
	shows(tab, "builder-end", "r2")
	tab.Until(`document.getElementById("builder-keys-only").checked && document.getElementById("builder-limit").value === ""`)
	tab.Replace("textbox", "Console", "ls")
	tab.Find("button", "Replace it with a read of t")
	tab.Replace("textbox", "Console", "read t prefix=r3 count=5")
	shows(tab, "builder-prefix", "r3")

	center(tab, `.builder-part .quiet`)
	tab.Click("button", "Go on in the HBase shell")
	says(tab, "scan 't', {ROWPREFIXFILTER => 'r3', LIMIT => 5, VERSIONS => 2147483647}")
	tab.Replace("textbox", "Versions of a column", "1")
	center(tab, "#builder-keys-only")
	tab.Click("checkbox", "Without values")
	tab.WaitText("#builder-keys-only-refused", "HBase shell has no way")
	if e2e.Eval[bool](tab, `document.getElementById("builder-keys-only").checked`) {
		t.Error("what was refused is checked")
	}
	tab.Choose("Filter to add", "ValueF")
	center(tab, "#builder-add-filter")
	tab.Click("button", "Add filter")
	tab.Choose("Operator", "=")
	tab.Replace("textbox", "With", "7")
	says(tab, `scan 't', {ROWPREFIXFILTER => 'r3', LIMIT => 5, FILTER => 'ValueFilter(=, \'binary:7\')'}`)
	tab.Until(e2e.MetricValue("rows-returned") + ` === 5 && ` + e2e.MetricValue("rows-scanned") + ` > 40`)
	tab.Choose("Filter to add", "QualifierF")
	center(tab, "#builder-add-filter")
	tab.Click("button", "Add filter")
	tab.Replace("textbox", "With (filter 2)", `it's\x00`)
	says(tab, `scan 't', {ROWPREFIXFILTER => 'r3', LIMIT => 5, FILTER => "ValueFilter(=, 'binary:7') AND QualifierFilter(=, 'binary:it''s\x00')"}`)
	tab.Axe()
	center(tab, "#builder-filter-2_up")
	tab.Click("button", "Move up (filter 2)")
	tab.Until(`document.getElementById("builder-argument-1_1").value === "it's\\x00" && document.getElementById("builder-argument-2_1").value === "7"`)
	tab.Size(1440, 900)
	tab.Run(`document.querySelector(".builder-tree").scrollIntoView({block: "center"})`)
	tab.Shot("builder-hbase")
	center(tab, "#builder-filter-1_remove")
	tab.Click("button", "Remove (filter 1)")
	says(tab, `scan 't', {ROWPREFIXFILTER => 'r3', LIMIT => 5, FILTER => 'ValueFilter(=, \'binary:7\')'}`)
	log := e2e.Eval[int](tab, e2e.Entries)
	tab.Focus("textbox", "With")
	tab.Enter()
	tab.Printed(log)
	says(tab, "")
	tab.Find("button", "Take the last command again")
}

// TestScanBuilderByTouch does the same by touch on a phone, where the builder is closed at
// first.
func TestScanBuilderByTouch(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Ladder()
	tab.Until(e2e.ConsoleEditor)
	tab.Size(390, 844)
	tab.Click("button", "Console")
	if e2e.Eval[bool](tab, `document.getElementById("builder-body").checkVisibility()`) {
		t.Error("it is open")
	}
	tab.Shot("builder-phone-closed")
	tab.TapFirst("#scan-builder")
	tab.Wait("#builder-body .primary")
	tab.TapFirst("#builder-body .primary")
	says(tab, "read t")
	tab.Choose("Which rows", "keys that b")
	tab.TapFirst("#builder-prefix")
	tab.Press("r59")
	says(tab, "read t prefix=r59")
	tab.Until(e2e.MetricValue("rows-scanned") + ` === 10`)
	tab.TapFirst("#builder-reversed")
	says(tab, "read t prefix=r59 reversed=true")
	tab.TapFirst("#builder-add-column")
	tab.Wait("#builder-qualifier_0")
	tab.Axe()
	if n := e2e.Eval[[]string](tab, `[...document.querySelectorAll(".builder :is(button, input, select, summary, a)")].filter((e) => e.checkVisibility())
		.filter((e) => { const b = e.getBoundingClientRect(); return b.width < 24 || b.height < 24 || b.right > innerWidth })
		.map((e) => e.id || e.outerHTML)`); len(n) > 0 {
		t.Errorf("too small or out of sight: %q", n)
	}
	tab.Run(`document.getElementById("scan-builder").scrollIntoView()`)
	tab.Shot("builder-phone")
	tab.Prefer("prefers-color-scheme", "dark")
	tab.Run(`document.querySelector(".builder-foot").scrollIntoView({block: "end"})`)
	tab.Shot("builder-phone-dark")
	log := e2e.Eval[int](tab, e2e.Entries)
	tab.TapFirst(".builder-foot .primary")
	if got := tab.Printed(log); got == "" {
		t.Error("nothing is printed")
	}
	says(tab, "")
}
