//go:build e2e

package start

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"tabletop/web/e2e"
)

// TestLoadsAtAnyPath opens every route of sites that are served under different paths.
func TestLoadsAtAnyPath(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	for _, prefix := range []string{"/", "/some/deep/path/"} {
		t.Run(prefix, func(t *testing.T) {
			site := e2e.ServeAt(t, prefix)
			tab := e2e.Shared(t).Tab(t, site)
			for _, route := range e2e.Routes {
				tab.Open(route)
				if got, want := e2e.Eval[string](tab, "location.href"), site.URL+route[1:]; got != want {
					t.Errorf("opening %s ends at %s", want, got)
				}
				tab.Wait("h1")
			}
		})
	}
}

// TestOneDownloadServesBothRolesAndTheCache checks that page, worker and cache share one
// download of the program.
func TestOneDownloadServesBothRolesAndTheCache(t *testing.T) {
	t.Parallel()
	site, tab := e2e.Start(t)
	tab.Open("/")
	tab.Wait("html[data-offline=ready]")
	if n := site.Transfers("/app.wasm.bin"); n != 1 {
		t.Errorf("the engine was transferred %d times", n)
	}
}

// TestPageIsThereWithoutScripts opens every route with scripts turned off. The heading must be
// visible.
func TestPageIsThereWithoutScripts(t *testing.T) {
	t.Parallel()
	_, tab := e2e.Start(t)
	e2e.Do(tab, "switch scripts off", func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, target, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return chromedp.Void{}, err
	})
	for _, route := range e2e.Routes {
		tab.Navigate(tab.Site.URL + route[1:])
		if e2e.Eval[bool](tab, "'tabletop' in globalThis") {
			t.Fatal("scripts run")
		}
		if title := tab.Text("#app h1"); title == "" {
			t.Errorf("%s: the heading is empty", route)
		}
		if !e2e.Eval[bool](tab, `(() => {
			const h1 = document.querySelector("#app h1"), box = h1.getBoundingClientRect();
			return h1.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
		})()`) {
			t.Errorf("%s: something covers the heading", route)
		}
	}
}

// TestAddressOfAPageIsItsRoute opens variants of addresses, which the page must replace by the
// route.
func TestAddressOfAPageIsItsRoute(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	site := tab.Site
	for _, to := range []struct{ from, want string }{
		{"index.html", ""},
		{"reference/index.html?q=1#limits", "reference/?q=1#limits"},
		{"reference", "reference/"},
		{"sandboxes/abcdefgh23", "sandboxes/abcdefgh23/"},
	} {
		tab.Navigate(site.URL + to.from)
		tab.Ready()
		if got, want := e2e.Eval[string](tab, "location.href"), site.URL+to.want; got != want {
			t.Errorf("%s leads to %s, not %s", to.from, got, want)
		}
	}
}

// TestUnknownAddressLeadsHome opens an address that does not exist.
func TestUnknownAddressLeadsHome(t *testing.T) {
	t.Parallel()
	site, tab := e2e.Start(t)
	tab.Allow("404")
	tab.Navigate(site.URL + "lessons/no-such-lesson/")
	if got, want := e2e.Eval[string](tab, "document.getElementById('home').href"), site.URL; got != want {
		t.Errorf("the way home is %s, not %s", got, want)
	}
	tab.Axe()
}

// TestHostOfFiles uses a host that serves files and a page for missing ones, without rewriting
// or compression.
func TestHostOfFiles(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	const prefix = "/some/deep/path/"
	files := http.StripPrefix(prefix, http.FileServer(http.Dir(e2e.DistDir)))
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		file := filepath.Join(e2e.DistDir, filepath.FromSlash(strings.TrimPrefix(r.URL.Path, prefix)))
		if _, err := os.Stat(file); err != nil {
			page, _ := os.ReadFile(filepath.Join(e2e.DistDir, "404.html"))
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.WriteHeader(http.StatusNotFound)
			w.Write(page)
			return
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(host.Close)
	tab := e2e.Shared(t).Tab(t, &e2e.Site{URL: host.URL + prefix})
	tab.Allow("404")
	tab.Navigate(tab.Site.URL + "sandboxes/abcdefgh23/")
	tab.Ready()
	if got, want := e2e.Eval[string](tab, "location.href"), tab.Site.URL+"sandboxes/abcdefgh23/"; got != want {
		t.Errorf("the sandbox is shown at %s, not %s", got, want)
	}
	tab.Wait("html[data-offline=ready]")
	host.CloseClientConnections()
	host.Close()
	tab.Reload()
}

// TestPlainHost uses Python's http.server as the host.
func TestPlainHost(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	for _, path := range []string{"/site/", "/some/deep/path/"} {
		t.Run(path, func(t *testing.T) {
			site := e2e.PythonHost(t, python, strings.TrimSuffix(path, "/"))
			site.URL += "/"
			tab := e2e.Shared(t).Tab(t, site)
			tab.Open("/")
			tab.Open("/reference/")
			tab.Open("/sandboxes/open/?id=abcdefgh23")
			if got, want := e2e.Eval[string](tab, "location.href"), site.URL+"sandboxes/abcdefgh23/"; got != want {
				t.Errorf("the sandbox is shown at %s, not %s", got, want)
			}
			tab.Wait("html[data-offline=ready]")
			site.Stop()
			tab.Reload()
			tab.Open("/sandboxes/")
		})
	}
}
