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

	"tabletop/test/drive"
)

// A visit is a reader in one of the browsers of package drive: a window with one tab in
// front of the site, on a profile that is kept while the test lasts. Its methods fail the
// test when what they ask for does not come about in time.
type visit struct {
	t         *testing.T
	kind      drive.Kind
	site      *Site
	profile   string
	downloads string
	browser   drive.Browser
	page      drive.Page
	strict    bool // what the console complains about fails the test
}

// inEach runs a test in each browser, one after the other; with -short in Chromium alone,
// unless another is asked for.
func inEach(t *testing.T, f func(t *testing.T, kind drive.Kind)) {
	for _, kind := range drive.Kinds {
		if *only != "" && *only != string(kind) {
			continue
		}
		t.Run(string(kind), func(t *testing.T) {
			if kind != drive.Chromium && *only == "" {
				seldom(t)
			}
			f(t, kind)
		})
	}
}

// visiting starts a browser in front of a site.
func visiting(t *testing.T, kind drive.Kind, site *Site) *visit {
	t.Helper()
	v := &visit{t: t, kind: kind, site: site, profile: profile(t), downloads: t.TempDir(), strict: true}
	v.start()
	t.Cleanup(func() {
		if v.browser != nil {
			v.browser.Kill()
		}
	})
	return v
}

// within is a context for one thing that has to happen.
func (v *visit) within(limit time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), limit)
}

// must fails the test for an error.
func (v *visit) must(what string, err error) {
	v.t.Helper()
	if err != nil {
		v.fail("%s: %v", what, err)
	}
}

// start starts the browser with an empty tab.
func (v *visit) start() {
	v.t.Helper()
	ctx, cancel := v.within(4 * patience)
	defer cancel()
	var err error
	v.browser, err = drive.Start(ctx, v.kind, v.profile, v.downloads)
	if err != nil {
		v.t.Fatal(err)
	}
	v.page, err = v.browser.Open(ctx)
	v.must("open a tab", err)
}

// kill ends the browser as a power cut does.
func (v *visit) kill() {
	v.t.Helper()
	v.judge()
	v.must("kill the browser", v.browser.Kill())
	v.browser, v.page = nil, nil
}

// killed kills the browser and starts it again.
func (v *visit) killed() {
	v.t.Helper()
	v.kill()
	v.start()
}

// judge fails the test for what the console complains about.
func (v *visit) judge() {
	v.t.Helper()
	for _, text := range v.page.Complaints() {
		if v.strict {
			v.t.Errorf("console: %s", text)
		}
	}
}

// another opens another tab of the same browser.
func (v *visit) another() *visit {
	v.t.Helper()
	ctx, cancel := v.within(patience)
	defer cancel()
	other := *v
	var err error
	other.page, err = v.browser.Open(ctx)
	v.must("open a tab", err)
	return &other
}

// close closes the tab.
func (v *visit) close() {
	v.t.Helper()
	v.judge()
	ctx, cancel := v.within(patience)
	defer cancel()
	v.must("close a tab", v.page.Close(ctx))
}

// fail ends the test with a picture and what the page shows.
func (v *visit) fail(format string, args ...any) {
	v.t.Helper()
	ctx, cancel := v.within(patience)
	defer cancel()
	if v.page != nil {
		if png, err := v.page.Picture(ctx); err == nil && os.MkdirAll(shotsDir, 0o755) == nil {
			os.WriteFile(filepath.Join(shotsDir, "failed-"+strings.ReplaceAll(v.t.Name(), "/", "-")+".png"), png, 0o644)
		}
		shown, err := v.page.Eval(ctx, `[location.href, JSON.stringify(document.documentElement.dataset), document.querySelector("[data-saved]")?.dataset.saved, document.getElementById("boot")?.textContent, document.body.innerText.slice(0, 2000)].join("\n")`)
		v.t.Logf("the page shows %s %v", strings.ReplaceAll(string(shown), `\n`, "\n"), err)
		// How far it has come, where it does not get ready.
		come, err := v.page.Eval(ctx, `[performance.now() | 0, "visibility", document.visibilityState, "controlled", !!navigator.serviceWorker?.controller, "compiled", globalThis.tabletop?.compiled, "drawn by its program", !!globalThis.tabletop?.unsaved, "fetched", ...performance.getEntriesByType("resource").map((e) => e.name.split("/").at(-1) + " " + (e.startTime | 0) + " to " + (e.responseEnd | 0))].join(" ")`)
		v.t.Logf("it has come to: %s %v", come, err)
		v.t.Logf("the console complains: %q", v.page.Complaints())
	}
	v.t.Fatalf(format, args...)
}

