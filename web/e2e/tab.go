//go:build e2e

package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// A Tab is one tab of a browser. Its methods fail the test when an expected state is not
// reached within [Patience]. Roles and names are those of the accessibility tree.
type Tab struct {
	T       *testing.T
	Context context.Context // of the tab; it ends when the tab closes
	cancel  context.CancelFunc
	Browser *Browser
	Site    *Site // the site that Open's routes belong to

	// mu protects the fields below, which the goroutines of the tab's events also use.
	mu      sync.Mutex
	asked   []page.DialogType         // kinds of the browser's own dialogs that were opened
	stays   bool                      // dialogs are dismissed, so that the page is not left
	console []chromedp.ConsoleMessage // messages of the page's console
	allowed []string                  // texts of expected console errors
}

// Tab opens a blank tab for a site. From then on it collects the page's console messages and
// answers the browser's dialogs. The tour counts as done. The tab closes when the test ends.
func (b *Browser) Tab(t *testing.T, site *Site) *Tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(b.Context)
	tab := &Tab{T: t, Context: ctx, cancel: sync.OnceFunc(cancel), Browser: b, Site: site}
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("open a tab: %v", err)
	}
	messages := chromedp.Console(ctx)
	go func() {
		for message, err := range messages {
			if err != nil {
				return // the tab has closed
			}
			tab.mu.Lock()
			tab.console = append(tab.console, message)
			tab.mu.Unlock()
		}
	}()
	dialogs := chromedp.Events(ctx, page.JavascriptDialogOpening)
	go func() {
		for dialog, err := range dialogs {
			if err != nil {
				return
			}
			tab.mu.Lock()
			tab.asked = append(tab.asked, dialog.Type)
			accept := !tab.stays
			tab.mu.Unlock()
			chromedp.Call(ctx, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: accept})
		}
	}()
	t.Cleanup(tab.Close)
	tab.BeforeScripts(toured)
	return tab
}

// toured is a script that marks the tour as done, so that it does not open. It has no effect in
// a frame or in a window that is named "tour".
const toured = `try { if (top === self && name !== "tour") {
	const key = "tabletop " + location.pathname.replace(/(lessons|sandboxes|reference)\/.*$/, "") + " tour";
	if (!localStorage[key]) localStorage[key] = "done";
} } catch {}`

// Asked returns how many dialogs the browser itself has opened. From now on such dialogs are
// dismissed if stay is set, so that the page is not left, and accepted otherwise.
func (tab *Tab) Asked(stay bool) int {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	tab.stays = stay
	return len(tab.asked)
}

// Close closes the tab. It then fails the test for each exception and each error in the console
// that [Tab.Allow] does not expect.
func (tab *Tab) Close() {
	tab.T.Helper()
	tab.cancel()
	tab.mu.Lock()
	defer tab.mu.Unlock()
	for _, message := range tab.console {
		bad := message.Type == chromedp.ConsoleError || message.IsException()
		for _, text := range tab.allowed {
			bad = bad && !strings.Contains(message.Text, text)
		}
		if bad {
			tab.T.Errorf("console: %s", message)
		}
	}
	tab.console = nil
}

// Allow makes console errors that contain the text acceptable.
func (tab *Tab) Allow(text string) {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	tab.allowed = append(tab.allowed, text)
}

// Do runs an action in the tab and returns its result. It fails the test if the action fails;
// what describes the action.
func Do[T any](tab *Tab, what string, action chromedp.Action[T]) T {
	tab.T.Helper()
	ctx, cancel := context.WithTimeout(tab.Context, Patience)
	defer cancel()
	value, err := chromedp.Run(ctx, action)
	if err != nil {
		tab.Fail("%s: %v", what, err)
	}
	return value
}

