package heat

import (
	"testing"

	"tabletop/app/heat/picture"
)

// TestAxisText: what the labels of a level have in common is left out where it takes
// the place of what differs.
func TestAxisText(t *testing.T) {
	for _, c := range []struct {
		text, alike string
		more        bool
		levels      int
		want        string
	}{
		{"20150301124501", "201503", true, 1, "…01124501"},
		{"20150301124501", "201503", false, 1, "20150301124501"},
		{"20150301124501", "201503", false, 2, "…01124501"},
		{"sensor12", "sensor", false, 2, "sensor12"},
		{"some/long/path/one", "some/long/path/", false, 1, "…one"},
		{"some/long/path/\u00e9", "some/long/path/\xc3", false, 1, "…\u00e9"},
		{"some/long/path/one", "so", false, 1, "some/long/path/one"},
	} {
		if got := axisText(picture.Label{Text: c.text, More: c.more}, c.alike, c.levels); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}
