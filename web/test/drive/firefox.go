//go:build linux

package drive

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// preferences are settings for a Firefox that runs unattended: it makes no requests of its own,
// asks nothing, and can be killed often. The settings that Firefox recommends for automation
// are turned off, since readers do not have them.
const preferences = `
user_pref("remote.prefs.recommended", false);
user_pref("dom.file.createInChild", true);
user_pref("app.normandy.enabled", false);
user_pref("app.update.enabled", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.download.folderList", 2);
user_pref("browser.download.useDownloadDir", true);
user_pref("browser.download.alwaysOpenPanel", false);
user_pref("browser.newtabpage.enabled", false);
user_pref("browser.safebrowsing.update.enabled", false);
user_pref("browser.sessionstore.resume_from_crash", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("browser.startup.page", 0);
user_pref("browser.topsites.contile.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("datareporting.usage.uploadEnabled", false);
user_pref("extensions.getAddons.cache.enabled", false);
user_pref("extensions.systemAddon.update.enabled", false);
user_pref("extensions.update.enabled", false);
user_pref("media.gmp-manager.updateEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("network.proxy.type", 0);
user_pref("services.settings.server", "data:,#remote-settings-dummy/v1");
user_pref("toolkit.startup.max_resumed_crashes", -1);
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
`

// firefox is a running Firefox that is controlled through WebDriver BiDi.
type firefox struct {
	conn    *bidi
	cmd     *exec.Cmd
	version string // name and version

	// mu protects pages.
	mu    sync.Mutex
	pages map[string]*firefoxPage // by browsing context
}

// firefoxPage is a tab of a [firefox].
type firefoxPage struct {
	browser *firefox
	context string // id of the tab's browsing context

	// mu protects console.
	mu      sync.Mutex
	console []string // errors in the page's console
}

// startFirefox starts Firefox on a profile in a process group of its own and connects to it;
// see [Start].
func startFirefox(ctx context.Context, profile, downloads string) (Browser, error) {
	path, err := program("FIREFOX", "firefox-esr", "firefox")
	if err != nil {
		return nil, err
	}
	folder, err := json.Marshal(downloads)
	if err != nil {
		return nil, err
	}
	prefs := preferences + fmt.Sprintf("user_pref(\"browser.download.dir\", %s);\n", folder)
	if err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(prefs), 0o600); err != nil {
		return nil, err
	}
	b := &firefox{pages: map[string]*firefoxPage{}}
	b.cmd = exec.Command(path, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0",
		"--remote-allow-origins", "http://127.0.0.1/", "--width", "1440", "--height", "900")
	b.cmd.Env = append(os.Environ(), "MOZ_CRASHREPORTER_DISABLE=1", "HOME="+profile)
	inGroup(b.cmd)
	said, err := b.cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := b.cmd.Start(); err != nil {
		return nil, err
	}
	if err := b.connect(ctx, said); err != nil {
		b.Kill()
		return nil, err
	}
	return b, nil
}

// connect waits until Firefox prints its address, connects to it, begins a session and
// subscribes to the messages of the console.
func (b *firefox) connect(ctx context.Context, said interface{ Read([]byte) (int, error) }) error {
	address, err := firstLine(ctx, said, "WebDriver BiDi listening on ")
	if err != nil {
		return err
	}
	if b.conn, err = dialBidi(address+"/session", b.heard); err != nil {
		return err
	}
	var made struct {
		Capabilities struct{ BrowserName, BrowserVersion string }
	}
	capabilities := map[string]any{"alwaysMatch": map[string]any{"unhandledPromptBehavior": map[string]any{"default": "accept"}}}
	if err := b.conn.call(ctx, "session.new", map[string]any{"capabilities": capabilities}, &made); err != nil {
		return err
	}
	b.version = made.Capabilities.BrowserName + "/" + made.Capabilities.BrowserVersion
	return b.conn.call(ctx, "session.subscribe", map[string]any{"events": []string{"log.entryAdded"}}, nil)
}

// heard handles an event of the browser: it stores errors in a page's console.
func (b *firefox) heard(method string, params json.RawMessage) {
	var entry struct {
		Level, Text string
		Source      struct{ Context string }
	}
	if method != "log.entryAdded" || json.Unmarshal(params, &entry) != nil || entry.Level != "error" {
		return
	}
	b.mu.Lock()
	p := b.pages[entry.Source.Context]
	b.mu.Unlock()
	if p != nil {
		p.mu.Lock()
		p.console = append(p.console, entry.Text)
		p.mu.Unlock()
	}
}

