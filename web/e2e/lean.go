//go:build e2e

package e2e

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// lean is the server of the lean site and the state that all tests of a folder share. The lean
// site is the built one, but its programs are not compressed, and it has no service worker: the
// worker's copy of all files would take longer than most tests.
var lean struct {
	once sync.Once // guards the start of the server
	err  error     // why the server did not start
	at   *url.URL  // address of the server, with the path of the site
	stop func()    // ends the server
	dir  string    // folder of the lean site

	// mu protects ports.
	mu    sync.Mutex
	ports map[string]bool // addresses of servers that tests have used
}

// Begin opens an empty tab on the lean site, at an origin that no other test uses. The tab's
// browser has already compiled the program. Use it for tests of what the page does once it is
// loaded; for tests of loading and of the service worker use [Start].
func Begin(t *testing.T) *Tab {
	t.Helper()
	b := warm(t)
	return b.Tab(t, leanSite(t))
}

// leanSite returns the lean site at an origin that no other test has used, so that the test's
// storage is empty. Each test gets a proxy with a port of its own.
func leanSite(t *testing.T) *Site {
	t.Helper()
	lean.once.Do(func() { lean.err = startLean() })
	if lean.err != nil {
		t.Fatal(lean.err)
	}
	lean.mu.Lock()
	defer lean.mu.Unlock()
	for {
		proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host = lean.at.Scheme, lean.at.Host
		}}
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if path.Ext(r.URL.Path) == ".wasm" { // send the megabytes from the file, without the proxy
				http.ServeFile(w, r, filepath.Join(lean.dir, path.Base(r.URL.Path)))
				return
			}
			proxy.ServeHTTP(w, r)
		}))
		t.Cleanup(server.Close)
		if !lean.ports[server.URL] {
			lean.ports[server.URL] = true
			return &Site{T: t, URL: server.URL + lean.at.Path}
		}
	}
}

// startLean starts the server of the lean site. If the built site has changed since the lean
// site was made, it makes the lean site first.
func startLean() error {
	key, err := siteKey()
	if err != nil {
		return err
	}
	lean.dir = filepath.Join(workDir, "lean-"+key)
	if _, err := os.Stat(lean.dir); err != nil {
		if err := renewLean(); err != nil {
			return err
		}
	}
	serve := exec.Command(siteTool, "serve", "-dir", lean.dir, "-addr", "127.0.0.1:0", "-prefix", "/some/deep/path/")
	stdout, err := serve.StdoutPipe()
	if err != nil {
		return err
	}
	if err := serve.Start(); err != nil {
		return err
	}
	lean.stop = func() { serve.Process.Kill(); serve.Wait() }
	lean.ports = map[string]bool{}
	first, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		return fmt.Errorf("the server of the lean site did not start: %w", err)
	}
	_, at, _ := strings.Cut(strings.TrimSpace(first), " at ")
	lean.at, err = url.Parse(at)
	return err
}

// siteKey returns a name that depends on the names, sizes and times of the built site's files.
func siteKey() (string, error) {
	sum := sha256.New()
	err := filepath.WalkDir(DistDir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		fmt.Fprintln(sum, name, info.Size(), info.ModTime().UnixNano())
		return err
	})
	return fmt.Sprintf("%x", sum.Sum(nil)[:8]), err
}

// renewLean makes the lean site and deletes the lean sites of earlier builds. The folder gets
// its final name last, so that an interrupted run leaves no incomplete site under that name.
func renewLean() error {
	old, err := filepath.Glob(filepath.Join(workDir, "lean*"))
	if err != nil {
		return err
	}
	for _, dir := range old {
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	}
	made := filepath.Join(workDir, "lean")
	if err := os.CopyFS(made, os.DirFS(DistDir)); err != nil {
		return err
	}
	if err := makeLean(made); err != nil {
		return err
	}
	return os.Rename(made, lean.dir)
}

// stopLean ends the server of the lean site if it was started.
func stopLean() {
	if lean.stop != nil {
		lean.stop()
	}
}

// unpacking is a Node script that writes the wasm program in a packed file. Its arguments are
// the path of unpack.js, the packed file, and the file to write.
const unpacking = `
	const fs = require("node:fs");
	const [script, packed, whole] = process.argv.slice(1);
	const vm = require("node:vm");
	globalThis.self = globalThis; // the script is to take this for a browser
	globalThis.module = globalThis.exports = undefined;
	vm.runInThisContext(fs.readFileSync(script, "utf8"));
	const program = tabletopUnpack(new Blob([fs.readFileSync(packed)]).stream());
	new Response(program).arrayBuffer().then((data) => fs.writeFileSync(whole, Buffer.from(data)));`

// makeLean turns the copy of a built site in dir into a lean site: it unpacks the programs,
// makes the worker load the unpacked files, and hides the service worker API from the page.
func makeLean(dir string) error {
	worker := filepath.Join(dir, "worker.js")
	script, err := os.ReadFile(worker)
	if err != nil {
		return err
	}
	for _, name := range []string{"app.wasm", "author.wasm"} {
		packed := filepath.Join(dir, name+".bin")
		if text, err := exec.Command("node", "-e", unpacking, filepath.Join(dir, "unpack.js"), packed, filepath.Join(dir, name)).CombinedOutput(); err != nil {
			return fmt.Errorf("unpack %s: %v\n%s", packed, err, text)
		}
		if err := os.Remove(packed); err != nil {
			return err
		}
		script = bytes.ReplaceAll(script, []byte(name+".bin"), []byte(name)) // the worker loads the unpacked file
	}
	boot := filepath.Join(dir, "boot.js")
	begin, err := os.ReadFile(boot)
	if err != nil {
		return err
	}
	for name, data := range map[string][]byte{
		worker: script,
		boot:   append([]byte(`Object.defineProperty(Navigator.prototype, "serviceWorker", { value: undefined });`), begin...),
	} {
		if err := os.WriteFile(name, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}