// Fail ends the test. It stores a picture of the tab in .cache/shots and logs the page's text
// and its console.
func (tab *Tab) Fail(format string, args ...any) {
	tab.T.Helper()
	name := "failed-" + strings.ReplaceAll(tab.T.Name(), "/", "-")
	ctx, cancel := context.WithTimeout(tab.Context, Patience)
	defer cancel()
	if png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot()); err == nil && os.MkdirAll(shotsDir, 0o755) == nil {
		os.WriteFile(filepath.Join(shotsDir, name+".png"), png, 0o644)
	}
	shown := chromedp.Evaluate[string](`[location.href, document.querySelector("[data-saved]")?.dataset.saved, document.body.innerText.slice(0, 2000)].join("\n")`)
	if text, err := chromedp.Run(ctx, shown); err == nil {
		tab.T.Logf("the page shows: %s", text)
	} else {
		tab.T.Logf("the page does not tell what it shows: %v", err)
	}
	tab.mu.Lock()
	for _, message := range tab.console {
		tab.T.Logf("console: %s", message)
	}
	tab.mu.Unlock()
	tab.T.Fatalf(format, args...)
}

// Open goes to a route of the site, for instance "/sandboxes/", and waits until the page is
// ready.
func (tab *Tab) Open(route string) {
	tab.T.Helper()
	tab.Navigate(tab.Site.URL + strings.TrimPrefix(route, "/"))
	tab.Ready()
}

// Ready waits until the page and its worker both answer.
func (tab *Tab) Ready() {
	tab.T.Helper()
	tab.Wait(`html[data-ready="yes"]`)
}

// Navigate goes to an address and waits for the load event.
func (tab *Tab) Navigate(url string) {
	tab.T.Helper()
	Do(tab, "go to "+url, chromedp.Navigate(url))
}

// Reload reloads the page and waits until it is ready.
func (tab *Tab) Reload() {
	tab.T.Helper()
	Do(tab, "reload", chromedp.Reload())
	tab.Ready()
}

// BeforeScripts runs JavaScript in every page that the tab loads from now on, before the page's
// own scripts.
func (tab *Tab) BeforeScripts(source string) {
	tab.T.Helper()
	Do(tab, "prepare scripts", func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: source})
		return chromedp.Void{}, err
	})
}

