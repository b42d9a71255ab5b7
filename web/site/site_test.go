//go:build !js

package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tabletop/app/i18n"
	"tabletop/lessons/author"
	"tabletop/lessons/content"
)

func TestRelative(t *testing.T) {
	for _, c := range []struct{ route, body, want string }{
		{"/", `<a href="/__BASE__/">x</a>`, `<a href="./">x</a>`},
		{"/", `<a class="b" href="/__BASE__/lessons/a/">x</a>`, `<a class="b" href="./lessons/a/">x</a>`},
		{"/sandboxes/", `<img src="/__BASE__/icon.svg">`, `<img src="../icon.svg">`},
		{"/lessons/a/", `<a href="/__BASE__/#top">x</a>`, `<a href="../../#top">x</a>`},
		{"/lessons/a/", `<a href="#top">x</a>`, `<a href="#top">x</a>`},
	} {
		got, err := relative(c.body, Page{Route: c.route}.base())
		if err != nil || got != c.want {
			t.Errorf("%s on %s becomes %s, %v; want %s", c.body, c.route, got, err, c.want)
		}
	}
	for _, body := range []string{`<a data-href="/__BASE__/x">`, `/__BASE__/`, `<a href="x/__BASE__/">`} {
		if got, err := relative(body, "./"); err == nil {
			t.Errorf("%s becomes %s without an error", body, got)
		}
	}
}

func TestOrdered(t *testing.T) {
	got, err := ordered(`<a title="1 &amp; 2" href="x" CLASS=c>a &lt; b</a><br><input type="text" disabled/><p>1 < 2</p>`)
	want := `<a class="c" href="x" title="1 &amp; 2">a &lt; b</a><br><input disabled="" type="text"/><p>1 < 2</p>`
	if err != nil || got != want {
		t.Errorf("%s, %v\nwant %s", got, err, want)
	}
	if got, err := ordered(`<a title="a \"quoted\" word">x</a>`); err == nil {
		t.Errorf("a quote inside an attribute becomes %s", got)
	}
}

func TestContentIsTheSameEachTime(t *testing.T) {
	first, assets, err := contents([]i18n.Language{{Tag: language, Name: "English", Complete: true}})
	if err != nil {
		t.Fatal(err)
	}
	again, sameAssets, err := contents([]i18n.Language{{Tag: language, Name: "English", Complete: true}})
	if err != nil {
		t.Fatal(err)
	}
	for i, page := range first {
		a, err := page.render()
		if err != nil {
			t.Fatal(err)
		}
		b, err := again[i].render()
		if err != nil || !bytes.Equal(a, b) {
			t.Errorf("%s differs from one build to the next, %v", page.Route, err)
		}
	}
	for i, asset := range assets {
		if !bytes.Equal(asset.Data, sameAssets[i].Data) {
			t.Errorf("%s differs from one build to the next", asset.Path)
		}
	}
}

// TestLessonsCanBeReadAtOnce checks that a lesson's page has the text of every step before any
// script has run.
func TestLessonsCanBeReadAtOnce(t *testing.T) {
	pages, _, err := contents([]i18n.Language{{Tag: language, Name: "English", Complete: true}})
	if err != nil {
		t.Fatal(err)
	}
	all, err := author.LoadAll(content.Files, language)
	if err != nil || len(all) == 0 {
		t.Fatalf("%d lessons, %v", len(all), err)
	}
	for _, l := range all {
		i := slices.IndexFunc(pages, func(p Page) bool { return p.Route == "/lessons/"+l.Slug+"/" })
		if i < 0 {
			t.Fatalf("%s has no page", l.Slug)
		}
		for _, s := range l.Steps {
			if !strings.Contains(pages[i].Body, s.Body) {
				t.Errorf("the page of %s lacks the text of its step %s", l.Slug, s.ID)
			}
		}
	}
}

