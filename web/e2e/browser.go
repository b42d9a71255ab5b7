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

// A Browser is a Chromium process, or an isolated part of one that shares no storage with the
// other parts.
type Browser struct {
	Context   context.Context    // of the blank first tab, which keeps the browser open
	cancel    context.CancelFunc // ends the browser or this part of it
	downloads string             // folder with one file for each download, named by the download's id
}

// chromePath returns the path of the browser: the value of CHROMIUM, or the first Chromium on
// the PATH. It fails the test if there is none.
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

// newAllocator returns a context that starts a browser with its profile in dir. The cancel
// function ends that browser.
func newAllocator(chrome, dir string, more ...chromedp.ExecAllocatorOption) (context.Context, context.CancelFunc) {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chrome),
		chromedp.UserDataDir(dir),
		chromedp.CombinedOutput(io.Discard),
		chromedp.WindowSize(1440, 900),
		chromedp.Flag("disable-features", drive.DisabledFeatures),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("no-proxy-server", true),
	)
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	return chromedp.NewExecAllocator(context.Background(), append(options, more...)...)
}

// Launch starts a browser of its own with its profile in dir. It is for tests that end a
// browser and then start it again with the same stored data.
func Launch(t *testing.T, dir string) *Browser {
	t.Helper()
	allocator, cancel := newAllocator(chromePath(t), dir)
	return open(t, allocator, cancel)
}

// NewProfile returns an empty folder for [Launch]. The folder is deleted when the test ends.
func NewProfile(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "e2e-profile")
	if err != nil {
		t.Fatal(err)
	}
	// A browser that was killed may still be closing its files, so an error is ignored.
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// A process is a running browser that several tests use, one after another.
type process struct {
	ctx    context.Context
	cancel context.CancelFunc
	warm   bool // one of its tabs has compiled the program
}

// A pool holds the running browsers that no test uses at the moment.
type pool struct {
	// mu protects list.
	mu   sync.Mutex
	list []*process
}

// Two pools, because their browsers are started with different options.
var (
	parted pool // browsers for Shared
	warmed pool // browsers for warm
)

// Shared returns an isolated part of a browser that tests share. Its storage is empty at the
// start and is deleted when the test ends. Two tests never have parts of the same browser at
// the same time, since only one window of a browser can have the focus.
func Shared(t *testing.T) *Browser {
	t.Helper()
	return open(t, parted.take(t).ctx, func() {}, chromedp.WithNewBrowserContext())
}

// warm returns a browser that tests share, one at a time. The browser keeps all tabs of one
// host in one process. One tab in it stays open and has compiled the program, so that other
// tabs need not. The tests' stored data is separated only by the ports of their sites.
func warm(t *testing.T) *Browser {
	t.Helper()
	site := leanSite(t)
	// The baseline compiler is enough: optimizing frequently run code takes longer than most
	// tests run.
	p := warmed.take(t, chromedp.Flag("process-per-site", true), chromedp.Flag("js-flags", "--liftoff-only"))
	if !p.warm {
		p.warm = true
		ctx, _ := chromedp.NewContext(p.ctx) // ends when the browser ends
		if _, err := chromedp.Run(ctx, chromedp.Navigate(site.URL)); err != nil {
			t.Fatalf("warm the browser: %v", err)
		}
	}
	return open(t, p.ctx, func() {})
}

// take returns a browser for the duration of the test. It starts one if all others are in use.
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

// rested removes an unused browser from the pool and returns it; ok is false if there is none.
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

// closeShared ends the browsers that tests shared. No test may run any more.
func closeShared() {
	for _, p := range slices.Concat(parted.list, warmed.list) {
		p.cancel()
	}
}

// open returns a Browser with a blank first tab, which keeps it open. The test's downloads go
// to a folder of their own. When the test ends, the tab is closed and end is called.
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

// Close ends the browser, or this isolated part of it, in the normal way.
func (b *Browser) Close() {
	b.cancel()
}

// Kill ends the browser's process with SIGKILL, like a power cut, and waits until it has ended.
// Use it only on a browser from [Launch].
func (b *Browser) Kill(t *testing.T) {
	t.Helper()
	process := chromedp.FromContext(b.Context).Browser.Process()
	if err := process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	<-b.Context.Done()
	b.cancel()
}
