//go:build e2e

package start

import (
	"os"
	"path/filepath"
	"testing"

	"tabletop/web/e2e"
)

// TestPageWithoutShrinking builds the site without the steps that make the programs smaller,
// which are also skipped if Go's layout of programs changes. The page must still work.
func TestPageWithoutShrinking(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	// The other steps are only flags of the compiler, and would compile everything again.
	dir := e2e.Build(t, "-without", "trim,fold")
	site := e2e.ServeDir(t, dir, "/")
	tab := e2e.Shared(t).Tab(t, site)
	tab.NewSandbox()
	tab.Commands("createtable t families=F", "set t a F:x=1")
	if got := tab.Command("count t"); got != "1\n" {
		t.Errorf("counted %q", got)
	}
	weigh := func(dir string) int64 {
		info, err := os.Stat(filepath.Join(dir, "app.wasm.bin"))
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	if large, small := weigh(dir), weigh(e2e.DistDir); large < small*10/9 {
		t.Errorf("the program has %d bytes without the steps, %d with them", large, small)
	}
}
