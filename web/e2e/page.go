//go:build e2e

package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Choose selects the option of a select element whose text begins with the given text; upper
// and lower case count as equal. It sets the value at once, because slowly typed text would
// also select other options on the way.
func (tab *Tab) Choose(name, text string) {
	tab.T.Helper()
	tab.Focus("combobox", name)
	found := Eval[bool](tab, fmt.Sprintf(`((select) => {
		const option = [...select.options].find((o) => o.text.toLowerCase().startsWith(%q.toLowerCase()));
		if (!option) return false;
		select.value = option.value;
		for (const kind of ["input", "change"]) select.dispatchEvent(new Event(kind, {bubbles: true}));
		return true;
	})(document.activeElement)`, text))
	if !found {
		tab.Fail("%s has no value %s", name, text)
	}
}

// Ctrl is the modifier key Ctrl for [Tab.Press].
const Ctrl = chromedp.Modifier(2)

// Farthest is the largest number of times that a reader may have to press Tab to reach an
// element of a page.
const Farthest = 72

// Focused returns the role and the accessible name of the element that has the focus.
func (tab *Tab) Focused() (role, name string) {
	tab.T.Helper()
	node := Do(tab, "read the focus", func(ctx context.Context, t *chromedp.Target) (*accessibility.Node, error) {
		active, err := cdp.Call(ctx, t, runtime.Evaluate, runtime.EvaluateParams{Expression: "document.activeElement"})
		if err != nil {
			return nil, err
		}
		alone := false
		tree, err := cdp.Call(ctx, t, accessibility.GetPartialAXTree, accessibility.GetPartialAXTreeParams{
			ObjectID: active.Result.ObjectID, FetchRelatives: &alone,
		})
		if err != nil {
			return nil, err
		}
		if len(tree.Nodes) == 0 {
			return nil, fmt.Errorf("the element is not in the accessibility tree")
		}
		return tree.Nodes[0], nil
	})
	return said(node.Role), said(node.Name)
}

// said returns the text of a property of the accessibility tree, or "" if the node does not
// have it.
func said(v *accessibility.Value) string {
	if v == nil {
		return ""
	}
	var text string
	json.Unmarshal([]byte(v.Value), &text)
	return text
}

// TabTo presses Tab until the element with a role and an accessible name has the focus; without
// a name, the first element of the role.
func (tab *Tab) TabTo(role, name string) {
	tab.T.Helper()
	tab.walk(role, name)
}

// TabBackTo is like [Tab.TabTo], but presses Shift+Tab.
func (tab *Tab) TabBackTo(role, name string) {
	tab.T.Helper()
	tab.walk(role, name, chromedp.KeyModifiers(chromedp.ModifierShift))
}

// walk presses Tab until the given element has the focus, at most [Farthest] times.
func (tab *Tab) walk(role, name string, options ...chromedp.KeyOption) {
	tab.T.Helper()
	var way []string
	for range Farthest {
		tab.Press(kb.Tab, options...)
		atRole, atName := tab.Focused()
		if atRole == role && (atName == name || name == "") {
			return
		}
		way = append(way, fmt.Sprintf("%s %q", atRole, atName))
	}
	tab.Fail("Tab does not lead to %s %q, but to %s", role, name, strings.Join(way, ", "))
}

// Enter presses the Enter key at the focus. Unlike [Tab.Press] it lets the browser insert the
// key's character, which the page can prevent.
func (tab *Tab) Enter() {
	tab.T.Helper()
	Do(tab, "press Enter", func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		for _, kind := range []input.DispatchKeyEventType{input.DispatchKeyEventTypeKeyDown, input.DispatchKeyEventTypeKeyUp} {
			key := input.DispatchKeyEventParams{Type: kind, Key: "Enter", Code: "Enter", WindowsVirtualKeyCode: 13}
			if kind == input.DispatchKeyEventTypeKeyDown {
				key.Text = "\r"
			}
			if _, err := cdp.Call(ctx, t, input.DispatchKeyEvent, key); err != nil {
				return chromedp.Void{}, err
			}
		}
		return chromedp.Void{}, nil
	})
}

