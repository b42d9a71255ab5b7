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

// farthest is how many times a reader may have to press Tab to reach anything on
// a page.
const farthest = 72

// Focused returns role and accessible name of the element that has the focus.
func (tab *Tab) Focused() (role, name string) {
	tab.t.Helper()
	node := do(tab, "read the focus", func(ctx context.Context, t *chromedp.Target) (*accessibility.Node, error) {
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

// said returns the text of a property of the accessibility tree.
func said(v *accessibility.Value) string {
	if v == nil {
		return ""
	}
	var text string
	json.Unmarshal([]byte(v.Value), &text)
	return text
}

// TabTo presses Tab until the element with a role and an accessible name has the
// focus.
func (tab *Tab) TabTo(role, name string) {
	tab.t.Helper()
	tab.walk(role, name)
}

// TabBackTo presses Shift+Tab until the element with a role and an accessible
// name has the focus; without a name, the first of the role.
func (tab *Tab) TabBackTo(role, name string) {
	tab.t.Helper()
	tab.walk(role, name, chromedp.KeyModifiers(chromedp.ModifierShift))
}

func (tab *Tab) walk(role, name string, options ...chromedp.KeyOption) {
	tab.t.Helper()
	var way []string
	for range farthest {
		tab.Press(kb.Tab, options...)
		atRole, atName := tab.Focused()
		if atRole == role && (atName == name || name == "") {
			return
		}
		way = append(way, fmt.Sprintf("%s %q", atRole, atName))
	}
	tab.fail("Tab does not lead to %s %q, but to %s", role, name, strings.Join(way, ", "))
}

// Enter presses the Enter key where the focus is. Unlike Press it lets the browser
// make the character of it, which a page can prevent.
func (tab *Tab) Enter() {
	tab.t.Helper()
	do(tab, "press Enter", func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
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

// UntilWithin is Until with a patience of its own.
func (tab *Tab) UntilWithin(limit time.Duration, expression string) {
	tab.t.Helper()
	ctx, cancel := context.WithTimeout(tab.ctx, limit)
	defer cancel()
	poll := chromedp.Poll[bool]("!!("+expression+")", chromedp.WithPollingInterval(50*time.Millisecond), chromedp.WithPollingTimeout(0))
	if _, err := chromedp.Run(ctx, poll); err != nil {
		tab.fail("in %v this did not come true: %s", limit, expression)
	}
}

// Saved waits until all that was done is in the browser's storage.
func (tab *Tab) Saved() {
	tab.t.Helper()
	tab.Wait(`[data-saved="saved"]`)
}

// entries is the expression of the number of things in the console's log.
const entries = `document.querySelectorAll("[role=log] .log-entry").length`

// consoleEditor is the expression of the console's editor, once it is there: the
// pointer over it makes it come. consoleText is that of what the console holds.
const (
	consoleEditor = `((f) => f?.editor ?? void f?.parentNode.dispatchEvent(new Event("pointerenter")))(document.querySelector("#console"))`
	consoleText   = `((f) => f?.editor?.text() ?? f?.value)(document.querySelector("#console"))`
)

// Command pastes a line into the console, runs it and returns what it printed.
func (tab *Tab) Command(line string) string {
	tab.t.Helper()
	before := Eval[int](tab, entries)
	tab.Fill("textbox", "Console", line)
	tab.Enter()
	return tab.Printed(before)
}

// Printed waits for what is printed by entry number n of the console's log, the
// first being 0.
func (tab *Tab) Printed(n int) string {
	tab.t.Helper()
	return tab.PrintedWithin(patience, n)
}

// PrintedWithin is Printed with a patience of its own.
func (tab *Tab) PrintedWithin(limit time.Duration, n int) string {
	tab.t.Helper()
	lines := fmt.Sprintf(`[...document.querySelectorAll("[role=log] .log-entry")[%d]?.children ?? []].filter((line) => !line.matches(".ran"))`, n)
	tab.UntilWithin(limit, lines+".length > 0")
	return Eval[string](tab, lines+`.map((line) => line.innerText).join("\n")`)
}

// Paste pastes text where the focus is, as one step of editing.
func (tab *Tab) Paste(text string) {
	tab.t.Helper()
	do(tab, "paste", func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, input.InsertText, input.InsertTextParams{Text: text})
		return chromedp.Void{}, err
	})
}

// Upload hands a file to the file field with an accessible name.
func (tab *Tab) Upload(name, path string) {
	tab.t.Helper()
	tab.uploadTo(fmt.Sprintf("input[type=file][aria-label=%q]", name), path)
}

// uploadTo hands a file to the file field that css selects.
func (tab *Tab) uploadTo(css, path string) {
	tab.t.Helper()
	tab.Wait(css)
	do(tab, "choose a file", func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		field, err := cdp.Call(ctx, t, runtime.Evaluate, runtime.EvaluateParams{Expression: fmt.Sprintf("document.querySelector(%q)", css)})
		if err != nil {
			return chromedp.Void{}, err
		}
		_, err = cdp.Call(ctx, t, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: []string{path}, ObjectID: field.Result.ObjectID})
		return chromedp.Void{}, err
	})
}

// Keys returns the row keys that the grid of a table shows, as data-key has them.
func (tab *Tab) Keys(table string) []string {
	tab.t.Helper()
	return tab.rows(table, "")
}

// Marked returns the keys of the rows that the last read "scanned" or "returned".
func (tab *Tab) Marked(table, scan string) []string {
	tab.t.Helper()
	return tab.rows(table, "[data-scan="+scan+"]")
}

func (tab *Tab) rows(table, which string) []string {
	tab.t.Helper()
	css := fmt.Sprintf("[role=grid][aria-label='%s'] [role=row][data-key]%s", table, which)
	return Eval[[]string](tab, fmt.Sprintf("[...document.querySelectorAll(%q)].map((row) => row.dataset.key)", css))
}

// Metric returns what the last read cost.
func (tab *Tab) Metric(id string) string {
	tab.t.Helper()
	return tab.Attribute(fmt.Sprintf("[data-metric=%q]", id), "data-value")
}

// tap touches the first element that CSS finds, once it stands still.
func (tab *Tab) tap(css string) {
	tab.t.Helper()
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
	do(tab, "tap "+css, func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
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

// show shows a table.
func (tab *Tab) show(table string) {
	tab.t.Helper()
	tab.Run(fmt.Sprintf(`(() => {
		const select = document.querySelector("select.shown-table");
		if (!select || select.value === %q) return;
		select.value = %[1]q;
		select.dispatchEvent(new Event("change", {bubbles: true}));
	})()`, table))
	tab.Wait(fmt.Sprintf("#template-%s, [role=grid][aria-label=%[1]q]", table))
}

// unfold opens what the cards keep for who asks.
func (tab *Tab) unfold() {
	tab.t.Helper()
	tab.Run(`document.querySelectorAll(".cards details").forEach((e) => { e.open = true; })`)
}