// Eval returns the value of a JavaScript expression. If the value is a promise, Eval waits for
// it.
func Eval[T any](tab *Tab, expression string) T {
	tab.T.Helper()
	return Do(tab, expression, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// Run evaluates a JavaScript expression for its effect.
func (tab *Tab) Run(expression string) {
	tab.T.Helper()
	Eval[chromedp.Void](tab, expression)
}

// Until waits until a JavaScript expression is truthy. If the page navigates, it continues in
// the new page.
func (tab *Tab) Until(expression string) {
	tab.T.Helper()
	ctx, cancel := context.WithTimeout(tab.Context, Patience)
	defer cancel()
	poll := chromedp.Poll[bool]("!!("+expression+")", chromedp.WithPollingInterval(20*time.Millisecond), chromedp.WithPollingTimeout(0))
	for {
		_, err := chromedp.Run(ctx, poll)
		if err == nil {
			return
		}
		if ctx.Err() != nil {
			tab.Fail("in %v this did not come true: %s", Patience, expression)
		}
	}
}

// There returns a JavaScript expression for the first element that a CSS selector matches.
func There(css string) string { return fmt.Sprintf("document.querySelector(%q)", css) }

// saying returns a JavaScript expression that is true if an element that the CSS selector
// matches contains the text.
func saying(css, text string) string {
	return fmt.Sprintf("[...document.querySelectorAll(%q)].some((e) => e.textContent.includes(%q))", css, text)
}

// Wait waits until an element matches the CSS selector.
func (tab *Tab) Wait(css string) {
	tab.T.Helper()
	tab.Until(There(css))
}

// Gone waits until no element matches the CSS selector.
func (tab *Tab) Gone(css string) {
	tab.T.Helper()
	tab.Until("!" + There(css))
}

// WaitText waits until an element that matches the CSS selector contains a text.
func (tab *Tab) WaitText(css, text string) {
	tab.T.Helper()
	tab.Until(saying(css, text))
}

// Text waits for the first element that matches the CSS selector and returns its visible text.
func (tab *Tab) Text(css string) string {
	tab.T.Helper()
	tab.Wait(css)
	return Eval[string](tab, fmt.Sprintf("document.querySelector(%q).innerText", css))
}

// Attribute waits for the first element that matches the CSS selector and returns an attribute
// of it, or "" if it does not have the attribute.
func (tab *Tab) Attribute(css, name string) string {
	tab.T.Helper()
	tab.Wait(css)
	return Eval[string](tab, fmt.Sprintf("document.querySelector(%q).getAttribute(%q) ?? ''", css, name))
}

// find waits until exactly one element has the role and the accessible name, and returns it. If
// it finds no button with the name, it opens the closed menu that has one.
func (tab *Tab) find(role, name string) cdp.BackendNodeID {
	tab.T.Helper()
	if role == "textbox" && name == "Console" {
		tab.Until(ConsoleEditor) // the editor replaces the plain field
	}
	ctx, cancel := context.WithTimeout(tab.Context, Patience)
	defer cancel()
	tick := time.NewTicker(25 * time.Millisecond)
	defer tick.Stop()
	found := 0
	for {
		nodes, err := chromedp.Run(ctx, query(role, name))
		if err == nil && len(nodes) == 1 {
			return nodes[0]
		}
		if err == nil {
			found = len(nodes)
		}
		if found == 0 && role == "button" {
			tab.openMenu(name)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			tab.Fail("there are %d elements with role %s and name %q, not one", found, role, name)
		}
	}
}

// openMenu opens the closed menu that has a button with the name, if there is one.
func (tab *Tab) openMenu(name string) {
	tab.T.Helper()
	tab.Run(OpensMenu(name))
}

// OpensMenu returns a JavaScript expression that opens the closed menu with a button of the
// given name, if the button that opens it is visible.
func OpensMenu(name string) string {
	return fmt.Sprintf(`document.querySelectorAll(".menu:not(:popover-open) button").forEach((b) => {
		if ((b.ariaLabel ?? b.textContent) !== %q) return;
		const opens = b.closest(".menu").previousElementSibling;
		if (opens.checkVisibility()) opens.click();
	})`, name)
}

// query returns an action that finds all elements with a role and an accessible name that the
// accessibility tree does not ignore.
func query(role, name string) chromedp.Action[[]cdp.BackendNodeID] {
	return func(ctx context.Context, t *chromedp.Target) ([]cdp.BackendNodeID, error) {
		document, err := cdp.Call(ctx, t, runtime.Evaluate, runtime.EvaluateParams{Expression: "document"})
		if err != nil {
			return nil, err
		}
		tree, err := cdp.Call(ctx, t, accessibility.QueryAXTree, accessibility.QueryAXTreeParams{
			ObjectID: document.Result.ObjectID, Role: role, AccessibleName: name,
		})
		if err != nil {
			return nil, err
		}
		var ids []cdp.BackendNodeID
		for _, node := range tree.Nodes {
			if !node.Ignored && node.BackendDOMNodeID != 0 {
				ids = append(ids, node.BackendDOMNodeID)
			}
		}
		return ids, nil
	}
}

// Find waits until exactly one element has the role and the accessible name.
func (tab *Tab) Find(role, name string) {
	tab.T.Helper()
	tab.find(role, name)
}

// tries is how often a click is attempted if the page moves while it is clicked.
const tries = 5

// Click clicks the middle of the one element with a role and an accessible name, once the
// element stands still and nothing covers it. If the page moves between the look and the press,
// so that the click misses, Click tries again.
func (tab *Tab) Click(role, name string) {
	tab.T.Helper()
	var missed []string
	for range tries {
		at := tab.aim(role, name)
		Do(tab, fmt.Sprintf("click %s %q", role, name), chromedp.MouseClickXY(at[0], at[1]))
		hit := tab.missed()
		if hit == "" {
			return
		}
		missed = append(missed, fmt.Sprintf("%.0f %s", at, hit))
		tab.T.Logf("a click on %s %q has missed it: %s", role, name, missed[len(missed)-1])
	}
	tab.Fail("clicks on %s %q do not reach it, but %s", role, name, strings.Join(missed, ", "))
}

// missed returns "" if the last click reached the element it was meant for, or if the page was
// left. Otherwise it returns the element that the click reached instead.
func (tab *Tab) missed() string {
	tab.T.Helper()
	ctx, cancel := context.WithTimeout(tab.Context, Patience)
	defer cancel()
	hit, err := chromedp.Run(ctx, chromedp.Evaluate[string](aimedHit))
	if err != nil && !strings.Contains(err.Error(), "navigated") && !strings.Contains(err.Error(), "context was destroyed") {
		tab.Fail("whether a click has reached its aim: %v", err)
	}
	return hit
}

// aim waits until an element can be clicked and returns the point to click. From then on the
// page records what the next click reaches; see [aimedHit].
func (tab *Tab) aim(role, name string) []float64 {
	tab.T.Helper()
	ctx, cancel := context.WithTimeout(tab.Context, Patience)
	defer cancel()
	why := "is not there"
	for ctx.Err() == nil {
		found, err := chromedp.Run(ctx, aimAt(tab.find(role, name)))
		if err == nil && len(found.At) == 2 {
			return found.At
		}
		if err == nil {
			why = found.Why
		}
	}
	tab.Fail("%s %q cannot be clicked: it %s", role, name, why)
	return nil
}

// aimed is the point to click, or the reason why the element cannot be clicked yet.
type aimed struct { // x and y in CSS pixels of the viewport; empty if there is none
	At  []float64
	Why string
}

// aimAt returns an action that runs [takeAim] on an element.
func aimAt(id cdp.BackendNodeID) chromedp.Action[aimed] {
	return func(ctx context.Context, t *chromedp.Target) (out aimed, err error) {
		yes := true
		node, err := cdp.Call(ctx, t, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: id})
		if err != nil {
			return out, err
		}
		taken, err := cdp.Call(ctx, t, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
			ObjectID: node.Object.ObjectID, FunctionDeclaration: takeAim, AwaitPromise: &yes, ReturnByValue: &yes,
		})
		if err != nil {
			return out, err
		}
		return out, json.Unmarshal(taken.Result.Value, &out)
	}
}

