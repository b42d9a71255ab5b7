package console

import (
	"strings"
	"testing"

	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
)

// TestHintNamesTheTableShown checks that the hint is a read of the shown table, not of the
// first one.
func TestHintNamesTheTableShown(t *testing.T) {
	w := &page.Workspace{Tables: []engine.TableInfo{{Name: "accounts"}, {Name: "couples"}}, Page: engine.RowPage{Table: "couples"}}
	if got := hint(&ui.Kit{Lang: "en"}, &page.State{}, w); !strings.Contains(got, "couples") {
		t.Errorf("couples is shown, and the prompt suggests %q", got)
	}
	w.Page.Table = ""
	if got := hint(&ui.Kit{Lang: "en"}, &page.State{}, w); !strings.Contains(got, "accounts") {
		t.Errorf("no table is shown, and the prompt suggests %q", got)
	}
}
