//go:build linux

package drive

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// chromium is a running Chromium that is controlled through the DevTools protocol.
type chromium struct {
	ctx    context.Context    // of the first tab; the other tabs are made from it
	cancel context.CancelFunc // ends the browser
	group  int                // process group of the browser
}

// chromiumPage is a tab of a [chromium].
type chromiumPage struct {
	ctx    context.Context    // of the tab; it ends when the tab closes
	cancel context.CancelFunc // closes the tab

	// mu protects console.
	mu      sync.Mutex
	console []string // errors in the page's console
}

// startChromium starts Chromium on a profile in a process group of its own; see [Start].
func startChromium(ctx context.Context, profile, downloads string) (Browser, error) {
	path, err := program("CHROMIUM", "chromium", "chromium-browser", "google-chrome", "chrome")
	if err != nil {
		return nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.UserDataDir(profile), chromedp.CombinedOutput(io.Discard), chromedp.WindowSize(1440, 900),
		chromedp.Flag("disable-features", DisabledFeatures),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("no-proxy-server", true),
		chromedp.ModifyCmdFunc(inGroup))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	allocator, end := chromedp.NewExecAllocator(context.Background(), options...)
	tab, cancel := chromedp.NewContext(allocator)
	b := &chromium{ctx: tab, cancel: func() { cancel(); end() }}
	if err := chromedp.Do(tab); err != nil {
		b.cancel()
		return nil, err
	}
	b.group = chromedp.FromContext(tab).Browser.Process().Pid
	events := false
	_, err = chromedp.CallBrowser(tab, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: downloads, EventsEnabled: &events,
	})
	if err != nil {
		b.Close()
		return nil, err
	}
	return b, nil
}

// Version implements [Browser]. If Chromium does not answer, it returns the error's text.
func (b *chromium) Version() string {
	v, err := chromedp.CallBrowser(b.ctx, browser.GetVersion, cdp.Empty{})
	if err != nil {
		return err.Error()
	}
	return v.Product
}

// Kill implements [Browser].
func (b *chromium) Kill() error {
	err := endGroup(b.group)
	b.cancel()
	return err
}

// Close implements [Browser].
func (b *chromium) Close() error {
	b.cancel()
	return groupGone(b.group)
}

// Open implements [Browser].
func (b *chromium) Open(ctx context.Context) (Page, error) {
	tab, cancel := chromedp.NewContext(b.ctx)
	p := &chromiumPage{ctx: tab, cancel: cancel}
	if err := chromedp.Do(tab); err != nil {
		cancel()
		return nil, err
	}
	messages := chromedp.Console(tab)
	go func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			if m.Type == chromedp.ConsoleError || m.IsException() {
				p.mu.Lock()
				p.console = append(p.console, m.Text)
				p.mu.Unlock()
			}
		}
	}()
	dialogs := chromedp.Events(tab, page.JavascriptDialogOpening)
	go func() { // answer yes when the browser asks whether to leave the page
		for _, err := range dialogs {
			if err != nil {
				return
			}
			chromedp.Call(tab, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: true})
		}
	}()
	return p, nil
}

// within runs an action in a page's tab. It stops when ctx ends and then returns the error of
// ctx.
func within[T any](ctx context.Context, p *chromiumPage, action chromedp.Action[T]) (T, error) {
	tab, cancel := context.WithCancel(p.ctx)
	defer cancel()
	defer context.AfterFunc(ctx, cancel)()
	v, err := chromedp.Run(tab, action)
	if err != nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	return v, err
}

// Go implements [Page].
func (p *chromiumPage) Go(ctx context.Context, address string) error {
	_, err := within(ctx, p, chromedp.Navigate(address))
	return err
}

// Eval implements [Page].
func (p *chromiumPage) Eval(ctx context.Context, expression string) ([]byte, error) {
	text, err := within(ctx, p, chromedp.Evaluate[string](asText(expression), chromedp.EvalAwaitPromise))
	return []byte(text), err
}

