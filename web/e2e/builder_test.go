//go:build e2e

package e2e

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// says waits until the console holds a text.
func (tab *Tab) says(text string) {
	tab.t.Helper()
	tab.Until(consoleText + ` === ` + strconv.Quote(text))
}

// shows waits until the field of the scan builder with an id shows a value.
func (tab *Tab) shows(id, value string) {
	tab.t.Helper()
	tab.Until(`document.getElementById(` + strconv.Quote(id) + `)?.value === ` + strconv.Quote(value))
}

// center brings an element to the middle, where nothing stands over it.
func (tab *Tab) center(css string) {
	tab.t.Helper()
	tab.Run(`[...document.querySelectorAll(` + strconv.Quote(css) + `)].at(-1).scrollIntoView({block: "center"})`)
}

// choose chooses the value of a select whose text begins so, at once: what is typed
// slowly chooses others on the way.
func (tab *Tab) choose(name, text string) {
	tab.t.Helper()
	tab.Focus("combobox", name)
	found := Eval[bool](tab, fmt.Sprintf(`((select) => {
		const option = [...select.options].find((o) => o.text.toLowerCase().startsWith(%q.toLowerCase()));
		if (!option) return false;
		select.value = option.value;
		for (const kind of ["input", "change"]) select.dispatchEvent(new Event(kind, {bubbles: true}));
		return true;
	})(document.activeElement)`, text))
	if !found {
		tab.fail("%s has no value %s", name, text)
	}
}

// TestScanBuilder builds a prefix scan with a filter in both dialects, sees the
// console's text and the live preview follow, and the fields follow the text.
func TestScanBuilder(t *testing.T) {
	seldom(t)
	t.Parallel()
	tab := begin(t)
	tab.ladder()
	tab.Until(consoleEditor)
	tab.Click("button", "Scan builder")
	tab.Click("button", "Read t")
	tab.says("read t")
	tab.choose("Which rows", "keys that b")
	tab.TabTo("textbox", "Prefix")
	tab.Press("r3")
	tab.says("read t prefix=r3")
	tab.Until(metric("rows-scanned") + ` === 100 && document.querySelector("[data-read=preview]")`)
	tab.Replace("textbox", "Rows at most", "many")
	tab.WaitText("#builder-limit-refused", "many")
	tab.says("read t prefix=r3")
	tab.Replace("textbox", "Rows at most", "05")
	tab.says("read t prefix=r3 count=5")
	tab.Press(kb.Tab)
	tab.shows("builder-limit", "5")
	tab.center("#builder-add-column")
	tab.Click("button", "Add a column")
	tab.Replace("textbox", "Qualifier of column 1", "n|m")
	tab.says("read t prefix=r3 columns='f:n|m' count=5")
	tab.Until(metric("rows-returned") + ` === 5`)
	tab.center("#builder-expression")
	tab.Replace("textbox", "Filter", "value(/7/)")
	tab.says("read t prefix=r3 columns='f:n|m' filter='value(/7/)' count=5")
	tab.Until(metric("rows-returned") + ` === 5 && ` + metric("rows-scanned") + ` > 40`)
	tab.Replace("textbox", "Filter", "value(/7/")
	tab.Until(`document.getElementById("builder-expression-refused").textContent !== ""`)
	tab.says("read t prefix=r3 columns='f:n|m' filter='value(/7/)' count=5")
	tab.Axe()
	tab.Shot("builder-cbt")

	// The fields follow the text.
	tab.Replace("textbox", "Console", "read t start=r1 end=r2 keys-only=true")
	tab.shows("builder-start", "r1")
	tab.shows("builder-end", "r2")
	tab.Until(`document.getElementById("builder-keys-only").checked && document.getElementById("builder-limit").value === ""`)
	tab.Replace("textbox", "Console", "ls")
	tab.Find("button", "Replace it with a read of t")
	tab.Replace("textbox", "Console", "read t prefix=r3 count=5")
	tab.shows("builder-prefix", "r3")

	tab.center(`.builder-part .quiet`)
	tab.Click("button", "Go on in the HBase shell")
	tab.says("scan 't', {ROWPREFIXFILTER => 'r3', LIMIT => 5, VERSIONS => 2147483647}")
	tab.Replace("textbox", "Versions of a column", "1")
	tab.center("#builder-keys-only")
	tab.Click("checkbox", "Without values")
	tab.WaitText("#builder-keys-only-refused", "HBase shell has no way")
	if Eval[bool](tab, `document.getElementById("builder-keys-only").checked`) {
		t.Error("what was refused is checked")
	}
	tab.choose("Filter to add", "ValueF")
	tab.center("#builder-add-filter")
	tab.Click("button", "Add filter")
	tab.choose("Operator", "=")
	tab.Replace("textbox", "With", "7")
	tab.says(`scan 't', {ROWPREFIXFILTER => 'r3', LIMIT => 5, FILTER => 'ValueFilter(=, \'binary:7\')'}`)
	tab.Until(metric("rows-returned") + ` === 5 && ` + metric("rows-scanned") + ` > 40`)
	tab.choose("Filter to add", "QualifierF")
	tab.center("#builder-add-filter")
	tab.Click("button", "Add filter")
	tab.Replace("textbox", "With (filter 2)", `it's\x00`)
	tab.says(`scan 't', {ROWPREFIXFILTER => 'r3', LIMIT => 5, FILTER => "ValueFilter(=, 'binary:7') AND QualifierFilter(=, 'binary:it''s\x00')"}`)
	tab.Axe()
	tab.center("#builder-filter-2_up")
	tab.Click("button", "Move up (filter 2)")
	tab.Until(`document.getElementById("builder-argument-1_1").value === "it's\\x00" && document.getElementById("builder-argument-2_1").value === "7"`)
	tab.Size(1440, 900)
	tab.Run(`document.querySelector(".builder-tree").scrollIntoView({block: "center"})`)
	tab.Shot("builder-hbase")
	tab.center("#builder-filter-1_remove")
	tab.Click("button", "Remove (filter 1)")
	tab.says(`scan 't', {ROWPREFIXFILTER => 'r3', LIMIT => 5, FILTER => 'ValueFilter(=, \'binary:7\')'}`)
	log := Eval[int](tab, entries)
	tab.Focus("textbox", "With")
	tab.Enter()
	tab.Printed(log)
	tab.says("")
	tab.Find("button", "Take the last command again")
}

