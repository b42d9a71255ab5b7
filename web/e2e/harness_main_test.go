//go:build e2e

package e2e

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// patience is how long anything that has to happen may take.
const patience = 30 * time.Second

var shots = flag.Bool("shots", false, "keep pictures in .cache/shots")

// seldom leaves a test to make test-all: it takes long, and seldom finds anything.
func seldom(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("left to make test-all")
	}
}

// times returns how often something is done: few in make test, all in make test-all.
func times(few, all int) int {
	if testing.Short() {
		return few
	}
	return all
}

// Paths of the repository, set by TestMain.
var (
	rootDir  string // the repository
	distDir  string // the built site
	shotsDir string // where pictures go
	siteTool string // the compiled web/site
)

func TestMain(m *testing.M) {
	if err := prepare(); err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		os.Exit(1)
	}
	code := m.Run()
	closeShared()
	stopLean()
	os.RemoveAll(filepath.Dir(siteTool))
	os.Exit(code)
}

func prepare() error {
	gomod, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return err
	}
	rootDir = filepath.Dir(strings.TrimSpace(string(gomod)))
	distDir = filepath.Join(rootDir, "web", "dist")
	shotsDir = filepath.Join(rootDir, ".cache", "shots")
	if _, err := os.Stat(filepath.Join(distDir, "index.html")); err != nil {
		return errors.New("there is no built site: run make build")
	}
	work, err := os.MkdirTemp("", "e2e")
	if err != nil {
		return err
	}
	siteTool = filepath.Join(work, "site")
	build := exec.Command("go", "build", "-o", siteTool, "./web/site")
	build.Dir = rootDir
	build.Stderr = os.Stderr
	return build.Run()
}

// start serves the built site at a deep path and opens an empty tab with storage
// of its own, in a browser that tests share one after another.
func start(t *testing.T) (*Site, *Tab) {
	t.Helper()
	site := serveAt(t, "/some/deep/path/")
	return site, shared(t).Tab(t, site)
}