func TestPages(t *testing.T) {
	seen := map[string]bool{}
	pages, _, err := contents([]i18n.Language{{Tag: language, Name: "English", Complete: true}})
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		if seen[page.Route] {
			t.Errorf("%s is there twice", page.Route)
		}
		seen[page.Route] = true
		html, err := page.render()
		if err != nil {
			t.Error(err)
		}
		if page.Title == "" || page.Description == "" || page.Body == "" {
			t.Errorf("%s lacks a title, a description or a body", page.Route)
		}
		if bytes.Contains(html, []byte("user-scalable")) || bytes.Contains(html, []byte(`="/`)) {
			t.Errorf("%s has an absolute address or forbids zooming:\n%s", page.Route, html)
		}
	}
	for _, route := range []string{"/", "/sandboxes/", sandboxShell, "/reference/"} {
		if !seen[route] {
			t.Errorf("there is no page for %s", route)
		}
	}
	if _, err := (Page{Route: "/x"}).render(); err == nil {
		t.Error("a route without its last slash is accepted")
	}
}

func TestBrokenLinks(t *testing.T) {
	site := files{
		"index.html":           []byte(`<a href="./lessons/a/"></a><a href="lessons/none/"></a><a href="/lessons/a/"></a><a href="#here"></a>`),
		"lessons/a/index.html": []byte(`<a href="../../?q#x"></a><script src="../../boot.js"></script><img src="../none.png">`),
		"boot.js":              nil,
	}
	want := []string{"index.html: lessons/none/", "index.html: /lessons/a/", "lessons/a/index.html: ../none.png"}
	if got := site.brokenLinks(); !slices.Equal(got, want) {
		t.Errorf("the broken links are %q, want %q", got, want)
	}
}

func TestSeal(t *testing.T) {
	site := func(css string) files {
		return files{
			".nojekyll": nil, "404.html": nil, "app.css": []byte(css), "app.wasm.bin": []byte("123"),
			"boot.js":    []byte(`"__VERSION__" __WASM_PACKED__`),
			"index.html": nil, "lessons/a/index.html": nil,
			"sw.js":     []byte(`"__VERSION__" __FILES__`),
			"worker.js": []byte(`__APP__ __APP_WHOLE__ __AUTHOR_WHOLE__`),
		}
	}
	seal := func(s files) string {
		version, err := s.seal(nil, []string{"sha256-whole", "sha256-author"})
		if err != nil {
			t.Fatal(err)
		}
		return version
	}
	one, two := site("a {}"), site("b {}")
	version := seal(one)
	if again := seal(site("a {}")); again != version {
		t.Errorf("the same files are %s and %s", version, again)
	}
	if other := seal(two); other == version {
		t.Error("other files are the same version")
	}
	if got, want := string(one["boot.js"]), `"`+version+`" 3`; got != want {
		t.Errorf("boot.js holds %s, want %s", got, want)
	}
	if got := string(one["worker.js"]); got != "sha256-pmWkWSBCL51Bfkhn79xPuKBKHz//H6B+mY6G9/eieuM= sha256-whole sha256-author" {
		t.Errorf("the worker compares the engine with %s", got)
	}
	odd := site("a {}")
	odd["boot.js"] = []byte("__VERSION__ __VERSOIN__")
	if _, err := odd.seal(nil, []string{"", ""}); err == nil || !strings.Contains(err.Error(), "boot.js has __VERSOIN__") {
		t.Errorf("what nothing fills in: %v", err)
	}
	worker := string(one["sw.js"])
	for _, address := range []string{`[""`, `["lessons/a/"`, `["app.css"`, `["boot.js"`, `["app.wasm.bin"`} {
		if !regexp.MustCompile(regexp.QuoteMeta(address) + `,"[\w+/]{20}",""\]`).MatchString(worker) {
			t.Errorf("sw.js does not keep %s: %s", address, worker)
		}
	}
	if strings.Contains(worker, "404") || strings.Contains(worker, "nojekyll") || strings.Contains(worker, "index.html") {
		t.Errorf("sw.js keeps what no page asks for: %s", worker)
	}
}

func TestIcons(t *testing.T) {
	site := files{}
	if err := site.addIcons(); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(site["icon-192.png"]))
	if err != nil || img.Bounds().Dx() != 192 || img.Bounds().Dy() != 192 {
		t.Fatalf("icon-192.png: %v, %v", img, err)
	}
	for _, b := range mark() {
		// Launchers show the middle circle, which is 80 % wide.
		if b.x < field*0.1 || b.x+b.width > field*0.9 || b.y < field*0.1 || b.y+b.height > field*0.9 {
			t.Errorf("a bar leaves the middle of the mark: %+v", b)
		}
	}
}

