//go:build linux

// Package drive controls a page in Chromium, Firefox or WebKitGTK through one small interface,
// so that one test runs in all three. It uses the browsers as they are installed, on a profile
// that is kept when the browser ends. It controls Chromium through the DevTools protocol,
// Firefox through WebDriver BiDi, and WebKitGTK through WebDriver. WebKitGTK needs a display,
// so it gets a window in an Xvfb display of its own.
//
// [Start] returns a [Browser], and [Browser.Open] a [Page], one of its tabs:
//
//	b, err := drive.Start(ctx, drive.Firefox, profile, downloads)
//	p, err := b.Open(ctx)
//	err = p.Go(ctx, "http://127.0.0.1:8080/")
//	title, err := p.Eval(ctx, "document.title") // JSON
//
// A test reads the state of a page by JavaScript. Keys and clicks are sent as events of the
// browser, as a reader's would be.
package drive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A Kind is the name of a browser.
type Kind string

// The browsers that the package can control.
const (
	Chromium Kind = "chromium"
	Firefox  Kind = "firefox"
	WebKit   Kind = "webkit"
)

// Kinds are all browsers, in the order in which tests use them.
var Kinds = []Kind{Chromium, Firefox, WebKit}

// Keys that produce no character, in WebDriver's encoding, for [Page.Keys].
const (
	Backspace  = "\ue003"
	Tab        = "\ue004"
	Enter      = "\ue007"
	Shift      = "\ue008"
	Control    = "\ue009"
	Escape     = "\ue00c"
	End        = "\ue010"
	Home       = "\ue011"
	ArrowLeft  = "\ue012"
	ArrowUp    = "\ue013"
	ArrowRight = "\ue014"
	ArrowDown  = "\ue015"
	Delete     = "\ue017"
)

// A Browser is a running browser with a profile.
type Browser interface {
	// Open opens a new tab in front of the others.
	Open(ctx context.Context) (Page, error)
	// Kill ends all processes of the browser with SIGKILL, like a power cut, and returns when
	// they have ended.
	Kill() error
	// Close ends the browser in the normal way and returns when it has ended.
	Close() error
	// Version returns the browser's name and version, as the browser reports them.
	Version() string
}

// A Page is a tab. Dialogs that ask whether to leave the page are accepted.
type Page interface {
	// Go navigates to an address and returns when the page has loaded.
	Go(ctx context.Context, address string) error
	// Eval returns the value of a JavaScript expression as JSON. If the value is a promise,
	// Eval waits for it. An undefined value is null. A rejected promise is an error.
	Eval(ctx context.Context, expression string) ([]byte, error)
	// Keys presses and releases keys one after another at the focus, while the keys of held are
	// down. Keys are characters, or the constants of this package; only Shift and Control can
	// be held in every browser.
	Keys(ctx context.Context, keys string, held ...string) error
	// Click presses and releases the mouse at a point of the viewport, in CSS pixels.
	Click(ctx context.Context, x, y float64) error
	// Upload chooses a file for the file field that a CSS selector matches.
	Upload(ctx context.Context, css, file string) error
	// Size sets the size of the viewport, in CSS pixels.
	Size(ctx context.Context, width, height int) error
	// Picture returns a picture of the viewport as PNG. In WebKitGTK it shows the whole
	// display.
	Picture(ctx context.Context) ([]byte, error)
	// Complaints returns the errors in the page's console so far. WebKitGTK does not report
	// them, so there it returns nil.
	Complaints() []string
	// Close closes the tab without asking the page.
	Close(ctx context.Context) error
}

// An Emulator is a [Page] that can emulate other hardware. Only Chromium's pages implement it.
type Emulator interface {
	// Slow makes the page's main thread slower by a factor; 1 is normal speed.
	Slow(ctx context.Context, times float64) error
	// Touch makes the browser report a touch screen to the page.
	Touch(ctx context.Context) error
}

// Start starts a browser on the profile in a folder. Both folders are made if they do not
// exist, and neither is deleted. Files that a page downloads are stored in downloads under
// their own names. Both paths must be absolute. The context limits the start of Firefox and of
// WebKitGTK only.
func Start(ctx context.Context, kind Kind, profile, downloads string) (Browser, error) {
	for _, dir := range []string{profile, downloads} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return nil, err
		}
	}
	var b Browser
	var err error
	switch kind {
	case Chromium:
		b, err = startChromium(ctx, profile, downloads)
	case Firefox:
		b, err = startFirefox(ctx, profile, downloads)
	case WebKit:
		b, err = startWebKit(ctx, profile, downloads)
	default:
		return nil, fmt.Errorf("%q is none of %v", kind, Kinds)
	}
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", kind, err)
	}
	return b, nil
}

