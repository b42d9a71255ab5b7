//go:build e2e

package e2e

import (
	"context"
	"io"
	"os"
	"os/exec"
	"slices"
	"sync"
	"syscall"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"

	"tabletop/web/test/drive"
)

// A Browser is a Chromium process, or a private part of one that shares no
// storage with the rest.
type Browser struct {
	Context   context.Context
	cancel    context.CancelFunc
	downloads string // folder, one file per download, named by its id
}

// chromePath returns the browser to use: $CHROMIUM, or the first on the PATH.
func chromePath(t *testing.T) string {
	t.Helper()
	if path := os.Getenv("CHROMIUM"); path != "" {
		return path
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Fatal("no Chromium on the PATH: make test installs one, CHROMIUM names one")
	return ""
}

// newAllocator returns a context that starts a browser with its profile in dir.
func newAllocator(chrome, dir string, more ...chromedp.ExecAllocatorOption) (context.Context, context.CancelFunc) {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chrome),
		chromedp.UserDataDir(dir),
		chromedp.CombinedOutput(io.Discard),
		chromedp.WindowSize(1440, 900),
		chromedp.Flag("disable-features", drive.NotNeeded),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("no-proxy-server", true),
	)
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	return chromedp.NewExecAllocator(context.Background(), append(options, more...)...)
}

// Launch starts a browser of its own with its profile in dir, for tests that end
// it and come back to what it stored.
func Launch(t *testing.T, dir string) *Browser {
	t.Helper()
	allocator, cancel := newAllocator(chromePath(t), dir)
	return open(t, allocator, cancel)
}

// NewProfile returns a folder for Launch.
func NewProfile(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "e2e-profile")
	if err != nil {
		t.Fatal(err)
	}
	// A browser that was killed may still be letting go of its files.
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// A process is a running browser that Shared gives a part of.
type process struct {
	ctx    context.Context
	cancel context.CancelFunc
	warm   bool // a tab of it has the program
}

// A pool has the processes that no test uses at the moment.
type pool struct {
	mu   sync.Mutex
	list []*process
}

var (
	parted pool // for Shared
	warmed pool // for warm
)

// Shared returns a private part of a browser that tests share, one after another:
// its storage begins empty and goes with the test. No two tests have parts of the
// same browser at a time, since only one of its windows has the focus.
func Shared(t *testing.T) *Browser {
	t.Helper()
	return open(t, parted.take(t).ctx, func() {}, chromedp.WithNewBrowserContext())
}

// warm returns a browser that tests share, one after another, and that has all its tabs
// of one host in one process, where one that stays open has the program compiled for all.
// What tests store is kept apart by their sites' ports alone.
func warm(t *testing.T) *Browser {
	t.Helper()
	site := leanSite(t)
	// Compiling better what runs often takes longer than most tests run.
	p := warmed.take(t, chromedp.Flag("process-per-site", true), chromedp.Flag("js-flags", "--liftoff-only"))
	if !p.warm {
		p.warm = true
		ctx, _ := chromedp.NewContext(p.ctx) // which ends with the browser
		if _, err := chromedp.Run(ctx, chromedp.Navigate(site.URL)); err != nil {
			t.Fatalf("warm the browser: %v", err)
		}
	}
	return open(t, p.ctx, func() {})
}

// take returns a process until the test ends, and starts it where none is at rest.
func (all *pool) take(t *testing.T, options ...chromedp.ExecAllocatorOption) *process {
	t.Helper()
	p, ok := all.rested()
	if !ok {
		chrome := chromePath(t)
		dir, err := os.MkdirTemp("", "e2e-profile")
		if err != nil {
			t.Fatal(err)
		}
		allocator, cancel := newAllocator(chrome, dir, options...)
		ctx, cancelTab := chromedp.NewContext(allocator)
		p = &process{ctx: ctx, cancel: func() { cancelTab(); cancel(); os.RemoveAll(dir) }}
		if err := chromedp.Do(ctx); err != nil {
			p.cancel()
			t.Fatalf("start %s: %v", chrome, err)
		}
	}
	t.Cleanup(func() {
		all.mu.Lock()
		defer all.mu.Unlock()
		all.list = append(all.list, p)
	})
	return p
}

// rested takes a process that no test uses, if there is one.
func (all *pool) rested() (p *process, ok bool) {
	all.mu.Lock()
	defer all.mu.Unlock()
	n := len(all.list)
	if n == 0 {
		return nil, false
	}
	p, all.list = all.list[n-1], all.list[:n-1]
	return p, true
}

// closeShared ends the browsers that tests shared.
func closeShared() {
	for _, p := range slices.Concat(parted.list, warmed.list) {
		p.cancel()
	}
}

// open makes a Browser with a blank first tab that holds it open.
func open(t *testing.T, parent context.Context, end context.CancelFunc, options ...chromedp.ContextOption) *Browser {
	t.Helper()
	ctx, cancel := chromedp.NewContext(parent, options...)
	b := &Browser{Context: ctx, downloads: t.TempDir()}
	b.cancel = sync.OnceFunc(func() { cancel(); end() })
	t.Cleanup(b.cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("start the browser: %v", err)
	}
	events := true
	_, err := chromedp.CallBrowser(ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior:         browser.SetDownloadBehaviorBehaviorAllowAndName,
		BrowserContextID: chromedp.FromContext(ctx).BrowserContextID,
		DownloadPath:     b.downloads,
		EventsEnabled:    &events,
	})
	if err != nil {
		t.Fatalf("set the downloads folder: %v", err)
	}
	return b
}

// Close ends the browser, or this part of it, as a reader does.
func (b *Browser) Close() {
	b.cancel()
}

// Kill ends the browser's process with SIGKILL, as a power cut does, and waits
// until it is gone. Only for a browser from Launch.
func (b *Browser) Kill(t *testing.T) {
	t.Helper()
	process := chromedp.FromContext(b.Context).Browser.Process()
	if err := process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	<-b.Context.Done()
	b.cancel()
}