// testSite writes a site of a few files and returns a server of it.
func testSite(t *testing.T, prefix string) http.Handler {
	t.Helper()
	site := files{
		"index.html":                []byte("home"),
		"404.html":                  []byte("lost"),
		"app.css":                   bytes.Repeat([]byte("a {}\n"), 1000),
		"app.wasm.bin":              []byte("packed"),
		"manifest.webmanifest":      []byte("{}"),
		"sandboxes/index.html":      []byte("list"),
		"sandboxes/open/index.html": []byte("shell"),
		".hidden":                   []byte("hidden"),
	}
	dir := filepath.Join(t.TempDir(), "dist")
	if err := site.write(dir); err != nil {
		t.Fatal(err)
	}
	return &server{dir: dir, prefix: prefix, kept: map[string]entry{}}
}

func TestServe(t *testing.T) {
	for _, c := range []struct {
		prefix, path string
		status       int
		want         string // the body, or the target of a redirect
	}{
		{"/", "/", 200, "home"},
		{"/", "/index.html", 200, "home"},
		{"/", "/sandboxes", 301, "/sandboxes/"},
		{"/", "/sandboxes?x=1", 301, "/sandboxes/?x=1"},
		{"/", "/sandboxes/", 200, "list"},
		{"/", "/sandboxes/abcdefgh23/", 200, "shell"},
		{"/", "/sandboxes/abcdefgh23", 301, "/sandboxes/abcdefgh23/"},
		{"/", "/sandboxes/a/b/", 404, "lost"},
		{"/", "/lessons/none/", 404, "lost"},
		{"/", "/.hidden", 404, "lost"},
		{"/", "/../serve.go", 404, "lost"},
		{"/", "//example.org/%2e%2e", 404, "lost"},
		{"/deep/path/", "/deep/path/", 200, "home"},
		{"/deep/path/", "/deep/path", 301, "/deep/path/"},
		{"/deep/path/", "/deep/path/sandboxes", 301, "/deep/path/sandboxes/"},
		{"/deep/path/", "/", 404, "lost"},
		{"/deep/path/", "/sandboxes/", 404, "lost"},
	} {
		request := httptest.NewRequest("GET", "http://host/", nil)
		request.URL.Path, request.URL.RawQuery, _ = strings.Cut(c.path, "?")
		answer := httptest.NewRecorder()
		testSite(t, c.prefix).ServeHTTP(answer, request)
		got := answer.Body.String()
		if answer.Code == 301 {
			got = answer.Header().Get("Location")
		}
		if answer.Code != c.status || got != c.want {
			t.Errorf("%s at %s: %d %q, want %d %q", c.path, c.prefix, answer.Code, got, c.status, c.want)
		}
	}
}

func TestServeHeaders(t *testing.T) {
	handler := testSite(t, "/")
	get := func(method, path string, header ...string) *http.Response {
		request := httptest.NewRequest(method, path, nil)
		for i := 0; i+1 < len(header); i += 2 {
			request.Header.Set(header[i], header[i+1])
		}
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, request)
		return answer.Result()
	}
	for path, kind := range map[string]string{
		"/": "text/html; charset=utf-8", "/app.css": "text/css; charset=utf-8",
		"/app.wasm.bin": "application/octet-stream", "/manifest.webmanifest": "application/manifest+json",
	} {
		if got := get("GET", path).Header.Get("Content-Type"); got != kind {
			t.Errorf("%s has the type %q", path, got)
		}
	}

	plain := get("GET", "/app.css")
	packed := get("GET", "/app.css", "Accept-Encoding", "br, gzip;q=0.8")
	if plain.Header.Get("Content-Encoding") != "" || packed.Header.Get("Content-Encoding") != "gzip" {
		t.Errorf("the codings are %q and %q", plain.Header.Get("Content-Encoding"), packed.Header.Get("Content-Encoding"))
	}
	if plain.Header.Get("ETag") == packed.Header.Get("ETag") {
		t.Error("the plain and the packed form have one ETag")
	}
	unpacked, err := gzip.NewReader(packed.Body)
	if err != nil {
		t.Fatal(err)
	}
	a, _ := io.ReadAll(plain.Body)
	b, _ := io.ReadAll(unpacked)
	if !bytes.Equal(a, b) || len(a) != 5000 {
		t.Errorf("the plain form has %d bytes, the packed one %d", len(a), len(b))
	}
	if got := get("GET", "/app.css", "Accept-Encoding", "gzip;q=0").Header.Get("Content-Encoding"); got != "" {
		t.Errorf("refused gzip is sent all the same: %q", got)
	}
	if again := get("GET", "/app.css", "If-None-Match", plain.Header.Get("ETag")); again.StatusCode != 304 {
		t.Errorf("an unchanged file is sent again: %s", again.Status)
	}
	if head := get("HEAD", "/app.css"); head.ContentLength != 5000 {
		t.Errorf("HEAD says %d bytes", head.ContentLength)
	}
	if post := get("POST", "/"); post.StatusCode != 405 {
		t.Errorf("POST is answered %s", post.Status)
	}
	if got := get("GET", "/").Header.Get("Content-Security-Policy"); got != policy {
		t.Errorf("the policy is %q", got)
	}
}

