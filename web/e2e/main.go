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

// Patience is how long anything that has to happen may take.
const Patience = 30 * time.Second

var (
	shots = flag.Bool("shots", false, "keep pictures in .cache/shots")
	only  = flag.String("browser", "", "which browser the tests of all three run in, chromium, firefox or webkit; none for all")
)

// Seldom leaves a test to make test-all: it takes long, and seldom finds anything.
func Seldom(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("left to make test-all")
	}
}

// Times returns how often something is done: few in make test, all in make test-all.
func Times(few, all int) int {
	if testing.Short() {
		return few
	}
	return all
}

// Paths of the repository, set by Main.
var (
	RootDir  string // the repository
	DistDir  string // the built site
	shotsDir string // where pictures go
	workDir  string // what the tests of one folder make and those of the next use again
	siteTool string // the compiled web/site, in workDir
)

// Main is the TestMain of each folder of tests.
func Main(m *testing.M) {
	if err := prepare(); err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		os.Exit(1)
	}
	code := m.Run()
	closeShared()
	stopLean()
	os.Exit(code)
}

func prepare() error {
	gomod, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return err
	}
	RootDir = filepath.Dir(strings.TrimSpace(string(gomod)))
	DistDir = filepath.Join(RootDir, "web", "dist")
	shotsDir = filepath.Join(RootDir, ".cache", "shots")
	if _, err := os.Stat(filepath.Join(DistDir, "index.html")); err != nil {
		return errors.New("there is no built site: run make build")
	}
	workDir = filepath.Join(RootDir, ".cache", "e2e")
	siteTool = filepath.Join(workDir, "site")
	build := exec.Command("go", "build", "-o", siteTool, "./web/site")
	build.Dir = RootDir
	build.Stderr = os.Stderr
	return build.Run()
}

// Start serves the built site at a deep path and opens an empty tab with storage
// of its own, in a browser that tests share one after another.
func Start(t *testing.T) (*Site, *Tab) {
	t.Helper()
	site := ServeAt(t, "/some/deep/path/")
	return site, Shared(t).Tab(t, site)
}
