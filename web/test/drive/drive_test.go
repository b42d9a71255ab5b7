//go:build e2e && linux

package drive

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// testPage is a page with a field, a file field, a button that counts clicks, a download, and
// functions to store a value in IndexedDB and to read it.
const testPage = `<!doctype html><title>a page</title><style>body { margin: 0 }</style>
<input id=text autofocus><input id=file type=file><button style="position:absolute;left:200px;top:100px;width:50px;height:50px">B</button>
<a download="said.txt" href="data.txt">save</a>
<script>
let clicks = 0;
document.querySelector("button").onclick = () => clicks++;
const base = () => new Promise((done, failed) => {
	const open = indexedDB.open("kept");
	open.onupgradeneeded = () => open.result.createObjectStore("all");
	open.onsuccess = () => done(open.result);
	open.onerror = () => failed(open.error);
});
const keep = async (what) => { const t = (await base()).transaction("all", "readwrite", {durability: "strict"}); t.objectStore("all").put(what, 1); return new Promise((done) => { t.oncomplete = () => done(true); }); };
const kept = async () => { const r = (await base()).transaction("all").objectStore("all").get(1); return new Promise((done) => { r.onsuccess = () => done(r.result); }); };
</script>`

// TestBrowsers has each browser do everything once.
func TestBrowsers(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".txt") {
			w.Write([]byte("said"))
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write([]byte(testPage))
	}))
	defer server.Close()
	for _, kind := range Kinds {
		t.Run(string(kind), func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
			defer cancel()
			profile, downloads := t.TempDir(), t.TempDir()
			must := func(err error) {
				t.Helper()
				if err != nil {
					t.Fatal(err)
				}
			}
			b, err := Start(ctx, kind, profile, downloads)
			must(err)
			t.Log(b.Version())
			p, err := b.Open(ctx)
			must(err)
			is := func(p Page, expression, want string) {
				t.Helper()
				got, err := p.Eval(ctx, expression)
				must(err)
				if string(got) != want {
					t.Errorf("%s is %s, want %s", expression, got, want)
				}
			}
			must(p.Go(ctx, server.URL+"/one"))
			is(p, `document.hasFocus()`, `true`)
			is(p, `new Promise((done) => setTimeout(() => done({a: [1, "ä"]}), 20))`, `{"a":[1,"ä"]}`)
			is(p, `undefined`, `null`)
			if _, err := p.Eval(ctx, `Promise.reject(new Error("not so"))`); err == nil || !strings.Contains(err.Error(), "not so") {
				t.Errorf("a rejected promise is %v", err)
			}
			is(p, `document.querySelector("#text").focus()`, `null`)
			must(p.Keys(ctx, "Grüße 1_\""+ArrowLeft+Backspace))
			is(p, `document.querySelector("#text").value`, `"Grüße 1\""`)
			must(p.Keys(ctx, "a", Control))
			must(p.Keys(ctx, "x"))
			is(p, `document.querySelector("#text").value`, `"x"`)
			must(p.Keys(ctx, Tab+Tab))
			must(p.Keys(ctx, Tab, Shift))
			is(p, `document.activeElement.id`, `"file"`)
			must(p.Click(ctx, 225, 125))
			is(p, `clicks`, `1`)
			must(p.Keys(ctx, Enter+" "))
			is(p, `clicks`, `3`)
			must(p.Size(ctx, 390, 700))
			is(p, `new Promise((done) => { const look = () => innerWidth === 390 && innerHeight === 700 ? done(true) : setTimeout(look, 10); look(); })`, `true`)
			file := filepath.Join(t.TempDir(), "given.txt")
			must(os.WriteFile(file, []byte("given"), 0o600))
			must(p.Upload(ctx, "#file", file))
			is(p, `document.querySelector("#file").files[0].text()`, `"given"`)
			is(p, `document.querySelector("a").click()`, `null`)
			for saved := filepath.Join(downloads, "said.txt"); ; time.Sleep(10 * time.Millisecond) {
				if data, err := os.ReadFile(saved); err == nil && string(data) == "said" {
					break
				}
				must(ctx.Err())
			}
			picture, err := p.Picture(ctx)
			must(err)
			if !bytes.HasPrefix(picture, []byte("\x89PNG")) {
				t.Errorf("the picture begins %.8q", picture)
			}

			other, err := b.Open(ctx)
			must(err)
			must(other.Go(ctx, server.URL+"/two"))
			is(other, `keep("this")`, `true`)
			is(other, `location.pathname`, `"/two"`)
			is(p, `location.pathname`, `"/one"`)
			must(other.Close(ctx))
			is(p, `kept()`, `"this"`)
			must(b.Kill())

			b, err = Start(ctx, kind, profile, downloads)
			must(err)
			p, err = b.Open(ctx)
			must(err)
			must(p.Go(ctx, server.URL+"/three"))
			is(p, `kept()`, `"this"`)
			must(b.Close())
			if _, err := p.Eval(ctx, `1`); err == nil {
				t.Error("a page of a browser that is closed answers")
			}
			if json.Valid([]byte(b.Version())) {
				t.Errorf("the version is %s", b.Version())
			}
		})
	}
}
