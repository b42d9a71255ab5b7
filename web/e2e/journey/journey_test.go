//go:build e2e && linux

package journey

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tabletop/lessons/author"
	"tabletop/web/e2e"
	"tabletop/web/test/drive"
)

// walked is the lesson of the journey.
const walked = "sorted-map"

// TestJourney does in each browser what a reader does with the page during a term: lessons, a
// sandbox, exporting and importing it, and recovering from problems.
func TestJourney(t *testing.T) {
	if testing.Short() { // three browsers need the whole machine
		t.Parallel()
	}
	e2e.InEach(t, func(t *testing.T, kind drive.Kind) {
		site := e2e.ServeAt(t, "/some/deep/path/")
		v := e2e.Visiting(t, kind, site)
		t.Log(v.Browser.Version())
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
		part("Home", func() { v.Open("/"); v.Wait(`[data-lesson="` + walked + `"][data-state="open"]`) })
		part("a lesson by its solution", func() { doesLesson(v) })
		part("a sandbox, saved and loaded again", func() { route = makesSandbox(v) })
		part("a read that is live", func() { readsLive(v) })
		part("a kill", func() {
			v.Killed()
			v.Open(route)
			v.Saved()
			v.Has("orders", e2e.OrderKeys...)
		})
		part("without a network", func() { goesOffline(v, route) })
		part("a link and a load map", func() { followsLink(v) })
		part("out and in again", func() { carries(v, route) })
		part("two tabs", func() { opensTwice(v, route) })
		part("crash screens", func() { crashScreens(v, route) })
		part("a newer version", func() { updates(v, route) })
		part("a phone", func() { narrows(v, route) })
		v.Judge()
		v.Must("close the browser", v.Browser.Close())
		v.Browser = nil
	})
}

// doesLesson does a lesson by its solution, beginning at Home.
func doesLesson(v *e2e.Visit) {
	v.T.Helper()
	l, err := author.Load(os.DirFS(filepath.Join(e2e.RootDir, "lessons", "content")), walked, "en")
	v.Must("load the lesson", err)
	v.Open("/lessons/" + walked + "/" + e2e.Teacher)
	v.Run(e2e.Walker)
	for i, s := range l.Steps {
		v.Says("#step-title", s.Title)
		walks(v, fmt.Sprintf("walkStep(%s, %d, 'Show a solution', 'Do it for me')", e2e.JSON(e2e.GoalsOf(s)), len(l.Solution[i])))
		if i+1 < len(l.Steps) {
			walks(v, fmt.Sprintf("walkOn('Next step', %s)", e2e.JSON(l.Steps[i+1].Title)))
		}
	}
	v.Saved()
	v.Open("/")
	v.Wait(`[data-lesson="` + walked + `"][data-state="done"]`)
}

// walks runs a call of the Walker to its end.
func walks(v *e2e.Visit, call string) {
	v.T.Helper()
	v.Run(call)
	v.UntilWithin(e2e.Measuring, `window.walk === "done"`)
}

// makesSandbox makes a sandbox from Home, fills it, reloads the page and finds it again. It
// returns the route.
func makesSandbox(v *e2e.Visit) string {
	v.T.Helper()
	v.Open("/")
	v.Press("New sandbox")
	route := v.SandboxShown()
	v.Accepted(e2e.Orders...)
	v.Has("orders", e2e.OrderKeys...)
	v.Saved()
	v.Reload()
	v.Saved()
	v.Has("orders", e2e.OrderKeys...)
	return route
}

// readsLive types a read and checks the preview before it is run.
func readsLive(v *e2e.Visit) {
	v.T.Helper()
	v.Console()
	v.Keys("read orders prefix=be")
	v.Until(`document.querySelector("[data-read=preview]") && ` + e2e.MetricValue("rows-scanned") + ` === 3`)
	v.Until(`document.querySelectorAll("[data-key][data-scan=returned]").length === 3`)
	v.Keys(drive.Enter)
	v.Until(`document.querySelector("[data-read=last]") && ` + e2e.MetricValue("rows-returned") + ` === 3`)
	v.Says("[role=log]", "be#003")
}

// goesOffline opens a sandbox without a network, also after a kill, and changes it.
func goesOffline(v *e2e.Visit, route string) {
	v.T.Helper()
	v.UntilWithin(2*e2e.Patience, `document.documentElement.dataset.offline === "ready"`)
	v.Site.Stop()
	v.Reload()
	v.Has("orders", e2e.OrderKeys...)
	v.Killed()
	v.Open(route)
	v.Accepted("set orders off#line O:total=1")
	v.Saved()
	v.Open("/reference/")
	v.Site.Start()
	v.Open(route)
	v.Has("orders", append(append([]string{}, e2e.OrderKeys...), "off#line")...)
	v.Accepted("deleterow orders off#line")
	v.Saved()
}

// followsLink opens a link, makes a sandbox of it and simulates a load.
func followsLink(v *e2e.Visit) {
	v.T.Helper()
	v.GoTo("about:blank")
	v.Open(e2e.LinkTo(v.T, "Battery", e2e.Battery(6_000), e2e.OfCorrie))
	v.Says("dialog", "A link to “Battery”")
	v.Press("Make a sandbox of it")
	v.SandboxShown()
	v.Click("radio", "Heat")
	v.Press("All in order of time")
	v.Wait(`[data-diagnosis="sequential"]`)
	v.Until(coloursOf(".heat-figure canvas") + ` > 3`)
	v.Saved()
}