// UntilWithin is like [Tab.Until] with a time limit of its own, but fails if the page
// navigates.
func (tab *Tab) UntilWithin(limit time.Duration, expression string) {
	tab.T.Helper()
	ctx, cancel := context.WithTimeout(tab.Context, limit)
	defer cancel()
	poll := chromedp.Poll[bool]("!!("+expression+")", chromedp.WithPollingInterval(50*time.Millisecond), chromedp.WithPollingTimeout(0))
	if _, err := chromedp.Run(ctx, poll); err != nil {
		tab.Fail("in %v this did not come true: %s", limit, expression)
	}
}

// Saved waits until the page shows that all changes are in the browser's storage.
func (tab *Tab) Saved() {
	tab.T.Helper()
	tab.Wait(`[data-saved="saved"]`)
}

// Entries is a JavaScript expression for the number of entries in the console's log.
const Entries = `document.querySelectorAll("[role=log] .log-entry").length`

// ConsoleEditor is a JavaScript expression for the console's editor. The page loads the editor
// when the pointer comes over the console, so until then the expression sends that event and is
// undefined. ConsoleText is an expression for the text in the console.
const (
	ConsoleEditor = `((f) => f?.editor ?? void f?.parentNode.dispatchEvent(new Event("pointerenter")))(document.querySelector("#console"))`
	ConsoleText   = `((f) => f?.editor?.text() ?? f?.value)(document.querySelector("#console"))`
)

// Command pastes a line into the console in place of its text, runs it, and returns its output.
func (tab *Tab) Command(line string) string {
	tab.T.Helper()
	before := Eval[int](tab, Entries)
	tab.Fill("textbox", "Console", line)
	tab.Enter()
	return tab.Printed(before)
}

// Printed waits until entry n of the console's log, counted from 0, has output and returns that
// output.
func (tab *Tab) Printed(n int) string {
	tab.T.Helper()
	return tab.PrintedWithin(Patience, n)
}

// PrintedWithin is like [Tab.Printed], with a time limit of its own.
func (tab *Tab) PrintedWithin(limit time.Duration, n int) string {
	tab.T.Helper()
	lines := fmt.Sprintf(`[...document.querySelectorAll("[role=log] .log-entry")[%d]?.children ?? []].filter((line) => !line.matches(".ran"))`, n)
	tab.UntilWithin(limit, lines+".length > 0")
	return Eval[string](tab, lines+`.map((line) => line.innerText).join("\n")`)
}

// Paste inserts text at the focus in one step of editing.
func (tab *Tab) Paste(text string) {
	tab.T.Helper()
	Do(tab, "paste", func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, input.InsertText, input.InsertTextParams{Text: text})
		return chromedp.Void{}, err
	})
}

// Upload chooses the file at path for the file field with an accessible name.
func (tab *Tab) Upload(name, path string) {
	tab.T.Helper()
	tab.UploadTo(fmt.Sprintf("input[type=file][aria-label=%q]", name), path)
}

// UploadTo chooses the file at path for the file field that a CSS selector matches.
func (tab *Tab) UploadTo(css, path string) {
	tab.T.Helper()
	tab.Wait(css)
	Do(tab, "choose a file", func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		field, err := cdp.Call(ctx, t, runtime.Evaluate, runtime.EvaluateParams{Expression: fmt.Sprintf("document.querySelector(%q)", css)})
		if err != nil {
			return chromedp.Void{}, err
		}
		_, err = cdp.Call(ctx, t, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: []string{path}, ObjectID: field.Result.ObjectID})
		return chromedp.Void{}, err
	})
}

// Keys returns the row keys that the grid of a table shows, as written in the attribute
// data-key.
func (tab *Tab) Keys(table string) []string {
	tab.T.Helper()
	return tab.rows(table, "")
}

