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

// Patience is the time limit for each thing that a test waits for.
const Patience = 30 * time.Second

// Flags of the test binary.
var (
	shots = flag.Bool("shots", false, "keep pictures in .cache/shots")
	only  = flag.String("browser", "", "which browser the tests of all three run in, chromium, firefox or webkit; none for all")
)

// Seldom skips a test under -short, so that only make test-all runs it. Use it for tests that
// take long and rarely find a fault.
func Seldom(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("left to make test-all")
	}
}

// Times returns how often a test repeats something: few under -short (make test), and otherwise
// all (make test-all).
func Times(few, all int) int {
	if testing.Short() {
		return few
	}
	return all
}

// Paths of the repository. Main sets them before any test runs.
var (
	RootDir  string // root folder of the repository
	DistDir  string // folder of the built site, web/dist
	shotsDir string // folder for pictures
	workDir  string // folder for files that the test folders share, such as the lean site
	siteTool string // the compiled program web/site, in workDir
)

// Main is the TestMain of each folder of tests. It sets the paths, compiles the site tool, runs
// the tests, and ends the browsers and the server that the tests shared. It exits with an error
// if there is no built site.
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

// prepare sets the paths and compiles web/site. It returns an error if the site is not built.
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

// Start serves the complete built site at a deep path and opens an empty tab with storage of
// its own. The browser is one that tests share, but only one test uses it at a time.
func Start(t *testing.T) (*Site, *Tab) {
	t.Helper()
	site := ServeAt(t, "/some/deep/path/")
	return site, Shared(t).Tab(t, site)
}
