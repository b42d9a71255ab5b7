//go:build linux

package drive

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// window is a Python program that shows one web view in a window. It is used in place of
// WebKit's own MiniBrowser, which stores nothing on disk while it is automated.
//
//go:embed window.py
var window []byte

// webkit is a running WebKitGTK that is controlled through WebDriver, with its display.
type webkit struct {
	screen  *exec.Cmd // Xvfb
	display string    // name of the display
	cmd     *exec.Cmd // WebKitWebDriver, which leads the process group of the browser
	session string    // address of the WebDriver session
	version string

	// mu is held while a command runs, since commands apply to the tab that was selected last.
	mu sync.Mutex
	at string // handle of the selected tab
}

// webkitPage is a tab of a [webkit], in a window of its own.
type webkitPage struct {
	browser *webkit
	handle  string // WebDriver's id of the window
}

// startWebKit starts a display, the driver and the browser on a profile; see [Start]. If it
// fails, it ends the processes that are running.
func startWebKit(ctx context.Context, profile, downloads string) (_ Browser, err error) {
	b := &webkit{}
	defer func() {
		if err != nil {
			b.Kill()
		}
	}()
	if err := b.startScreen(ctx); err != nil {
		return nil, err
	}
	address, err := b.startDriver(ctx)
	if err != nil {
		return nil, err
	}
	program := filepath.Join(profile, "window.py")
	if err := os.WriteFile(program, window, 0o700); err != nil {
		return nil, err
	}
	var made struct {
		SessionID    string
		Capabilities struct{ BrowserVersion string }
	}
	options := map[string]any{
		"webkitgtk:browserOptions": map[string]any{"binary": program, "args": []string{profile, downloads}},
		"unhandledPromptBehavior":  "accept",
	}
	b.session = address + "/session"
	if err := b.ask(ctx, "POST", "", map[string]any{"capabilities": map[string]any{"alwaysMatch": options}}, &made); err != nil {
		return nil, err
	}
	b.session += "/" + made.SessionID
	b.version = "WebKitGTK/" + made.Capabilities.BrowserVersion
	return b, b.ask(ctx, "POST", "/timeouts", map[string]any{"script": 600_000, "pageLoad": 600_000}, nil)
}

// startScreen starts an Xvfb display and stores its name. Xvfb chooses a free number itself.
func (b *webkit) startScreen(ctx context.Context) error {
	path, err := program("XVFB", "Xvfb")
	if err != nil {
		return err
	}
	number, to, err := os.Pipe()
	if err != nil {
		return err
	}
	defer number.Close()
	b.screen = exec.Command(path, "-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp")
	b.screen.ExtraFiles = []*os.File{to}
	inGroup(b.screen)
	err = b.screen.Start()
	to.Close()
	if err != nil {
		b.screen = nil
		return err
	}
	if err := number.SetReadDeadline(time.Now().Add(endPatience)); err != nil {
		return err
	}
	said, err := bufio.NewReader(number).ReadString('\n') // read the complete line, since Xvfb ends if it cannot write it
	if err != nil {
		return fmt.Errorf("xvfb does not say which display it is: %w", err)
	}
	b.display = ":" + strings.TrimSpace(said)
	return nil
}

