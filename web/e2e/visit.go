//go:build e2e && linux

package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tabletop/web/test/drive"
)

// A Visit is a reader of the site in one of the browsers of package drive: a browser with a
// profile of its own, and one tab that the methods act on. The profile is kept until the test
// ends, so that Kill and Start come back to the stored data. The methods fail the test when an
// expected state is not reached in time.
type Visit struct {
	T         *testing.T
	Kind      drive.Kind    // browser to drive
	Site      *Site         // site that Open's routes belong to
	Profile   string        // folder of the browser's profile
	Downloads string        // folder of the downloads
	Browser   drive.Browser // nil after Kill, until Start
	Page      drive.Page    // the tab; nil after Kill, until Start
	Strict    bool          // errors in the console fail the test
}

// InEach runs f as a subtest for each browser, one after the other. Under -short it runs
// Chromium alone. The flag -browser selects one browser.
func InEach(t *testing.T, f func(t *testing.T, kind drive.Kind)) {
	for _, kind := range drive.Kinds {
		if *only != "" && *only != string(kind) {
			continue
		}
		t.Run(string(kind), func(t *testing.T) {
			if kind != drive.Chromium && *only == "" {
				Seldom(t)
			}
			f(t, kind)
		})
	}
}

// Visiting starts a browser with an empty tab for a site. The browser is killed when the test
// ends.
func Visiting(t *testing.T, kind drive.Kind, site *Site) *Visit {
	t.Helper()
	v := &Visit{T: t, Kind: kind, Site: site, Profile: NewProfile(t), Downloads: t.TempDir(), Strict: true}
	v.Start()
	t.Cleanup(func() {
		if v.Browser != nil {
			v.Browser.Kill()
		}
	})
	return v
}

// Within returns a context with a time limit.
func (v *Visit) Within(limit time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), limit)
}

// Must fails the test if err is not nil; what says what failed.
func (v *Visit) Must(what string, err error) {
	v.T.Helper()
	if err != nil {
		v.Fail("%s: %v", what, err)
	}
}

// Start starts the browser with an empty tab.
func (v *Visit) Start() {
	v.T.Helper()
	ctx, cancel := v.Within(4 * Patience)
	defer cancel()
	var err error
	v.Browser, err = drive.Start(ctx, v.Kind, v.Profile, v.Downloads)
	if err != nil {
		v.T.Fatal(err)
	}
	v.Page, err = v.Browser.Open(ctx)
	v.Must("open a tab", err)
}

// Kill ends the browser suddenly, like a power cut, after Judge.
func (v *Visit) Kill() {
	v.T.Helper()
	v.Judge()
	v.Must("kill the browser", v.Browser.Kill())
	v.Browser, v.Page = nil, nil
}

// Killed kills the browser and starts it again.
func (v *Visit) Killed() {
	v.T.Helper()
	v.Kill()
	v.Start()
}

// Judge fails the test for each error in the page's console, if Strict is set.
func (v *Visit) Judge() {
	v.T.Helper()
	for _, text := range v.Page.Complaints() {
		if v.Strict {
			v.T.Errorf("console: %s", text)
		}
	}
}

// Another opens another tab in the same browser and returns a Visit for it.
func (v *Visit) Another() *Visit {
	v.T.Helper()
	ctx, cancel := v.Within(Patience)
	defer cancel()
	other := *v
	var err error
	other.Page, err = v.Browser.Open(ctx)
	v.Must("open a tab", err)
	return &other
}

// Close closes the tab, after Judge.
func (v *Visit) Close() {
	v.T.Helper()
	v.Judge()
	ctx, cancel := v.Within(Patience)
	defer cancel()
	v.Must("close a tab", v.Page.Close(ctx))
}

