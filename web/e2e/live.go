//go:build e2e

package e2e

import (
	"fmt"
	"strings"
)

// Ladder makes a sandbox with a table t that has the rows r000 to r599 in three tablets.
func (tab *Tab) Ladder() {
	tab.T.Helper()
	tab.NewSandbox()
	var b strings.Builder
	b.WriteString("createtable t families=f splits=r200,r400\n")
	for i := range 600 {
		fmt.Fprintf(&b, "set t r%03d f:n=%d f:x=%s\n", i, i%10, strings.Repeat("x", i%7+1))
	}
	tab.Focus("textbox", "Console")
	tab.Paste(b.String())
	tab.Enter()
	tab.Until(`document.querySelector("[data-saved=saved]") && document.querySelector("[role=grid]")?.getAttribute("aria-rowcount") === "601"`)
}

// MetricValue returns a JavaScript expression for the number of a metric.
func MetricValue(id string) string {
	return fmt.Sprintf(`+document.querySelector('[data-metric=%q]').dataset.value`, id)
}

// Strip is a JavaScript expression for the strip beside the rows.
const Strip = `document.querySelector("[role=slider]")`