// carries saves everything as a file, deletes a sandbox, and imports it again.
func carries(v *e2e.Visit, route string) {
	v.T.Helper()
	v.Open("/sandboxes/")
	v.Says(".shelf", "Sandbox 1")
	name, file := v.Download(func() { v.Press("Export everything") })
	if !strings.HasSuffix(name, ".tabletop") || !bytes.HasPrefix(file, []byte("TABLETOP")) {
		v.T.Errorf("%q begins %.20q", name, file)
	}
	v.Press("Delete Battery")
	v.Wait("dialog .danger")
	v.Run(`document.querySelector("dialog .danger").click()`)
	v.Says(".shelf.gone, .gone", "Battery")
	v.Upload("From file…", e2e.WriteFile(v.T, "all.tabletop", file))
	v.Says("[role=status]", "brought in")
	v.Until(e2e.Titles + `.includes("Battery")`)
	v.Open(route)
	v.Has("orders", e2e.OrderKeys...)
}

// opensTwice opens a sandbox in two tabs. One follows the other and then takes over, and
// nothing may be lost.
func opensTwice(v *e2e.Visit, route string) {
	v.T.Helper()
	v.Open(route)
	v.Saved()
	other := v.Another()
	other.Open(route)
	other.Wait(`[data-saved="readonly"]`)
	v.Accepted("set orders two#1 O:total=1")
	other.Wait(`[data-key="two#1"]`)
	other.Press("Go on here instead")
	other.Gone(`[data-saved="readonly"]`)
	v.Wait(`[data-saved="readonly"]`)
	other.Accepted("deleterow orders two#1")
	other.Saved()
	v.Has("orders", e2e.OrderKeys...)
	other.Close()
	v.Saved()
}

// crashScreens crashes the engine, which is started again, and then the page, which is
// reloaded.
func crashScreens(v *e2e.Visit, route string) {
	v.T.Helper()
	v.Strict = false
	v.Run(`(globalThis.dead = tabletop.worker, tabletop.crash("worker"))`)
	v.Says("dialog.recovery", "The engine stopped")
	v.Until(`tabletop.worker !== dead && document.documentElement.dataset.ready === "yes"`)
	v.Press("Continue")
	v.Gone("dialog.recovery")
	v.Accepted("set orders crash#1 O:total=1")
	v.Saved()
	v.Run(`tabletop.crash("page")`)
	v.Says("dialog.recovery", "The page stopped")
	name, file := v.Download(func() { v.Press("Export my data") })
	if title, _ := e2e.Unpack(v.T, file); !strings.HasSuffix(name, ".tabletop") || title == "" {
		v.T.Errorf("%q is of %q", name, title)
	}
	v.Press("Reload")
	v.Until(`!document.querySelector("dialog.recovery") && document.documentElement.dataset.ready === "yes"`)
	v.Has("orders", append([]string{"at#001", "be#001", "be#002", "be#003", "ch#001"}, "crash#1")...)
	v.Accepted("deleterow orders crash#1")
	v.Saved()
}

// updates loads a newer version when the reader agrees.
func updates(v *e2e.Visit, route string) {
	v.T.Helper()
	css, err := os.ReadFile(filepath.Join(e2e.DistDir, "app.css"))
	v.Must("read the style", err)
	next := e2e.Variant(v.T, map[string]string{"app.css": string(css) + "html { --edition: 2 }\n"})
	old := e2e.ValueOf[string](v, "tabletop.version")
	v.Site.Deploy(next)
	v.Run("tabletop.checkUpdate()")
	v.UntilWithin(2*e2e.Patience, `document.documentElement.dataset.update === "ready"`)
	v.Reload()
	if got := e2e.ValueOf[string](v, "tabletop.version"); got != old {
		v.T.Errorf("the version became %s without being asked", got)
	}
	v.Says(".notice", "A new version is ready")
	v.Press("Reload")
	v.Until(`globalThis.tabletop?.version && tabletop.version !== ` + e2e.JSON(old))
	v.Ready()
	if got := e2e.ValueOf[string](v, `getComputedStyle(document.documentElement).getPropertyValue("--edition").trim()`); got != "2" {
		v.T.Errorf("the style is of edition %q", got)
	}
	v.Has("orders", e2e.OrderKeys...)
}

// narrows uses the sandbox at the width of a phone.
func narrows(v *e2e.Visit, route string) {
	v.T.Helper()
	v.Size(390, 700)
	for _, part := range []string{"Task", "Table", "Design", "Console"} {
		v.Run(e2e.Docked(part) + `?.click()`)
		v.Until(fmt.Sprintf(`((b) => !b || b.ariaPressed === "true")(%s)`, e2e.Docked(part)))
		v.Until(`document.documentElement.scrollWidth <= innerWidth`)
	}
	if n := e2e.ValueOf[int](v, `document.querySelectorAll(".dock button").length`); n < 3 {
		v.T.Errorf("the dock has %d buttons", n)
	}
	v.Script("read orders prefix=be")
	v.Until(e2e.MetricValue("rows-returned") + ` === 3`)
	v.Open("/")
	v.Until(`document.documentElement.scrollWidth <= innerWidth`)
}

// coloursOf returns a JavaScript expression for the number of colours in a canvas.
func coloursOf(canvas string) string {
	return fmt.Sprintf(`((c) => new Set(new Uint32Array(c.getContext("2d").getImageData(0, 0, c.width, c.height).data.buffer)).size)(document.querySelector(%q))`, canvas)
}
