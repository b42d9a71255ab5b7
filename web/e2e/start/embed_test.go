//go:build e2e

package start

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"tabletop/web/e2e"
)

// embed opens a page of another origin with the given HTML in its body, in a new tab of the
// same browser.
func embed(tab *e2e.Tab, body string) *e2e.Tab {
	tab.T.Helper()
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<!doctype html><title>A course</title><body style='margin:0'>", body)
	}))
	tab.T.Cleanup(host.Close)
	other := tab.Browser.Tab(tab.T, tab.Site)
	other.Allow("favicon")
	other.Allow("404")
	other.Navigate(host.URL)
	return other
}

// framed evaluates a JavaScript expression in the embedded page, isolated from that page's own
// scripts. It returns the zero value if the frame is navigating.
func framed[T any](tab *e2e.Tab, expression string) T {
	tab.T.Helper()
	return e2e.Do(tab, "in the frame: "+expression, func(ctx context.Context, t *chromedp.Target) (value T, err error) {
		tree, err := cdp.Call(ctx, t, page.GetFrameTree, cdp.Empty{})
		if err != nil {
			return value, err
		}
		if len(tree.FrameTree.ChildFrames) != 1 {
			return value, fmt.Errorf("%d frames", len(tree.FrameTree.ChildFrames))
		}
		world, err := cdp.Call(ctx, t, page.CreateIsolatedWorld, page.CreateIsolatedWorldParams{FrameID: tree.FrameTree.ChildFrames[0].Frame.ID})
		if err != nil {
			return value, err
		}
		yes := true
		got, err := cdp.Call(ctx, t, runtime.Evaluate, runtime.EvaluateParams{
			Expression: expression, ContextID: world.ExecutionContextID, ReturnByValue: &yes, AwaitPromise: &yes, UserGesture: &yes,
		})
		if err != nil && strings.Contains(err.Error(), "Cannot find context") {
			return value, nil // the frame has navigated meanwhile
		}
		if err != nil {
			return value, err
		}
		if got.ExceptionDetails != nil {
			return value, fmt.Errorf("%s", got.ExceptionDetails.Text)
		}
		if len(got.Result.Value) > 0 {
			err = json.Unmarshal([]byte(got.Result.Value), &value)
		}
		return value, err
	})
}

// untilFramed waits until an expression is truthy in the embedded page.
func untilFramed(tab *e2e.Tab, expression string) {
	tab.T.Helper()
	for end := time.Now().Add(e2e.Patience); !framed[bool](tab, "!!("+expression+")"); {
		if time.Now().After(end) {
			tab.Fail("the embedded page shows %s; never %s", framed[string](tab, "document.body.innerText"), expression)
		}
		tab.Run("new Promise((r) => setTimeout(r, 50))")
	}
}

// opened waits for a tab whose address begins with the given one.
func opened(tab *e2e.Tab, address string) {
	tab.T.Helper()
	var seen []string
	for end := time.Now().Add(e2e.Patience); time.Now().Before(end); {
		all, err := chromedp.CallBrowser(tab.Context, target.GetTargets, target.GetTargetsParams{})
		if err != nil {
			tab.T.Fatal(err)
		}
		seen = nil
		for _, one := range all.TargetInfos {
			if strings.HasPrefix(one.URL, address) {
				return
			}
			seen = append(seen, one.URL)
		}
		tab.Run("new Promise((r) => setTimeout(r, 50))")
	}
	tab.Fail("no tab has %s, but %q", address, seen)
}

// leftBehind is a JavaScript expression for what the embedded page has stored in the browser:
// the numbers of databases, service workers, local entries and held locks.
const leftBehind = `Promise.all([indexedDB.databases(), navigator.serviceWorker.getRegistrations(), navigator.locks.query()]).then(([bases, workers, locks]) =>
	JSON.stringify([bases.length, workers.length, Object.keys(localStorage).filter((k) => !k.endsWith(" tour")).length, locks.held.length]))`