// Fail ends the test. It stores a picture of the tab in .cache/shots, and logs the page's text,
// how far its start has come, and its console.
func (v *Visit) Fail(format string, args ...any) {
	v.T.Helper()
	ctx, cancel := v.Within(Patience)
	defer cancel()
	if v.Page != nil {
		if png, err := v.Page.Picture(ctx); err == nil && os.MkdirAll(shotsDir, 0o755) == nil {
			os.WriteFile(filepath.Join(shotsDir, "failed-"+strings.ReplaceAll(v.T.Name(), "/", "-")+".png"), png, 0o644)
		}
		shown, err := v.Page.Eval(ctx, `[location.href, JSON.stringify(document.documentElement.dataset), document.querySelector("[data-saved]")?.dataset.saved, document.getElementById("boot")?.textContent, document.body.innerText.slice(0, 2000)].join("\n")`)
		v.T.Logf("the page shows %s %v", strings.ReplaceAll(string(shown), `\n`, "\n"), err)
		// If the page did not become ready, this shows how far its start has come.
		come, err := v.Page.Eval(ctx, `[performance.now() | 0, "visibility", document.visibilityState, "controlled", !!navigator.serviceWorker?.controller, "compiled", globalThis.tabletop?.compiled, "drawn by its program", !!globalThis.tabletop?.unsaved, "fetched", ...performance.getEntriesByType("resource").map((e) => e.name.split("/").at(-1) + " " + (e.startTime | 0) + " to " + (e.responseEnd | 0))].join(" ")`)
		v.T.Logf("it has come to: %s %v", come, err)
		v.T.Logf("the console complains: %q", v.Page.Complaints())
	}
	v.T.Fatalf(format, args...)
}

// ValueOf returns the value of a JavaScript expression. If the value is a promise, ValueOf
// waits for it.
func ValueOf[T any](v *Visit, expression string) (out T) {
	v.T.Helper()
	ctx, cancel := v.Within(2 * Patience)
	defer cancel()
	text, err := v.Page.Eval(ctx, expression)
	v.Must(expression, err)
	if err := json.Unmarshal(text, &out); err != nil {
		v.Fail("%s is %.200s: %v", expression, text, err)
	}
	return out
}

// Run evaluates an expression for its effect.
func (v *Visit) Run(expression string) {
	v.T.Helper()
	ValueOf[any](v, "void ("+expression+")")
}

// Until waits until a JavaScript expression is truthy. If the page navigates, it continues in
// the new page.
func (v *Visit) Until(expression string) {
	v.T.Helper()
	v.UntilWithin(Patience, expression)
}

// UntilWithin is like [Visit.Until], with a time limit of its own.
func (v *Visit) UntilWithin(limit time.Duration, expression string) {
	v.T.Helper()
	ctx, cancel := v.Within(limit)
	defer cancel()
	var last error
	for ctx.Err() == nil {
		// Each Eval costs a message to the browser and back, so one call checks the expression
		// repeatedly for half a second in the page. It returns false when the page is left: the
		// browser may freeze a left page with its pending promises, and the call would never
		// return. A call that a navigation ends with an error is repeated.
		var text []byte
		look, end := context.WithTimeout(ctx, 10*time.Second)
		text, last = v.Page.Eval(look, `new Promise((done, failed) => {
			const end = performance.now() + 500;
			let next;
			const left = () => answer(done, false);
			const answer = (how, what) => { clearTimeout(next); removeEventListener("pagehide", left); how(what); };
			const look = async () => {
				try {
					if (await (`+expression+`)) answer(done, true);
					else if (performance.now() > end) answer(done, false);
					else next = setTimeout(look, 15);
				} catch (error) {
					answer(failed, error);
				}
			};
			addEventListener("pagehide", left);
			look();
		})`)
		end()
		if last == nil && bytes.Equal(text, []byte("true")) {
			return
		}
		if last != nil {
			time.Sleep(20 * time.Millisecond)
		}
	}
	v.Fail("in %v this did not come true: %s (%v)", limit, expression, last)
}

// Wait waits until an element matches a CSS selector.
func (v *Visit) Wait(css string) {
	v.T.Helper()
	v.Until(There(css))
}

// Gone waits until no element matches a CSS selector.
func (v *Visit) Gone(css string) {
	v.T.Helper()
	v.Until("!" + There(css))
}

// Says waits until an element that matches a CSS selector contains a text.
func (v *Visit) Says(css, text string) {
	v.T.Helper()
	v.Until(saying(css, text))
}

