//go:build !js

package main

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/chromedp/chromedp"
)

// static holds the scripts of the page and of the contenders' Workers.
//
//go:embed static
var static embed.FS

// page is the page that the benchmark runs in.
const page = `<!doctype html>
<meta charset="utf-8">
<title>Benchmark</title>
<link rel="icon" href="data:,">
<script src="/page.js"></script>
`

// handler serves the page, its scripts, the npm packages of folder, and a wasm program with
// Go's loader. It makes the page cross-origin isolated, which measuring its memory requires.
func handler(folder, goroot, program string) (http.Handler, error) {
	scripts, err := fs.Sub(static, "static")
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		io.WriteString(w, page)
	})
	mux.Handle("GET /", http.FileServerFS(scripts))
	mux.Handle("GET /modules/", http.StripPrefix("/modules", http.FileServer(http.Dir(filepath.Join(folder, "node_modules")))))
	for path, file := range map[string]string{
		"/wasm_exec.js": filepath.Join(goroot, "lib", "wasm", "wasm_exec.js"),
		"/engine.wasm":  program,
	} {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, file) })
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cross-Origin-Opener-Policy", "same-origin")
		w.Header().Set("Cross-Origin-Embedder-Policy", "require-corp")
		w.Header().Set("Cache-Control", "no-cache")
		mux.ServeHTTP(w, r)
	}), nil
}

// A tab is the page, in a browser process of its own.
type tab struct {
	ctx   context.Context // of the tab
	close func()          // ends the browser and the server
}

// openTab serves h on a free port and opens its page in a new browser.
func openTab(h http.Handler) (*tab, error) {
	chrome, err := findBrowser()
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	server := &http.Server{Handler: h}
	go server.Serve(listener)
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chrome),
		chromedp.CombinedOutput(io.Discard),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("no-proxy-server", true),
		// Without this feature the answer takes up to 20 seconds longer.
		chromedp.Flag("enable-blink-features", "ForceEagerMeasureMemory"),
	)
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	allocator, endAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, endTab := chromedp.NewContext(allocator)
	t := &tab{ctx, func() {
		endTab()
		endAllocator()
		server.Close()
	}}
	if err := chromedp.Do(ctx, chromedp.Navigate("http://"+listener.Addr().String()+"/")); err != nil {
		t.close()
		return nil, fmt.Errorf("%s: %w", chrome, err)
	}
	return t, nil
}

// findBrowser returns the path of Chromium: the value of CHROMIUM, or the first on the PATH.
func findBrowser() (string, error) {
	if path := os.Getenv("CHROMIUM"); path != "" {
		return path, nil
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("no Chromium on the PATH: make needs installs one, CHROMIUM names one")
}

// evaluate runs a script in the tab and returns its value. If the value is a promise, it waits
// for it.
func evaluate[T any](t *tab, script string) (T, error) {
	v, err := chromedp.Run(t.ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		return v, fmt.Errorf("%s: %w", script, err)
	}
	return v, nil
}

// message is a command to a contender's Worker; static/worker.js describes the fields.
type message struct {
	Command  string   `json:"command"`
	Shape    *shape   `json:"shape,omitempty"`
	Name     string   `json:"name,omitempty"`
	Seed     int      `json:"seed,omitempty"`
	Names    []string `json:"names,omitempty"`
	Families int      `json:"families,omitempty"`
	Versions int      `json:"versions,omitempty"`
}

// ask sends a message to a contender's Worker and returns the answer.
func ask[T any](t *tab, contender string, m message) (T, error) {
	text, err := json.Marshal(m)
	if err != nil {
		panic(err)
	}
	return evaluate[T](t, fmt.Sprintf("ask(%q, %s)", contender, text))
}
