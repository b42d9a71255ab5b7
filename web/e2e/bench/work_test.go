//go:build e2e && bench

package bench

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tabletop/web/e2e"
	"tabletop/web/test/fixedwork"
)

// workPage is a page that does the work of package work. Its function took() resolves to the
// milliseconds that the work took. Browsers compile WebAssembly in steps, so the first two times
// are not among them.
const workPage = `<!doctype html>
<title>Work</title>
<link rel="icon" href="data:,">
<script src="wasm_exec.js"></script>
<script>
const go = new Go();
const program = WebAssembly.instantiateStreaming(fetch("fixed.wasm"), go.importObject).then(({instance}) => { go.run(instance); instance.exports.took(); instance.exports.took(); return instance.exports; });
const took = async () => (await program).took();
</script>
`

// workSite builds the program of the work and serves its page.
func workSite(t *testing.T) *e2e.Site {
	t.Helper()
	program := filepath.Join(t.TempDir(), "work.wasm")
	build := exec.Command("go", "build", "-o", program, "./web/test/fixedwork/program")
	build.Dir = e2e.RootDir
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build the work: %v\n%s", err, text)
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, workPage) })
	mux.HandleFunc("GET /fixed.wasm", func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, program) })
	mux.Handle("GET /wasm_exec.js", http.FileServer(http.Dir(filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm"))))
	return serve(t, mux)
}

// serve serves h at a free port.
func serve(t *testing.T, h http.Handler) *e2e.Site {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: h}
	go server.Serve(listener)
	t.Cleanup(func() { server.Close() })
	return &e2e.Site{URL: "http://" + listener.Addr().String() + "/"}
}

// timed begins the group of a test's figures. The work is done in a browser of its own, so that
// the measured tab stays in front in the other.
func timed(t *testing.T) *fixedwork.Group {
	t.Helper()
	site := workSite(t)
	tab := e2e.Shared(t).Tab(t, site)
	tab.Navigate(site.URL)
	return fixedwork.Begin(strings.TrimPrefix(t.Name(), "TestBench"), func() float64 { return e2e.Eval[float64](tab, `took()`) })
}