func TestServeSeesANewBuild(t *testing.T) {
	handler := testSite(t, "/")
	get := func() string {
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, httptest.NewRequest("GET", "/", nil))
		return answer.Body.String()
	}
	if got := get(); got != "home" {
		t.Fatal(got)
	}
	if err := os.WriteFile(filepath.Join(handler.(*server).dir, "index.html"), []byte("home again"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := get(); got != "home again" {
		t.Errorf("after a new build the server says %q", got)
	}
}

func TestSizeBudget(t *testing.T) {
	noise := func(n int) []byte {
		data := make([]byte, n)
		for i, x := 0, uint32(1); i < len(data); i++ {
			x = x*1664525 + 1013904223 // bytes that cannot be compressed
			data[i] = byte(x >> 24)
		}
		return data
	}
	write := func(engine int, lessons ...int) string {
		site := files{"app.wasm.bin": noise(engine)}
		for i, n := range lessons {
			site[fmt.Sprintf("lessons/%d/en.bin", i)] = noise(n)
		}
		dir := filepath.Join(t.TempDir(), "dist")
		if err := site.write(dir); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	// A first visit counts one lesson, however many there are.
	if err := size(io.Discard, write(budget-100_000, 90_000, 80_000, 90_000)); err != nil {
		t.Error(err)
	}
	if err := size(io.Discard, write(budget-100_000, 110_000)); err == nil {
		t.Error("the heaviest lesson is not counted")
	}
	if err := size(io.Discard, write(budget)); err != nil {
		t.Error(err)
	}
	if err := size(io.Discard, write(budget+1)); err == nil {
		t.Error("one byte too many is accepted")
	}
	if err := size(io.Discard, t.TempDir()); err == nil {
		t.Error("a folder without a site is accepted")
	}
}

func TestPack(t *testing.T) {
	root, err := moduleRoot()
	if err != nil {
		t.Fatal(err)
	}
	cache := filepath.Join(t.TempDir(), ".cache", "packed")
	pack := func(data []byte) []byte {
		t.Helper()
		// With a head of zeros nothing is folded.
		packed, err := pack(root, cache, append(make([]byte, foldHead), data...), sha256.Sum256(data))
		if err != nil {
			t.Fatal(err)
		}
		return packed
	}
	data := bytes.Repeat([]byte("one two three\n"), 100_000)
	packed := pack(data)
	if !bytes.HasPrefix(packed, []byte("\xfd7zXZ\x00")) || len(packed) > 1000 {
		t.Fatalf("%d bytes become %d that begin % x", len(data), len(packed), packed[:min(4, len(packed))])
	}
	kept, err := filepath.Glob(filepath.Join(cache, "*"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("kept are %q, %v", kept, err)
	}
	if err := os.WriteFile(kept[0], []byte("kept"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := pack(data); string(got) != "kept" {
		t.Error("what is packed already is packed again")
	}
	if got := pack(data[1:]); bytes.Equal(got, []byte("kept")) || bytes.Equal(got, packed) {
		t.Error("other data gets what was packed before")
	}
}