// GoTo navigates to an address.
func (v *Visit) GoTo(address string) {
	v.T.Helper()
	ctx, cancel := v.Within(2 * Patience)
	defer cancel()
	v.Must("go to "+address, v.Page.Go(ctx, address))
}

// Open goes to a route of the site and waits until the page is ready.
func (v *Visit) Open(route string) {
	v.T.Helper()
	v.GoTo(v.Site.URL + strings.TrimPrefix(route, "/"))
	v.Ready()
}

// Ready waits until the page and its worker both answer, and marks the tour as done.
func (v *Visit) Ready() {
	v.T.Helper()
	v.Until(`document.documentElement.dataset.ready === "yes"`)
	v.Run(`(() => { ` + toured + ` })()`)
}

// Reload reloads the page, and waits until the new page is ready.
func (v *Visit) Reload() {
	v.T.Helper()
	v.Run(`(globalThis.before = true, setTimeout(() => location.reload()))`)
	v.Until(`globalThis.before === undefined && document.documentElement?.dataset.ready === "yes"`)
}

// Saved waits until the page shows that all changes are stored.
func (v *Visit) Saved() {
	v.T.Helper()
	v.Wait(`[data-saved="saved"]`)
}

// ByName is a JavaScript function that returns the visible elements with a role and an
// accessible name. It computes roles and names itself, only as far as the site's own buttons,
// links and fields need it.
const ByName = `((role, name) => {
	const tags = {button: "button, summary, [role=button]", link: "a[href]", textbox: "input:not([type]), input[type=text], input[type=search], textarea, [role=textbox]",
		radio: "input[type=radio], [role=radio]", slider: "input[type=range], [role=slider]", spinbutton: "input[type=number]", combobox: "select", grid: "[role=grid]"};
	const text = (e) => (e?.textContent ?? "").replace(/\s+/g, " ").trim();
	const called = (e) => e.getAttribute("aria-label") ?? (e.getAttribute("aria-labelledby")?.split(" ").map((id) => text(document.getElementById(id))).join(" ")) ??
		(e.labels?.length ? text(e.labels[0]) : text(e));
	return [...document.querySelectorAll(tags[role])].filter((e) => called(e) === name && (e.checkVisibility() || e.labels?.[0]?.checkVisibility()));
})`

// Click clicks the middle of the one element with a role and a name, once the element is
// enabled, stands still, and nothing covers it. If the click misses because the page moved,
// Click tries again.
func (v *Visit) Click(role, name string) {
	v.T.Helper()
	find := fmt.Sprintf("%s(%q, %q)", ByName, role, name)
	if role == "button" {
		v.Until(fmt.Sprintf(`(%s.length || (%s, false))`, find, OpensMenu(name)))
	}
	v.Until(fmt.Sprintf(`((found) => found.length === 1 && found[0].ariaDisabled !== "true")(%s)`, find))
	hit := ""
	for range tries {
		at := ValueOf[aimed](v, fmt.Sprintf("(%s).call(%s[0])", takeAim, find))
		if len(at.At) != 2 {
			hit = at.Why
			continue
		}
		ctx, cancel := v.Within(Patience)
		v.Must("click "+name, v.Page.Click(ctx, at.At[0], at.At[1]))
		text, err := v.Page.Eval(ctx, aimedHit)
		cancel()
		if err != nil {
			return // the click has left the page
		}
		if hit = string(text); hit == `""` {
			return
		}
	}
	v.Fail("clicks on %s %q do not reach it: %s", role, name, hit)
}

// Press clicks the button with a name.
func (v *Visit) Press(name string) {
	v.T.Helper()
	v.Click("button", name)
}

// Keys presses keys at the focus while the keys of held are down.
func (v *Visit) Keys(keys string, held ...string) {
	v.T.Helper()
	ctx, cancel := v.Within(Patience)
	defer cancel()
	v.Must(fmt.Sprintf("press %q", keys), v.Page.Keys(ctx, keys, held...))
}

// Size sets the size of the viewport in CSS pixels, and waits until the page has that size.
func (v *Visit) Size(width, height int) {
	v.T.Helper()
	ctx, cancel := v.Within(Patience)
	defer cancel()
	v.Must("set the size", v.Page.Size(ctx, width, height))
	v.Until(fmt.Sprintf("innerWidth === %d && innerHeight === %d", width, height))
}

