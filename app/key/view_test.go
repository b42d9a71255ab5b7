//go:build !js

package key

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// TestOrderNote: that values of different lengths are not in order is said where two that
// are there are not, and of these two.
func TestOrderNote(t *testing.T) {
	for _, c := range []struct {
		template string
		values   map[string][]string
		want     string // "" for nothing
	}{
		{"{id}", map[string][]string{"id": {"7", "12", "100"}}, "“7” is less than “12”, but 12 comes before 7"},
		{"{id}", map[string][]string{"id": {"17", "12", "10"}}, ""},
		{"{id}", map[string][]string{"id": {"ann", "bob"}}, ""},
		{"{id}", nil, ""},
		{"{name}#{day}", map[string][]string{"name": {"ann", "bob"}, "day": {"3"}}, ""},
		{"{name}#{day}", map[string][]string{"name": {"ann!", "ann"}}, ""}, // no row has shown a day yet
		{"{name}#{day}", map[string][]string{"name": {"bob", "ann!", "ann"}, "day": {"3"}}, "“ann” is less than “ann!”, but ann!#3 comes before ann#3"},
		{"{time}#{id}", map[string][]string{"time": {"1425213902", "1425213903"}, "id": {"1"}}, ""},
	} {
		var b strings.Builder
		app.PrintHTML(&b, (&claims{Template: c.template, Lang: "en", Folded: true, Values: c.values}).Render())
		if said := b.String(); c.want == "" && strings.Contains(said, "example") || !strings.Contains(said, c.want) {
			t.Errorf("%s of %v: %s, want %q", c.template, c.values, said, c.want)
		}
	}
}