// Version implements [Browser].
func (b *firefox) Version() string { return b.version }

// Kill implements [Browser].
func (b *firefox) Kill() error {
	err := endGroup(b.cmd.Process.Pid)
	b.cmd.Wait()
	return err
}

// Close implements [Browser]. If Firefox does not obey within endPatience, it is killed.
func (b *firefox) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), endPatience)
	defer cancel()
	if err := b.conn.call(ctx, "browser.close", map[string]any{}, nil); err != nil {
		b.Kill()
		return err
	}
	b.cmd.Wait()
	return groupGone(b.cmd.Process.Pid)
}

// Open implements [Browser]. The page begins with a viewport of 1440 × 900.
func (b *firefox) Open(ctx context.Context) (Page, error) {
	var made struct{ Context string }
	if err := b.conn.call(ctx, "browsingContext.create", map[string]any{"type": "tab"}, &made); err != nil {
		return nil, err
	}
	p := &firefoxPage{browser: b, context: made.Context}
	b.mu.Lock()
	b.pages[made.Context] = p
	b.mu.Unlock()
	return p, p.Size(ctx, 1440, 900)
}

// call runs a command about the page's tab; params must not be nil.
func (p *firefoxPage) call(ctx context.Context, method string, params map[string]any, result any) error {
	params["context"] = p.context
	return p.browser.conn.call(ctx, method, params, result)
}

// Go implements [Page].
func (p *firefoxPage) Go(ctx context.Context, address string) error {
	return p.call(ctx, "browsingContext.navigate", map[string]any{"url": address, "wait": "complete"}, nil)
}

// evaluate returns the value of an expression in BiDi's encoding. It waits for a promise and
// returns an exception as an error.
func (p *firefoxPage) evaluate(ctx context.Context, expression string) (value struct {
	Type, SharedID string
	Value          json.RawMessage
}, err error) {
	var out struct {
		Type             string
		Result           json.RawMessage
		ExceptionDetails struct{ Text string }
	}
	err = p.browser.conn.call(ctx, "script.evaluate", map[string]any{
		"expression": expression, "target": map[string]any{"context": p.context}, "awaitPromise": true, "userActivation": true,
	}, &out)
	if err != nil {
		return value, err
	}
	if out.Type != "success" {
		return value, fmt.Errorf("%s", out.ExceptionDetails.Text)
	}
	return value, json.Unmarshal(out.Result, &value)
}

// Eval implements [Page]. The expression runs as if the reader had just clicked.
func (p *firefoxPage) Eval(ctx context.Context, expression string) ([]byte, error) {
	value, err := p.evaluate(ctx, asText(expression))
	if err != nil {
		return nil, err
	}
	return decoded(value.Value)
}

// Keys implements [Page].
func (p *firefoxPage) Keys(ctx context.Context, keys string, held ...string) error {
	return p.call(ctx, "input.performActions", map[string]any{"actions": keyActions(keys, held)}, nil)
}

// Click implements [Page].
func (p *firefoxPage) Click(ctx context.Context, x, y float64) error {
	return p.call(ctx, "input.performActions", map[string]any{"actions": clickActions(x, y)}, nil)
}

// Upload implements [Page].
func (p *firefoxPage) Upload(ctx context.Context, css, file string) error {
	find, err := json.Marshal(css)
	if err != nil {
		return err
	}
	field, err := p.evaluate(ctx, fmt.Sprintf("document.querySelector(%s)", find))
	if err != nil {
		return err
	}
	return p.call(ctx, "input.setFiles", map[string]any{"element": map[string]any{"sharedId": field.SharedID}, "files": []string{file}}, nil)
}

// Size implements [Page].
func (p *firefoxPage) Size(ctx context.Context, width, height int) error {
	return p.call(ctx, "browsingContext.setViewport", map[string]any{"viewport": map[string]any{"width": width, "height": height}}, nil)
}

// Picture implements [Page].
func (p *firefoxPage) Picture(ctx context.Context) ([]byte, error) {
	var out struct{ Data string }
	if err := p.call(ctx, "browsingContext.captureScreenshot", map[string]any{}, &out); err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(strings.TrimSpace(out.Data))
}

// Complaints implements [Page].
func (p *firefoxPage) Complaints() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.console...)
}

// Close implements [Page].
func (p *firefoxPage) Close(ctx context.Context) error {
	return p.call(ctx, "browsingContext.close", map[string]any{}, nil)
}
