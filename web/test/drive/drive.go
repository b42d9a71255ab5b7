//go:build linux

// Package drive drives a page in Chromium, Firefox and WebKitGTK through one small
// interface, so that a test is written once. Each is the browser as it is installed,
// with a profile that outlives it: Chromium speaks the DevTools protocol, Firefox
// WebDriver BiDi, WebKit plain WebDriver, from a window of its own in a display that
// nobody sees.
//
// A page is asked everything in JavaScript; what a reader does, keys and clicks, comes
// as the browser's own events.
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

// A Kind is a browser by its name.
type Kind string

const (
	Chromium Kind = "chromium"
	Firefox  Kind = "firefox"
	WebKit   Kind = "webkit"
)

// Kinds are all of them.
var Kinds = []Kind{Chromium, Firefox, WebKit}

// Keys without a character, as WebDriver writes them.
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

// A Browser is a running browser.
type Browser interface {
	// Open opens a tab in front of the others.
	Open(ctx context.Context) (Page, error)
	// Kill ends all its processes with SIGKILL, as a power cut does, and returns once
	// they are gone.
	Kill() error
	// Close ends the browser as a reader does, and returns once it is gone.
	Close() error
	// Version is what the browser says it is.
	Version() string
}

// A Page is a tab.
type Page interface {
	// Go goes to an address and returns once the page has loaded.
	Go(ctx context.Context, address string) error
	// Eval returns what a JavaScript expression comes to, or the promise it is, as JSON.
	Eval(ctx context.Context, expression string) ([]byte, error)
	// Keys presses keys one after the other where the focus is, while others are held.
	Keys(ctx context.Context, keys string, held ...string) error
	// Click presses and releases the mouse at a place of the window, in CSS pixels.
	Click(ctx context.Context, x, y float64) error
	// Upload hands a file to the file field that a CSS selector finds.
	Upload(ctx context.Context, css, file string) error
	// Size sets the size of what is seen of the page, in CSS pixels.
	Size(ctx context.Context, width, height int) error
	// Picture returns what is seen as a PNG.
	Picture(ctx context.Context) ([]byte, error)
	// Complaints are the errors that the page's console had so far, where the browser
	// tells them.
	Complaints() []string
	// Close closes the tab and asks nothing.
	Close(ctx context.Context) error
}

// An Emulator is a [Page] that can pass for one on another machine. Chromium's is one.
type Emulator interface {
	// Slow makes the page's thread slower by a factor.
	Slow(ctx context.Context, times float64) error
	// Touch makes the page's screen a touch screen.
	Touch(ctx context.Context) error
}

// Start starts a browser on a profile in a folder, which is made where there is none and
// kept. What a page downloads comes to the folder of downloads under its own name. Both
// paths have to be absolute.
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

// program returns the program to run: what a variable of the environment names, or the
// first of these that is on the PATH.
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

// inGroup has a command lead a group of processes that all end when this one does.
func inGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// endPatience is how long processes may take to be gone.
const endPatience = 20 * time.Second

// endGroup ends a group of processes and waits until none of it runs.
func endGroup(group int) error {
	if err := syscall.Kill(-group, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
		return err
	}
	return groupGone(group)
}

// groupGone waits until no process of a group runs.
func groupGone(group int) error {
	for deadline := time.Now().Add(endPatience); ; time.Sleep(5 * time.Millisecond) {
		if alive := running(group); len(alive) == 0 {
			return nil
		} else if time.Now().After(deadline) {
			return fmt.Errorf("still running after %v: %s", endPatience, strings.Join(alive, ", "))
		}
	}
}

// running returns the names of the processes of a group that have not ended.
func running(group int) (names []string) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range stats {
		data, err := os.ReadFile(file)
		if err != nil {
			continue // gone meanwhile
		}
		// 4711 (the name) S 1 4711 …: state, parent, group.
		head, rest, _ := strings.Cut(string(data), ") ")
		fields := strings.Fields(rest)
		if len(fields) > 2 && fields[2] == strconv.Itoa(group) && fields[0] != "Z" && fields[0] != "X" {
			names = append(names, head[strings.Index(head, "(")+1:])
		}
	}
	return names
}

// asText makes an expression of the promise of its value as JSON, which every browser
// hands over alike.
func asText(expression string) string {
	return "(async () => JSON.stringify(await (" + expression + ")) ?? 'null')()"
}

// strokes are the keys of a text, one by one.
func strokes(keys string) []string {
	return strings.Split(keys, "")
}

// keyActions and clickActions are input in WebDriver's form, which BiDi has as well.
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

// firstLine reads what a program says until one of its lines begins so, and returns the
// rest of that line. What comes later is read and dropped.
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

// decoded is an expression's value, which came as a text of JSON.
func decoded(text json.RawMessage) ([]byte, error) {
	var s string
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, fmt.Errorf("the page answered %.80s: %w", text, err)
	}
	return []byte(s), nil
}