// chromiumKeys replaces WebDriver's keys by those of chromedp. Enter has its own function,
// [pressEnter].
var chromiumKeys = strings.NewReplacer(Backspace, kb.Backspace, Tab, kb.Tab, Escape, kb.Escape, End, kb.End, Home, kb.Home,
	ArrowLeft, kb.ArrowLeft, ArrowUp, kb.ArrowUp, ArrowRight, kb.ArrowRight, ArrowDown, kb.ArrowDown, Delete, kb.Delete)

// Keys implements [Page]. Keys other than Shift and Control cannot be held.
func (p *chromiumPage) Keys(ctx context.Context, keys string, held ...string) error {
	mask := chromedp.ModifierNone
	for _, key := range held {
		switch key {
		case Shift:
			mask |= chromedp.ModifierShift
		case Control:
			mask |= chromedp.ModifierCtrl
		default:
			return fmt.Errorf("%q cannot be held", key)
		}
	}
	for i, part := range strings.Split(keys, Enter) {
		if i > 0 {
			if _, err := within(ctx, p, pressEnter); err != nil {
				return err
			}
		}
		if part == "" {
			continue
		}
		if _, err := within(ctx, p, chromedp.KeyEvent(chromiumKeys.Replace(part), chromedp.KeyModifiers(mask))); err != nil {
			return err
		}
	}
	return nil
}

// pressEnter presses Enter with the key's character, so that the browser inserts it unless the
// page prevents that.
func pressEnter(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
	down := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: "Enter", Code: "Enter", WindowsVirtualKeyCode: 13, Text: "\r"}
	if _, err := cdp.Call(ctx, t, input.DispatchKeyEvent, down); err != nil {
		return chromedp.Void{}, err
	}
	up := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyUp, Key: "Enter", Code: "Enter", WindowsVirtualKeyCode: 13}
	_, err := cdp.Call(ctx, t, input.DispatchKeyEvent, up)
	return chromedp.Void{}, err
}

// Click implements [Page].
func (p *chromiumPage) Click(ctx context.Context, x, y float64) error {
	_, err := within(ctx, p, chromedp.MouseClickXY(x, y))
	return err
}

// Upload implements [Page].
func (p *chromiumPage) Upload(ctx context.Context, css, file string) error {
	find, err := json.Marshal(css)
	if err != nil {
		return err
	}
	_, err = within(ctx, p, func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		field, err := cdp.Call(ctx, t, runtime.Evaluate, runtime.EvaluateParams{Expression: fmt.Sprintf("document.querySelector(%s)", find)})
		if err != nil {
			return chromedp.Void{}, err
		}
		_, err = cdp.Call(ctx, t, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: []string{file}, ObjectID: field.Result.ObjectID})
		return chromedp.Void{}, err
	})
	return err
}

// Size implements [Page].
func (p *chromiumPage) Size(ctx context.Context, width, height int) error {
	_, err := within(ctx, p, chromedp.EmulateViewport(int64(width), int64(height)))
	return err
}

// Slow makes the page's main thread slower by a factor; 1 is normal speed.
func (p *chromiumPage) Slow(ctx context.Context, times float64) error {
	_, err := within(ctx, p, func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: times})
		return chromedp.Void{}, err
	})
	return err
}

// Touch makes the browser report a touch screen to the page.
func (p *chromiumPage) Touch(ctx context.Context) error {
	_, err := within(ctx, p, func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
		return chromedp.Void{}, err
	})
	return err
}

// Picture implements [Page].
func (p *chromiumPage) Picture(ctx context.Context) ([]byte, error) {
	return within(ctx, p, chromedp.CaptureScreenshot())
}

// Complaints implements [Page].
func (p *chromiumPage) Complaints() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.console...)
}

// Close implements [Page].
func (p *chromiumPage) Close(context.Context) error {
	p.cancel()
	return nil
}
