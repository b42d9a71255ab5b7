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

// crashBrowser is a browser that can be killed with all its processes, and what its pages
// reported before that.
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

// end closes the browser in the normal way.
func (b *crashBrowser) end() {
	b.T.Helper()
	b.Judge()
	b.Must("close the browser", b.Browser.Close())
	b.Browser, b.Page = nil, nil
}

// told holds the events that pages have reported, each a word and a number. Pages report
// through the server of their site, since the browser itself may have been killed.
type told struct {
	// mu protects said.
	mu     sync.Mutex
	said   []string
	events chan string // the words of the events, as they arrive
}

// telling serves a built site from a folder. The server also accepts events that a page sends
// with the function tells, and stores them in told.
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
		text, _ := io.ReadAll(r.Body) // an incomplete request counts as far as it was received
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

// tells is a JavaScript function that reports an event. It sends events in order, one request
// at a time.
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

// hear stores an event.
func (from *told) hear(event string) {
	from.mu.Lock()
	defer from.mu.Unlock()
	from.said = append(from.said, event)
	word, _, _ := strings.Cut(event, " ")
	from.events <- word
}

// clear removes all events.
func (from *told) clear() {
	from.mu.Lock()
	defer from.mu.Unlock()
	from.said = nil
	for len(from.events) > 0 {
		<-from.events
	}
}

// each calls visit for every event.
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

// firstAsked is the number of the test's first call; numbers below it belong to the page.
const firstAsked = 1 << 40

// frame returns a call in the encoding in which the page sends it.
func frame(no int, call host.Call, w engine.RowWindow) []byte {
	return slices.Concat(host.EncodeSentCall(host.SentCall{Seq: firstAsked + uint64(no), Window: w, Call: call})...)
}

// answering returns the first bytes of each frame that answers the call with a number.
func answering(no int) []byte {
	short := host.EncodeEvent(host.Answer{Seq: firstAsked + uint64(no)})
	long := host.EncodeEvent(host.Answer{Seq: firstAsked + uint64(no), Err: base.Refuse(base.CodeCancelled)})
	n := 0
	for n < len(short) && short[n] == long[n] {
		n++
	}
	return short[:n]
}

// asks is a JavaScript function that sends a frame to the worker and resolves to the frame that
// answers it. The page receives the answer first, so the function prevents it from releasing
// the memory of a large frame.
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

// asking returns a JavaScript expression for the frames with the contents of windows on tables.
func asking(t *testing.T, windows []engine.RowWindow) string {
	t.Helper()
	type asked struct{ Asked, Reply []byte }
	list := make([]asked, len(windows))
	for i, w := range windows {
		list[i] = asked{frame(-1-i, host.ExecuteRequest{Request: engine.Refresh{}}, w), answering(-1 - i)}
	}
	script, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf(`Promise.all(%s.map(({Asked, Reply}) => %s(Asked, Reply)))`, script, asks)
}

// answers decodes frames. It fails the test if one is a refusal.
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

// askEngine returns the contents of windows on tables, from the worker of the page in a tab.
func askEngine(tab *e2e.Tab, windows []engine.RowWindow) []host.Answer {
	tab.T.Helper()
	return answers(tab.T, e2e.Eval[[]string](tab, asking(tab.T, windows)))
}

// askWorker returns the contents of windows on tables, from the worker of the page in a visit.
func askWorker(v *e2e.Visit, windows []engine.RowWindow) []host.Answer {
	v.T.Helper()
	return answers(v.T, e2e.ValueOf[[]string](v, asking(v.T, windows)))
}
