//go:build e2e

package e2e

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// VersionIn returns the version that a script of the built site contains: the first quoted text
// after what. It fails the test if there is none.
func VersionIn(t *testing.T, name, what string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(data), what)
	_, rest, quoted := strings.Cut(rest, `"`)
	version, _, ended := strings.Cut(rest, `"`)
	if !ok || !quoted || !ended {
		t.Fatalf("%s names no version", name)
	}
	return version
}

// A Site is the site with its server. The server can be stopped, and started again at the same
// address. A Site of [Begin] has no server of its own: only its URL and T are set.
type Site struct {
	URL string // address of the site; it ends in "/"

	T       *testing.T
	dir     string           // folder that is served
	command func() *exec.Cmd // returns the command that starts the server, always at the same address
	running *exec.Cmd        // nil while the server is stopped
	drained chan struct{}    // closed when the log of the running server has been read to its end

	// mu protects log, which a goroutine fills.
	mu  sync.Mutex
	log []string // requests, as "GET /path 200"
}

// ServeAt serves the built site under a path, with the program web/site. The server stops when
// the test ends.
func ServeAt(t *testing.T, prefix string) *Site {
	t.Helper()
	return ServeDir(t, DistDir, prefix)
}

// ServeDir is like [ServeAt], but serves the built site that is in dir.
func ServeDir(t *testing.T, dir, prefix string) *Site {
	t.Helper()
	s := &Site{T: t, dir: dir}
	addr := "127.0.0.1:0"
	s.command = func() *exec.Cmd {
		return exec.Command(siteTool, "serve", "-dir", s.dir, "-addr", addr, "-prefix", prefix, "-log")
	}
	first := s.start()
	_, s.URL, _ = strings.Cut(first, " at ")
	addr = strings.SplitN(strings.TrimPrefix(s.URL, "http://"), "/", 2)[0]
	t.Cleanup(s.Stop)
	return s
}

// start starts the server and returns the first line that it prints. The server answers from
// then on.
func (s *Site) start() string {
	s.T.Helper()
	cmd := s.command()
	cmd.Dir = RootDir
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		s.T.Fatal(err)
	}
	stderr, err := cmd.StderrPipe()
	if err != nil {
		s.T.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		s.T.Fatal(err)
	}
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		lines := bufio.NewScanner(stderr)
		for lines.Scan() {
			s.mu.Lock()
			s.log = append(s.log, lines.Text())
			s.mu.Unlock()
		}
	}()
	s.running, s.drained = cmd, drained
	first := bufio.NewScanner(stdout)
	if !first.Scan() {
		s.Stop()
		s.T.Fatalf("the server did not start: %v", s.log)
	}
	return first.Text()
}

// Start starts the server again after Stop.
func (s *Site) Start() {
	s.T.Helper()
	s.start()
}

// Deploy restarts the server at the same address with another folder.
func (s *Site) Deploy(dir string) {
	s.T.Helper()
	s.Stop()
	s.dir = dir
	s.start()
}

// Stop ends the server and its connections. For the browser, the network fails from then on.
func (s *Site) Stop() {
	if s.running == nil {
		return
	}
	s.running.Process.Kill()
	<-s.drained
	s.running.Wait()
	s.running = nil
}

// Transfers returns how many requests for a file whose path ends in suffix were answered with
// the complete file. Answers 304, which confirm the browser's copy, are not counted.
func (s *Site) Transfers(suffix string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, line := range s.log {
		if fields := strings.Fields(line); len(fields) == 3 && strings.HasSuffix(fields[1], suffix) && fields[2] == "200" {
			n++
		}
	}
	return n
}

// Variant builds the site as a later deployment would have it, and returns its folder. The
// files in overlay, by name, replace those of web/static. The programs are those of the built
// site.
func Variant(t *testing.T, overlay map[string]string) string {
	t.Helper()
	over := t.TempDir()
	for name, data := range overlay {
		if err := os.WriteFile(filepath.Join(over, name), []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return Build(t, "-overlay", over, "-programs", DistDir)
}

// Build builds the site with the flags of the build command into a new folder, and returns that
// folder.
func Build(t *testing.T, flags ...string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "dist")
	build := exec.Command(siteTool, append([]string{"build", "-out", out}, flags...)...)
	build.Dir = RootDir
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build the site %q: %v\n%s", flags, err, text)
	}
	return out
}

// PythonHost serves the built site under path with Python's http.server, a host without any
// knowledge of the site.
func PythonHost(t *testing.T, python, path string) *Site {
	t.Helper()
	root := t.TempDir()
	place := filepath.Join(root, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(place), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(DistDir, place); err != nil {
		t.Fatal(err)
	}
	s := &Site{T: t}
	port := "0"
	s.command = func() *exec.Cmd {
		return exec.Command(python, "-u", "-m", "http.server", "--directory", root, "--bind", "127.0.0.1", port)
	}
	// The first line is: Serving HTTP on 127.0.0.1 port 43571 (http://127.0.0.1:43571/) ...
	first := strings.Fields(s.start())
	port = first[5]
	s.URL = "http://127.0.0.1:" + port + path
	t.Cleanup(s.Stop)
	return s
}

// Routes are routes that every build of the site has. The last is that of a sandbox that does
// not exist.
var Routes = []string{"/", "/lessons/lol-scores/", "/sandboxes/", "/reference/", "/sandboxes/abcdefgh23/"}