// TestEmbeddedLesson embeds a lesson in another page. The frame must show the lesson alone,
// must not take anything from the reader's own tab, must leave nothing stored, and must open
// the full page with one click.
func TestEmbeddedLesson(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	page := embed(tab, `<iframe width=600 height=400 title=Lesson style="border:0" src="`+tab.Site.URL+`lessons/sorted-map/?embed=1&tab=table"></iframe>`)
	untilFramed(page, `document.documentElement.dataset.ready === "yes" && document.querySelector(".embed-head")`)
	if got := framed[string](page, leftBehind); got != "[0,0,0,0]" && got != "[0,0,0,1]" { // the lock may belong to the worker of the database
		t.Errorf("databases, service workers, texts and locks: %s", got)
	}
	for _, size := range []string{"600px,400px", "390px,600px", "320px,500px", "1000px,600px"} {
		w, h, _ := strings.Cut(size, ",")
		page.Run(fmt.Sprintf(`Object.assign(document.querySelector("iframe").style, {width: %q, height: %q})`, w, h))
		untilFramed(page, "innerWidth === "+strings.TrimSuffix(w, "px"))
		if wide := framed[int](page, "document.documentElement.scrollWidth - innerWidth"); wide > 0 {
			t.Errorf("at %s it is %d px too wide", size, wide)
		}
		if rows := framed[int](page, `Math.round(document.querySelector("[role=grid]").getBoundingClientRect().height)`); rows < 100 {
			t.Errorf("at %s the rows have %d px", size, rows)
		}
		if !testing.Short() {
			for _, violation := range framed[[]string](page, e2e.AxeScript(t)+"\n"+e2e.AxeViolations("")) {
				t.Errorf("at %s: %s", size, violation)
			}
		}
		page.Shot("embed-lesson-" + strings.TrimSuffix(w, "px"))
	}
	tab.Open("/lessons/sorted-map/")
	tab.Saved() // not read-only
	framed[chromedp.Void](page, `document.querySelector(".open-full").click()`)
	opened(page, tab.Site.URL+"lessons/sorted-map/?tab=table")
}

// TestEmbedAtTheTop opens an address for frames in a tab. It must show the complete page and
// store changes. In a frame the page must not say that it stores anything. If it cannot see a
// sandbox, it must say where the sandbox may be.
func TestEmbedAtTheTop(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Open("/sandboxes/?embed=1")
	if e2e.Eval[bool](tab, `"embed" in document.documentElement.dataset || location.search.includes("embed") || !!document.querySelector(".embed-head")`) {
		t.Error("at the top of a tab the page is taken for a part of another's")
	}
	tab.Click("button", "New sandbox")
	route := tab.SandboxShown()
	tab.Commands("createtable kept families=f")
	tab.Saved()
	tab.Reload()
	tab.WaitText(".shown-table", "kept")

	id := strings.Split(strings.TrimSuffix(route, "/"), "/")[2]
	page := embed(tab, `<iframe width=600 height=400 title=Sandbox src="`+tab.Site.URL+`sandboxes/open/?id=`+id+`&embed=1"></iframe>`)
	untilFramed(page, `document.querySelector("main a.button")?.href.endsWith("/sandboxes/open/?id=`+id+`")`)
	if text := framed[string](page, `document.querySelector("main").innerText`); !strings.Contains(text, "may be in this browser") {
		t.Errorf("a frame says of a sandbox that it cannot see: %s", text)
	}
	page.Run(`document.querySelector("iframe").src = "` + tab.Site.URL + `sandboxes/?embed=1"`)
	untilFramed(page, `document.querySelector("main .lead")?.innerText.includes("Nothing is kept")`)
	if text := framed[string](page, `document.body.innerText`); strings.Contains(text, "kept in this browser") {
		t.Errorf("a frame says that it keeps something: %s", text)
	}
}

// embedRefusing is a script for a browser in which an embedded page cannot store anything.
const embedRefusing = `if (top !== self) for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches", "BroadcastChannel"])
	Object.defineProperty(globalThis, name, { get() { throw new DOMException("", "SecurityError"); } });`