// Marked returns the keys of the rows in the grid that the last read has marked; scan is
// "scanned" or "returned".
func (tab *Tab) Marked(table, scan string) []string {
	tab.T.Helper()
	return tab.rows(table, "[data-scan="+scan+"]")
}

// rows returns the keys of the grid's rows that also match the CSS selector which.
func (tab *Tab) rows(table, which string) []string {
	tab.T.Helper()
	css := fmt.Sprintf("[role=grid][aria-label='%s'] [role=row][data-key]%s", table, which)
	return Eval[[]string](tab, fmt.Sprintf("[...document.querySelectorAll(%q)].map((row) => row.dataset.key)", css))
}

// Metric returns a metric of the last read's cost, as written in the attribute data-value.
func (tab *Tab) Metric(id string) string {
	tab.T.Helper()
	return tab.Attribute(fmt.Sprintf("[data-metric=%q]", id), "data-value")
}

// TapFirst taps the middle of the first element that matches a CSS selector, once its position
// has stood still for three frames.
func (tab *Tab) TapFirst(css string) {
	tab.T.Helper()
	tab.Wait(css)
	at := Eval[[]float64](tab, fmt.Sprintf(`(async () => {
		for (let last = 0, still = 0; ; ) {
			const e = document.querySelector(%q)
			e.scrollIntoView({block: "center"})
			const b = e.getBoundingClientRect()
			still = b.y === last ? still + 1 : 0
			if (still === 3) return [b.x + b.width / 2, b.y + b.height / 2]
			last = b.y
			await new Promise(requestAnimationFrame)
		}
	})()`, css))
	Do(tab, "tap "+css, func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		for _, kind := range []input.DispatchTouchEventType{input.DispatchTouchEventTypeTouchStart, input.DispatchTouchEventTypeTouchEnd} {
			touch := input.DispatchTouchEventParams{Type: kind, TouchPoints: []*input.TouchPoint{}}
			if kind == input.DispatchTouchEventTypeTouchStart {
				touch.TouchPoints = append(touch.TouchPoints, &input.TouchPoint{X: at[0], Y: at[1]})
			}
			if _, err := cdp.Call(ctx, t, input.DispatchTouchEvent, touch); err != nil {
				return chromedp.Void{}, err
			}
		}
		return chromedp.Void{}, nil
	})
}

// Show makes the page show a table, if it shows another one.
func (tab *Tab) Show(table string) {
	tab.T.Helper()
	tab.Run(fmt.Sprintf(`(() => {
		const select = document.querySelector("select.shown-table");
		if (!select || select.value === %q) return;
		select.value = %[1]q;
		select.dispatchEvent(new Event("change", {bubbles: true}));
	})()`, table))
	tab.Wait(fmt.Sprintf("#template-%s, [role=grid][aria-label=%[1]q]", table))
}

// Listen is a script that collects in the global variable heard what a screen reader would
// announce: the text of each live region that is visible, each time the text changes. The
// announcements of the editor about its own text are left out.
const Listen = `globalThis.heard = []; (() => {
	const regions = "[role=status], [role=alert], [role=log], [aria-live=polite]:not(.cm-announced), [aria-live=assertive]";
	const texts = new Map();
	const hear = () => {
		for (const e of document.querySelectorAll(regions)) {
			const text = e.checkVisibility() ? e.textContent.trim() : "";
			if (text === (texts.get(e) ?? "")) continue;
			texts.set(e, text);
			if (text !== "" && e.ariaLive !== "off") heard.push(text);
		}
	};
	hear();
	heard = [];
	new MutationObserver(hear).observe(document.body, {subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["class", "hidden", "data-tab"]});
})()`

// Ran waits until the last command in the console's log contains the given text.
func (tab *Tab) Ran(line string) {
	tab.T.Helper()
	tab.Until(fmt.Sprintf(`[...document.querySelectorAll("[role=log] .ran")].at(-1)?.textContent.includes(%q)`, line))
}