// Console loads the console's editor and gives it the focus.
func (v *Visit) Console() {
	v.T.Helper()
	v.Until(ConsoleEditor)
	v.Run(ConsoleEditor + `.focus()`)
	v.Until(`document.activeElement.closest(".cm-editor")`)
}

// Script puts lines into the console in place of its text, runs them, and returns the output of
// the first log entry that this adds.
func (v *Visit) Script(lines ...string) string {
	v.T.Helper()
	n := ValueOf[int](v, Entries)
	v.Console()
	text := JSON(strings.Join(lines, "\n"))
	v.Run(ConsoleEditor + `.set(` + text + `)`)
	v.Until(ConsoleText + ` === ` + text)
	v.Keys(drive.Enter)
	printed := fmt.Sprintf(`[...document.querySelectorAll("[role=log] .log-entry")[%d]?.children ?? []].filter((line) => !line.matches(".ran"))`, n)
	v.Until(printed + ".length > 0")
	return ValueOf[string](v, printed+`.map((line) => line.innerText).join("\n")`)
}

// Accepted is like [Visit.Script], but fails the test if the log has a refused command.
func (v *Visit) Accepted(lines ...string) {
	v.T.Helper()
	v.Script(lines...)
	if refused := ValueOf[[]string](v, `[...document.querySelectorAll("[role=log] .refused")].map((e) => e.innerText)`); len(refused) > 0 {
		v.Fail("refused: %q", refused)
	}
}

// Has waits until the grid of a table shows exactly the rows with these keys, in this order.
func (v *Visit) Has(table string, want ...string) {
	v.T.Helper()
	v.Until(fmt.Sprintf(`[...document.querySelectorAll("[role=grid][aria-label='%s'] [role=row][data-key]")].map((row) => row.dataset.key).join() === %q`,
		table, strings.Join(want, ",")))
}

// SandboxShown waits until the page shows a stored sandbox, and returns its route.
func (v *Visit) SandboxShown() string {
	v.T.Helper()
	v.Until(`/\/sandboxes\/[a-z2-7]{10}\/$/.test(location.pathname)`)
	v.Saved()
	return "/" + strings.TrimPrefix(ValueOf[string](v, "location.origin + location.pathname"), v.Site.URL)
}

// Download calls begin, which starts a download, and returns the name and the content of the
// new file in the downloads folder.
func (v *Visit) Download(begin func()) (name string, data []byte) {
	v.T.Helper()
	before, err := os.ReadDir(v.Downloads)
	v.Must("look at the downloads", err)
	begin()
	for deadline := time.Now().Add(Patience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		now, err := os.ReadDir(v.Downloads)
		v.Must("look at the downloads", err)
		for _, e := range now {
			old := false
			for _, b := range before {
				old = old || b.Name() == e.Name()
			}
			if old || strings.HasSuffix(e.Name(), ".part") || strings.HasSuffix(e.Name(), ".crdownload") || strings.HasSuffix(e.Name(), ".wkdownload") || strings.HasPrefix(e.Name(), ".") {
				continue
			}
			if data, err := os.ReadFile(filepath.Join(v.Downloads, e.Name())); err == nil && len(data) > 0 {
				return e.Name(), data
			}
		}
	}
	v.Fail("nothing was downloaded")
	return "", nil
}

// Upload chooses a file for the file field that has the name as its aria-label.
func (v *Visit) Upload(name, file string) {
	v.T.Helper()
	css := fmt.Sprintf("input[type=file][aria-label=%q]", name)
	v.Wait(css)
	ctx, cancel := v.Within(Patience)
	defer cancel()
	v.Must("choose a file", v.Page.Upload(ctx, css, file))
}

// Axe fails the test for each violation that axe-core finds on the page; at says which state of
// the page it is.
func (v *Visit) Axe(at string) {
	v.T.Helper()
	if !ValueOf[bool](v, axeThere) {
		v.Run(AxeScript(v.T))
	}
	for _, violation := range ValueOf[[]string](v, AxeViolations("")) {
		v.T.Errorf("axe, %s: %s", at, violation)
	}
}
