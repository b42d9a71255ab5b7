package find

import (
	"strings"
	"testing"

	"tabletop/app/ui"
	"tabletop/engine/base"
	"tabletop/engine/infer"
)

// TestEveryKindIsSaid checks that each kind of field has a name, and that bytes of keys are
// never HTML.
func TestEveryKindIsSaid(t *testing.T) {
	v := &View{Kit: ui.Kit{Lang: "en"}}
	for _, kind := range infer.ValueKindNames() {
		html := v.card(&infer.Proposal{
			Template: "a#{id}", Keys: 9, Fits: 8, Misfits: []base.RowKey{"<b>\x00"}, Fields: []infer.Field{{Name: "id", Kind: kind, Example: "<i>\xff"}},
		})
		for _, wrong := range []string{"find-kind", "<b>", "<i>", "\x00", "\xff", "{1}"} {
			if strings.Contains(html, wrong) {
				t.Errorf("%s: %q in %s", kind, wrong, html)
			}
		}
		if !strings.Contains(html, "8 of 9 keys fit") || !strings.Contains(html, "name is a guess") || !strings.Contains(html, "1 row does not fit") {
			t.Errorf("%s is drawn as %s", kind, html)
		}
	}
}
