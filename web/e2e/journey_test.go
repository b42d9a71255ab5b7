//go:build e2e && linux

package e2e

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tabletop/lessons"
	"tabletop/test/drive"
)

var only = flag.String("browser", "", "which browser the tests of all three run in, chromium, firefox or webkit; none for all")

// walked is the lesson that the journey does.
const walked = "sorted-map"

// TestJourney is what a reader does with the page in a term, in each browser: the
// lessons, a sandbox, its way out and back in, and all that may happen to it.
func TestJourney(t *testing.T) {
	if testing.Short() { // three browsers want the machine for themselves
		t.Parallel()
	}
	inEach(t, func(t *testing.T, kind drive.Kind) {
		site := serveAt(t, "/some/deep/path/")
		v := visiting(t, kind, site)
		t.Log(v.browser.Version())
		part := func(name string, f func()) {
			t.Helper()
			if t.Failed() {
				t.FailNow()
			}
			begun := time.Now()
			f()
			t.Logf("%s: %.1f s", name, time.Since(begun).Seconds())
		}
		var route string
		part("Home", func() { v.open("/"); v.wait(`[data-lesson="` + walked + `"][data-state="open"]`) })
		part("a lesson by its solution", v.doesLesson)
		part("a sandbox, saved and loaded again", func() { route = v.makesSandbox() })
		part("a read that is live", v.readsLive)
		part("a kill", func() {
			v.killed()
			v.open(route)
			v.saved()
			v.has("orders", orderKeys...)
		})
		part("without a network", func() { v.goesOffline(route) })
		part("a link and a load map", v.followsLink)
		part("out and in again", func() { v.carries(route) })
		part("two tabs", func() { v.opensTwice(route) })
		part("crash screens", func() { v.crashes(route) })
		part("a newer version", func() { v.updates(route) })
		part("a phone", func() { v.narrows(route) })
		v.judge()
		v.must("close the browser", v.browser.Close())
		v.browser = nil
	})
}

// doesLesson does a lesson from Home as its solution says.
func (v *visit) doesLesson() {
	v.t.Helper()
	l, err := lessons.Load(os.DirFS(filepath.Join(rootDir, "lessons")), walked, "en")
	v.must("load the lesson", err)
	v.open("/lessons/" + walked + "/" + teacher)
	v.run(walker)
	for i, s := range l.Steps {
		v.says("#step-title", s.Title)
		v.walks(fmt.Sprintf("walkStep(%s, %d, 'Show a solution', 'Do it for me')", asJSON(goalsOf(s)), len(l.Solution[i])))
		if i+1 < len(l.Steps) {
			v.walks(fmt.Sprintf("walkOn('Next step', %s)", asJSON(l.Steps[i+1].Title)))
		}
	}
	v.saved()
	v.open("/")
	v.wait(`[data-lesson="` + walked + `"][data-state="done"]`)
}

// walks runs a part of a lesson's walk to its end.
func (v *visit) walks(call string) {
	v.t.Helper()
	v.run(call)
	v.untilWithin(measuring, `window.walk === "done"`)
}

// makesSandbox makes one from Home, fills it, and finds it again after a reload.
func (v *visit) makesSandbox() string {
	v.t.Helper()
	v.open("/")
	v.press("New sandbox")
	route := v.sandboxShown()
	v.accepted(orders...)
	v.has("orders", orderKeys...)
	v.saved()
	v.reload()
	v.saved()
	v.has("orders", orderKeys...)
	return route
}

// readsLive types a read, which shows what it would touch before it is run.
func (v *visit) readsLive() {
	v.t.Helper()
	v.console()
	v.keys("read orders prefix=be")
	v.until(`document.querySelector("[data-read=preview]") && ` + metric("rows-scanned") + ` === 3`)
	v.until(`document.querySelectorAll("[data-key][data-scan=returned]").length === 3`)
	v.keys(drive.Enter)
	v.until(`document.querySelector("[data-read=last]") && ` + metric("rows-returned") + ` === 3`)
	v.says("[role=log]", "be#003")
}

// goesOffline comes back to a sandbox without a network, also after a kill, and works on.
func (v *visit) goesOffline(route string) {
	v.t.Helper()
	v.untilWithin(2*patience, `document.documentElement.dataset.offline === "ready"`)
	v.site.Stop()
	v.reload()
	v.has("orders", orderKeys...)
	v.killed()
	v.open(route)
	v.accepted("set orders off#line O:total=1")
	v.saved()
	v.open("/reference/")
	v.site.Start()
	v.open(route)
	v.has("orders", append(append([]string{}, orderKeys...), "off#line")...)
	v.accepted("deleterow orders off#line")
	v.saved()
}

// followsLink opens a link, makes a sandbox of it and looks at its load.
func (v *visit) followsLink() {
	v.t.Helper()
	v.goTo("about:blank")
	v.open(linkTo(v.t, "Battery", battery(6_000), ofCorrie))
	v.says("dialog", "A link to “Battery”")
	v.press("Make a sandbox of it")
	v.sandboxShown()
	v.click("radio", "Heat")
	v.press("All in order of time")
	v.wait(`[data-diagnosis="sequential"]`)
	v.until(coloursOf(".heat-figure canvas") + ` > 3`)
	v.saved()
}

