//go:build e2e

package start

import (
	"os"
	"path/filepath"
	"testing"

	"tabletop/web/e2e"
)

// The steps that make the programs smaller can be left out, as they are where Go lays
// programs out in a way that they do not know.
func TestPageWithoutShrinking(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	// The others are flags of the compiler alone, and compile everything anew.
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