// takeAim is a JavaScript function, with an element as this, that resolves to an [aimed] within
// about a second. It waits until the element is at the same place in two frames, is not
// disabled, and the element at its middle is the element itself, a descendant, or its label.
// Then it records in window.aimed what the next click reaches.
const takeAim = `async function () {
	const name = (e) => e ? e.cloneNode(false).outerHTML : "nothing";
	const reaches = (e) => this.contains(e) || e?.closest("label")?.control === this;
	let last = "", why = "";
	for (const end = performance.now() + 1000; performance.now() < end; await ` + NextFrame + `) {
		if (!this.isConnected) return {Why: "has gone"};
		if (this.scrollIntoViewIfNeeded) this.scrollIntoViewIfNeeded();
		else this.scrollIntoView({block: "nearest"});
		const box = this.getClientRects()[0];
		if (!box) {
			why = "has no place on the page";
			continue;
		}
		const at = [box.x + box.width / 2, box.y + box.height / 2], hit = document.elementFromPoint(...at);
		const still = last === at.join();
		last = at.join();
		why = !still ? "does not stand still" : !reaches(hit) ? "lies under " + name(hit) : "rests";
		if (!still || !reaches(hit) || this.ariaDisabled === "true") continue;
		window.aimed?.done.abort();
		const seen = window.aimed = {element: this, done: new AbortController(), hit: "nothing"};
		const note = (event) => {
			if (event.type === "mousedown") seen.hit = name(event.target);
			if (reaches(event.target) && this.ariaDisabled !== "true") seen[event.type] = true;
		};
		for (const type of ["mousedown", "click"]) addEventListener(type, note, {capture: true, signal: seen.done.signal});
		return {At: at};
	}
	return {Why: why};
}`

