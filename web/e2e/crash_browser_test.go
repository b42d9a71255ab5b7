//go:build e2e

package e2e

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/chromedp/chromedp"

	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/engine/base"
)

// crashBrowser is a tab of a browser that can be killed with all its processes,
// and what crashDriver said in it.
type crashBrowser struct {
	*Tab
	events chan string // kinds, as they come
	heard  chan struct{}

	mu   sync.Mutex
	said []string
}

// start starts a browser on the test's profile.
func (c *crashed) start() *crashBrowser {
	c.t.Helper()
	allocator, cancel := newAllocator(chromePath(c.t), c.dir, chromedp.ModifyCmdFunc(func(cmd *exec.Cmd) {
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	}))
	tab := open(c.t, allocator, cancel).Tab(c.t, c.site)
	b := &crashBrowser{Tab: tab, events: make(chan string, 10_000), heard: make(chan struct{})}
	messages := chromedp.Console(tab.ctx)
	go func() {
		defer close(b.heard)
		for message, err := range messages {
			if err != nil {
				return
			}
			event, ok := strings.CutPrefix(message.Text, "crash ")
			if !ok {
				continue
			}
			b.mu.Lock()
			b.said = append(b.said, event)
			b.mu.Unlock()
			kind, _, _ := strings.Cut(event, " ")
			b.events <- kind
		}
	}()
	return b
}

// kill ends all the browser's processes at once, and waits until they are gone.
func (b *crashBrowser) kill() {
	b.t.Helper()
	process := chromedp.FromContext(b.browser.ctx).Browser.Process()
	if err := syscall.Kill(-process.Pid, syscall.SIGKILL); err != nil {
		b.t.Fatal(err)
	}
	<-b.browser.ctx.Done()
	b.end()
}

// end ends the browser, if it lives, and waits for the last that it said.
func (b *crashBrowser) end() {
	b.t.Helper()
	b.Close()
	b.browser.Close()
	<-b.heard
}

// each goes through what was said.
func (b *crashBrowser) each(visit func(event string, no int)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range b.said {
		var event string
		var no int
		fmt.Sscan(s, &event, &no)
		visit(event, no)
	}
}

// firstAsked is the number of the first call that is not the page's own.
const firstAsked = 1 << 40

// frame returns a call as the page sends it.
func frame(no int, call host.Call, w engine.Window) []byte {
	return host.EncodeSent(host.Sent{Seq: firstAsked + uint64(no), Window: w, Call: call})
}

// answering returns what the frame begins with that answers a call.
func answering(no int) []byte {
	short := host.EncodeEvent(host.Answer{Seq: firstAsked + uint64(no)})
	long := host.EncodeEvent(host.Answer{Seq: firstAsked + uint64(no), Err: base.Refuse(base.CodeCancelled)})
	n := 0
	for n < len(short) && short[n] == long[n] {
		n++
	}
	return short[:n]
}

// asks sends a frame to the worker and resolves to the one that answers it.
const asks = `(async (asked, reply) => {
	const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
	const begin = bytes(reply);
	return new Promise((done) => {
		const hear = ({data}) => {
			if (!data.frame || !begin.every((b, i) => data.frame[i] === b)) return;
			tabletop.worker.removeEventListener("message", hear);
			done(btoa(Array.from(data.frame, (b) => String.fromCharCode(b)).join("")));
		};
		tabletop.worker.addEventListener("message", hear);
		tabletop.worker.postMessage({frame: bytes(asked)});
	});
})`

// ask asks the page's worker for windows on tables.
func (tab *Tab) ask(windows []engine.Window) []host.Answer {
	tab.t.Helper()
	type asked struct{ Asked, Reply []byte }
	list := make([]asked, len(windows))
	for i, w := range windows {
		list[i] = asked{frame(-1-i, host.Execute{Request: engine.Look{}}, w), answering(-1 - i)}
	}
	script, err := json.Marshal(list)
	if err != nil {
		tab.t.Fatal(err)
	}
	frames := Eval[[]string](tab, fmt.Sprintf(`Promise.all(%s.map(({Asked, Reply}) => %s(Asked, Reply)))`, script, asks))
	out := make([]host.Answer, len(frames))
	for i, f := range frames {
		data, err := base64.StdEncoding.DecodeString(f)
		if err != nil {
			tab.t.Fatal(err)
		}
		e, err := host.DecodeEvent(data)
		if err != nil {
			tab.t.Fatal(err)
		}
		out[i] = e.(host.Answer)
		if out[i].Err != nil {
			tab.t.Fatal(out[i].Err)
		}
	}
	return out
}

// probe has a worker tell what it puts into the database: the object store and
// the bytes of key and value.
const probe = `{
	const channel = new BroadcastChannel("probe");
	const size = (v) => v instanceof Uint8Array ? v.length : typeof v === "object" ? Object.entries(v).reduce((n, [k, v]) => n + k.length + size(v), 0) : String(v).length;
	for (const method of ["put", "add"]) {
		const plain = IDBObjectStore.prototype[method];
		IDBObjectStore.prototype[method] = function (value, key) {
			channel.postMessage([this.name, size(value) + size(key)]);
			return plain.call(this, value, key);
		};
	}
}
`

// workerWith returns a folder with the built site whose worker begins with a script.
func workerWith(t *testing.T, script string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(distDir)); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "worker.js")
	worker, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, append([]byte(script+"\n"), worker...), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}