// program returns the path of a program: the value of an environment variable, or else the
// first of the names that is on the PATH.
func program(variable string, names ...string) (string, error) {
	if path := os.Getenv(variable); path != "" {
		return path, nil
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("there is no %s on the PATH: make test-browsers installs it, %s names one", names[0], variable)
}

// inGroup makes a command the leader of a new process group. The command is killed when this
// process ends.
func inGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// endPatience is how long a browser's processes may take to end.
const endPatience = 20 * time.Second

// endGroup kills a process group and waits until all its processes have ended.
func endGroup(group int) error {
	if err := syscall.Kill(-group, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
		return err
	}
	return groupGone(group)
}

// groupGone waits until all processes of a group have ended, at most for endPatience.
func groupGone(group int) error {
	for deadline := time.Now().Add(endPatience); ; time.Sleep(5 * time.Millisecond) {
		if alive := running(group); len(alive) == 0 {
			return nil
		} else if time.Now().After(deadline) {
			return fmt.Errorf("still running after %v: %s", endPatience, strings.Join(alive, ", "))
		}
	}
}

// running returns the names of the processes of a group that have not ended. Zombies count as
// ended.
func running(group int) (names []string) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range stats {
		data, err := os.ReadFile(file)
		if err != nil {
			continue // ended meanwhile
		}
		// A line is "4711 (the name) S 1 4711 …": id, name, state, parent, group.
		head, rest, _ := strings.Cut(string(data), ") ")
		fields := strings.Fields(rest)
		if len(fields) > 2 && fields[2] == strconv.Itoa(group) && fields[0] != "Z" && fields[0] != "X" {
			names = append(names, head[strings.Index(head, "(")+1:])
		}
	}
	return names
}

// asText returns an expression for a promise of the value as JSON text, which all browsers
// return in the same form.
func asText(expression string) string {
	return "(async () => JSON.stringify(await (" + expression + ")) ?? 'null')()"
}

// strokes splits a text into its keys.
func strokes(keys string) []string {
	return strings.Split(keys, "")
}

// keyActions and clickActions return input in the form of WebDriver's actions, which BiDi uses
// as well.
func keyActions(keys string, held []string) []any {
	type action struct {
		Type  string `json:"type"`
		Value string `json:"value"`
	}
	var all []action
	for _, key := range held {
		all = append(all, action{"keyDown", key})
	}
	for _, key := range strokes(keys) {
		all = append(all, action{"keyDown", key}, action{"keyUp", key})
	}
	for _, key := range held {
		all = append(all, action{"keyUp", key})
	}
	return []any{map[string]any{"type": "key", "id": "keyboard", "actions": all}}
}

func clickActions(x, y float64) []any {
	return []any{map[string]any{
		"type": "pointer", "id": "mouse", "parameters": map[string]any{"pointerType": "mouse"},
		"actions": []any{
			map[string]any{"type": "pointerMove", "x": int(x), "y": int(y), "origin": "viewport"},
			map[string]any{"type": "pointerDown", "button": 0},
			map[string]any{"type": "pointerUp", "button": 0},
		},
	}}
}

// firstLine reads the output of a program until a line begins with prefix, and returns the rest
// of that line. A goroutine continues to read the later output and drops it, so that the
// program does not block.
func firstLine(ctx context.Context, from io.Reader, prefix string) (string, error) {
	found := make(chan string, 1)
	said := make(chan string, 1)
	go func() {
		var all strings.Builder
		buffer := make([]byte, 4096)
		done := false
		for {
			n, err := from.Read(buffer)
			if !done {
				all.Write(buffer[:n])
				for line := range strings.Lines(all.String()) {
					if rest, ok := strings.CutPrefix(line, prefix); ok && strings.HasSuffix(line, "\n") {
						found <- strings.TrimSpace(rest)
						done = true
						break
					}
				}
			}
			if err != nil {
				said <- all.String()
				return
			}
		}
	}()
	select {
	case line := <-found:
		return line, nil
	case text := <-said:
		return "", fmt.Errorf("it has ended: %s", text)
	case <-ctx.Done():
		return "", fmt.Errorf("it does not say %q: %w", prefix, ctx.Err())
	}
}

// decoded returns the JSON text in a value that is a string.
func decoded(text json.RawMessage) ([]byte, error) {
	var s string
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, fmt.Errorf("the page answered %.80s: %w", text, err)
	}
	return []byte(s), nil
}