// startDriver starts WebKitWebDriver on a free port, waits until it accepts connections, and
// returns its address.
func (b *webkit) startDriver(ctx context.Context) (string, error) {
	path, err := program("WEBKITWEBDRIVER", "WebKitWebDriver")
	if err != nil {
		return "", err
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	at := free.Addr().String()
	free.Close()
	_, port, _ := net.SplitHostPort(at)
	b.cmd = exec.Command(path, "--host=127.0.0.1", "--port="+port)
	b.cmd.Env = append(os.Environ(), "DISPLAY="+b.display, "GDK_BACKEND=x11", "NO_AT_BRIDGE=1")
	inGroup(b.cmd)
	if err := b.cmd.Start(); err != nil {
		b.cmd = nil
		return "", err
	}
	for {
		if c, err := net.Dial("tcp", at); err == nil {
			c.Close()
			return "http://" + at, nil
		}
		select {
		case <-ctx.Done():
			return "", fmt.Errorf("WebKitWebDriver does not answer: %w", ctx.Err())
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// ask sends a command to the driver and decodes the answer's value into result, unless result
// is nil. An answer that is not OK is an error.
func (b *webkit) ask(ctx context.Context, method, path string, params, result any) error {
	var body io.Reader
	if params != nil {
		data, err := json.Marshal(params)
		if err != nil {
			return err
		}
		body = bytes.NewReader(data)
	}
	request, err := http.NewRequestWithContext(ctx, method, b.session+path, body)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	var answer struct{ Value json.RawMessage }
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if response.StatusCode != http.StatusOK {
		var failed struct{ Error, Message string }
		json.Unmarshal(answer.Value, &failed)
		return fmt.Errorf("%s: %s: %s", path, failed.Error, failed.Message)
	}
	if result != nil {
		return json.Unmarshal(answer.Value, result)
	}
	return nil
}

// Version implements [Browser]. The version is that of the driver's answer.
func (b *webkit) Version() string { return b.version }

// Kill implements [Browser]. It also ends the display.
func (b *webkit) Kill() error {
	var err error
	for _, cmd := range []*exec.Cmd{b.cmd, b.screen} {
		if cmd == nil {
			continue
		}
		if e := endGroup(cmd.Process.Pid); e != nil {
			err = e
		}
		cmd.Wait()
	}
	b.cmd, b.screen = nil, nil
	return err
}

// Close ends the session, which closes the windows, and then all processes that are left.
func (b *webkit) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), endPatience)
	defer cancel()
	err := b.ask(ctx, "DELETE", "", nil, nil)
	if e := b.Kill(); e != nil {
		return e
	}
	return err
}

// Open implements [Browser]. The new tab is a window of its own.
func (b *webkit) Open(ctx context.Context) (Page, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	var made struct{ Handle string }
	if err := b.ask(ctx, "POST", "/window/new", map[string]any{"type": "window"}, &made); err != nil {
		return nil, err
	}
	return &webkitPage{browser: b, handle: made.Handle}, nil
}

// call runs a command about the page's tab, and selects that tab first if another is selected.
func (p *webkitPage) call(ctx context.Context, method, path string, params, result any) error {
	b := p.browser
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.at != p.handle {
		if err := b.ask(ctx, "POST", "/window", map[string]any{"handle": p.handle}, nil); err != nil {
			return err
		}
		b.at = p.handle
	}
	return b.ask(ctx, method, path, params, result)
}

// Go implements [Page].
func (p *webkitPage) Go(ctx context.Context, address string) error {
	return p.call(ctx, "POST", "/url", map[string]any{"url": address}, nil)
}

// Eval implements [Page].
func (p *webkitPage) Eval(ctx context.Context, expression string) ([]byte, error) {
	var out struct{ Value, Error string }
	script := "const done = arguments[0]; " + asText(expression) + ".then((value) => done({value}), (error) => done({error: String(error) || 'an error'}))"
	if err := p.call(ctx, "POST", "/execute/async", map[string]any{"script": script, "args": []any{}}, &out); err != nil {
		return nil, err
	}
	if out.Error != "" {
		return nil, fmt.Errorf("%s", out.Error)
	}
	return []byte(out.Value), nil
}

// Keys implements [Page].
func (p *webkitPage) Keys(ctx context.Context, keys string, held ...string) error {
	return p.call(ctx, "POST", "/actions", map[string]any{"actions": keyActions(keys, held)}, nil)
}

// Click implements [Page].
func (p *webkitPage) Click(ctx context.Context, x, y float64) error {
	return p.call(ctx, "POST", "/actions", map[string]any{"actions": clickActions(x, y)}, nil)
}

// Upload implements [Page].
func (p *webkitPage) Upload(ctx context.Context, css, file string) error {
	var element map[string]string
	if err := p.call(ctx, "POST", "/element", map[string]any{"using": "css selector", "value": css}, &element); err != nil {
		return err
	}
	for _, id := range element {
		return p.call(ctx, "POST", "/element/"+id+"/value", map[string]any{"text": file}, nil)
	}
	return fmt.Errorf("there is no %s", css)
}

// Size implements [Page]. It sets the size of the window, which shows nothing but the page.
func (p *webkitPage) Size(ctx context.Context, width, height int) error {
	return p.call(ctx, "POST", "/window/rect", map[string]any{"width": width, "height": height}, nil)
}

// Picture returns a picture of the whole display, since that shows more than WebKit's own.
func (p *webkitPage) Picture(ctx context.Context) ([]byte, error) {
	path, err := program("IMPORT", "import")
	if err != nil {
		return nil, err
	}
	return exec.CommandContext(ctx, path, "-display", p.browser.display, "-window", "root", "png:-").Output()
}

// Complaints returns nil, because the driver does not report the console.
func (p *webkitPage) Complaints() []string { return nil }

// Close implements [Page]. The next command of another page selects that page's tab.
func (p *webkitPage) Close(ctx context.Context) error {
	err := p.call(ctx, "DELETE", "/window", nil, nil)
	p.browser.mu.Lock()
	p.browser.at = ""
	p.browser.mu.Unlock()
	return err
}
