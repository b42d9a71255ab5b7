//go:build !js

package sandboxes

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/app/ui"
)

// TestStoredSizeIsNamed tests that the size of a sandbox says that it is what the browser stores,
// since its tables and its file have other sizes.
func TestStoredSizeIsNamed(t *testing.T) {
	st := &page.State{WorkspaceList: &host.WorkspaceList{Sandboxes: []host.SandboxSummary{{ID: "a", Title: "Mine", Bytes: 8_500_000}}}}
	drawn := app.HTMLString(NewView(&ui.Kit{Lang: "en"}, st, State{}, nil).Draw())
	if !strings.Contains(drawn, "8.1 MB in this browser") {
		t.Error(drawn)
	}
}