// carries saves everything as a file, deletes a sandbox, and brings it in again.
func (v *visit) carries(route string) {
	v.t.Helper()
	v.open("/sandboxes/")
	v.says(".shelf", "Sandbox 1")
	name, file := v.download(func() { v.press("Export everything") })
	if !strings.HasSuffix(name, ".tabletop") || !bytes.HasPrefix(file, []byte("TABLETOP")) {
		v.t.Errorf("%q begins %.20q", name, file)
	}
	v.press("Delete Battery")
	v.wait("dialog .danger")
	v.run(`document.querySelector("dialog .danger").click()`)
	v.says(".shelf.gone, .gone", "Battery")
	v.upload("From file…", put(v.t, "all.tabletop", file))
	v.says("[role=status]", "brought in")
	v.until(titles + `.includes("Battery")`)
	v.open(route)
	v.has("orders", orderKeys...)
}

// opensTwice opens a sandbox in two tabs: one follows, takes over, and nothing is lost.
func (v *visit) opensTwice(route string) {
	v.t.Helper()
	v.open(route)
	v.saved()
	other := v.another()
	other.open(route)
	other.wait(`[data-saved="readonly"]`)
	v.accepted("set orders two#1 O:total=1")
	other.wait(`[data-key="two#1"]`)
	other.press("Go on here instead")
	other.gone(`[data-saved="readonly"]`)
	v.wait(`[data-saved="readonly"]`)
	other.accepted("deleterow orders two#1")
	other.saved()
	v.has("orders", orderKeys...)
	other.close()
	v.saved()
}

// crashes has the engine stop, which goes on, and the page, which is loaded anew.
func (v *visit) crashes(route string) {
	v.t.Helper()
	v.strict = false
	v.run(`(globalThis.dead = tabletop.worker, tabletop.crash("worker"))`)
	v.says("dialog.recovery", "The engine stopped")
	v.until(`tabletop.worker !== dead && document.documentElement.dataset.ready === "yes"`)
	v.press("Continue")
	v.gone("dialog.recovery")
	v.accepted("set orders crash#1 O:total=1")
	v.saved()
	v.run(`tabletop.crash("page")`)
	v.says("dialog.recovery", "The page stopped")
	name, file := v.download(func() { v.press("Export my data") })
	if title, _ := unpack(v.t, file); !strings.HasSuffix(name, ".tabletop") || title == "" {
		v.t.Errorf("%q is of %q", name, title)
	}
	v.press("Reload")
	v.until(`!document.querySelector("dialog.recovery") && document.documentElement.dataset.ready === "yes"`)
	v.has("orders", append([]string{"at#001", "be#001", "be#002", "be#003", "ch#001"}, "crash#1")...)
	v.accepted("deleterow orders crash#1")
	v.saved()
}

// updates takes a newer version when the reader says so.
func (v *visit) updates(route string) {
	v.t.Helper()
	css, err := os.ReadFile(filepath.Join(distDir, "app.css"))
	v.must("read the style", err)
	next := variant(v.t, map[string]string{"app.css": string(css) + "html { --edition: 2 }\n"})
	old := valueOf[string](v, "tabletop.version")
	v.site.Deploy(next)
	v.run("tabletop.checkUpdate()")
	v.untilWithin(2*patience, `document.documentElement.dataset.update === "ready"`)
	v.reload()
	if got := valueOf[string](v, "tabletop.version"); got != old {
		v.t.Errorf("the version became %s without being asked", got)
	}
	v.says(".notice", "A new version is ready")
	v.press("Reload")
	v.until(`globalThis.tabletop?.version && tabletop.version !== ` + asJSON(old))
	v.ready()
	if got := valueOf[string](v, `getComputedStyle(document.documentElement).getPropertyValue("--edition").trim()`); got != "2" {
		v.t.Errorf("the style is of edition %q", got)
	}
	v.has("orders", orderKeys...)
}

// narrows uses the sandbox on a phone's width.
func (v *visit) narrows(route string) {
	v.t.Helper()
	v.size(390, 700)
	for _, part := range []string{"Task", "Table", "Design", "Console"} {
		v.run(docked(part) + `?.click()`)
		v.until(fmt.Sprintf(`((b) => !b || b.ariaPressed === "true")(%s)`, docked(part)))
		v.until(`document.documentElement.scrollWidth <= innerWidth`)
	}
	if n := valueOf[int](v, `document.querySelectorAll(".dock button").length`); n < 3 {
		v.t.Errorf("the dock has %d buttons", n)
	}
	v.script("read orders prefix=be")
	v.until(metric("rows-returned") + ` === 3`)
	v.open("/")
	v.until(`document.documentElement.scrollWidth <= innerWidth`)
}

// coloursOf is the expression of how many colours a canvas has.
func coloursOf(canvas string) string {
	return fmt.Sprintf(`((c) => new Set(new Uint32Array(c.getContext("2d").getImageData(0, 0, c.width, c.height).data.buffer)).size)(document.querySelector(%q))`, canvas)
}
