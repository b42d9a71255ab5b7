//go:build e2e

package start

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"tabletop/web/e2e"
)

// TestPublishingHeaders serves the site from a plain host with the headers that
// .github/PUBLISHING.md recommends for nginx. The page, its worker, its editor, the cache for
// offline use and the page for missing addresses must work with them.
func TestPublishingHeaders(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	guide, err := os.ReadFile(filepath.Join(e2e.RootDir, ".github", "PUBLISHING.md"))
	if err != nil {
		t.Fatal(err)
	}
	lines := regexp.MustCompile(`(?m)^    add_header (\S+) "(.*)" always;$`).FindAllStringSubmatch(string(guide), -1)
	if len(lines) < 4 {
		t.Fatalf("PUBLISHING.md has %d headers for nginx", len(lines))
	}
	missing, err := os.ReadFile(filepath.Join(e2e.DistDir, "404.html"))
	if err != nil {
		t.Fatal(err)
	}
	files := http.FileServer(http.Dir(e2e.DistDir))
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, line := range lines {
			w.Header().Set(line[1], line[2])
		}
		if _, err := os.Stat(filepath.Join(e2e.DistDir, filepath.FromSlash(r.URL.Path))); err != nil {
			w.WriteHeader(http.StatusNotFound)
			w.Write(missing)
			return
		}
		files.ServeHTTP(w, r)
	}))
	defer host.Close()
	tab := e2e.Shared(t).Tab(t, &e2e.Site{URL: host.URL + "/", T: t})
	tab.Allow("404")
	tab.BeforeScripts(`globalThis.violated = []; addEventListener("securitypolicyviolation", (e) => violated.push(e.violatedDirective + " " + e.blockedURI));`)
	route := tab.NewSandbox()
	tab.Commands(e2e.Orders...)
	tab.Saved()
	tab.Wait("html[data-offline=ready]")
	tab.Has("the table", tab.Keys("orders"), e2e.OrderKeys)
	tab.Run(`navigator.serviceWorker.getRegistration().then((r) => r.unregister())`)
	tab.Navigate(host.URL + route) // a route that only the page for missing addresses knows
	tab.Until(`document.querySelector("[data-saved=saved]")`)
	tab.Wait(`[data-key="be#001"]`)
	tab.Has("the table, opened directly", tab.Keys("orders"), e2e.OrderKeys)
	if got := e2e.Eval[[]string](tab, "violated"); len(got) > 0 {
		t.Errorf("the policy refuses %q", got)
	}
}