// TestEmbeddedStops crashes an embedded page. It must not say that anything is stored, and must
// not offer an export of data that is not stored.
func TestEmbeddedStops(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	for _, what := range []string{"worker", "page"} {
		page := tab.Browser.Tab(t, tab.Site)
		page.BeforeScripts(`if (top !== self) addEventListener("message", ({ data }) => globalThis.tabletop?.crash(data))`)
		host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, `<!doctype html><title>A course</title><link rel=icon href=data:,><iframe width=600 height=400 title=Lesson src="`+tab.Site.URL+`lessons/sorted-map/?embed=1"></iframe>`)
		}))
		t.Cleanup(host.Close)
		page.Navigate(host.URL)
		untilFramed(page, `document.documentElement.dataset.ready === "yes" && document.querySelector(".embed-head")`)
		page.Allow(e2e.AfterExit)
		page.Run(fmt.Sprintf("frames[0].postMessage(%q, '*')", what))
		untilFramed(page, `document.querySelector(".recovery")`)
		if text := framed[string](page, `document.querySelector(".recovery").innerText`); !strings.Contains(text, "is not stored") || strings.Contains(text, "saved") || strings.Contains(text, "in this browser") || strings.Contains(text, "Export") {
			t.Errorf("%s: it says %q", what, text)
		}
	}
}

// TestEmbeddedSandbox embeds a sandbox with the HTML that the page offers, in a browser in
// which it cannot store anything. Changes in the frame must be kept when the sandbox is opened
// in full.
func TestEmbeddedSandbox(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Open(e2e.LinkTo(t, "Scores", e2e.Scores, e2e.PerPlayer))
	tab.Click("button", "Make a sandbox of it")
	tab.SandboxShown()
	tab.Click("button", "Share")
	tab.Wait("#link-code")
	code := e2e.Eval[string](tab, `document.querySelector("#link-code").value`)
	page := tab.Browser.Tab(t, tab.Site)
	page.BeforeScripts(embedRefusing)
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<!doctype html><title>A course</title><link rel=icon href=data:,><body style='margin:0'>", code)
	}))
	t.Cleanup(host.Close)
	page.Navigate(host.URL)
	untilFramed(page, `document.querySelectorAll("[role=row][data-key]").length > 3`)
	if !framed[bool](page, `!document.querySelector("dialog, .notice") && document.querySelector(".embed-head").innerText.includes("Nothing here is kept")`) {
		t.Error("it does not say quietly that nothing is kept")
	}
	page.Shot("embed-sandbox")
	href := `document.querySelector(".open-full").href`
	untilFramed(page, href+`.includes("#open=")`)
	before := framed[string](page, href)
	framed[chromedp.Void](page, `(() => { const chip = document.querySelector("[data-segment=day]"); chip.focus();
		chip.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true, cancelable: true })); })()`)
	untilFramed(page, `document.querySelector("[data-segment]").dataset.segment === "day" && `+href+" !== "+fmt.Sprintf("%q", before))
	full := framed[string](page, href)
	if !strings.HasPrefix(full, tab.Site.URL+"sandboxes/#open=") {
		t.Fatalf("it opens at %s", full)
	}
	tab.Navigate("about:blank")
	tab.Navigate(full)
	tab.Ready()
	tab.Click("button", "Make a sandbox of it")
	tab.SandboxShown()
	tab.Until(`document.querySelector("[data-segment]")?.dataset.segment === "day"`)
}

// TestFramedByAnother frames a normal address of the page from another site. It must not store
// anything either.
func TestFramedByAnother(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	page := embed(tab, `<iframe width=800 height=600 title=All src="`+tab.Site.URL+`sandboxes/"></iframe>`)
	untilFramed(page, `document.documentElement.dataset.ready === "yes" && document.querySelector(".embed-head") && !document.querySelector(".top")`)
	if got := framed[string](page, leftBehind); !strings.HasPrefix(got, "[0,0,0,") {
		t.Errorf("databases, service workers, texts and locks: %s", got)
	}
}