// valueOf returns the value of a JavaScript expression; a promise is awaited.
func valueOf[T any](v *visit, expression string) (out T) {
	v.t.Helper()
	ctx, cancel := v.within(2 * patience)
	defer cancel()
	text, err := v.page.Eval(ctx, expression)
	v.must(expression, err)
	if err := json.Unmarshal(text, &out); err != nil {
		v.fail("%s is %.200s: %v", expression, text, err)
	}
	return out
}

// run evaluates an expression for its effect.
func (v *visit) run(expression string) {
	v.t.Helper()
	valueOf[any](v, "void ("+expression+")")
}

// until waits until an expression is truthy, through navigations.
func (v *visit) until(expression string) {
	v.t.Helper()
	v.untilWithin(patience, expression)
}

func (v *visit) untilWithin(limit time.Duration, expression string) {
	v.t.Helper()
	ctx, cancel := v.within(limit)
	defer cancel()
	var last error
	for ctx.Err() == nil {
		// A look takes a while in the page, since each costs a message there and back. One
		// ends where the page is left, which a browser may keep with all that it waits for.
		// What a navigation has ended is looked at again.
		var text []byte
		look, end := context.WithTimeout(ctx, 10*time.Second)
		text, last = v.page.Eval(look, `new Promise((done, failed) => {
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
	v.fail("in %v this did not come true: %s (%v)", limit, expression, last)
}

// wait waits until something matches a CSS selector.
func (v *visit) wait(css string) {
	v.t.Helper()
	v.until(there(css))
}

// gone waits until nothing matches a CSS selector.
func (v *visit) gone(css string) {
	v.t.Helper()
	v.until("!" + there(css))
}

// says waits until an element that matches a CSS selector contains a text.
func (v *visit) says(css, text string) {
	v.t.Helper()
	v.until(saying(css, text))
}

// goTo goes to an address.
func (v *visit) goTo(address string) {
	v.t.Helper()
	ctx, cancel := v.within(2 * patience)
	defer cancel()
	v.must("go to "+address, v.page.Go(ctx, address))
}

// open goes to a route of the site and waits until page and worker both answer.
func (v *visit) open(route string) {
	v.t.Helper()
	v.goTo(v.site.URL + strings.TrimPrefix(route, "/"))
	v.ready()
}

// ready waits until page and worker both answer, and has had the tour.
func (v *visit) ready() {
	v.t.Helper()
	v.until(`document.documentElement.dataset.ready === "yes"`)
	v.run(`(() => { ` + toured + ` })()`)
}

// reload reloads the page as a reader does.
func (v *visit) reload() {
	v.t.Helper()
	v.run(`(globalThis.before = true, setTimeout(() => location.reload()))`)
	v.until(`globalThis.before === undefined && document.documentElement?.dataset.ready === "yes"`)
}

// saved waits until all that was done is stored.
func (v *visit) saved() {
	v.t.Helper()
	v.wait(`[data-saved="saved"]`)
}

// byName is a function of elements with a role and a name that can be seen, as assistive
// technology has them: as far as the page's own buttons, links and fields need.
const byName = `((role, name) => {
	const tags = {button: "button, summary, [role=button]", link: "a[href]", textbox: "input:not([type]), input[type=text], input[type=search], textarea, [role=textbox]",
		radio: "input[type=radio], [role=radio]", slider: "input[type=range], [role=slider]", spinbutton: "input[type=number]", combobox: "select", grid: "[role=grid]"};
	const text = (e) => (e?.textContent ?? "").replace(/\s+/g, " ").trim();
	const called = (e) => e.getAttribute("aria-label") ?? (e.getAttribute("aria-labelledby")?.split(" ").map((id) => text(document.getElementById(id))).join(" ")) ??
		(e.labels?.length ? text(e.labels[0]) : text(e));
	return [...document.querySelectorAll(tags[role])].filter((e) => called(e) === name && (e.checkVisibility() || e.labels?.[0]?.checkVisibility()));
})`

// click clicks the middle of the element with a role and a name, once it can be used and
// stands still. A click that misses, because the page moved, is aimed again.
func (v *visit) click(role, name string) {
	v.t.Helper()
	find := fmt.Sprintf("%s(%q, %q)", byName, role, name)
	if role == "button" {
		v.until(fmt.Sprintf(`(%s.length || (%s, false))`, find, opensMenu(name)))
	}
	v.until(fmt.Sprintf(`((found) => found.length === 1 && found[0].ariaDisabled !== "true")(%s)`, find))
	hit := ""
	for range tries {
		at := valueOf[aimed](v, fmt.Sprintf("(%s).call(%s[0])", takeAim, find))
		if len(at.At) != 2 {
			hit = at.Why
			continue
		}
		ctx, cancel := v.within(patience)
		v.must("click "+name, v.page.Click(ctx, at.At[0], at.At[1]))
		text, err := v.page.Eval(ctx, aimedHit)
		cancel()
		if err != nil {
			return // it has left the page
		}
		if hit = string(text); hit == `""` {
			return
		}
	}
	v.fail("clicks on %s %q do not reach it: %s", role, name, hit)
}

// press clicks a button.
func (v *visit) press(name string) {
	v.t.Helper()
	v.click("button", name)
}

// keys presses keys where the focus is.
func (v *visit) keys(keys string, held ...string) {
	v.t.Helper()
	ctx, cancel := v.within(patience)
	defer cancel()
	v.must(fmt.Sprintf("press %q", keys), v.page.Keys(ctx, keys, held...))
}

// size sets the size of what is seen of the page, and waits until the page has it.
func (v *visit) size(width, height int) {
	v.t.Helper()
	ctx, cancel := v.within(patience)
	defer cancel()
	v.must("set the size", v.page.Size(ctx, width, height))
	v.until(fmt.Sprintf("innerWidth === %d && innerHeight === %d", width, height))
}

// console goes to the console's editor.
func (v *visit) console() {
	v.t.Helper()
	v.until(consoleEditor)
	v.run(consoleEditor + `.focus()`)
	v.until(`document.activeElement.closest(".cm-editor")`)
}

// script puts lines into the console, runs them and returns what they printed.
func (v *visit) script(lines ...string) string {
	v.t.Helper()
	n := valueOf[int](v, entries)
	v.console()
	text := asJSON(strings.Join(lines, "\n"))
	v.run(consoleEditor + `.set(` + text + `)`)
	v.until(consoleText + ` === ` + text)
	v.keys(drive.Enter)
	printed := fmt.Sprintf(`[...document.querySelectorAll("[role=log] .log-entry")[%d]?.children ?? []].filter((line) => !line.matches(".ran"))`, n)
	v.until(printed + ".length > 0")
	return valueOf[string](v, printed+`.map((line) => line.innerText).join("\n")`)
}

// accepted is script where nothing may be refused.
func (v *visit) accepted(lines ...string) {
	v.t.Helper()
	v.script(lines...)
	if refused := valueOf[[]string](v, `[...document.querySelectorAll("[role=log] .refused")].map((e) => e.innerText)`); len(refused) > 0 {
		v.fail("refused: %q", refused)
	}
}

// has fails the test unless the table that is shown has these rows.
func (v *visit) has(table string, want ...string) {
	v.t.Helper()
	v.until(fmt.Sprintf(`[...document.querySelectorAll("[role=grid][aria-label='%s'] [role=row][data-key]")].map((row) => row.dataset.key).join() === %q`,
		table, strings.Join(want, ",")))
}

// sandboxShown waits until a sandbox is on the page and stored, and returns its route.
func (v *visit) sandboxShown() string {
	v.t.Helper()
	v.until(`/\/sandboxes\/[a-z2-7]{10}\/$/.test(location.pathname)`)
	v.saved()
	return "/" + strings.TrimPrefix(valueOf[string](v, "location.origin + location.pathname"), v.site.URL)
}

// download does what starts a download and returns its name and content.
func (v *visit) download(begin func()) (name string, data []byte) {
	v.t.Helper()
	before, err := os.ReadDir(v.downloads)
	v.must("look at the downloads", err)
	begin()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		now, err := os.ReadDir(v.downloads)
		v.must("look at the downloads", err)
		for _, e := range now {
			old := false
			for _, b := range before {
				old = old || b.Name() == e.Name()
			}
			if old || strings.HasSuffix(e.Name(), ".part") || strings.HasSuffix(e.Name(), ".crdownload") || strings.HasSuffix(e.Name(), ".wkdownload") || strings.HasPrefix(e.Name(), ".") {
				continue
			}
			if data, err := os.ReadFile(filepath.Join(v.downloads, e.Name())); err == nil && len(data) > 0 {
				return e.Name(), data
			}
		}
	}
	v.fail("nothing was downloaded")
	return "", nil
}

// upload hands a file to the file field with a name.
func (v *visit) upload(name, file string) {
	v.t.Helper()
	css := fmt.Sprintf("input[type=file][aria-label=%q]", name)
	v.wait(css)
	ctx, cancel := v.within(patience)
	defer cancel()
	v.must("choose a file", v.page.Upload(ctx, css, file))
}

// axe fails the test for every fault that axe-core finds on the page.
func (v *visit) axe(at string) {
	v.t.Helper()
	if !valueOf[bool](v, axeThere) {
		v.run(axeScript(v.t))
	}
	for _, violation := range valueOf[[]string](v, axeViolations("")) {
		v.t.Errorf("axe, %s: %s", at, violation)
	}
}