// TestScanBuilderByTouch does so with fingers on a phone, where it is closed at first.
func TestScanBuilderByTouch(t *testing.T) {
	seldom(t)
	t.Parallel()
	tab := begin(t)
	tab.ladder()
	tab.Until(consoleEditor)
	tab.Size(390, 844)
	tab.Click("button", "Console")
	if Eval[bool](tab, `document.getElementById("builder-body").checkVisibility()`) {
		t.Error("it is open")
	}
	tab.Shot("builder-phone-closed")
	tab.tap("#scan-builder")
	tab.Wait("#builder-body .primary")
	tab.tap("#builder-body .primary")
	tab.says("read t")
	tab.choose("Which rows", "keys that b")
	tab.tap("#builder-prefix")
	tab.Press("r59")
	tab.says("read t prefix=r59")
	tab.Until(metric("rows-scanned") + ` === 10`)
	tab.tap("#builder-reversed")
	tab.says("read t prefix=r59 reversed=true")
	tab.tap("#builder-add-column")
	tab.Wait("#builder-qualifier_0")
	tab.Axe()
	if n := Eval[[]string](tab, `[...document.querySelectorAll(".builder :is(button, input, select, summary, a)")].filter((e) => e.checkVisibility())
		.filter((e) => { const b = e.getBoundingClientRect(); return b.width < 24 || b.height < 24 || b.right > innerWidth })
		.map((e) => e.id || e.outerHTML)`); len(n) > 0 {
		t.Errorf("too small or out of sight: %q", n)
	}
	tab.Run(`document.getElementById("scan-builder").scrollIntoView()`)
	tab.Shot("builder-phone")
	tab.Prefer("prefers-color-scheme", "dark")
	tab.Run(`document.querySelector(".builder-foot").scrollIntoView({block: "end"})`)
	tab.Shot("builder-phone-dark")
	log := Eval[int](tab, entries)
	tab.tap(".builder-foot .primary")
	if got := tab.Printed(log); got == "" {
		t.Error("nothing is printed")
	}
	tab.says("")
}
