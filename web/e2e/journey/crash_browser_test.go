//go:build e2e && linux

package journey

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/web/e2e"
)

// crashBrowser is a browser that can be killed with all its processes, and what its
// page told by then.
type crashBrowser struct {
	*e2e.Visit
	told *told
}

// start starts a browser on the test's profile.
func (c *crashed) start() *crashBrowser {
	c.t.Helper()
	c.told.clear()
	b := &crashBrowser{Visit: &e2e.Visit{T: c.t, Kind: c.kind, Site: c.site, Profile: c.dir, Downloads: c.t.TempDir(), Strict: true}, told: c.told}
	b.Visit.Start()
	c.live = b.Visit
	return b
}

// end ends the browser as a reader does.
func (b *crashBrowser) end() {
	b.T.Helper()
	b.Judge()
	b.Must("close the browser", b.Browser.Close())
	b.Browser, b.Page = nil, nil
}

// told is what pages have told, each a word and a number, through the server of their
// site: no browser has to be asked for it, which may be gone.
type told struct {
	mu     sync.Mutex
	said   []string
	events chan string // the words, as they come
}

// telling serves a built site in another folder, with an address that takes what a page
// tells: tells is what a page has for it.
func telling(t *testing.T, dir string) (*e2e.Site, *told) {
	t.Helper()
	plain := e2e.ServeDir(t, dir, "/")
	to, err := url.Parse(plain.URL)
	if err != nil {
		t.Fatal(err)
	}
	from := &told{events: make(chan string, 100_000)}
	proxy := httputil.NewSingleHostReverseProxy(to)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/told" {
			proxy.ServeHTTP(w, r)
			return
		}
		text, _ := io.ReadAll(r.Body) // what was cut off was not told
		for event := range strings.Lines(string(text)) {
			from.hear(strings.TrimSpace(event))
		}
		w.WriteHeader(http.StatusNoContent)
	}))
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return &e2e.Site{T: t, URL: server.URL + "/"}, from
}

// tells is a function that tells a text, those before it first.
const tells = `((waiting) => {
	let text = "", way = null;
	const send = async () => {
		while (text) {
			const now = text;
			text = "";
			await fetch("/told", {method: "POST", body: now}).catch(() => {});
		}
		way = null;
	};
	return (event) => { text += event + "\n"; way ??= send(); };
})()`

func (from *told) hear(event string) {
	from.mu.Lock()
	defer from.mu.Unlock()
	from.said = append(from.said, event)
	word, _, _ := strings.Cut(event, " ")
	from.events <- word
}

// clear forgets what was told.
func (from *told) clear() {
	from.mu.Lock()
	defer from.mu.Unlock()
	from.said = nil
	for len(from.events) > 0 {
		<-from.events
	}
}

// each goes through what was told.
func (from *told) each(visit func(event string, no int)) {
	from.mu.Lock()
	defer from.mu.Unlock()
	for _, s := range from.said {
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
	return slices.Concat(host.EncodeSent(host.SentCall{Seq: firstAsked + uint64(no), Window: w, Call: call})...)
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

// asks sends a frame to the worker and resolves to the one that answers it. The page, which
// hears of it first, is kept from giving back the memory of a large one.
const asks = `(async (asked, reply) => {
	ArrayBuffer.prototype.transfer = undefined;
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

// asking is the expression of the frames that answer a look through windows at tables.
func asking(t *testing.T, windows []engine.Window) string {
	t.Helper()
	type asked struct{ Asked, Reply []byte }
	list := make([]asked, len(windows))
	for i, w := range windows {
		list[i] = asked{frame(-1-i, host.Execute{Request: engine.Look{}}, w), answering(-1 - i)}
	}
	script, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf(`Promise.all(%s.map(({Asked, Reply}) => %s(Asked, Reply)))`, script, asks)
}

// answers are what frames say.
func answers(t *testing.T, frames []string) []host.Answer {
	t.Helper()
	out := make([]host.Answer, len(frames))
	for i, f := range frames {
		data, err := base64.StdEncoding.DecodeString(f)
		if err != nil {
			t.Fatal(err)
		}
		e, err := host.DecodeEvent(data)
		if err != nil {
			t.Fatal(err)
		}
		out[i] = e.(host.Answer)
		if out[i].Err != nil {
			t.Fatal(out[i].Err)
		}
	}
	return out
}

// askEngine asks the page's worker for windows on tables.
func askEngine(tab *e2e.Tab, windows []engine.Window) []host.Answer {
	tab.T.Helper()
	return answers(tab.T, e2e.Eval[[]string](tab, asking(tab.T, windows)))
}

func askWorker(v *e2e.Visit, windows []engine.Window) []host.Answer {
	v.T.Helper()
	return answers(v.T, e2e.ValueOf[[]string](v, asking(v.T, windows)))
}
