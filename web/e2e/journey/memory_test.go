//go:build e2e

package journey

import (
	"fmt"
	"strings"
	"testing"

	"tabletop/web/e2e"
)

// TestMemoryFull limits the memory that the page may use. A table that would need more is
// refused in time, existing tables stay, and dropping one makes room.
func TestMemoryFull(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Shared(t).Tab(t, e2e.ServeDir(t, e2e.WorkerWith(t, `Object.defineProperty(navigator, "deviceMemory", { value: 0.1 });`), "/"))
	tab.NewSandbox()
	var rows strings.Builder
	rows.WriteString(",f\n,q\n")
	for i := range 60_000 {
		fmt.Fprintf(&rows, "r%05d,%0200d\n", i, i)
	}
	tab.Upload("Pick files", e2e.WriteFile(t, "rows.csv", []byte(rows.String())))
	tab.Wait(".picked li")
	full := ""
	for i := range 9 {
		tab.Commands(fmt.Sprintf("createtable t%d families=f", i))
		if text := tab.Command(fmt.Sprintf("import t%d rows.csv", i)); strings.Contains(text, "of memory") {
			full = fmt.Sprintf("t%d", i)
			if i == 0 || !strings.Contains(text, "The largest table is t") {
				t.Errorf("%s: %s", full, text)
			}
			break
		}
	}
	if full == "" {
		t.Fatal("it was never full")
	}
	t.Log(full)
	tab.Saved()
	tab.Reload()
	tab.Until(`document.querySelector("[data-saved=saved]") && !document.querySelector("progress")`)
	if text := tab.Command("count t0"); !strings.Contains(text, "60000") {
		t.Errorf("t0 has %s", text)
	}
	tab.Commands("deletetable t0", "set "+full+" r f:q=1")
	tab.Saved()
}
