//go:build !js

package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"tabletop/app/i18n"
)

// script404 returns the script of 404.html.
func script404(t *testing.T) string {
	t.Helper()
	root, err := moduleRoot()
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(root, "web", "static", "404.html"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "<script>")
	script, _, ok := strings.Cut(rest, "</script>")
	if !ok {
		t.Fatal("404.html has no script")
	}
	return script
}

// TestPublishingHeaders checks the policy in .github/PUBLISHING.md. It is the pages' own, plus the
// hash of the only inline script, and it allows other sites to embed the pages. It is the same for
// every host.
func TestPublishingHeaders(t *testing.T) {
	root, err := moduleRoot()
	if err != nil {
		t.Fatal(err)
	}
	guide, err := os.ReadFile(filepath.Join(root, ".github", "PUBLISHING.md"))
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte(script404(t)))
	hash := " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	wanted := map[string]string{
		"Content-Security-Policy": strings.Replace(policy, "'wasm-unsafe-eval'", "'wasm-unsafe-eval'"+hash, 1),
		"X-Content-Type-Options":  "nosniff",
		"Referrer-Policy":         "no-referrer",
		"Cache-Control":           "no-cache",
	}
	for name, value := range wanted {
		for host, form := range map[string]string{"Netlify": "      %s: %s\n", "nginx": "    add_header %s %q always;\n", "Apache": "    Header always set %s %q\n"} {
			if line := fmt.Sprintf(form, name, value); !strings.Contains(string(guide), line) {
				t.Errorf("for %s PUBLISHING.md lacks\n%s", host, line)
			}
		}
	}
}

// TestWordsBeside checks that the script of the recovery screen uses every sentence that exists for
// it, and no other.
func TestWordsBeside(t *testing.T) {
	root, err := moduleRoot()
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile(filepath.Join(root, "web", "static", "recovery.js"))
	if err != nil {
		t.Fatal(err)
	}
	words := i18n.JavaScriptSentences(language)
	for code := range words {
		name, of := strings.CutPrefix(code, "recover-")
		for _, end := range []string{"-text", "-one", "-other"} {
			name = strings.TrimSuffix(name, end)
		}
		if of && !strings.Contains(string(script), strconv.Quote(name)) {
			t.Errorf("nothing says %s", code)
		}
	}
	said := regexp.MustCompile(`(say|count)\("([a-z-]+)"`).FindAllStringSubmatch(string(script), -1)
	if len(said) < 15 {
		t.Errorf("only %d sentences are asked for", len(said))
	}
	for _, s := range said {
		if s[1] == "count" {
			s[2] += "-other"
		}
		if words["recover-"+s[2]] == "" {
			t.Errorf("there is no sentence for %s", s[2])
		}
	}
	if it := i18n.JavaScriptSentences("it"); it["recover-page"] == words["recover-page"] {
		t.Error("in Italian it says the English")
	}
}

// leads runs the script of 404.html at an address. It returns where the script redirects to, "" for
// nowhere, and the target of its link to the home page.
func leads(t *testing.T, path, hash string) (to, home string) {
	t.Helper()
	program := `const home = {}; let to = "";
		const location = { origin: "https://site.example", pathname: process.argv[1], hash: process.argv[2], replace(address) { to = new URL(address, "https://site.example" + process.argv[1]).href; } };
		const navigator = {}, document = { getElementById: (id) => (id === "home" ? home : { textContent: '[["en", "", "", "", "", ""]]' }), querySelector: () => home, documentElement: {} };
		` + script404(t) + `
		console.log(JSON.stringify([to, new URL(home.href ?? "./", "https://site.example" + process.argv[1]).href]));`
	out, err := exec.Command("node", "-e", program, "--", path, hash).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var got [2]string
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	return got[0], got[1]
}

// TestPathsStayOnTheOrigin opens addresses that begin with two slashes. They must not
// lead to another host, which would get the fragment too, and a fragment may hold a whole
// sandbox.
func TestPathsStayOnTheOrigin(t *testing.T) {
	for _, path := range []string{"//host//other.example/sandboxes/abc", "//other.example/sandboxes/abc/", "///other.example/sandboxes/abc", "//other.example/lessons/own-x/", "//other.example/reference/none"} {
		to, home := leads(t, path, "#secret")
		if to != "" && !strings.HasPrefix(to, "https://site.example/") || !strings.HasPrefix(home, "https://site.example/") {
			t.Errorf("%s leads to %s, its link to %s", path, to, home)
		}
	}
}

// TestSiteBelowARoute opens the address of a sandbox directly on sites that lie below
// /lessons/… or /reference/…. It must not lead out of the site.
func TestSiteBelowARoute(t *testing.T) {
	for _, c := range []struct{ path, to, home string }{
		{"/sandboxes/abc", "/sandboxes/open/?id=abc#x", "/"},
		{"/some/path/sandboxes/abc/", "/some/path/sandboxes/open/?id=abc#x", "/some/path/"},
		{"/lessons/2024/sandboxes/abc/", "/lessons/2024/sandboxes/open/?id=abc#x", "/lessons/2024/"},
		{"/reference/tabletop/lessons/own-x", "/reference/tabletop/lessons/open/?id=own-x#x", "/reference/tabletop/"},
		{"/sandboxes/lessons/none", "", "/sandboxes/"},
		{"/lessons/sorted-map/none", "", "/"},
		{"/sandboxes/open/", "", "/"},
		{"/deep/none", "", "/deep/"},
	} {
		to, home := leads(t, c.path, "#x")
		if got := strings.TrimPrefix(to, "https://site.example"); got != c.to || home != "https://site.example"+c.home {
			t.Errorf("%s leads to %s, its link to %s; want %s, %s", c.path, got, home, c.to, c.home)
		}
	}
}
