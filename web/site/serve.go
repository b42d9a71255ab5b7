//go:build !js

package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"tabletop/lessons"
)

// serve serves the built site in dir at http://addr/prefix. It returns only when that fails.
func serve(dir, addr, prefix string, log bool) error {
	if _, err := os.Stat(filepath.Join(dir, "index.html")); err != nil {
		return fmt.Errorf("%s holds no site: build it first: %w", dir, err)
	}
	prefix = path.Join("/", prefix)
	if prefix != "/" {
		prefix += "/"
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	fmt.Printf("serving %s at http://%s%s\n", dir, reachable(listener.Addr()), prefix)
	var handler http.Handler = &server{dir: dir, prefix: prefix, kept: map[string]entry{}}
	if log {
		handler = logged(handler)
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	return server.Serve(listener)
}

// reachable returns an address that a browser on this machine can open.
func reachable(addr net.Addr) string {
	if tcp, ok := addr.(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
		return "localhost:" + strconv.Itoa(tcp.Port)
	}
	return addr.String()
}

// logged writes a line for each request to stderr: method, path and status.
func logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen := &statusWriter{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(seen, r)
		fmt.Fprintln(os.Stderr, r.Method, r.URL.Path, seen.status)
	})
}

// statusWriter remembers the status of a response.
type statusWriter struct {
	http.ResponseWriter
	status int
}

// WriteHeader implements [http.ResponseWriter].
func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// A server answers with the files that dir has at the time of the request, so that a new build
// needs no restart.
type server struct {
	dir    string
	prefix string // begins and ends in "/"

	mu   sync.Mutex       // protects kept
	kept map[string]entry // files in memory, by path below dir
}

// An entry is a file in memory.
type entry struct {
	modified time.Time
	size     int64
	data     []byte
	packed   []byte // gzipped, nil if that saves less than a tenth
	etag     string
}

// types has the media types of the site's files by extension; other files are
// application/octet-stream. The system's list is not used, since it differs between machines.
var types = map[string]string{
	".css":         "text/css; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".txt":         "text/plain; charset=utf-8",
	".webmanifest": "application/manifest+json",
}

// Paths of sandboxes, and of lessons from files, with the folder of a language.
var (
	sandboxPath = regexp.MustCompile(`^((?:[A-Za-z0-9-]+/)?)sandboxes/[^/]+/$`)
	ownPath     = regexp.MustCompile(`^((?:[A-Za-z0-9-]+/)?)lessons/` + lessons.FromFilePrefix + `[^/]+/$`)
)

// shell returns the page that serves a folder of the site that has no page of its own, such as that
// of a sandbox, in the same language. It returns "" if there is none.
func (s *server) shell(dir string) string {
	for shell, of := range map[string]*regexp.Regexp{sandboxShell: sandboxPath, openShell: ownPath} {
		if m := of.FindStringSubmatch(dir); m != nil {
			if page := m[1] + strings.TrimPrefix(shell, "/") + "index.html"; s.holds(page) {
				return page
			}
		}
	}
	return ""
}

// ServeHTTP implements [http.Handler]. A folder without a slash at its end is redirected to the one
// with it.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
		return
	}
	name, ok := strings.CutPrefix(r.URL.Path, s.prefix)
	if !ok {
		if r.URL.Path+"/" == s.prefix {
			redirect(w, r, s.prefix)
			return
		}
		s.answer(w, r, "404.html", http.StatusNotFound)
		return
	}
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	switch dir := strings.TrimSuffix(name, "index.html"); {
	case s.holds(name):
		s.answer(w, r, name, http.StatusOK)
	case s.holds(name+"/index.html") || s.shell(name+"/") != "":
		redirect(w, r, s.prefix+name+"/")
	case s.shell(dir) != "":
		s.answer(w, r, s.shell(dir), http.StatusOK)
	default:
		s.answer(w, r, "404.html", http.StatusNotFound)
	}
}

// redirect redirects to a path below the site. The target is never read as another host.
func redirect(w http.ResponseWriter, r *http.Request, to string) {
	target := "/" + strings.TrimLeft(to, "/")
	if r.URL.RawQuery != "" {
		target += "?" + r.URL.RawQuery
	}
	http.Redirect(w, r, target, http.StatusMovedPermanently)
}

// holds reports whether the site has a file of this name.
func (s *server) holds(name string) bool {
	_, err := s.load(name)
	return err == nil
}

// answer writes a file with its headers, gzipped if the browser accepts that.
func (s *server) answer(w http.ResponseWriter, r *http.Request, name string, status int) {
	file, err := s.load(name)
	if err != nil {
		http.Error(w, "no such page", http.StatusNotFound)
		return
	}
	header := w.Header()
	kind := types[path.Ext(name)]
	if kind == "" {
		kind = "application/octet-stream"
	}
	header.Set("Content-Type", kind)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-cache")
	if name != "404.html" { // the only page with an inline script
		header.Set("Content-Security-Policy", policy)
	}
	data, etag := file.data, file.etag
	if file.packed != nil {
		header.Set("Vary", "Accept-Encoding")
		if acceptsGzip(r) {
			header.Set("Content-Encoding", "gzip")
			data, etag = file.packed, etag+"-gzip"
		}
	}
	header.Set("ETag", `"`+etag+`"`)
	if status == http.StatusOK && strings.Contains(r.Header.Get("If-None-Match"), `"`+etag+`"`) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	header.Set("Content-Length", strconv.Itoa(len(data)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.Write(data)
	}
}

// acceptsGzip reports whether a request accepts gzip. A browser may refuse it with gzip;q=0.
func acceptsGzip(r *http.Request) bool {
	for _, coding := range strings.Split(r.Header.Get("Accept-Encoding"), ",") {
		name, params, _ := strings.Cut(coding, ";")
		if strings.TrimSpace(name) == "gzip" {
			quality := strings.TrimPrefix(strings.TrimSpace(params), "q=")
			return strings.Trim(quality, "0.") != "" || quality == ""
		}
	}
	return false
}

// load returns a file below dir. It reads it only if it has changed since the last time.
func (s *server) load(name string) (entry, error) {
	if !fs.ValidPath(name) || strings.HasPrefix(path.Base(name), ".") {
		return entry{}, fs.ErrNotExist
	}
	file := filepath.Join(s.dir, filepath.FromSlash(name))
	info, err := os.Stat(file)
	if err != nil {
		return entry{}, err
	}
	if info.IsDir() {
		return entry{}, errors.New("a folder")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if e, ok := s.kept[name]; ok && e.modified.Equal(info.ModTime()) && e.size == info.Size() {
		return e, nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return entry{}, err
	}
	sum := sha256.Sum256(data)
	e := entry{modified: info.ModTime(), size: info.Size(), data: data, etag: hex.EncodeToString(sum[:8])}
	if path.Ext(name) != ".bin" { // programs are compressed already
		if packed := gzipped(data); len(packed) < len(data)*9/10 {
			e.packed = packed
		}
	}
	s.kept[name] = e
	return e, nil
}