// aimedHit is a JavaScript expression for the element that the last click reached by mistake.
// It is "" if the click reached the right element. It is also "" if a new page has been loaded,
// or if the press alone removed the element, as with an option of a list.
const aimedHit = `((aimed) => !aimed || aimed.click || aimed.mousedown && !aimed.element.isConnected ? "" : aimed.hit)(window.aimed)`

// NextFrame is a JavaScript expression for a promise that resolves at the next frame, or after
// 100 ms, since a hidden page has no frames.
const NextFrame = `new Promise((done) => { requestAnimationFrame(() => done()); setTimeout(done, 100); })`

// TwoFrames is a JavaScript expression for a promise that resolves once the next frame has been
// painted.
const TwoFrames = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`

// Focus moves the focus to the one element with a role and an accessible name.
func (tab *Tab) Focus(role, name string) {
	tab.T.Helper()
	id := tab.find(role, name)
	Do(tab, fmt.Sprintf("focus %s %q", role, name), func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, dom.Focus, dom.FocusParams{BackendNodeID: id})
		return chromedp.Void{}, err
	})
}

// Type focuses the one element with a role and an accessible name and types text into it, after
// its content.
func (tab *Tab) Type(role, name, text string) {
	tab.T.Helper()
	tab.Focus(role, name)
	tab.Press(text)
}

// Replace focuses the one element with a role and an accessible name, selects its content and
// types text over it, key by key.
func (tab *Tab) Replace(role, name, text string) {
	tab.T.Helper()
	tab.Focus(role, name)
	Do(tab, "select all", chromedp.KeyEvent("a", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	tab.Press(text)
}

// Fill focuses the one element with a role and an accessible name and pastes text over its
// content. The page gets one input event, not one for each key.
func (tab *Tab) Fill(role, name, text string) {
	tab.T.Helper()
	tab.Focus(role, name)
	Do(tab, "select all", chromedp.KeyEvent("a", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	tab.Paste(text)
}

// Press presses keys at the focus: the characters of a text, or a key of chromedp's package kb.
func (tab *Tab) Press(keys string, options ...chromedp.KeyOption) {
	tab.T.Helper()
	Do(tab, fmt.Sprintf("press %q", keys), chromedp.KeyEvent(keys, options...))
}

// Size sets the size of the viewport in CSS pixels.
func (tab *Tab) Size(width, height int64) {
	tab.T.Helper()
	Do(tab, "set the size", chromedp.EmulateViewport(width, height))
}

// Prefer sets media features, given as name and value in turn: Prefer("prefers-color-scheme",
// "dark").
func (tab *Tab) Prefer(features ...string) {
	tab.T.Helper()
	var list []*emulation.MediaFeature
	for i := 0; i+1 < len(features); i += 2 {
		list = append(list, &emulation.MediaFeature{Name: features[i], Value: features[i+1]})
	}
	Do(tab, "set media features", func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: list})
		return chromedp.Void{}, err
	})
}

// Download calls begin, which starts a download, and returns the suggested file name and the
// content of the file.
func (tab *Tab) Download(begin func()) (name string, data []byte) {
	tab.T.Helper()
	ctx, cancel := context.WithTimeout(tab.Context, Patience)
	defer cancel()
	begun := chromedp.BrowserEvents(ctx, browser.DownloadWillBegin)
	progress := chromedp.BrowserEvents(ctx, browser.DownloadProgress)
	begin()
	var id string
	for event, err := range begun {
		if err != nil {
			tab.Fail("no download began: %v", err)
		}
		id, name = event.GUID, event.SuggestedFilename
		break
	}
	for event, err := range progress {
		if err != nil {
			tab.Fail("the download did not end: %v", err)
		}
		if event.GUID == id && event.State == browser.DownloadProgressStateCompleted {
			break
		}
	}
	data, err := os.ReadFile(filepath.Join(tab.Browser.downloads, id))
	if err != nil {
		tab.T.Fatal(err)
	}
	return name, data
}
